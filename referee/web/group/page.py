"""The group's page: story, people, records, sessions, rulings, link and next table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, filterfalse

from flask import url_for

from referee.store.outcomes import OutcomeRow
from referee.store.values import GroupRow, PersonRow
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Header, Link, ListRow, Page
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import find_group_rulings
from referee.web.view.access import watched
from referee.web.view.page_header import short_name
from referee.web.view.table_rows import table_row, unkept_row
from referee.web.view.view import View

from .parts import (
    MOST_SHOWN,
    Figure,
    GroupRecord,
    PlayerRow,
    SessionView,
    WinChart,
    player_row,
    record_in_words,
    session_view,
    title_of,
    win_chart,
)
from .story import (
    Person,
    PlayerRecord,
    Session,
    TableSummary,
    rank_players,
    records,
    split_sessions,
)
from .table_summary import summary_of
from .words import fact, month

# The story covers only the newest tables.
MOST_TABLES = 1000
# Limit for running tables, for tables of one session, and for tables of removed games.
MOST_LISTED = 20
# Sessions are shown until their tables reach this number; the last may exceed it.
MOST_AT_ONCE = 60


@dataclass(frozen=True)
class ListedRuling:
    """A ruling of the group, and its date."""

    clause: str
    text: str
    when: str


@dataclass(frozen=True, kw_only=True)
class GroupPage(Page):
    """The group's page; ``name`` as typed, ``title`` as shown; only members get link and forms."""

    title: str
    name: str
    error: str
    figures: Sequence[Figure] = ()
    running: Sequence[ListRow]
    when: WinChart | None = None
    story: str = ""
    people: Sequence[PlayerRow]
    records: Sequence[GroupRecord] = ()
    sessions: Sequence[SessionView]
    all_sessions: Link | None
    unkept: Sequence[ListRow]
    rulings: Mapping[str, Sequence[ListedRuling]]
    link: str = ""
    file: str = ""
    into: str = ""
    again: Form | None = None


@dataclass(frozen=True)
class Story:
    """A group's newest tables, newest first, and their statistics; ``nameless`` were forgotten."""

    tables: Sequence[TableSummary]
    unkept: Sequence[OutcomeRow]
    sessions: Sequence[Session]
    player_records: Sequence[PlayerRecord]
    people: Mapping[Person, PersonRow]
    nameless: frozenset[Person]

    @property
    def newest(self) -> TableSummary | None:
        return self.tables[0] if self.tables else None


def story_of(group: GroupRow) -> Story:
    """Build the story of a group's newest tables; merged people count as one."""
    rows = context.service().outcomes.of_group(group.id, MOST_TABLES)
    told: list[TableSummary] = []
    begun = set[str]()
    for row in filter(context.is_kept, rows):
        if row.outcome is not None:
            info = context.find_game(row.game).info
            told.append(summary_of(row, info.low_wins, info.made))
            if row.outcome.begun:
                begun.add(row.code)
    now = context.store().persons(frozenset().union(*(table.there for table in told)))
    told = _merged(told, now)
    people = {row.id: row for row in now.values()}
    return Story(
        tables=told,
        unkept=[*filterfalse(context.is_kept, rows)],
        sessions=split_sessions(table for table in told if table.code in begun),
        player_records=rank_players(told),
        people={person: _named(row) for person, row in people.items()},
        nameless=frozenset(person for person, row in people.items() if not row.name),
    )


def _merged(tables: list[TableSummary], now: Mapping[Person, PersonRow]) -> list[TableSummary]:
    """The tables with those who were merged into another person as that person."""
    if all(row.id == asked for asked, row in now.items()):
        return tables
    return [
        replace(table, there=frozenset(now[person].id for person in table.there))
        for table in tables
    ]


def _named(row: PersonRow) -> PersonRow:
    return row if row.name else replace(row, name=_("forgotten player"))


def group_page(
    group: GroupRow, belongs: bool, session: str = "", name: str | None = None, error: str = ""
) -> GroupPage:
    """The page; ``session`` is the first table's code of the session to open, or ``all``."""
    story, link = story_of(group), group.link
    sessions, others = _sessions_from(story, link, session)
    running = [table for table in story.tables if not table.over][:MOST_LISTED]
    page = GroupPage(
        header=Header(title=_("Group"), back=url_for("home.home")),
        title=title_of(group, [*story.people.values()]),
        name=group.name if name is None else name,
        error=error,
        running=[_row(view_for(table), link) for table in running],
        people=[player_row(link, story.people[one.person], one) for one in story.player_records],
        sessions=sessions,
        all_sessions=others,
        unkept=[_unkept(row, link) for row in story.unkept[:MOST_LISTED]],
        rulings=_rulings(group, story),
    )
    if len(story.sessions) > 1:
        page = _with_figures(page, story, link)
    return _for_members(page, story, link) if belongs else page


def _with_figures(page: GroupPage, story: Story, link: str) -> GroupPage:
    """The page with what takes several sessions: figures, calendar, records."""
    return replace(
        page,
        figures=_figures(story),
        when=win_chart(link, story.sessions, story.player_records, story.people),
        story=_fact(story),
        records=[record_in_words(link, record, story.people) for record in records(story.sessions)],
    )


def _for_members(page: GroupPage, story: Story, link: str) -> GroupPage:
    """The page with what only members may do."""
    again = Form(url_for("groups.play_again", link=link), {"key": context.new_key()})
    return replace(
        page,
        link=url_for("groups.group", link=link, _external=True),
        file=url_for("groups.as_file", link=link),
        into=url_for("imports.choose_for_group", link=link),
        form=Form(url_for("groups.rename", link=link)),
        again=again if story.newest else None,
        actions=_actions(story, link),
    )


def _fact(story: Story) -> str:
    """One sentence on the newest session in which a game was finished."""
    newest = next((session for session in reversed(story.sessions) if session.games), None)
    return (
        fact(newest, story.player_records, {one: known.name for one, known in story.people.items()})
        if newest
        else ""
    )


def _figures(story: Story) -> list[Figure]:
    games = sum(session.games for session in story.sessions)
    kinds = len(
        {table.game for session in story.sessions for table in session.tables if table.games}
    )
    return [
        Figure(
            str(len(story.sessions)),
            _("sessions since %(month)s", month=month(story.sessions[0].began, full=True)),
        ),
        Figure(str(games), _("game played") if games == 1 else _("games played")),
        Figure(str(kinds), _("kind of game") if kinds == 1 else _("different games")),
    ]


def _sessions_from(story: Story, link: str, wanted: str) -> tuple[list[SessionView], Link | None]:
    """Sessions from ``wanted`` on, newest first, and a link to the rest; ``all`` fills the page."""
    newest_first = [*reversed(story.sessions)]
    asked = next(
        (at for at, session in enumerate(newest_first) if session.tables[0].code == wanted), 0
    )
    first = asked if asked >= MOST_SHOWN else 0
    last = min(len(newest_first), first + (_room(newest_first[first:]) if wanted else MOST_SHOWN))
    shown = [
        _session_view(story, session, link, opened=session.tables[0].code == wanted)
        for session in newest_first[first:last]
    ]
    if wanted and last < len(newest_first):
        return shown, _sessions_link(link, _("Older sessions"), newest_first[last].tables[0].code)
    return shown, _sessions_link(link, _("All %(n)s sessions", n=len(newest_first)), "all") if len(
        shown
    ) < len(newest_first) else None


def _room(sessions: Sequence[Session]) -> int:
    """The number of sessions that fit, by MOST_AT_ONCE tables."""
    before = accumulate((min(len(session.tables), MOST_LISTED) for session in sessions), initial=0)
    return sum(tables < MOST_AT_ONCE for tables in before)


def _session_view(story: Story, session: Session, link: str, opened: bool) -> SessionView:
    tables = [view_for(table) for table in session.tables[-MOST_LISTED:]]
    rows = [_row(table, link) for table in tables]
    return session_view(story.sessions, session, tables, rows, story.people, opened)


def _sessions_link(link: str, text: str, session: str) -> Link:
    return Link(text, url_for("groups.group", link=link, evening=session, _anchor="evenings"))


def view_for(told: TableSummary) -> View:
    """A table as a watcher sees it."""
    return watched(context.store().table_by_code(told.code))


def _row(view: View, link: str) -> ListRow:
    return table_row(view, url_for("groups.watch", link=link, code=view.table.code))


def _unkept(row: OutcomeRow, link: str) -> ListRow:
    table = context.store().table(row.table_id)
    names = (seat.name for seat in context.store().seats(table.id))
    return unkept_row(table, names, url_for("groups.watch", link=link, code=table.code))


def _actions(story: Story, link: str) -> Actions:
    """Play the newest table's game again, or go to it while it runs; or another game."""
    other = url_for("groups.again", link=link)
    if not story.newest:
        return Actions(go=Go(_("Start a game"), url_for("start.games")))
    newest = story.newest
    if newest.over:
        go = Go(_("Play %(game)s again", game=short_name(newest.game)), form="again")
    else:
        go = Go(_("Go to the game"), url_for("groups.watch", link=link, code=newest.code))
    return Actions(go=go, plain=[Link(_("Another game"), other)])


def _rulings(group: GroupRow, story: Story) -> dict[str, list[ListedRuling]]:
    return {
        short_name(game): [
            ListedRuling(known.clause, known.text, rendering.day(known.at))
            for known in held.values()
        ]
        for game in dict.fromkeys(table.game for table in story.tables)
        if (held := find_group_rulings(group.id, game))
    }
