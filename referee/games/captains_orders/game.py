"""Captain's Orders: mutineers look for the captain, who holds the lowest card; the first to win three rounds wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.fields import Value

from . import asking, judging, playing, rounds, scene
from .guide import INFO, first_dealer, guide
from .state import State, dealt

__all__ = ["CaptainsOrders", "State"]


class CaptainsOrders:
    """The game as the kernel knows it; every method hands on to the module that does the work."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """A table before its first round."""
        dealer = first_dealer(seats, options)
        return State(seats, options, str(options["depth"]), dealer, dealt(seats, dealer), dict.fromkeys(seats, 0))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return asking.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The score sheet; finished rounds are kept, only the running one is worked out."""
        return state.done if state.over else (*state.done, *rounds.running_lines(state))

    def see(self, state: State, seat: SeatId | None) -> State:
        """All that is entered is known to all."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The ranking, once the game is over."""
        return scene.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """How to set up and play."""
        return guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The finished rounds for the printed sheet."""
        return scene.paper(state)


GAME = CaptainsOrders()
