// What other phones do: the live light, and the news that a page asks for. app.js brings this file after the first load.
"use strict";

// The live light says what is true: live while the stream speaks, catching up while it does not but the server answers, offline when nothing does.
const SILENCE = 25000;
const PATIENCE = 5000;
let silent = 0;
function light(state) {
  const before = line;
  line = state;
  showLight();
  if (state !== before) document.dispatchEvent(new CustomEvent("line"));
}
function showLight() {
  const live = one("#live");
  if (!live) return;
  // What is saved on this phone goes before the state of the line.
  const saved = window.savedHere?.() ?? "";
  const said = saved || live.dataset[line];
  live.className = `live is-${line}${saved ? " is-saved" : ""}`;
  if (one("span", live).textContent !== said) one("span", live).textContent = said;
}
document.addEventListener("htmx:after:swap", showLight);

let source = null;
function listen() {
  const url = document.body.dataset.live;
  showLight();
  if (!url || source) return;
  source = new EventSource(url);
  source.addEventListener("rev", (event) => { heard(); newest = Number(event.data); tellNews(); });
  source.addEventListener("beat", heard);
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) { source = null; setTimeout(listen, 5000); }
    ask();
  };
}

function heard() {
  light("live");
  clearTimeout(silent);
  silent = setTimeout(resync, SILENCE);
}

// Where the stream does not get through, the page asks for the newest revision now and then.
let asking = false;
async function ask() {
  const url = document.body.dataset.live;
  if (asking || !url) return;
  asking = true;
  try {
    const answer = await fetch(url.replace(/live$/, "rev"), { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status > 500) throw answer.status;
    light(source?.readyState === EventSource.OPEN ? "live" : "catching");
    if (answer.ok) { newest = Number(await answer.text()); tellNews(); }
  } catch { lost(); } finally { asking = false; }
}

let probe = 0;
function lost() {
  light("offline");
  clearTimeout(probe);
  probe = setTimeout(ask, PATIENCE);
}

// A page learns of every newer revision, by one question at a time: the next waits for the answer to the one under way.
let newest = 0;
let told = 0;
function tellNews() {
  const shown = Number(one("#page")?.dataset.revision ?? 0);
  if (busy || questions.size || line === "offline" || newest <= Math.max(shown, told)) return;
  told = newest;
  document.body.dispatchEvent(new CustomEvent("news"));
}
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.status === "swapped") tellNews(); else again(/^error: (?!Abort)/.test(ctx.status) ? 2000 : 0);
});

// An answer that reached nobody told nothing.
function again(wait) {
  told = 0;
  setTimeout(tellNews, wait);
}

// After a gap nothing is trusted: the stream begins anew and what it says is news again.
function resync() {
  source?.close();
  source = null;
  told = 0;
  listen();
  ask();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  resync();
});
window.addEventListener("offline", lost);
window.addEventListener("online", resync);

listen();
