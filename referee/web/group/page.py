"""The group's page: its story, its people and records, its evenings, its rulings and link, and the way to its next table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for

from referee.store.values import GroupRow, PersonRow, TableRow
from referee.web.desk.kept_games import is_kept
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page, Row
from referee.web.http.words import gettext as _
from referee.web.rulings.group_rulings import precedents_of
from referee.web.view.page_header import short_name
from referee.web.view.table_rows import table_row, unkept_row

from .counted import Counted, counted
from .parts import MOST_SHOWN, Best, Figure, Night, Somebody, When, best, night, somebody, title_of, when
from .story import Evening, Person, Standing, evenings, records, standings
from .words import fact, month

MOST_TABLES = 100
"""The story is that of the newest tables, however many there are."""


@dataclass(frozen=True)
class ListedRuling:
    """What the group holds to, and since when."""

    clause: str
    text: str
    when: str


@dataclass(frozen=True, kw_only=True)
class GroupPage(Page):
    """Everything about a group; its link, its name to be changed and the next table are for those who belong to it.

    ``name`` is what was typed for it, ``title`` what the group is called; ``rulings`` are by game; ``story`` is one sentence of fact.
    """

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
    again: Form | None


@dataclass(frozen=True)
class Story:
    """The newest tables of a group, what they tell, and everybody who sits at one of them."""

    tables: Sequence[Counted]
    unkept: Sequence[TableRow]
    evenings: Sequence[Evening]
    standings: Sequence[Standing]
    people: Mapping[Person, PersonRow]


def story_of(group: GroupRow) -> Story:
    """Read the newest tables of a group, newest first."""
    stored = context.store().tables_of_group(group.id, MOST_TABLES)
    tables = counted(filter(is_kept, stored))
    told = evenings(table.told for table in tables if table.begun)
    there = {person for table in tables for person in table.told.there}
    people = {person.id: person for person in context.store().persons(sorted(there))}
    return Story(tables, [table for table in stored if not is_kept(table)], told, standings(table.told for table in tables), people)


def group_page(group: GroupRow, belongs: bool, evening: str = "", name: str | None = None, error: str = "") -> GroupPage:
    """The page, with the evening opened whose first table is ``evening``, or with ``all`` of them listed."""
    story, link = story_of(group), group.link
    several, nights = len(story.evenings) > 1, _nights(story, link, evening)
    hidden = len(story.evenings) - len(nights)
    return GroupPage(
        header=Header(title=_("Group"), back=url_for("home.home")),
        title=title_of(group, [*story.people.values()]),
        name=group.name if name is None else name,
        error=error,
        figures=_figures(story) if several else (),
        running=[_row(table, link) for table in story.tables if not table.view.over],
        when=when(link, story.evenings, story.standings, story.people) if several else None,
        story=_fact(story) if several else "",
        people=[somebody(link, story.people[one.person], one) for one in story.standings],
        records=[best(link, record, story.people) for record in records(story.evenings)] if several else (),
        nights=nights,
        all_nights=Link(
            _("All %(n)s evenings", n=len(story.evenings)), url_for("groups.group", link=link, evening="all", _anchor="evenings")
        ) if hidden else None,
        unkept=[_unkept(table, link) for table in story.unkept],
        rulings=_rulings(group, story),
        link=url_for("groups.group", link=link, _external=True) if belongs else "",
        form=Form(url_for("groups.rename", link=link)) if belongs else None,
        again=Form(url_for("groups.play_again", link=link), {"key": context.new_key()}) if belongs and story.tables else None,
        actions=_actions(story, link) if belongs else None,
    )


def _fact(story: Story) -> str:
    """What the newest evening has changed on which a game was finished."""
    newest = next((evening for evening in reversed(story.evenings) if evening.games), None)
    return fact(newest, story.standings, {one: known.name for one, known in story.people.items()}) if newest else ""


def _figures(story: Story) -> list[Figure]:
    games = sum(evening.games for evening in story.evenings)
    kinds = len({table.game for evening in story.evenings for table in evening.tables if table.games})
    return [
        Figure(str(len(story.evenings)), _("evenings since %(month)s", month=month(story.evenings[0].began, full=True))),
        Figure(str(games), _("game played") if games == 1 else _("games played")),
        Figure(str(kinds), _("kind of game") if kinds == 1 else _("different games")),
    ]


def _nights(story: Story, link: str, wanted: str) -> list[Night]:
    """The newest evenings first; all of them where one is asked for that is none of these."""
    by_code = {table.told.code: table for table in story.tables}
    newest_first = [*reversed(story.evenings)]
    shown = newest_first if wanted else newest_first[:MOST_SHOWN]
    found = []
    for evening in shown:
        tables = [by_code[table.code] for table in evening.tables]
        rows, code = [_row(table, link) for table in tables], evening.tables[0].code
        found.append(night(story.evenings, evening, [table.view for table in tables], rows, story.people, opened=code == wanted))
    return found


def _row(table: Counted, link: str) -> Row:
    return table_row(table.view, url_for("groups.watch", link=link, code=table.told.code))


def _unkept(table: TableRow, link: str) -> Row:
    names = (row.name for row in context.store().seats(table.id))
    return unkept_row(table, names, url_for("groups.watch", link=link, code=table.code))


def _actions(story: Story, link: str) -> Actions:
    """The newest table’s game again, or the way to it while it is played; and any other game."""
    other = url_for("groups.again", link=link)
    if not story.tables:
        return Actions(go=Go(_("Start a table"), url_for("start.games")))
    newest = story.tables[0].view
    if newest.over:
        go = Go(_("%(game)s again", game=short_name(newest.table.game)), form="again")
    else:
        go = Go(_("Go to the table"), url_for("groups.watch", link=link, code=newest.table.code))
    return Actions(go=go, plain=[Link(_("Other game"), other)])


def _rulings(group: GroupRow, story: Story) -> dict[str, list[ListedRuling]]:
    return {
        short_name(game): [ListedRuling(known.clause, known.text, rendering.day(known.at)) for known in held.values()]
        for game in dict.fromkeys(table.told.game for table in story.tables)
        if (held := precedents_of(group.id, game))
    }
