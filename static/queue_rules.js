// The entries that wait on this phone, as values: which goes next, and what an answer makes of the others.
// An entry has a key, a table, the revision that its player had seen, and a state: "flying" while the page itself sends it, "waiting",
// "asked" where another phone was quicker for the same player, "stopped" where it was refused.

const TRIES = /^(408|429|502|503|504|507)$/;
const MOST_MADE = 200;

export const triesAgain = (status) => TRIES.test(status);
export const isHalted = ({ state }) => state === "stopped" || state === "asked";
export const listed = (list) => list.filter((entry) => entry.state !== "flying");
export const at = (list, table) => listed(list).filter((entry) => entry.table === table);
export const tablesOf = (list) => new Set(list.map((entry) => entry.table));

export const change = (list, key, news) => list.map((entry) => entry.key === key ? { ...entry, ...news } : entry);
export const remove = (list, key) => list.filter((entry) => entry.key !== key);

// What was under way when a page closed waits, and is sent again under its own key.
export const begin = (list) => list.map((entry) => ({ ...entry, state: "waiting", tried: entry.tried || entry.state === "flying" }));

// In their order; what is refused stops its table. Where another phone was quicker for a player, only that player's entries wait until
// somebody says which is right.
export function nextOf(list, table) {
  const asked = new Set();
  for (const entry of at(list, table)) {
    if (entry.state === "stopped") return null;
    if (entry.state === "asked") asked.add(entry.seat);
    else if (!asked.has(entry.seat)) return entry;
  }
  return null;
}

// Those behind an entry were decided knowing of it, so they have seen the revision that it made.
function seeBehind(list, entry, seen) {
  const isBehind = (other) => other.table === entry.table && other.seen === entry.seen;
  return list.map((other) => isBehind(other) ? { ...other, seen } : other);
}
export const arrive = (list, entry, revision) => seeBehind(remove(list, entry.key), entry, revision);

// The same once more, on the table as it stands now.
export function again(list, entry) {
  const seen = entry.revision ?? entry.seen;
  return change(seeBehind(list, entry, seen), entry.key, { state: "waiting", seen });
}

// Another answer in its old place.
export const mend = (list, entry, news) => change(seeBehind(list, entry, news.seen), entry.key, { ...news, state: "waiting" });

// What an answer says of an entry: that it stands, that it is to be sent once more, or that somebody has to decide.
export function meaning(status, revision) {
  if (status === 204 && revision) return "stands";
  return triesAgain(status) || status >= 200 && status < 300 ? "later" : "halted";
}

// What is sent of an entry: what its page had, and the events that this phone made.
export function formOf(entry, made) {
  const form = new URLSearchParams(entry.body);
  const own = { seen: entry.seen, key: entry.key, queued: "1", made: madeAt(made, entry.table).join(" ") };
  for (const [name, value] of Object.entries(own)) form.set(name, value);
  if (entry.replaces) form.set("replaces", entry.replaces);
  return form;
}

// The events that this phone's entries are, so that none of them is taken for what another phone entered.
export const madeAt = (made, table) => made.filter(([of]) => of === table).map(([, seq]) => seq);
export function addMade(made, table, events) {
  const news = (events ?? "").split(" ").filter(Boolean).map((seq) => [table, seq]);
  return [...made, ...news].slice(-MOST_MADE);
}
