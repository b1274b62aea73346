// The line to the server: how it is shown, when the page is told of news, and when it asks again.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import {
  BEGIN, PATIENCE, PAUSE, SILENCE, answered, follow, heardOf, isAnswer, isNews, restAfter, spoke, tellNewest, unanswered, untold,
} from "../../static/line.js";
import { pass, settle } from "./fakes.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

// One page at a table that shows revision 4: `answers` are the revisions with which the server answers, "lost" for none.
function page({ answers = [], table = true } = {}) {
  const found = { streams: [], states: [], changes: 0, asked: 0, news: 0, shown: 4, asks: false, answers };
  const open = (ears) => {
    const stream = { ...ears, isClosed: false, isLive: true, isOpen: () => stream.isLive, close: () => { stream.isClosed = true; } };
    found.streams.push(stream);
    return stream;
  };
  const ask = async () => {
    found.asked += 1;
    const answer = found.answers.shift() ?? 4;
    if (answer === "held") return new Promise((done) => { found.letGo = (revision) => done({ status: 200, revision }); });
    if (answer === "lost") throw new TypeError("Failed to fetch");
    return typeof answer === "number" ? { status: 200, revision: answer } : answer;
  };
  const line = follow({
    ...(table && { open, ask }),
    page: {
      light: (state, isOther) => { found.states.push(state); if (isOther) found.changes += 1; },
      stands: () => ({ shown: found.shown, asks: found.asks }),
      news: () => { found.news += 1; },
    },
  });
  line.begin();
  return Object.assign(found, { line, stream: () => found.streams.at(-1), state: () => found.states.at(-1) });
}

test("a page begins to listen once", () => {
  const one = page();
  one.line.begin();
  assert.deepEqual([one.streams.length, one.asked, BEGIN.state], [1, 0, "catching"]);
});

test("a stream that speaks is live", () => {
  const one = page();
  one.stream().beat();
  assert.deepEqual([one.state(), one.news], ["live", 0]);
});

test("a newer revision is news", () => {
  const one = page();
  one.stream().revision(5);
  assert.deepEqual([one.state(), one.news], ["live", 1]);
});

test("the revision that is shown is no news", () => {
  const one = page();
  one.stream().revision(4);
  assert.equal(one.news, 0);
});

test("an older revision is no news", () => {
  const one = page();
  one.stream().revision(3);
  assert.equal(one.news, 0);
});

test("revisions are numbers: ten comes after nine", () => {
  const one = page();
  one.shown = 9;
  one.stream().revision(10);
  assert.equal(one.news, 1);
});

test("a revision is told once", () => {
  const one = page();
  one.stream().revision(5);
  one.stream().revision(5);
  assert.equal(one.news, 1);
});

test("each newer revision is told", () => {
  const one = page();
  one.stream().revision(5);
  one.stream().revision(6);
  assert.equal(one.news, 2);
});

test("while an answer is under way nothing is told, and then the newest alone", () => {
  const one = page();
  one.asks = true;
  one.stream().revision(5);
  one.stream().revision(6);
  assert.equal(one.news, 0);
  one.asks = false;
  one.line.swapped("swapped");
  assert.equal(one.news, 1);
});

test("a page that was swapped in and is the newest has no news", () => {
  const one = page();
  one.stream().revision(5);
  one.shown = 5;
  one.line.swapped("swapped");
  assert.equal(one.news, 1);
});

test("an answer that failed is asked for again after two seconds", async () => {
  const one = page();
  one.stream().revision(5);
  one.line.swapped("error: Failed to fetch");
  await pass(PAUSE - 1);
  assert.equal(one.news, 1);
  await pass(1);
  assert.equal(one.news, 2);
});

test("an answer that was given up for another is asked for at once", async () => {
  const one = page();
  one.stream().revision(5);
  one.line.swapped("error: AbortError");
  await pass(0);
  assert.equal(one.news, 2);
});

test("a stream that breaks off is asked after", async () => {
  const one = page();
  one.stream().isLive = false;
  one.stream().broken(false);
  await settle();
  assert.deepEqual([one.asked, one.state(), one.streams.length], [1, "catching", 1]);
});

test("a stream that the server closed is begun anew after five seconds", async () => {
  const one = page();
  one.stream().broken(true);
  await pass(PATIENCE - 1);
  assert.equal(one.streams.length, 1);
  await pass(1);
  assert.equal(one.streams.length, 2);
});

test("without a stream the page still learns of news by asking", async () => {
  const one = page({ answers: [7] });
  one.stream().isLive = false;
  one.stream().broken(false);
  await settle();
  assert.equal(one.news, 1);
});

test("a server that answers nothing is lost, asked every five seconds, and found", async () => {
  const one = page({ answers: ["lost", "lost", 4] });
  one.stream().isLive = false;
  one.stream().broken(false);
  await settle();
  assert.deepEqual([one.asked, one.state()], [1, "offline"]);
  await pass(PATIENCE - 1);
  assert.equal(one.asked, 1);
  await pass(1);
  assert.deepEqual([one.asked, one.state()], [2, "offline"]);
  await pass(PATIENCE);
  assert.deepEqual([one.asked, one.state()], [3, "catching"]);
  await pass(10 * PATIENCE);
  assert.equal(one.asked, 3);
});

test("a server that answers while the stream is open is live", async () => {
  const one = page();
  await one.line.ask();
  assert.equal(one.state(), "live");
});

test("a stream that speaks ends being alone", () => {
  const one = page();
  one.line.lost();
  assert.equal(one.state(), "offline");
  one.stream().beat();
  assert.equal(one.state(), "live");
});

test("while the page is alone it is told nothing, and then what was new", async () => {
  const one = page({ answers: [6, 6] });
  one.asks = true;
  one.stream().revision(6);
  one.line.lost();
  one.asks = false;
  one.line.swapped("swapped");
  assert.equal(one.news, 0);
  await pass(PATIENCE);
  assert.equal(one.news, 1);
});

test("what stands before a server that is gone gives no answer", async () => {
  for (const status of [502, 503, 504]) {
    const one = page({ answers: [{ status, revision: null }] });
    await one.line.ask();
    assert.deepEqual([one.state(), isAnswer(status)], ["offline", false], status);
  }
});

test("a refusal is an answer without news", async () => {
  for (const status of [403, 404, 410, 429, 500]) {
    const one = page({ answers: [{ status, revision: null }] });
    one.stream().isLive = false;
    await one.line.ask();
    assert.deepEqual([one.state(), one.news, isAnswer(status)], ["catching", 0, true], status);
  }
});

test("there is one question at a time", async () => {
  const one = page({ answers: ["held"] });
  one.line.ask();
  one.line.ask();
  one.line.ask();
  assert.equal(one.asked, 1);
  one.letGo(4);
  await settle();
  one.line.ask();
  assert.equal(one.asked, 2);
});

test("after a long silence the stream begins anew and the server is asked", async () => {
  const one = page();
  one.stream().beat();
  const [first] = one.streams;
  await pass(SILENCE - 1);
  assert.deepEqual([first.isClosed, one.asked], [false, 0]);
  await pass(1);
  assert.deepEqual([first.isClosed, one.streams.length, one.asked], [true, 2, 1]);
});

test("each beat puts the silence off", async () => {
  const one = page();
  one.stream().beat();
  await pass(SILENCE - 1);
  one.stream().beat();
  await pass(SILENCE - 1);
  assert.equal(one.streams.length, 1);
});

test("a page that was hidden and is seen again trusts nothing", async () => {
  const one = page({ answers: [5] });
  one.stream().revision(5);
  one.line.resync();
  await settle();
  assert.deepEqual([one.streams.length, one.asked, one.news], [2, 1, 2]);
});

test("a second report of being alone puts off the question, and there is one", async () => {
  const one = page();
  one.line.lost();
  await pass(PATIENCE - 1);
  one.line.lost();
  await pass(PATIENCE - 1);
  assert.equal(one.asked, 0);
  await pass(1);
  assert.equal(one.asked, 1);
});

test("only another state of the line is announced", () => {
  const one = page();
  one.stream().beat();
  one.stream().beat();
  one.line.lost();
  one.line.lost();
  assert.deepEqual([one.changes, one.states], [2, ["live", "live", "offline", "offline"]]);
});

test("a page without a table listens to nothing and asks nothing", async () => {
  const one = page({ table: false });
  one.line.resync();
  one.line.lost();
  await pass(PATIENCE);
  assert.deepEqual([one.streams.length, one.asked, one.state()], [0, 0, "offline"]);
});

test("what is known of the line changes by one thing at a time", () => {
  const known = heardOf(spoke(BEGIN), 7);
  assert.deepEqual(known, { state: "live", newest: 7, told: 0 });
  assert.deepEqual(tellNewest(known), { state: "live", newest: 7, told: 7 });
  assert.deepEqual(untold(tellNewest(known)), known);
  assert.deepEqual(unanswered(known), { state: "offline", newest: 7, told: 0 });
  assert.deepEqual([answered(known, true).state, answered(known, false).state], ["live", "catching"]);
});

test("news is what is newer than both what is shown and what was told", () => {
  const known = { state: "live", newest: 7, told: 6 };
  assert.equal(isNews(known, { shown: 6, asks: false }), true);
  assert.equal(isNews(known, { shown: 7, asks: false }), false);
  assert.equal(isNews({ ...known, told: 7 }, { shown: 4, asks: false }), false);
  assert.equal(isNews(known, { shown: 6, asks: true }), false);
  assert.equal(isNews(unanswered(known), { shown: 6, asks: false }), false);
});

test("only an answer that failed is rested after", () => {
  assert.deepEqual(["error: Failed to fetch", "error: AbortError", "done", ""].map(restAfter), [PAUSE, 0, 0, 0]);
});
