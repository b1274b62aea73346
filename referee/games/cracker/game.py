"""Cracker: hand cards go round to the left until somebody’s hand is one number or a run; the others lose their highest card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.fields import Value

from . import judging, playing, prompts, scene, scoring
from .state import INFO, State, deal


class Cracker:
    """The game as the kernel knows it; every method hands on to the module that does the work."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """A table before its first round."""
        depth = str(options["depth"])
        return State(seats, options, depth, deal(seats, options, depth, str(options["dealer"]), 1))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return prompts.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The score sheet; the running round adds what happened so far."""
        return state.done if state.over else (*state.done, *state.now.log)

    def see(self, state: State, seat: SeatId | None) -> State:
        """The state itself: nothing secret is entered."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The end of the match, once there is one."""
        return scoring.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """The setup guide."""
        return scene.guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The finished rounds as the printed sheet lays them out."""
        return scoring.paper(state)


GAME = Cracker()
