"""What is known of a game before it starts: seats, house rules, slots, its sheet, and the clause
behind each kind of move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .fields import Choice, Field, Value

Family = Literal["pack", "numbers", "roles"]
"""What a game is played with: a pack of cards, a deck of numbers as of Pairs, or hidden roles
whatever the cards.
"""


@dataclass(frozen=True)
class Option:
    """A house rule chosen when a table starts: its field with the default, and the clause it comes
    from.

    Where it names a seat, who deals or starts, the same people playing again have its left
    neighbour there. ``unsaid`` is what a stored table plays by that says nothing of it, where the
    default was another one. One that is ``everyday`` is asked openly when a table starts, as every
    table decides it; any other is among the rarer questions.
    """

    field: Field
    clause: str
    unsaid: Value = None
    everyday: bool = False


def one_of(name: str, clause: str, *values: str, everyday: bool = False) -> Option:
    """A house rule that is one of a few values; the first is the default."""
    return Option(Choice(name=name, values=values, default=values[0]), clause, everyday=everyday)


@dataclass(frozen=True)
class Slot:
    """A thing every seat makes exactly once in a game, told apart by its number of cards."""

    name: str
    size: int
    clause: str


@dataclass(frozen=True)
class Statistic:
    """What players count over many games, by the clause it comes from: the word
    ``statistic.<name>``, and how it is shown.

    ``low``: the lower the better; None: neither is.
    """

    name: str
    shows: Literal["average", "most", "times"]
    clause: str
    low: bool | None = False


@dataclass(frozen=True)
class Sheet:
    """What a printed sheet has in the cell of one seat and round: boxes named by ``box.<name>``,
    before the points.

    ``wide`` are the boxes in which more than a number is written, ``rows`` how many rounds a blank
    sheet holds, ``papers`` how many players each paper has room for on the game's own sheet, where
    it has one; on others it has the general sheet. Of its words those named ``alone`` stand in one
    language, as there is no room for two. ``bands`` are the parts of the game, named
    ``sheet.season.<name>`` and ruled by ``sheet.rule.<name>``, that share the rows of the general
    sheet evenly; a game that all win or lose ``together`` has one column for all.
    """

    boxes: tuple[str, ...] = ()
    rows: int = 12
    wide: tuple[str, ...] = ()
    papers: Mapping[str, int] = field(default_factory=dict)
    alone: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    together: bool = False


@dataclass(frozen=True)
class Entered:
    """An answer as it is told: its kind, whose it is, the values of its fields."""

    kind: str
    seat: str
    data: Mapping[str, Value | tuple[str, ...]]


@dataclass(frozen=True)
class Demo:
    """A first round to try: what the others ``entered``, and what seat s1 is asked to enter."""

    entered: tuple[Entered, ...]
    wanted: Entered
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """Whoever plays in it."""
        return tuple(f"s{at + 1}" for at in range(len(self.entered) + 1))


@dataclass(frozen=True)
class Info:
    """What is known of a game before it starts."""

    id: str
    prefix: str
    version: str
    seats: tuple[int, int]
    family: Family
    options: tuple[Option, ...] = ()
    editions: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: {"page": {}})
    slots: tuple[Slot, ...] = ()
    statistics: tuple[Statistic, ...] = ()
    """What is counted over many games beside what everybody makes once."""
    rounds: int = 0
    tally: bool = False
    """Whether what counts over the evening is games won."""
    low_wins: bool = False
    """Whether the lowest total wins, as with points of penalty; games won are counted upwards all
    the same.
    """
    ranked: bool = True
    """Whether one player comes out before another: nobody leads or has a place where one loses and
    nobody wins, nor where all win or lose together."""
    sheet: Sheet = Sheet()
    two_colours: bool = False
    """Whether a suit says no more than red or black."""
    deck_clause: str = ""
    """The clause that says which cards there are."""
    seats_clause: str = ""
    """The clause that says how many the game is for."""
    range_clause: str = ""
    """The clause that says how many may play, where these are fewer or more than the game is
    for.
    """
    turn_clause: str = ""
    """The clause by which one seat acts after the other, where they do."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """The clause that says when each kind of move comes; a kind named like an option has the clause
    of that option.
    """

    demo: Demo | None = None
    """The round that shows a stranger what the referee does, if the game has one."""

    @property
    def players_clause(self) -> str:
        """The clause by which so many may play, and others may not."""
        return self.range_clause or self.seats_clause or f"{self.prefix}-1"

    @property
    def unsaid(self) -> Mapping[str, Value]:
        """The options of a stored table that says nothing of them, where the default was another
        one.
        """
        return {
            option.field.name: option.unsaid for option in self.options if option.unsaid is not None
        }

    @property
    def made(self) -> frozenset[str]:
        """The names of its slots."""
        return frozenset(slot.name for slot in self.slots)

    def clause_of(self, kind: str) -> str | None:
        """The clause that says when a kind of move comes; None for a kind that the game never
        asks.
        """
        return self.kinds.get(kind) or next(
            (option.clause for option in self.options if option.field.name == kind), None
        )
