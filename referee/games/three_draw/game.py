"""3-Draw: up to three cards each without a pair; the highest sum takes every card drawn, and the cards are points."""

from __future__ import annotations

from referee.kernel.contract import Line, Prompt
from referee.kernel.depth import with_depth
from referee.kernel.fields import Cards, Int, Many
from referee.kernel.frozen import replace
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import printed

from . import judging, rounds, scene
from .guide import INFO, guide
from .state import BURNED, DECK, MOST, State, active, row

WON = ("won", "won_pot", "shared", "won_cards", "shared_cards")
_CARD = (Cards(name="card", deck=DECK),)


def setup(seats: Seats, options: Options) -> State:
    """The table after the shuffle, five cards burned (TD-2)."""
    depth = str(options["depth"])
    due = BURNED if options["burn"] == "face_up" and depth == "full" else 0
    return State(seats, options, depth, str(options.get("start") or seats[0]), due=due)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next card of the seat on turn, or its stop; a card of any other seat can be told too, and is refused with its clause."""
    if state.over:
        return ()
    now = active(state)
    if state.due:
        return (Prompt("burn", None, _CARD, "TD-A7", form="tap"),)
    if state.depth == "quick":
        return (_round(state),)
    others = (Prompt("draw", seat, _CARD, "TD-5", aside=True, form="tap") for seat in state.seats if seat != now)
    return (Prompt("draw", now, _CARD, "TD-5", form="tap"), *_stop(state, str(now)), *others)


def _round(state: State) -> Prompt:
    """A round told at once; its cards are not known, so where fewer cards break a tie the table compares them (TD-A1)."""
    label = "winners_fewest" if state.options["tie"] == "fewest_cards" else ""
    winners = Many(name="winners", label=label, values=state.seats, optional=True, default=())
    return Prompt("round", None, (winners, Int(name="drawn", low=1, high=MOST * len(state.seats))), "TD-11")


def _stop(state: State, seat: str) -> tuple[Prompt, ...]:
    """Ending the turn; the start player is refused before a card is drawn (TD-4, TD-8)."""
    if row(state, seat):
        return (Prompt("stop", seat, (), "TD-3" if seat == state.start else "TD-8"),)
    first = seat == state.start
    return (Prompt("pass", seat, (), "TD-4" if first else "TD-8", aside=first),)


def depth_is_open(state: State) -> bool:
    """How much is entered may change before the first card of a round."""
    return not state.over and not state.rows


def switch(state: State, depth: str) -> State:
    """The table at another depth, with no card of the burned ones to be told any more."""
    return replace(state, depth=depth, due=0, effects=())


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet of the finished rounds."""
    return state.finished


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts,
        judge=judging.judge,
        advance=rounds.advance,
        lines=lines,
        scene=scene.scene,
        result=scene.result,
        guide=guide,
        paper=printed(lines, scene.boxes, WON),
        closed=judging.closed,
    ),
    depth_is_open,
    switch,
)
