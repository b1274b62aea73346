"""History: a table's events folded into moves and replayed into states; no event is ever lost.

Event types: ``start`` (options, seat ids), ``move``, ``retract`` (undoes event ``data["of"]``) and
``amend`` (another answer for move ``data["of"]``, dropping the moves in ``data["drop"]``). Others
are table events (a pause, a setting); of these only decisions affect the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from referee.event import Event

from .contract import (
    Level,
    Line,
    Move,
    Prompt,
    Result,
    Ruling,
    SeatId,
    complete_options,
    totals,
)
from .decisions import SETTLED, Decision, as_decided, decisions, ranked_anew
from .game import AnyGame, check

SCORING = frozenset(("start", "move", "retract", "amend"))
"""The event types that the score depends on."""


@dataclass(frozen=True)
class Played:
    """A valid move with its states before and after; ``changed`` is its newest correction."""

    seq: int
    changed: int
    game: AnyGame
    before: Any
    move: Move
    rulings: tuple[Ruling, ...]
    state: Any
    demands: tuple[Ruling, ...] = ()

    @property
    def answer(self) -> dict[str, Any]:
        """The answer in its stored form: every field as parsed, in JSON values."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.move.data.items()
        }

    @property
    def cards(self) -> list[str]:
        """The cards of the answer, and the items of any other list in it."""
        return [
            card for value in self.move.data.values() if isinstance(value, tuple) for card in value
        ]

    @property
    def accepted(self) -> list[Ruling]:
        return [ruling for ruling in self.rulings if ruling.code in self.move.accept]

    @property
    def allowed(self) -> tuple[str, ...]:
        """The codes of the objections that the table allowed."""
        raised = dict.fromkeys(
            ruling.code for ruling in self.rulings if ruling.level is not Level.NOTE
        )
        return tuple(code for code in raised if code in self.move.accept)

    @property
    def unaccepted(self) -> tuple[Ruling, ...]:
        """The prompt's objections that nobody accepted; only in moves of old logs."""
        return tuple(ruling for ruling in self.demands if ruling.code not in self.move.accept)

    @property
    def impossible(self) -> tuple[Ruling, ...]:
        """The impossible rulings on it; only in moves of old logs."""
        return tuple(ruling for ruling in self.rulings if ruling.level is Level.IMPOSSIBLE)

    @cached_property
    def allowed_seats(self) -> frozenset[SeatId]:
        """The seats with an entry it allows: its own, or for the table those in ``holders``."""
        if not self.move.accept:
            return frozenset()
        if self.move.seat is not None:
            return frozenset((self.move.seat,))
        return frozenset(
            seat for ruling in self.accepted for seat, _place in ruling.params.get("holders", ())
        )

    @cached_property
    def round(self) -> int:
        return self.game.scene(self.before).round


@dataclass(frozen=True)
class Broken:
    """The first move that is no longer valid, with its objections."""

    seq: int
    event: Event
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class History:
    """A replayed table: its moves in order, its table events, and where the replay broke."""

    game: AnyGame
    seats: tuple[SeatId, ...]
    options: Mapping[str, Any]
    start: Any
    events: tuple[Event, ...]
    played: tuple[Played, ...] = ()
    broken: Broken | None = None
    table_events: tuple[Event, ...] = ()

    @property
    def state(self) -> Any:
        """The state after the last valid move."""
        return self.played[-1].state if self.played else self.start

    @property
    def sides(self) -> tuple[tuple[SeatId, ...], ...]:
        return self.game.info.sides(self.seats)

    @cached_property
    def heads(self) -> Mapping[SeatId, SeatId]:
        """The first seat of each seat's side, which stands for it on the sheet."""
        return {seat: side[0] for side in self.sides for seat in side}

    @property
    def revision(self) -> int:
        return self.events[-1].seq

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return self.game.prompts(self.state)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The score sheet, with the decisions of the players."""
        return self.lines_of(self.state)

    def lines_of(self, state: Any) -> tuple[Line, ...]:
        """The score sheet of one of its states, such as the view of a seat, with the decisions."""
        return as_decided(self.game.lines(state), self.decisions, self.heads)

    @cached_property
    def decisions(self) -> Mapping[tuple[int, SeatId], Decision]:
        """The decisions of the players on numbers, by round and first seat of the side."""
        settled = [event for event in self.table_events if event.type == SETTLED]
        return decisions(settled, self._made, self.heads) if settled else {}

    @cached_property
    def by_rules(self) -> History:
        """The same history without decisions on numbers."""
        return replace(self, table_events=()) if self.decisions else self

    @cached_property
    def result(self) -> Result | None:
        ended = self.game.result(self.state)
        if not self.decisions:
            return ended
        before, after = (
            totals(lines, self.seats, sides=self.sides)
            for lines in (self.game.lines(self.state), self.lines)
        )
        return ranked_anew(ended, before, after, self.game.info.low_wins)

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """A cache for values derived from this history by others."""
        return {}

    def event(self, seq: int) -> Event | None:
        return self.events[seq - 1] if 0 < seq <= len(self.events) else None

    def find(self, seq: int) -> Played | None:
        """The valid move made by that event, or None."""
        return self._made.get(seq)

    def changed_by(self, seq: int) -> Played | None:
        return self._changed.get(seq)

    def entered(self, round_: int, seat: SeatId | None) -> list[Played]:
        return self._entered.get((round_, seat), [])

    def allowed(self, round_: int, seat: SeatId) -> list[Played]:
        """The valid moves of a round that allow an entry of a seat against a rule."""
        return [
            played
            for played in self._accepting
            if played.round == round_ and seat in played.allowed_seats
        ]

    def root(self, event: Event) -> Event:
        """The event behind a chain of undos; any other event itself."""
        return self.event(self._roots.get(event.seq, event.seq)) or event

    @cached_property
    def _accepting(self) -> tuple[Played, ...]:
        return tuple(played for played in self.played if played.move.accept)

    @cached_property
    def _roots(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for event in self.events:
            if event.type == "retract" and 0 < (of := int(event.data["of"])) < event.seq:
                found[event.seq] = found.get(of, of)
        return found

    @cached_property
    def _made(self) -> dict[int, Played]:
        return {played.seq: played for played in self.played}

    @cached_property
    def _changed(self) -> dict[int, Played]:
        return {played.changed: played for played in self.played}

    @cached_property
    def _entered(self) -> dict[tuple[int, SeatId | None], list[Played]]:
        found: dict[tuple[int, SeatId | None], list[Played]] = {}
        for played in self.played:
            found.setdefault((played.round, played.move.seat), []).append(played)
        return found


def replay(game: AnyGame, events: Sequence[Event]) -> History:
    """The whole history from its events; raises Illegal if the start itself cannot be read."""
    start = events[0]
    seats = tuple(start.data["seats"])
    options = complete_options(
        game.info,
        seats,
        {**game.info.unsaid, **start.data.get("options", {})},
        start.data.get("edition", "page"),
    )
    history = History(
        game,
        seats,
        options,
        game.setup(seats, options),
        tuple(events),
        table_events=_table_events(events),
    )
    return _play_all(history, effective_moves(events))


def extend(history: History, events: Sequence[Event]) -> History:
    """The history with newer events; an undo or a correction replays from the move it reaches."""
    longer = replace(
        history,
        events=history.events + tuple(events),
        table_events=history.table_events + _table_events(events),
    )
    if history.broken is None and all(event.type not in ("retract", "amend") for event in events):
        return _play_all(
            longer,
            [(event, event.seq) for event in events if event.type == "move"],
            history.prompts,
        )
    wanted = effective_moves(longer.events)
    alike = (
        (made.seq, made.changed) == (event.seq, changed)
        for made, (event, changed) in zip(history.played, wanted, strict=False)
    )
    same = sum(takewhile(bool, alike))
    return _play_all(replace(longer, played=history.played[:same], broken=None), wanted[same:])


def effective_moves(events: Sequence[Event]) -> list[tuple[Event, int]]:
    """The valid moves after undos and corrections, each with the number of its last change."""
    retracted = all_undone(events)
    amended: dict[int, Event] = {}
    dropped: set[int] = set()
    for event in events:
        if event.type == "amend" and event.seq not in retracted:
            amended[int(event.data["of"])] = event
            dropped.update(event.data.get("drop", ()))
    gone = retracted | dropped
    return [
        (replace(move, seat=by.seat, kind=by.kind, data=by.answer, accept=by.accept), by.seq)
        if (by := amended.get(move.seq))
        else (move, move.seq)
        for move in events
        if move.type == "move" and move.seq not in gone
    ]


def all_undone(events: Sequence[Event]) -> set[int]:
    """The numbers of the undone events; an undo that was undone itself does not count."""
    retracted: set[int] = set()
    for event in reversed(events):
        if (
            event.type == "retract"
            and event.seq not in retracted
            and int(event.data["of"]) < event.seq
        ):
            retracted.add(int(event.data["of"]))
    return retracted


def together(history: History, seq: int) -> list[int]:
    """The valid events stored by the same tap as ``seq``: neighbours of one type, time and author;
    moves also of one round, as a program may store a whole game at once.
    """
    events, gone = history.events, all_undone(history.events)
    one, made = events[seq - 1], history.find(seq)

    def beside(event: Event) -> bool:
        return (event.type, event.at, event.by) == (one.type, one.at, one.by)

    def stands(event: Event) -> bool:
        other = history.find(event.seq)
        return event.seq not in gone and (made and made.round) == (other and other.round)

    first = [*takewhile(beside, reversed(events[:seq]))][-1].seq
    return [
        event.seq
        for event in takewhile(beside, events[first - 1 :])
        if event is one or stands(event)
    ]


def undoable_event(events: Sequence[Event]) -> Event | None:
    """The newest event an undo would cancel: a move or correction not undone yet."""
    retracted: set[int] = set()
    for event in reversed(events):
        if event.seq in retracted:
            continue
        if event.type == "retract":
            retracted.add(int(event.data["of"]))
        elif event.type in ("move", "amend"):
            return event
    return None


def undone(events: Sequence[Event]) -> Event | None:
    """The newest event if it is an undo that a redo can cancel, else None."""
    last = events[-1]
    target = int(last.data["of"]) if last.type == "retract" else 0
    before = events[target - 1] if 0 < target < last.seq else None
    return last if before and before.type != "retract" else None


def _table_events(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.type not in SCORING)


def _play_all(
    history: History, wanted: Iterable[tuple[Event, int]], prompts: tuple[Prompt, ...] | None = None
) -> History:
    """The history with these moves played; pass the state's ``prompts`` if known."""
    game, state, played = history.game, history.state, list(history.played)
    for event, changed in wanted:
        checked = check(game, state, event.kind, event.seat, event.data, event.accept, prompts)
        # A move allowed in the log stays valid, even if its game now calls it impossible.
        refused = any(ruling.code not in event.accept for ruling in checked.objections)
        after = None
        if checked.move is not None and not refused:
            after = _advanced(game, state, checked.move, checked.objections)
        if checked.move is None or after is None:
            broken = Broken(event.seq, event, checked.objections)
            return replace(history, played=tuple(played), broken=broken)
        before, state, prompts = state, after, None
        played.append(
            Played(
                event.seq,
                changed,
                game,
                before,
                checked.move,
                checked.rulings,
                state,
                checked.demands,
            )
        )
    return replace(history, played=tuple(played))


def _advanced(game: AnyGame, state: Any, move: Move, objections: Iterable[Ruling]) -> Any:
    """The state after a move, or None if an impossible move leaves no state."""
    try:
        return game.advance(state, move)
    except (LookupError, TypeError, ValueError):
        # A client may accept any code, so an impossible move can get here.
        if any(ruling.level is Level.IMPOSSIBLE for ruling in objections):
            return None
        raise
