"""Not a Pair: take one card a round, and never two of one number; the highest sum after eight rounds wins."""

from __future__ import annotations

from referee.kernel.contract import Info, Line, Option, SeatId, Sheet, one_of
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.fields import Seat
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import printed

from . import judging, playing, scene
from .state import HIGHEST, State, see

INFO = Info(
    id="not-a-pair",
    prefix="NP",
    deck_clause="NP-1",
    kinds={"card": "NP-7", "take": "NP-10", "zone": "NP-18", "last": "NP-21"},
    version="2026.1",
    seats=(min(HIGHEST), max(HIGHEST)),
    options=(
        Option(Seat(name="start", optional=True), "NP-A9"),
        one_of("last_card", "NP-21", "no", "yes"),
        one_of("tie_count", "NP-A4", "with_option", "before_option"),
        one_of("show_discards", "NP-A6", "no", "yes"),
        one_of("direction", "NP-A8", "clockwise", "counterclockwise"),
        one_of("depth", "NP-18", "full", "quick"),
        one_of("entry", "NP-7", "open", "secret"),
    ),
    editions={"page": {}, "last_card": {"last_card": "yes"}},
    tally=True,
    sheet=Sheet(boxes=("cards", "sum"), rows=12),
)


def setup(seats: Seats, options: Options) -> State:
    """A table before the first card."""
    return State(seats, options, str(options["start"]), str(options["depth"]), dict.fromkeys(seats, ()))


def lines(state: State) -> tuple[Line, ...]:
    """What was taken, and at the end who won."""
    return (*state.finished, *playing.end_lines(state))


def next_start(state: State) -> SeatId:
    """The next one in the order of turns after this game’s start player is suggested; the table decides (NP-A9)."""
    return state.order[1]


SINGLE = with_depth(
    Game(
        info=INFO, setup=setup, prompts=judging.prompts, judge=judging.judge, advance=playing.advance, lines=lines,
        scene=scene.scene, result=playing.result, guide=scene.guide, paper=printed(lines, scene.boxes, ("won",)), see=see,
        closed=judging.closed,
    ),
    judging.depth_is_open,
)
GAME = evening(SINGLE, next_start)
