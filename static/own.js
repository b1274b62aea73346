// Pages of a score sheet: taps wait for each other, and keys write the words of a formula.
// Without this file a tap may be lost on a slow line, and a key writes its word at the end.

import { all, changed, one } from "./app.js";

// A tap that waited changes the sheet as it is by then, not as it was when it was tapped.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const form = one("#entry.own");
  if (!form || !(ctx.request.body instanceof URLSearchParams)) return;
  const tap = ctx.sourceElement.closest("button[name=do]");
  ctx.request.body = new URLSearchParams(new FormData(form));
  if (tap) ctx.request.body.set("do", tap.value);
});

// What is written while an answer is under way stays, and is sent at once: a browser says nothing of a change that a script has put back.
let kept = null;
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const field = document.activeElement;
  const sent = ctx.request?.body instanceof URLSearchParams ? ctx.request.body.get(field?.name) : null;
  const differs = sent !== null && field.form?.id === "entry" && field.name !== "do" && field.value !== sent.replaceAll("\r\n", "\n");
  kept = differs ? { name: field.name, value: field.value, at: field.selectionStart } : null;
});
document.addEventListener("htmx:after:swap", () => {
  const found = kept && one("#entry").elements[kept.name];
  const field = found instanceof RadioNodeList ? [...found].find(({ value }) => value === kept.value) : found;
  if (field) {
    if (field.type === "radio") field.checked = true; else field.value = kept.value;
    if (typeof kept.at === "number") field.setSelectionRange(kept.at, kept.at);
    if (field.matches(".formula textarea")) redraw(field);
    changed(field);
  }
  kept = null;
});

// What was added is to be seen, not what else could be; and where the tapped button goes no keyboard is to rise for the first number.
document.addEventListener("click", (event) => {
  const tap = event.target.closest("#entry.own button[name=do]");
  const list = tap?.closest(".own-add");
  if (!tap || tap.dataset.insert || !(list || /^(drop|unset|unthing|way)-/.test(tap.value))) return;
  if (list) list.open = false;
  (one(".own-add > summary") ?? one("#actions .button-go")).focus({ preventScroll: true });
});

// What opens at the foot of the page is to be seen.
document.addEventListener("click", (event) => {
  const list = event.target.closest(":is(.own-add, .own-more) > summary")?.parentElement;
  if (list) requestAnimationFrame(() => { if (list.open) list.scrollIntoView({ block: "nearest" }); });
});

// The formula that was written last.
let last = null;
const written = () => last?.isConnected ? last : all(".formula textarea").at(-1);

function write(area, text) {
  const { selectionStart: start, selectionEnd: end } = area;
  const before = area.value.slice(0, start);
  const gap = before && !/[\s(]$/.test(before) && !/^[,)]/.test(text) ? " " : "";
  const after = text.endsWith("(") || !area.value.slice(end).trim() ? "" : " ";
  area.setRangeText(gap + text + after, start, end, "end");
  area.focus();
  redraw(area);
  changed(area);
}

// What is drawn below the text grows with it; the mark of a fault goes.
const redraw = (area) => { area.previousElementSibling.textContent = `${area.value} `; };

document.addEventListener("focusin", (event) => { if (event.target.matches(".formula textarea")) last = event.target; });
document.addEventListener("input", (event) => { if (event.target.matches(".formula textarea")) redraw(event.target); });
// Heard before htmx, which would send the key as a tap.
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-insert]");
  if (!key) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  write(written(), key.dataset.insert);
}, true);
