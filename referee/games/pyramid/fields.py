"""Two fields of the kernel that know more here: places that are not open, and row counts as words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from referee.kernel import fields
from referee.kernel.fields import Rng, Value

from .building import read_name

_APART = re.compile(r"[\s,.;:/・、。\-]+")


@dataclass(frozen=True, kw_only=True)
class Place(fields.Place):
    """A place in a pyramid: ``values`` are the open ones, but any other is read too, so that the referee can say what is wrong there."""

    def _parse(self, raw: object) -> Value:
        return raw if isinstance(raw, str) and read_name(raw) else super()._parse(raw)


@dataclass(frozen=True, kw_only=True)
class Text(fields.Text):
    """The rows of a pyramid in words: ``5 3 1``."""

    def sample(self, rng: Rng) -> Value:
        rows = [rng.randint(0, 6)]
        while rows[-1] > 1:
            rows.append(rng.randint(0, rows[-1] - 1))
        return " ".join(map(str, rows))


def read_rows(text: str) -> tuple[int, ...] | None:
    """Row counts from the bottom up, without rows of none at the top; None where the text says something else."""
    parts = [part for part in _APART.split(unicodedata.normalize("NFKC", text)) if part]
    if not parts or not all(part.isdecimal() and len(part) < 3 for part in parts):
        return None
    rows = [int(part) for part in parts]
    while rows and rows[-1] == 0:
        rows.pop()
    return tuple(rows)
