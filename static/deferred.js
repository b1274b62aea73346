// What a page does once it stands; app.js brings this file after the first load.

import { all, one } from "./app.js";

// What makes the site an app is asked for last; where no server is, the page around this one has it.
const { manifest } = document.body.dataset;
if (manifest) document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: manifest }));

// A wide board stays where it was scrolled to.
let across = 0;
document.addEventListener("scroll", (event) => { if (event.target.matches?.(".block")) across = event.target.scrollLeft; }, true);
function keepAcross() {
  const block = one(".block");
  if (block) block.scrollLeft = across;
}
document.addEventListener("htmx:after:swap", keepAcross);
// What stands beside the pad follows this phone's own entries too, which are no news.
document.addEventListener("htmx:after:swap", () => {
  const beside = one(".beside-parts");
  if (beside && Number(beside.dataset.revision) < Number(one("#page").dataset.revision)) beside.dispatchEvent(new CustomEvent("behind"));
});

document.addEventListener("click", (event) => {
  const target = event.target.closest("button, a");
  if (target?.matches("[data-end]")) one(".block").scrollTo({ left: target.dataset.end === "left" ? 0 : 9999 });
  if (target?.matches("[data-print]") && target.getAttribute("href") === "#") window.print();
});

// Redo stands where Undo is for ten seconds only, but as long as what was undone is on the page.
let reverse = 0;
function watchReverse() {
  clearTimeout(reverse);
  if (one(".button-redo") && !one("#band")) reverse = setTimeout(() => document.body.dispatchEvent(new CustomEvent("news")), 10500);
}
document.addEventListener("htmx:after:swap", watchReverse);
watchReverse();

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

let touched = 0;
export function explainKey(key) {
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
  if (target.matches?.(".key.is-closed")) explainKey(target);
  else if (target.matches?.(".refusal .button-go")) putAway(event);
});
// Another reason is typed at once.
document.addEventListener("change", (event) => { if (event.target.matches(".overrule [value=other]")) one("#reason").focus(); });
document.addEventListener("change", (event) => { forgive(event.target.closest(".field:has(> .field-error)")); }, true);
