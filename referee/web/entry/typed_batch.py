"""Typed rows entered one after the other as ordinary entries: what stands is stored, what is
doubtful is kept for the end.

A doubtful row keeps its seat's place, so that the rows behind it are those of the seats they were
typed for; a row that cannot be judged before it is settled waits.
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

MOST_ROWS = 200
"""As many rows as are entered at once; what is more waits in the box."""
Why = Problem | Ruling | Prompt
"""Why a row is doubtful: it cannot be read, it does not stand, or something else is asked first."""
Order = Callable[[Sequence[Prompt]], Sequence[SeatId | None]]
"""Whose rows are typed, one after the other, where no seat is named."""


@dataclass(frozen=True)
class Kept:
    """A row that was not entered, as it goes back into the box; without a ``why`` it waits for the
    one before.
    """

    line: str
    why: Why | None = None
    seat: SeatId | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of the rows: those not entered, the error that stopped it, whether others had
    entered meanwhile.
    """

    kept: Sequence[Kept]
    stopped: Exception | None = None
    others: bool = False


@dataclass
class _Table:
    """A table that rows are tried on without storing any."""

    game: AnyGame
    state: Any

    @property
    def prompts(self) -> Sequence[Prompt]:
        return self.game.prompts(self.state)

    def take(self, row: Row) -> Ruling | None:
        """Enter a row; the worst objection to it."""
        checked = check(self.game, self.state, row.kind, row.seat, row.raw).entered
        if checked.move is None or checked.objections:
            return worst(checked)
        self.state = self.game.advance(self.state, checked.move)
        return None


@dataclass
class _Stored:
    """The table itself, in which what stands is stored."""

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
        """Store a row; the worst objection to it."""
        try:
            entry = Entry(row.kind, row.seat, row.raw)
            self.history = self.desk.enter(
                self.view.table, self.history.revision, [entry], self.keys[self.at], self.by
            )
        except Refused as refused:
            return worst(refused.checked)
        return None


def worst(checked: Checked) -> Ruling:
    """The gravest objection."""
    return sorted(checked.objections, key=lambda ruling: ruling.level != "impossible")[0]


@dataclass
class _Run:
    """Rows on their way into a table."""

    table: _Table | _Stored
    words: Words
    order: Order
    kept: list[Kept] = field(default_factory=list)
    held: set[SeatId | None] = field(default_factory=set)
    seats: dict[int, SeatId | None] = field(default_factory=dict)

    def row(self, at: int, line: str) -> None:
        """Enter one row, or keep it."""
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
        """Keep a row with what is wrong, and its seat's place; where several seats are asked its
        seat is written before it.
        """
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
        """What must be told before a row, which waits for it."""
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
    """Enter rows that were typed at revision ``seen``; a row that is stored under its key already
    is not entered again.

    Where others have entered meanwhile nothing is stored: every row gets the seat that it was typed
    for, and is judged anew.
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
    """The rows with the seats that they were typed for, judged by the table as it stands."""
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
