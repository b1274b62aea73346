"""Pyramid: cards are turned up at the risk of a pair, and what is gained is built into the highest pyramid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.evening import Evening
from referee.kernel.fields import Value
from referee.kernel.turns import left_of

from . import asking, ending, guide, judging, paper, playing, scene
from .state import State


class Pyramid:
    """One game of Pyramid; every method hands on to the module that does the work."""

    info = guide.INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """The table before the first card."""
        return playing.begin(seats, options)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return asking.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def closed(self, state: State, kind: str, seat: SeatId | None) -> Ruling | None:
        """Why a seat may not go on."""
        return judging.closed(state, kind, seat)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """What became of every turn, and at the end who has won."""
        return state.done

    def see(self, state: State, seat: SeatId | None) -> State:
        """Everything lies open."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The end of the game, once there is one."""
        return ending.result(state)

    def next_start(self, state: State) -> SeatId:
        """Who is suggested to start the next game: the seat to the left of this one's start player (PY-A9)."""
        return left_of(state.seats, state.start)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """The setup guide."""
        return guide.guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The pyramids as the printed sheet lays them out."""
        return paper.paper(state)


GAME = Evening(Pyramid())
