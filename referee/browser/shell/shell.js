// The page around the application. It loads once what is needed, and goes where its frame goes.

import { firstLoad, keepSheets } from "./loading.js";
import { beginAnew, leave, share } from "./tabs.js";

const home = new URL("../", import.meta.url);
const one = (selector, from = document) => from.querySelector(selector);
const frame = one("#frame");
const texts = JSON.parse(one("#words").textContent);
const known = Object.keys(texts);
let lang = navigator.languages.map((wanted) => wanted.slice(0, 2)).find((wanted) => known.includes(wanted)) ?? known[0];
const say = (key, told = {}) => Object.entries(told).reduce((said, [name, value]) => said.replace(`{${name}}`, value), texts[lang][key]);
const OFFERED = `referee ${home.pathname} install offered`;
const SLOW = 300;
const LOST = 5000;
const UNOPENED = ["newer file", "damaged"];

const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, SLOW));
const other = () => known[(known.indexOf(lang) + 1) % known.length];
const all = (selector) => [...document.querySelectorAll(selector)];

function speak() {
  document.documentElement.lang = lang;
  for (const element of all("[data-say]")) element.textContent = say(element.dataset.say, { games: one("#words").dataset.games });
  for (const link of all("[data-ready]")) link.href = new URL(`ready/${lang}/${link.dataset.ready}`, home);
  one("#other").lang = other();
  one("#other").textContent = texts[other()].name;
}

function show(id) {
  for (const part of ["load", "while", "starting", "stopped"]) one(`#${part}`).hidden = part !== id;
}

// The end of this page: nothing in its frame asks for anything any more.
function stop(key, told) {
  show("stopped");
  frame.remove();
  one("#why").textContent = say(key, told);
  one("#again").focus();
}

// Private windows of some browsers have the one without the other.
async function whyNot() {
  const isAble = "locks" in navigator && "getDirectory" in (navigator.storage ?? {})
    && "BroadcastChannel" in window && "DecompressionStream" in window;
  if (!isAble) return "too old";
  try { await navigator.storage.getDirectory(); } catch { return "none"; }
  return "serviceWorker" in navigator ? "" : "none";
}

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

// What a start says

// What it does now, and by what an earlier one left; tests read the latter.
function doing({ stage, by }) {
  one("#doing").textContent = say(`starting ${stage}`);
  if (!by) return;
  document.documentElement.dataset.by = by;
  one("#first").hidden = by !== "sources";
}

// Files that cannot be opened are saved as they are, and set aside where that is wanted.
function rescue(why) {
  one("#save").hidden = !UNOPENED.includes(why);
  one("#anew").hidden = why !== "damaged";
}

async function saveFiles() {
  const inside = await navigator.storage.getDirectory();
  for (const name of ["referee.db", "referee.db-wal"]) {
    const file = await (await inside.getFileHandle(name, { create: true })).getFile();
    if (!file.size) continue;
    const address = URL.createObjectURL(new Blob([await file.arrayBuffer()]));
    Object.assign(document.createElement("a"), { href: address, download: name }).click();
  }
}

// What is entered is worth keeping: the browser is asked once not to delete it.
new BroadcastChannel("referee").addEventListener("message", () => navigator.storage.persist?.(), { once: true });

// The frame

function follow() {
  const { location: there, document: page } = frame.contentWindow;
  if (!there.href.startsWith(home.href)) return;
  history.replaceState(history.state, "", there.href);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang || lang;
  document.documentElement.dataset.theme = page.documentElement.dataset.theme ?? "";
}

// Another site never shows in this frame.
function leadOut({ target }) {
  const link = target.closest?.("a[href]");
  if (link && !link.download && !link.href.startsWith(home.href)) link.target = "_blank";
}

frame.addEventListener("load", () => {
  try {
    if (frame.contentWindow.location.href === "about:blank") return;
    if (first.isReading()) { first.shown(frame.contentDocument); return; }
    follow();
  } catch {
    if (first.isReading()) first.failed();
    else stop("no answer");
    return;
  }
  show("");
  frame.hidden = false;
  const page = frame.contentDocument;
  // A page in a frame cannot focus by itself what it wants focused.
  page.querySelector("[autofocus]")?.focus();
  page.addEventListener("htmx:after:swap", () => setTimeout(follow));
  page.addEventListener("click", leadOut);
  const spoken = page.documentElement.lang;
  if (spoken !== keeps) idle(() => keepSheets(home, spoken, keeping.signal).catch(() => null));
  keeps = spoken;
  if (page.querySelector(".finale")) offerInstall();
});

// A service worker that has ended does not know any more what it was asked.
function countUnanswered() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(0), LOST);
    navigator.serviceWorker.controller?.postMessage("what is unanswered", [port2]);
  });
}

async function go(address) {
  let isLost = true;
  do {
    if (isLost) frame.contentWindow.location.replace(address);
    await new Promise((resolve) => { setTimeout(resolve, LOST); });
    isLost = await countUnanswered() === 0;
  } while (frame.contentDocument?.location.href === "about:blank");
}

// What is said below the frame, with what can be done

function tell(key, doing, act) {
  one("#told").textContent = say(key);
  one("#do").textContent = say(doing);
  one("#do").onclick = () => { hush(); act(); };
  one("#notice").classList.add("told");
}

function hush() {
  one("#notice").classList.remove("told");
  one("#told").textContent = "";
}

one("#later").onclick = hush;

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data.kind === "unanswered" && frame.isConnected) tell("no answer", "again", () => location.reload());
});

// Offered once, after the first game that is over. On an iPhone the app begins with storage of its own.
let install = null;
window.addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); install = event; });
const isInstalled = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

function offerInstall() {
  if (isInstalled() || localStorage.getItem(OFFERED) || one("#notice").classList.contains("told")) return;
  if (install) tell("install", "add", () => install.prompt());
  else if (navigator.standalone === false) tell("install by hand", "back up", () => { frame.src = new URL("backup", home); });
  else return;
  localStorage.setItem(OFFERED, "1");
}

function offer(registration) {
  if (!registration.waiting) return;
  tell("newer", "renew", () => {
    leave();
    frame.remove();
    keeping.abort();
    navigator.serviceWorker.controller?.postMessage("give up");
    registration.waiting?.postMessage("skip waiting");
  });
}

// Who has chosen another language on the first page goes on in it.
function inLanguage(address) {
  const there = new URL(address);
  if (chosen) there.searchParams.set("lang", lang);
  return there.href;
}

async function run() {
  if (window.top !== window) { window.top.location.reload(); return; }
  const why = await whyNot();
  if (why) { stop(why); return; }
  const registration = await takeControl();
  const watch = () => registration.installing?.addEventListener("statechange", () => offer(registration));
  registration.addEventListener("updatefound", watch);
  watch();
  try { await first.load(); } catch (error) {
    // The host has another version by now: once that is loaded, it is the one.
    await registration.update().catch(() => null);
    (registration.installing ?? registration.waiting)?.postMessage("skip waiting");
    throw error;
  }
  offer(registration);
  await share({
    stopped: (why, text) => { stop(why, { text }); rescue(why); },
    starting: doing,
    made: () => { document.documentElement.dataset.made = ""; },
  });
  const there = await first.read();
  if (!frame.isConnected) return;
  show("");
  setTimeout(() => { if (frame.hidden && frame.isConnected) show("starting"); }, SLOW);
  go(inLanguage(there || location.href));
  registration.update().catch(() => null);
}

const first = firstLoad(home, frame, { one, say, show });
let chosen = false;
let keeps = "";
const keeping = new AbortController();
speak();
one("#other").onclick = () => { lang = other(); chosen = true; speak(); first.tell(); };
one("#again").onclick = () => location.reload();
one("#save").onclick = saveFiles;
one("#anew").onclick = beginAnew;
run().catch((error) => stop(error.name === "QuotaExceededError" ? "full" : "broken off"));
