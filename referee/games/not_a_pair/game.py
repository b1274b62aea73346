"""Not a Pair: take one card a round, and never two of one number; the highest sum after eight rounds wins."""

from __future__ import annotations

from referee.kernel.contract import Line, SeatId
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import printed

from . import judging, playing, scene, scoring
from .deck import INFO
from .state import State, see


def setup(seats: Seats, options: Options) -> State:
    """A table before the first card."""
    return State(seats, options, str(options["start"]), str(options["depth"]), dict.fromkeys(seats, ()))


def lines(state: State) -> tuple[Line, ...]:
    """What was taken, and at the end who won."""
    return (*state.finished, *scoring.end_lines(state))


def next_start(state: State) -> SeatId:
    """The next one in the order of turns after this game’s start player is suggested; the table decides (NP-A9)."""
    return state.order[1]


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=judging.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lines,
        scene=scene.scene,
        result=scoring.result,
        guide=scene.guide,
        paper=printed(lines, scene.boxes, ("won",)),
        see=see,
        closed=judging.closed,
    ),
    judging.depth_is_open,
)
GAME = evening(SINGLE, next_start)
