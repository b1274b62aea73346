// The service worker of the site: files come out of the cache of one version, every other request goes to the tab with Python.
// SITE stands above this text, written when the site is built: its version, its path and its files.

const HOME = new URL(SITE.path, location.origin).href;
const OURS = `referee ${SITE.path} `;
const CACHE = OURS + SITE.version;
const LISTING = "files.json";
const FOLDERS = /^(static|shell|runtime|python|made)\//;
const TYPES = {
  css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", mjs: "text/javascript",
  mp4: "video/mp4", pdf: "application/pdf", png: "image/png", svg: "image/svg+xml", txt: "text/plain; charset=utf-8",
  wasm: "application/wasm", webmanifest: "application/manifest+json",
};
const TAKEN = 1500;
const ANSWERED = 60000;
const LOOKED = 500;
const TRIES = 20;
const BODILESS = [204, 205, 304];

let givenUp = false;
let unanswered = 0;
const waits = new Set();
const names = new Set(Object.keys(SITE.files));
const addressOf = (name) => HOME + name;
const folderOf = (name) => name.split("/")[0];
// What is loaded only when it is wanted has caches of its own.
const BESIDE = Object.fromEntries(Object.entries(SITE.beside).map(([folder, version]) => [folder, `${OURS}${folder} ${version}`]));
const OWN = [CACHE, ...Object.values(BESIDE)];
const others = async () => (await caches.keys()).filter((name) => name.startsWith(OURS) && !OWN.includes(name));

async function hashOf(answer) {
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A new version takes from an old one what is the same in both; nothing is kept that is not what was listed.
async function fill() {
  const cache = await caches.open(CACHE);
  const older = await Promise.all((await others()).map((name) => caches.open(name)));
  for (const name of names) {
    const { hash } = SITE.files[name];
    const kept = await Promise.all([cache, ...older].map((one) => one.match(addressOf(name))));
    const answers = [...kept.filter(Boolean), await fetch(addressOf(name), { cache: "no-cache" }).catch(() => null)].filter(Boolean);
    let found = null;
    for (const answer of answers) if (!found && answer.ok && await hashOf(answer) === hash) found = answer;
    if (!found) throw new Error(name);
    await cache.put(addressOf(name), found);
  }
}

async function drop() {
  for (const name of await others()) await caches.delete(name);
}

// The first version is loaded by the page, which shows how far it is.
self.addEventListener("install", (event) => { if (self.registration.active) event.waitUntil(fill()); });
self.addEventListener("activate", (event) => event.waitUntil(drop().then(() => self.clients.claim())));
self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data === "what is unanswered") port.postMessage(unanswered);
  if (data === "skip waiting") self.skipWaiting();
  if (data === "claim") self.clients.claim();
  // A newer version takes over once nothing is waited for any more.
  if (data === "give up") { givenUp = true; waits.forEach((end) => end()); }
});

// A host may know no types, so a file has that of its ending.
function typed(name, body, more = {}) {
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  return new Response(body, { ...more, headers: { ...more.headers, "Content-Type": type } });
}

async function kept(name) {
  const cache = await caches.open(CACHE);
  const whole = await cache.match(addressOf(name));
  if (whole) return whole.body;
  const packed = await cache.match(addressOf(`${name}.gz`));
  return packed?.body.pipeThrough(new DecompressionStream("gzip"));
}

// Films are asked for in parts.
async function part(name, body, range) {
  const bytes = await new Response(body).arrayBuffer();
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const first = Number(from);
  const last = Math.min(to ? Number(to) : Infinity, bytes.byteLength - 1);
  if (!(first <= last)) return new Response(null, { status: 416, headers: { "Content-Range": `bytes */${bytes.byteLength}` } });
  const headers = { "Content-Range": `bytes ${first}-${last}/${bytes.byteLength}` };
  return typed(name, bytes.slice(first, last + 1), { status: 206, headers });
}

async function file(name, request) {
  const body = await kept(name);
  if (!body) return fetch(request);
  const range = request.headers.get("Range");
  return range ? part(name, body, range) : typed(name, body);
}

// What is wanted now and then is fetched then, and kept. A host may have led elsewhere, which no page may say.
async function wanted(name, event) {
  const cache = await caches.open(BESIDE[folderOf(name)]);
  const kept = await cache.match(addressOf(name));
  if (kept) return kept;
  const answer = await fetch(addressOf(name));
  if (!answer.ok) return new Response("", { status: answer.status });
  const whole = typed(name, answer.body);
  event.waitUntil(cache.put(addressOf(name), whole.clone()).catch(() => null));
  return whole;
}

// Every tab is asked. The one with Python offers to answer, and does once it is told to: so it is done once.
function askTabs(message, tabs) {
  return new Promise((resolve) => {
    let chosen = null;
    let timer = 0;
    let watch = 0;
    const ports = tabs.map((tab) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (!data.offered) end(data.failed ? undefined : data);
        else if (!chosen) choose(tab, port1);
      };
      tab.postMessage(message, [port2]);
      return port1;
    });
    function choose(tab, port) {
      chosen = tab;
      clearTimeout(timer);
      timer = setTimeout(end, ANSWERED);
      // A tab that has ended says nothing any more.
      watch = setInterval(async () => { if (!await self.clients.get(tab.id)) end(); }, LOOKED);
      port.postMessage("do it");
    }
    function end(answer) {
      clearTimeout(timer);
      clearInterval(watch);
      waits.delete(end);
      ports.forEach((port) => port.close());
      resolve(answer);
    }
    waits.add(end);
    timer = setTimeout(end, TAKEN);
  });
}

const topTabs = async () => (await self.clients.matchAll({ type: "window" })).filter((tab) => tab.frameType === "top-level");
const reads = (request) => request.method === "GET" || request.method === "HEAD";
const languages = () => navigator.languages.map((lang, at) => `${lang};q=${Math.max(0.1, 1 - at / 10).toFixed(1)}`).join(",");

async function askPython(request) {
  // A form of another site may lead a frame here; only this site's own pages say so in the referrer.
  if (!reads(request) && !request.referrer.startsWith(HOME)) return new Response("", { status: 403 });
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("Accept-Language", languages());
  const body = reads(request) ? null : new Uint8Array(await request.arrayBuffer());
  const message = {
    kind: "request", id: crypto.randomUUID(), method: request.method, path: url.pathname + url.search, headers: [...headers], body,
  };
  for (let tried = 0; tried < TRIES && !givenUp; tried += 1) {
    const answer = await askTabs({ ...message, tried }, await topTabs());
    if (answer) {
      const { status, headers: told } = answer;
      return new Response(BODILESS.includes(status) ? null : answer.body, { status, headers: told });
    }
  }
  for (const tab of await topTabs()) tab.postMessage({ kind: "unanswered" });
  return Response.error();
}

// The name of a file in an address; what cannot be read is none.
function nameIn(address) {
  const path = new URL(address).pathname.slice(SITE.path.length);
  try { return decodeURIComponent(path); } catch { return path; }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(HOME)) return;
  const name = nameIn(request.url);
  if (name === LISTING) event.respondWith(new Response(JSON.stringify(SITE)));
  else if (Object.hasOwn(BESIDE, folderOf(name))) event.respondWith(wanted(name, event));
  else if (request.destination === "document") event.respondWith(file("index.html", request));
  else if (names.has(name) || FOLDERS.test(name)) event.respondWith(file(name, request));
  else {
    unanswered += 1;
    event.respondWith(askPython(request).finally(() => { unanswered -= 1; }));
  }
});
