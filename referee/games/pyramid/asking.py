"""What is asked in each phase."""

from __future__ import annotations

from referee.kernel.contract import Prompt
from referee.kernel.fields import Cards, Choice
from referee.kernel.ledger import left

from .building import name
from .fields import Place, Text
from .state import DECK, State


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; stopping before a card is turned up is an aside, so that it is refused by its clause."""
    seat = state.turn.seat
    match state.phase:
        case "flip":
            card = Cards(name="card", deck=DECK, left=left(DECK, state.holdings))
            return Prompt("flip", seat, (card,), "PY-7", form="tap"), Prompt("stop", seat, (), "PY-6", aside=not state.turn.flips)
        case "build":
            return (_build(state),)
        case "rows":
            fields = tuple(Text(name=f"rows_{at}", most=60, about=at, label="rows") for at in state.seats)
            return (Prompt("rows", None, fields, "PY-18"),)
        case _:
            return ()


def _build(state: State) -> Prompt:
    """One card of the hand, by default the highest, and any open place, also one that is too low for it; an only place needs no tap."""
    seat, hand = state.turn.seat, state.turn.hand
    places = tuple(map(name, state.open_places))
    only = places[0] if len(places) == 1 else None
    card = Choice(name="card", label="in_hand", values=hand, default=hand[0])
    return Prompt("build", seat, (card, Place(name="place", values=places, default=only)), "PY-9")


def depth_is_open(state: State) -> bool:
    """How much is entered may be changed before the first card."""
    return state.fresh and state.phase in ("flip", "rows")
