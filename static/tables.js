// The pages of tables that this phone keeps, for the worker to show when one is opened again without a line.

import { all, offline, one } from "./app.js";
import { signOf } from "./offline_entry.js";
import { make } from "./saved.js";
import { tell } from "./words.js";

export const { home } = document.body.dataset;
export const within = (path) => path.startsWith(home) ? path.slice(home.length) : "";
export const here = () => { const table = /^t\/[^/]+/.exec(within(location.pathname)); return table ? home + table[0] : ""; };

export async function keepPage() {
  if (!window.caches || !one("#entry") || offline() || location.pathname !== here()) return;
  const copy = document.documentElement.cloneNode(true);
  for (const made of all("body > script, video, #queue, #queue-note", copy)) made.remove();
  const cache = await caches.open("tables");
  await cache.put(here(), new Response("<!doctype html>" + copy.outerHTML, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
}

// The page that stands for others leads to the games that this phone knows, and says how many entries of each are saved here.
export async function listTables(savedAt) {
  const list = one("#known-games");
  if (!list || !window.caches) return;
  const cache = await caches.open("tables");
  for (const { url } of await cache.keys()) {
    const found = new DOMParser().parseFromString(await (await cache.match(url)).text(), "text/html");
    const says = (place) => one(place, found)?.textContent ?? "";
    const path = new URL(url).pathname;
    const n = savedAt(path);
    const link = Object.assign(make("a", "", make("b", "", says("h1")), make("span", "at-right", says(".bar .where"))), { href: path });
    if (n) link.append(make("span", "known-saved", ...signOf("saved"), tell("waiting", { n })));
    list.append(make("li", "", link));
  }
  one("#known").hidden = !list.children.length;
}
