"""Random entries that meet the checks of a sheet: values are moved until all fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.kernel.contract import Move, Prompt
from referee.kernel.fields import Int, Rng, Value

from .formula import LARGEST, Part
from .playing import STOP, State, asked_of, entered, moment
from .values import Moment, NoValue, evaluate

TRIES, FEW = 400, 20
"""So many answers are looked at, and of a number with so few values all of them are."""


def sample(state: State, prompt: Prompt, rng: Rng) -> Mapping[str, Value] | None:
    """A random answer that meets every check; None if none was found."""
    if prompt.kind == STOP:
        return {}
    answer = {field.name: field.sample(rng) for field in prompt.fields}
    gaps, tries = _gaps(state, prompt, answer), 0
    while gaps and tries < TRIES:
        field = rng.choice(prompt.fields)
        others = [*_others(field, answer[field.name], rng.choice(gaps), rng)]
        found = [_tried(state, prompt, {**answer, field.name: one}) for one in others]
        best = min(found, key=lambda pair: sum(pair[1]))
        if sum(best[1]) <= sum(gaps):
            answer, gaps = best
        tries += len(found)
    return None if gaps else answer


def _tried(
    state: State, prompt: Prompt, answer: dict[str, Value]
) -> tuple[dict[str, Value], list[int]]:
    """An answer with its gaps."""
    return answer, _gaps(state, prompt, answer)


def _others(field: Any, value: Any, gap: int, rng: Rng) -> Iterator[Value]:
    """Other values for one field: those that would close a gap, random ones, and 0."""
    if not isinstance(field, Int):
        yield field.sample(rng)
        return
    yield from (near for near in (value - gap, value + gap) if field.low <= near <= field.high)
    values = range(field.low, field.high + 1)
    yield from rng.sample(values, len(values)) if len(values) <= FEW else (field.sample(rng),)
    if field.low <= 0 <= field.high:
        yield 0


def _gaps(state: State, prompt: Prompt, answer: Mapping[str, Value]) -> list[int]:
    """How far an answer is from each check of its step that it does not meet."""
    if prompt.seat and {*state.ready, prompt.seat} < {*state.seats}:
        return []
    now = moment(state, entered(state, Move(prompt.kind, prompt.seat, answer)))
    found = (
        _gap(check.that.node, now, seat)
        for check in state.sheet.checks
        if check.step == state.step
        for seat in asked_of(state, check)
    )
    return [gap for gap in found if gap]


def _gap(node: Part, now: Moment, seat: str) -> int:
    """How far a condition is from being true; 0 if it is."""
    try:
        return 0 if evaluate(node, now, seat) else max(1, _measured(node, now, seat))
    except NoValue:
        return LARGEST


def _measured(node: Part, now: Moment, seat: str) -> int:
    """The number that could make a condition true, as far as it is one."""
    if node.do in ("and", "or"):
        gaps = [_gap(part, now, seat) for part in node.parts]
        return sum(gaps) if node.do == "and" else min(gaps)
    if node.do == "if":
        asked, then, otherwise = node.parts
        return _gap(then if evaluate(asked, now, seat) else otherwise, now, seat)
    if node.do == "distinct":
        values = [evaluate(node.parts[0], now, one) for one in now.seats]
        return len(values) - len({*values})
    if node.do in ("=", "<", ">", "≤", "≥"):
        first, second = (evaluate(part, now, seat) for part in node.parts)
        if isinstance(first, int) and isinstance(second, int):
            return abs(first - second)
    return 1
