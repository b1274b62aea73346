"""View models of a group's pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from referee.store.signs import Sign
from referee.store.values import GroupRow, PersonRow
from referee.web.http import context, rendering
from referee.web.http.parts import Row
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name
from referee.web.view.view import View
from referee.words import MARKS, plain_number

from .story import Evening, Person, Record, Standing, missed
from .words import evening_text, long_day, month

MOST_NAMED, MOST_ROWS, MOST_COLUMNS, MOST_SHOWN = 4, 10, 60, 3
# Columns between two month names below the chart, as a name is wider than a column.
MONTHS_APART = 2

People = Mapping[Person, PersonRow]


@dataclass(frozen=True)
class Figure:
    """A large number and its label."""

    number: str
    label: str


@dataclass(frozen=True)
class Somebody:
    """A row of the people list; ``share`` is a percentage, ``row`` the winning streak."""

    href: str
    name: str
    sign: Sign
    played: int
    won: int
    share: str
    row: str


@dataclass(frozen=True)
class Mark:
    """Games won by a person in one session, or their absence; ``text`` says it in words."""

    won: int
    there: bool
    text: str


@dataclass(frozen=True)
class Times:
    """A person's chart row; ``total`` counts all games won, also in sessions not shown."""

    name: str
    sign: Sign
    marks: Sequence[Mark]
    total: int


@dataclass(frozen=True)
class When:
    """Who won when: ``columns`` are (day, month name where one begins, link)."""

    columns: Sequence[tuple[str, str, str]]
    rows: Sequence[Times]


@dataclass(frozen=True)
class Best:
    """A record: game, holder and day, number, and link to its table."""

    game: str
    title: str
    whose: str
    number: str
    href: str


@dataclass(frozen=True)
class Night:
    """A session: day, number of games, summary and tables."""

    code: str
    day: str
    games: str
    text: str
    tables: Sequence[Row]
    opened: bool


def title_of(group: GroupRow, people: Sequence[PersonRow]) -> str:
    """The group's name, or its people's names."""
    more = len(people) - MOST_NAMED
    names = MARKS[context.language()].between.join(person.name for person in people[:MOST_NAMED])
    return group.name or (_("%(names)s and %(n)s more", names=names, n=more) if more > 0 else names)


def somebody(link: str, known: PersonRow, one: Standing) -> Somebody:
    """A row of the people list; a streak shows from two games on."""
    row = (
        _("%(n)s now", n=one.row)
        if one.row > 1
        else _("best %(n)s", n=one.best_row)
        if one.best_row > 1
        else ""
    )
    href = url_for("groups.person", link=link, person=known.id)
    return Somebody(href, known.name, known.sign, one.played, one.won, f"{one.share}%", row)


def evening_href(link: str, evening: Evening) -> str:
    """The group's page with this session opened."""
    code = evening.tables[0].code
    return url_for("groups.group", link=link, evening=code, _anchor=f"evening-{code}")


def when(link: str, evenings: Sequence[Evening], order: Sequence[Standing], people: People) -> When:
    """Games won by session: the newest sessions, the most frequent players."""
    often = {one.person: sum(one.person in evening.there for evening in evenings) for one in order}
    kept = set(sorted(often, key=lambda person: -often[person])[:MOST_ROWS])
    evenings = evenings[-MOST_COLUMNS:]
    columns, since = [], MONTHS_APART
    for at, evening in enumerate(evenings):
        begins = at == 0 or month(evening.began) != month(evenings[at - 1].began)
        label = month(evening.began) if begins and since >= MONTHS_APART else ""
        since = 1 if label else since + 1
        columns.append((long_day(evening.began), label, evening_href(link, evening)))
    rows = [
        Times(
            people[one.person].name,
            people[one.person].sign,
            [_mark(evening, one.person) for evening in evenings],
            one.won,
        )
        for one in order
        if one.person in kept
    ]
    return When(columns, rows)


def _mark(evening: Evening, person: Person) -> Mark:
    won, there = evening.won(person), person in evening.there
    return Mark(
        won,
        there,
        _("%(n)s won", n=won) if won else _("was there") if there else _("was not there"),
    )


def best(link: str, record: Record, people: People) -> Best:
    """A record in words."""
    names = MARKS[context.language()].between.join(people[person].name for person in record.people)
    title = (
        _("Most games won in a series")
        if record.wins
        else _("Lowest result")
        if record.table.low_wins
        else _("Highest result")
    )
    if record.slot:
        title = _(
            "Highest %(what)s",
            what=rendering.speaker(record.table.game, {}, html=False).word(record.slot),
        )
    return Best(
        game=record.table.game,
        title=short_name(record.table.game),
        whose=_(
            "%(title)s: %(names)s, %(day)s",
            title=title,
            names=names,
            day=rendering.day(record.table.began),
        ),
        number=plain_number(record.number),
        href=url_for("groups.watch", link=link, code=record.table.code),
    )


def night(
    evenings: Sequence[Evening],
    evening: Evening,
    tables: Sequence[View],
    rows: Sequence[Row],
    people: People,
    opened: bool,
) -> Night:
    """A session as one sentence, with its tables below."""
    absent = (
        [people[person].name for person in missed(evenings, evening)] if len(evenings) > 1 else []
    )
    games = (
        _("one game")
        if evening.games == 1
        else _("%(n)s games", n=evening.games)
        if evening.games
        else ""
    )
    return Night(
        evening.tables[0].code,
        long_day(evening.began),
        games,
        evening_text(tables, absent),
        rows,
        opened,
    )
