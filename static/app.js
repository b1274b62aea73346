// What the pages do beyond HTMX: keys with two copies, taking back a suit, taps that wait for an answer. The rest comes once the page stands.
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

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, summary, a") ?? event.target;
  if (target.matches?.(".suit-back")) takeBack(target);
  else if (target.matches?.(".key-less")) take(target, -1);
});

document.addEventListener("change", (event) => {
  if (event.target.matches(".key-first")) cycle(event.target);
}, true);

// Styles of wider rooms come once there is room for them, and from then on with every page.
const wide = matchMedia("(min-width: 37.5rem)");
function widen() {
  const href = document.body.dataset.wide;
  if (!wide.matches || !href || one(`link[href="${href}"]`, document.head)) return;
  one("noscript", document.head).after(Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: wide.media }));
  document.cookie = `room=wide; path=${document.body.dataset.home}; max-age=31536000; samesite=lax`;
}
widen();
wide.addEventListener("change", widen);

// What a reader has opened stays open when the page below it changes.
htmx.registerExtension("keep-open", {
  htmx_before_morph_attr: (element, { attrName, newValue }) => !(attrName === "open" && newValue === null && element.matches("details")),
});

let busy = false;
let line = "catching";
const questions = new Set();
document.addEventListener("htmx:before:request", (event) => { questions.add(event.detail.ctx); });
// What has changed since the page was drawn is read aloud.
document.addEventListener("htmx:config:request", (event) => {
  event.detail.ctx.request.headers.Shown = one("#entry input[name=seen]")?.value || one("#page").dataset.revision;
});
document.addEventListener("htmx:finally:request", (event) => {
  questions.delete(event.detail.ctx);
  busy = false;
  setTimeout(tapEarly);
});

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
