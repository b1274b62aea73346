// Entries made while the server cannot be reached: kept on this phone, sent in their order when it is back, shown when they no longer fit.
// Nothing is judged here. An entry is written down before it is sent and leaves the list only when the server has answered for it.
"use strict";

(() => {

const {
  cardsIn, cardsOf, choose, empty, fill, handOf, isShut, mark, newKey, nameOf, partly, refill, signOf, tell, withoutJudge,
} = alone;

const KEPT = "queue";
const MADE = "made";
const MOST_MADE = 200;
const TRIES = /^(408|429|502|503|504|507)$/;
const REST = 4000;
const ANSWER_WITHIN = 10000;
const NOTE = 8000;
let memory = null;
let said = "";
let fading = 0;
let opens = false;
let sending = "";
let lastSent = null;
let running = false;
let onceMore = false;
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
const listed = () => kept().filter((entry) => entry.state !== "flying");

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

// Sending: in their order, table by table, one after the other; what is refused stops its table.
// Where another phone was quicker for a player, only that player's entries wait until somebody says which is right.

function nextOf(table) {
  const asked = new Set();
  for (const entry of at(table)) {
    if (entry.state === "stopped") return null;
    if (entry.state === "asked") asked.add(entry.seat);
    else if (!asked.has(entry.seat)) return entry;
  }
  return null;
}

async function flush() {
  if (running) { onceMore = true; return; }
  running = true;
  onceMore = false;
  const before = window.waiting();
  try {
    for (const table of new Set(kept().map((entry) => entry.table))) while (await sendFirst(table));
  } finally { running = false; sending = ""; show(); }
  if (window.waiting() < before) renew();
  if (onceMore) flush();
}

async function sendFirst(table) {
  const first = nextOf(table);
  if (!first) return false;
  sending = first.key;
  show();
  const body = new URLSearchParams(first.body);
  for (const [name, value] of [["seen", first.seen], ["key", first.key], ["queued", "1"]]) body.set(name, value);
  body.set("made", madeAt(table).join(" "));
  if (first.replaces) body.set("replaces", first.replaces);
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
  if (answer.status === 204 && revision) {
    remember(entry.table, answer.headers.get("X-Made"));
    arrived(entry, revision);
    return true;
  }
  if (TRIES.test(answer.status) || answer.ok) { setTimeout(flush, REST); return false; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  refusals.set(entry.key, page);
  opens = true;
  const asks = Boolean(one("#conflict", page));
  if (asks) change(entry.key, { state: "asked", replaces: undefined }); else stop(entry, answer.status, page);
  return asks;
}

// The events that this phone's entries are, so that none of them is taken for what another phone entered.
function made() {
  try { return JSON.parse(localStorage.getItem(MADE)) ?? []; } catch { return []; }
}
const madeAt = (table) => made().filter(([of]) => of === table).map(([, seq]) => seq);
function remember(table, events) {
  const news = (events ?? "").split(" ").filter(Boolean).map((seq) => [table, seq]);
  try { localStorage.setItem(MADE, JSON.stringify([...made(), ...news].slice(-MOST_MADE))); } catch { /* No room: it is asked. */ }
}

// Those behind it were decided knowing of it, so they have seen the revision that it made.
function arrived(entry, revision) {
  refusals.delete(entry.key);
  keep(kept().filter(({ key }) => key !== entry.key).map((other) => behind(other, entry) ? { ...other, seen: revision } : other));
  const seen = one("#entry input[name=seen]");
  if (seen && seen.value === entry.seen && entry.table === here()) seen.value = revision;
  lastSent = entry;
  say("sent", entry);
}
const behind = (other, entry) => other.table === entry.table && other.seen === entry.seen;

function stop(entry, status, page) {
  const told = one("#refusal-title", page) ?? one("#news p span", page) ?? one("#verdict .verdict-empty", page);
  const why = status === 403 || status === 404 ? tell("gone") : told?.textContent.trim() || tell(status === 409 ? "stale" : "refused");
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

// Which of two entries for the same player is right: the other is dropped, or this one takes its place.
function decide(entry, replaces) {
  close();
  if (replaces) change(entry.key, { state: "waiting", replaces });
  else { remove(entry.key); renew(); }
  flush();
}

// Its page as the server answered it: cards, refusal and ways out. Recording there sends it in its old place.
function open(key) {
  const page = refusals.get(key) && one("#page", refusals.get(key))?.cloneNode(true);
  if (!page) { location.assign(here()); return; }
  one("#page").replaceWith(page);
  htmx.process(page);
  editing = { key, form: one("#entry input[name=key]", page)?.value };
  close();
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
  if (editing?.key !== entry.key && entry.table === here() && entry.state === "waiting") { close(); refill(entry); }
  show();
  if (editing?.key === entry.key) renew();
  else if (offline()) withoutJudge();
  flush();
}

// What is shown: the light says how many are saved and opens the list; what was refused opens it by itself. Nothing on the page moves.

function make(tag, className, ...inside) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...inside);
  return made;
}

function way(code, act, className = "button button-small") {
  const made = make("button", className, make("span", "", tell(code)));
  made.type = "button";
  made.addEventListener("click", () => act(made));
  return made;
}

function sure(made, act) {
  if (made.dataset.sure) { act(); return; }
  made.dataset.sure = "1";
  made.replaceChildren(tell("sure"));
}

function show() {
  mark(at(here()).filter((entry) => entry.key !== editing?.key));
  undoTakesBack();
  showLight();
  opener();
  sayNote();
  fillSheet();
}

window.savedHere = () => {
  const list = listed();
  const halted = list.filter((entry) => /stopped|asked/.test(entry.state)).length;
  if (halted) return tell("halted", { n: halted });
  if (!list.length) return "";
  const light = offline() && one("#live")?.dataset.saved;
  return light ? light.replace("{n}", list.length) : tell("waiting", { n: list.length });
};

// The light of a table's page is a button as long as something is saved; a page without one has a row of its own.
function opener() {
  const said = window.savedHere();
  const live = one("#live");
  if (live) asButton(live, said !== "");
  shorten(live && said);
  const row = one("#saved-row");
  if (live || !said || !one("#main:not(.tv *)")) { row?.remove(); return; }
  const made = make("button", "saved-row", said);
  Object.assign(made, { id: "saved-row", type: "button" });
  if (row) row.replaceWith(made); else one("main").prepend(made);
}

function asButton(live, yes) {
  if (live.matches("button") === yes) return;
  const other = document.createElement(yes ? "button" : "span");
  for (const { name, value } of live.attributes) if (name !== "type") other.setAttribute(name, value);
  if (yes) other.type = "button";
  other.append(...live.childNodes);
  live.replaceWith(other);
}

// The round makes room for it on a phone: 4/7.
function shorten(yes) {
  const where = one(".bar .where");
  if (!where) return;
  const marks = all(".ruler i").length;
  where.dataset.whole ??= where.textContent;
  const short = yes && matchMedia("(max-width: 37.49rem)").matches;
  where.hidden = Boolean(short && !marks);
  where.textContent = short ? `${Math.min(all(".ruler .is-done").length + 1, marks)}/${marks}` : where.dataset.whole;
}

function sayNote() {
  const old = one("#queue-note");
  if (old?.textContent === said) return;
  if (!said) { old?.remove(); return; }
  const note = Object.assign(make("p", "queue-note", said), { id: "queue-note" });
  note.setAttribute("role", "status");
  if (old) old.replaceWith(note); else document.body.append(note);
}

// The list rises from the foot of the screen; a question which of two entries is right goes before it.

const sheet = Object.assign(make("dialog", "queue"), { id: "queue" });
sheet.setAttribute("aria-labelledby", "queue-title");
let drawn = "";

function close() { if (sheet.open) sheet.close(); }

function fillSheet() {
  const list = listed();
  if (!list.length) { close(); sheet.remove(); drawn = ""; opens = false; return; }
  const looks = JSON.stringify([list.map(({ key, state, why, name }) => [key, state, why, name]), offline(), here()]);
  if (looks !== drawn || !sheet.isConnected) {
    drawn = looks;
    if (!sheet.isConnected) document.body.append(sheet);
    const asked = list.find((entry) => entry.state === "asked" && entry.table === here() && refusals.has(entry.key));
    sheet.classList.toggle("is-stopped", Boolean(asked));
    sheet.replaceChildren(...(asked ? question(asked) : lines(list)));
    if (asked && sheet.open) one("h2", sheet).focus();
  }
  if (!opens || sheet.open) return;
  opens = false;
  sheet.showModal();
}

function lines(list) {
  const title = Object.assign(make("h2", "", tell("title")), { id: "queue-title" });
  const tries = way("try", async (made) => {
    made.replaceChildren(tell("trying"));
    await ask();
    await flush();
    made.replaceChildren(tell(offline() ? "still" : "try"));
  }, "button");
  const goBack = way(here() ? "to_game" : "close", close, "button button-go");
  const foot = make("div", "queue-foot", ...(offline() ? [tries] : []), goBack);
  const rest = offline() ? [make("p", "small", tell("until"))] : [];
  return [title, make("p", "small", tell("order")), make("ol", "", ...list.map(item)), ...rest, foot];
}

function item(entry, place) {
  const stopped = /stopped|asked/.test(entry.state);
  const title = make("b", "", stopped ? tell("stopped", entry) : entry.name);
  const text = make("span", "queue-what", title, ...handOf(entry.cards));
  if (stopped && entry.why) text.append(make("small", "", entry.why));
  const ways = make("span", "queue-ways", ...waysOf(entry, stopped));
  return make("li", stopped ? "is-stopped" : "", make("span", "queue-place", place + 1), text, ways);
}

function waysOf(entry, stopped) {
  if (entry.table !== here()) return [Object.assign(make("a", "button button-small", tell("elsewhere")), { href: entry.table })];
  const drop = () => takeBack(entry);
  if (!stopped) return [way("back", drop)];
  return [way("again", () => again(entry)), way("fix", () => open(entry.key)), way("drop", (made) => sure(made, drop))];
}

function question(entry) {
  const part = document.importNode(one("#conflict", refusals.get(entry.key)), true);
  one("h2", part).id = "queue-title";
  one("h2", part).tabIndex = -1;
  if (lastSent?.table === entry.table) one(".conflict-sent", part).append(tell("sent", lastSent));
  one("[data-keep]", part).addEventListener("click", () => decide(entry));
  one("[data-use]", part).addEventListener("click", () => decide(entry, part.dataset.of));
  return [part];
}

const newestHere = () => at(here()).filter((entry) => entry.state !== "asked").at(-1);

// Undo takes back the newest entry, and that is the one that waits; where nothing was recorded yet it has to be made.
function undoTakesBack() {
  const newest = newestHere();
  if (!newest) { one("#actions .undo.is-made")?.remove(); return; }
  one("#actions .is-redo")?.remove();
  if (!one("#actions .button-undo") && one("#actions .button-go")) one("#actions").prepend(madeUndo());
  const detail = one("#actions .button-undo small");
  if (detail) detail.textContent = newest.name;
}

function madeUndo() {
  const button = make("button", "button button-undo", ...signOf("undo"), make("span", "", tell("back"), make("small", "")));
  return make("form", "undo is-made", button);
}

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
  if (link.dataset.seat && one("#pad") && one("#turn") && !one("#entry[data-own]")) { choose(link.dataset.seat); withoutJudge(); } else say("stays");
}, true);

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("button#live, #saved-row")) { opens = true; fillSheet(); } else if (target === sheet) close();
});

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
  for (const made of all("head script:not([defer]), video, #queue, #queue-note", copy)) made.remove();
  const cache = await caches.open("tables");
  await cache.put(here(), new Response("<!doctype html>" + copy.outerHTML, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
}
document.addEventListener("htmx:after:swap", () => { keepPage().catch(() => {}); });

// The page that stands for others leads to the games that this phone knows, and says what of them is saved here.
async function listTables() {
  const list = one("#known-games");
  if (!list || !window.caches) return;
  const cache = await caches.open("tables");
  for (const { url } of await cache.keys()) {
    const found = new DOMParser().parseFromString(await (await cache.match(url)).text(), "text/html");
    const says = (place) => one(place, found)?.textContent ?? "";
    const path = new URL(url).pathname;
    const n = at(path).length;
    const link = Object.assign(make("a", "", make("b", "", says("h1")), make("span", "at-right", says(".bar .where"))), { href: path });
    if (n) link.append(make("span", "known-saved", ...signOf("saved"), tell("waiting", { n })));
    list.append(make("li", "", link));
  }
  one("#known").hidden = !list.children.length;
}

// What was under way when a page closed waits, and is sent again under its own key.
async function begin() {
  alone.freshKeys();
  opens = kept().some((entry) => entry.state === "stopped");
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
