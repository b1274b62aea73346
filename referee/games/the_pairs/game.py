"""The Pairs: all together lay the whole deck on two piles, each card next to or equal to the last."""

from __future__ import annotations

from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.game import Game
from referee.kernel.paper import printed

from . import judging, playing, scene
from .deck import INFO
from .state import dealt

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
        paper=printed(scene.lines, scene.boxes, ("won",)),
        closed=judging.closed,
    ),
    judging.depth_is_open,
)
GAME = evening(SINGLE)
