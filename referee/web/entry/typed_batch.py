"""Enter typed rows one by one: legal rows are stored, doubtful ones returned with the reason.

A doubtful row reserves its seat's turn, so later rows keep theirs; rows that depend on it wait.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

from referee.kernel.contract import Checked, Prompt, Ruling, SeatId
from referee.kernel.game import AnyGame, check, find_prompt
from referee.kernel.history import SCORING, History
from referee.store.errors import Stale, StoreError
from referee.web.desk.desk import Closed, Desk, Entry, Held, Refused
from referee.web.view.view import View

from .typed import Problem, Row, read, seat_of
from .typed_words import Words
from .typed_write import seat_text

# Rows entered at once; the rest stays in the box.
MOST_ROWS = 200
# Why a row is doubtful: unreadable, refused, or another prompt comes first.
Why = Problem | Ruling | Prompt
# The seats of rows without a name, in the order they are typed.
Order = Callable[[Sequence[Prompt]], Sequence[SeatId | None]]


@dataclass(frozen=True)
class Kept:
    """A row that was not entered and returns to the box; without ``why`` it waits for another."""

    line: str
    why: Why | None = None
    seat: SeatId | None = None


@dataclass(frozen=True)
class Outcome:
    """Rows not entered, the error that stopped the batch, and whether others entered meanwhile."""

    kept: Sequence[Kept]
    stopped: Exception | None = None
    others: bool = False


@dataclass
class _Table:
    """A table to try rows on; nothing is stored."""

    game: AnyGame
    state: Any

    @property
    def prompts(self) -> Sequence[Prompt]:
        return self.game.prompts(self.state)

    def take(self, row: Row) -> Ruling | None:
        checked = check(self.game, self.state, row.kind, row.seat, row.raw).entered
        if checked.move is None or checked.objections:
            return worst(checked)
        self.state = self.game.advance(self.state, checked.move)
        return None


@dataclass
class _Stored:
    """The real table; legal rows are stored."""

    desk: Desk
    view: View
    by: str
    keys: Mapping[int, str]
    history: History
    at: int = 0

    @property
    def prompts(self) -> Sequence[Prompt]:
        return self.history.prompts

    def take(self, row: Row) -> Ruling | None:
        try:
            entry = Entry(row.kind, row.seat, row.raw)
            self.history = self.desk.enter(
                self.view.table, self.history.revision, [entry], self.keys[self.at], self.by
            )
        except Refused as refused:
            return worst(refused.checked)
        return None


def worst(checked: Checked) -> Ruling:
    """Return the gravest objection."""
    return sorted(checked.objections, key=lambda ruling: ruling.level != "impossible")[0]


@dataclass
class _Run:
    table: _Table | _Stored
    words: Words
    order: Order
    kept: list[Kept] = field(default_factory=list)
    held: set[SeatId | None] = field(default_factory=set)
    seats: dict[int, SeatId | None] = field(default_factory=dict)

    def row(self, at: int, line: str) -> None:
        prompts = self.table.prompts
        order = self.order(prompts)
        free = [seat for seat in order if seat not in self.held]
        if not free:
            self.kept.append(Kept(line))
            return
        said = read(line, prompts, self.words, free[0])
        named = seat_of(line, self.words)[2]
        if isinstance(said, Problem):
            self.doubt(line, said, said.seat if named else free[0], named or len(order) == 1)
        elif said.seat in self.held:
            self.kept.append(Kept(line))
        elif not named and find_prompt(prompts, said.kind, said.seat) is None:
            self.ask_first(
                line,
                next(prompt for prompt in prompts if prompt.seat == free[0] and not prompt.aside),
            )
        else:
            self.seats[at] = said.seat
            if wrong := self.table.take(said):
                self.doubt(line, wrong, said.seat, named or len(order) == 1)

    def doubt(self, line: str, why: Why, seat: SeatId | None, bare: bool) -> None:
        """Keep a row and its problem, and reserve its seat, written before it unless ``bare``."""
        self.held.add(seat)
        if bare or seat is None:
            self.kept.append(Kept(line, why, seat))
            return
        before = f"{seat_text(seat, self.words)}: "
        moved = len(before) - len(line) + len(line.lstrip())
        self.kept.append(
            Kept(
                before + line.strip(),
                replace(why, at=why.at + moved) if isinstance(why, Problem) else why,
                seat,
            )
        )

    def ask_first(self, line: str, prompt: Prompt) -> None:
        """Keep the prompt that must be answered first, and the row after it."""
        if self.held:
            self.kept.append(Kept(line))
            return
        self.held.add(prompt.seat)
        self.kept += [
            Kept(
                f"{seat_text(prompt.seat, self.words)}: " if prompt.seat else "",
                prompt,
                prompt.seat,
            ),
            Kept(line),
        ]


def enter_rows(
    desk: Desk,
    view: View,
    by: str,
    lines: Sequence[str],
    seen: int,
    key: str,
    words: Words,
    order: Order,
) -> Outcome:
    """Enter rows typed at revision ``seen``; rows already stored under their keys are skipped.

    If others entered meanwhile, nothing is stored: rows get their seats and are judged again.
    """
    rows, more = lines[:MOST_ROWS], [Kept(line) for line in lines[MOST_ROWS:]]
    keys = {at: f"{key}.{at}.{crc32(line.encode()):08x}" for at, line in enumerate(rows)}
    made = {
        at: written
        for at, one in keys.items()
        if (written := desk.store.written(view.table.id, one))
    }
    history = desk.history(view.table)
    own = {seq for written in made.values() for seq in range(written.first, written.last + 1)}
    left = [at for at in keys if at not in made]
    if any(
        event.type in SCORING and event.seq > seen and event.seq not in own
        for event in history.events
    ):
        kept = _meanwhile(
            desk.history_at(view.table, seen), history, [rows[at] for at in left], words, order
        )
        return Outcome([*kept, *more], others=True)
    table = _Stored(desk, view, by, keys, history)
    run = _Run(table, words, order)
    stopped: Exception | None = None
    for place, at in enumerate(left):
        table.at = at
        try:
            run.row(at, rows[at])
        except (Stale, Held, Closed, StoreError) as error:
            stopped, more = error, [*(Kept(rows[rest]) for rest in left[place:]), *more]
            break
    others = isinstance(stopped, Stale)
    return Outcome([*run.kept, *more], None if others else stopped, others)


def _meanwhile(
    then: History, now: History, rows: Sequence[str], words: Words, order: Order
) -> list[Kept]:
    """The rows with the seats they were typed for, judged by the current table."""
    before = _Run(_Table(then.game, then.state), words, order)
    named = []
    for at, line in enumerate(rows):
        count = len(before.kept)
        before.row(at, line)
        doubtful = [kept.line for kept in before.kept[count:]]
        seat = before.seats.get(at)
        entered = (
            f"{seat_text(seat, words)}: {line.strip()}"
            if seat and not seat_of(line, words)[2]
            else line
        )
        named.append(doubtful[0] if len(doubtful) == 1 else entered)
    after = _Run(_Table(now.game, now.state), words, order)
    kept: list[Kept] = []
    for at, line in enumerate(named):
        count = len(after.kept)
        after.row(at, line)
        kept += after.kept[count:] or [Kept(line)]
    return kept
