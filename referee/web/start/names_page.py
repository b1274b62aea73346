"""The page of a new table: its people in the order they sit, what is wrong with a name, and what its button says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games import GAMES
from referee.kernel.contract import Info, Ruling, complete_options
from referee.kernel.fields import Seat
from referee.kernel.frozen import replace
from referee.store.signs import SHAPES
from referee.store.values import PersonRow
from referee.web.http import context, rendering
from referee.web.http.parts import Go, Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.people.naming import BadName, folded, name_sentence, read_name
from referee.words import MARKS

from .table_rules import Rules
from .who_plays import Line


@dataclass(frozen=True)
class Order:
    """How the people sit, what the first of them does, and what is said of whoever does it instead."""

    sit: str
    first: str
    other: str


@dataclass(frozen=True, kw_only=True)
class PeoplePage(Page):
    """Who plays and by which rules: so many lines are ``shown`` while they are empty; ``known`` people are offered.

    The ``next`` name is typed at once; ``seated`` is where taps on lines are sent, ``counts`` what the button says by the number of names.
    """

    seated: str
    order: Order
    lines: Sequence[Line]
    least: int
    shown: int
    next: int | None
    known: Sequence[PersonRow]
    shapes: Mapping[str, str]
    rules: Rules
    error: Sentence | None
    counts: Sequence[str]


def shape_names() -> dict[str, str]:
    """What the shapes of signs are called."""
    said = (_("sun"), _("moon"), _("leaf"), _("wave"), _("hill"), _("star"), _("drop"), _("bell"), _("fish"), _("key"))
    return dict(zip(SHAPES, said, strict=True))


def counts(info: Info) -> list[str]:
    """What the button says, by the number of names."""
    least, most = info.seats
    missing = [_("One more name") if left == 1 else _("%(n)s more names", n=left) for left in range(least, 0, -1)]
    return missing + [_("Open the table for %(n)s", n=n) for n in range(least, most + 1)]


def go_for(info: Info, named: int) -> Go:
    """The big button of so many names; it opens the table once there are enough."""
    missing = named < info.seats[0]
    return Go(counts(info)[named], kind="open" if missing else "", plain=_("Open the table"))


def order_of(game: str) -> Order:
    """How the people sit, and what the first of them does unless the table says otherwise."""
    rules = GAMES[game]
    seats = tuple(f"s{at + 1}" for at in range(rules.info.seats[0]))
    dealer = rules.scene(rules.setup(seats, complete_options(rules.info, seats, {}))).dealer
    starts = any(isinstance(option.field, Seat) for option in rules.info.options)
    first = _("The first deals.") if dealer == seats[0] else _("The first starts.") if starts else ""
    other = _("{name} deals.") if dealer == seats[0] else _("{name} starts.")
    return Order(_("As you sit, clockwise.") + MARKS[context.language()].gap, first, other)


def ruling_sentence(game: str, ruling: Ruling) -> Sentence:
    """A ruling as the forms show it."""
    speaker = rendering.speaker(game, {})
    return Sentence(speaker.say(f"ruling.{ruling.code}", ruling.params), ruling.clause)


def too_few(info: Info, found: int) -> Ruling | None:
    """The objection to so many people."""
    least, most = info.seats
    return None if least <= found <= most else Ruling("seats", f"{info.prefix}-1", params={"least": least, "most": most, "found": found})


def with_errors(lines: Sequence[Line]) -> list[Line]:
    """The lines, each with what is wrong with its name; of two that nobody could tell apart the later one is wrong."""
    return [replace(line, error=_wrong(line.name, lines[:at])) if line.name else line for at, line in enumerate(lines)]


def _wrong(name: str, before: Sequence[Line]) -> str:
    if folded(name) in (folded(line.name) for line in before):
        return _("%(name)s is here twice: add a letter.", name=name)
    try:
        read_name(name)
    except BadName as bad:
        return name_sentence(bad)
    return ""
