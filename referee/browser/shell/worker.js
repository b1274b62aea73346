// Python with the application, in a worker of the tab that leads: one request after the other, each answered to the port it came with.

import { loadPyodide } from "../runtime/pyodide.mjs";
import { BUSY, NONE, counts, hookSync, mount, openFiles } from "./storage.js";

const home = new URL("../", import.meta.url).href;
const TABLES = "/tables";
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
  hookSync(() => python?.FS);
  python = await loadPyodide({ indexURL: `${home}runtime/` });
  tell("loaded");
  mount(python.FS, TABLES, handles);
  python.FS.mkdir("/python");
  for (const name of ["packages.zip", "referee.zip"]) await unpack(name);
  python.runPython('import sys; sys.path.insert(0, "/python")');
  tell("unpacked");
  phone = python.pyimport("referee.browser.phone").Phone(`${TABLES}/referee.db`, home);
  tell("ready");
}

function answer({ method, path, headers, body, port }) {
  const before = counts.flushed;
  const found = phone.exchange(method, path, JSON.stringify(headers), body ?? new Uint8Array());
  const [status, told, bytes] = found.toJs();
  found.destroy();
  port.postMessage({ status, headers: JSON.parse(told), body: bytes.buffer, flushed: counts.flushed - before }, [bytes.buffer]);
  // Other tabs look again where something was written.
  if (counts.flushed > before) news.postMessage("entered");
}

function answerAll() {
  while (phone && requests.length) {
    const request = requests.shift();
    try { answer(request); } catch (error) {
      request.port.postMessage({ failed: String(error) });
      tell("failed", { why: String(error) });
    }
  }
}

function close() {
  phone?.close();
  phone = null;
  handles?.forEach((handle) => handle.close());
  tell("closed");
}

onmessage = ({ data, ports }) => {
  if (data.kind === "close") { close(); return; }
  requests.push({ ...data, port: ports[0] });
  answerAll();
};

boot().then(answerAll, (error) => tell("stopped", { why: [BUSY, NONE].includes(error.message) ? error.message : "error", text: String(error) }));
