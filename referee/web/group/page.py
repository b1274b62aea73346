"""The group's page: story, people, records, sessions, rulings, link and next table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from flask import url_for

from referee.store.outcomes import OutcomeRow
from referee.store.values import GroupRow, PersonRow
from referee.web.desk.kept_games import is_kept
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page, Row
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import precedents_of
from referee.web.view.access import watched
from referee.web.view.page_header import short_name
from referee.web.view.table_rows import table_row, unkept_row
from referee.web.view.view import View

from .parts import (
    MOST_SHOWN,
    Best,
    Figure,
    Night,
    Somebody,
    When,
    best,
    night,
    somebody,
    title_of,
    when,
)
from .story import Evening, Person, Standing, Told, evenings, records, standings
from .told import told_of
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
    figures: Sequence[Figure]
    running: Sequence[Row]
    when: When | None
    story: str
    people: Sequence[Somebody]
    records: Sequence[Best]
    nights: Sequence[Night]
    all_nights: Link | None
    unkept: Sequence[Row]
    rulings: Mapping[str, Sequence[ListedRuling]]
    link: str
    file: str
    into: str
    again: Form | None


@dataclass(frozen=True)
class Story:
    """A group's newest tables, newest first, and their statistics; ``nameless`` were forgotten."""

    tables: Sequence[Told]
    unkept: Sequence[OutcomeRow]
    evenings: Sequence[Evening]
    standings: Sequence[Standing]
    people: Mapping[Person, PersonRow]
    nameless: frozenset[Person]

    @property
    def newest(self) -> Told | None:
        return self.tables[0] if self.tables else None


def story_of(group: GroupRow) -> Story:
    """Build the story of a group's newest tables; merged people count as one."""
    rows = context.desk().outcomes.of_group(group.id, MOST_TABLES)
    known = [(row, row.outcome) for row in rows if row.outcome is not None and is_kept(row)]
    told = [told_of(row) for row, _outcome in known]
    now = context.store().persons(frozenset().union(*(table.there for table in told)))
    if any(person.id != asked for asked, person in now.items()):
        told = [
            replace(table, there=frozenset(now[one].id for one in table.there)) for table in told
        ]
    begun = evenings(
        table for table, (_row, outcome) in zip(told, known, strict=True) if outcome.begun
    )
    nameless = frozenset(row.id for row in now.values() if not row.name)
    people = {
        row.id: replace(row, name=_("forgotten player")) if row.id in nameless else row
        for row in now.values()
    }
    return Story(
        told, [row for row in rows if not is_kept(row)], begun, standings(told), people, nameless
    )


def group_page(
    group: GroupRow, belongs: bool, evening: str = "", name: str | None = None, error: str = ""
) -> GroupPage:
    """The page; ``evening`` is the first table's code of the session to open, or ``all``."""
    story, link = story_of(group), group.link
    several, (nights, others) = len(story.evenings) > 1, _nights(story, link, evening)
    return GroupPage(
        header=Header(title=_("Group"), back=url_for("home.home")),
        title=title_of(group, [*story.people.values()]),
        name=group.name if name is None else name,
        error=error,
        figures=_figures(story) if several else (),
        running=[
            _row(view_for(table), link) for table in [*filter(_runs, story.tables)][:MOST_LISTED]
        ],
        when=when(link, story.evenings, story.standings, story.people) if several else None,
        story=_fact(story) if several else "",
        people=[somebody(link, story.people[one.person], one) for one in story.standings],
        records=[best(link, record, story.people) for record in records(story.evenings)]
        if several
        else (),
        nights=nights,
        all_nights=others,
        unkept=[_unkept(row, link) for row in story.unkept[:MOST_LISTED]],
        rulings=_rulings(group, story),
        link=url_for("groups.group", link=link, _external=True) if belongs else "",
        file=url_for("groups.as_file", link=link) if belongs else "",
        into=url_for("imports.choose_for_group", link=link) if belongs else "",
        form=Form(url_for("groups.rename", link=link)) if belongs else None,
        again=Form(url_for("groups.play_again", link=link), {"key": context.new_key()})
        if belongs and story.newest
        else None,
        actions=_actions(story, link) if belongs else None,
    )


def _fact(story: Story) -> str:
    """One sentence on the newest session in which a game was finished."""
    newest = next((evening for evening in reversed(story.evenings) if evening.games), None)
    return (
        fact(newest, story.standings, {one: known.name for one, known in story.people.items()})
        if newest
        else ""
    )


def _figures(story: Story) -> list[Figure]:
    games = sum(evening.games for evening in story.evenings)
    kinds = len(
        {table.game for evening in story.evenings for table in evening.tables if table.games}
    )
    return [
        Figure(
            str(len(story.evenings)),
            _("sessions since %(month)s", month=month(story.evenings[0].began, full=True)),
        ),
        Figure(str(games), _("game played") if games == 1 else _("games played")),
        Figure(str(kinds), _("kind of game") if kinds == 1 else _("different games")),
    ]


def _nights(story: Story, link: str, wanted: str) -> tuple[list[Night], Link | None]:
    """Sessions from ``wanted`` on, newest first, and a link to the rest; ``all`` fills the page."""
    newest_first = [*reversed(story.evenings)]
    asked = next(
        (at for at, evening in enumerate(newest_first) if evening.tables[0].code == wanted), 0
    )
    first = asked if asked >= MOST_SHOWN else 0
    last = min(len(newest_first), first + (_room(newest_first[first:]) if wanted else MOST_SHOWN))
    shown = [
        _night(story, evening, link, opened=evening.tables[0].code == wanted)
        for evening in newest_first[first:last]
    ]
    if wanted and last < len(newest_first):
        return shown, _nights_link(link, _("Older sessions"), newest_first[last].tables[0].code)
    return shown, _nights_link(link, _("All %(n)s sessions", n=len(newest_first)), "all") if len(
        shown
    ) < len(newest_first) else None


def _room(evenings: Sequence[Evening]) -> int:
    """The number of sessions that fit, by MOST_AT_ONCE tables."""
    before = accumulate((min(len(evening.tables), MOST_LISTED) for evening in evenings), initial=0)
    return sum(tables < MOST_AT_ONCE for tables in before)


def _night(story: Story, evening: Evening, link: str, opened: bool) -> Night:
    tables = [view_for(table) for table in evening.tables[-MOST_LISTED:]]
    rows = [_row(table, link) for table in tables]
    return night(story.evenings, evening, tables, rows, story.people, opened)


def _nights_link(link: str, text: str, evening: str) -> Link:
    return Link(text, url_for("groups.group", link=link, evening=evening, _anchor="evenings"))


def _runs(table: Told) -> bool:
    return not table.over


def view_for(told: Told) -> View:
    """A table as a watcher sees it."""
    return watched(context.store().table_by_code(told.code))


def _row(view: View, link: str) -> Row:
    return table_row(view, url_for("groups.watch", link=link, code=view.table.code))


def _unkept(row: OutcomeRow, link: str) -> Row:
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
        if (held := precedents_of(group.id, game))
    }
