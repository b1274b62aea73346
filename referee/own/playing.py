"""A game played by a sheet: what is known at a moment, and the state after each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.contract import Line, Move, SeatId, rank_by, totals
from referee.kernel.game import GameState, Options, Seats
from referee.kernel.info import sides_of as seats_by_side

from .kinds import SEAT, TABLE
from .sheet import MOST_ROUNDS, Check, Formula, GameSheet, SheetEntry
from .values import Moment, NoValue, Value, evaluate

Entries = Mapping[str, Mapping[SeatId, Value]]
"""What was entered, by entry and seat; what the table or a team told stands for all its seats."""
NOBODY, STOP = "nobody", "stop"


@dataclass(frozen=True, kw_only=True)
class State(GameState):
    """Where a game stands: its round, its step, and what was entered in both.

    ``ready`` are the seats that have entered a secret step. ``scores`` are the points of each
    seat's side, ``past`` the sums of earlier rounds, ``rounds`` what was entered in each.
    ``ended`` says why the game is over.
    """

    sheet: GameSheet
    dealer: SeatId | None
    round: int = 1
    step: int
    entries: Entries = field(default_factory=dict)
    ready: Seats = ()
    scores: Mapping[SeatId, int]
    past: Mapping[str, Mapping[SeatId, int]]
    rounds: tuple[Entries, ...] = ()
    ended: str = ""

    @property
    def asks(self) -> tuple[SheetEntry, ...]:
        """What is entered in this step."""
        return tuple(ask for ask in self.sheet.asks if ask.step == self.step)

    @property
    def secret(self) -> bool:
        return self.sheet.is_secret(self.step)

    @property
    def is_last_step(self) -> bool:
        return self.step == self.sheet.steps[-1]


def setup(sheet: GameSheet, seats: Seats, options: Options) -> State:
    """The state before the first entry."""
    dealer = options.get("dealer")
    return State(
        seats,
        options,
        "full",
        sheet=sheet,
        dealer=str(dealer) if dealer else None,
        step=sheet.steps[0],
        scores=dict.fromkeys(seats, 0),
        past={name: dict.fromkeys(seats, 0) for name in sheet.kept},
    )


def sides_of(sheet: GameSheet, seats: Seats) -> tuple[Seats, ...]:
    """The teams, every other seat in each; without teams each player alone."""
    return seats_by_side(seats, sheet.teams)


def _scores(state: State, lines: tuple[Line, ...]) -> dict[SeatId, int]:
    """The points of each seat's side, with the lines of one more round."""
    gained = totals(lines, state.seats, sides=sides_of(state.sheet, state.seats))
    return {seat: state.scores[seat] + gained[seat] for seat in state.seats}


def moment(state: State, entries: Entries) -> Moment:
    """What formulas may know, with these entries in the round."""
    return Moment(
        state.seats,
        sides_of(state.sheet, state.seats),
        state.round,
        entries,
        state.past,
        state.scores,
        state.sheet.values,
    )


def whole_number(formula: Formula | None, now: Moment, seat: SeatId, default: int) -> int:
    """The number of a formula; the default where there is none, or it has no value."""
    try:
        return int(evaluate(formula.node, now, seat)) if formula else default
    except NoValue:
        return default


def asked_of(state: State, check: Check) -> Seats:
    """The seats for which a check is looked at: one stands for all where it is alike for them."""
    return state.seats if check.that.known.level == SEAT else state.seats[:1]


def field_name(ask: SheetEntry, seat: SeatId | None) -> str:
    """The name of a field: that of the entry, with the seat where several stand in one form."""
    return f"{ask.name}-{seat}" if seat else ask.name


def owners(state: State, ask: SheetEntry, asked: SeatId | None) -> Seats:
    """The seats for which an entry is told one by one; of a team its first. None: for the table."""
    if ask.per == TABLE:
        return ()
    if asked is not None:
        return (asked,)
    sides = sides_of(state.sheet, state.seats)
    return state.seats if ask.per == SEAT else tuple(side[0] for side in sides)


def entered(state: State, move: Move) -> dict[str, dict[SeatId, Value]]:
    """The entries of the round with those of a move."""
    found = {name: dict(told) for name, told in state.entries.items()}
    for ask in state.asks:
        told = found.setdefault(ask.name, {})
        if ask.per == TABLE:
            told |= dict.fromkeys(state.seats, _value(ask, move.data.get(ask.name)))
            continue
        for seat in owners(state, ask, move.seat):
            name = field_name(ask, None if move.seat else seat)
            value = _value(ask, move.data.get(name))
            told |= dict.fromkeys(_served(state, ask, seat), value)
    return found


def _served(state: State, ask: SheetEntry, seat: SeatId) -> Seats:
    """The seats for which the entry of one seat stands."""
    if ask.per == SEAT:
        return (seat,)
    return next(side for side in sides_of(state.sheet, state.seats) if seat in side)


def _value(ask: SheetEntry, told: Any) -> Value:
    """The value in formulas: nobody is None, things chosen are worth the sum of their points."""
    if ask.type == "some":
        return sum(ask.of[int(one.rpartition(".")[2])][1] for one in told or ())
    return None if told == NOBODY else told


def scored(state: State, entries: Entries) -> Iterator[Line]:
    """The lines of a finished round; raises NoValue where a formula has no value."""
    now = moment(state, entries)
    for at, row in enumerate(state.sheet.rows):
        for side in now.sides if row.team else ((seat,) for seat in state.seats):
            if row.when is None or evaluate(row.when.node, now, side[0]):
                points = int(evaluate(row.points.node, now, side[0]))
                clause = state.sheet.clauses["points", at]
                yield Line(side[0], state.round, points, clause, f"row_{at}", of_side=row.team)


def advance(state: State, move: Move) -> State:
    """The state after an entry: the same step, the next one or the next round."""
    if move.kind == STOP:
        return replace(state, ended="stopped", effects=())
    entries = entered(state, move)
    ready = (*state.ready, move.seat) if move.seat else state.seats
    if set(ready) < set(state.seats):
        return replace(state, entries=entries, ready=ready, effects=())
    if not state.is_last_step:
        steps = state.sheet.steps
        step = steps[steps.index(state.step) + 1]
        return replace(state, entries=entries, ready=(), step=step, effects=())
    return _next_round(state, entries)


def _next_round(state: State, entries: Entries) -> State:
    """The round counted; then the end, or the next deal."""
    lines, now = tuple(scored(state, entries)), moment(state, entries)
    done = replace(
        state,
        finished=(*state.finished, *lines),
        scores=_scores(state, lines),
        rounds=(*state.rounds, entries),
        past=_summed(state, now),
        entries={},
        ready=(),
        step=state.sheet.steps[0],
    )
    ended = _ended(done, entries)
    if ended:
        return replace(done, ended=ended)
    return replace(done, round=state.round + 1, dealer=_next_dealer(done, lines))


def _summed(state: State, now: Moment) -> dict[str, dict[SeatId, int]]:
    """The sums over all rounds of what formulas look back at."""
    return {
        name: {
            seat: state.past[name][seat] + int(now.named(name, seat))  # type: ignore[arg-type]
            for seat in state.seats
        }
        for name in state.sheet.kept
    }


def _ended(state: State, entries: Entries) -> str:
    """Why the game is over after this round, or nothing."""
    over, now = state.sheet.over, moment(state, entries)
    if rounds_in_all(state) == state.round or state.round == MOST_ROUNDS:
        return "rounds"
    if over.points is not None and max(now.totals.values()) >= over.points:
        return "points"
    if over.when and any(evaluate(over.when.node, now, seat) for seat in state.seats):
        return "when"
    return ""


def rounds_in_all(state: State) -> int | None:
    """The number of rounds of a game, if it is known; at least 1."""
    rounds = state.sheet.over.rounds
    if rounds is None:
        return None
    return min(max(1, whole_number(rounds, moment(state, {}), state.seats[0], 1)), MOST_ROUNDS)


def _next_dealer(state: State, lines: tuple[Line, ...]) -> SeatId | None:
    """Who deals next: the player to the left, or whoever won or lost the round most."""
    if state.dealer is None or state.sheet.deal == "nobody":
        return None
    if state.sheet.deal == "left":
        return state.seats[(state.seats.index(state.dealer) + 1) % len(state.seats)]
    gained = totals(lines, state.seats, sides=sides_of(state.sheet, state.seats))
    best = rank_by(gained, state.sheet.low_wins)[0 if state.sheet.deal == "winner" else -1]
    return state.dealer if state.dealer in best else best[0]
