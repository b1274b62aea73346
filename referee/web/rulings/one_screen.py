"""Which parts of a ruling stand open, so that the answer takes one screen of a phone (360 × 740).

What does not fit is folded under its heading, a tap away. The measures, in pixels, are those of the ruling's styles; a
text is measured a little too long rather than too short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from referee.web.http.parts import Sentence
from referee.web.http.text_width import lines

from .comparison import Comparison
from .ruling import FactRow, RulingView

ROOM = 740 - 64 - 10
HEAD = 44
BAR, ASKS, BOARD_ROW, LINK, NOTE = 44, 28, 36, 40, 26
LETTERS, HEADLINE, NAME, CELL, NARROW, LABELS = 42, 23, 11, 13, 8, 31
ABREAST, MANY, WIDE = 6, 7, 3


def open_parts(ruling: RulingView, links: int = 0) -> frozenset[str]:
    """The parts that stand open: ``matter``, ``why``, ``overruled``, ``rules``, ``readings``, the first of them first.

    ``links`` is how many links stand below them.
    """
    parts = dict(_parts(ruling))
    room = ROOM - _always(ruling) - LINK * links - sum(min(HEAD, height) for height in parts.values())
    found = set()
    for part, height in parts.items():
        more = height - min(HEAD, height)
        if more <= room:
            found.add(part)
            room -= more
    return frozenset(found)


def _always(ruling: RulingView) -> int:
    """What stands above the folds: the question, the facts, the verdict and the first reason."""
    told = 8 + 17 * lines(ruling.told, LETTERS) if ruling.told else 0
    board = BOARD_ROW * len(ruling.board)
    headline = 14 + 31 * lines(ruling.say, HEADLINE)
    why = sum(22 * _lines(reason) for reason in ruling.why[:1])
    matters = sum(map(_matter, ruling.comparisons)) + NOTE * (not ruling.readings and not ruling.comparison)
    return BAR + ASKS + told + _facts(ruling.facts) + board + headline + why + matters


def _facts(rows: Sequence[FactRow]) -> int:
    """The rows of cards, which stand closer where they are many."""
    return sum(map(_fact, rows)) - (6 * len(rows) if len(rows) >= MANY else 0)


def _fact(row: FactRow) -> int:
    named = sum(lines(text, NAME) for text in (row.name, row.kind) if text)
    return max(9 + 40 * -(-len(row.cards) // ABREAST), 13 + 18 * named, 49)


def _parts(ruling: RulingView) -> Iterator[tuple[str, int]]:
    """Every part with its height when open, in the order in which they matter; folded, it is as high as a heading."""
    yield "matter", _totals(ruling.comparison)
    yield "why", sum(20 * _lines(reason) for reason in ruling.why[1:]) + sum(10 + 20 * _lines(said) for said in ruling.also)
    yield "overruled", _totals(ruling.overruled)
    yield "rules", 9 + sum(13 + 18 * lines(cited.text, LETTERS) for cited in ruling.grounds)
    texts = [lines(reading.choice, LETTERS) + lines(reading.say, LETTERS) for reading in ruling.readings]
    yield "readings", HEAD + 8 + sum(24 + 18 * text for text in texts) if texts else 0


def _matter(matter: Comparison) -> int:
    return 42 + (18 * lines(matter.text, LETTERS) if matter.text else 0)


def _totals(matter: Comparison | None) -> int:
    """The table of totals by each reading: its headings over a row for everybody."""
    if not matter or not matter.columns:
        return 0
    label = max(NARROW, LABELS // len(matter.columns))
    # Below the first stands that it is this table.
    head = 9 + 14 * max(lines(column, label) + (at == 0) for at, column in enumerate(matter.columns))
    name = NARROW if len(matter.columns) > WIDE else CELL
    return 12 + head + sum(11 + 19 * lines(row.name, name) for row in matter.rows)


def _lines(reason: Sentence) -> int:
    return lines(Markup("{} {}").format(reason.text, reason.clause), LETTERS)
