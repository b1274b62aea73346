// Numbers by taps: a key fills the lit number and lights the next empty one. Without this file they are typed.
// And two more: the tap that chooses all that can be chosen answers, and cards that wait for a seat call for the bar of seats.
"use strict";

let lit = "";
const figures = () => all(".figure .text");
const figureLit = () => one(`.figure .text[name="${CSS.escape(lit)}"]`) ?? figures().find((input) => !input.value) ?? figures()[0];
const reach = (key, input) => key.value === "" || key.value === "-" ? input.value : one(".numpad").dataset.digits === undefined ? key.value : input.value + key.value;

function showFigures() {
  const now = figureLit();
  if (!now) return;
  for (const input of figures()) {
    input.closest(".figure").classList.toggle("is-lit", input === now);
    if (matchMedia("(pointer: coarse)").matches) input.inputMode = "none";
  }
  for (const key of all(".numpad .button")) {
    const number = Number(reach(key, now));
    const tooLow = !key.closest("[data-digits]") && key.value !== "" && number < Number(now.min);
    if (tooLow || Math.abs(number) > Math.max(now.max, -now.min)) key.setAttribute("aria-disabled", "true"); else key.removeAttribute("aria-disabled");
  }
}

function put(key) {
  const input = figureLit();
  if (key.hasAttribute("aria-disabled")) return;
  if (key.value === "-") input.value = input.value && String(-Number(input.value));
  else input.value = key.value === "" ? "" : String(Number(reach(key, input)));
  const full = key.value !== "" && (!key.closest("[data-digits]") || Number(input.value) * 10 > Number(input.max));
  lit = full ? figures().find((other) => !other.value)?.name ?? input.name : input.name;
  changed(input);
  showFigures();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".numpad .button");
  if (key) put(key);
  const bar = event.target.closest(".key.is-closed") && one("#target");
  if (!bar) return;
  bar.classList.remove("is-called");
  requestAnimationFrame(() => bar.classList.add("is-called"));
});
document.addEventListener("change", (event) => {
  const many = event.target.closest("[data-full]");
  if (many && event.target.checked && all(":checked", many).length >= many.dataset.full) one("#actions .button-go:not([name])")?.click();
});
document.addEventListener("focusin", (event) => {
  if (!event.target.matches(".figure .text")) return;
  lit = event.target.name;
  showFigures();
});
document.addEventListener("htmx:after:swap", showFigures);
showFigures();
