"""What is printed where on a page of a PDF: the ink of its letters, and its upright lines."""

from __future__ import annotations

import math
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from ctypes import byref
from itertools import combinations, product
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

POINTS_PER_MM = 72 / 25.4
LEAST_OVERLAP = 0.25
"""Points; letters that are set close touch by less."""
NEIGHBOURS = 3
"""Letters of one word that may be one sign, as ffi, or lean on each other."""
THICKEST_LINE, SHORTEST_LINE = 1.6, 8.0
LEAST_SIZE = 6.0
"""Points; what is smaller many cannot read at a table."""
CELL = 12.0
"""Points; only what lies in the same square of this side is compared."""


class Box(NamedTuple):
    """In points from the bottom left corner of the page."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> tuple[float, float]:
        """How wide and how high is what both cover; below zero where they are apart."""
        return min(self.right, other.right) - max(self.left, other.left), min(
            self.top, other.top
        ) - max(self.bottom, other.bottom)


class Letter(NamedTuple):
    """One sign with ink, its place in the order the page was set, and its size in points."""

    at: int
    sign: str
    ink: Box
    size: float = LEAST_SIZE


class Sheet(NamedTuple):
    """A page: how large it is, its letters in the order they were set, its upright lines."""

    width: float
    height: float
    letters: list[Letter]
    lines: list[Box]

    @property
    def text(self) -> str:
        """All its letters."""
        return "".join(letter.sign for letter in self.letters)

    def around(self, letter: Letter) -> str:
        """The letter with those set before and after it, to be told where it stands."""
        return "".join(one.sign for one in self.letters if abs(one.at - letter.at) < 8)


def printed_on(pdf: bytes) -> Sheet:
    """What is printed on the only page of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        (page,) = document
        bounds = [
            Box(*path.get_bounds()) for path in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH])
        ]
        upright = [
            box
            for box in bounds
            if box.right - box.left < THICKEST_LINE and box.top - box.bottom > SHORTEST_LINE
        ]
        return Sheet(*page.get_size(), list(letters_of(page.get_textpage())), upright)
    finally:
        document.close()


def letters_of(page: pypdfium2.PdfTextPage) -> Iterator[Letter]:
    """Every sign of a page that leaves ink; what the reader adds between words does not."""
    for at in range(page.count_chars()):
        sign = chr(pdfium.FPDFText_GetUnicode(page.raw, at))
        ink = Box(*page.get_charbox(at))
        if (
            sign.isprintable()
            and not sign.isspace()
            and ink.right > ink.left
            and not pdfium.FPDFText_IsGenerated(page.raw, at)
        ):
            yield Letter(at, sign, ink, size_of(page, at))


def size_of(page: pypdfium2.PdfTextPage, at: int) -> float:
    """How large a sign is printed, in points."""
    turned = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(page.raw, at, byref(turned))
    size: float = pdfium.FPDFText_GetFontSize(page.raw, at)
    return size * math.hypot(turned.c, turned.d)


def too_small(sheet: Sheet) -> list[str]:
    """What is printed smaller than can be read."""
    return [
        f"“{letter.sign}” in “{sheet.around(letter)}” at {letter.size:.2f} points"
        for letter in sheet.letters
        if letter.size < LEAST_SIZE - 0.01
    ]


def touching(sheet: Sheet) -> list[str]:
    """Where one text lies on another; neighbours of one word may lean on each other."""
    found = {
        (one, other)
        for one, other in near(sheet.letters)
        if other.at - one.at > NEIGHBOURS and min(one.ink.overlap(other.ink)) > LEAST_OVERLAP
    }
    return [f"“{sheet.around(one)}” on “{sheet.around(other)}”" for one, other in sorted(found)]


def near(letters: Iterable[Letter]) -> Iterator[tuple[Letter, Letter]]:
    """Every two letters that share a square of the page."""
    squares: defaultdict[tuple[int, int], list[Letter]] = defaultdict(list)
    for letter in letters:
        ink = letter.ink
        columns, rows = (
            range(int(low // CELL), int(high // CELL) + 1)
            for low, high in ((ink.left, ink.right), (ink.bottom, ink.top))
        )
        for square in product(columns, rows):
            squares[square].append(letter)
    for together in squares.values():
        yield from combinations(together, 2)


def outside(sheet: Sheet, margin: float) -> list[str]:
    """What stands nearer to the page's edge than so many millimetres."""
    edge = margin * POINTS_PER_MM
    page = Box(edge, edge, sheet.width - edge, sheet.height - edge)

    return [
        f"“{sheet.around(letter)}” beyond the page"
        for letter in sheet.letters
        if letter.ink.overlap(page) != letter.ink.overlap(letter.ink)
    ]


def across_lines(sheet: Sheet) -> list[str]:
    """What runs over a line between two columns."""
    lines = sorted(sheet.lines)
    lefts = [line.left for line in lines]
    return [
        f"“{sheet.around(letter)}” on the line at {line.left:.0f}, {line.bottom:.0f}–{line.top:.0f}"
        for letter in sheet.letters
        for line in lines[
            bisect(lefts, letter.ink.left - THICKEST_LINE) : bisect(lefts, letter.ink.right)
        ]
        if min(letter.ink.overlap(line)) > LEAST_OVERLAP
    ]


def faults(pdf: bytes, margin: float) -> list[str]:
    """All that must not be on a printed page; the margin is in millimetres."""
    sheet = printed_on(pdf)
    return [*touching(sheet), *outside(sheet, margin), *across_lines(sheet), *too_small(sheet)]
