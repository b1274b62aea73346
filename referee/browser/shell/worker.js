// Python with the application, in a worker of the tab that leads: one request after the other, each answered to the port it came with.

import { loadPyodide } from "../runtime/pyodide.mjs";
import { BUSY, NONE, counts, hookSync, mount, openFiles } from "./storage.js";

const home = new URL("../", import.meta.url).href;
const TABLES = "/tables";
const REMEMBERED = 20;
const news = new BroadcastChannel("referee");
const tell = (kind, more = {}) => postMessage({ kind, ...more });

let python = null;
let handles = null;
let phone = null;
const requests = [];

async function unpack(name) {
  const answer = await fetch(`${home}python/${name}`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/python" });
}

async function boot() {
  handles = await openFiles();
  hookSync(() => python?.FS, (error) => stopped(error));
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

function answer({ id, method, path, headers, body, port }) {
  if (answers.has(id)) { port.postMessage(answers.get(id)); return; }
  const before = counts.flushed;
  const found = phone.exchange(method, path, JSON.stringify(headers), body ?? new Uint8Array());
  const [status, told, bytes] = found.toJs();
  found.destroy();
  const answered = { status, headers: JSON.parse(told), body: bytes.buffer, flushed: counts.flushed - before };
  remember(id, answered);
  port.postMessage(answered);
  // Other tabs look again where something was written.
  if (counts.flushed > before) news.postMessage("entered");
}

function answerAll() {
  while (phone && requests.length) {
    const request = requests.shift();
    try { answer(request); } catch (error) {
      // Python has ended: nothing later can be answered here.
      request.port.postMessage({ failed: String(error) });
      tell("stopped", { why: "error", text: String(error) });
    }
  }
}

onmessage = ({ data, ports }) => {
  requests.push({ ...data, port: ports[0] });
  answerAll();
};

const stopped = (error) => tell("stopped", { why: [BUSY, NONE].includes(error.message) ? error.message : "error", text: String(error) });
boot().then(answerAll, stopped);
