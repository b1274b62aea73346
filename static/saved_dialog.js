// The list of the entries that wait rises from the foot of the screen; a question which of two entries is right goes before it.

import { offline, one } from "./app.js";
import { handOf } from "./offline_entry.js";
import { isHalted } from "./queue_rules.js";
import { make } from "./saved.js";
import { here } from "./tables.js";
import { tell } from "./words.js";

function way(code, act, className = "button button-small") {
  const made = make("button", className, make("span", "", tell(code)));
  made.type = "button";
  made.addEventListener("click", () => act(made));
  return made;
}

function sure(made, act) {
  if (made.dataset.sure) { act(); return; }
  made.dataset.sure = "1";
  made.replaceChildren(tell("sure"));
}

const dialog = Object.assign(make("dialog", "queue"), { id: "queue" });
dialog.setAttribute("aria-labelledby", "queue-title");
let drawn = "";
let opens = false;

export const isDialog = (target) => target === dialog;
export function close() { if (dialog.open) dialog.close(); }
// It opens as soon as there is something in it.
export function open() { opens = true; }

// `refusals` are the pages with which the server answered, `sent` is the entry that arrived last, and `ways` what can be done with one.
export function fill(list, refusals, sent, ways) {
  if (!list.length) { close(); dialog.remove(); drawn = ""; opens = false; return; }
  const looks = JSON.stringify([list.map(({ key, state, why, name }) => [key, state, why, name]), offline(), here()]);
  if (looks !== drawn || !dialog.isConnected) {
    drawn = looks;
    if (!dialog.isConnected) document.body.append(dialog);
    const asked = list.find((entry) => entry.state === "asked" && entry.table === here() && refusals.has(entry.key));
    dialog.classList.toggle("is-stopped", Boolean(asked));
    dialog.replaceChildren(...(asked ? question(asked, refusals.get(asked.key), sent, ways) : lines(list, ways)));
    if (asked && dialog.open) one("h2", dialog).focus();
  }
  if (!opens || dialog.open) return;
  opens = false;
  dialog.showModal();
}

function lines(list, ways) {
  const title = Object.assign(make("h2", "", tell("title")), { id: "queue-title" });
  const tries = way("try", async (made) => {
    made.replaceChildren(tell("trying"));
    await ways.retry();
    made.replaceChildren(tell(offline() ? "still" : "try"));
  }, "button");
  const goBack = way(here() ? "to_game" : "close", close, "button button-go");
  const foot = make("div", "queue-foot", ...(offline() ? [tries] : []), goBack);
  const rest = offline() ? [make("p", "small", tell("until"))] : [];
  return [title, make("p", "small", tell("order")), make("ol", "", ...list.map((entry, place) => item(entry, place, ways))), ...rest, foot];
}

function item(entry, place, ways) {
  const stopped = isHalted(entry);
  const title = make("b", "", stopped ? tell("stopped", entry) : entry.name);
  const text = make("span", "queue-what", title, ...handOf(entry.cards));
  if (stopped && entry.why) text.append(make("small", "", entry.why));
  const buttons = make("span", "queue-ways", ...buttonsOf(entry, stopped, ways));
  return make("li", stopped ? "is-stopped" : "", make("span", "queue-place", place + 1), text, buttons);
}

function buttonsOf(entry, stopped, ways) {
  if (entry.table !== here()) return [Object.assign(make("a", "button button-small", tell("elsewhere")), { href: entry.table })];
  const drop = () => ways.takeBack(entry);
  if (!stopped) return [way("back", drop)];
  return [way("again", () => ways.again(entry)), way("fix", () => ways.mend(entry.key)), way("drop", (made) => sure(made, drop))];
}

function question(entry, refusal, sent, ways) {
  const part = document.importNode(one("#conflict", refusal), true);
  one("h2", part).id = "queue-title";
  one("h2", part).tabIndex = -1;
  if (sent?.table === entry.table) one(".conflict-sent", part).append(tell("sent", sent));
  one("[data-keep]", part).addEventListener("click", () => ways.decide(entry));
  one("[data-use]", part).addEventListener("click", () => ways.decide(entry, part.dataset.of));
  return [part];
}

