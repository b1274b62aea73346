"""A part of a sheet in JSON: takes what is there, and notes every fault with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .formula import BadFormula, read_formula
from .kinds import Names, resolved
from .sheet import Formula, Path, Told

LANGUAGES = ("en", "ja")
# Braces would be placeholders where a text is a message.
UNPRINTABLE = re.compile(r"[{}\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True)
class SheetFault:
    """What is wrong with a sheet: its place (``at`` within a formula), a code and parameters."""

    code: str
    path: Path
    params: Mapping[str, Any] = field(default_factory=dict)
    at: tuple[int, int] | None = None


class BadSheet(ValueError):
    """A sheet that cannot be played, with every fault."""

    def __init__(self, faults: Iterable[SheetFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.path}: {fault.code}" for fault in self.faults))


class SheetPart:
    """One object of a sheet. What is missing or bad is noted, and something harmless given."""

    def __init__(self, told: object, path: Path, faults: list[SheetFault]) -> None:
        self.path, self.faults = path, faults
        self._told = told if isinstance(told, Mapping) else {}
        self._taken: set[str] = set()
        if not isinstance(told, Mapping):
            self.note("not_an_object")

    def note(self, code: str, *more: str | int, **params: Any) -> None:
        self.faults.append(SheetFault(code, (*self.path, *more), params))

    def take(self, name: str) -> Any:
        self._taken.add(name)
        return self._told.get(name)

    def end(self) -> None:
        """Note everything that nobody has asked for."""
        for name in self._told:
            if name not in self._taken:
                self.note("unknown_key", str(name)[:40], found=str(name)[:40])

    def text(self, name: str, most: int, default: Told | None = None) -> Told:
        """A text, or one in each language."""
        found = self.take(name)
        if found is None:
            if default is None:
                self.note("missing", name)
            return default or {}
        told = found if isinstance(found, Mapping) else {"": found}
        texts = {str(lang): text for lang, text in told.items() if self._is_text(name, text, most)}
        if not texts or not {*texts} <= {"", *LANGUAGES}:
            self.note("not_a_text", name)
            return default or {}
        return {lang: " ".join(text.split()) for lang, text in texts.items()}

    def _is_text(self, name: str, text: object, most: int) -> bool:
        if not isinstance(text, str) or not text.strip() or UNPRINTABLE.search(text):
            self.note("not_a_text", name)
            return False
        if len(text) > most:
            self.note("text_too_long", name, most=most)
            return False
        return True

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        found = self.take(name)
        if found is None and default is not None:
            return default
        if isinstance(found, bool) or not isinstance(found, int):
            self.note("not_a_whole_number", name)
        elif not low <= found <= high:
            self.note("out_of_range", name, low=low, high=high)
        else:
            return found
        return low

    def flag(self, name: str) -> bool:
        found = self.take(name)
        if found is not None and not isinstance(found, bool):
            self.note("not_yes_or_no", name)
        return found is True

    def one_of(self, name: str, values: Sequence[str], default: str) -> str:
        found = self.take(name)
        if found is None:
            return default
        if found not in values:
            self.note("not_a_choice", name, values=list(values))
            return default
        return str(found)

    def list_of(self, name: str, most: int) -> Iterator[SheetPart]:
        """The parts of a list; what is too much is left out."""
        found = self.take(name)
        if found is None:
            return
        if not isinstance(found, list):
            self.note("not_a_list", name)
            return
        if len(found) > most:
            self.note("too_many", name, most=most)
        for at, told in enumerate(found[:most]):
            yield SheetPart(told, (*self.path, name, at), self.faults)

    def formula(self, name: str, names: Names, kind: str, step: int) -> Formula | None:
        """A formula of a kind that uses entries up to a step; None without one or with a fault."""
        found = self.take(name)
        if found is None:
            return None
        text = str(found) if isinstance(found, int) and not isinstance(found, bool) else found
        if not isinstance(text, str):
            self.note("not_a_formula", name)
            return None
        try:
            tree = read_formula(text, {}, names)
            node, known = resolved(tree, names, step)
            if known.kind != kind and (known.kind, kind) != ("yes", "number"):
                raise BadFormula(f"not_a_{kind}", tree.at)
        except BadFormula as bad:
            self.faults.append(SheetFault(bad.code, (*self.path, name), bad.params, bad.at))
            return None
        return Formula(text, node, known)


def is_normal(text: str) -> bool:
    """Whether a name is written as every keyboard would write it."""
    return unicodedata.normalize("NFKC", text) == text
