// What a phone made for its next start: a snapshot of Python's memory. A start does without it where it is not whole.

import { readFile, removeFiles, writeFile } from "./storage.js";

const SNAPSHOT = "snapshot-";
const ABOUT = "snapshot";
const TRIES = "tries";
const MOST = 2;
const NEVER = 9;
const ROOM = 200e6;
const [SUM, SHAPE] = ["Referee-Sum", "Referee-Shape"];

// Enough to notice what was not written to its end. It copies nothing, as the browser's own hashes do.
function sumOf(bytes) {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let sum = bytes.length;
  for (let at = 0; at < words.length; at += 1) sum = (Math.imul(sum, 31) + words[at]) | 0;
  for (let at = words.length * 4; at < bytes.length; at += 1) sum = (Math.imul(sum, 31) + bytes[at]) | 0;
  return String(sum);
}

export class Made {
  // The cache of this version, which goes when a newer one comes.
  constructor(home, { path, version }) {
    this.home = `${home}made/`;
    this.snapshot = SNAPSHOT + version;
    this.cache = caches.open(`referee ${path} ${version}`);
  }

  address(name) { return this.home + name; }

  async match(name) { return (await this.cache).match(this.address(name)); }

  async put(name, body, headers = {}) { await (await this.cache).put(this.address(name), new Response(body, { headers })); }

  async drop(...names) {
    for (const name of names) await (await this.cache).delete(this.address(name)).catch(() => null);
  }

  // A snapshot with which a tab ended before it could answer is given up after a second try.
  async tries() { return Number(await (await this.match(TRIES))?.text() ?? 0); }

  async setTries(number) { await this.put(TRIES, String(number)).catch(() => null); }

  maySnap(tries) { return tries < MOST; }

  async findSnapshot(tries) {
    if (!this.maySnap(tries)) return null;
    try {
      const about = (await this.match(ABOUT))?.headers;
      if (!about) return null;
      await this.setTries(tries + 1);
      const bytes = await readFile(this.snapshot);
      if (sumOf(bytes) === about.get(SUM)) return { bytes, shape: about.get(SHAPE) };
      await this.drop(ABOUT);
    } catch { /* It is made again. */ }
    return null;
  }

  async keepSnapshot({ bytes, shape }) {
    await removeFiles(SNAPSHOT);
    await writeFile(this.snapshot, bytes);
    await this.put(ABOUT, "", { [SUM]: sumOf(bytes), [SHAPE]: shape });
  }

  async worked() { if (await this.tries() < MOST) await this.setTries(0); }

  async forbid() {
    await this.setTries(NEVER);
    await this.drop(ABOUT);
    await removeFiles(SNAPSHOT).catch(() => null);
  }

  // The games go first: nothing is kept where space is short, and no snapshot of an older version.
  async hasRoom() {
    await removeFiles(SNAPSHOT, this.snapshot);
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return quota - usage > ROOM;
  }
}

// Files that came as one: a line with their names and sizes, then their bytes.
export function putFiles(FS, folder, bytes) {
  const begins = bytes.indexOf(10) + 1;
  let at = begins;
  let parent = "";
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, begins)))) {
    const path = `${folder}/${name}`;
    const within = path.slice(0, path.lastIndexOf("/"));
    if (within !== parent) FS.mkdirTree(within);
    parent = within;
    FS.writeFile(path, bytes.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
