// Rows typed from paper: each Enter sends its row at once and the next can be typed meanwhile; what has no answer yet is kept.
// Without this file the rows are sent together by the button.

import { cameBack, one } from "./app.js";

const typing = document.querySelector("#lines");
const paper = document.querySelector("#paper");
const outgoing = Object.assign(document.createElement("textarea"), { name: "lines", hidden: true });
let queued = "";
let flying = false;

// What is still being typed is not sent along.
typing.removeAttribute("name");
paper.append(outgoing);

// Rows that were to be put right, and those under way, stand above what is typed after a reload.
const left = `rows ${location.pathname}`;
window.addEventListener("pagehide", () => {
  sessionStorage.setItem(left, outgoing.value + queued + (one("#kept")?.value ?? ""));
});
if (cameBack && !one("#kept")) typing.value = [sessionStorage.getItem(left)?.trim(), typing.value].filter(Boolean).join("\n");

function take() {
  if (typing.value.trim()) queued += typing.value.trimEnd() + "\n";
  typing.value = "";
}

typing.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  take();
  paper.requestSubmit();
});

window.addEventListener("submit", (event) => {
  if (event.target !== paper) return;
  if (event.submitter) take();
  if (flying) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  flying = true;
  outgoing.value = queued;
  queued = "";
}, true);

document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement !== paper) return;
  flying = false;
  const answered = [200, 409, 422].includes(ctx.response?.status);
  if (!answered) { typing.value = outgoing.value + queued + typing.value; queued = ""; }
  outgoing.value = "";
  if (queued) setTimeout(() => paper.requestSubmit());
});
