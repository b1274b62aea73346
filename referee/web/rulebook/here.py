"""What stands beside a rulebook that is opened from a table: what its group has ruled, and where the clauses counted there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.rulebook import Rulebook
from referee.store.values import Grant, TableRow
from referee.web.rulings.group_rulings import Precedent, when
from referee.web.rulings.recount import visible_part
from referee.web.view.access import view_of
from referee.web.view.view import View, capitalized

from .articles import InForce

NEWEST = 4
"""So many numbers of a clause are listed; the sheet has them all."""


@dataclass(frozen=True)
class Number:
    """What a clause was worth in a number of the sheet, and the way to the ruling on this number."""

    round: str
    name: str
    points: int
    href: str


@dataclass(frozen=True)
class Counted:
    """A clause with the newest numbers in which it counted, and how many more there are."""

    clause: str
    numbers: Sequence[Number]
    more: int


@dataclass(frozen=True)
class Here:
    """What the group holds to, the newest first, with since when; where clauses counted, in the order of the book; the sheet."""

    held: Sequence[tuple[Precedent, str]]
    counted: Sequence[Counted]
    sheet: str


def here(book: Rulebook, chosen: InForce, table: TableRow, grant: Grant) -> Here | None:
    """Nothing where no clause has counted and nothing was ruled."""
    view = visible_part(view_of(table, grant))
    held = [(known, when(view, known)) for known in reversed([*chosen.ruled.values()])]
    counted = list(_counted(book, view))
    return Here(held, counted, view.url("sheets.sheet")) if held or counted else None


def _counted(book: Rulebook, view: View) -> Iterator[Counted]:
    """The sum of the lines by clause and number, the newest round first."""
    found: dict[str, dict[tuple[int, str], int]] = {}
    for (round_, seat), lines in view.sight.scored.items():
        for line in lines:
            numbers = found.setdefault(line.clause, {})
            numbers[round_, seat] = numbers.get((round_, seat), 0) + line.points
    for clause in (*(entry.id for entry in book.clauses), *(point.id for point in book.ambiguities)):
        worth = sorted(found.get(clause, {}).items(), reverse=True)
        if worth:
            yield Counted(clause, [_number(view, *at, points) for at, points in worth[:NEWEST]], len(worth[NEWEST:]))


def _number(view: View, round_: int, seat: str, points: int) -> Number:
    href = view.url("rulings.ruling", number=round_, seat=seat)
    return Number(capitalized(view.round_name(round_)), view.names[seat], points, href)
