// Keeps the screen awake at a table until its game is over: the browser's own way where it has one, over https; elsewhere a tiny silent film, from the first tap on.

import { one } from "./app.js";

const AROUND = 3;
let film = null;
let held = null;
const isOver = () => Boolean(one("#page[data-over]"));

async function keepAwake() {
  if (isOver()) { letSleep(); return; }
  if (document.hidden || held && !held.released) return;
  try { held = await navigator.wakeLock.request("screen"); } catch { if (navigator.userActivation?.hasBeenActive ?? true) await play(); }
}

// A phone sleeps through films that are muted, small or set to loop: this one has a silent track, fills the page unseen, and is led back by hand.
async function play() {
  film ??= makeFilm();
  try { await film.play(); } catch { film.muted = true; film.play().catch(() => {}); }
}

function letSleep() {
  held?.release();
  held = null;
  film?.pause();
}

function makeFilm() {
  const made = Object.assign(document.createElement("video"), { playsInline: true, src: document.body.dataset.awake, tabIndex: -1 });
  made.style.cssText = "position: fixed; inset: 0; width: 100%; height: 100%; opacity: .001; pointer-events: none; z-index: -1";
  made.setAttribute("aria-hidden", "true");
  made.setAttribute("disableremoteplayback", "");
  made.addEventListener("timeupdate", () => { if (made.currentTime > AROUND) made.currentTime = 0.1; });
  made.addEventListener("ended", () => made.play().catch(() => {}));
  document.body.append(made);
  return made;
}

if (document.body.dataset.awake) {
  document.addEventListener("visibilitychange", () => { if (document.hidden) film?.pause(); else keepAwake(); });
  document.addEventListener("click", () => { if (!held && (!film || film.paused)) keepAwake(); }, true);
  document.addEventListener("htmx:after:swap", () => { if (isOver() || !film || film.paused) keepAwake(); });
  keepAwake();
}
