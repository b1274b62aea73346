// The line to the server and the news that comes over it: what a page knows of both, as values, and when it asks again. live.js shows it.

export const SILENCE = 25000;
export const PATIENCE = 5000;
export const PAUSE = 2000;

// Nothing is known yet: how the line is, the newest revision that was heard of, and the one that the page was told of last.
export const BEGIN = { state: "catching", newest: 0, told: 0 };

// Live while the stream speaks, catching up while it does not but the server answers, offline when nothing does.
export const spoke = (known) => ({ ...known, state: "live" });
export const answered = (known, streams) => ({ ...known, state: streams ? "live" : "catching" });
export const unanswered = (known) => ({ ...known, state: "offline" });

export const heardOf = (known, revision) => ({ ...known, newest: revision });

// A page learns of every newer revision, by one question at a time: the next waits for the answer to the one under way.
export const isNews = ({ state, newest, told }, { shown, asks }) => !asks && state !== "offline" && newest > Math.max(shown, told);
export const tellNewest = (known) => ({ ...known, told: known.newest });

// An answer that reached nobody told nothing, and after a gap nothing is trusted.
export const untold = (known) => ({ ...known, told: 0 });

// Whether the server speaks at all: an error of its own is an answer, one of what stands before it is none.
export const isAnswer = (status) => status <= 500;

// How long a page rests before it asks once more, after what became of its question.
export const restAfter = (status) => /^error: (?!Abort)/.test(status) ? PAUSE : 0;

// Follows a table: `open` begins a stream, `ask` asks for the newest revision, and `page` says what it shows and is told of the rest.
// A page without a table has neither to open nor to ask.
export function follow({ open, ask, page }) {
  let known = BEGIN;
  let stream = null;
  let asking = false;
  let silent = 0;
  let probe = 0;

  function turn(next) {
    const before = known.state;
    known = next;
    page.light(known.state, known.state !== before);
  }

  function tellNews() {
    if (!isNews(known, page.stands())) return;
    known = tellNewest(known);
    page.news();
  }

  function heard() {
    turn(spoke(known));
    clearTimeout(silent);
    silent = setTimeout(resync, SILENCE);
  }

  function lost() {
    turn(unanswered(known));
    clearTimeout(probe);
    probe = setTimeout(question, PATIENCE);
  }

  function listen() {
    if (stream || !open) return;
    stream = open({
      revision(number) { heard(); known = heardOf(known, number); tellNews(); },
      beat: heard,
      broken(closed) {
        if (closed) { stream = null; setTimeout(listen, PATIENCE); }
        question();
      },
    });
  }

  // Where the stream does not get through, the page asks for the newest revision now and then.
  async function question() {
    if (asking || !ask) return;
    asking = true;
    try {
      const { status, revision } = await ask();
      if (!isAnswer(status)) throw status;
      turn(answered(known, stream?.isOpen()));
      if (revision !== null) { known = heardOf(known, revision); tellNews(); }
    } catch { lost(); } finally { asking = false; }
  }

  // The stream begins anew and what it says is news again.
  function resync() {
    stream?.close();
    stream = null;
    known = untold(known);
    listen();
    question();
  }

  function swapped(status) {
    if (status === "swapped") { tellNews(); return; }
    known = untold(known);
    setTimeout(tellNews, restAfter(status));
  }

  return { ask: question, begin: listen, lost, resync, swapped };
}
