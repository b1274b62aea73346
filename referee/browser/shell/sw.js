// The service worker of the site: files come out of the cache of one version, every other request goes to the tab that leads.
// SITE stands above this text, written when the site is built: its version, its path and its files.

const CACHE = `referee-${SITE.version}`;
const HOME = new URL(SITE.path, location.origin).href;
// Always asked of the host: it says which version is the newest.
const LISTING = "files.json";
const TAKEN = 1500;
const ANSWERED = 60000;
const TRIES = 20;
const EMPTY = [101, 204, 205, 304];

const names = new Set(Object.keys(SITE.files));
const addressOf = (name) => HOME + name;

// A new version takes from the old one what is the same in both.
async function copyFrom(older, name) {
  const listed = await older?.match(addressOf(LISTING));
  const files = listed ? (await listed.clone().json()).files : {};
  return files[name]?.hash === SITE.files[name].hash ? older.match(addressOf(name)) : undefined;
}

async function fill() {
  const cache = await caches.open(CACHE);
  const [name] = (await caches.keys()).filter((other) => other.startsWith("referee-") && other !== CACHE);
  const older = name ? await caches.open(name) : undefined;
  for (const file of names) {
    if (SITE.files[file].later || await cache.match(addressOf(file))) continue;
    const answer = await copyFrom(older, file) ?? await fetch(addressOf(file), { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(addressOf(file), answer);
  }
  await cache.put(addressOf(LISTING), new Response(JSON.stringify(SITE)));
}

async function drop() {
  for (const name of await caches.keys()) if (name.startsWith("referee-") && name !== CACHE) await caches.delete(name);
}

// The first version is loaded by the page, which shows how far it is.
self.addEventListener("install", (event) => { if (self.registration.active) event.waitUntil(fill()); });
self.addEventListener("activate", (event) => event.waitUntil(drop().then(() => self.clients.claim())));
self.addEventListener("message", ({ data }) => { if (data === "skip waiting") self.skipWaiting(); });

async function unpacked(name) {
  const packed = await (await caches.open(CACHE)).match(addressOf(`${name}.gz`));
  if (!packed) return undefined;
  const type = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

async function file(name, request) {
  const cache = await caches.open(CACHE);
  return await cache.match(addressOf(name)) ?? await unpacked(name) ?? fetch(request);
}

// Every tab is asked, and the one that leads takes the request at once; it answers when Python has.
function askTabs(message, tabs) {
  return new Promise((resolve) => {
    const ports = tabs.map((tab) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        clearTimeout(timer);
        if (data.taken) timer = setTimeout(resolve, ANSWERED);
        else resolve(data.failed ? undefined : data);
      };
      tab.postMessage(message, [port2]);
      return port1;
    });
    let timer = setTimeout(() => { ports.forEach((port) => port.close()); resolve(); }, TAKEN);
  });
}

async function askPython(request) {
  const url = new URL(request.url);
  const body = request.method === "GET" || request.method === "HEAD" ? null : new Uint8Array(await request.arrayBuffer());
  const message = { kind: "request", method: request.method, path: url.pathname + url.search, headers: [...request.headers, ["Accept-Language", navigator.languages.join(",")]], body };
  for (let tried = 0; tried < TRIES; tried += 1) {
    const tabs = await self.clients.matchAll({ type: "window" });
    const answer = await askTabs(message, tabs.filter((tab) => tab.frameType === "top-level"));
    if (answer) {
      const { status, headers } = answer;
      return new Response(EMPTY.includes(status) ? null : answer.body, { status, headers });
    }
  }
  return new Response("", { status: 503, headers: { "Content-Type": "text/plain" } });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(HOME)) return;
  const name = decodeURI(new URL(request.url).pathname).slice(SITE.path.length);
  if (name === LISTING) return;
  if (request.destination === "document") event.respondWith(file("index.html", request));
  else if (names.has(name) || names.has(`${name}.gz`)) event.respondWith(file(name, request));
  else event.respondWith(askPython(request));
});
