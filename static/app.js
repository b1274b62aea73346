// What the pages do beyond HTMX: keys with two copies, taking back a suit, taps that wait for an answer. The rest comes once the page stands.
// Everything works without this file; nothing here judges or scores. It imports nothing, so that the first load is one script.

const root = document.documentElement;
root.classList.add("js");

export const one = (selector, from = document) => from.querySelector(selector);
export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
export const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));

// How the server can be reached, and what of this phone has still to reach it, in words. live.js and queue.js keep both true.
export const line = { state: "catching", saved: "" };
export const offline = () => line.state === "offline";

// With two packs a tap goes none, one, two, none; with one pack none, one, none; on a number of many copies always one more.
function cycle(first) {
  if (first.closest(".key-many")) { take(first, 1); return; }
  const second = one(".key-second", first.closest(".key"));
  if (!second) return;
  const wasTwice = second.checked;
  if (first.checked) return;
  first.checked = !wasTwice;
  second.checked = !wasTwice;
}

function take(within, step) {
  const key = within.closest(".key-many");
  const [first, ...more] = all("input", key);
  if (step > 0 && !first.checked) { first.checked = true; const next = more.find((box) => !box.checked); if (next) next.checked = true; }
  if (step < 0) (more.findLast((box) => box.checked) ?? first).checked = false;
  showTimes(key);
  if (step < 0) changed(one(".key-times", key));
}

function showTimes(key) {
  const times = all("input:checked", key).length;
  one(".key-times", key).textContent = times > 1 ? "×" + times : "";
}

// The key with which a suit ends takes back the last card of it that was tapped.
export const tapped = new WeakMap();
let taps = 0;
document.addEventListener("change", (event) => { tapped.set(event.target, ++taps); }, true);
function takeBack(button) {
  const taken = all("input:checked", button.closest(".suit"));
  const when = (input) => tapped.get(input) ?? 0;
  const last = taken.reduce((one, other) => when(other) >= when(one) ? other : one, taken[0]);
  if (!last) return;
  (one(".key-second:checked", last.closest(".key")) ?? last).checked = false;
  changed(button.closest(".suit"));
}

// What is typed is judged like what is tapped, once the fingers rest; and nothing typed is recorded whose verdict was not on the page yet.
let edits = 0;
let judged = 0;
let asked = 0;
let resting = 0;
const ofEntry = (input) => input.form?.id === "entry" && !input.closest("#refusal");
function edited(event) {
  if (!ofEntry(event.target) || !one("#preview") || !event.target.matches(".text:not(#typed)")) return;
  edits += 1;
  if (event.type !== "input") return;
  clearTimeout(resting);
  resting = setTimeout(changed, 300, event.target);
}
document.addEventListener("input", edited, true);
document.addEventListener("change", edited, true);
document.addEventListener("change", (event) => {
  if (ofEntry(event.target) && !one("#refusal .dispute-link")) one("#refusal")?.replaceChildren();
});
document.addEventListener("htmx:before:request", (event) => { if (event.detail.ctx.sourceElement?.id === "preview") asked = edits; });
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement?.id !== "preview" || /Abort/.test(ctx.status)) return;
  judged = asked;
  if (one("#actions .button-go:not(.is-open)") && !one("#refusal .dispute-link")) one("#refusal")?.replaceChildren();
});
window.addEventListener("submit", (event) => {
  const records = event.target.id === "entry" && (event.submitter?.matches("#actions .button-go:not([name])") ?? true);
  if (!records || !one("#preview") || offline() || edits === judged) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!questions.size) changed(event.target);
}, true);

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, summary, a") ?? event.target;
  if (target.matches?.(".suit-back")) takeBack(target);
  else if (target.matches?.(".key-less")) take(target, -1);
});

document.addEventListener("change", (event) => {
  if (event.target.matches(".key-first")) cycle(event.target);
}, true);

// What one page asks for the others have, too: layers keep their order, whenever a style comes.
function addStyles(href, media = "") {
  if (!href || one(`link[href="${href}"]`, document.head)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, media }));
}

// Styles of wider rooms come once there is room for them, and from then on with every page.
const wide = matchMedia("(min-width: 37.5rem)");
function widen() {
  if (!wide.matches || !document.body.dataset.wide) return;
  addStyles(document.body.dataset.wide, wide.media);
  document.cookie = `room=wide; path=${document.body.dataset.home}; max-age=31536000; samesite=lax`;
}
widen();
wide.addEventListener("change", widen);

// What a reader has opened stays open when the page below it changes.
htmx.registerExtension("keep-open", {
  htmx_before_morph_attr: (element, { attrName, newValue }) => !(attrName === "open" && newValue === null && element.matches("details")),
});

// A form is under way once it has left: one entry however often its button is tapped. Whoever keeps
// a submit back, or a request, leaves nothing waiting.
export let busy = false;
let sent = null;
export const questions = new Set();
function depart(button, ctx = null) {
  busy = true;
  const label = button?.dataset.busy ? one("span", button) : null;
  sent = { ctx, label, said: [...label?.childNodes ?? []], waits: button?.dataset.busy };
  // The button keeps its width while it waits.
  label?.replaceChildren(sent.waits);
}
function arrive() {
  busy = false;
  if (sent?.label?.textContent === sent?.waits) sent?.label?.replaceChildren(...sent.said);
  sent = null;
}
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  questions.add(ctx);
  if (ctx.sourceEvent?.type === "submit") depart(ctx.sourceEvent.submitter, ctx);
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  questions.delete(ctx);
  if (sent?.ctx === ctx) arrive();
  setTimeout(tapEarly);
});
// What htmx sends by itself it has prevented until here.
window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) depart(event.submitter);
});
// A page that comes back as it was left waits for nothing.
window.addEventListener("pageshow", (event) => { if (event.persisted) arrive(); });
// What has changed since the page was drawn is read aloud.
document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.request.headers.Shown = one("#entry input[name=seen]")?.value || one("#page").dataset.revision;
});

// Taps on keys that answer by themselves, and on the button that records, wait while an answer is under way, so that fast thumbs lose nothing;
// a second tap on the same key is a slip.
const early = [];
let underway = null;
document.addEventListener("click", (event) => {
  const key = event.target.closest("button[name=put], .pad-tap button.key:not(.is-closed), #actions .button-go:not([name])");
  if (!key) return;
  if (!busy) { underway = key.value; return; }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key.name === "put" || key.value !== underway) early.push([key.name, key.value]);
}, true);
function tapEarly() {
  if (busy || !early.length) return;
  const [name, value] = early.shift();
  one(name ? `button[name="${name}"][value="${value}"]` : "#actions .button-go:not([name])")?.click();
}

// Where what had the focus is gone, it goes to the refusal, else to the first thing to enter, else to the page itself.
const FIRST = "#pad input, #entry :is(input:not([type=hidden]), select, button:not(.unseen)), .taps button";
let refused = null;
document.addEventListener("htmx:after:swap", () => {
  const title = one("#refusal-title");
  const news = title && title !== refused;
  refused = title;
  if (!news && document.activeElement !== document.body) return;
  const place = title ?? one(FIRST) ?? one("#main");
  if (place.id === "main") place.tabIndex = -1;
  place.focus({ preventScroll: true });
});

// The address is that of what is shown, so that loading it anew shows the same.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const { raw, headers } = ctx.response ?? {};
  if (!raw || ctx.target?.id !== "page") return;
  const asked = ctx.request.method === "GET" ? ctx.request.action : null;
  const where = raw.redirected ? raw.url : headers.get("Content-Location") ?? asked;
  if (!where) return;
  const url = new URL(where, location);
  // What this page had seen is told once.
  url.searchParams.delete("since");
  history.replaceState(history.state, "", url);
});

// What was entered and not sent is there again after a reload and after Back; of an entry it is
// everything, on the table as it was then, of other forms what was changed.
const PLACES = "input:not([type=hidden], [type=file]), select, textarea, #players, #rows input[type=hidden], .person-line input[type=hidden]";
const chooses = (input) => /^(checkbox|radio)$/.test(input.type);
export const cameBack = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
const keptAs = () => `entered ${location.pathname}${location.search}`;
function placesByName() {
  const times = {};
  return new Map(all(PLACES).filter((input) => input.form && (input.name || input.id)).map((input) => {
    const { seen, kind, seat } = input.form.elements;
    const form = [input.form.getAttribute("id") ?? input.form.getAttribute("action"), seen?.value, kind?.value, seat?.value];
    const name = [...form, input.name || input.id, chooses(input) && input.value].join(" ");
    times[name] = (times[name] ?? 0) + 1;
    return [`${name} ${times[name]}`, input];
  }));
}
function isEntered(input) {
  if (input.type === "hidden" || input.form.elements.seen) return true;
  if (input.options) return [...input.options].some((option) => option.selected !== option.defaultSelected);
  return chooses(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
}
function keepEntered() {
  const entered = [...placesByName()].filter(([, input]) => isEntered(input));
  const kept = entered.map(([name, input]) => [name, chooses(input) ? input.checked : input.value]);
  try { sessionStorage.setItem(keptAs(), JSON.stringify(kept)); } catch { /* No room: it is lost as ever. */ }
}
function bringBack() {
  if (!cameBack) return;
  const places = placesByName();
  const forms = new Set();
  for (const [name, value] of JSON.parse(sessionStorage.getItem(keptAs()) ?? "[]")) {
    const input = places.get(name);
    const part = input && chooses(input) ? "checked" : "value";
    if (!input || input[part] === value) continue;
    input[part] = value;
    forms.add(input.form);
  }
  all(".key-many").forEach(showTimes);
  window.addEventListener("load", () => forms.forEach(changed));
}
window.addEventListener("pagehide", keepEntered);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepEntered(); });
bringBack();

// A pad needs few styles; those of the other pages come once it stands, before one of them is swapped in. So does what works without the server.
function completeScripts() {
  for (const src of document.body.dataset.later.split(" ")) document.body.append(Object.assign(document.createElement("script"), { type: "module", src, async: false }));
}
window.addEventListener("load", () => { addStyles(document.body.dataset.read); completeScripts(); });
