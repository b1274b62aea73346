// A storage, a server and a page as far as the scripts know them.

import { mock } from "node:test";

// Everything that is under way without a timer comes to its end.
export async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
}

export async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await settle();
}

// What a browser keeps: `room` says whether anything may be written, `open` whether it may be looked at.
export function giveStorage() {
  const items = new Map();
  const storage = {
    room: true,
    open: true,
    getItem(name) {
      if (!storage.open) throw new Error("forbidden");
      return items.get(name) ?? null;
    },
    setItem(name, text) {
      if (!storage.open || !storage.room) throw new Error("no room");
      items.set(name, text);
    },
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  return storage;
}

// Answers what is sent in turn; "lost" is no answer, and "held" one that comes when it is let go.
export function giveServer(...answers) {
  const server = { asked: [], letGo: null, limit: null };
  server.answers = answers;
  globalThis.fetch = async (url, { body, headers, signal }) => {
    server.asked.push({ url, form: body, headers, signal });
    let answer = server.answers.shift() ?? stands(server.asked.length + 1);
    if (answer === "held") answer = await new Promise((done) => { server.letGo = done; });
    if (answer === "lost") throw new TypeError("Failed to fetch");
    const { status, text = "", headers: sent = {} } = answer;
    return new Response(status === 204 ? null : text, { status, headers: sent });
  };
  return server;
}

export const stands = (revision, made = "") => ({ status: 204, headers: { "X-Revision": String(revision), "X-Made": made } });

export const keysOf = (server) => server.asked.map(({ form }) => form.get("key"));
