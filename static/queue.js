// Entries made while the server cannot be reached: kept on this phone, sent in their order when it is back, shown when they no longer fit.
// Nothing is judged here. An entry is written down before it is sent and leaves the list only when the server has answered for it.
"use strict";

(() => {

const { cardsIn, cardsOf, choose, empty, faces, fill, isShut, mark, newKey, nameOf, partly, refill, tell, withoutJudge } = alone;

const KEPT = "queue";
const TRIES = /^(408|429|502|503|504|507)$/;
const REST = 4000;
const ANSWER_WITHIN = 10000;
const NOTE = 8000;
let memory = null;
let said = "";
let fading = 0;
let unfolded = false;
let sending = "";
let running = false;
let editing = null;
let pressed = "";
let button = null;
let gone = false;
const flying = new WeakMap();
const refusals = new Map();

// The list

function kept() {
  if (memory) return memory;
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? []; } catch { return []; }
}

function keep(list) {
  try { localStorage.setItem(KEPT, JSON.stringify(list)); memory = null; } catch { memory = list; say("full"); }
  show();
}

const at = (table) => kept().filter((entry) => entry.table === table && entry.state !== "flying");
const change = (key, news) => keep(kept().map((entry) => entry.key === key ? { ...entry, ...news } : entry));
const remove = (key) => keep(kept().filter((entry) => entry.key !== key));
const { home } = document.body.dataset;
const within = (path) => path.startsWith(home) ? path.slice(home.length) : "";
const here = () => { const table = /^t\/[^/]+/.exec(within(location.pathname)); return table ? home + table[0] : ""; };
const offline = () => line === "offline";
window.waiting = () => at(here()).length;

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
  withoutJudge();
}

function goOn() {
  release();
  note(alone.goOn(at(here()).map((entry) => entry.seat)) || said);
}

function entryOf(table, url, body) {
  const own = { key: body.get("key") || newKey(), seen: body.get("seen"), seat: body.get("seat") ?? "" };
  return { ...own, table, url, body: body.toString(), name: nameOf(body, pressed), cards: cardsIn(body).join(" "), state: "waiting" };
}

// On the way out: written down first, then sent by the page as always; behind others that wait, or without a line, it waits as well

const tableOf = (url) => /^t\/[^/]+\/entry$/.test(within(url)) && url.slice(0, -"/entry".length);

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (tableOf(ctx.request.action)) ctx.request.timeout = ANSWER_WITHIN;
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const table = tableOf(ctx.request.action);
  if (!table) { if (offline() && ctx.sourceElement.id === "preview") { event.preventDefault(); withoutJudge(); } return; }
  const body = new URLSearchParams(ctx.request.body);
  if (body.has("put") || body.has("refresh")) { if (offline()) { event.preventDefault(); fill(body.get("put")); } return; }
  if (editing && body.get("key") === editing.form) { event.preventDefault(); mend(body); return; }
  const entry = entryOf(table, ctx.request.action, body);
  if (!offline() && !at(table).length) {
    flying.set(ctx, entry);
    keep([...kept(), { ...entry, state: "flying" }]);
    return;
  }
  event.preventDefault();
  if (partly(body)) { say("partly"); release(); return; }
  if (ctx.sourceElement.id === "entry" && empty(body)) { say(isShut() ? "own_saved" : "nothing"); release(); return; }
  keep([...kept(), entry]);
  goOn();
  flush();
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!flying.has(ctx)) return;
  if (TRIES.test(ctx.response.status)) { event.preventDefault(); landed(ctx); } else { remove(flying.get(ctx).key); flying.delete(ctx); }
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx) return;
  if (flying.has(ctx)) landed(ctx);
  else if (ctx.sourceElement.id === "preview") { ask(); withoutJudge(); }
  else if (new URLSearchParams(ctx.request.body ?? "").has("put")) { lost(); fill(new URLSearchParams(ctx.request.body).get("put")); }
});

// It may have arrived although no answer came: its key makes sure that it counts once.
function landed(ctx) {
  change(flying.get(ctx).key, { state: "waiting", tried: true });
  flying.delete(ctx);
  lost();
  goOn();
}

// Sending: in their order, table by table, one after the other; what is refused stops its table

async function flush() {
  if (running) return;
  running = true;
  const before = window.waiting();
  try {
    for (const table of new Set(kept().map((entry) => entry.table))) while (await sendFirst(table));
  } finally { running = false; sending = ""; show(); }
  if (window.waiting() < before) renew();
}

async function sendFirst(table) {
  const [first] = at(table);
  if (!first || first.state === "stopped") return false;
  sending = first.key;
  show();
  const body = new URLSearchParams(first.body);
  for (const [name, value] of [["seen", first.seen], ["key", first.key], ["queued", "1"]]) body.set(name, value);
  try {
    const answer = await fetch(first.url, { method: "POST", body, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(ANSWER_WITHIN) });
    return await answered(first, answer);
  } catch {
    change(first.key, { tried: true });
    lost();
    return false;
  } finally { sending = ""; }
}

async function answered(entry, answer) {
  const revision = answer.headers.get("X-Revision");
  if (answer.status === 204 && revision) { arrived(entry, revision); return true; }
  if (TRIES.test(answer.status) || answer.ok) { setTimeout(flush, REST); return false; }
  stop(entry, answer.status, await answer.text());
  return false;
}

// Those behind it were decided knowing of it, so they have seen the revision that it made.
function arrived(entry, revision) {
  refusals.delete(entry.key);
  keep(kept().filter(({ key }) => key !== entry.key).map((other) => behind(other, entry) ? { ...other, seen: revision } : other));
  const seen = one("#entry input[name=seen]");
  if (seen && seen.value === entry.seen && entry.table === here()) seen.value = revision;
  say("sent", entry);
}
const behind = (other, entry) => other.table === entry.table && other.seen === entry.seen;

function stop(entry, status, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const told = one("#refusal-title", page) ?? one("#news p span", page) ?? one("#verdict .verdict-empty", page);
  const why = status === 403 || status === 404 ? tell("gone") : told?.textContent.trim() || tell(status === 409 ? "stale" : "refused");
  refusals.set(entry.key, page);
  unfolded = true;
  change(entry.key, { state: "stopped", why, revision: one("#page", page)?.dataset.revision ?? entry.seen });
  if (editing?.key === entry.key) open(entry.key);
}

// The page as the player left it is not torn away: with cards chosen only what changed is asked for.
function renew() {
  const mended = editing;
  editing = null;
  const form = location.pathname === here() && one("#entry");
  const chosen = form && cardsOf(new URLSearchParams(new FormData(form))).length;
  if (form && (mended || !chosen) && !one("#menu[open]")) htmx.ajax("GET", here(), { target: "#page", swap: "outerHTML" });
  else document.body.dispatchEvent(new CustomEvent("news"));
}

// What the player decides about an entry that waits

function again(entry) {
  const seen = entry.revision ?? entry.seen;
  keep(kept().map((other) => other.key === entry.key ? { ...other, state: "waiting", seen } : behind(other, entry) ? { ...other, seen } : other));
  flush();
}

// Its page as the server answered it: cards, refusal and ways out. Recording there sends it in its old place.
function open(key) {
  const page = refusals.get(key) && one("#page", refusals.get(key))?.cloneNode(true);
  if (!page) { location.assign(here()); return; }
  one("#page").replaceWith(page);
  htmx.process(page);
  editing = { key, form: one("#entry input[name=key]", page)?.value };
  unfolded = false;
  showLight();
  show();
  (one("#refusal-title") ?? one("#pad input:checked"))?.focus({ preventScroll: true });
}

function mend(body) {
  const { key } = editing;
  const entry = kept().find((other) => other.key === key);
  if (!entry) return;
  const seen = body.get("seen");
  const news = { body: body.toString(), seen, state: "waiting", name: nameOf(body, pressed), cards: cardsIn(body).join(" ") };
  keep(kept().map((other) => other.key === key ? { ...other, ...news } : behind(other, entry) ? { ...other, seen } : other));
  if (offline()) { editing = null; goOn(); }
  flush();
}

function takeBack(entry) {
  if (sending === entry.key) return;
  remove(entry.key);
  if (entry.tried) say("maybe");
  if (editing?.key !== entry.key && entry.table === here() && entry.state !== "stopped") refill(entry);
  show();
  if (editing?.key === entry.key) renew();
  else if (offline()) withoutJudge();
  flush();
}

// What is shown: the light says how many wait and opens into the list; what was refused opens it by itself. Nothing on the page moves.

function make(tag, className, ...inside) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...inside);
  return made;
}

function way(code, act) {
  const made = make("button", "button button-small", tell(code));
  made.type = "button";
  made.addEventListener("click", () => act(made));
  return made;
}

function sure(made, act) {
  if (made.dataset.sure) { act(); return; }
  made.dataset.sure = "1";
  made.textContent = tell("sure");
}

function item(entry) {
  const stopped = entry.state === "stopped";
  const text = make("span", "", make("b", "", stopped ? tell("stopped", entry) : entry.name));
  const shown = faces(entry.cards.split(" ").filter(Boolean));
  const cards = entry.name.endsWith(shown) ? "" : shown;
  for (const line of [cards, stopped ? entry.why : ""]) if (line) text.append(make("small", "", line));
  const drop = () => takeBack(entry);
  const ways = entry.table !== here() ? [Object.assign(make("a", "button button-small", tell("elsewhere")), { href: entry.table })] : stopped
    ? [way("again", () => again(entry)), way("change", () => open(entry.key)), way("drop", (made) => sure(made, drop))]
    : [way("back", drop)];
  return make("li", stopped ? "is-stopped" : "", text, ...ways);
}

function show() {
  showLight();
  mark(at(here()).filter((entry) => entry.key !== editing?.key));
  const list = kept().filter((entry) => entry.state !== "flying");
  undoTakesBack();
  const bar = one(".bar, #main:not(.tv *)");
  const old = one("#queue");
  if (!bar || !(list.length || said)) { old?.remove(); return; }
  const box = make("section", "queue", ...told(), ...folded(list));
  box.id = "queue";
  box.classList.toggle("is-stopped", list.some((entry) => entry.state === "stopped"));
  if (old) old.replaceWith(box); else bar.insertBefore(box, bar.matches("main") ? bar.firstChild : one("#menu", bar));
}

const told = () => said ? [Object.assign(make("p", "queue-note", said), { role: "status" })] : [];

function folded(list) {
  if (!list.length) { unfolded = false; return []; }
  const names = make("span", "unseen", `: ${list.map((entry) => entry.name).join(", ")}`);
  const lines = make("details", "", make("summary", "", make("span", "", heading(list)), names), make("ul", "", ...list.map(item)));
  lines.open = unfolded;
  lines.addEventListener("toggle", () => { if (lines.isConnected) unfolded = lines.open; });
  return [lines];
}

function heading(list) {
  const stopped = list.filter((entry) => entry.state === "stopped").length;
  if (stopped) return tell("halted", { n: stopped });
  const n = window.waiting();
  return offline() && n ? one("#live")?.dataset.waiting.replace("{n}", n) : tell("waiting", { n: list.length });
}

function fold() {
  const lines = one("#queue details[open]");
  if (!lines) return;
  const inside = lines.contains(document.activeElement);
  lines.open = false;
  if (inside) one("summary", lines).focus();
}

// Undo takes back the newest entry, and that is the one that waits; where nothing was recorded yet it has to be made.
function undoTakesBack() {
  const newest = at(here()).at(-1);
  const made = one("#actions .undo.is-made");
  if (!newest) { made?.remove(); return; }
  if (!one("#actions .button-undo") && one("#actions .button-go")) one("#actions").prepend(madeUndo());
  const detail = one("#actions .button-undo small");
  if (detail) detail.textContent = newest.name;
}

function madeUndo() {
  const button = make("button", "button button-undo", make("span", "", tell("back"), make("small", "")));
  const sign = one(".icon use")?.closest("svg").cloneNode(true);
  if (sign) {
    sign.setAttribute("class", "icon");
    one("use", sign).setAttribute("href", one("use", sign).getAttribute("href").replace(/#.*/, "#undo"));
    button.prepend(sign);
  }
  return make("form", "undo is-made", button);
}

// While nothing answers, no tap may throw this page away

window.addEventListener("submit", (event) => {
  button = event.submitter;
  pressed = button?.textContent.trim() ?? "";
  if (event.target.matches("[hx-post], [hx-get]")) return;
  const newest = event.target.matches(".undo") && at(here()).at(-1);
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
  if (link.dataset.seat && one("#pad") && one("#turn") && !one("#entry[data-own]")) { choose(link.dataset.seat); withoutJudge(); } else say("stays");
}, true);

document.addEventListener("click", (event) => { if (event.target.isConnected && !event.target.closest("#queue")) fold(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") fold(); });

document.addEventListener("line", () => {
  if (offline()) { gone = true; withoutJudge(); show(); return; }
  if (!gone) return;
  gone = false;
  said = "";
  all(".unjudged").forEach((line) => line.remove());
  show();
  if (window.waiting()) flush(); else renew();
});
document.addEventListener("change", (event) => { if (event.target.name === "slot" && offline()) alone.askWhom(); });
document.addEventListener("htmx:after:swap", () => { if (!offline()) said = ""; show(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
window.addEventListener("online", flush);
window.addEventListener("storage", (event) => { if (event.key === KEPT) show(); });

// The page of a table as it stands, for the worker to show when it is opened again without a line

async function keepPage() {
  if (!window.caches || !one("#entry") || offline() || location.pathname !== here()) return;
  const copy = document.documentElement.cloneNode(true);
  for (const made of all("head script:not([defer]), video, #queue", copy)) made.remove();
  const cache = await caches.open("tables");
  await cache.put(here(), new Response("<!doctype html>" + copy.outerHTML, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
}
document.addEventListener("htmx:after:swap", () => { keepPage().catch(() => {}); });

// The page that stands for others leads to the tables kept on this phone.
async function listTables() {
  const list = one("#kept-tables");
  if (!list || !window.caches) return;
  const cache = await caches.open("tables");
  for (const { url } of await cache.keys()) {
    const found = new DOMParser().parseFromString(await (await cache.match(url)).text(), "text/html");
    const texts = [["b", "h1"], ["span", ".bar .where"]].map(([tag, place]) => make(tag, tag === "b" ? "" : "at-right", one(place, found)?.textContent ?? ""));
    list.append(make("li", "", Object.assign(make("a", "", ...texts), { href: new URL(url).pathname })));
  }
}

// What was under way when a page closed waits, and is sent again under its own key.
async function begin() {
  alone.freshKeys();
  unfolded = kept().some((entry) => entry.state === "stopped");
  const now = kept().map((entry) => ({ ...entry, state: "waiting", tried: entry.tried || entry.state === "flying" }));
  if (now.length) keep(now);
  if (offline()) { gone = true; withoutJudge(); }
  await flush();
  if (offline() && at(here()).some((entry) => entry.seat && entry.seat === one("#entry input[type=hidden][name=seat]")?.value)) goOn();
  keepPage().catch(() => {});
  listTables().catch(() => {});
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register(`${home}sw.js`).catch(() => {});
  (await navigator.serviceWorker.ready).active?.postMessage("fill");
}
begin();

})();
