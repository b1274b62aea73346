// The page around the application. It loads once what is needed, leads where no other tab does, and goes where its frame goes.

const home = new URL("../", import.meta.url);
const one = (selector) => document.querySelector(selector);
const frame = one("#frame");
const texts = JSON.parse(one("#words").textContent);
const known = Object.keys(texts);
const lang = navigator.languages.map((wanted) => wanted.slice(0, 2)).find((wanted) => known.includes(wanted)) ?? known[0];
const say = (key, told = {}) => Object.entries(told).reduce((said, [name, value]) => said.replace(`{${name}}`, value), texts[lang][key]);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const TYPES = { js: "text/javascript", mjs: "text/javascript", css: "text/css", svg: "image/svg+xml", png: "image/png", html: "text/html" };
const SLOW = 300;

document.documentElement.lang = lang;
document.querySelectorAll("[data-say]").forEach((element) => { element.textContent = say(element.dataset.say); });

function show(id) {
  for (const part of ["load", "starting", "stopped"]) one(`#${part}`).hidden = part !== id;
}

function stop(key, told) {
  show("stopped");
  frame.hidden = true;
  one("#why").textContent = say(key, told);
  one("#again").focus();
}

const isAble = () => "serviceWorker" in navigator && "locks" in navigator && "getDirectory" in (navigator.storage ?? {})
  && "BroadcastChannel" in window && "DecompressionStream" in window;

// What is loaded once

async function takeControl() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", home), { scope: home.pathname, updateViaCache: "none" });
  if (!navigator.serviceWorker.controller) {
    const controlled = new Promise((resolve) => { navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
    // A page that was loaded anew by force is not controlled by what is active already.
    registration.active?.postMessage("claim");
    await controlled;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  return registration;
}

async function hashOf(blob) {
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function download(cache, name, file, grew) {
  const address = new URL(name, home).href;
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    grew(value.length);
  }
  const whole = new Blob(parts);
  if (await hashOf(whole) !== file.hash) throw new Error(`${name} is of another version`);
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  await cache.put(address, new Response(whole, { headers: { "Content-Type": type } }));
}

async function loadFiles() {
  const { version, path, files } = await (await fetch(new URL("files.json", home))).json();
  const cache = await caches.open(`referee ${path} ${version}`);
  const whole = Object.values(files).reduce((sum, file) => sum + file.size, 0);
  let loaded = 0;
  const tell = () => {
    one("#bar").value = loaded / whole;
    one("#far").textContent = say("far", { loaded: megabytes(Math.min(loaded, whole)), whole: megabytes(whole) });
  };
  for (const [name, file] of Object.entries(files)) {
    const before = loaded;
    if (!await cache.match(new URL(name, home).href)) {
      show("load");
      await download(cache, name, file, (bytes) => { loaded = Math.min(loaded + bytes, before + file.size); tell(); });
    }
    loaded = before + file.size;
    tell();
  }
}

// The tab that leads

let python = null;
let release = null;
let leading = null;

function begin() {
  python = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "referee" });
  python.onmessage = ({ data }) => {
    if (data.kind !== "stopped") return;
    leave();
    stop(data.why, { text: data.text });
  };
  python.onerror = (error) => { leave(); stop("error", { text: error.message ?? "" }); };
}

async function lead() {
  if (leading) return;
  leading = new AbortController();
  try {
    await navigator.locks.request(`referee ${home.pathname}`, { signal: leading.signal }, () => {
      begin();
      return new Promise((resolve) => { release = resolve; });
    });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  } finally { leading = null; }
}

// Whoever leaves lets another tab lead at once: what was answered is on the disk.
function leave() {
  python?.terminate();
  python = null;
  leading?.abort();
  release?.();
  release = null;
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (data.kind !== "request" || !python) return;
  const cookie = document.cookie ? [["Cookie", document.cookie]] : [];
  port.onmessage = () => {
    port.onmessage = null;
    if (python) python.postMessage({ ...data, headers: [...data.headers, ...cookie] }, [port]);
    else port.postMessage({ failed: "left" });
  };
  port.postMessage({ offered: true });
});
document.addEventListener("freeze", leave);
document.addEventListener("resume", lead);
window.addEventListener("pagehide", leave);
window.addEventListener("pageshow", (event) => { if (event.persisted) lead(); });

// What is entered is worth keeping: the browser is asked once not to delete it.
new BroadcastChannel("referee").addEventListener("message", () => navigator.storage.persist?.(), { once: true });

// The frame

function follow() {
  const { location: there, document: page } = frame.contentWindow;
  if (!there.href.startsWith(home.href)) return;
  history.replaceState(history.state, "", there.href);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang || lang;
}

frame.addEventListener("load", () => {
  try {
    if (frame.contentWindow.location.href === "about:blank") return;
    follow();
  } catch { stop("broken off"); return; }
  if (!one("#stopped").hidden) return;
  show("");
  frame.hidden = false;
  const page = frame.contentDocument;
  // A page in a frame cannot focus by itself what it wants focused.
  page.querySelector("[autofocus]")?.focus();
  page.addEventListener("htmx:after:swap", () => setTimeout(follow));
});

// A new version

function offer(registration) {
  if (!registration.waiting) return;
  one("#newer").hidden = false;
  one("#renew").onclick = () => {
    leave();
    frame.remove();
    navigator.serviceWorker.controller?.postMessage("give up");
    registration.waiting.postMessage("skip waiting");
  };
}

async function run() {
  if (window.top !== window) { window.top.location.reload(); return; }
  if (!isAble()) { stop("too old"); return; }
  const registration = await takeControl();
  const watch = () => registration.installing?.addEventListener("statechange", () => offer(registration));
  registration.addEventListener("updatefound", watch);
  watch();
  try { await loadFiles(); } catch (error) {
    // The host has another version by now: once that is loaded, it is the one.
    await registration.update().catch(() => null);
    if (registration.waiting) registration.waiting.postMessage("skip waiting");
    throw error;
  }
  offer(registration);
  navigator.serviceWorker.startMessages();
  lead();
  setTimeout(() => { if (frame.hidden && one("#stopped").hidden) show("starting"); }, SLOW);
  frame.src = location.href;
  registration.update().catch(() => null);
}

one("#again").onclick = () => location.reload();
run().catch((error) => stop("broken off", { text: String(error) }));
