"""The Pairs: all together lay the whole deck on two piles, each card next to or equal to the last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.evening import Evening
from referee.kernel.fields import Value
from referee.kernel.turns import left_of

from . import judging, playing, scene
from .deck import INFO
from .state import State, dealt


class ThePairs:
    """One game as the kernel knows it; every method hands on to the module that does the work."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """A table before the first card."""
        return dealt(seats, options)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return judging.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def closed(self, state: State, kind: str, seat: SeatId | None) -> Ruling | None:
        """Why a reserve card cannot be played."""
        return judging.closed(state, kind, seat)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """Won or lost, once it is over."""
        return scene.lines(state)

    def see(self, state: State, seat: SeatId | None) -> State:
        """Nothing that is entered is secret."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The end of the game, once there is one."""
        return scene.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """The setup guide."""
        return scene.guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The finished game as the printed sheet lays it out."""
        return scene.paper(state)

    def next_start(self, state: State) -> SeatId:
        """The left neighbour of this game’s first player is suggested; the table decides (TP-3)."""
        return left_of(state.seats, state.start)


GAME = Evening(ThePairs())
