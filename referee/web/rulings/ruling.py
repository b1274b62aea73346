"""A ruling as pages, picture and paper show it, whatever it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.board import Row, Spot
from referee.web.http import context, rendering
from referee.web.http.page import Page
from referee.web.http.parts import Actions, Link, Sentence

from .comparison import Comparison


@dataclass(frozen=True)
class FactRow:
    """Cards that count: whose or what they are, what they make, and their number if they have one."""

    name: str
    kind: str
    cards: Sequence[Spot]
    value: int | None = None


@dataclass(frozen=True)
class CitedClause:
    """A clause or open point with its text; ``aside`` if it only stands beside the verdict."""

    id: str
    href: str
    text: str
    aside: bool = False


@dataclass(frozen=True)
class OtherReading:
    """What another choice of an option that the source leaves open would say."""

    clause: str
    choice: str
    say: str
    href: str


@dataclass(frozen=True)
class RulingView:
    """What was asked, the verdict in one sentence, why, on which facts and clauses, and whether another reading would matter.

    ``told`` are the facts that are no rows of cards, ``also`` what else is to be known, ``board`` cards laid over one another,
    ``overruled`` the table with and without an entry that was let stand.
    """

    asks: str
    say: str
    why: Sequence[Sentence]
    facts: Sequence[FactRow]
    clauses: Sequence[CitedClause]
    comparison: Comparison | None = None
    overruled: Comparison | None = None
    told: str = ""
    also: Sequence[Sentence] = ()
    board: Sequence[Row] = ()
    readings: Sequence[OtherReading] = ()

    @property
    def comparisons(self) -> list[Comparison]:
        """What it compares totals in."""
        return [one for one in (self.comparison, self.overruled) if one]

    @property
    def grounds(self) -> list[CitedClause]:
        """The clauses that it rests on, without those that only stand beside it."""
        return [cited for cited in self.clauses if not cited.aside]


@dataclass(frozen=True, kw_only=True)
class NumberPage(Page):
    """The ruling about a number; ``open_parts`` are the parts that stand open, ``picture`` is what a message shows of its link."""

    ruling: RulingView
    links: Sequence[Link] = ()
    open_parts: frozenset[str]
    actions: Actions
    picture: str = ""


def citation(game: str, clause: str, text: str = "", aside: bool = False) -> CitedClause:
    """A clause or open point as it is cited: with its text in the rulebook, or with what is said of it here."""
    return CitedClause(clause, rendering.clause_url(clause), text or rendering.book(game).entry(clause).text[context.language()], aside)
