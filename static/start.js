// Who plays: Enter goes on to the next name, people change signs and places in their lines, the button counts, the rules say what differs.
// Without this file the same taps are answered by the server.
"use strict";

{
  const form = one("#entry");
  const lines = all(".person-line", form);
  const texts = JSON.parse(form.dataset.counts);
  const standard = JSON.parse(form.dataset.standard);
  const least = Number(form.dataset.least);
  const called = (line) => one(".text", line);
  const filled = () => lines.filter((line) => called(line).value.trim());
  const free = () => lines.find((line) => !called(line).value.trim());
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
    const names = filled().map((line) => called(line).value.trim());
    for (const choice of seatChoices()) {
      const n = Number(choice.value.slice(1));
      const label = choice.closest("label");
      label.hidden = n > Math.max(names.length, least);
      one("span", label).textContent = names[n - 1] ?? called(lines[n - 1]).placeholder;
    }
    const begins = one("#begins", form);
    const other = seatChoices().find((choice) => choice.checked && choice.value !== "s1");
    begins.textContent = other ? begins.dataset.other.replace("{name}", one("span", other.closest("label")).textContent) : begins.dataset.first;
  }

  function swap(line, other) {
    if (!line || !other) return;
    const place = (of) => filled().indexOf(of) + 1;
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
  function drop(line) {
    const people = filled();
    for (let at = people.indexOf(line); at < people.length - 1; at += 1) swap(people[at], people[at + 1]);
    const chip = all(".known .chip").find((each) => each.value === `seat-${called(people.at(-1)).value}`);
    if (chip) chip.hidden = false;
    called(people.at(-1)).value = "";
    count();
  }
  function seat(chip) {
    const line = free();
    if (!line) return;
    called(line).value = chip.value.slice("seat-".length);
    const [shape] = chip.dataset.sign.split("-");
    const other = lines.find((each) => each !== line && one(".shapes :checked", each).value === shape);
    if (other) stamp(other, signOf(line));
    stamp(line, chip.dataset.sign);
    chip.hidden = true;
    count();
  }

  function forgive(line) {
    one(".field-error", line)?.remove();
    called(line).removeAttribute("aria-invalid");
  }
  function count() {
    const n = filled().length;
    const go = one("#actions .button-go");
    one("span", go).textContent = texts[n];
    go.classList.toggle("is-open", n < least);
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
    one("#changed b").textContent = differs.map(said).join("; ");
    one("#changed").hidden = !differs.length;
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
    const next = lines[lines.indexOf(event.target.closest("li")) + 1];
    if (next && event.target.value.trim()) called(next).focus(); else event.target.blur();
  });
  form.addEventListener("input", (event) => {
    const line = event.target.closest(".person-line");
    if (line && event.target.matches(".text")) { forgive(line); count(); }
  });
  form.addEventListener("change", (event) => {
    const line = event.target.closest(".person-line");
    if (line && event.target.matches(".shapes input")) chooseShape(line, event.target.value);
    else if (event.target.closest(".rules-chosen")) { tellChanges(); nameSeats(); }
  });
  // With too few names the button shows where the next one goes.
  form.addEventListener("submit", (event) => {
    if (filled().length >= least || event.submitter?.name === "do") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    called(free()).focus();
  });

  // A line is dragged by its sign of two arrows: it changes places with every line it passes.
  let dragged = null;
  form.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".move summary");
    if (grip) { dragged = { line: grip.closest("li"), moved: false }; grip.setPointerCapture(event.pointerId); }
  });
  form.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const over = filled().find((line) => { const box = line.getBoundingClientRect(); return event.clientY > box.top && event.clientY < box.bottom; });
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
  if (cameBack && filled().length && one("[autofocus]", form)) called(free() ?? lines[0]).focus();
  count();
  tellChanges();
}
