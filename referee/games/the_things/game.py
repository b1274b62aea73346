"""The Things: humans and Things in one station, nobody knows who is which; the public log is refereed (TT-1…TT-67)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.evening import Evening
from referee.kernel.fields import Value
from referee.kernel.turns import left_of

from . import asking, judging, playing, scene, showing
from .deck import INFO
from .state import State, begin


class TheThings:
    """One game, for an evening of them; every method hands on to the module that does the work."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """A game that has just been dealt; ``start`` is its dealer."""
        return begin(seats, options)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return asking.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def closed(self, state: State, kind: str, seat: SeatId | None) -> Ruling | None:
        """Why a dead player may do nothing."""
        return judging.closed(state, kind, seat)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """What happened, and at the end who won."""
        return state.done

    def see(self, state: State, seat: SeatId | None) -> State:
        """The state itself: nothing secret is entered before hands are shown."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """Who won, once all sides are known."""
        return showing.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """The setup guide."""
        return scene.guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The log as the printed sheet lays it out."""
        return scene.paper(state)

    def next_start(self, state: State) -> SeatId:
        """Who deals the next game: the player left of this game's dealer."""
        return left_of(state.seats, state.dealer)


GAME = Evening(TheThings())
