// A game is sent to a server: once the page is there, and again when asked. The page may reach that one address alone.

import { one } from "./app.js";

const PATIENCE = 30000;
const box = one("#moving");

function show(state) {
  for (const part of box.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
}

function leave(id, fields) {
  const form = one(id);
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  form.requestSubmit();
}

// The server's answer; null where none came, or one that leaves open what has become of the game.
async function ask(body) {
  try {
    const answer = await fetch(box.dataset.to, {
      method: "POST", body, headers: { "Content-Type": "application/json", Accept: "application/json" },
      mode: "cors", credentials: "omit", redirect: "error", referrerPolicy: "no-referrer", cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer.status < 500 && answer.status !== 429 ? await answer.json() : null;
  } catch { return null; }
}

async function send() {
  show("under way");
  const sent = await fetch(box.dataset.sent).catch(() => null);
  const told = sent?.ok ? await ask(await sent.text()) : null;
  if (told?.join) leave("#arrived", { join: told.join, missing: told.missing ?? 0, seen: sent.headers.get("X-Revision") });
  else if (told?.error) leave("#refused", { why: told.error.code });
  else show("lost");
}

one("#again").addEventListener("click", send);
send();
