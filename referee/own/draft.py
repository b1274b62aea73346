"""A sheet under way: JSON that may lack anything, but has no part in a wrong place."""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .formula import FUNCTIONS, WORDS, BadFormula, respelled
from .reading import GIVEN, NAME
from .sheet import FORMAT, MOST, MOST_STEPS

Draft = dict[str, Any]
"""A sheet as JSON, finished or not."""
LONGEST_TEXT, LARGEST_NUMBER = 400, 10**9
FORMULA_KEYS = {
    "ask": ("low", "high"),
    "let": ("value",),
    "check": ("that",),
    "points": ("when", "points"),
}
"""Where formulas are in the lists of a sheet."""


def new_draft() -> Draft:
    """A sheet with nothing in it."""
    return {"format": FORMAT}


def as_draft(told: object) -> Draft:
    """What was read as a draft that can be worked on; ValueError if any part has a wrong shape.

    It need not be a sheet: names, formulas and numbers may be missing, or wrong in themselves.
    What is null is left out, which means the same.
    """
    found = _without_nulls(told)
    _shaped(found, _SHEET)
    assert isinstance(found, dict)
    return found


def entry_names(told: Draft) -> list[str]:
    """The names of entries and of the sheet's own values, which formulas may use."""
    return [
        str(one["name"]) for part in ("ask", "let") for one in told.get(part, ()) if "name" in one
    ]


def all_names(told: Draft) -> set[str]:
    """Every name that a formula of the sheet may use."""
    return {*GIVEN, *entry_names(told)}


def name_of(label: str, taken: set[str]) -> str:
    """A new name for formulas, made of a label."""
    plain = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", label)).strip("_0123456789")
    first = plain[:20] if NAME.fullmatch(plain[:20]) else "entry"
    taken = {*taken, *GIVEN, *WORDS, *FUNCTIONS}
    tried = (first, *(f"{first}{number}" for number in range(2, 100)))
    return next(name for name in tried if name not in taken)


def renamed(told: Draft, old: str, new: str) -> Draft:
    """The sheet with another name in all formulas; one that cannot be read stays as it is."""
    found = copy.deepcopy(told)
    for part, key in formula_places(found):
        if isinstance(part[key], str):
            try:
                part[key] = respelled(part[key], {}, {old: new})
            except BadFormula:
                continue
    return found


def formula_places(told: Draft) -> Iterator[tuple[Draft, str]]:
    """What holds each formula, and its key there."""
    for part, keys in FORMULA_KEYS.items():
        for one in told.get(part, ()):
            yield from ((one, key) for key in keys if key in one)
    yield from ((told, key) for key in ("rank", "shown") if key in told)
    over = told.get("over", {})
    yield from ((over, key) for key in ("rounds", "when") if key in over)


def with_step(told: Draft, at: int, step: int) -> Draft:
    """The sheet with an entry in another step of the round; no step is left out."""
    found = copy.deepcopy(told)
    asks = found["ask"]
    if step == 1 and all(one.get("step", 1) == 1 for one in asks):
        for other in asks:
            other["step"] = 2
    asks[at]["step"] = step
    used = sorted({one.get("step", 1) for one in asks})
    for one in asks:
        place = used.index(one.get("step", 1)) + 1
        one.pop("step", None)
        if place > 1:
            one["step"] = place
    return found


def moved(told: Draft, part: str, at: int, count: int, by: int) -> Draft:
    """The sheet with some lines of a list taken up or down past the lines beside them."""
    found = copy.deepcopy(told)
    lines = found[part]
    taken = lines[at : at + count]
    rest = lines[:at] + lines[at + count :]
    where = min(max(0, at + by), len(rest))
    found[part] = rest[:where] + taken + rest[where:]
    return found


def without(told: Draft, part: str, at: int, count: int = 1) -> Draft:
    """The sheet without some lines of a list; an empty list goes as well."""
    found = copy.deepcopy(told)
    del found[part][at : at + count]
    if not found[part]:
        del found[part]
    return found


# Shapes


def _without_nulls(told: Any) -> Any:
    """A copy without what is null."""
    if isinstance(told, dict):
        return {key: _without_nulls(one) for key, one in told.items() if one is not None}
    return [_without_nulls(one) for one in told] if isinstance(told, list) else told


def _shaped(told: object, shape: Any) -> None:
    if callable(shape):
        if not shape(told):
            raise ValueError(f"not {shape.__name__}")
    elif isinstance(shape, list):
        if not isinstance(told, list):
            raise ValueError("not a list")
        for one in told:
            _shaped(one, shape[0])
    else:
        _object_shaped(told, shape)


def _object_shaped(told: object, shape: Mapping[str, Any]) -> None:
    if not isinstance(told, dict) or not {*told} <= {*shape}:
        raise ValueError("not such an object")
    for name, found in told.items():
        _shaped(found, shape[name])
        if isinstance(found, list) and len(found) > MOST.get(name, len(found)):
            raise ValueError(f"too many of {name}")


def _word(told: object) -> bool:
    return isinstance(told, str) and 0 < len(told) <= LONGEST_TEXT


def _text(told: object) -> bool:
    if isinstance(told, dict):
        return 0 < len(told) <= 4 and all(map(_word, told.values()))
    return _word(told)


def _whole(told: object) -> bool:
    return type(told) is int and abs(told) <= LARGEST_NUMBER


def _formula(told: object) -> bool:
    return _whole(told) or (isinstance(told, str) and len(told) <= LONGEST_TEXT)


def _flag(told: object) -> bool:
    return isinstance(told, bool)


def _step(told: object) -> bool:
    return type(told) is int and 1 <= told <= MOST_STEPS


def _range(told: object) -> bool:
    return isinstance(told, list) and len(told) == 2 and all(map(_whole, told))


def _one_of(*words: str) -> Callable[[object], bool]:
    def _known(told: object) -> bool:
        return told in words

    return _known


_SHEET: dict[str, Any] = {
    "format": _word,
    "name": _text,
    "players": _range,
    "teams": _whole,
    "low_wins": _flag,
    "over": {"rounds": _formula, "points": _whole, "when": _formula},
    "deal": _word,
    "source": _word,
    "rank": _formula,
    "shown": _formula,
    "ask": [
        {
            "name": _word,
            "label": _text,
            "type": _one_of("number", "yes", "who", "some"),
            "low": _formula,
            "high": _formula,
            "per": _one_of("player", "team", "table"),
            "step": _step,
            "secret": _flag,
            "optional": _flag,
            "of": [{"name": _text, "points": _whole}],
        }
    ],
    "let": [{"name": _word, "label": _text, "value": _formula}],
    "check": [{"that": _formula, "say": _text}],
    "points": [
        {
            "points": _formula,
            "when": _formula,
            "why": _text,
            "rule": _text,
            "to": _one_of("player", "team"),
        }
    ],
}
