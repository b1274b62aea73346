// Python with the application, in a worker of one tab: what is asked of it is done one after the other.

import { Made, putFiles } from "./made.js";
import { growMemory, startPython, takeSnapshot } from "./python.js";
import { BUSY, NONE, TOO_OLD, closeFiles, counts, hookSync, isMarked, keepCopy, mark, mount, openFiles, setAside } from "./storage.js";

const home = new URL("../", import.meta.url).href;
const TABLES = "/tables";
const PYTHON = "/python";
const COPY = "/before.db";
const COMPILED = /^(python\/.*\.so)\.gz$/;
const REMEMBERED = 20;
const QUIET = 4000;
const FULL = "full";
const TOLD = [BUSY, NONE, TOO_OLD, FULL, "newer file", "damaged"];
const news = new BroadcastChannel("referee");
const tell = (kind, more = {}) => postMessage({ kind, ...more });
const wait = (pause) => new Promise((resolve) => { setTimeout(resolve, pause); });

const own = crypto.randomUUID();
const handles = new Map();
let python = null;
let phone = null;
let made = null;
let asked = 0;
let works = false;
// The memory of this start, until it is kept for the next; how much memory an earlier one needs.
let taken = null;
let needed = 0;

async function load(name) {
  const answer = await fetch(`${home}python/${name}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// What is as large as all of Python goes at once where it is sent to nobody; else it would stay until some later collection.
function free(bytes) {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [bytes.buffer]);
  port1.close();
  port2.close();
}

// Imports the application, unless it is in memory already.
async function importAll(started, taking) {
  tell("starting", { stage: "rules" });
  await wait(0);
  python.runPython(`import sys; sys.path.insert(0, "${PYTHON}")
from referee.browser import phone; phone.prepare("${home}"); del phone`);
  if (taking) try { taken = takeSnapshot(started); } catch { await made.forbid(); }
}

// Starts with the memory that an earlier visit kept, if there is one.
async function start(site, { snapshot, taking }) {
  tell("starting", { stage: "python", by: snapshot ? "snapshot" : "files" });
  const loaded = Promise.all(["packages", "referee"].map(load));
  loaded.catch(() => null);
  const libraries = new Map(Object.keys(site.files).map((name) => COMPILED.exec(name)?.[1]).filter(Boolean)
    .map((name) => [`/${name}`, home + name]));
  needed = snapshot?.bytes.length ?? 0;
  const started = await startPython(`${home}runtime/`, libraries, { snapshot, taking });
  python = started.python;
  if (snapshot) free(snapshot.bytes);
  for (const bytes of await loaded) putFiles(python.FS, PYTHON, bytes);
  for (const [path, address] of libraries) {
    const answer = await fetch(address);
    python.FS.writeFile(path, new Uint8Array(await answer.arrayBuffer()));
  }
  if (!snapshot) await importAll(started, taking);
  tell("starting", { stage: "games" });
}

// Whatever goes wrong with a snapshot, the files are there.
async function startSafely(site) {
  const tries = await made.tries();
  const snapshot = await made.findSnapshot(tries);
  try { return await start(site, { snapshot, taking: !snapshot && made.maySnap(tries) }); } catch {
    await made.forbid();
    return start(site, {});
  }
}

async function copyBefore(module) {
  const version = module.copy_before(`${TABLES}/referee.db`, COPY);
  if (!version) return;
  await keepCopy(version, python.FS.readFile(COPY)).catch(() => null);
  python.FS.unlink(COPY);
}

async function boot() {
  const site = await (await fetch(`${home}files.json`)).json();
  made = new Made(home, site);
  mark(handles, own);
  hookSync(() => python?.FS, stop, ({ exports }) => growMemory(exports.memory, needed));
  await startSafely(site);
  mount(python.FS, TABLES, handles);
  const module = python.pyimport("referee.browser.phone");
  await copyBefore(module);
  const openPhone = () => module.open_phone(`${TABLES}/referee.db`, home);
  let found = openPhone();
  // What can be opened is never set aside, as another tab may have begun anew already.
  if (found === "damaged" && self.name === "anew") {
    await setAside(handles);
    found = openPhone();
  }
  if (typeof found === "string") throw new Error(found);
  phone = found;
}

async function quiet() {
  do await wait(Math.max(0, asked + QUIET - performance.now())); while (performance.now() < asked + QUIET);
}

// Makes the next start faster, while nothing is asked. What fails here costs nothing but that.
async function keepInIdle() {
  await quiet();
  const snapshot = taken;
  taken = null;
  if (snapshot && await made.hasRoom()) {
    await made.keepSnapshot(snapshot).catch(() => made.forbid());
    free(snapshot.bytes);
  }
  tell("made");
}

// What was asked twice, as no answer came in time, is done once.
const answers = new Map();
function remember(id, answered) {
  if (answered.flushed) answers.set(id, answered);
  if (answers.size > REMEMBERED) answers.delete(answers.keys().next().value);
}

function answer({ id, method, path, headers, body }) {
  if (answers.has(id)) return answers.get(id);
  const before = counts.flushed;
  const found = phone.exchange(method, path, JSON.stringify(headers), body ?? new Uint8Array());
  const [status, told, bytes] = found.toJs();
  found.destroy();
  const answered = { status, headers: JSON.parse(told), body: bytes.buffer, flushed: counts.flushed - before };
  remember(id, answered);
  return answered;
}

function ask(request) {
  const before = counts.flushed;
  try { tell("answered", { number: request.number, answer: answer(request) }); } catch (error) {
    // Python has ended: nothing later can be answered here.
    tell("answered", { number: request.number, answer: { failed: true } });
    throw error;
  }
  if (!works) made.worked();
  works = true;
  // Other tabs look again where something was written.
  if (counts.flushed > before) news.postMessage("entered");
  if (counts.full) makeRoom();
}

// The games go first: where there was no space for them, they get that of what only makes starts faster.
async function makeRoom() {
  counts.full = 0;
  await made?.forbid();
}

async function open() {
  await openFiles(handles);
  tell("opened", { changed: phone !== null && !isMarked(handles, own) });
  if (phone) return;
  await boot();
  keepInIdle().catch(() => null);
}

function close() {
  closeFiles(handles);
  tell("closed");
}

function whyOf(error) {
  if (error.name === "QuotaExceededError") return FULL;
  if (TOLD.includes(error.message)) return error.message;
  return works ? "no answer" : "error";
}

async function stop(error) {
  const why = whyOf(error);
  if (why === FULL) await makeRoom();
  tell("stopped", { why, text: String(error.message ?? error).trim().split("\n").at(-1) });
}

const work = { open, close, ask };
let turn = Promise.resolve();
onmessage = ({ data }) => {
  asked = performance.now();
  turn = turn.then(() => work[data.kind](data)).catch(stop);
};
