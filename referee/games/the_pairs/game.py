"""The Pairs: all together lay the whole deck on two piles, each card next to or equal to the last."""

from __future__ import annotations

from referee.kernel.contract import SeatId
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game
from referee.kernel.turns import left_of

from . import judging, playing, scene
from .deck import INFO
from .state import State, dealt


def next_start(state: State) -> SeatId:
    """The left neighbour of this game’s first player is suggested; the table decides (TP-3)."""
    return left_of(state.seats, state.start)


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=dealt,
        prompts=judging.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=scene.lines,
        scene=scene.scene,
        result=scene.result,
        guide=scene.guide,
        paper=scene.paper,
        closed=judging.closed,
    ),
    judging.depth_is_open,
)
GAME = evening(SINGLE, next_start)
