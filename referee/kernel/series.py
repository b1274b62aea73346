"""A series: a game without a score, played repeatedly at one table, with a tally of games won."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic

from .contract import Line, Move, Prompt, Scene, SeatId
from .fields import Seat, Value
from .game import Game, Options, S, Seats
from .info import Asked
from .options import changed
from .turns import left_of

START = "start"
"""The option of the single game that says who starts."""


@dataclass(frozen=True)
class Series(Generic[S]):
    """A series so far: the game ``now``, the final states of ``past`` games and their lines."""

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    now: S
    past: tuple[S, ...] = ()
    finished: tuple[Line, ...] = ()

    @property
    def before(self) -> int:
        return len(self.past)


def left_of_start(state: Any) -> SeatId:
    """The left neighbour of the seat that started this game."""
    return left_of(state.seats, str(state.options[START]))


def as_series(
    single: Game[S], next_start: Callable[[S], SeatId] = left_of_start
) -> Game[Series[S]]:
    """Turn a single game into a series: round n is the n-th game, ``again`` starts the next one.

    The single game's lines are all in round 1; ``next_start`` suggests who starts next.
    """
    clause = single.info.clause_of(START) or ""
    again = Asked(clause, (Seat(name=START),), table=True, aside=True)
    info = replace(single.info, kinds={**single.info.kinds, "again": again})
    return Game(
        info=info,
        setup=partial(_setup, single),
        prompts=partial(_prompts, single, next_start, clause),
        judge=lambda state, move: () if move.kind == "again" else single.judge(state.now, move),
        advance=partial(_advance, single),
        lines=partial(_lines, single),
        scene=partial(_scene, single),
        result=lambda state: single.result(state.now),
        guide=lambda seats, options: single.guide(seats, _begun(seats, options)),
        paper=partial(_paper, single),
        see=lambda state, seat: replace(state, now=single.see(state.now, seat)),
        closed=lambda state, kind, seat: single.closed(state.now, kind, seat),
        starts=START,
        highlights=partial(_highlights, single.highlights) if single.highlights else None,
        counted=single.counted,
        untold=_untold(single),
    )


def _begun(seats: Seats, options: Options) -> Options:
    return changed(options, {START: options.get(START) or seats[0]})


def _setup(single: Game[S], seats: Seats, options: Options) -> Series[S]:
    begun = _begun(seats, options)
    return Series(seats, begun, single.setup(seats, begun))


def _prompts(
    single: Game[S], next_start: Callable[[S], SeatId], clause: str, state: Series[S]
) -> tuple[Prompt, ...]:
    """The running game's prompts; once it is over, also ``again`` with the suggested starter."""
    asked = single.prompts(state.now)
    if single.result(state.now) is None:
        return asked
    start = Seat(name=START, values=state.seats, default=next_start(state.now))
    return (Prompt("again", None, (start,), clause, aside=True), *asked)


def _advance(single: Game[S], state: Series[S], move: Move) -> Series[S]:
    if move.kind != "again":
        return replace(state, now=single.advance(state.now, move))
    kept = {"depth": state.now.depth} if hasattr(state.now, "depth") else {}
    fresh = single.setup(state.seats, changed(state.options, {**kept, START: move.data[START]}))
    return replace(state, now=fresh, past=(*state.past, state.now), finished=_lines(single, state))


def _untold(single: Game[S]) -> Callable[[Series[S]], Series[S]] | None:
    untold = single.untold
    return (lambda state: replace(state, now=untold(state.now))) if untold else None


def _lines(single: Game[S], state: Series[S]) -> tuple[Line, ...]:
    return (
        *state.finished,
        *(replace(line, round=line.round + state.before) for line in single.lines(state.now)),
    )


def _highlights(highlights: Callable[[S], Iterable[Line]], state: Series[S]) -> tuple[Line, ...]:
    return tuple(
        replace(line, round=line.round + at)
        for at, game in enumerate((*state.past, state.now))
        for line in highlights(game)
    )


def _scene(single: Game[S], state: Series[S]) -> Scene:
    scene = single.scene(state.now)
    return replace(scene, round=scene.round + state.before, complete=scene.complete + state.before)


def _paper(single: Game[S], state: Series[S]) -> dict[str, Any]:
    """``rows``: the printed rows of each finished game, with the games won so far."""
    won, rows = Counter[SeatId](), []
    for number, each in enumerate((*state.past, state.now), 1):
        for row in single.paper(each)["rows"]:
            won.update({entry["seat"]: entry["points"] for entry in row})
            rows.append([{**entry, "round": number, "total": won[entry["seat"]]} for entry in row])
    return {"rows": rows}
