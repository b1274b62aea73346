// Says that it is this phone's turn: a soft tone, a short vibration, and the title of a page that nobody looks at. Loaded only where it is wanted.

import { one } from "./app.js";

const PITCHES = [523.25, 659.25];
const STEP = 0.18;
const LASTS = 0.7;
const LOUDNESS = 0.09;
const BUZZ = [80, 60, 80];
const Sound = window.AudioContext ?? window.webkitAudioContext;
const words = document.body.dataset.turn ?? "";
let sound = null;

// No browser plays anything before it was touched, so the first tap opens the sound.
function unlock() {
  if (!Sound) return;
  sound ??= new Sound();
  if (sound.state !== "running") sound.resume().catch(() => {});
}
if (navigator.userActivation?.hasBeenActive) unlock();
for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, unlock, true);

// Two steps upwards, fading in and out.
function tone() {
  if (!sound) return;
  const start = sound.currentTime;
  const voice = sound.createOscillator();
  const loudness = sound.createGain();
  PITCHES.forEach((pitch, step) => voice.frequency.setValueAtTime(pitch, start + step * STEP));
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.04);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + LASTS);
  voice.connect(loudness).connect(sound.destination);
  voice.start(start);
  voice.stop(start + LASTS);
}

function buzz() {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(BUZZ);
}

// Once per turn: when the seat of this phone comes to be awaited by what somebody else did.

const isAwaited = () => Boolean((one("#strip") ?? one("#page"))?.matches("[data-awaited]"));
let awaited = isAwaited();
let unseen = false;
let plain = document.title;

function look({ detail }) {
  const before = awaited;
  const { ctx } = detail ?? {};
  const own = ctx?.request?.method === "POST" && ctx.sourceElement?.id !== "preview";
  awaited = isAwaited();
  if (awaited && !before && !own) {
    tone();
    buzz();
    unseen = document.hidden;
  }
  setTimeout(entitle);
}

function entitle() {
  if (!document.title.startsWith(words)) plain = document.title;
  document.title = unseen && awaited ? `${words} · ${plain}` : plain;
}

if (words) {
  document.addEventListener("htmx:after:swap", look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { unseen = false; entitle(); } });
}

// The settings say what this browser can do, and let it be tried.
const able = one("#able");
if (able) {
  const missing = [[Sound, able.dataset.silent], [navigator.vibrate, able.dataset.still]].filter(([way]) => !way).map(([, told]) => told);
  one("p", able).textContent = missing.join(" ");
  one("button", able).hidden = missing.length > 1;
  one("button", able).addEventListener("click", () => { unlock(); tone(); buzz(); });
  able.hidden = false;
}
