// What the pages do beyond HTMX: keys with two copies, taking back a suit, why a key is closed, the live light.
// Everything works without this file; nothing here judges or scores.
"use strict";

const root = document.documentElement;
root.classList.add("js");

const one = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));

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
  const times = all("input:checked", key).length;
  one(".key-times", key).textContent = times > 1 ? "×" + times : "";
  if (step < 0) changed(one(".key-times", key));
}

function takeBack(button) {
  const taken = all("input:checked", button.closest(".suit"));
  taken.forEach((input) => { input.checked = false; });
  if (taken.length) changed(button.closest(".suit"));
}

// Back to the entry under the refusal, with everything chosen still chosen.
function putAway(event) {
  event.preventDefault();
  one("#refusal").replaceChildren();
  one("#pad input:checked, #entry :is(input:checked, input:not([type=hidden]))")?.focus({ preventScroll: true });
}

// What was wrong with an answer is no longer said once another is chosen.
function forgive(field) {
  if (!field) return;
  one(".field-error", field).remove();
  [field, ...all("[aria-invalid]", field)].forEach((said) => { said.removeAttribute("aria-invalid"); said.removeAttribute("aria-describedby"); });
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
  if (ofEntry(event.target) && !one("#refusal .called")) one("#refusal")?.replaceChildren();
});
document.addEventListener("htmx:before:request", (event) => { if (event.detail.ctx.sourceElement?.id === "preview") asked = edits; });
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement?.id !== "preview" || /Abort/.test(ctx.status)) return;
  judged = asked;
  if (one("#actions .button-go:not(.is-open)") && !one("#refusal .called")) one("#refusal")?.replaceChildren();
});
window.addEventListener("submit", (event) => {
  const records = event.target.id === "entry" && (event.submitter?.matches("#actions .button-go:not([name])") ?? true);
  if (!records || !one("#preview") || line === "offline" || edits === judged) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!questions.size) changed(event.target);
}, true);

let touched = 0;
function explainKey(key) {
  const place = one("#verdict:not([hidden])") ?? one("#rows") ?? one("#turn");
  const reason = one(".key-reason", key);
  if (!place || !reason) return;
  all(".key.is-touched").forEach((other) => other.classList.remove("is-touched"));
  key.classList.add("is-touched");
  const line = one("#held") ?? Object.assign(document.createElement("p"), { id: "held", className: "held", role: "status" });
  const said = document.createElement("span");
  said.append(...[...reason.childNodes].map((node) => node.cloneNode(true)));
  line.replaceChildren(said);
  if (key.dataset.href) {
    line.append(Object.assign(document.createElement("a"), { className: "clause", href: key.dataset.href, textContent: key.dataset.clause }));
  }
  place.append(line);
  clearTimeout(touched);
  touched = setTimeout(() => { line.remove(); key.classList.remove("is-touched"); }, 4000);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, summary, a") ?? event.target;
  if (target.matches?.(".suit-back")) takeBack(target);
  else if (target.matches?.(".key-less")) take(target, -1);
  else if (target.matches?.(".key.is-closed")) explainKey(target);
  else if (target.matches?.(".refusal .button-go")) putAway(event);
});

document.addEventListener("change", (event) => {
  if (event.target.matches(".key-first")) cycle(event.target);
  forgive(event.target.closest(".field:has(> .field-error)"));
}, true);

// Styles of wider rooms come once there is room for them, and from then on with every page.
const wide = matchMedia("(min-width: 37.5rem)");
function widen() {
  const href = document.body.dataset.wide;
  if (!wide.matches || !href || one(`link[href="${href}"]`, document.head)) return;
  one("noscript", document.head).after(Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: wide.media }));
  document.cookie = "room=wide; path=/; max-age=31536000; samesite=lax";
}
widen();
wide.addEventListener("change", widen);

// What a reader has opened stays open when the page below it changes.
htmx.registerExtension("keep-open", {
  htmx_before_morph_attr: (element, { attrName, newValue }) => !(attrName === "open" && newValue === null && element.matches("details")),
});

// The live light says what is true: live while the stream speaks, catching up while it does not but the server answers, offline when nothing does.
const SILENCE = 25000;
const PATIENCE = 5000;
let line = "catching";
let silent = 0;
function light(state) {
  const before = line;
  line = state;
  showLight();
  if (state !== before) document.dispatchEvent(new CustomEvent("line"));
}
function showLight() {
  const live = one("#live");
  if (!live) return;
  const kept = line === "offline" ? window.waiting?.() ?? 0 : 0;
  const said = kept ? live.dataset.waiting.replace("{n}", kept) : live.dataset[line];
  live.className = "live is-" + line;
  if (one("span", live).textContent !== said) one("span", live).textContent = said;
}
document.addEventListener("htmx:after:swap", showLight);

let source = null;
function listen() {
  const url = document.body.dataset.live;
  showLight();
  if (!url || source) return;
  source = new EventSource(url);
  source.addEventListener("rev", (event) => { heard(); newest = Number(event.data); tellNews(); });
  source.addEventListener("beat", heard);
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) { source = null; setTimeout(listen, 5000); }
    ask();
  };
}

function heard() {
  light("live");
  clearTimeout(silent);
  silent = setTimeout(resync, SILENCE);
}

// Where the stream does not get through, the page asks for the newest revision now and then.
let asking = false;
async function ask() {
  const url = document.body.dataset.live;
  if (asking || !url) return;
  asking = true;
  try {
    const answer = await fetch(url.replace(/live$/, "rev"), { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status > 500) throw answer.status;
    light(source?.readyState === EventSource.OPEN ? "live" : "catching");
    if (answer.ok) { newest = Number(await answer.text()); tellNews(); }
  } catch { lost(); } finally { asking = false; }
}

let probe = 0;
function lost() {
  light("offline");
  clearTimeout(probe);
  probe = setTimeout(ask, PATIENCE);
}

// A page learns of every newer revision, by one question at a time: the next waits for the answer to the one under way.
let newest = 0;
let told = 0;
let busy = false;
const questions = new Set();
function tellNews() {
  const shown = Number(one("#page")?.dataset.revision ?? 0);
  if (busy || questions.size || line === "offline" || newest <= Math.max(shown, told)) return;
  told = newest;
  document.body.dispatchEvent(new CustomEvent("news"));
}
document.addEventListener("htmx:before:request", (event) => { questions.add(event.detail.ctx); });
// What has changed since the page was drawn is read aloud.
document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.request.headers.Shown = one("#entry input[name=seen]")?.value || one("#page").dataset.revision;
});
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  questions.delete(ctx);
  busy = false;
  if (ctx.status === "swapped") tellNews(); else again(/^error: (?!Abort)/.test(ctx.status) ? 2000 : 0);
  setTimeout(tapEarly);
});

// An answer that reached nobody told nothing.
function again(wait) {
  told = 0;
  setTimeout(tellNews, wait);
}

// After a gap nothing is trusted: the stream begins anew and what it says is news again.
function resync() {
  source?.close();
  source = null;
  told = 0;
  listen();
  ask();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  resync();
});
window.addEventListener("offline", lost);
window.addEventListener("online", resync);

// One entry however often the button is tapped; it keeps its width while it waits.
document.addEventListener("submit", (event) => {
  const button = event.submitter;
  busy = true;
  if (!button?.dataset.busy) return;
  one("span", button).textContent = button.dataset.busy;
}, true);

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

// A pad needs few styles; those of the other pages come once it stands, before one of them is swapped in. So does what works without the server.
function completeStyles() {
  for (const href of document.body.dataset.styles.split(" ")) {
    if (!one(`link[href="${href}"]`)) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
}
function completeScripts() {
  for (const src of document.body.dataset.later.split(" ")) document.head.append(Object.assign(document.createElement("script"), { src, async: false }));
}
window.addEventListener("load", () => { completeStyles(); completeScripts(); });

listen();
