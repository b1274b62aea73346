"""3-Draw: up to three cards each without a pair; the highest sum takes every card drawn, and the cards are points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.fields import Cards, Choice, Int, Many, Value

from . import judging, rounds, scene
from .guide import INFO, guide
from .state import BURNED, DECK, MOST, State, active, row

__all__ = ["State", "ThreeDraw"]

_CARD = (Cards(name="card", deck=DECK),)


class ThreeDraw:
    """The rules of 3-Draw."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """The table after the shuffle, five cards burned (TD-2)."""
        depth = str(options["depth"])
        due = BURNED if options["burn"] == "face_up" and depth == "full" else 0
        return State(seats, options, depth, str(options.get("start") or seats[0]), due=due)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """The next card of the seat on turn, or its stop; a card of any other seat can be told too, and is refused with its clause."""
        if state.over:
            return ()
        return (*_asked(state), *(() if state.rows else (_depth(state),)))

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return tuple(judging.judge(state, move))

    def closed(self, state: State, kind: str, seat: SeatId | None) -> Ruling | None:
        """Why a seat may not end its turn."""
        return judging.closed(state, kind, seat)

    def advance(self, state: State, move: Move) -> State:
        """The table after a move."""
        return rounds.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The score sheet of the finished rounds."""
        return state.finished

    def see(self, state: State, seat: SeatId | None) -> State:
        """All cards lie open (TD-5)."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The ranking, once the game is over."""
        return scene.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """How to set up."""
        return guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The finished rounds for the printed sheet."""
        return scene.paper(state)


def _asked(state: State) -> tuple[Prompt, ...]:
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


def _stop(state: State, seat: SeatId) -> tuple[Prompt, ...]:
    """Ending the turn; the start player is refused before a card is drawn (TD-4, TD-8)."""
    if row(state, seat):
        return (Prompt("stop", seat, (), "TD-3" if seat == state.start else "TD-8"),)
    first = seat == state.start
    return (Prompt("pass", seat, (), "TD-4" if first else "TD-8", aside=first),)


def _depth(state: State) -> Prompt:
    return Prompt("depth", None, (Choice(name="depth", values=("full", "quick"), default=state.depth),), "TD-5", aside=True)


GAME = ThreeDraw()
