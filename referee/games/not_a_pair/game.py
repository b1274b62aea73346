"""Not a Pair: take one card a round, and never two of one number; the highest sum after eight rounds wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.evening import Evening
from referee.kernel.fields import Value

from . import judging, playing, scene, scoring
from .deck import INFO
from .state import State, see


class NotAPair:
    """One game as the kernel knows it; every method hands on to the module that does the work."""

    info = INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """A table before the first card."""
        return State(seats, options, str(options["start"]), str(options["depth"]), dict.fromkeys(seats, ()))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return judging.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def closed(self, state: State, kind: str, seat: SeatId | None) -> Ruling | None:
        """Why a seat may not lay a card."""
        return judging.closed(state, kind, seat)

    def advance(self, state: State, move: Move) -> State:
        """The state after a move that stands."""
        return playing.advance(state, move)

    def lines(self, state: State) -> tuple[Line, ...]:
        """What was taken, and at the end who won."""
        return (*state.done, *scoring.end_lines(state))

    def see(self, state: State, seat: SeatId | None) -> State:
        """The state as one seat may know it; in open entry that is all of it."""
        return see(state, seat)

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The end of the game, once there is one."""
        return scoring.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """The setup guide."""
        return scene.guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The finished game as the printed sheet lays it out."""
        return scene.paper(state)

    def next_start(self, state: State) -> SeatId:
        """The next one in the order of turns after this game’s start player is suggested; the table decides (NP-A9)."""
        return state.order[1]


GAME = Evening(NotAPair())
