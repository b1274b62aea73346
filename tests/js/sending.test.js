// Entries on their way: what is kept, what is sent and when, whatever the server answers.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { again, change, listed, remove } from "../../static/queue_rules.js";
import { ANSWER_WITHIN, sender } from "../../static/sending.js";
import { KEPT, savedEntries } from "../../static/saved_entries.js";
import { giveServer, giveStorage, keysOf, pass, settle, stands } from "./fakes.js";

const TABLE = "/t/AAAA";
const entry = (key, more = {}) => ({
  key, table: TABLE, url: `${more.table ?? TABLE}/entry`, seat: "s1", seen: "4", body: "seat=s1&cards=KH", state: "waiting", ...more,
});

let storage;

beforeEach(() => {
  storage = giveStorage();
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => mock.timers.reset());

// One open page: what it keeps, and what it was told.
function tab(...list) {
  const told = [];
  const box = savedEntries({ full: () => told.push("full"), changed: () => told.push("changed") });
  const page = {
    waiting: () => listed(box.kept()).length,
    show: () => told.push(`sends ${["a", "b", "c"].filter((key) => sending.sends({ key })).join("")}`),
    renew: () => told.push("renew"),
    lost: () => told.push("lost"),
    sent: ({ key }, revision) => told.push(`${key} made ${revision}`),
    read: (_entry, status, text) => ({ asks: text === "conflict", why: `${status} ${text}`, revision: "9" }),
    halted: ({ key }, asks) => told.push(`${key} ${asks ? "asked" : "stopped"}`),
  };
  const sending = sender(box, page);
  if (list.length) box.keep(list);
  told.length = 0;
  const keep = (change) => box.keep(change(box.kept()));
  const states = () => box.kept().map(({ key, state }) => `${key} ${state}`);
  return { ...box, ...sending, told, states, change: keep, count: (what) => told.filter((one) => one === what).length };
}

async function isHalted(status) {
  giveServer({ status });
  const page = tab(entry("a"), entry("b"));
  await page.flush();
  assert.deepEqual([page.states(), page.count("lost")], [["a stopped", "b waiting"], 0]);
}

async function isSentAgain(status) {
  const server = giveServer({ status, headers: { "Retry-After": "1" } });
  const page = tab(entry("a"));
  await page.flush();
  assert.deepEqual(page.states(), ["a waiting"]);
  await pass(3999);
  assert.deepEqual(keysOf(server), ["a"]);
  await pass(1);
  assert.deepEqual([keysOf(server), page.kept()], [["a", "a"], []]);
}

test("all that wait are sent in their order and leave the list", async () => {
  const server = giveServer(stands(5), stands(6), stands(7));
  const page = tab(entry("a"), entry("b", { seat: "s2" }), entry("c", { seat: "s3" }));
  await page.flush();
  assert.deepEqual(keysOf(server), ["a", "b", "c"]);
  assert.deepEqual(page.kept(), []);
  assert.equal(page.count("renew"), 1);
});

test("each one is sent knowing of the one before", async () => {
  const server = giveServer(stands(5), stands(12));
  await tab(entry("a"), entry("b"), entry("c")).flush();
  assert.deepEqual(server.asked.map(({ form }) => form.get("seen")), ["4", "5", "12"]);
});

test("the next one waits for the answer to the one under way", async () => {
  const server = giveServer("held");
  const page = tab(entry("a"), entry("b"));
  const done = page.flush();
  await settle();
  assert.deepEqual(keysOf(server), ["a"]);
  assert.deepEqual(page.states(), ["a waiting", "b waiting"]);
  server.letGo(stands(5));
  await done;
  assert.deepEqual(keysOf(server), ["a", "b"]);
});

test("a double tap is one entry", async () => {
  const server = giveServer();
  const page = tab(entry("a"), entry("a"));
  await page.flush();
  assert.deepEqual([keysOf(server), page.kept()], [["a"], []]);
});

test("to send again while sending sends nothing twice", async () => {
  const server = giveServer("held");
  const page = tab(entry("a"));
  const done = page.flush();
  await settle();
  page.flush();
  page.flush();
  server.letGo(stands(5));
  await done;
  await settle();
  assert.deepEqual(keysOf(server), ["a"]);
});

test("what is entered while another is sent follows at once", async () => {
  const server = giveServer("held");
  const page = tab(entry("a"));
  const done = page.flush();
  await settle();
  page.change((list) => [...list, entry("b", { table: "/t/BBBB" })]);
  page.flush();
  server.letGo(stands(5));
  await done;
  await settle();
  assert.deepEqual([keysOf(server), page.kept()], [["a", "b"], []]);
});

test("without an answer an entry waits on and the page says that it is alone", async () => {
  const server = giveServer("lost");
  const page = tab(entry("a"), entry("b"));
  await page.flush();
  assert.deepEqual([keysOf(server), page.states()], [["a"], ["a waiting", "b waiting"]]);
  assert.deepEqual([page.count("lost"), page.count("renew")], [1, 0]);
});

test("an entry whose answer was lost may have arrived and keeps its key", async () => {
  const server = giveServer("lost");
  const page = tab(entry("a"));
  await page.flush();
  assert.equal(page.kept()[0].tried, true);
  await page.flush();
  assert.deepEqual([keysOf(server), page.kept()], [["a", "a"], []]);
});

test("once the line is back all go in their order", async () => {
  const server = giveServer("lost");
  const page = tab(entry("a"), entry("b"));
  await page.flush();
  await page.flush();
  assert.deepEqual([keysOf(server), page.kept()], [["a", "a", "b"], []]);
});

test("an entry waits for its answer ten seconds", async () => {
  const timeout = mock.method(AbortSignal, "timeout");
  const server = giveServer();
  await tab(entry("a")).flush();
  assert.deepEqual(timeout.mock.calls.map((call) => call.arguments), [[ANSWER_WITHIN]]);
  assert.equal(server.asked[0].signal, timeout.mock.calls[0].result);
  assert.equal(ANSWER_WITHIN, 10000);
  timeout.mock.restore();
});

test("a refusal in the middle halts those behind it and says why", async () => {
  const server = giveServer(stands(5), { status: 422, text: "too many kings" });
  const page = tab(entry("a"), entry("b"), entry("c", { seat: "s2" }));
  await page.flush();
  assert.deepEqual([keysOf(server), page.states()], [["a", "b"], ["b stopped", "c waiting"]]);
  assert.deepEqual([page.kept()[0].why, page.kept()[0].revision], ["422 too many kings", "9"]);
  assert.ok(page.told.includes("b stopped"));
});

test("what was refused is not sent by itself", async () => {
  const server = giveServer({ status: 422 });
  const page = tab(entry("a"));
  await page.flush();
  await page.flush();
  await pass(60000);
  assert.deepEqual(keysOf(server), ["a"]);
});

test("what was refused goes on once somebody says so, on the newest table", async () => {
  const server = giveServer({ status: 409, text: "stale" });
  const page = tab(entry("a"), entry("b"));
  await page.flush();
  page.change((list) => again(list, list[0]));
  await page.flush();
  assert.deepEqual(keysOf(server), ["a", "a", "b"]);
  assert.equal(server.asked[1].form.get("seen"), "9");
});

test("where another phone was quicker the other players' entries go on", async () => {
  const server = giveServer({ status: 409, text: "conflict" });
  const page = tab(entry("a"), entry("b"), entry("c", { seat: "s2" }));
  await page.flush();
  assert.deepEqual([keysOf(server), page.states()], [["a", "c"], ["a asked", "b waiting"]]);
  assert.ok(page.told.includes("a asked"));
});

test("the entry that is right takes the place of the other", async () => {
  const server = giveServer({ status: 409, text: "conflict" });
  const page = tab(entry("a"));
  await page.flush();
  page.change((list) => change(list, "a", { state: "waiting", replaces: "7" }));
  await page.flush();
  assert.deepEqual([server.asked[1].form.get("replaces"), page.kept()], ["7", []]);
});

test("asked once more an entry takes nobody's place", async () => {
  giveServer({ status: 409, text: "conflict" });
  const page = tab(entry("a", { replaces: "7" }));
  await page.flush();
  assert.deepEqual([page.kept()[0].state, page.kept()[0].replaces], ["asked", undefined]);
});

test("a stale entry without a question stops its table", async () => {
  giveServer({ status: 409, text: "stale" });
  const page = tab(entry("a"), entry("b", { seat: "s2" }));
  await page.flush();
  assert.deepEqual(page.states(), ["a stopped", "b waiting"]);
});

test("a phone that was sent away has to decide", async () => {
  await isHalted(403);
});

test("at a table that is gone somebody has to decide", async () => {
  await isHalted(404);
});

test("at a table that was removed somebody has to decide", async () => {
  await isHalted(410);
});

test("after a fault of the server somebody has to decide", async () => {
  await isHalted(500);
});

test("a server that is too slow is asked again in four seconds", async () => {
  await isSentAgain(408);
});

test("a phone that sent too much waits four seconds, whatever it is told", async () => {
  await isSentAgain(429);
});

test("a busy server is asked again in four seconds", async () => {
  await isSentAgain(503);
});

test("a proxy without its server is asked again in four seconds", async () => {
  await isSentAgain(502);
});

test("a server without room is asked again in four seconds", async () => {
  await isSentAgain(507);
});

test("a page of something before the server is no answer", async () => {
  const server = giveServer({ status: 200, text: "Please log in" });
  const page = tab(entry("a"));
  await page.flush();
  assert.deepEqual(page.states(), ["a waiting"]);
  await pass(4000);
  assert.deepEqual([keysOf(server), page.kept()], [["a", "a"], []]);
});

test("an entry that was given up is not sent", async () => {
  const server = giveServer("lost");
  const page = tab(entry("a"), entry("b"));
  await page.flush();
  page.change((list) => remove(list, "a"));
  await page.flush();
  assert.deepEqual([keysOf(server), page.kept()], [["a", "b"], []]);
});

test("only the entry under way is being sent", async () => {
  const server = giveServer("held");
  const page = tab(entry("a"), entry("b"));
  const done = page.flush();
  await settle();
  assert.deepEqual([page.sends({ key: "a" }), page.sends({ key: "b" })], [true, false]);
  assert.ok(page.told.includes("sends a"));
  server.letGo("lost");
  await done;
  assert.equal(page.sends({ key: "a" }), false);
});

test("events that this phone made go along with the next entry", async () => {
  const server = giveServer(stands(6, "5 6"));
  await tab(entry("a"), entry("b")).flush();
  assert.deepEqual(server.asked.map(({ form }) => form.get("made")), ["", "5 6"]);
});

test("the page goes on from the revision of each entry that arrived", async () => {
  giveServer(stands(5), stands(8));
  const page = tab(entry("a"), entry("b"));
  await page.flush();
  assert.deepEqual(page.told.filter((one) => one.includes("made")), ["a made 5", "b made 8"]);
});

test("a table without an answer does not keep another from being tried", async () => {
  const server = giveServer("lost", stands(3));
  const page = tab(entry("a"), entry("b", { table: "/t/BBBB" }));
  await page.flush();
  assert.deepEqual([keysOf(server), page.states()], [["a", "b"], ["a waiting"]]);
});

test("the page is drawn anew only where something left the list", async () => {
  giveServer({ status: 503 });
  const page = tab(entry("a"));
  await page.flush();
  assert.equal(page.count("renew"), 0);
});

// What is kept

test("a phone that never kept anything has an empty list", () => {
  assert.deepEqual(tab().kept(), []);
});

test("a list that cannot be read is none", () => {
  storage.setItem(KEPT, "{broken");
  assert.deepEqual(tab().kept(), []);
});

test("a reload finds what waits", () => {
  tab(entry("a"), entry("b"));
  assert.deepEqual(tab().states(), ["a waiting", "b waiting"]);
});

test("what one tab has sent another does not send", async () => {
  const server = giveServer();
  const [first, second] = [tab(entry("a")), tab()];
  await first.flush();
  await second.flush();
  assert.deepEqual([keysOf(server), second.kept()], [["a"], []]);
});

test("two tabs that send at once send one key", async () => {
  const server = giveServer("held", stands(5));
  const [first, second] = [tab(entry("a")), tab()];
  const done = first.flush();
  await settle();
  await second.flush();
  server.letGo(stands(5));
  await done;
  assert.deepEqual([new Set(keysOf(server)).size, first.kept(), second.kept()], [1, [], []]);
});

test("without room the entry stays on the open page and is sent from there", async () => {
  const server = giveServer();
  const page = tab();
  storage.room = false;
  page.keep([entry("a")]);
  assert.equal(page.count("full"), 1);
  assert.deepEqual([page.states(), tab().states()], [["a waiting"], []]);
  await page.flush();
  assert.deepEqual([keysOf(server), page.kept()], [["a"], []]);
});

test("with room again it is kept for a reload as well", () => {
  const page = tab();
  storage.room = false;
  page.keep([entry("a")]);
  storage.room = true;
  page.change((list) => [...list, entry("b")]);
  assert.deepEqual(tab().states(), ["a waiting", "b waiting"]);
  assert.equal(page.count("full"), 1);
});

test("with room again a tab sees what another has sent", async () => {
  giveServer();
  const page = tab();
  storage.room = false;
  page.keep([entry("a")]);
  storage.room = true;
  page.keep(page.kept());
  await tab().flush();
  assert.deepEqual(page.kept(), []);
});

test("a browser that forbids to keep anything still sends", async () => {
  storage.open = false;
  const server = giveServer();
  const page = tab(entry("a"));
  await page.flush();
  assert.deepEqual([keysOf(server), page.kept()], [["a"], []]);
});

test("what the phone made is forgotten quietly without room", () => {
  const page = tab();
  storage.room = false;
  page.remember(TABLE, "5");
  assert.deepEqual([page.made(), page.told], [[], []]);
});
