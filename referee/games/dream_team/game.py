"""Dream Team: nominate cards of a row, draw lots for contested ones, and collect a team without equal numbers; a match to 100."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.contract import Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step
from referee.kernel.fields import Value
from referee.kernel.frozen import replace

from . import guide, judging, matches, paper, prompts, scene, turns
from .state import State, unknown

__all__ = ["DreamTeam", "State"]


class DreamTeam:
    """The rules of Dream Team; every method hands on to the module that does the work."""

    info = guide.INFO

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        """The table before the first row."""
        start = guide.start_of(seats, options)
        return State(seats, options, str(options["depth"]), start, dict.fromkeys(seats, ()), dict.fromkeys(seats, 0))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What may be told now."""
        return prompts.prompts(state)

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        """Every objection to a move."""
        return judging.judge(state, move)

    def advance(self, state: State, move: Move) -> State:
        """The table after a move, with the deck shuffled if it has run out."""
        return matches.restock(_enter(replace(state, told=(), fresh={}, thrown={}), move), state.discards)

    def lines(self, state: State) -> tuple[Line, ...]:
        """The score sheet: finished games as they were kept, then what happened in this one."""
        return (*state.finished, *state.log)

    def see(self, state: State, seat: SeatId | None) -> State:
        """Everything is open."""
        return state

    def scene(self, state: State) -> Scene:
        """What the table looks like now."""
        return scene.scene(state)

    def result(self, state: State) -> Result | None:
        """The end of the match, once there is one."""
        return matches.result(state)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """How to set up."""
        return guide.guide(seats, options)

    def paper(self, state: State) -> dict[str, Any]:
        """The finished games for the printed sheet."""
        return paper.paper(state)


def _enter(state: State, move: Move) -> State:
    """The state with what was told and all that follows from it."""
    seat = str(move.seat)
    match move.kind:
        case "depth":
            # What another way of entering does not tell may have brought every discard back.
            fresh = unknown(state) if state.depth == "full" and state.holdings else state
            return replace(fresh, depth=str(move.data["depth"]))
        case "start":
            return replace(state, start=str(move.data["start"]))
        case "row":
            return turns.lay(state, judging.cards_of(move, "card")[0])
        case "nominate":
            return turns.nominate(state, seat, judging.place_of(move))
        case "draw":
            return turns.draw(state, seat, judging.cards_of(move, "card")[0])
        case "gain":
            return turns.tell_gain(state, seat, judging.cards_of(move, "cards"))
        case "peak":
            return turns.tell_peak(state, seat, move.data["held"] == "yes")
        case _:
            return matches.finish_game(state, judging.sums_of(state, move), None)


GAME = DreamTeam()
