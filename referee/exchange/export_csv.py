"""Rows as CSV that no spreadsheet runs as formulas."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

Cell = int | str
# The beginnings of a cell that a spreadsheet might run as a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
# The byte order mark tells Excel that a file is UTF-8.
MARK = "\ufeff"


def csv_text(rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV; numbers stay numbers, and no text begins a formula."""
    out = StringIO()
    csv.writer(out).writerows([[safe(cell) for cell in row] for row in rows])
    return out.getvalue()


def safe(cell: Cell) -> Cell:
    """Prefix a text that a spreadsheet would run as a formula with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
