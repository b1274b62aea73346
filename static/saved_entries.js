// Where entries lie on this phone. Without room they stay in memory, as long as the page is open.

import { addMade } from "./queue_rules.js";

export const KEPT = "queue";
const MADE = "made";

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)) ?? []; } catch { return []; }
}

// `full` is told that there was no room, `changed` that the list is another.
export function savedEntries({ full, changed }) {
  let memory = null;

  function keep(list) {
    try { localStorage.setItem(KEPT, JSON.stringify(list)); memory = null; } catch { memory = list; full(); }
    changed();
  }

  function remember(table, events) {
    try { localStorage.setItem(MADE, JSON.stringify(addMade(read(MADE), table, events))); } catch { /* No room: it is asked. */ }
  }

  return { keep, kept: () => memory ?? read(KEPT), made: () => read(MADE), remember };
}
