"""The Things: humans and Things in one station, nobody knows who is which; the public log is refereed (TT-1…TT-67)."""

from __future__ import annotations

from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game, finished_lines
from referee.kernel.paper import printed

from . import asking, judging, playing, scene, showing
from .deck import INFO
from .state import begin

SINGLE = with_depth(
    Game(
        info=INFO,
        setup=begin,
        prompts=asking.prompts,
        judge=judging.judge,
        advance=playing.advance,
        scene=scene.scene,
        result=showing.result,
        guide=scene.guide,
        paper=printed(finished_lines, scene.boxes, ("won", "won_dead")),
        closed=judging.closed,
    ),
    asking.depth_is_open,
)
GAME = evening(SINGLE)
