"""The page of a new table: how many play, their names in the order they sit, what is wrong with
one, and what its button says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.games import GAMES
from referee.kernel.contract import Info, Ruling, complete_options
from referee.kernel.fields import Seat
from referee.store.signs import SHAPES
from referee.store.values import PersonRow
from referee.web.http import rendering
from referee.web.http.parts import Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.people.naming import BadName, folded, name_sentence, read_name
from referee.web.view.page_header import short_name

from .table_rules import Rules
from .who_plays import Line


@dataclass(frozen=True)
class Order:
    """How the people sit, what the first of them does, and what is said of somebody who does it by
    name.
    """

    sit: str
    first: str
    named: str


@dataclass(frozen=True, kw_only=True)
class PeoplePage(Page):
    """Who plays and by which rules: the first ``players`` of the ``lines`` show; ``known`` people
    are offered.

    The ``next`` name is typed at once; ``seated`` is where taps on lines are sent. ``counts`` is
    what the page says by the number of players, ``limits`` why it stops at the least and at the
    most, ``stopped`` that it just has.
    """

    seated: str
    order: Order
    lines: Sequence[Line]
    players: int
    counts: Mapping[int, Sequence[str]]
    limits: Sequence[str]
    stopped: str
    next: int | None
    known: Sequence[PersonRow]
    shapes: Mapping[str, str]
    rules: Rules
    error: Sentence | None


def shape_names() -> dict[str, str]:
    """What the shapes of signs are called."""
    said = (
        _("sun"),
        _("moon"),
        _("leaf"),
        _("wave"),
        _("hill"),
        _("star"),
        _("drop"),
        _("bell"),
        _("fish"),
        _("key"),
    )
    return dict(zip(SHAPES, said, strict=True))


def counts(info: Info) -> dict[int, tuple[str, str]]:
    """How many play, and what the button says, by every number that the game is for."""
    least, most = info.seats
    return {
        n: (_players(n), _("Start with %(players)s", players=_players(n)))
        for n in range(least, most + 1)
    }


def limits(game: str) -> tuple[str, str]:
    """Why nobody can be taken out of the fewest players of a game, or added to the most."""
    name, (least, most) = short_name(game), GAMES[game].info.seats
    said = _("%(game)s needs at least %(players)s."), _("%(game)s is for %(players)s at most.")
    return said[0] % {"game": name, "players": _players(least)}, said[1] % {
        "game": name,
        "players": _players(most),
    }


def _players(n: int) -> str:
    return _("1 player") if n == 1 else _("%(n)s players", n=n)


def usual(info: Info, last: int) -> int:
    """How many lines a new page has: as many as played last, else four, as far as the game
    allows.
    """
    return within(info, last or 4)


def within(info: Info, players: int) -> int:
    """The number of players nearest to this that the game is for."""
    least, most = info.seats
    return min(max(players, least), most)


def order_of(game: str) -> Order:
    """How the people sit, and what the first of them does unless the table says otherwise."""
    rules = GAMES[game]
    seats = tuple(f"s{at + 1}" for at in range(rules.info.seats[0]))
    dealer = rules.scene(rules.setup(seats, complete_options(rules.info, seats, {}))).dealer
    starts = any(isinstance(option.field, Seat) for option in rules.info.options)
    first = (
        _("The first player deals.")
        if dealer == seats[0]
        else _("The first player starts.")
        if starts
        else ""
    )
    named = _("{name} deals.") if dealer == seats[0] else _("{name} starts.") if starts else ""
    return Order(_("In seating order, clockwise."), first, named)


def ruling_sentence(game: str, ruling: Ruling) -> Sentence:
    """A ruling as the forms show it."""
    speaker = rendering.speaker(game, {})
    return Sentence(speaker.say(f"ruling.{ruling.code}", ruling.params), ruling.clause)


def too_few(info: Info, found: int) -> Ruling | None:
    """The objection to so many people."""
    least, most = info.seats
    return (
        None
        if least <= found <= most
        else Ruling(
            "seats", f"{info.prefix}-1", params={"least": least, "most": most, "found": found}
        )
    )


def with_errors(lines: Sequence[Line]) -> list[Line]:
    """The lines, each with what is wrong with its name; of two that nobody could tell apart the
    later one is wrong.
    """
    return [
        replace(line, error=_wrong(line.name, lines[:at])) if line.name else line
        for at, line in enumerate(lines)
    ]


def _wrong(name: str, before: Sequence[Line]) -> str:
    if folded(name) in (folded(line.name) for line in before):
        return _("Two players are called %(name)s. Add a letter.", name=name)
    try:
        read_name(name)
    except BadName as bad:
        return name_sentence(bad)
    return ""
