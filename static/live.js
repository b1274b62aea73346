// What other phones do: the live light, and the news that a page asks for. app.js brings this file after the first load.

import { busy, line, one, questions } from "./app.js";
import { PATIENCE, follow } from "./line.js";

const { live: url, channel } = document.body.dataset;
const revisionUrl = channel ?? url?.replace(/live$/, "rev");

function light(state, isOther) {
  line.state = state;
  showLight();
  if (isOther) document.dispatchEvent(new CustomEvent("line"));
}

// What is saved on this phone goes before the state of the line.
export function showLight() {
  const live = one("#live");
  if (!live) return;
  const said = line.saved || live.dataset[line.state];
  live.className = `live is-${line.state}${line.saved ? " is-saved" : ""}`;
  if (one("span", live).textContent !== said) one("span", live).textContent = said;
}

function open({ revision, beat, broken }) {
  const source = new EventSource(url);
  source.addEventListener("rev", (event) => revision(Number(event.data)));
  source.addEventListener("beat", beat);
  source.addEventListener("moved", page.news);
  source.onerror = () => broken(source.readyState === EventSource.CLOSED);
  return { isOpen: () => source.readyState === EventSource.OPEN, close: () => source.close() };
}

async function askRevision() {
  const answer = await fetch(revisionUrl, { signal: AbortSignal.timeout(PATIENCE) });
  return { status: answer.status, revision: answer.ok ? Number(await answer.text()) : null };
}

const page = {
  light,
  stands: () => ({ shown: Number(one("#page")?.dataset.revision ?? 0), asks: busy || questions.size > 0 }),
  news: () => document.body.dispatchEvent(new CustomEvent("news")),
};

const table = follow({ ...(url && { open }), ...(revisionUrl && { ask: askRevision }), page });
export const { ask, lost } = table;

document.addEventListener("htmx:after:swap", showLight);
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => table.swapped(ctx.status));
document.addEventListener("visibilitychange", () => { if (!document.hidden) table.resync(); });
if (!channel) {
  window.addEventListener("offline", lost);
  window.addEventListener("online", table.resync);
}

// Without a server the only news is what another tab of this phone has entered.
if (channel) new BroadcastChannel("referee").onmessage = ask;

showLight();
table.begin();
