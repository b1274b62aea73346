"""Static facts of a game: seats, house rules, slots, sheet, and the clause of each kind of move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .fields import Choice, Field, Value

Family = Literal["pack", "numbers", "roles", "own"]
"""The material: a pack of cards, a deck of numbers as in Pairs, hidden roles, or unknown."""


@dataclass(frozen=True)
class Option:
    """A house rule chosen when a table starts: its field with default, and its clause.

    If it names a seat, a new game of the same people takes that seat's left neighbour. ``unsaid``
    is the value for stored tables from before a change of the default. ``everyday`` options are
    asked openly at the start, others under the rarer ones.
    """

    field: Field
    clause: str
    unsaid: Value = None
    everyday: bool = False
    asked: bool = False
    """Whether a prompt of its name asks for it in the game, if it was left open."""


SEAT = "SEAT"
"""Stands for any seat in the names and values of the fields that a game declares."""


def one_of(name: str, clause: str, *values: str, everyday: bool = False) -> Option:
    """A house rule that is one of a few values; the first is the default."""
    return Option(Choice(name=name, values=values, default=values[0]), clause, everyday=everyday)


@dataclass(frozen=True)
class Asked:
    """A kind of move as it may ever be asked: its ``clause``, and its fields with all their values.

    SEAT stands for any seat in their names and values. Those named in ``sometimes`` are missing
    from some prompts. ``table``: everyone answers together; ``aside``: it is never required.
    """

    clause: str
    fields: tuple[Field, ...] = ()
    sometimes: tuple[str, ...] = ()
    table: bool = False
    aside: bool = False


@dataclass(frozen=True)
class Slot:
    """A thing every seat makes exactly once in a game, identified by its number of cards."""

    name: str
    size: int
    clause: str


@dataclass(frozen=True)
class Statistic:
    """A count over many games (``statistic.<name>``); ``low``: lower is better, None: neither."""

    name: str
    shows: Literal["average", "most", "times"]
    clause: str
    low: bool | None = False


@dataclass(frozen=True)
class Sheet:
    """The printed sheet: ``boxes`` (words ``box.<name>``) in each cell, before the points.

    In teams every partner has these boxes, but ``shared`` ones stand once in a column.
    ``wide`` boxes take more than a number; ``rows`` is the number of rounds on a blank sheet.
    ``papers`` maps a paper size to the players that fit on the game's own sheet, else the general
    one is used. Words in ``alone`` are printed in one language. ``bands`` are parts of the game
    (``sheet.season.<name>``, ``sheet.rule.<name>``) that share the general sheet's rows evenly. A
    game won or lost ``together`` has one column.
    """

    boxes: tuple[str, ...] = ()
    rows: int = 12
    wide: tuple[str, ...] = ()
    papers: Mapping[str, int] = field(default_factory=dict)
    alone: tuple[str, ...] = ()
    bands: tuple[str, ...] = ()
    together: bool = False
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entered:
    """A practice answer: its kind, its seat and the values of its fields."""

    kind: str
    seat: str
    data: Mapping[str, Value | tuple[str, ...]]


@dataclass(frozen=True)
class Demo:
    """A practice round: the answers others ``entered``, and the one ``wanted`` from seat s1."""

    entered: tuple[Entered, ...]
    wanted: Entered
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"s{at + 1}" for at in range(len(self.entered) + 1))


def sides_of(seats: Sequence[str], teams: int) -> tuple[tuple[str, ...], ...]:
    """The teams, every other seat in each; without teams each seat alone."""
    count = teams or len(seats)
    return tuple(tuple(seats[at::count]) for at in range(count))


@dataclass(frozen=True)
class Info:
    """Static facts of a game."""

    id: str
    prefix: str
    version: str
    seats: tuple[int, int]
    family: Family
    options: tuple[Option, ...] = ()
    editions: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: {"page": {}})
    slots: tuple[Slot, ...] = ()
    statistics: tuple[Statistic, ...] = ()
    """Counts over many games, besides the slots."""
    rounds: int = 0
    teams: int = 0
    """How many sides play, the seats in turn on each; 0: every seat alone. It is known before there
    is a table, as a blank sheet has a column for each side, and stays the same for a whole game.
    """
    tally: bool = False
    """Whether games won are counted over the session."""
    low_wins: bool = False
    """Whether the lowest total wins (penalty points); games won still count upwards."""
    ranked: bool = True
    """False if nobody leads or has a place: only a loser, or all win or lose together."""
    explains: bool = True
    """Whether a finished round is explained before the next entry: not where nothing is to say."""
    sheet: Sheet = Sheet()
    two_colours: bool = False
    """Whether a suit means only red or black."""
    deck_clause: str = ""
    seats_clause: str = ""
    """The clause with the recommended number of players."""
    range_clause: str = ""
    """The clause with the allowed number of players, if it differs."""
    turn_clause: str = ""
    kinds: Mapping[str, Asked] = field(default_factory=dict)
    """Every kind of move but those an option asks for (``depth``, ``Option.asked``), whose clause
    is the option's.
    """

    demo: Demo | None = None

    def sides(self, seats: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """The seats whose points count together, as one number with one place."""
        return sides_of(seats, self.teams)

    @property
    def players_clause(self) -> str:
        """The clause that limits the number of players."""
        return self.range_clause or self.seats_clause or self.first_clause

    @property
    def first_clause(self) -> str:
        return f"{self.prefix}-1"

    @property
    def unsaid(self) -> Mapping[str, Value]:
        return {
            option.field.name: option.unsaid for option in self.options if option.unsaid is not None
        }

    @property
    def made(self) -> frozenset[str]:
        return frozenset(slot.name for slot in self.slots)

    def clause_of(self, kind: str) -> str | None:
        """The clause that says when a kind of move comes; None for an unknown kind."""
        if kind in self.kinds:
            return self.kinds[kind].clause
        return next((option.clause for option in self.options if option.field.name == kind), None)
