"""Which row of cards a tapped card goes to: a full row passes the light to the next."""

from collections.abc import Mapping, Sequence

from .fields import Cards


def lit_row(rows: Sequence[Cards], held: Mapping[str, int], asked: str = "") -> Cards | None:
    """The row ``asked``, else the first short or empty one, else the first with room, if any."""
    named = next((row for row in rows if row.name == asked), None)
    short = (row for enough in (_least, _most) for row in rows if held[row.name] < enough(row))
    return named or next(short, None) or next(iter(rows), None)


def _least(row: Cards) -> int:
    return max(row.least, 1)


def _most(row: Cards) -> int:
    return row.most


def row_after(rows: Sequence[Cards], held: Mapping[str, int], name: str) -> Cards | None:
    """The next row, cyclically, that is empty or below its minimum."""
    at = [row.name for row in rows].index(name) + 1
    return next(
        (
            row
            for row in (*rows[at:], *rows[:at])
            if row.name != name and held[row.name] < _least(row)
        ),
        None,
    )
