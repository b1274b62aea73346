// Python, in one tab for all of them. Its files are open while the tab is seen or something is asked of it:
// a tab that the phone puts to sleep keeps them from no other one.

const home = new URL("../", import.meta.url);
const LOCK = `referee ${home.pathname}`;
const HEARD = 150;
const IDLE = 1000;
const PATIENCE = 5000;
const ANEW = `${LOCK} anew`;

const tabs = new BroadcastChannel(`${LOCK} tabs`);
const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

let say = {};
let worker = null;
// Whether the files could be opened, once that is known; null while they are closed.
let opening = null;
let isOpen = false;
let closing = Promise.resolve();
let release = () => null;
let waiting = null;
let last = 0;
let hasStopped = false;
const asked = new Map();

// What is awaited of the worker and of other tabs, by its name.
const awaited = new Map();
const told = (kind) => new Promise((resolve) => { awaited.set(kind, resolve); });

// To begin without the files that were there is wanted once, and done by the worker that starts next.
export function beginAnew() {
  sessionStorage.setItem(ANEW, "anew");
  location.reload();
}

function begin() {
  const name = sessionStorage.getItem(ANEW) ?? "referee";
  sessionStorage.removeItem(ANEW);
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
  worker.onmessage = ({ data }) => {
    if (data.kind === "answered") answered(data);
    else if (data.kind === "stopped") stop(data.why, data.text);
    else (say[data.kind] ?? awaited.get(data.kind))?.(data);
  };
  worker.onerror = (error) => stop("error", error.message ?? "");
  worker.postMessage({ kind: "open" });
  tabs.postMessage("here");
}

// Python that has stopped here begins no more, until the page is loaded anew.
function stop(why, text) {
  hasStopped = true;
  leave();
  say.stopped(why, text);
}

function answered({ number, answer }) {
  asked.get(number)?.postMessage(answer);
  asked.delete(number);
  setTimeout(closeUnseen, IDLE);
}

// The lock is held as long as the files are open.
function lock(options) {
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(LOCK, options, (found) => {
      if (!found) { resolve(false); return undefined; }
      return new Promise((end) => {
        release = () => { end(); return held; };
        resolve(true);
      });
    });
    held.catch(reject);
  });
}

// Where another tab's Python has written meanwhile, what this one remembers is old: it begins anew.
async function openFiles() {
  await closing;
  if (!await lock({ ifAvailable: true })) return false;
  if (!worker) { release(); return false; }
  const opened = told("opened");
  worker.postMessage({ kind: "open" });
  if ((await opened).changed) { worker.terminate(); begin(); }
  isOpen = true;
  return true;
}

async function hasFiles() {
  opening ??= openFiles();
  const found = await opening;
  if (!found) leave();
  return found && worker !== null;
}

function closeUnseen() {
  if (!document.hidden || !isOpen || asked.size) return;
  const end = release;
  closing = told("closed").then(end);
  opening = null;
  isOpen = false;
  worker.postMessage({ kind: "close" });
}

// This tab has no Python from now on; what was asked of it is asked again, of another one.
export function leave() {
  worker?.terminate();
  worker = null;
  opening = null;
  isOpen = false;
  closing = Promise.resolve();
  waiting?.abort();
  release();
  for (const port of asked.values()) port.postMessage({ failed: true });
  asked.clear();
}

async function takeOver() {
  if (worker || waiting || hasStopped) return;
  const trying = waiting = new AbortController();
  const timer = setTimeout(stop, PATIENCE, "busy");
  try {
    await lock({ signal: trying.signal });
    begin();
    opening = Promise.resolve(true);
    isOpen = true;
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  } finally {
    clearTimeout(timer);
    waiting = null;
  }
}

tabs.addEventListener("message", ({ data }) => {
  if (data === "who" && worker) tabs.postMessage("here");
  if (data === "gone" && !document.hidden) takeOver();
  if (data === "here") {
    awaited.get("here")?.(true);
    waiting?.abort();
    if (worker && !opening) leave();
  }
});

// A request is offered to be answered, and is answered once it is given.
async function take({ data, ports: [port] }) {
  if (data.kind !== "request") return;
  // Nobody has offered to answer it: the tab that is seen begins first.
  if (!worker && data.tried > Number(document.hidden)) takeOver();
  if (!worker || !await hasFiles()) return;
  port.onmessage = async () => {
    if (!worker || !await hasFiles()) { port.postMessage({ failed: true }); return; }
    last += 1;
    asked.set(last, port);
    const cookie = document.cookie ? [["Cookie", document.cookie]] : [];
    worker.postMessage({ ...data, kind: "ask", number: last, headers: [...data.headers, ...cookie] });
  };
  port.postMessage({ offered: true });
}

async function start() {
  const heard = told("here");
  tabs.postMessage("who");
  if (!await Promise.race([heard, pause(HEARD)])) await takeOver();
}

// Python is there for this tab from now on, its own or another tab's. `told` has a function for each thing that its start says.
export async function share(told) {
  say = told;
  navigator.serviceWorker.addEventListener("message", take);
  navigator.serviceWorker.startMessages();
  document.addEventListener("visibilitychange", closeUnseen);
  document.addEventListener("freeze", closeUnseen);
  window.addEventListener("pagehide", () => { leave(); tabs.postMessage("gone"); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) start(); });
  await start();
}
