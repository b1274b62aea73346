"""A game made of a sheet: the contract's functions, all of them read from the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from referee.kernel.board import Message, Shown
from referee.kernel.cards import Deck
from referee.kernel.contract import (
    Level,
    Move,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Step,
    rank_by,
)
from referee.kernel.fields import Field
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import rows_of
from referee.kernel.wording import step

from .formula import Part
from .kinds import SEAT, TABLE
from .known import counted, counted_rows, ends_itself, field_of, info_of
from .playing import (
    STOP,
    Entries,
    State,
    advance,
    asked_of,
    entered,
    field_name,
    moment,
    owners,
    rounds_in_all,
    setup,
    sides_of,
    whole_number,
)
from .sampling import sample
from .sheet import HIGHEST, GameSheet, SheetEntry
from .values import NoValue, evaluate

NO_DECK = Deck({})


def own(sheet: GameSheet) -> Game[State]:
    """The game of a sheet."""
    return Game(
        info=info_of(sheet),
        setup=partial(setup, sheet),
        prompts=prompts,
        judge=judge,
        advance=advance,
        scene=scene,
        result=result,
        guide=partial(_guide, sheet),
        paper=paper,
        see=see,
        starts="dealer" if sheet.deal != "nobody" else "",
        counted=partial(counted, frozenset(counted_rows(sheet))),
        sample=sample,
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    """The entries of the step, from the table or in secret from each; and the end, where asked."""
    if state.ended:
        return ()
    kind = f"step{state.step}"
    clause = _clause(state, state.asks[0])
    stop = [Prompt(STOP, None, (), state.sheet.clauses["over", 0], aside=True)]
    if not state.secret:
        asked = [Prompt(kind, None, _fields(state, None), clause, sums=tuple(_sums(state)))]
    else:
        waiting = [seat for seat in state.seats if seat not in state.ready]
        asked = [Prompt(kind, seat, _fields(state, seat), clause, secret=True) for seat in waiting]
    return (*asked, *(stop if _may_stop(state) else ()))


def _may_stop(state: State) -> bool:
    """Whether the players may end the game now: after a round, if nothing else ends it."""
    return not ends_itself(state.sheet) and bool(state.rounds) and not state.entries


def _sums(state: State) -> Iterator[tuple[tuple[str, ...], int]]:
    """The entries of the step whose sum a check fixes, each with that sum."""
    names = {ask.name: ask for ask in state.asks if ask.type == "number" and ask.per == SEAT}
    for check in state.sheet.checks:
        node = check.that.node
        if node.do != "=":
            continue
        for told, wanted in (node.parts, node.parts[::-1]):
            ask = names.get(str(told.parts[0].value)) if told.do == "sum" else None
            total = _known(state, wanted) if ask else None
            if ask and total is not None:
                yield tuple(field_name(ask, seat) for seat in state.seats), total


def _known(state: State, node: Part) -> int | None:
    """A number that does not depend on the entries of this step; None if it does."""
    try:
        return int(evaluate(node, moment(state, state.entries), state.seats[0]))
    except (KeyError, NoValue):
        return None


def _clause(state: State, ask: SheetEntry) -> str:
    return state.sheet.clauses["ask", state.sheet.asks.index(ask)]


def _fields(state: State, asked: SeatId | None) -> tuple[Field, ...]:
    """A field for each entry of the step, for each seat where several are asked together."""
    found = []
    for ask in state.asks:
        who: Sequence[SeatId | None] = owners(state, ask, asked) or (None,)
        for seat in who:
            name = field_name(ask, None if asked else seat)
            about = None if asked else seat
            found.append(field_of(ask, name, about, state.seats, _limits(state, ask, seat)))
    return tuple(found)


def _limits(state: State, ask: SheetEntry, seat: SeatId | None) -> tuple[int, int]:
    """The smallest and the largest number; what has no value does not limit.

    Where the largest would be below the smallest, only the smallest can be entered.
    """
    now, who = moment(state, state.entries), seat or state.seats[0]
    low = whole_number(ask.low, now, who, 0)
    return low, max(low, whole_number(ask.high, now, who, HIGHEST))


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Every check of the step that is not met, and formulas that have no value."""
    if move.kind == STOP:
        return
    entries = entered(state, move)
    for at, check in enumerate(state.sheet.checks):
        if check.step == state.step and (not state.secret or _is_last(state, move)):
            yield from _checked(state, entries, at)
    try:
        advance(state, move)
    except NoValue as failed:
        yield _failed(state, failed, state.sheet.clauses["over", 0])


def _is_last(state: State, move: Move) -> bool:
    """Whether a secret step is complete with this entry."""
    return {*state.ready, move.seat} >= {*state.seats}


def _checked(state: State, entries: Mapping[str, Any], at: int) -> Iterator[Ruling]:
    """The objection of one check, for the seats that break it."""
    check, clause = state.sheet.checks[at], state.sheet.clauses["check", at]
    now = moment(state, entries)
    try:
        asked = asked_of(state, check)
        broken = [seat for seat in asked if not evaluate(check.that.node, now, seat)]
    except NoValue as failed:
        yield _failed(state, failed, clause)
        return
    if broken:
        seats = broken if check.that.known.level == SEAT else []
        yield Ruling(f"check_{at}", clause, params={"seats": seats})


def _failed(state: State, failed: NoValue, clause: str) -> Ruling:
    told = {"seat": failed.seat, "round": state.round, **failed.params}
    return Ruling(f"formula_{failed.code}", clause, Level.IMPOSSIBLE, told)


def see(state: State, seat: SeatId | None) -> State:
    """The state without what others have entered in secret."""
    if not state.secret or not state.ready:
        return state
    hidden = {ask.name for ask in state.asks}
    entries = {
        name: {one: value for one, value in told.items() if name not in hidden or one == seat}
        for name, told in state.entries.items()
    }
    return replace(state, entries=entries)


def scene(state: State) -> Scene:
    """Round, dealer and what stands under the names."""
    rounds = rounds_in_all(state)
    done = len(state.rounds)
    where = (
        Message("round_of", {"n": state.round, "of": rounds})
        if rounds
        else Message("round", {"n": state.round})
    )
    return Scene(
        state.round,
        where,
        NO_DECK,
        ruler=(done, rounds) if rounds else None,
        complete=done,
        shown=_shown(state),
        dealer=state.dealer,
        ahead=_ranking(state)[0] if state.sheet.rank and done else None,
        told=_told(state),
    )


def _told(state: State) -> dict[SeatId, dict[str, Any]]:
    """The numbers of earlier steps of this round, seat by seat."""
    before = [
        ask
        for ask in state.sheet.asks
        if ask.per == SEAT and ask.step < state.step and ask.type in ("number", "yes")
    ]
    return {
        seat: {ask.name: state.entries[ask.name][seat] for ask in before} for seat in state.seats
    }


def _shown(state: State) -> dict[SeatId, Shown]:
    """The numbers beside the names, if the sheet has others than totals, or says where it ends."""
    formula, sums = state.sheet.shown, state.scores
    unit = None
    if state.sheet.over.points is not None:
        unit = Message("of_points", {"n": state.sheet.over.points}, state.sheet.clauses["over", 0])
    if formula is None:
        return {seat: Shown(total, unit) for seat, total in sums.items()} if unit else {}
    now = moment(state, {})
    try:
        return {seat: Shown(int(evaluate(formula.node, now, seat))) for seat in state.seats}
    except NoValue:
        return {seat: Shown(total) for seat, total in sums.items()}


def result(state: State) -> Result | None:
    """The sides in the order of their points, once the game is over."""
    if not state.ended:
        return None
    sums, ranking = state.scores, _ranking(state)
    over = Message(f"over_{state.ended}", {"n": len(state.rounds)}, state.sheet.clauses["over", 0])
    best = Message(
        "fewest" if state.sheet.low_wins else "most",
        {"seats": list(ranking[0]), "n": sums[ranking[0][0]]},
        state.sheet.clauses["over", 0],
    )
    return Result(ranking, (over, best))


def _ranking(state: State) -> tuple[Seats, ...]:
    """The seats in order, partners together: by what ranks first, then by points."""
    now, rank = moment(state, {}), state.sheet.rank
    sign = -1 if state.sheet.low_wins else 1

    def score(seat: SeatId) -> tuple[int, int]:
        return whole_number(rank, now, seat, 0), sign * state.scores[seat]

    sides = sides_of(state.sheet, state.seats)
    best = {seat: max(map(score, side)) for side in sides for seat in side}
    return rank_by({seat: best[seat] for seat in state.seats})


def _guide(sheet: GameSheet, seats: Seats, options: Options) -> tuple[Step, ...]:
    dealer = options.get("dealer")
    first = sheet.clauses["players", 0]
    return (step(f"guide_deal {first}" if dealer else f"guide_start {first}", seat=dealer),)


def paper(state: State) -> dict[str, Any]:
    """The rows of the printed sheet: what was entered, points and totals of every side."""
    gained: Counter[tuple[int, SeatId]] = Counter()
    for line in state.finished:
        gained[line.round, line.seat] += line.points
    sides = sides_of(state.sheet, state.seats)
    rounds = {
        number: {
            side[0]: {
                "boxes": [*_boxes(state.sheet, entries, side, len(sides[0]))],
                "points": sum(gained[number, seat] for seat in side),
            }
            for side in sides
        }
        for number, entries in enumerate(state.rounds, 1)
    }
    return rows_of(rounds, [side[0] for side in sides])


def _boxes(sheet: GameSheet, entries: Entries, side: Seats, most: int) -> Iterator[Any]:
    """The boxes of a column: of what each player tells, one for each of its seats.

    A side with fewer than ``most`` of them leaves the last empty.
    """
    for ask in sheet.asks:
        told = entries[ask.name]
        if ask.per == SEAT:
            yield from (_box(told[seat]) for seat in side)
            yield from [None] * (most - len(side))
        elif ask.type == "who" and ask.per == TABLE:
            # The player is named in the column of a side; one who plays alone gets a mark.
            named = told[side[0]] in side
            yield _box((most == 1 or told[side[0]]) if named else None)
        else:
            yield _box(told[side[0]])


def _box(value: Any) -> Any:
    """What stands in a box: a number, a mark for yes, a player, or nothing."""
    if value is True:
        return "yes"
    return None if value is False else value
