"""View models of a group's pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from referee.store.symbols import Sign
from referee.store.values import GroupRow, PersonRow
from referee.web.http import context, rendering
from referee.web.http.parts import ListRow
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name
from referee.web.view.view import View
from referee.words import MARKS, plain_number

from .story import BestResult, Person, PlayerRecord, Session, missed
from .words import long_day, month, session_text

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
class PlayerRow:
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
class WinRow:
    """A person's chart row; ``total`` counts all games won, also in sessions not shown."""

    name: str
    sign: Sign
    marks: Sequence[Mark]
    total: int


@dataclass(frozen=True)
class WinChart:
    """Who won when: ``columns`` are (day, month name where one begins, link)."""

    columns: Sequence[tuple[str, str, str]]
    rows: Sequence[WinRow]


@dataclass(frozen=True)
class GroupRecord:
    """A record: game, holder and day, number, and link to its table."""

    game: str
    title: str
    whose: str
    number: str
    href: str


@dataclass(frozen=True)
class SessionView:
    """A session: day, number of games, summary and tables."""

    code: str
    day: str
    games: str
    text: str
    tables: Sequence[ListRow]
    opened: bool


def title_of(group: GroupRow, people: Sequence[PersonRow]) -> str:
    """The group's name, or its people's names."""
    more = len(people) - MOST_NAMED
    names = MARKS[context.language()].between.join(person.name for person in people[:MOST_NAMED])
    return group.name or (_("%(names)s and %(n)s more", names=names, n=more) if more > 0 else names)


def player_row(link: str, known: PersonRow, one: PlayerRecord) -> PlayerRow:
    """A row of the people list; a streak shows from two games on."""
    row = _("best %(n)s", n=one.best_row) if one.best_row > 1 else ""
    if one.row > 1:
        row = _("%(n)s now", n=one.row)
    href = url_for("groups.person", link=link, person=known.id)
    return PlayerRow(href, known.name, known.sign, one.played, one.won, f"{one.share}%", row)


def session_href(link: str, session: Session) -> str:
    """The group's page with this session opened."""
    code = session.tables[0].code
    return url_for("groups.group", link=link, evening=code, _anchor=f"evening-{code}")


def win_chart(
    link: str, sessions: Sequence[Session], order: Sequence[PlayerRecord], people: People
) -> WinChart:
    """Games won by session: the newest sessions, the most frequent players."""
    often = {one.person: sum(one.person in session.there for session in sessions) for one in order}
    kept = set(sorted(often, key=lambda person: -often[person])[:MOST_ROWS])
    sessions = sessions[-MOST_COLUMNS:]
    columns, since = [], MONTHS_APART
    for at, session in enumerate(sessions):
        begins = at == 0 or month(session.began) != month(sessions[at - 1].began)
        label = month(session.began) if begins and since >= MONTHS_APART else ""
        since = 1 if label else since + 1
        columns.append((long_day(session.began), label, session_href(link, session)))
    rows = [
        WinRow(
            people[one.person].name,
            people[one.person].sign,
            [_mark(session, one.person) for session in sessions],
            one.won,
        )
        for one in order
        if one.person in kept
    ]
    return WinChart(columns, rows)


def _mark(session: Session, person: Person) -> Mark:
    won, there = session.won(person), person in session.there
    return Mark(
        won,
        there,
        _("%(n)s won", n=won) if won else _("was there") if there else _("was not there"),
    )


def record_in_words(link: str, record: BestResult, people: People) -> GroupRecord:
    """A record in words."""
    names = MARKS[context.language()].between.join(people[person].name for person in record.people)
    title = _("Lowest result") if record.table.low_wins else _("Highest result")
    if record.wins:
        title = _("Most games won in a series")
    if record.slot:
        title = _(
            "Highest %(what)s",
            what=rendering.make_translator(record.table.game, {}, html=False).word(record.slot),
        )
    return GroupRecord(
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


def session_view(
    sessions: Sequence[Session],
    session: Session,
    tables: Sequence[View],
    rows: Sequence[ListRow],
    people: People,
    opened: bool,
) -> SessionView:
    """A session as one sentence, with its tables below."""
    absent = (
        [people[person].name for person in missed(sessions, session)] if len(sessions) > 1 else []
    )
    games = (
        _("one game")
        if session.games == 1
        else _("%(n)s games", n=session.games)
        if session.games
        else ""
    )
    return SessionView(
        session.tables[0].code,
        long_day(session.began),
        games,
        session_text(tables, absent),
        rows,
        opened,
    )
