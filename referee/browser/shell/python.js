// Starts Python, from its memory as an earlier start kept it where there is such a snapshot. Names that Pyodide does not promise are used
// here alone: whoever calls this does without a snapshot when it throws.

import { loadPyodide } from "../runtime/pyodide.mjs";

const PAGE = 65536;

// Compiled libraries come before Python does, so that they lie at the same place in every start.
function withLibraries(create, libraries, started) {
  return async (settings) => {
    const { locateFile } = settings;
    settings.dynamicLibraries = [...libraries.keys()];
    settings.locateFile = (name) => libraries.get(name) ?? locateFile(name);
    const module = await create(settings);
    started(module);
    return module;
  };
}

// A snapshot fits where the same browser loaded the same libraries, into a table of the same length.
const browser = () => globalThis.navigator?.userAgent ?? "";
const shapeOf = (module) => [module.wasmTable.length, ...Object.keys(module.LDSO.loadedLibsByName), browser()].join(" ");

// `size` is that of the snapshot that will be put into this memory.
export function growMemory(memory, size) {
  const missing = Math.ceil((size - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
}

// Gives Python, and the shape of a snapshot that may be taken of it.
export async function startPython(runtime, libraries, { snapshot, taking }) {
  let shape = "";
  const started = (module) => {
    shape = shapeOf(module);
    if (snapshot && snapshot.shape !== shape) throw new Error("The snapshot is of another program.");
  };
  const options = { indexURL: runtime };
  if (snapshot) options._loadSnapshot = snapshot.bytes;
  if (snapshot || taking) {
    const { default: create } = await import("../runtime/pyodide.asm.mjs");
    options._makeSnapshot = taking;
    options.createPyodideModule = withLibraries(create, libraries, started);
  }
  const python = await loadPyodide(options);
  return { python, shape };
}

export const takeSnapshot = ({ python, shape }) => ({ bytes: python.makeMemorySnapshot(), shape });
