// Numbers by taps: a key fills the lit number and lights the next empty one. Without this file they are typed.
// And two more: the tap that chooses all that can be chosen answers, and cards that wait for a seat call for the bar of seats.

import { all, changed, one } from "./app.js";

let lit = "";
const figures = () => all(".figure .text").filter((input) => !input.closest("details:not([open])"));
const figureLit = () => one(`.figure .text[name="${CSS.escape(lit)}"]`) ?? figures().find((input) => !input.value) ?? figures()[0];
const isSeries = (input) => input.closest(".is-series") !== null;

// Plus or minus, tapped before a number; afterwards it turns the number round.
const sign = (input) => ("minus" in input.dataset ? -1 : 1);
const within = (number, input) => number <= input.max && number >= input.min;
// Tens may grow by ones or by a further digit.
const reachable = (number, input) => (number < 0 ? number >= input.min : number <= input.max);

// The tens after a key of theirs: above 99 digit by digit, else just this one.
function tensAfter(key, input) {
  const longer = (input.dataset.tens ?? "") + key.value;
  return reachable(sign(input) * Number(longer) * 10, input) ? longer : key.value;
}

// The number or the numbers that a key makes of what stands in its place; of tens the lowest.
function after(key, input) {
  if ("tens" in key.dataset) return sign(input) * Number(tensAfter(key, input)) * 10;
  if (isSeries(input)) return input.value ? `${input.value} ${key.value}` : key.value;
  return sign(input) * Number((input.dataset.tens ?? "") + key.value);
}

// What the other numbers leave of a sum that all of them have to make.
function leftOf(input) {
  const others = figures().filter((other) => other !== input && other.dataset.of === input.dataset.of);
  return Number(input.dataset.sum) - others.reduce((sum, other) => sum + Number(other.value), 0);
}

function fits(key, input) {
  if (key.value === "") return true;
  if (key.value === "-") return input.min < 0;
  if (isSeries(input)) return !input.value || Number(key.value) > 0 && Number(key.value) < Number(input.value.split(" ").at(-1));
  const number = after(key, input);
  if ("tens" in key.dataset) return number !== 0 && reachable(number, input);
  if ("sum" in input.dataset && number > leftOf(input)) return false;
  return within(number, input);
}

function showFigures() {
  const now = figureLit();
  if (!now) return;
  for (const input of figures()) {
    input.closest(".figure").classList.toggle("is-lit", input === now);
    if (matchMedia("(pointer: coarse)").matches) input.inputMode = "none";
  }
  for (const key of all(".numpad .button")) {
    if (fits(key, now)) key.removeAttribute("aria-disabled"); else key.setAttribute("aria-disabled", "true");
  }
  const head = one(".numpad-head b");
  if (head) head.textContent = now.ariaLabel ?? one("label", now.closest(".figure")).textContent;
  const left = one(".numpad-head [data-left]");
  if (left) left.textContent = "sum" in now.dataset ? left.dataset.left.replace("{n}", leftOf(now) - Number(now.value)) : "";
}

function put(key) {
  const input = figureLit();
  if (key.hasAttribute("aria-disabled")) return;
  const tens = "tens" in key.dataset ? tensAfter(key, input) : "";
  const digit = key.value !== "" && key.value !== "-" && !tens;
  if (key.value === "-") turn(input);
  else input.value = digit ? String(after(key, input)) : "";
  if (tens) input.dataset.tens = tens; else if (key.value !== "-") delete input.dataset.tens;
  if (digit || key.value === "") delete input.dataset.minus;
  input.placeholder = ("minus" in input.dataset ? "−" : "") + ("tens" in input.dataset ? input.dataset.tens + "_" : "");
  const full = digit && (!isSeries(input) || Number(key.value) < 2);
  lit = full ? figures().find((other) => !other.value)?.name ?? input.name : input.name;
  // A number is told when it is whole.
  if (input.value || key.value === "") changed(input);
  showFigures();
}

// The other sign of a number, or of the one that is about to be tapped.
function turn(input) {
  if (input.value) input.value = String(-Number(input.value));
  else if ("minus" in input.dataset) delete input.dataset.minus;
  else input.dataset.minus = "";
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
