// Who plays: one player more or less, Enter goes on to the next name, people change symbols and places in their lines, the rules say what
// differs. Without this file the same taps are answered by the server.

import { all, one } from "./app.js";

const form = one("#entry");
const lines = all(".person-line", form);
const texts = JSON.parse(form.dataset.counts);
const limits = JSON.parse(form.dataset.limits);
const standard = JSON.parse(form.dataset.standard);
const [least, most] = [Math.min(...Object.keys(texts)), Math.max(...Object.keys(texts))];
const field = one("#players", form);
const players = () => Number(field.value);
const called = (line) => one(".text", line);
const named = (line) => called(line).value.trim();
const shown = () => lines.slice(0, players());
let focused = null;
const signOf = (line) => `${one(".shapes :checked", line).value}-${one("[name=ink]", line).value}`;

function stamp(line, sign) {
  const [shape, ink] = sign.split("-");
  one(`.shapes [value="${shape}"]`, line).checked = true;
  one("[name=ink]", line).value = ink;
  line.className = line.className.replace(/of-\w+/, `of-${ink}`);
  one("summary .stamp", line).setAttribute("class", `stamp of-${ink}`);
  const drawn = one("summary use", line);
  drawn.setAttribute("href", drawn.getAttribute("href").replace(/#.*/, `#${shape}`));
}

// Two people never share a shape: whoever had the one that is chosen gets the other's.
function chooseShape(line, shape) {
  const before = one("summary use", line).getAttribute("href").split("#")[1];
  const other = lines.find((each) => each !== line && one(".shapes :checked", each).value === shape);
  if (other) stamp(other, signOf(other).replace(/^\w+/, before));
  stamp(line, signOf(line));
  one(".sign-choice", line).open = false;
  called(line).focus();
}

// The rules that name somebody follow that player.
const seatChoices = () => all("input[type=radio]", form).filter((choice) => /^s\d+$/.test(choice.value));
function followSeats(at, other) {
  const named = seatChoices().filter((choice) => choice.checked);
  for (const choice of named) {
    const to = { [`s${at}`]: `s${other}`, [`s${other}`]: `s${at}` }[choice.value];
    if (to) one(`[name="${choice.name}"][value="${to}"]`, form).checked = true;
  }
}
function nameSeats() {
  const names = shown().map((line) => named(line) || called(line).placeholder);
  for (const choice of seatChoices()) {
    const n = Number(choice.value.slice(1));
    const label = choice.closest("label");
    label.hidden = n > names.length;
    one("span", label).textContent = names[n - 1] ?? called(lines[n - 1]).placeholder;
    if (label.hidden && choice.checked) one(`[name="${choice.name}"][value=s1]`, form).checked = true;
  }
  const begins = one("#begins", form);
  const at = Number(seatChoices().find((choice) => choice.checked)?.value.slice(1) ?? 1) - 1;
  const name = at ? names[at] : named(lines[0]);
  begins.textContent = name ? begins.dataset.named.replace("{name}", name) : begins.dataset.first;
}

function swap(line, other) {
  if (!line || !other) return;
  const place = (of) => lines.indexOf(of) + 1;
  followSeats(place(line), place(other));
  for (const part of [".text", "[name=drawn]"]) {
    [one(part, line).value, one(part, other).value] = [one(part, other).value, one(part, line).value];
  }
  const sign = signOf(line);
  stamp(line, signOf(other));
  stamp(other, sign);
  forgive(line);
  forgive(other);
  count();
}
// Who is taken out leaves no gap; a game at its least keeps an empty line.
function drop(line) {
  one(".sign-choice", line).open = false;
  const people = shown();
  for (let at = people.indexOf(line); at < people.length - 1; at += 1) swap(people[at], people[at + 1]);
  offer(named(people.at(-1)));
  called(people.at(-1)).value = "";
  if (players() > least) setPlayers(players() - 1); else count();
}
function offer(name) {
  const chip = all(".known .chip").find((each) => each.value === `seat-${name}`);
  if (chip) chip.hidden = false;
}
// A known player comes into the line that is typed in, else into the first that is free.
function seat(chip) {
  const open = shown().filter((line) => !named(line));
  const line = open.includes(focused) ? focused : open[0] ?? lines[players()];
  if (!line) return;
  if (!shown().includes(line)) setPlayers(players() + 1);
  called(line).value = chip.value.slice("seat-".length);
  const [shape] = chip.dataset.sign.split("-");
  const other = lines.find((each) => each !== line && one(".shapes :checked", each).value === shape);
  if (other) stamp(other, signOf(line));
  stamp(line, chip.dataset.sign);
  chip.hidden = true;
  forgive(line);
  count();
}
function setPlayers(n) {
  const stop = n < least ? limits[0] : n > most ? limits[1] : "";
  one("#stopped", form).textContent = stop;
  if (stop) return;
  field.value = n;
  count();
}

function forgive(line) {
  one(".field-error", line)?.remove();
  called(line).removeAttribute("aria-invalid");
}
function count() {
  const [heading, go] = texts[players()];
  one("#count", form).textContent = heading;
  one("#actions .button-go span").textContent = go;
  lines.forEach((line, at) => { line.hidden = at >= players(); });
  nameSeats();
}

// What differs from the standard rules, in the words of the answers.
const answers = () => Object.keys(standard).map((rule) => form.elements[rule]).filter(Boolean);
const inputOf = (answer) => answer.tagName ? answer : [...answer].find((choice) => choice.checked);
function said(input) {
  return input.type === "radio" ? one("span", input.closest("label")).firstChild.textContent.trim() : `${input.labels[0].textContent}: ${input.value}`;
}
function tellChanges() {
  const differs = answers().map(inputOf).filter((input) => input && input.value !== standard[input.name]);
  one("#changed small").textContent = differs.map(said).join("; ");
  one("#changed").hidden = one("#back-to-standard").hidden = !differs.length;
  one("#standard").hidden = differs.length > 0;
}
function takeBackRules() {
  for (const answer of answers()) answer.value = standard[(answer[0] ?? answer).name];
  tellChanges();
}

const taps = {
  up: (line) => swap(line, lines[lines.indexOf(line) - 1]),
  down: (line) => swap(line, lines[lines.indexOf(line) + 1]),
  drop,
  fewer: () => setPlayers(players() - 1),
  more: () => setPlayers(players() + 1),
  seat: (_line, button) => seat(button),
  standard: takeBackRules,
};
form.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do]");
  const act = taps[button?.value.split("-")[0]];
  if (!act) return;
  event.preventDefault();
  act(button.closest(".person-line"), button);
  all("details.move[open]", form).forEach((move) => { move.open = false; });
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".person-line .text")) return;
  event.preventDefault();
  const next = shown()[lines.indexOf(event.target.closest("li")) + 1];
  if (next) called(next).focus(); else event.target.blur();
});
form.addEventListener("focusin", (event) => { focused = event.target.closest(".person-line") ?? focused; });
form.addEventListener("input", (event) => {
  const line = event.target.closest(".person-line");
  if (line && event.target.matches(".text")) { forgive(line); count(); }
});
form.addEventListener("change", (event) => {
  const line = event.target.closest(".person-line");
  if (line && event.target.matches(".shapes input")) chooseShape(line, event.target.value);
  else if (event.target.closest(".change-rules")) { tellChanges(); nameSeats(); }
});
// A line is dragged by its sign of two arrows: it changes places with every line it passes.
let dragged = null;
form.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".move summary");
  if (grip) { dragged = { line: grip.closest("li"), moved: false }; grip.setPointerCapture(event.pointerId); }
});
form.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const over = shown().find((line) => { const box = line.getBoundingClientRect(); return event.clientY > box.top && event.clientY < box.bottom; });
  if (!over || over === dragged.line) return;
  while (dragged.line !== over) {
    const at = lines.indexOf(dragged.line);
    const next = lines[at + Math.sign(lines.indexOf(over) - at)];
    swap(dragged.line, next);
    dragged.line = next;
  }
  dragged.moved = true;
});
form.addEventListener("pointerup", () => {
  const moved = dragged?.moved;
  dragged = null;
  if (moved) form.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
});

// Where the page came back with what was typed, its stamps are drawn as they were.
lines.forEach((line) => stamp(line, signOf(line)));
count();
tellChanges();
