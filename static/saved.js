// What a page shows of the entries that wait: the light says how many, a note what became of them, and Undo takes the newest back.
// Nothing on the page moves.

import { all, line, offline, one } from "./app.js";
import { signOf } from "./offline_entry.js";
import { isHalted } from "./queue_rules.js";
import { showLight } from "./live.js";
import { tell } from "./words.js";

export function make(tag, className, ...inside) {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...inside);
  return made;
}

function savedOf(list) {
  const halted = list.filter(isHalted).length;
  if (halted) return tell("halted", { n: halted });
  if (!list.length) return "";
  const light = offline() && one("#live")?.dataset.saved;
  return light ? light.replace("{n}", list.length) : tell("waiting", { n: list.length });
}

// The light of a table's page is a button as long as something is saved; a page without one has a row of its own.
export function showSaved(list) {
  const said = savedOf(list);
  line.saved = said;
  showLight();
  const live = one("#live");
  if (live) asButton(live, said !== "");
  shorten(live && said);
  const row = one("#saved-row");
  if (live || !said || !one("#main:not(.tv *)")) { row?.remove(); return; }
  const made = make("button", "saved-row", said);
  Object.assign(made, { id: "saved-row", type: "button" });
  if (row) row.replaceWith(made); else one("main").prepend(made);
}

function asButton(live, yes) {
  if (live.matches("button") === yes) return;
  const other = document.createElement(yes ? "button" : "span");
  for (const { name, value } of live.attributes) if (name !== "type") other.setAttribute(name, value);
  if (yes) other.type = "button";
  other.append(...live.childNodes);
  live.replaceWith(other);
}

// The round makes room for it on a phone: 4/7.
function shorten(yes) {
  const where = one(".bar .where");
  if (!where) return;
  const marks = all(".ruler i").length;
  where.dataset.whole ??= where.textContent;
  const short = yes && matchMedia("(max-width: 37.49rem)").matches;
  where.hidden = Boolean(short && !marks);
  where.textContent = short ? `${Math.min(all(".ruler .is-done").length + 1, marks)}/${marks}` : where.dataset.whole;
}

// A note lies over the top bar.
export function showNote(said) {
  const old = one("#queue-note");
  if (old?.textContent === said) return;
  if (!said) { old?.remove(); return; }
  const note = Object.assign(make("p", "queue-note", said), { id: "queue-note" });
  note.setAttribute("role", "status");
  if (old) old.replaceWith(note); else document.body.append(note);
}

// Undo takes back the newest entry, and that is the one that waits; where nothing was recorded yet it has to be made.
export function undoTakesBack(newest) {
  if (!newest) { one("#actions .undo.is-made")?.remove(); return; }
  one("#actions .is-redo")?.remove();
  if (!one("#actions .button-undo") && one("#actions .button-go")) one("#actions").prepend(madeUndo());
  const detail = one("#actions .button-undo small");
  if (detail) detail.textContent = newest.name;
}

function madeUndo() {
  const button = make("button", "button button-undo", ...signOf("undo"), make("span", "", tell("back"), make("small", "")));
  return make("form", "undo is-made", button);
}
