"""Enter typed rows one by one: legal rows are stored, doubtful ones returned with the reason.

A doubtful row reserves its seat's turn, so later rows keep theirs; rows that depend on it wait.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

from referee.event import new_move
from referee.kernel.contract import Checked, Prompt, Ruling, SeatId
from referee.kernel.game import AnyGame, check, find_prompt
from referee.kernel.history import SCORING, History
from referee.service.errors import Closed, Refused, ScoringPaused
from referee.service.tables import TableService
from referee.store.errors import Stale, StoreError
from referee.store.values import Appended
from referee.web.view.view import View

from .typed import ParsedRow, RowProblem, parse_row, seat_of, seat_text
from .typed_words import Words

# Rows entered at once; the rest stays in the box.
MOST_ROWS = 200
# Why a row is doubtful: unreadable, refused, or another prompt comes first.
Why = RowProblem | Ruling | Prompt
# The seats of rows without a name, in the order they are typed.
Order = Callable[[Sequence[Prompt]], Sequence[SeatId | None]]


@dataclass(frozen=True)
class UnenteredRow:
    """A row that was not entered and returns to the box; without ``why`` it waits for another."""

    line: str
    why: Why | None = None
    seat: SeatId | None = None


@dataclass(frozen=True)
class BatchResult:
    """Rows not entered, the error that stopped the batch, and whether others entered meanwhile."""

    kept: Sequence[UnenteredRow]
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

    def take(self, row: ParsedRow) -> Ruling | None:
        checked = check(self.game, self.state, row.kind, row.seat, row.raw).entered
        if checked.move is None or checked.objections:
            return worst(checked)
        self.state = self.game.advance(self.state, checked.move)
        return None


@dataclass
class _Stored:
    """The real table; legal rows are stored."""

    service: TableService
    view: View
    by: str
    keys: Mapping[int, str]
    history: History
    at: int = 0

    @property
    def prompts(self) -> Sequence[Prompt]:
        return self.history.prompts

    def take(self, row: ParsedRow) -> Ruling | None:
        try:
            entry = new_move(row.kind, row.seat, row.raw)
            self.history = self.service.enter(
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
    kept: list[UnenteredRow] = field(default_factory=list)
    held: set[SeatId | None] = field(default_factory=set)
    seats: dict[int, SeatId | None] = field(default_factory=dict)

    def row(self, at: int, line: str) -> None:
        prompts = self.table.prompts
        order = self.order(prompts)
        free = [seat for seat in order if seat not in self.held]
        if not free:
            self.kept.append(UnenteredRow(line))
            return
        said = parse_row(line, prompts, self.words, free[0])
        named = seat_of(line, self.words)[2]
        if isinstance(said, RowProblem):
            self.doubt(line, said, said.seat if named else free[0], named or len(order) == 1)
        elif said.seat in self.held:
            self.kept.append(UnenteredRow(line))
        elif not named and find_prompt(prompts, said.kind, said.seat) is None:
            self.ask_first(line, _awaited(prompts, free[0]))
        else:
            self.seats[at] = said.seat
            if wrong := self.table.take(said):
                self.doubt(line, wrong, said.seat, named or len(order) == 1)

    def doubt(self, line: str, why: Why, seat: SeatId | None, bare: bool) -> None:
        """Keep a row and its problem, and reserve its seat, written before it unless ``bare``."""
        self.held.add(seat)
        if bare or seat is None:
            self.kept.append(UnenteredRow(line, why, seat))
            return
        before = f"{seat_text(seat, self.words)}: "
        moved = len(before) - len(line) + len(line.lstrip())
        self.kept.append(
            UnenteredRow(
                before + line.strip(),
                replace(why, at=why.at + moved) if isinstance(why, RowProblem) else why,
                seat,
            )
        )

    def ask_first(self, line: str, prompt: Prompt) -> None:
        """Keep the prompt that must be answered first, and the row after it."""
        if self.held:
            self.kept.append(UnenteredRow(line))
            return
        self.held.add(prompt.seat)
        self.kept += [
            UnenteredRow(
                f"{seat_text(prompt.seat, self.words)}: " if prompt.seat else "",
                prompt,
                prompt.seat,
            ),
            UnenteredRow(line),
        ]


def _awaited(prompts: Sequence[Prompt], seat: SeatId | None) -> Prompt:
    return next(prompt for prompt in prompts if prompt.seat == seat and not prompt.aside)


def enter_rows(
    service: TableService,
    view: View,
    by: str,
    lines: Sequence[str],
    seen: int,
    key: str,
    words: Words,
    order: Order,
) -> BatchResult:
    """Enter rows typed at revision ``seen``; rows already stored under their keys are skipped.

    If others entered meanwhile, nothing is stored: rows get their seats and are judged again.
    """
    rows, more = lines[:MOST_ROWS], [UnenteredRow(line) for line in lines[MOST_ROWS:]]
    keys = {at: f"{key}.{at}.{crc32(line.encode()):08x}" for at, line in enumerate(rows)}
    made = {at: service.store.written(view.table.id, one) for at, one in keys.items()}
    history = service.history(view.table)
    left = [at for at in keys if not made[at]]
    if _others_entered(history, seen, filter(None, made.values())):
        then, lines = service.history_at(view.table, seen), [rows[at] for at in left]
        return BatchResult([*_meanwhile(then, history, lines, words, order), *more], others=True)
    table = _Stored(service, view, by, keys, history)
    run = _Run(table, words, order)
    stopped: Exception | None = None
    for place, at in enumerate(left):
        table.at = at
        try:
            run.row(at, rows[at])
        except (Stale, ScoringPaused, Closed, StoreError) as error:
            stopped, more = error, [*(UnenteredRow(rows[rest]) for rest in left[place:]), *more]
            break
    others = isinstance(stopped, Stale)
    return BatchResult([*run.kept, *more], None if others else stopped, others)


def _others_entered(history: History, seen: int, made: Iterable[Appended]) -> bool:
    """Whether others changed the game since revision ``seen``."""
    own = {seq for written in made for seq in range(written.first, written.last + 1)}
    newer = (event for event in history.events if event.type in SCORING and event.seq > seen)
    return any(event.seq not in own for event in newer)


def _meanwhile(
    then: History, now: History, rows: Sequence[str], words: Words, order: Order
) -> list[UnenteredRow]:
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
    kept: list[UnenteredRow] = []
    for at, line in enumerate(named):
        count = len(after.kept)
        after.row(at, line)
        kept += after.kept[count:] or [UnenteredRow(line)]
    return kept
