// The page of an entry while no server answers: what its entries are called, the pad for the next one, rows filled by hand.
// It knows nothing of the rules, and says so.

import { all, one } from "./app.js";
import { explainKey } from "./deferred.js";
import { tell } from "./words.js";

// Cards as people write them
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const faceOf = (card) => card.replace(/^T/, "10").replace(/[SHDC]$/, (suit) => SUITS[suit]);
const faces = (cards) => cards.map(asKey).map(faceOf).join(" ");
const asKey = (card) => keysOf().some((key) => key.dataset.card === card) ? card : card.toUpperCase().replace(/^10/, "T");

export function newKey() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(15)))).replaceAll("+", "-").replaceAll("/", "_");
}

// A page out of a cache may carry keys that were used long ago, and one that goes on needs others.
export function freshKeys() {
  for (const key of all("#entry input[name=key], .others input[name=key]")) key.value = newKey();
}

// What an entry is called: whose it is, and the meld that its number of cards names, or what was tapped

function seatName(seat) {
  const box = one(`#strip [data-seat="${seat}"] .seat-name`) ?? one(`#rows [data-seat="${seat}"] .date-name`);
  return box ? (one(".unseen", box) ?? box).textContent.trim() : "";
}

export function cardsOf(body) {
  const names = new Set(all("#pad input, #pad button[data-card]").map((input) => input.name));
  const typed = (body.get("typed") ?? "").split(/[\s,]+/);
  return [...[...names].flatMap((name) => body.getAll(name)), ...typed].filter(Boolean);
}

// The same with what lies in rows
export function cardsIn(body) {
  const laid = all("#rows input[type=hidden]").map((place) => body.get(place.name));
  return [...cardsOf(body), ...laid.filter((value) => keysOf().some((key) => key.dataset.card === value))];
}

const keysOf = () => all("#pad .key[data-card]");

function rowsOf(body) {
  return all("#rows .date").filter((row) => all("input[type=hidden]", row).some((place) => body.get(place.name)));
}

const figures = () => all("#entry .figure .text");

export function nameOf(body, pressed = "") {
  const rows = rowsOf(body);
  if (rows.length) return tell("plain", { who: rows.map((row) => seatName(row.dataset.seat)).join(tell("between")), what: tell("entry") });
  const who = seatName(body.get("seat"));
  const cards = cardsOf(body);
  const slot = all("#turn .slot")[cards.length - 1];
  if (slot) return tell("of", { who, what: one("span", slot).dataset.whole });
  const asked = figures().length ? one("#turn h2").textContent : pressed;
  const what = faces(cards) || asked || tell("entry");
  return who ? tell("plain", { who, what }) : what;
}

// Nothing but what the form says by itself, although it asks for more
export function empty(body) {
  const fixed = new Set(["slot", ...all("#entry > input[type=hidden]").map((input) => input.name)]);
  const asks = one("#pad, #rows, #entry :is(input:not([type=hidden]), select, textarea)");
  return Boolean(asks) && ![...body].some(([name, value]) => value && !fixed.has(name));
}

export const partly = (body) => rowsOf(body).some((row) => all("input[type=hidden]", row).some((place) => !body.get(place.name)));

// The page goes on as far as it can know

export function goOn(mine) {
  const form = one("#entry");
  if (!form) return "";
  clear(form);
  freshKeys();
  const seat = one("input[type=hidden][name=seat]", form);
  const next = form.dataset.own || one("input[name=kind]", form) || one("#rows") ? null : nextSeat(seat.value, mine);
  if (next) choose(next, true);
  withoutJudge();
  if (one("#verdict:not([hidden]) .saved-here")) return "";
  return next ? tell("next", { who: seatName(next) }) : tell(form.dataset.own || one("#rows") ? "own" : "unknown");
}

// What waits on this phone at this table, the newest last

let saved = [];

// Where a phone has one seat and its cards are asked once, its pad is shut until they are sent or taken back: nobody enters twice.
export function isShut() {
  const own = one("#entry")?.dataset.own;
  return Boolean(own && one("#pad") && !one("#entry input[name=kind]") && !one("#rows") && saved.some((entry) => entry.seat === own));
}

function markSeats() {
  const seats = new Set(saved.map((entry) => entry.seat));
  for (const box of all("#strip [data-seat]")) {
    const sign = one(".seat-state", box);
    if (!sign) continue;
    const here = seats.has(box.dataset.seat) && (!box.matches(".is-current") || isShut());
    if (here === sign.matches(".is-saved")) continue;
    const use = one("use", sign);
    if (here) [sign.dataset.was, sign.dataset.said] = [use.getAttribute("href"), sign.getAttribute("aria-label")];
    use.setAttribute("href", here ? use.getAttribute("href").replace(/#.*/, "#saved") : sign.dataset.was);
    sign.setAttribute("aria-label", here ? tell("saved") : sign.dataset.said);
    sign.classList.toggle("is-saved", here);
  }
}

// Who comes next is known where all are asked for the same; elsewhere it hangs on what was entered.
const isGuessed = () => !one("#entry input[name=kind]");

// The newest that waits stands where the verdict did, with its cards, until the next one is begun.
function shownSaved() {
  const newest = saved.at(-1);
  if (!newest) return null;
  const next = one("#entry").dataset.own || isGuessed() ? "" : tell("who_next");
  const box = Object.assign(document.createElement("div"), { className: "saved-here unjudged" });
  const line = (className, textContent) => Object.assign(document.createElement("p"), { className, textContent });
  const told = isShut() ? tell("own_saved") : [tell("later"), next].filter(Boolean).join(" ");
  const what = line("saved-what", tell("saved_here", { name: newest.name }));
  what.prepend(...signOf("saved"));
  const below = line("saved-cards", told);
  below.prepend(...handOf(newest.cards));
  box.append(what, below);
  return box;
}

// A sign of the sheet from which the page draws its own.
export function signOf(name) {
  const drawn = one('svg > use[href*="icons.svg"]');
  if (!drawn) return [];
  const sign = drawn.closest("svg").cloneNode(true);
  sign.setAttribute("class", "icon");
  sign.removeAttribute("role");
  sign.removeAttribute("aria-label");
  sign.setAttribute("aria-hidden", "true");
  one("use", sign).setAttribute("href", drawn.getAttribute("href").replace(/#.*/, `#${name}`));
  return [sign];
}

// Cards as cards, as far as the pad shows how they are drawn; nothing where there are none.
export function handOf(text) {
  const hand = Object.assign(document.createElement("span"), { className: "hand" });
  const cards = text.split(" ").filter(Boolean).map(asKey);
  for (const card of cards) {
    const face = one(`#pad [data-card="${card}"] .key-face`)?.cloneNode(true) ?? Object.assign(document.createElement("span"), { textContent: faceOf(card) });
    const ink = /[SHDC]$/.test(card) ? ` ink-${card.slice(-1).toLowerCase()}` : " mini-number";
    const mini = Object.assign(document.createElement("span"), { className: `mini mini-sm${ink}` });
    mini.append(...(face.childNodes.length ? face.childNodes : [face]));
    hand.append(mini);
  }
  return cards.length ? [hand] : [];
}

// The newest comes back as it was chosen.
export function refill(entry) {
  const form = one("#entry");
  const seat = one("input[type=hidden][name=seat]", form ?? document);
  if (!form || !seat || !one("#pad input") || one("#rows")) return;
  clear(form);
  if (seat.value !== entry.seat && !form.dataset.own) choose(entry.seat);
  for (const card of entry.cards.split(" ").filter(Boolean).map(asKey)) {
    const box = all(`#pad .key[data-card="${card}"] input`).find((input) => !input.checked);
    if (box) box.checked = true;
  }
}

function clear(form) {
  for (const input of all("#entry input:checked, #split input:checked")) if (input.name !== "slot") input.checked = false;
  for (const times of all(".key-times", form)) times.textContent = "";
  if (one("#typed")) one("#typed").value = "";
  for (const text of all("input.text, textarea", form)) text.value = "";
  for (const radio of all("#rows input[name=slot]")) put(radio, "", null);
  const first = one("#rows input[name=slot]");
  if (first) first.checked = true;
  one("#refusal")?.replaceChildren();
}

function nextSeat(after, mine) {
  const seats = all("#strip [data-seat]").map((box) => box.dataset.seat);
  const from = seats.indexOf(after) + 1;
  return [...seats.slice(from), ...seats.slice(0, from)].find((seat) => !mine.includes(seat) && one(`#strip [data-seat="${seat}"] .is-waiting`));
}

// The pen goes to whoever is entered now; what is kept has not been recorded, so its seat waits on.
function passPen(ring) {
  const pen = one("#strip .is-current .seat-state");
  if (!pen || !ring || pen === ring) return;
  const waits = ring.cloneNode(true);
  ring.replaceWith(pen.cloneNode(true));
  pen.replaceWith(waits);
}

export function choose(seat, guessed = false) {
  one("#entry input[type=hidden][name=seat]").value = seat;
  passPen(one(`#strip [data-seat="${seat}"] .is-waiting`));
  for (const box of all("#strip [data-seat]")) box.classList.toggle("is-current", box.dataset.seat === seat);
  one("#turn h2").textContent = seatName(seat);
  one("#turn h2 + span")?.replaceChildren(guessed ? tell("probably", { who: seatName(seat) }) : "");
  all("#turn .slot").forEach((slot, place) => {
    slot.className = "slot";
    one(".unseen", slot)?.remove();
    one("b", slot).textContent = place + 1;
  });
}

// Nobody judges now: say so where the verdict stands, and let the button say what it will do.
export function withoutJudge() {
  const form = one("#entry");
  if (!form) return;
  const body = new URLSearchParams(new FormData(form));
  const cards = cardsOf(body);
  const shut = isShut();
  if (one("#pad")) one("#pad").inert = shut;
  all("#turn span.slot").forEach((slot, place) => slot.classList.toggle("is-lit", place + 1 === cards.length));
  const twice = all("#pad .is-kept:has(:checked)").map((key) => key.dataset.card);
  const lines = [
    ["verdict-empty unjudged", tell("unjudged")],
    ["small unjudged", faces(cards)],
    ["small unjudged is-kept", twice.length ? tell("lies", { cards: faces(twice) }) : ""],
  ];
  const waits = empty(body) || shut ? shownSaved() : null;
  if (waits) one("#verdict")?.removeAttribute("hidden");
  one("#verdict")?.replaceChildren(...(waits ? [waits] : []), ...(waits ? [] : lines).map(([className, textContent]) => Object.assign(document.createElement("p"), { className, textContent })));
  const go = one("#actions button.button-go");
  if (!go || go.name) return;
  if (!one("#pad")) return keepNumbers(go, body);
  go.classList.toggle("is-open", empty(body));
  const who = seatName(body.get("seat"));
  const ask = shut ? tell("shut") : saved.length && !isGuessed() && !form.dataset.own ? tell("who_next") : who ? tell("tap", { who }) : tell("nothing");
  call(go, empty(body) ? ask : tell("keep", { name: nameOf(body) }));
}

function keepNumbers(go, body) {
  if (!figures().length) return;
  const open = figures().some((input) => !input.value);
  go.classList.toggle("is-open", open);
  if (!open) call(go, tell("keep", { name: nameOf(body) }));
}

// A button keeps what it says where the words did not come.
function call(button, text) {
  if (text) one("span", button).textContent = text;
}

// Cards of entries that wait: their keys are hatched and say why. They can be tapped all the same, as nobody judges here.

export function mark(entries) {
  saved = entries.filter((entry) => !/stopped|asked/.test(entry.state));
  markSeats();
  if (one("#pad") && !isShut()) one("#pad").inert = false;
  const keys = keysOf();
  const waiting = entries.flatMap((entry) => entry.cards.split(" ")).map(asKey);
  for (const key of keys) markKey(key, waiting.filter((card) => card === key.dataset.card).length);
}

function markKey(key, times) {
  const dots = all(".is-left", key);
  dots.forEach((dot, place) => dot.classList.toggle("is-kept", place >= dots.length - times));
  const kept = !key.matches(".is-closed") && times > 0 && times >= leftOf(key, dots);
  if (key.matches(".is-kept") === kept) return;
  key.classList.toggle("is-kept", kept);
  const why = tell("lies", { cards: faceOf(key.dataset.card) });
  one(".key-reason", key)?.remove();
  if (kept) key.append(Object.assign(document.createElement("span"), { className: "unseen key-reason", textContent: why }));
  for (const button of key.matches("button") ? [key] : all("input", key)) { if (kept) button.title = why; else button.removeAttribute("title"); }
}

// A pad that does not show how many are left does not know either.
function leftOf(key, dots) {
  if (one(".dots", key)) return dots.length;
  if (!key.closest(".pad-numbers")) return 1;
  return Number(one(".key-left", key)?.textContent.match(/\d+/)?.[0] ?? Infinity);
}

// Rows: a key fills the lit place and the next empty one is lit

export function fill(value) {
  const lit = one("#rows input[name=slot]:checked");
  if (!value || !lit) return;
  const key = one(`#pad button[value="${value}"] .key-face`);
  const place = all("#entry input[type=hidden]").find((input) => input.name === lit.value);
  if (place.value === value) put(lit, "", null);
  else {
    put(lit, value, key ? key.cloneNode(true) : document.createTextNode(seatName(value)), key?.closest(".key").className.match(/ink-\w/)?.[0]);
    const radios = all("#rows input[name=slot]");
    const from = radios.indexOf(lit) + 1;
    const next = [...radios.slice(from), ...radios.slice(0, from)].find((radio) => !all("#entry input[type=hidden]").find((input) => input.name === radio.value).value);
    if (next) next.checked = true;
  }
  askWhom();
  withoutJudge();
  if (key?.closest(".is-kept")) explainKey(key.closest(".key"));
}

function put(radio, value, face, ink = "") {
  all("#entry input[type=hidden]").find((input) => input.name === radio.value).value = value;
  const spot = radio.closest(".spot");
  one(".spot-value", spot)?.remove();
  if (!face) return;
  const shown = Object.assign(document.createElement("span"), { className: `spot-value ${ink}` });
  shown.append(...(face.childNodes.length ? [...face.childNodes] : [face]));
  spot.append(shown);
}

export function askWhom() {
  const bar = one("#target, .target");
  const lit = one("#rows input[name=slot]:checked");
  if (!bar || !lit) return;
  const asked = lit.closest(".spot").classList.contains("spot-seat");
  bar.classList.toggle("is-empty", !asked);
  bar.replaceChildren(...(asked ? all("#rows .date") : []).map((row) => Object.assign(document.createElement("button"), {
    className: "button button-small", name: "put", value: row.dataset.seat, textContent: seatName(row.dataset.seat),
  })));
}
