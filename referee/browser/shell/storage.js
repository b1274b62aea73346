// The files of the tables: each lies in the browser's own file system, under a handle that reads and writes at once.
// SQLite sees them in a folder of Emscripten's file system in memory; whatever else lies there is forgotten.

const NAMES = ["referee.db", "referee.db-wal", "referee.db-journal"];
const MARK = "last-written-by";
const BEFORE = "referee-before-";
const ASIDE = "referee-aside-";
const ASIDES = 2;
const PAUSE = 50;
const PATIENCE = 5000;
const FOLDER = 0o40777;

export const BUSY = "busy";
export const NONE = "none";
export const TOO_OLD = "too old";
// A file that another handle has open; WebKit calls it by another name than the standard.
const TAKEN = ["NoModificationAllowedError", "InvalidStateError"];

async function folder() {
  try { return await navigator.storage.getDirectory(); } catch { throw new Error(NONE); }
}

// The handles of another tab are let go a little after its lock is.
async function open(file) {
  for (const ends = performance.now() + PATIENCE; ;) {
    try { return await file.createSyncAccessHandle(); } catch (error) {
      if (error.name === "NotSupportedError") throw new Error(TOO_OLD);
      if (!TAKEN.includes(error.name)) throw error;
      if (performance.now() > ends) throw new Error(BUSY);
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
  }
}

export async function openFiles(handles) {
  const inside = await folder();
  for (const name of [...NAMES, MARK]) handles.set(name, await open(await inside.getFileHandle(name, { create: true })));
}

export function closeFiles(handles) {
  for (const handle of handles.values()) handle.close();
  handles.clear();
}

// Whose Python has the files: it remembers what is in them.
export function mark(handles, id) {
  const handle = handles.get(MARK);
  handle.truncate(0);
  handle.write(new TextEncoder().encode(id), { at: 0 });
  handle.flush();
}

export const isMarked = (handles, id) => new TextDecoder().decode(readAll(handles.get(MARK))) === id;

function readAll(handle) {
  const bytes = new Uint8Array(handle.getSize());
  handle.read(bytes, { at: 0 });
  return bytes;
}

async function namesOf(start) {
  const names = [];
  for await (const name of (await folder()).keys()) if (name.startsWith(start)) names.push(name);
  return names;
}

export async function readFile(name) {
  const handle = await open(await (await folder()).getFileHandle(name));
  try { return readAll(handle); } finally { handle.close(); }
}

export async function removeFiles(start, ...except) {
  const inside = await folder();
  for (const name of await namesOf(start)) if (!except.some((kept) => name.startsWith(kept))) await inside.removeEntry(name);
}

// Writes all of a file, or leaves none.
export async function writeFile(name, bytes) {
  const inside = await folder();
  const handle = await open(await inside.getFileHandle(name, { create: true }));
  let isWhole = false;
  try {
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
    isWhole = true;
  } finally {
    handle.close();
    if (!isWhole) await inside.removeEntry(name);
  }
}

// Keeps the games as they were before this version changed their file; no older copy is kept.
export async function keepCopy(version, bytes) {
  const name = `${BEFORE}${version}.db`;
  await writeFile(name, bytes);
  await removeFiles(BEFORE, name);
}

// Begins with no games; what was there stays under other names, with what was set aside before it.
export async function setAside(handles) {
  const now = ASIDE + new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  for (const name of NAMES) {
    const handle = handles.get(name);
    if (handle.getSize()) await writeFile(name.replace("referee", now), readAll(handle));
  }
  const times = (await namesOf(ASIDE)).map((name) => name.slice(0, now.length)).sort();
  await removeFiles(ASIDE, ...[...new Set(times)].slice(-ASIDES));
  for (const name of NAMES) { handles.get(name).truncate(0); handles.get(name).flush(); }
}

// How often something was written through to the disk, which is once for each entry; how often there was no space.
export const counts = { flushed: 0, full: 0 };

function flush(handle) {
  handle.flush();
  counts.flushed += 1;
}

// What fails is told to SQLite by a number: the disk is full, or a file cannot be read or written.
const FULL = 51;
const FAILED = 29;
function safely(FS, work) {
  try { return work(); } catch (error) {
    const isFull = error.name === "QuotaExceededError";
    counts.full += Number(isFull);
    throw new FS.ErrnoError(isFull ? FULL : FAILED);
  }
}

// The handles may be closed and opened again, so each is looked up when it is used.
function streamOps(FS, handle, base) {
  return {
    ...base,
    llseek: (stream, offset, whence) => offset + [0, stream.position, safely(FS, () => handle().getSize())][whence],
    read: (_stream, buffer, offset, length, at) => safely(FS, () => handle().read(buffer.subarray(offset, offset + length), { at })),
    write: (_stream, buffer, offset, length, at) => safely(FS, () => handle().write(buffer.subarray(offset, offset + length), { at })),
    fsync() { safely(FS, () => flush(handle())); return 0; },
  };
}

function nodeOps(FS, handle, base) {
  return {
    ...base,
    getattr: (node) => ({ ...base.getattr(node), size: safely(FS, () => handle().getSize()) }),
    setattr(node, attributes) {
      if (attributes.size !== undefined) safely(FS, () => handle().truncate(attributes.size));
      base.setattr(node, { ...attributes, size: undefined });
    },
  };
}

// A file exists where it has a size, as SQLite takes an empty journal for none.
export function mount(FS, path, handles) {
  const { MEMFS } = FS.filesystems;
  const root = MEMFS.createNode(null, "/", FOLDER, 0);
  const base = root.node_ops;

  function add(parent, name, mode, device) {
    const node = base.mknod(parent, name, mode, device);
    if (!NAMES.includes(name)) return node;
    const handle = () => handles.get(name);
    node.stream_ops = streamOps(FS, handle, node.stream_ops);
    node.node_ops = nodeOps(FS, handle, node.node_ops);
    return node;
  }

  root.node_ops = {
    ...base,
    mknod(parent, name, mode, device) {
      if (NAMES.includes(name)) safely(FS, () => handles.get(name).truncate(0));
      return add(parent, name, mode, device);
    },
    unlink(parent, name) {
      const handle = NAMES.includes(name) && handles.get(name);
      if (handle) safely(FS, () => { handle.truncate(0); flush(handle); });
      return base.unlink(parent, name);
    },
  };
  FS.mkdir(path);
  FS.mount({ mount: (mounted) => Object.assign(root, { mount: mounted }) }, {}, path);
  for (const name of NAMES) if (handles.get(name).getSize() > 0) add(FS.lookupPath(path).node, name, 0o100600, 0);
}

// This SQLite commits by fdatasync, which Emscripten answers without doing it; here it is done. To be called before Python is loaded;
// `files` gives the file system once there is one, `failed` is told why there is none,
// `instantiated` gets the instance before Python starts in it.
export function hookSync(files, failed, instantiated) {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (source, imports) => {
    imports.env.__syscall_fdatasync = (number) => {
      const stream = files()?.getStream(number);
      try { stream?.stream_ops.fsync?.(stream); } catch (error) { return -(error.errno ?? FAILED); }
      return 0;
    };
    const started = instantiate(source, imports).then((found) => {
      // Where memory cannot grow, Pyodide says so by itself.
      try { instantiated(found.instance); } catch { /* It does. */ }
      return found;
    });
    started.catch(failed);
    return started;
  };
}
