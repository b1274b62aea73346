// Where no server is, a page to print is set here: by Typst, in a worker, loaded once that is wanted.

import { all, one } from "./app.js";

const form = one("#print");
const place = one("#press");
const { worker: program, list: listed, name } = place.dataset;
let worker = null;
let address = "";

function show(which, told = {}) {
  for (const part of all("[data-press]", place)) part.hidden = part.dataset.press !== which;
  for (const part of all("[data-said]", place)) {
    part.textContent = Object.entries(told)
      .reduce((said, [key, bytes]) => said.replace(`{${key}}`, (bytes / 1e6).toFixed(1)), part.dataset.said);
  }
}

// The bytes of all that is loaded, and of what is missing.
async function sizes() {
  const list = await (await fetch(listed)).json();
  const sums = { whole: 0, missing: 0 };
  for (const [file, { size }] of Object.entries(list)) {
    sums.whole += size;
    if (!await caches.match(new URL(file, new URL(listed, location)).href)) sums.missing += size;
  }
  return sums;
}

function end() {
  worker?.terminate();
  worker = null;
}

function offer(pdf) {
  URL.revokeObjectURL(address);
  const file = new File([pdf], `${name}.pdf`, { type: "application/pdf" });
  address = URL.createObjectURL(file);
  show("done");
  one("a[target]", place).href = address;
  const share = one("[data-share-pdf]", place);
  share.hidden = !navigator.canShare?.({ files: [file] });
  share.onclick = () => navigator.share({ files: [file] }).catch(() => null);
}

async function set(asked, whole) {
  end();
  try {
    const answer = await fetch(asked);
    const job = await answer.json();
    worker = new Worker(program, { type: "module" });
    worker.onmessage = ({ data: { loaded, pdf, failed } }) => {
      if (loaded !== undefined) show("far", { loaded, whole });
      else if (pdf || failed) { end(); if (pdf) offer(pdf); else show("failed"); } else show("setting");
    };
    worker.onerror = () => { end(); show("failed"); };
    worker.postMessage(job);
  } catch { show("failed"); }
}

async function begin(asked) {
  try {
    const { whole, missing } = await sizes();
    if (!missing) { set(asked, whole); return; }
    show("ask", { size: missing });
    one("[data-press=ask] button", place).onclick = () => set(asked, whole);
  } catch { show("failed"); }
}

// The page waits for no server.
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  begin(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`);
}, true);
for (const button of all("[data-job]", place)) button.onclick = () => begin(button.dataset.job);
