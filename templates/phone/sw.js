// Keeps rulebooks, blank sheets and the last page of each table on this phone. Every page is asked of the server first.
"use strict";

const CACHE = "referee-{{ version }}";
const HOME = {{ home|safe }};
const TABLES = "tables";
const KEPT = {{ kept|safe }};
const LATER = {{ later|safe }};
const PATIENCE = 4000;

// The address of a page within this site.
const within = (url) => url.pathname.startsWith(HOME) ? url.pathname.slice(HOME.length) : "";

self.addEventListener("install", (event) => {
  event.waitUntil(keep(KEPT).then(() => self.skipWaiting()));
});

async function keep(addresses) {
  const cache = await caches.open(CACHE);
  await cache.addAll(addresses.map((address) => new Request(address, { cache: "no-cache" })));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

async function dropOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith("referee-") && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

// The sheets come one by one, when an open page says that there is time; what is missing is fetched the next time.
let filling = null;
self.addEventListener("message", (event) => {
  if (event.data !== "fill") return;
  filling ??= fill().finally(() => { filling = null; });
  event.waitUntil(filling);
});

async function fill() {
  const cache = await caches.open(CACHE);
  for (const address of LATER) {
    if (!(await cache.match(address))) await cache.add(address).catch(() => {});
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || request.headers.has("HX-Request")) return;
  if (/^(static\/|offline\/words)/.test(within(url))) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request, url));
});

async function asset(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function page(request, url) {
  try {
    return await fetchInTime(request, url);
  } catch {
    return kept(url);
  }
}

// Where a copy lies on the phone nobody waits long for a server that does not answer.
async function fetchInTime(request, url) {
  const patient = !/^(rules|print|offline|t)(\/|$)/.test(within(url));
  const asked = fetch(request);
  if (patient) return asked;
  let timer = 0;
  const late = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error("late")), PATIENCE); });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

async function kept(url) {
  const cache = await caches.open(CACHE);
  const shell = await cache.match(`${HOME}offline`, { ignoreVary: true });
  const [first, game, clause] = within(url).split("/");
  if (first === "rules" && clause) return Response.redirect(`${HOME}rules/${game}#${clause}`);
  if (first === "t") return (await table(url, shell)) ?? shell;
  const ignoreSearch = first === "rules";
  return (await cache.match(url.href, { ignoreVary: true, ignoreSearch })) ?? shell ?? Response.error();
}

// A table as this phone showed it last, under the same policy as every other page.
async function table(url, shell) {
  const found = await (await caches.open(TABLES)).match(url.pathname, { ignoreVary: true });
  return found && new Response(await found.text(), { headers: shell.headers });
}
