// The page around the application. It loads once what is needed, leads where no other tab does, and goes where its frame goes.

const home = new URL("../", import.meta.url);
const one = (selector) => document.querySelector(selector);
const frame = one("#frame");
const texts = JSON.parse(one("#words").textContent);
const LANGUAGES = Object.keys(texts);
const lang = LANGUAGES.find((known) => navigator.languages.some((wanted) => wanted.startsWith(known))) ?? LANGUAGES[0];
const say = (key, told = {}) => Object.entries(told).reduce((said, [name, value]) => said.replace(`{${name}}`, value), texts[lang][key]);
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

document.documentElement.lang = lang;
document.querySelectorAll("[data-say]").forEach((element) => { element.textContent = say(element.dataset.say); });

function stop(key, told) {
  one("#load").hidden = true;
  frame.hidden = true;
  one("#stopped").hidden = false;
  one("#why").textContent = say(key, told);
}

const NEEDED = () => "serviceWorker" in navigator && "locks" in navigator && "getDirectory" in (navigator.storage ?? {})
  && "BroadcastChannel" in window && "DecompressionStream" in window;

// What is loaded once

async function takeControl() {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", home), { scope: home.pathname, updateViaCache: "none" });
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => { navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }); });
  }
  return registration;
}

async function download(cache, address, grew) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    grew(value.length);
  }
  const type = answer.headers.get("Content-Type") ?? "";
  await cache.put(address, new Response(new Blob(parts), { headers: { "Content-Type": type } }));
}

async function loadFiles() {
  const listed = await fetch(new URL("files.json", home), { cache: "no-cache" }).catch(() => null);
  if (!listed?.ok) return;
  const { version, files } = await listed.clone().json();
  const cache = await caches.open(`referee-${version}`);
  const wanted = Object.entries(files).filter(([, file]) => !file.later);
  const whole = wanted.reduce((sum, [, file]) => sum + file.size, 0);
  let loaded = 0;
  const show = () => {
    one("#bar").value = loaded / whole;
    one("#far").textContent = say("far", { loaded: megabytes(Math.min(loaded, whole)), whole: megabytes(whole) });
  };
  for (const [name, file] of wanted) {
    const address = new URL(name, home).href;
    if (await cache.match(address)) { loaded += file.size; continue; }
    one("#load").hidden = false;
    const before = loaded;
    await download(cache, address, (bytes) => { loaded = Math.min(loaded + bytes, before + file.size); show(); });
    loaded = before + file.size;
    show();
  }
  await cache.put(new URL("files.json", home), listed);
}

// The tab that leads

let python = null;
let release = null;

function begin() {
  python = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "referee" });
  python.onmessage = ({ data }) => {
    if (data.kind === "stopped") stop(data.why, { text: data.text });
    else one("#state").textContent = texts[lang][data.kind] ?? "";
  };
}

function lead() {
  return navigator.locks.request("referee", () => {
    begin();
    return new Promise((resolve) => { release = resolve; });
  });
}

// Another tab may lead from now on: the files are let go first.
function yieldLead() {
  if (!python) return;
  const [old, free] = [python, release];
  python = null;
  old.onmessage = ({ data }) => { if (data.kind === "closed") { old.terminate(); free(); } };
  old.postMessage({ kind: "close" });
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.kind !== "request" || !python) return;
  ports[0].postMessage({ taken: true });
  const cookie = document.cookie ? [["Cookie", document.cookie]] : [];
  python.postMessage({ ...data, headers: [...data.headers, ...cookie] }, ports);
});
document.addEventListener("freeze", yieldLead);
document.addEventListener("resume", () => { if (!python) lead(); });
window.addEventListener("pagehide", () => { python?.terminate(); python = null; release?.(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) lead(); });

// The frame

// A page in a frame cannot focus by itself what it wants focused.
function follow() {
  const { location: there, document: page } = frame.contentWindow;
  if (!there.href.startsWith(home.href)) return;
  history.replaceState(history.state, "", there.href);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang || lang;
}

frame.addEventListener("load", () => {
  if (frame.contentWindow.location.href === "about:blank") return;
  follow();
  one("#load").hidden = true;
  frame.hidden = false;
  const page = frame.contentDocument;
  page.querySelector("[autofocus]")?.focus();
  page.addEventListener("htmx:after:swap", () => setTimeout(follow));
});

// A new version

function offer(registration) {
  const waiting = registration.waiting;
  if (!waiting || !navigator.serviceWorker.controller) return;
  one("#newer").hidden = false;
  one("#renew").onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    yieldLead();
    waiting.postMessage("skip waiting");
  };
}

async function run() {
  if (!NEEDED()) { stop("too old"); return; }
  const registration = await takeControl();
  await loadFiles();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offer(registration));
  });
  offer(registration);
  navigator.serviceWorker.startMessages();
  lead();
  frame.src = location.href;
}

one("#again").onclick = () => location.reload();
run().catch((error) => stop("broken off", { text: String(error) }));
