"""Pyramid: cards are turned up at the risk of a pair, and what is gained is built into the highest pyramid."""

from __future__ import annotations

from referee.kernel.contract import Line
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game
from referee.kernel.paper import printed

from . import asking, ending, guide, judging, playing, scene
from .state import State


def lines(state: State) -> tuple[Line, ...]:
    """What became of every turn, and at the end who has won."""
    return state.finished


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
        paper=printed(lines, ending.boxes, ("won", "won_shared")),
        closed=judging.closed,
    ),
    asking.depth_is_open,
)
GAME = evening(SINGLE)
