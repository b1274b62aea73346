// Sends what waits: table by table, one after the other. An entry leaves the list only when the server has answered for it.

import { arrive, change, formOf, meaning, nextOf, tablesOf } from "./queue_rules.js";

export const ANSWER_WITHIN = 10000;
const REST = 4000;

// `page` says how many wait at its table, reads a refusal, and is told of the rest.
export function sender({ kept, keep, made, remember }, page) {
  let key = "";
  let running = false;
  let onceMore = false;

  async function flush() {
    if (running) { onceMore = true; return; }
    running = true;
    onceMore = false;
    const before = page.waiting();
    try {
      for (const table of tablesOf(kept())) while (await sendFirst(table));
    } finally { running = false; page.show(); }
    if (page.waiting() < before) page.renew();
    if (onceMore) flush();
  }

  async function sendFirst(table) {
    const entry = nextOf(kept(), table);
    if (!entry) return false;
    key = entry.key;
    page.show();
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN);
      const answer = await fetch(entry.url, { method: "POST", body: formOf(entry, made()), headers: { "HX-Request": "true" }, signal });
      return await answered(entry, answer);
    } catch {
      keep(change(kept(), entry.key, { tried: true }));
      page.lost();
      return false;
    } finally { key = ""; }
  }

  async function answered(entry, answer) {
    const revision = answer.headers.get("X-Revision");
    const means = meaning(answer.status, revision);
    if (means === "later") setTimeout(flush, REST);
    if (means === "halted") return halted(entry, answer.status, await answer.text());
    if (means !== "stands") return false;
    remember(entry.table, answer.headers.get("X-Made"));
    keep(arrive(kept(), entry, revision));
    page.sent(entry, revision);
    return true;
  }

  // Another entry for the same player is a question; the entries of other players go on meanwhile.
  function halted(entry, status, text) {
    const { asks, why, revision } = page.read(entry, status, text);
    const news = asks ? { state: "asked", replaces: undefined } : { state: "stopped", why, revision };
    keep(change(kept(), entry.key, news));
    page.halted(entry, asks);
    return asks;
  }

  return { flush, sends: (entry) => entry.key === key };
}
