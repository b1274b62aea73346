"""The Pairs: all together lay the whole deck on two piles, each card next to or equal to the last."""

from __future__ import annotations

from referee.kernel.contract import Info, Option, Sheet, one_of
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.fields import Seat
from referee.kernel.game import Game
from referee.kernel.paper import printed

from . import judging, playing, scene
from .state import dealt

INFO = Info(
    id="the-pairs",
    prefix="TP",
    deck_clause="TP-1",
    turn_clause="TP-4",
    kinds={
        "play": "TP-8",
        "from_reserve": "TP-9",
        "stuck": "TP-17",
        "pass": "TP-16",
        "draw": "TP-19",
        "keep": "TP-A5",
        "lost": "TP-25",
        "won": "TP-24",
    },
    version="2026.1",
    seats=(1, 6),
    options=(
        Option(Seat(name="start", optional=True), "TP-3"),
        one_of("empty_hand", "TP-A1", "eliminated", "draw_instead", "pass"),
        one_of("reserve_pair", "TP-A2", "yes", "no"),
        one_of("wrap", "TP-A4", "no", "yes"),
        one_of("must_draw", "TP-A5", "yes", "no"),
        one_of("table_talk", "TP-A8", "open", "none"),
        one_of("look_through", "TP-A9", "no", "yes"),
        one_of("depth", "TP-24", "full", "quick"),
    ),
    tally=True,
    sheet=Sheet(boxes=("left",), rows=12),
)

SINGLE = with_depth(
    Game(
        info=INFO, setup=dealt, prompts=judging.prompts, judge=judging.judge, advance=playing.advance, lines=scene.lines,
        scene=scene.scene, result=scene.result, guide=scene.guide, paper=printed(scene.lines, scene.boxes, ("won",)),
        closed=judging.closed,
    ),
    judging.depth_is_open,
)
GAME = evening(SINGLE)
