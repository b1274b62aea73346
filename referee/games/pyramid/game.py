"""Pyramid: cards are turned up at the risk of a pair, and what is gained is built into the highest pyramid."""

from __future__ import annotations

from referee.kernel.contract import Info, Option, Say, Sheet, Step, one_of
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.fields import Seat
from referee.kernel.game import Game, Options, Seats, finished_lines
from referee.kernel.paper import printed

from . import asking, ending, judging, playing, scene
from .state import DECK

INFO = Info(
    id="pyramid",
    prefix="PY",
    deck_clause="PY-1",
    turn_clause="PY-4",
    kinds={"flip": "PY-6", "stop": "PY-9", "build": "PY-9", "rows": "PY-18"},
    version="2026.1",
    seats=(2, 4),
    options=(
        one_of("upper_gaps", "PY-A1", "allowed", "forbidden"),
        one_of("reuse", "PY-A7", "no", "yes"),
        Option(Seat(name="start", optional=True), "PY-A9"),
        one_of("depth", "PY-18", "full", "quick"),
    ),
    tally=True,
    sheet=Sheet(boxes=("rows",), wide=("rows",)),
)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a box of cards to the first turn, with what this table agreed."""
    return (
        Step(Say("guide_shuffle", {"n": DECK.size}, "PY-2"), (Say("guide_no_hands", clause="PY-2"),)),
        Step(
            Say("guide_start", {"seat": options["start"]}, "PY-A9"),
            (Say("guide_suntan", clause="PY-3"), Say("guide_clockwise", clause="PY-4")),
        ),
        Step(Say("guide_flip", clause="PY-6"), (Say("guide_bust", clause="PY-8"),)),
        Step(
            Say("guide_build", clause="PY-9"),
            (
                Say("guide_bottom", clause="PY-11"),
                Say("guide_upper", clause="PY-13"),
                Say(f"guide_gaps_{options['upper_gaps']}", clause="PY-A1"),
                Say("guide_stays", clause="PY-14"),
            ),
        ),
        Step(Say("guide_end", clause="PY-18"), (Say(f"guide_reuse_{options['reuse']}", clause="PY-A7"), Say("guide_ties", clause="PY-19"))),
    )


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=playing.begin,
        prompts=asking.prompts,
        judge=judging.judge,
        advance=playing.advance,
        scene=scene.scene,
        result=ending.result,
        guide=guide,
        paper=printed(finished_lines, ending.boxes, ("won", "won_shared")),
        closed=judging.closed,
    ),
    asking.depth_is_open,
)
GAME = evening(SINGLE)
