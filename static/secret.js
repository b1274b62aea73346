// What lies covered on this phone is looked at while it is held; with a key or a screen reader it covers itself again. All cards turning is felt once.

const LOOK = 5000;
const BUZZ = 30;
let held = false;
let slip = 0;
let closing = 0;

const laid = () => document.querySelector("#laid");
function show(open, switched) {
  clearTimeout(closing);
  const box = laid();
  if (!box) return;
  box.open = open;
  box.classList.toggle("is-switched", open && switched);
  if (open && switched) closing = setTimeout(show, LOOK, false, false);
}

// Screen readers send a pointer without size where somebody taps twice to press.
const isVirtual = (event) => (event.width === 0 && event.height === 0) || (event.width === 1 && event.height === 1 && !event.pressure && event.pointerType === "mouse");
const isLook = (event) => event.target.closest?.("#laid > summary");

document.addEventListener("pointerdown", (event) => {
  if (!isLook(event) || isVirtual(event) || event.button > 0) return;
  held = true;
  show(true, false);
});
function letGo() {
  if (!held) return;
  held = false;
  slip = Date.now();
  show(false, false);
}
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letGo);
window.addEventListener("blur", () => show(false, false));
document.addEventListener("visibilitychange", () => { if (document.hidden) show(false, false); });
document.addEventListener("contextmenu", (event) => { if (isLook(event)) event.preventDefault(); });
document.addEventListener("click", (event) => {
  if (!isLook(event)) return;
  event.preventDefault();
  // The click that a finger makes as it lets go is none of its own; a key's has no count.
  if (!event.detail || Date.now() - slip > 100) show(!laid().open, true);
});

// Letting stand needs a reason; without one the tap leads to where it is written.
document.addEventListener("click", (event) => {
  const button = event.target.closest(".button-stand");
  const box = button?.closest(".overrule");
  const words = box?.querySelector("input.text");
  if (!words || words.value.trim() || box.querySelector("input[type=radio]:checked")) return;
  event.preventDefault();
  words.focus();
}, true);

let felt = "";
function feel() {
  const turning = document.querySelector("#turned[data-buzz]");
  const revision = document.querySelector("#page")?.dataset.revision;
  if (!turning || felt === revision) return;
  felt = revision;
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(BUZZ);
}
document.addEventListener("htmx:after:swap", feel);
