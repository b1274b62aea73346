"""Mend a formula by one replacement, where a fault leaves no doubt what was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from .formula import DEPTH, FUNCTIONS, LENGTH, NARROW, WORDS, BadFormula, read_formula
from .part import SheetFault
from .sheet import Path

ALIKE, ALIKE_IN_KANA = 0.6, 0.4
"""How much of a name must be as written; a name of three signs has few to compare."""
SIGNS = dict(
    pair.split("→")
    for pair in (
        *("=<→≤", "=>→≥", "<>→≠", "><→≠", "===→=", "=!→≠", "!==→≠", ":→÷", "·→×", "x→×", "X→×"),
        *("&&→and", "&→and", "||→or", "|→or", "!→not ", "[→(", "]→)", "{→(", "}→)", ";→,"),
    )
)
"""Signs of other languages and of school, and what is written here."""
ROUNDS: Path = ("over", "rounds")
"""The formula that knows nothing but the number of players."""
_SIGN = re.compile(r"[=<>!]+|&&?|\|\|?|\S")
_COUNTED = re.compile(r"\d+(?=[^\W\d])")
_FIRST = re.compile(r"\s*(\w+)")


@dataclass(frozen=True)
class Mend:
    """A replacement in a formula as it is stored: from where to where, and the new text."""

    start: int
    end: int
    text: str

    def of(self, formula: str) -> str:
        """The formula with the replacement."""
        return formula[: self.start] + self.text + formula[self.end :]


def formula_at(told: object, path: Path) -> str:
    """The text at a place of a sheet that may be broken anywhere; empty if there is none."""
    found = told
    for step in path:
        if isinstance(found, Mapping):
            found = found.get(step)
        elif isinstance(found, list) and isinstance(step, int) and step < len(found):
            found = found[step]
        else:
            return ""
    return found if isinstance(found, str) else ""


@dataclass(frozen=True)
class _Faulty:
    """A formula with a fault, its place, and how names are written."""

    text: str
    start: int
    end: int
    fault: SheetFault
    spelled: Mapping[str, str]

    @property
    def found(self) -> str:
        return self.text[self.start : self.end]

    def replaced(self, text: str) -> Iterator[Mend]:
        yield Mend(self.start, self.end, text)


def mend(fault: SheetFault, told: object, spelled: Mapping[str, str]) -> Mend | None:
    """The first replacement that takes the fault away; ``spelled`` is how names are written."""
    text = formula_at(told, fault.path).translate(NARROW)
    if fault.at is None or fault.code not in _MENDS or not fault.at[1] <= len(text) <= LENGTH:
        return None
    if fault.path == ROUNDS:
        spelled = {"players": spelled["players"]}
    faulty = _Faulty(text, *fault.at, fault, spelled)
    return next((one for one in _MENDS[fault.code](faulty) if _reads(faulty, one)), None)


def _reads(faulty: _Faulty, found: Mend) -> bool:
    """Whether a formula can be read as far as its replacement, and further."""
    try:
        read_formula(found.of(faulty.text), {}, faulty.spelled)
    except BadFormula as bad:
        return bad.at[0] >= found.start + len(found.text) and bad.code == "no_name"
    return True


def nearest(word: str, spelled: Mapping[str, str]) -> str:
    """The name or function that looks most like a word, by its name or as it is written."""
    named = {name: shown for name, shown in spelled.items() if name not in WORDS}
    by_word = {shown.casefold(): name for name, shown in named.items()}
    by_word |= {name.casefold(): name for name in (*named, *FUNCTIONS)}
    alike = ALIKE if word.isascii() else ALIKE_IN_KANA
    near = get_close_matches(word.casefold(), by_word, 1, alike)
    return by_word[near[0]] if near else ""


def _near(faulty: _Faulty) -> Iterator[Mend]:
    """The nearest name; not where the name is right and only its place is wrong."""
    if faulty.found not in faulty.spelled:
        near = faulty.fault.params.get("near") or nearest(faulty.found, faulty.spelled)
        if near:
            yield from faulty.replaced(str(near))


def _sign(faulty: _Faulty) -> Iterator[Mend]:
    """Another sign; or × between a number and a name; or nothing in the place of a hidden one."""
    # Of two signs the first may have been read, so that the fault is in the second.
    for first in (faulty.start - 2, faulty.start - 1, faulty.start):
        match = _SIGN.match(faulty.text, max(first, 0))
        if match and match.end() >= faulty.end and match.group() in SIGNS:
            yield Mend(*match.span(), SIGNS[match.group()])
    if number := _COUNTED.match(faulty.text, faulty.start):
        yield Mend(number.end(), number.end(), " × ")
    if not faulty.found.isprintable():
        yield from faulty.replaced("")


def _whole(faulty: _Faulty) -> Iterator[Mend]:
    """1,000 without its comma; two numbers with a blank between."""
    first, comma, second = re.split(r"([.,])", faulty.found)
    if len(second) == 3:
        yield from faulty.replaced(first + second)
    elif comma == ",":
        yield from faulty.replaced(f"{first}, {second}")


def _out_of_place(faulty: _Faulty) -> Iterator[Mend]:
    """Another sign, or × before a name or a bracket."""
    yield from _sign(faulty)
    before = faulty.text[: faulty.start]
    if re.match(r"[\w(]", faulty.found) and re.search(r"[\w)]\s*$", before):
        yield Mend(faulty.start, faulty.start, "× " if before[-1].isspace() else " × ")


def _closed(faulty: _Faulty) -> Iterator[Mend]:
    end = len(faulty.text)
    return (Mend(end, end, ")" * count) for count in range(1, DEPTH + 1))


def _with_brackets(faulty: _Faulty) -> Iterator[Mend]:
    """The name behind a function in brackets."""
    if match := _FIRST.match(faulty.text, faulty.end):
        yield Mend(faulty.end, match.end(), f"({match[1]})")


def _times(faulty: _Faulty) -> Iterator[Mend]:
    """× between a name and its bracket."""
    spaced = faulty.text[faulty.end : faulty.end + 1].isspace()
    yield Mend(faulty.end, faulty.end, " ×" if spaced else " × ")


def _with_else(faulty: _Faulty) -> Iterator[Mend]:
    end = len(faulty.text)
    yield Mend(end, end, " else 0")


def _earlier(faulty: _Faulty) -> Iterator[Mend]:
    """The sum of earlier rounds, where nothing of this round is known."""
    if faulty.fault.path[0] in ("rank", "shown"):
        yield from faulty.replaced(f"so_far({faulty.found})")


_MENDS: Mapping[str, Callable[[_Faulty], Iterator[Mend]]] = {
    "no_name": _near,
    "no_sign": _sign,
    "unexpected": _out_of_place,
    "two_comparisons": _sign,
    "whole_numbers": _whole,
    "unclosed": _closed,
    "unopened": lambda faulty: faulty.replaced(""),
    "no_bracket": _with_brackets,
    "no_function": _times,
    "no_else": _with_else,
    "asked_later": _earlier,
}
