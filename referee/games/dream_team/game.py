"""Dream Team: nominate cards of a row, draw lots for contested ones, and collect a team without equal numbers; a match to 100."""

from __future__ import annotations

from referee.kernel.contract import Line, Move
from referee.kernel.depth import with_depth
from referee.kernel.frozen import replace
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import printed

from . import guide, judging, matches, prompts, scene, turns
from .state import State, unknown


def setup(seats: Seats, options: Options) -> State:
    """The table before the first row."""
    start = guide.start_of(seats, options)
    return State(seats, options, str(options["depth"]), start, dict.fromkeys(seats, ()), dict.fromkeys(seats, 0))


def advance(state: State, move: Move) -> State:
    """The table after a move, with the deck shuffled if it has run out."""
    return matches.restock(_enter(replace(state, effects=(), fresh={}, thrown={}), move), state.discards)


def switch(state: State, depth: str) -> State:
    """The table at another depth; what that does not tell may have brought every discard back."""
    fresh = unknown(state) if state.depth == "full" and state.holdings else state
    return matches.restock(replace(fresh, depth=depth, effects=(), fresh={}, thrown={}), state.discards)


def _enter(state: State, move: Move) -> State:
    """The state with what was told and all that follows from it."""
    seat = str(move.seat)
    match move.kind:
        case "start":
            return replace(state, start=str(move.data["start"]))
        case "row":
            return turns.lay(state, judging.cards_of(move, "card")[0])
        case "nominate":
            return turns.nominate(state, seat, judging.place_of(move))
        case "draw":
            return turns.draw(state, seat, judging.cards_of(move, "card")[0])
        case "gain":
            return turns.tell_gain(state, seat, judging.cards_of(move, "cards"))
        case "peak":
            return turns.tell_peak(state, seat, move.data["held"] == "yes")
        case _:
            return matches.finish_game(state, judging.sums_of(state, move), None)


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet: finished games as they were kept, then what happened in this one."""
    return (*state.finished, *state.log)


def boxes(line: Line) -> tuple[str | None]:
    """The box of the printed sheet: the team, unless only its sum is known."""
    return (None if line.code == "team_told" else " ".join(line.cards),)


GAME = with_depth(
    Game(
        info=guide.INFO,
        setup=setup,
        prompts=prompts.prompts,
        judge=judging.judge,
        advance=advance,
        lines=lines,
        scene=scene.scene,
        result=matches.result,
        guide=guide.guide,
        paper=printed(lines, boxes),
    ),
    prompts.may_change_depth,
    switch,
)
