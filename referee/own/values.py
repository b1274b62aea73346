"""The value of a formula at one moment of a game, for one player."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .formula import LARGEST, Part
from .kinds import SEAT, TEAM

Value = int | bool | str | None
Seats = tuple[str, ...]


class NoValue(ValueError):
    """A formula without a value: why, for whom, and from where to where the fault stands."""

    def __init__(self, code: str, at: tuple[int, int], seat: str | None, **params: Any) -> None:
        super().__init__(code)
        self.code, self.at, self.seat, self.params = code, at, seat, params


@dataclass(frozen=True)
class Moment:
    """What is known when formulas are evaluated.

    ``sides`` are the teams, or each player alone. ``told`` has the entries of this round, ``past``
    the sums of earlier rounds, ``totals`` the points so far; each for every seat. ``lets`` are
    the sheet's own values in their order.
    """

    seats: Seats
    sides: tuple[Seats, ...]
    round: int
    told: Mapping[str, Mapping[str, Value]]
    past: Mapping[str, Mapping[str, int]]
    totals: Mapping[str, int]
    lets: Mapping[str, Part]
    seen: dict[Any, Value] = field(default_factory=dict, compare=False)

    def side(self, seat: str) -> Seats:
        return next(side for side in self.sides if seat in side)

    def named(self, name: str, seat: str) -> Value:
        """The value of a name for a seat; a value of the sheet is worked out once."""
        if name in self.told:
            return self.told[name][seat]
        if name in self.lets:
            if (name, seat) not in self.seen:
                self.seen[name, seat] = evaluate(self.lets[name], self, seat)
            return self.seen[name, seat]
        return _GIVEN[name](self, seat)


_GIVEN: dict[str, Callable[[Moment, str], Value]] = {
    "round": lambda moment, _seat: moment.round,
    "players": lambda moment, _seat: len(moment.seats),
    "total": lambda moment, seat: moment.totals[seat],
    "me": lambda _moment, seat: seat,
    "nobody": lambda _moment, _seat: None,
}


def evaluate(node: Part, moment: Moment, seat: str) -> Any:
    """The value; raises NoValue for a division by 0 or a number that is too large."""
    if node.do == "number":
        return node.value
    if node.do == "name":
        return moment.named(str(node.value), seat)
    if node.do in _LAZY:
        return _LAZY[node.do](node, moment, seat)
    if node.do in _TOGETHER and len(node.parts) == 1:
        return _over_all(node, moment, seat)
    values = [evaluate(part, moment, seat) for part in node.parts]
    if node.do in ("÷", "%") and values[1] == 0:
        raise NoValue("by_nothing", node.at, seat)
    return _bounded(_COMPUTED[node.do](*values), node, seat)


def _bounded(value: Any, node: Part, seat: str) -> Any:
    if isinstance(value, int) and abs(value) > LARGEST:
        raise NoValue("too_large", node.at, seat, most=LARGEST)
    return value


def _over_all(node: Part, moment: Moment, seat: str) -> Any:
    """What is alike for everybody: worked out once, over the teams where only those differ."""
    key = id(node)
    if key not in moment.seen:
        by_team = node.value == TEAM
        who = tuple(side[0] for side in moment.sides) if by_team else moment.seats
        values = [evaluate(node.parts[0], moment, one) for one in who]
        moment.seen[key] = _bounded(_TOGETHER[node.do](values), node, seat)
    return moment.seen[key]


def _team(node: Part, moment: Moment, seat: str) -> int:
    """The sum over the team; what the team has together counts once."""
    (part,) = node.parts
    who = moment.side(seat) if node.value == SEAT else (seat,)
    total: int = _bounded(sum(evaluate(part, moment, one) for one in who), node, seat)
    return total


def _if(node: Part, moment: Moment, seat: str) -> Any:
    asked, then, otherwise = node.parts
    return evaluate(then if evaluate(asked, moment, seat) else otherwise, moment, seat)


def _dropped(first: int, second: int) -> int:
    """Divided, and the rest dropped: also below zero."""
    whole = abs(first) // abs(second)
    return whole if (first < 0) == (second < 0) else -whole


_LAZY: dict[str, Callable[[Part, Moment, str], Any]] = {
    "if": _if,
    "and": lambda node, moment, seat: all(evaluate(part, moment, seat) for part in node.parts),
    "or": lambda node, moment, seat: any(evaluate(part, moment, seat) for part in node.parts),
    "team": _team,
    "so_far": lambda node, moment, seat: moment.past[str(node.parts[0].value)][seat],
}
_TOGETHER: dict[str, Callable[[list[Any]], Any]] = {
    "sum": sum,
    "count": sum,
    "min": min,
    "max": max,
    "distinct": lambda values: len(set(values)) == len(values),
}
_COMPUTED: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "−": operator.sub,
    "×": operator.mul,
    "÷": _dropped,
    "%": lambda first, second: first - second * _dropped(first, second),
    "negative": operator.neg,
    "not": operator.not_,
    "=": operator.eq,
    "≠": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "≤": operator.le,
    "≥": operator.ge,
    "min": min,
    "max": max,
    "difference": lambda first, second: abs(first - second),
}
