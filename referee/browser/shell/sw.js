// The service worker of the site: files come out of the cache of one version, every other request goes to the tab that leads.
// SITE stands above this text, written when the site is built: its version, its path and its files.

const HOME = new URL(SITE.path, location.origin).href;
const OURS = `referee ${SITE.path} `;
const CACHE = OURS + SITE.version;
const LISTING = "files.json";
const FOLDERS = /^(static|shell|runtime|python)\//;
const UNPACKED = { wasm: "application/wasm", mjs: "text/javascript" };
const TAKEN = 1500;
const ANSWERED = 60000;
const TRIES = 20;
const BODILESS = [204, 205, 304];

let givenUp = false;
const waits = new Set();
const names = new Set(Object.keys(SITE.files));
const addressOf = (name) => HOME + name;
const others = async () => (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);

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
self.addEventListener("message", ({ data }) => {
  if (data === "skip waiting") self.skipWaiting();
  if (data === "claim") self.clients.claim();
  // A newer version takes over once nothing is waited for any more.
  if (data === "give up") { givenUp = true; waits.forEach((end) => end()); }
});

async function unpacked(name) {
  const packed = await (await caches.open(CACHE)).match(addressOf(`${name}.gz`));
  if (!packed) return undefined;
  const type = UNPACKED[name.split(".").pop()];
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

async function file(name, request) {
  const cache = await caches.open(CACHE);
  return await cache.match(addressOf(name)) ?? await unpacked(name) ?? fetch(request);
}

// Every tab is asked. The one that leads offers to take the request, and has it once it is told to: so it has it once.
function askTabs(message, tabs) {
  return new Promise((resolve) => {
    let chosen = null;
    let timer = 0;
    const ports = tabs.map((tab) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (data.offered) {
          if (chosen) return;
          chosen = port1;
          clearTimeout(timer);
          timer = setTimeout(end, ANSWERED);
          port1.postMessage("take it");
        } else end(data.failed ? undefined : data);
      };
      tab.postMessage(message, [port2]);
      return port1;
    });
    function end(answer) {
      clearTimeout(timer);
      waits.delete(end);
      ports.forEach((port) => port.close());
      resolve(answer);
    }
    waits.add(end);
    timer = setTimeout(end, TAKEN);
  });
}

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
    const tabs = await self.clients.matchAll({ type: "window" });
    const answer = await askTabs(message, tabs.filter((tab) => tab.frameType === "top-level"));
    if (answer) {
      const { status, headers: told } = answer;
      return new Response(BODILESS.includes(status) ? null : answer.body, { status, headers: told });
    }
  }
  return new Response("", { status: 503, headers: { "Content-Type": "text/plain" } });
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
  else if (request.destination === "document") event.respondWith(file("index.html", request));
  else if (names.has(name) || FOLDERS.test(name)) event.respondWith(file(name, request));
  else event.respondWith(askPython(request));
});
