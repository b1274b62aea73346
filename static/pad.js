// The pad for a keyboard: one stop of the Tab key, arrows from card to card, and cards typed as people write them: ks, 10h, 7.

import { all, changed, one, tapped } from "./app.js";

const PAUSE = 700;
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const ROWS = { ArrowUp: -1, ArrowDown: 1 };
let typed = "";
let resting = 0;

// The second copy of a card is no stop of its own: the card's key goes none, one, two.
const stops = () => all("#pad :is(input:not(.key-second, .key-more input), button)").filter((key) => key.checkVisibility());

// The key that was reached last is the pad's one stop; else the first that is chosen, else the first.
function oneStop(now = null) {
  const keys = all("#pad :is(input, button)");
  const stop = now ?? keys.find((key) => key.tabIndex === 0 && key.dataset.stop) ?? keys.find((key) => key.checked) ?? keys[0];
  for (const key of keys) {
    key.tabIndex = key === stop ? 0 : -1;
    if (key === stop) key.dataset.stop = "1"; else delete key.dataset.stop;
  }
}

const middle = (key) => { const box = key.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };

// The key above or below: of the next row, the one that is nearest.
function across(from, way) {
  const { x, y } = middle(from);
  const there = stops().map((key) => ({ key, ...middle(key) })).filter((other) => way * (other.y - y) > 8);
  const row = Math.min(...there.map((other) => Math.abs(other.y - y)));
  return there.filter((other) => Math.abs(other.y - y) < row + 8).sort((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))[0]?.key;
}

function goal(from, key) {
  const keys = stops();
  if (key in STEPS) return keys[keys.indexOf(from) + STEPS[key]];
  if (key in ROWS) return across(from, ROWS[key]);
  return key === "Home" ? keys[0] : key === "End" ? keys.at(-1) : null;
}

// What a card may be typed as: its letters, a ten as 10 or T.
const spelled = (key) => [key.dataset.card.toLowerCase(), key.dataset.card.toLowerCase().replace(/^t/, "10")];

function type(letter) {
  clearTimeout(resting);
  const keys = all("#pad .key[data-card]");
  const begins = (text) => keys.filter((key) => spelled(key).some((name) => name.startsWith(text)));
  typed = begins(typed + letter).length ? typed + letter : letter;
  const meant = keys.find((key) => spelled(key).includes(typed));
  if (!meant) return Boolean(begins(typed).length);
  // A 1 may become a 10.
  if (begins(typed).some((key) => key !== meant)) resting = setTimeout(tap, PAUSE, meant);
  else tap(meant);
  return true;
}

function tap(key) {
  clearTimeout(resting);
  typed = "";
  const control = key.matches("button") ? key : one(".key-first", key);
  control.focus({ preventScroll: true });
  control.click();
}

// The card that was chosen last goes again.
function rubOut() {
  const chosen = all("#pad input:checked");
  const when = (input) => tapped.get(input) ?? 0;
  const last = chosen.reduce((one, other) => when(other) >= when(one) ? other : one, chosen[0]);
  if (!last) return;
  const second = one(".key-second:checked", last.closest(".key")) ?? last;
  second.checked = false;
  // Told by the key: a change told by its box would be a further tap.
  changed(last.closest(".key"));
}

document.addEventListener("keydown", (event) => {
  const from = event.target.closest?.("#pad :is(input, button)");
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = goal(from, event.key);
  if (to) to.focus();
  else if (event.key === "Backspace" && typed) typed = "";
  else if (event.key === "Backspace") rubOut();
  else if (!/^[a-z0-9]$/i.test(event.key) || !type(event.key.toLowerCase())) return;
  event.preventDefault();
});
document.addEventListener("focusin", ({ target }) => { if (target.closest?.("#pad")) oneStop(target); });
document.addEventListener("click", (event) => {
  const stop = event.target.closest?.("a[href='#pad']") && one("#pad [tabindex='0']");
  if (!stop) return;
  event.preventDefault();
  stop.focus();
});
document.addEventListener("htmx:after:swap", () => oneStop());
oneStop();
