// Takes a snapshot of Python with the application and starts from it twice: node two_starts.mjs FOLDER
// FOLDER is a site whose packed files lie unpacked beside themselves. Prints what each start says, a line of JSON each.

import { readFileSync, readdirSync } from "node:fs";

const [folder] = process.argv.slice(2);
const { growMemory, startPython, takeSnapshot } = await import(`${folder}/shell/python.js`);
const { putFiles } = await import(`${folder}/shell/made.js`);
const HOME = "http://127.0.0.1/cards/";
const CHANCE = `
import json, os, random, secrets, uuid
import msgspec
from referee.browser.phone import open_phone
open("/tables.db", "a").close()
phone = open_phone("/tables.db", "${HOME}")
status = phone.answer("GET", "/cards/", []).status
class Point(msgspec.Struct):
    x: int
try:
    msgspec.json.decode(b'{"x": "no"}', type=Point)
except msgspec.ValidationError as error:
    refused = str(error)
device = phone.app.extensions["service"].store.new_device()
json.dumps({"status": status, "refused": refused, "chance": [
    random.random(), random.randbytes(8).hex(), secrets.token_hex(8), str(uuid.uuid4()), os.urandom(8).hex(), device]})`;

const names = readdirSync(`${folder}/python`, { recursive: true });
const libraries = new Map(names.filter((name) => name.endsWith(".so")).map((name) => [`/python/${name}`, `${folder}/python/${name}`]));

let needed = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (source, imports) => {
  const found = await instantiate(source, imports);
  const memory = found.instance?.exports.memory;
  if (memory) growMemory(memory, needed);
  return found;
};

async function start(more) {
  needed = more.snapshot?.bytes.length ?? 0;
  const started = await startPython(`${folder}/runtime/`, libraries, more);
  const { FS } = started.python;
  for (const name of ["packages", "referee"]) putFiles(FS, "/python", new Uint8Array(readFileSync(`${folder}/python/${name}`)));
  for (const [path, file] of libraries) FS.writeFile(path, readFileSync(file));
  return started;
}

const first = await start({ taking: true });
first.python.runPython(`import sys; sys.path.insert(0, "/python")
from referee.browser import phone; phone.prepare("${HOME}"); del phone`);
const snapshot = takeSnapshot(first);
for (const { python } of [first, await start({ snapshot }), await start({ snapshot })]) console.log(python.runPython(CHANCE));
const other = { ...snapshot, shape: "0" };
await start({ snapshot: other }).then(() => console.log("started"), (error) => console.log(JSON.stringify(error.message)));
