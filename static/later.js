// What a page does once it stands; app.js brings this file after the first load.
"use strict";

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

// The reverse of an undo is offered for ten seconds only, so that the next undo is where it always is.
let reverse = 0;
function watchReverse() {
  clearTimeout(reverse);
  if (one(".button-redo")) reverse = setTimeout(() => document.body.dispatchEvent(new CustomEvent("news")), 10500);
}
document.addEventListener("htmx:after:swap", watchReverse);
watchReverse();
