"""Scenes of the pages on which a score sheet is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.own.packed import packed
from referee.samples import SAMPLES, sample_sheet
from tests.browser.phone import Phone

WRONG: dict[str, Any] = {
    **sample_sheet("wizard"),
    "points": [{"points": "20 + 10 × won if won = Bidd else −10 × difference(won, bid)"}],
}
"""A sheet with one formula that names nothing."""
NEVER: dict[str, Any] = {
    **sample_sheet("wizard"),
    "check": [{"that": "sum(bid) = −1", "say": "This is never met"}],
}


def texts(told: Any) -> Iterator[str]:
    """Everything in a sheet that people have written in English."""
    if isinstance(told, dict):
        yield from (one for lang, one in told.items() if lang == "en")
        told = [*told.values()]
    for one in told if isinstance(told, list | tuple) else ():
        yield from texts(one)


def page(path: str, told: Mapping[str, Any], query: str = "") -> Callable[[Phone, object], None]:
    """Open a page of a sheet."""
    return lambda phone, _tables: phone.go(f"/own/{path}?sheet={packed(told)}{query}")


def more(path: str, sample: str, summary: str) -> Callable[[Phone, object], None]:
    """A page of a sample on which something is opened."""

    def go(phone: Phone, _tables: object) -> None:
        phone.go(f"/own/{path}?sheet={packed(sample_sheet(sample))}")
        phone.tap(phone.page.locator(f"{summary} > summary").first)

    return go


OWN = {
    "own-empty": page("game", {"format": "referee-sheet/1"}, "&check=1"),
    "own-game": page("game", sample_sheet("wizard")),
    "own-entries": page("entries", sample_sheet("wizard")),
    "own-entry": page("entries/1", sample_sheet("koi-koi")),
    "own-checks": more("entries", "wizard", ".own-more"),
    "own-points": page("points", sample_sheet("wizard")),
    "own-more": more("points", "rummy-500", ".own-more"),
    "own-add": more("points", "wizard", ".own-add"),
    "own-words": page("points", sample_sheet("spades")),
    "own-faults": page("points", NEVER, "&check=1"),
    "own-formula": page("points/0/formula", WRONG),
}
WRITTEN = sorted(
    {
        *("Bidd", NEVER["check"][0]["say"]),
        *(text for name in SAMPLES for text in texts(dict(sample_sheet(name)))),
    },
    key=len,
    reverse=True,
)
"""What people have written in the sheets of these scenes, longer texts first."""
