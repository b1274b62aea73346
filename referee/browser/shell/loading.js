// What is loaded once, and what can be read meanwhile. Bytes that have come are not loaded again.

const GROUPS = { pages: /^(static|shell)\/|^index\.html$|^manifest\./, rules: /^python\/referee/, engine: /./ };
const AT_ONCE = 4;
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const rounded = (bytes) => (bytes < 1e6 ? megabytes(bytes) : String(Math.round(bytes / 1e6)));
const groupOf = (name) => Object.keys(GROUPS).find((group) => GROUPS[group].test(name));
const get = async (address) => (await fetch(address)).json();

async function hashOf(blob) {
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Fetches a file from where it was broken off; a TypeError is a line that broke, anything else another version.
async function fetchRest(file, grew) {
  const { address, come } = file;
  const from = come.reduce((sum, part) => sum + part.length, 0);
  const asked = from ? { cache: "no-store", headers: { Range: `bytes=${from}-` } } : { cache: "no-cache" };
  const answer = await fetch(address, asked);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  if (answer.status !== 206) come.length = 0;
  grew();
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    come.push(value);
    grew();
  }
}

async function download(cache, file, grew) {
  const before = file.come.length;
  await fetchRest(file, grew);
  const whole = new Blob(file.come);
  if (whole.size < file.size) throw new TypeError("broken off");
  if (await hashOf(whole) !== file.hash) {
    file.come.length = 0;
    if (before) return download(cache, file, grew);
    throw new Error(`${file.name} is of another version`);
  }
  await cache.put(file.address, new Response(whole));
  file.come.length = 0;
  file.kept = true;
  grew();
  return file;
}

const loadedOf = (files) => files.reduce((sum, { kept, size, come }) => {
  const part = kept ? size : come.reduce((all, { length }) => all + length, 0);
  return sum + Math.min(part, size);
}, 0);
const sizeOf = (files) => files.reduce((sum, { size }) => sum + size, 0);

// Several at once, as most files are small. The first that fails ends all.
async function downloadAll(cache, files, grew) {
  const left = files.filter(({ kept }) => !kept);
  let failed = null;
  async function next() {
    while (left.length && !failed) {
      const file = left.shift();
      try { await download(cache, file, grew); } catch (error) { failed ??= error; }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  if (failed) throw failed;
}

async function listed(home) {
  const { version, path, files } = await get(new URL("files.json", home));
  const cache = await caches.open(`referee ${path} ${version}`);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const found = Object.entries(files).map(([name, { size, hash }]) => {
    const address = new URL(name, home).href;
    return { name, size, hash, address, group: groupOf(name), come: [], kept: kept.has(address) };
  });
  // What is read meanwhile needs the pages' styles: they come first, what is largest last.
  const order = Object.keys(GROUPS);
  return [cache, found.sort((one, other) => order.indexOf(one.group) - order.indexOf(other.group) || one.size - other.size)];
}

// Blank sheets in one language, once nothing else is to be loaded: they then open offline.
export async function keepSheets(home, lang, signal) {
  if (navigator.connection?.saveData) return;
  const { path, beside } = await get(new URL("files.json", home));
  const cache = await caches.open(`referee ${path} sheets ${beside.sheets}`);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const names = (await get(new URL("sheets/idle.json", home)))[lang] ?? [];
  for (const address of names.map((name) => new URL(name, home).href)) {
    if (!kept.has(address)) await (await fetch(address, { signal })).arrayBuffer();
  }
}

// The page of the first load. `page` finds and shows its parts, and says their words.
export function firstLoad(home, frame, { one, say, show }) {
  let files = [];
  let reading = false;
  let wanted = "";
  let closed = () => null;

  function tell() {
    const loaded = loadedOf(files);
    const far = say("far", { loaded: megabytes(loaded), whole: megabytes(sizeOf(files)) });
    one("#bar").value = loaded / sizeOf(files);
    document.querySelectorAll("[data-far]").forEach((element) => { element.textContent = far; });
    for (const group of Object.keys(GROUPS)) {
      const own = files.filter((file) => file.group === group);
      const line = one(`[data-group="${group}"]`);
      line.toggleAttribute("data-done", own.every(({ kept }) => kept));
      one("small", line).textContent = say("size", { size: megabytes(sizeOf(own)) });
    }
  }

  // Waits for a tap; where the line broke also until it is back, or until somebody looks again.
  function halt(key, button, told, resumes) {
    one("#halt").hidden = false;
    one("#halt-why").textContent = say(key, told);
    one("#onward").textContent = say(button);
    one("#while span").textContent = say(key, told);
    const stops = new AbortController();
    return new Promise((resolve) => {
      const listen = (target, name) => target.addEventListener(name, resolve, { signal: stops.signal });
      listen(one("#onward"), "click");
      if (!resumes) return;
      listen(window, "online");
      const looked = () => { if (!document.hidden) resolve(); };
      document.addEventListener("visibilitychange", looked, { signal: stops.signal });
    }).finally(() => { stops.abort(); one("#halt").hidden = true; });
  }

  async function loadRest(cache) {
    for (;;) {
      try { await downloadAll(cache, files, tell); return; } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await halt("halted", "onward", { loaded: megabytes(loadedOf(files)) }, true);
      }
    }
  }

  // Whatever leaves the pages to read leads back here, and where it led once the application is there.
  function tapped(event) {
    const link = event.target.closest?.("a");
    if (!link || link.target !== "_top") return;
    event.preventDefault();
    if (link.pathname !== home.pathname) wanted = link.href;
    close();
  }

  function close() {
    if (!reading) return;
    reading = false;
    frame.hidden = true;
    one("#while").hidden = true;
    frame.contentWindow?.location.replace("about:blank");
    if (files.some(({ kept }) => !kept)) show("load");
    closed();
  }

  function read(event) {
    event.preventDefault();
    reading = true;
    history.pushState({ reading }, "");
    frame.contentWindow.location.replace(event.currentTarget.href);
    frame.hidden = false;
    show("while");
  }

  window.addEventListener("popstate", close);
  one("#back").onclick = close;
  document.querySelectorAll("[data-ready]").forEach((link) => { link.onclick = read; });

  return {
    // Loads what is missing; where the browser is to save, only once that is wanted.
    async load() {
      const [cache, found] = await listed(home);
      files = found;
      const missing = files.filter(({ kept }) => !kept);
      if (!missing.length) return;
      tell();
      show("load");
      if (navigator.connection?.saveData) await halt("ask", "load", { whole: rounded(sizeOf(missing)) }, false);
      await loadRest(cache);
    },
    tell,
    isReading: () => reading,
    // The frame has another page to read.
    shown(page) { page.addEventListener("click", tapped); },
    failed: close,
    // Nobody is taken away from what they read; where they wanted to go then.
    async read() {
      if (reading) {
        one("#back").textContent = say("begin");
        document.querySelectorAll("[data-far]").forEach((element) => { element.textContent = say("loaded"); });
        await new Promise((resolve) => { closed = resolve; });
      }
      return wanted;
    },
  };
}
