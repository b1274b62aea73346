"""The smallest and the largest number of an entry: none, a number, the round, or a formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.own.draft import Draft
from referee.own.sheet import LOWEST
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey
from referee.web.http.words import gettext as _

from .address import sent_number
from .sheet_words import spelled_out

NO_LIMIT, AS_NUMBER, AS_ROUND, KEPT = "none", "number", "round", "kept"
Side = Literal["low", "high"]
FIRST: Mapping[Side, int] = {"low": 0, "high": 10}
"""The number of a limit that had none."""


@dataclass(frozen=True)
class LimitView:
    """A limit: what it can be, and its number if it is one."""

    name: str
    label: str
    options: Sequence[ChoiceKey]
    number: int | None


def put_limits(ask: Draft, form: Mapping[str, str]) -> None:
    """The limits of a number as they were sent; one that says the same stays as it is written."""
    if ask.get("type", "number") == "number":
        _put(ask, "low", form)
        _put(ask, "high", form)


def _put(ask: Draft, side: Side, form: Mapping[str, str]) -> None:
    kind, now = form.get(f"{side}.kind"), _kind(ask, side)
    if kind == NO_LIMIT != now:
        ask.pop(side, None)
        if side == "low":
            ask["low"] = LOWEST
    elif kind == AS_ROUND != now:
        ask[side] = "round"
    elif kind == AS_NUMBER:
        before = _number(_limit(ask, side)) if now == AS_NUMBER else None
        number = sent_number(form, side, FIRST[side] if before is None else before)
        if number != before:
            ask[side] = number


def _limit(ask: Draft, side: Side) -> object:
    return ask.get(side, 0 if side == "low" else None)


def _kind(ask: Draft, side: Side) -> str:
    limit = _limit(ask, side)
    number = _number(limit)
    if limit is None or number == LOWEST:
        return NO_LIMIT
    return AS_NUMBER if number is not None else AS_ROUND if limit == "round" else KEPT


def _number(formula: object) -> int | None:
    """A limit that is a plain number."""
    text = str(formula).replace("−", "-")
    plain = text.removeprefix("-")
    return sent_number({"n": text}, "n", 0) if plain.isdecimal() and plain.isascii() else None


def limits(ask: Draft, told: Draft) -> list[LimitView]:
    """Both limits of a number; none of anything else."""
    if ask.get("type", "number") != "number":
        return []
    return [
        _view(ask, "low", _("smallest number"), told),
        _view(ask, "high", _("largest number"), told),
    ]


def _view(ask: Draft, side: Side, label: str, told: Draft) -> LimitView:
    now, limit = _kind(ask, side), _limit(ask, side)
    keys = {
        NO_LIMIT: _("no limit"),
        AS_NUMBER: _("a number"),
        AS_ROUND: _("the round number"),
        **({KEPT: spelled_out(limit, told, language())} if now == KEPT else {}),
    }
    options = [ChoiceKey(key, words, key == now) for key, words in keys.items()]
    return LimitView(side, label, options, _number(limit) if now == AS_NUMBER else None)
