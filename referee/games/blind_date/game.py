"""Black Plague Blind Date: four seasons of two turns, in which matches are laid at face-down blind dates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.fields import Value

from . import judging, paper, phases, playing, scene, worlds
from .deck import INFO
from .state import State, see


class BlindDate:
    """The game as the kernel knows it; every method hands on to the module that does the work."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """A table before its first turn."""
        return State(seats, options, str(options["depth"]), worlds.dealt(seats))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return phases.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The score sheet; finished turns are kept, only the current one is worked out."""
        return state.done if state.over else (*state.done, *playing.turn_lines(state))

    def see(self, state: State, seat: SeatId | None) -> State:
        """The state as one seat may know it."""
        return see(state, seat)

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
        """The finished turns as the printed sheet lays them out."""
        return paper.paper(state)


GAME = BlindDate()
