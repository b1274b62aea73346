"""Rounds before the one in question: the facts of them that decide who has won."""

from collections.abc import Mapping, Sequence
from typing import Any

from .contract import Illegal, Line, read_fields
from .facts import each
from .fields import Field, Int, Value
from .game import Earlier, Told
from .question import Raw

ROUNDS, POINTS, MOST_POINTS = "rounds_before", "points_before", 999


def points_before(low: int = 0, high: int = MOST_POINTS) -> Int:
    """The fact of a seat's points before this round, 0 by default."""
    return Int(name=POINTS, low=low, high=high, default=0, label=POINTS)


def carried(told: Told, clause: str, fact: str = POINTS) -> tuple[Line, ...]:
    """One line per seat, in round 0, for the points it had before."""
    return tuple(Line(seat, 0, int(str(n)), clause, fact) for seat, n in told[fact].items())


def resumed(earlier: Earlier[Any], state: Any, of: int, raw: Raw, asked: list[Field]) -> Any:
    """The state after the earlier rounds, if any; ``of`` is the number of rounds in a game (0: not
    fixed). Fields are added to ``asked``. Raises Illegal for impossible facts.
    """
    rounds = 1
    if of:
        number = Int(name=ROUNDS, low=0, high=of - 1, default=0, label=ROUNDS)
        rounds = int(str(_read((number,), raw, asked)[ROUNDS]))
    if not rounds:
        return state
    facts = earlier.asks(state)
    told = _read(each(state.seats, *facts), raw, asked)
    # If nobody has points yet, this is the first round.
    if not (of or any(told.values())):
        return state
    names = [field.name for field in facts]
    by_fact = {name: {seat: told[f"{name}_{seat}"] for seat in state.seats} for name in names}
    return earlier.skipped(state, rounds, by_fact)


def _read(facts: Sequence[Field], raw: Raw, asked: list[Field]) -> Mapping[str, Value]:
    asked += facts
    found, wrong = read_fields(((field, "") for field in facts), raw)
    if wrong:
        raise Illegal(wrong)
    return found
