// Which entry goes next, and what an answer makes of the others.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  addMade, again, arrive, at, begin, change, formOf, isHalted, listed, madeAt, meaning, mend, nextOf, remove, tablesOf, triesAgain,
} from "../../static/queue_rules.js";

const entry = (key, more = {}) => ({ key, table: "/t/AAAA", seat: "s1", seen: "4", body: "seat=s1", state: "waiting", ...more });
const keys = (list) => list.map(({ key }) => key);
const seen = (list) => list.map((one) => one.seen);

test("the entry that was made first goes first", () => {
  assert.equal(nextOf([entry("a"), entry("b")], "/t/AAAA").key, "a");
});

test("each table has an order of its own", () => {
  const list = [entry("a"), entry("b", { table: "/t/BBBB" }), entry("c", { table: "/t/BBBB" })];
  assert.equal(nextOf(list, "/t/BBBB").key, "b");
  assert.deepEqual([...tablesOf(list)], ["/t/AAAA", "/t/BBBB"]);
});

test("a refused entry in the middle holds all behind it", () => {
  const list = [entry("a", { state: "stopped" }), entry("b", { seat: "s2" })];
  assert.equal(nextOf(list, "/t/AAAA"), null);
});

test("a refused entry holds no other table", () => {
  const list = [entry("a", { state: "stopped" }), entry("b", { table: "/t/BBBB" })];
  assert.equal(nextOf(list, "/t/BBBB").key, "b");
});

test("where another phone was quicker only that player waits", () => {
  const list = [entry("a", { state: "asked" }), entry("b"), entry("c", { seat: "s2" })];
  assert.equal(nextOf(list, "/t/AAAA").key, "c");
});

test("what the page sends itself is not sent by the queue and not counted", () => {
  const list = [entry("a", { state: "flying" })];
  assert.equal(nextOf(list, "/t/AAAA"), null);
  assert.deepEqual([listed(list), at(list, "/t/AAAA")], [[], []]);
});

test("an empty list has nothing to send", () => {
  assert.equal(nextOf([], "/t/AAAA"), null);
});

test("those behind an entry that arrived have seen its revision", () => {
  const list = [entry("a"), entry("b"), entry("c")];
  const rest = arrive(list, list[0], "5");
  assert.deepEqual([keys(rest), seen(rest)], [["b", "c"], ["5", "5"]]);
});

test("one that was decided on another revision keeps it", () => {
  const list = [entry("a"), entry("b", { seen: "3" }), entry("c", { seen: "40" })];
  assert.deepEqual(seen(arrive(list, list[0], "5")), ["3", "40"]);
});

test("one of another table keeps its revision though the number is the same", () => {
  const list = [entry("a"), entry("b", { table: "/t/BBBB" })];
  assert.deepEqual(seen(arrive(list, list[0], "5")), ["4"]);
});

test("once more is decided on the table that the refusal showed, and what is behind with it", () => {
  const list = [entry("a", { state: "stopped", revision: "9" }), entry("b"), entry("c", { seen: "3" })];
  const now = again(list, list[0]);
  assert.deepEqual([now[0].state, seen(now)], ["waiting", ["9", "9", "3"]]);
});

test("once more without a page keeps the revision", () => {
  const list = [entry("a", { state: "stopped" })];
  assert.deepEqual(again(list, list[0]), [entry("a")]);
});

test("a mended entry keeps its place and its key", () => {
  const list = [entry("a", { state: "stopped" }), entry("b", { seat: "s2" })];
  const now = mend(list, list[0], { body: "seat=s1&cards=KH", seen: "7", name: "Ann’s Thief", cards: "KH" });
  assert.deepEqual([keys(now), seen(now)], [["a", "b"], ["7", "7"]]);
  assert.deepEqual([now[0].state, now[0].body, now[0].cards], ["waiting", "seat=s1&cards=KH", "KH"]);
});

test("after a reload what was under way waits and may have arrived", () => {
  const [flew, waited] = begin([entry("a", { state: "flying" }), entry("b")]);
  assert.deepEqual([flew.state, flew.tried, waited.state, waited.tried], ["waiting", true, "waiting", false]);
});

test("after a reload what was refused or asked is tried again in its old order", () => {
  const now = begin([entry("a", { state: "stopped" }), entry("b", { state: "asked" }), entry("c")]);
  assert.deepEqual(now.map(({ state }) => state), ["waiting", "waiting", "waiting"]);
  assert.equal(nextOf(now, "/t/AAAA").key, "a");
});

test("a reload does not forget that an entry was tried", () => {
  assert.equal(begin([entry("a", { tried: true })])[0].tried, true);
});

test("an entry is changed or given up by its key alone", () => {
  const list = [entry("a"), entry("b")];
  assert.deepEqual(change(list, "b", { state: "asked" }).map(({ state }) => state), ["waiting", "asked"]);
  assert.deepEqual(keys(remove(list, "a")), ["b"]);
  assert.deepEqual(keys(list), ["a", "b"]);
});

test("only what was refused or asked about is halted", () => {
  const states = ["flying", "waiting", "asked", "stopped"];
  assert.deepEqual(states.filter((state) => isHalted({ state })), ["asked", "stopped"]);
});

test("an entry stands only where the answer says its revision", () => {
  assert.equal(meaning(204, "5"), "stands");
  assert.equal(meaning(204, null), "later");
});

test("a page instead of an answer is no answer", () => {
  assert.equal(meaning(200, null), "later");
  assert.equal(meaning(200, "5"), "later");
});

test("a server that asks for patience is tried again", () => {
  for (const status of [408, 429, 502, 503, 504, 507]) {
    assert.deepEqual([meaning(status, null), triesAgain(status)], ["later", true], status);
  }
});

test("a server that says no halts", () => {
  for (const status of [400, 403, 404, 409, 410, 413, 422, 500]) {
    assert.deepEqual([meaning(status, null), triesAgain(status)], ["halted", false], status);
  }
});

test("an entry is sent as its page had it, under its own key and revision", () => {
  const form = formOf(entry("a", { body: "seat=s1&cards=KH&cards=QD&seen=1&key=old", seen: "6" }), []);
  assert.deepEqual(form.getAll("cards"), ["KH", "QD"]);
  assert.deepEqual([form.getAll("key"), form.getAll("seen"), form.get("queued")], [["a"], ["6"], "1"]);
  assert.equal(form.has("replaces"), false);
});

test("an entry that takes the place of another says which", () => {
  assert.equal(formOf(entry("a", { replaces: "12" }), []).get("replaces"), "12");
});

test("an entry tells which events of its table this phone made", () => {
  const made = addMade(addMade([], "/t/AAAA", "5 6"), "/t/BBBB", "7");
  assert.equal(formOf(entry("a"), made).get("made"), "5 6");
  assert.deepEqual(madeAt(made, "/t/BBBB"), ["7"]);
});

test("an answer that names no events adds none", () => {
  assert.deepEqual([addMade([], "/t/AAAA", null), addMade([], "/t/AAAA", "")], [[], []]);
});

test("of the events that this phone made the newest two hundred are kept", () => {
  const many = Array.from({ length: 250 }, (_, at) => at + 1).join(" ");
  const made = madeAt(addMade([], "/t/AAAA", many), "/t/AAAA");
  assert.deepEqual([made.length, made[0], made.at(-1)], [200, "51", "250"]);
});
