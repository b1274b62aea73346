// Entries made while the server cannot be reached: kept on this phone, sent in their order when it is back, shown when they no longer fit.
// Nothing is judged here. An entry is written down before it is sent and leaves the list only when the server has answered for it.

import * as entryForm from "./offline_entry.js";
import { all, offline, one } from "./app.js";
import { ask, lost } from "./live.js";
import * as entries from "./queue_rules.js";
import { showNote, showSaved, undoTakesBack } from "./saved.js";
import * as dialog from "./saved_dialog.js";
import { KEPT, savedEntries } from "./saved_entries.js";
import { ANSWER_WITHIN, sender } from "./sending.js";
import { here, home, keepPage, listTables, within } from "./tables.js";
import { tell } from "./words.js";

const NOTE = 8000;
let said = "";
let fading = 0;
let lastSent = null;
let editing = null;
let pressed = "";
let button = null;
let gone = false;
const flying = new WeakMap();
const refusals = new Map();

// The list

const { keep, kept, made, remember } = savedEntries({ full: () => say("full"), changed: show });
const at = (table) => entries.at(kept(), table);
const change = (key, news) => keep(entries.change(kept(), key, news));
const remove = (key) => keep(entries.remove(kept(), key));
export const waiting = () => at(here()).length;

function say(code, parts = {}) {
  note(tell(code, parts), code !== "full");
}

// A note lies over the top bar, so it does not stay.
function note(text, fades = true) {
  clearTimeout(fading);
  said = text;
  if (said && fades) fading = setTimeout(note, NOTE, "");
  show();
}

// The button no longer says that it is recording.
function release() {
  if (button?.dataset.busy) one("span", button).textContent = pressed;
  entryForm.withoutJudge();
}

function goOn() {
  release();
  note(entryForm.goOn(at(here()).map((entry) => entry.seat)) || said);
}

const contentsOf = (body) => ({
  body: body.toString(), name: entryForm.nameOf(body, pressed), cards: entryForm.cardsIn(body).join(" "),
});

function entryOf(table, url, body) {
  const own = { key: body.get("key") || entryForm.newKey(), seen: body.get("seen"), seat: body.get("seat") ?? "" };
  return { ...own, table, url, ...contentsOf(body), state: "waiting" };
}

// On the way out: written down first, then sent by the page as always; behind others that wait, or without a line, it waits as well

const tableOf = (url) => /^t\/[^/]+\/entry$/.test(within(url)) && url.slice(0, -"/entry".length);

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (tableOf(ctx.request.action)) ctx.request.timeout = ANSWER_WITHIN;
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const table = tableOf(ctx.request.action);
  if (!table) { if (offline() && ctx.sourceElement.id === "preview") { event.preventDefault(); entryForm.withoutJudge(); } return; }
  const body = new URLSearchParams(ctx.request.body);
  if (body.has("put") || body.has("refresh")) { if (offline()) { event.preventDefault(); entryForm.fill(body.get("put")); } return; }
  if (editing && body.get("key") === editing.form) { event.preventDefault(); mend(body); return; }
  const entry = entryOf(table, ctx.request.action, body);
  if (!offline() && !at(table).length) {
    flying.set(ctx, entry);
    keep([...kept(), { ...entry, state: "flying" }]);
    return;
  }
  event.preventDefault();
  if (entryForm.partly(body)) { say("partly"); release(); return; }
  if (ctx.sourceElement.id === "entry" && entryForm.empty(body)) { say(entryForm.isShut() ? "own_saved" : "nothing"); release(); return; }
  keep([...kept(), entry]);
  goOn();
  flush();
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!flying.has(ctx)) return;
  if (entries.triesAgain(ctx.response.status)) { event.preventDefault(); landed(ctx); } else { remove(flying.get(ctx).key); flying.delete(ctx); }
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx) return;
  if (flying.has(ctx)) landed(ctx);
  else if (ctx.sourceElement.id === "preview") { ask(); entryForm.withoutJudge(); }
  else if (new URLSearchParams(ctx.request.body ?? "").has("put")) { lost(); entryForm.fill(new URLSearchParams(ctx.request.body).get("put")); }
});

// It may have arrived although no answer came: its key makes sure that it counts once.
function landed(ctx) {
  change(flying.get(ctx).key, { state: "waiting", tried: true });
  flying.delete(ctx);
  lost();
  goOn();
}

// Sending

const { flush, sends } = sender({ keep, kept, made, remember }, { waiting, show, renew, lost, sent, read, halted });

// The open page goes on from the revision that the entry made.
function sent(entry, revision) {
  refusals.delete(entry.key);
  const seen = one("#entry input[name=seen]");
  if (seen && seen.value === entry.seen && entry.table === here()) seen.value = revision;
  lastSent = entry;
  say("sent", entry);
}

function read(entry, status, text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  refusals.set(entry.key, page);
  dialog.open();
  const told = one("#refusal-title", page) ?? one("#news p span", page) ?? one("#verdict .verdict-empty", page);
  const isGone = status === 403 || status === 404;
  return {
    asks: Boolean(one("#conflict", page)),
    why: isGone ? tell("gone") : told?.textContent.trim() || tell(status === 409 ? "stale" : "refused"),
    revision: one("#page", page)?.dataset.revision ?? entry.seen,
  };
}

function halted(entry, asks) {
  if (!asks && editing?.key === entry.key) mendPage(entry.key);
}

// The page as the player left it is not torn away: with cards chosen only what changed is asked for.
function renew() {
  const mended = editing;
  editing = null;
  const form = location.pathname === here() && one("#entry");
  const chosen = form && entryForm.cardsOf(new URLSearchParams(new FormData(form))).length;
  if (form && (mended || !chosen) && !one("#menu[open]")) htmx.ajax("GET", here(), { target: "#page", swap: "outerHTML" });
  else document.body.dispatchEvent(new CustomEvent("news"));
}

// What the player decides about an entry that waits

function again(entry) {
  keep(entries.again(kept(), entry));
  flush();
}

// Which of two entries for the same player is right: the other is dropped, or this one takes its place.
function decide(entry, replaces) {
  dialog.close();
  if (replaces) change(entry.key, { state: "waiting", replaces });
  else { remove(entry.key); renew(); }
  flush();
}

// Its page as the server answered it: cards, refusal and ways out. Recording there sends it in its old place.
function mendPage(key) {
  const page = refusals.get(key) && one("#page", refusals.get(key))?.cloneNode(true);
  if (!page) { location.assign(here()); return; }
  one("#page").replaceWith(page);
  htmx.process(page);
  editing = { key, form: one("#entry input[name=key]", page)?.value };
  dialog.close();
  show();
  (one("#refusal-title") ?? one("#pad input:checked"))?.focus({ preventScroll: true });
}

function mend(body) {
  const { key } = editing;
  const entry = kept().find((other) => other.key === key);
  if (!entry) return;
  keep(entries.mend(kept(), entry, { ...contentsOf(body), seen: body.get("seen") }));
  if (offline()) { editing = null; goOn(); }
  flush();
}

function takeBack(entry) {
  if (sends(entry)) return;
  remove(entry.key);
  if (entry.tried) say("maybe");
  if (editing?.key !== entry.key && entry.table === here() && entry.state === "waiting") { dialog.close(); entryForm.refill(entry); }
  show();
  if (editing?.key === entry.key) renew();
  else if (offline()) entryForm.withoutJudge();
  flush();
}

// What is shown: the light says how many are saved and opens the list; what was refused opens it by itself. Nothing on the page moves.

function show() {
  entryForm.mark(at(here()).filter((entry) => entry.key !== editing?.key));
  undoTakesBack(newestHere());
  showSaved(entries.listed(kept()));
  showNote(said);
  fillDialog();
}

const ways = { again, decide, mend: mendPage, takeBack, retry: async () => { await ask(); await flush(); } };
const fillDialog = () => dialog.fill(entries.listed(kept()), refusals, lastSent, ways);
const newestHere = () => at(here()).filter((entry) => entry.state !== "asked").at(-1);

// While nothing answers, no tap may throw this page away

window.addEventListener("submit", (event) => {
  button = event.submitter;
  pressed = button?.textContent.trim() ?? "";
  if (event.target.matches("[hx-post], [hx-get]")) return;
  const newest = event.target.matches(".undo:not(.is-redo)") && newestHere();
  if (!newest && !(offline() && here())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (newest) takeBack(newest); else say("stays");
}, true);

window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !offline() || !here() || link.getAttribute("href").startsWith("#")) return;
  if (navigator.serviceWorker?.controller && /^(rules|print)(\/|$)/.test(within(new URL(link.href).pathname))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (link.dataset.seat && one("#pad") && one("#turn") && !one("#entry[data-own]")) { entryForm.choose(link.dataset.seat); entryForm.withoutJudge(); } else say("stays");
}, true);

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("button#live, #saved-row")) { dialog.open(); fillDialog(); } else if (dialog.isDialog(target)) dialog.close();
});

document.addEventListener("line", () => {
  if (offline()) { gone = true; entryForm.withoutJudge(); show(); return; }
  if (!gone) return;
  gone = false;
  said = "";
  all(".unjudged").forEach((line) => line.remove());
  show();
  if (waiting()) flush(); else renew();
});
document.addEventListener("change", (event) => { if (event.target.name === "slot" && offline()) entryForm.askWhom(); });
document.addEventListener("htmx:after:swap", () => { if (!offline()) said = ""; show(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
window.addEventListener("online", flush);
window.addEventListener("storage", (event) => { if (event.key === KEPT) show(); });

document.addEventListener("htmx:after:swap", () => { keepPage().catch(() => {}); });

async function begin() {
  entryForm.freshKeys();
  if (kept().some((entry) => entry.state === "stopped")) dialog.open();
  const now = entries.begin(kept());
  if (now.length) keep(now);
  if (offline()) { gone = true; entryForm.withoutJudge(); }
  await flush();
  if (offline() && at(here()).some((entry) => entry.seat && entry.seat === one("#entry input[type=hidden][name=seat]")?.value)) goOn();
  keepPage().catch(() => {});
  listTables((table) => at(table).length).catch(() => {});
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register(`${home}sw.js`).catch(() => {});
  (await navigator.serviceWorker.ready).active?.postMessage("fill");
}
begin();
