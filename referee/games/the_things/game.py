"""The Things: humans and Things in one station, nobody knows who is which; the public log is refereed (TT-1…TT-67)."""

from __future__ import annotations

from referee.kernel.contract import Line
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game
from referee.kernel.paper import printed

from . import asking, judging, playing, scene, showing
from .deck import INFO
from .state import State, begin


def lines(state: State) -> tuple[Line, ...]:
    """What happened, and at the end who won."""
    return state.finished


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=begin,
        prompts=asking.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lines,
        scene=scene.scene,
        result=showing.result,
        guide=scene.guide,
        paper=printed(lines, scene.boxes, ("won", "won_dead")),
        closed=judging.closed,
    ),
    asking.depth_is_open,
)
GAME = evening(SINGLE)
