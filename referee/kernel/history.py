"""History: the events of a table folded into moves, replayed into states, undone and amended
without losing anything.

Event types: ``start`` (options and seat ids), ``move``, ``retract`` (takes back the event
``data["of"]``), ``amend`` (another answer for the move ``data["of"]``, leaving out the later moves
in ``data["drop"]``). Any other type is a table event (a pause, a setting): kept, and without effect
on the score, but for what people decided about a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from .contract import Level, Line, Move, Prompt, Result, Ruling, SeatId, complete_options
from .decisions import SETTLED, Decision, as_decided, decisions, ranked_anew
from .game import AnyGame, check

SCORING = frozenset(("start", "move", "retract", "amend"))
"""The types of event that a score is made of."""


@dataclass(frozen=True)
class Event:
    """One stored event; ``at`` is seconds since the epoch, ``by`` whoever entered it (seat id or
    device label).
    """

    seq: int
    type: str
    seat: SeatId | None = None
    kind: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    accept: tuple[str, ...] = ()
    reason: str = ""
    by: str = ""
    at: float = 0.0

    @property
    def answer(self) -> Mapping[str, Any]:
        """What was answered, by field: a move's own data, or the new answer of a correction."""
        answer: Mapping[str, Any] = self.data.get("entry", self.data)
        return answer


@dataclass(frozen=True)
class Played:
    """A move as it stands: the event that made it, the event that last changed it, the states
    before and after it.
    """

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
        """The answer in its one stored form: every field, as it was read, in values that JSON
        knows.
        """
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.move.data.items()
        }

    @property
    def cards(self) -> list[str]:
        """The cards it answered with, and whatever else was told several at a time."""
        return [
            card for value in self.move.data.values() if isinstance(value, tuple) for card in value
        ]

    @property
    def accepted(self) -> list[Ruling]:
        """The rulings against it that the table let stand."""
        return [ruling for ruling in self.rulings if ruling.code in self.move.accept]

    @property
    def let_stand(self) -> tuple[str, ...]:
        """The codes of the objections that the table lets stand."""
        raised = dict.fromkeys(
            ruling.code for ruling in self.rulings if ruling.level is not Level.NOTE
        )
        return tuple(code for code in raised if code in self.move.accept)

    @property
    def unaccepted(self) -> tuple[Ruling, ...]:
        """What it lets stand without anybody having accepted it; only logs from before hold such a
        move.
        """
        return tuple(ruling for ruling in self.demands if ruling.code not in self.move.accept)

    @property
    def impossible(self) -> tuple[Ruling, ...]:
        """What it lets stand although it cannot be; only logs from before hold such a move."""
        return tuple(ruling for ruling in self.rulings if ruling.level is Level.IMPOSSIBLE)

    @cached_property
    def seats_let_stand(self) -> frozenset[SeatId]:
        """The seats whose entries the table lets stand by it: its own, or those that hold what a
        move of the table is about.
        """
        if not self.move.accept:
            return frozenset()
        if self.move.seat is not None:
            return frozenset((self.move.seat,))
        return frozenset(
            seat for ruling in self.accepted for seat, _place in ruling.params.get("holders", ())
        )

    @cached_property
    def round(self) -> int:
        """The round it was made in."""
        return self.game.scene(self.before).round


@dataclass(frozen=True)
class Broken:
    """The first move that no longer stands, with its objections."""

    seq: int
    event: Event
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class History:
    """A table replayed: its moves in order, the state at the end, where the replay broke off, if it
    did, and its table events.
    """

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
        """The state after the last move that stands."""
        return self.played[-1].state if self.played else self.start

    @property
    def revision(self) -> int:
        """The number of the newest event."""
        return self.events[-1].seq

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked now."""
        return self.game.prompts(self.state)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The score sheet, with what people decided about its numbers."""
        return self.lines_of(self.state)

    def lines_of(self, state: Any) -> tuple[Line, ...]:
        """The score sheet of a state of it, as a seat sees it."""
        return as_decided(self.game.lines(state), self.decisions)

    @cached_property
    def decisions(self) -> Mapping[tuple[int, SeatId], Decision]:
        """The numbers that people decided, by round and seat."""
        settled = [event for event in self.table_events if event.type == SETTLED]
        return decisions(settled, self._made) if settled else {}

    @cached_property
    def by_rules(self) -> History:
        """The same without what people decided about numbers."""
        return replace(self, table_events=()) if self.decisions else self

    @cached_property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        ended = self.game.result(self.state)
        if not self.decisions:
            return ended
        return ranked_anew(
            ended, self.game.lines(self.state), self.lines, self.seats, self.game.info.low_wins
        )

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What others have worked out of it and keep with it."""
        return {}

    def event(self, seq: int) -> Event | None:
        """The event with that number."""
        return self.events[seq - 1] if 0 < seq <= len(self.events) else None

    def find(self, seq: int) -> Played | None:
        """The standing move made by that event."""
        return self._made.get(seq)

    def changed_by(self, seq: int) -> Played | None:
        """The standing move that was last changed by that event."""
        return self._changed.get(seq)

    def entered(self, round_: int, seat: SeatId | None) -> list[Played]:
        """The standing moves of a seat in a round, in order."""
        return self._entered.get((round_, seat), [])

    def let_stand(self, round_: int, seat: SeatId) -> list[Played]:
        """The standing moves of a round by which the table lets an entry of a seat stand."""
        return [
            played
            for played in self._accepting
            if played.round == round_ and seat in played.seats_let_stand
        ]

    def root(self, event: Event) -> Event:
        """What an undo is about, however many undos lie between; any other event itself."""
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
    return _play_all(history, standing(events))


def extend(history: History, events: Sequence[Event]) -> History:
    """The history with newer events: plain moves are played on, anything else is replayed from
    where it reaches back to.
    """
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
    wanted = standing(longer.events)
    alike = (
        (made.seq, made.changed) == (event.seq, changed)
        for made, (event, changed) in zip(history.played, wanted, strict=False)
    )
    same = sum(takewhile(bool, alike))
    return _play_all(replace(longer, played=history.played[:same], broken=None), wanted[same:])


def standing(events: Sequence[Event]) -> list[tuple[Event, int]]:
    """The moves that stand after retractions and amendments, each with the number of the event that
    last changed it.
    """
    retracted = taken_back(events)
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


def taken_back(events: Sequence[Event]) -> set[int]:
    """The numbers of the events that a retraction took back which was not taken back itself."""
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
    """The numbers of the standing events that one tap stored with event ``seq``, among them:
    neighbours of one type, moment and author.

    Of moves only those of the same round, as a program may store a whole game at once.
    """
    events, gone = history.events, taken_back(history.events)
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


def newest(events: Sequence[Event]) -> Event | None:
    """The newest event that an undo would take back: a move or an amendment that still stands."""
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
    """The retraction that the newest event is, unless it is a redo itself: what a redo would take
    back.
    """
    last = events[-1]
    target = int(last.data["of"]) if last.type == "retract" else 0
    before = events[target - 1] if 0 < target < last.seq else None
    return last if before and before.type != "retract" else None


def _table_events(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.type not in SCORING)


def _play_all(
    history: History, wanted: Iterable[tuple[Event, int]], prompts: tuple[Prompt, ...] | None = None
) -> History:
    """The history played on; ``prompts`` are those of its state, where they are known already."""
    game, state, played = history.game, history.state, list(history.played)
    for event, changed in wanted:
        checked = check(game, state, event.kind, event.seat, event.data, event.accept, prompts)
        # What a log has let stand stands, also where its game calls it impossible by now.
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
    """The state after a move, or None where it cannot be and leaves nothing to play on from."""
    try:
        return game.advance(state, move)
    except (LookupError, TypeError, ValueError):
        # Whoever sends a move may have accepted whatever codes they like.
        if any(ruling.level is Level.IMPOSSIBLE for ruling in objections):
            return None
        raise


def let_stand_anew(before: History, after: History) -> bool:
    """Whether something is let stand after a change that was not before it: another entry, another
    rule or another card.
    """
    return bool(_all_let_stand(after) - _all_let_stand(before))


def _all_let_stand(history: History) -> set[tuple[int, str, str, str]]:
    return {
        (played.seq, ruling.code, ruling.clause, str(ruling.params.get("card", "")))
        for played in history.played
        if played.move.accept or played.demands
        for ruling in (*played.rulings, *played.demands)
        if ruling.code in played.move.accept or ruling in played.demands
    }
