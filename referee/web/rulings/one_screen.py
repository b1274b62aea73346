"""Which parts of a ruling stand open, so that the answer takes one screen of a phone (360 × 740).

What does not fit is folded under its heading, a tap away. The measures, in pixels, are those of the ruling's styles; a
text is measured a little too long rather than too short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from referee.web.http.text_width import lines

ROOM = 740 - 64 - 10
HEAD = 44
BAR, ASKS, BOARD_ROW, LINK, NOTE = 44, 28, 36, 40, 26
LETTERS, HEADLINE, NAME, CELL, NARROW, LABELS = 42, 23, 11, 13, 8, 31
ABREAST, MANY, WIDE = 6, 7, 3
MATTERS = ("matter", "overruled")
"""What a ruling compares totals in: other readings, and the table without what was let stand."""


def opened(told: Mapping[str, Any]) -> frozenset[str]:
    """The parts that stand open: ``matter``, ``why``, ``overruled``, ``rules``, ``readings``, the first of them first."""
    parts = dict(_parts(told))
    room = ROOM - _always(told) - sum(min(HEAD, height) for height in parts.values())
    found = set()
    for part, height in parts.items():
        more = height - min(HEAD, height)
        if more <= room:
            found.add(part)
            room -= more
    return frozenset(found)


def _always(told: Mapping[str, Any]) -> int:
    """What stands above the folds: the question, the facts, the verdict and the first reason."""
    verdict, first = told["verdict"], told["verdict"]["why"][:1]
    said = 8 + 17 * lines(told["told"], LETTERS) if told.get("told") else 0
    board = BOARD_ROW * sum(len(block["rows"]) for block in told.get("board") or ())
    headline = 14 + 31 * lines(verdict["say"], HEADLINE)
    why = sum(22 * _lines(reason) for reason in first)
    below = LINK * len(told.get("links", ())) + NOTE * (not told.get("readings") and not told.get("matter"))
    matters = sum(_matter(told[name]) for name in MATTERS if told.get(name))
    return BAR + ASKS + said + _facts(told["facts"]) + board + headline + why + matters + below


def _facts(rows: Sequence[Mapping[str, Any]]) -> int:
    """The rows of cards, which stand closer where they are many."""
    return sum(map(_fact, rows)) - (6 * len(rows) if len(rows) >= MANY else 0)


def _fact(row: Mapping[str, Any]) -> int:
    named = sum(lines(text, NAME) for text in (row["name"], row["kind"]) if text)
    return max(9 + 40 * -(-len(row["cards"]) // ABREAST), 13 + 18 * named, 49)


def _parts(told: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Every part with its height when open, in the order in which they matter; folded, it is as high as a heading."""
    yield "matter", _totals(told.get("matter"))
    others = told["verdict"]["why"][1:]
    yield "why", sum(20 * _lines(reason) for reason in others) + sum(10 + 20 * _lines(said) for said in told.get("also", ()))
    yield "overruled", _totals(told.get("overruled"))
    yield "rules", 9 + sum(13 + 18 * lines(cited["text"], LETTERS) for cited in grounds(told["clauses"]))
    readings = told.get("readings", ())
    texts = [lines(reading["choice"], LETTERS) + lines(reading["say"], LETTERS) for reading in readings]
    yield "readings", HEAD + 8 + sum(24 + 18 * text for text in texts) if readings else 0


def grounds(clauses: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The clauses that a ruling rests on, without those that only stand beside it."""
    return [cited for cited in clauses if not cited.get("aside")]


def _matter(matter: Mapping[str, Any]) -> int:
    return 42 + (18 * lines(matter["text"], LETTERS) if matter.get("text") else 0)


def _totals(matter: Mapping[str, Any] | None) -> int:
    """The table of totals by each reading: its headings over a row for everybody."""
    if not matter or not matter.get("columns"):
        return 0
    columns, rows = matter["columns"], matter["rows"]
    label = max(NARROW, LABELS // len(columns))
    head = 9 + 14 * max(lines(column["label"], label) + bool(column["note"]) for column in columns)
    name = NARROW if len(columns) > WIDE else CELL
    return 12 + head + sum(11 + 19 * lines(row["name"], name) for row in rows)


def _lines(reason: Mapping[str, Any]) -> int:
    return lines(Markup("{} {}").format(reason["text"], reason["clause"]), LETTERS)
