"""The page of a new table: number of players, names in seating order, errors, start button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.kernel.contract import Info, Ruling, complete_options
from referee.kernel.fields import Seat
from referee.store.values import PersonRow
from referee.web.http import context, rendering
from referee.web.http.parts import Page, Sentence
from referee.web.http.words import gettext as _
from referee.web.people.naming import BadName, name_key, name_sentence, read_name
from referee.web.view.page_header import short_name

from .players import PlayerLine
from .table_rules import Rules


@dataclass(frozen=True)
class SeatingOrder:
    """The seating order, what the first player does, and that sentence with ``{name}``."""

    sit: str
    first: str
    named: str


@dataclass(frozen=True, kw_only=True)
class PeoplePage(Page):
    """Players and rules of a new table; the first ``players`` of the ``lines`` are shown.

    ``known`` people are offered, ``next`` is the line to type in, taps on lines go to ``seated``.
    ``counts`` are texts by number of players. ``limits`` say why it stops at the fewest and the
    most; ``stopped`` is the one just met. A score sheet is changed at ``sheet_href``.
    """

    seated: str
    order: SeatingOrder
    lines: Sequence[PlayerLine]
    players: int
    counts: Mapping[int, Sequence[str]]
    limits: Sequence[str]
    stopped: str
    next: int | None
    known: Sequence[PersonRow]
    shapes: Mapping[str, str]
    rules: Rules
    sheet_href: str
    error: Sentence | None


def counts(info: Info) -> dict[int, tuple[str, str]]:
    """The number of players in words and the button's text, by number of players."""
    least, most = info.seats
    return {
        n: (_players(n), _("Start with %(players)s", players=_players(n)))
        for n in range(least, most + 1)
    }


def limits(game: str) -> tuple[str, str]:
    """Why a game cannot have fewer or more players."""
    name, (least, most) = short_name(game), context.find_game(game).info.seats
    fewest = _("%(game)s needs at least %(players)s.", game=name, players=_players(least))
    return fewest, _("%(game)s is for %(players)s at most.", game=name, players=_players(most))


def _players(n: int) -> str:
    return _("1 player") if n == 1 else _("%(n)s players", n=n)


def within(info: Info, players: int) -> int:
    """The allowed number of players nearest to this one."""
    least, most = info.seats
    return min(max(players, least), most)


def order_of(game: str) -> SeatingOrder:
    """The seating order, and what the first player does by default."""
    rules = context.find_game(game)
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
    return SeatingOrder(_("In seating order, clockwise."), first, named)


def ruling_sentence(game: str, ruling: Ruling) -> Sentence:
    """A ruling as the forms show it."""
    translator = rendering.make_translator(game, {})
    return Sentence(translator.say(f"ruling.{ruling.code}", ruling.params), ruling.clause)


def too_few(info: Info, found: int) -> Ruling | None:
    """The ruling against too few or too many players; None if the game allows this number."""
    least, most = info.seats
    return (
        None
        if least <= found <= most
        else Ruling(
            "seats", f"{info.prefix}-1", params={"least": least, "most": most, "found": found}
        )
    )


def with_errors(lines: Sequence[PlayerLine]) -> list[PlayerLine]:
    """The lines with errors in their names; of two names alike the later one is wrong."""
    return [
        replace(line, error=_wrong(line.name, lines[:at])) if line.name else line
        for at, line in enumerate(lines)
    ]


def _wrong(name: str, before: Sequence[PlayerLine]) -> str:
    if name_key(name) in (name_key(line.name) for line in before):
        return _("Two players are called %(name)s. Add a letter.", name=name)
    try:
        read_name(name)
    except BadName as bad:
        return name_sentence(bad)
    return ""
