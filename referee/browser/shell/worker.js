// Python with the application, in a worker of one tab: what is asked of it is done one after the other.

import { loadPyodide } from "../runtime/pyodide.mjs";
import { BUSY, NONE, closeFiles, counts, hookSync, isMarked, mark, mount, openFiles } from "./storage.js";

const home = new URL("../", import.meta.url).href;
const TABLES = "/tables";
const REMEMBERED = 20;
const news = new BroadcastChannel("referee");
const tell = (kind, more = {}) => postMessage({ kind, ...more });

const own = crypto.randomUUID();
const handles = new Map();
let python = null;
let phone = null;

async function unpack(name) {
  const answer = await fetch(`${home}python/${name}`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/python" });
}

async function boot() {
  hookSync(() => python?.FS, stop);
  python = await loadPyodide({ indexURL: `${home}runtime/` });
  mount(python.FS, TABLES, handles);
  python.FS.mkdir("/python");
  for (const name of ["packages.zip", "referee.zip"]) await unpack(name);
  python.runPython('import sys; sys.path.insert(0, "/python")');
  phone = python.pyimport("referee.browser.phone").Phone(`${TABLES}/referee.db`, home);
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
  // Other tabs look again where something was written.
  if (counts.flushed > before) news.postMessage("entered");
}

async function open() {
  await openFiles(handles);
  tell("opened", { changed: phone !== null && !isMarked(handles, own) });
  if (phone) return;
  mark(handles, own);
  await boot();
}

function close() {
  closeFiles(handles);
  tell("closed");
}

function stop(error) {
  tell("stopped", { why: [BUSY, NONE].includes(error.message) ? error.message : "error", text: String(error) });
}

const work = { open, close, ask };
let turn = Promise.resolve();
onmessage = ({ data }) => { turn = turn.then(() => work[data.kind](data)).catch(stop); };
