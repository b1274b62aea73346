// The Python of a site under node, with the site's own archives: each line of JSON that comes is answered by `answer` of a module.
// node site_python.mjs RUNTIME SITE PROJECT MODULE

import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [runtime, site, project, name] = process.argv.slice(2);
const unpacked = (file) => new Uint8Array(gunzipSync(readFileSync(`${site}/${file}`)));
const { putFiles } = await import(pathToFileURL(`${site}/shell/made.js`));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/`, stdout: (told) => process.stderr.write(`${told}\n`) });
for (const name of ["packages", "referee"]) putFiles(python.FS, "/python", unpacked(`python/${name}.gz`));
for (const name of readdirSync(`${site}/python`, { recursive: true }).filter((file) => file.endsWith(".so.gz"))) {
  python.FS.writeFile(`/python/${name.slice(0, -3)}`, unpacked(`python/${name}`));
}
// Of the project itself there is only what asks; the application is the site's.
for (const folder of ["tests", "tools"]) {
  python.FS.mkdirTree(`/python/${folder}`);
  python.mountNodeFS(`/python/${folder}`, `${project}/${folder}`);
}
python.runPython('import sys; sys.path.insert(0, "/python"); sys.dont_write_bytecode = True');
const module = python.pyimport(name);
for await (const line of createInterface({ input: process.stdin })) {
  try { process.stdout.write(`${module.answer(line)}\n`); } catch (error) {
    process.stderr.write(`${line}\n${error.message}\n`);
    process.exit(1);
  }
}
