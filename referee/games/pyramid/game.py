"""Pyramid: cards are turned up at the risk of a pair, and what is gained is built into the highest pyramid."""

from __future__ import annotations

from referee.kernel.contract import Line, SeatId
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game
from referee.kernel.turns import left_of

from . import asking, ending, guide, judging, paper, playing, scene
from .state import State


def lines(state: State) -> tuple[Line, ...]:
    """What became of every turn, and at the end who has won."""
    return state.finished


def next_start(state: State) -> SeatId:
    """Who is suggested to start the next game: the seat to the left of this one's start player (PY-A9)."""
    return left_of(state.seats, state.start)


SINGLE = with_depth(
    Game(
        info=guide.INFO,
        setup=playing.begin,
        prompts=asking.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lines,
        scene=scene.scene,
        result=ending.result,
        guide=guide.guide,
        paper=paper.paper,
        closed=judging.closed,
    ),
    asking.depth_is_open,
)
GAME = evening(SINGLE, next_start)
