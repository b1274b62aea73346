"""A person's page in a group: games, places and rival; members may change name and symbol."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Response, abort, url_for

from referee.store.symbols import Sign
from referee.store.values import GroupRow
from referee.web.http import context, rendering
from referee.web.http.parts import Form, Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import ordinal
from referee.web.view.symbols import Choosable, ink_choices, shape_choices
from referee.words import MARKS, plain_number

from .details import BAR, Details, decimal, details
from .figures import Count, OfGame, Opponent, counts_by, find_opponents, of_games
from .identity import Identity, identity_of
from .page import Story, story_of
from .parts import Figure
from .story import Person, TableSummary
from .words import long_day, month

ENOUGH_SESSIONS, MOST_POINTS, MOST_PLACES = 3, 24, 8
LEFT, RIGHT, TOP, STEP, FOOT, WIDTH = 18, 322, 14, 26, 30, 332
MONTH_ROOM = 30
MOST_MET = 10


@dataclass(frozen=True)
class GamesOfKind:
    """Games of one kind: played, won, best number if numbers decide; ``more`` is in words."""

    game: str
    name: str
    more: str
    played: int
    won: int
    best: str


@dataclass(frozen=True)
class HeadToHead:
    """A head-to-head row; ``parts`` are (front, level or behind; start; length) of its bar.

    ``times``: how often they met.
    """

    name: str
    sign: Sign
    href: str
    parts: Sequence[tuple[str, float, float]]
    score: str
    told: str
    times: str


@dataclass(frozen=True)
class Places:
    """A chart of places: grid, one point (x, y, first) a session, months; ``rows`` as text."""

    height: int
    grid: Sequence[tuple[int, int]]
    points: Sequence[tuple[float, int, bool]]
    months: Sequence[tuple[str, float]]
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class PersonPage(Page):
    """A person of a group; only members get the form, in which ``typed`` is the name.

    ``rival`` is who was met most often.
    """

    name: str
    typed: str
    error: str
    sign: Sign
    figures: Sequence[Figure]
    sessions: str
    places: Places | None
    rival: HeadToHead | None
    details: Sequence[Details]
    games: Sequence[GamesOfKind]
    beaten: Sequence[HeadToHead]
    players: Sequence[tuple[str, Count]]
    years: Sequence[tuple[str, Count]]
    shapes: Sequence[Choosable]
    inks: Sequence[Choosable]
    identity: Identity | None = None


def person_page(
    group: GroupRow,
    person: Person,
    belongs: bool,
    typed: str = "",
    error: str = "",
    unclear: str = "",
    status: int = 200,
) -> Response:
    """The page; 404 if at none of the newest tables. ``unclear``: why a merge or split failed."""
    story = story_of(group)
    known = story.people.get(person)
    if known is None:
        abort(404)
    there = [session for session in story.sessions if person in session.there]
    opponents = find_opponents(story.tables, person)
    beaten = [_beaten(story, group, person, one) for one in opponents[:MOST_MET]]
    page = PersonPage(
        header=Header(
            title=group.name or _("Group"), back=url_for("groups.group", link=group.link)
        ),
        name=known.name,
        typed=typed or known.name,
        error=error,
        sign=known.sign,
        figures=[*_figures(story, person)],
        sessions=_("%(n)s sessions", n=len(there)),
        places=_places(story, person),
        rival=beaten[0] if beaten else None,
        details=details(story.tables, person),
        games=[_played(one) for one in of_games(story.tables, person)],
        beaten=beaten,
        players=_by_players(story, person),
        years=[(str(year), one) for year, one in counts_by(story.tables, person, _year).items()],
        shapes=shape_choices(known.sign, _shapes_of_others(story, person)),
        inks=ink_choices(known.sign),
    )
    if belongs and person not in story.nameless:
        form = Form(url_for("groups.change_person", link=group.link, person=person))
        page = replace(page, form=form, identity=identity_of(group, known, unclear))
    return rendering.page("group/person.html", page, status)


def _by_players(story: Story, person: Person) -> list[tuple[str, Count]]:
    counts = counts_by(story.tables, person, lambda table: table.players)
    return [(_("%(n)s players", n=n), one) for n, one in counts.items()]


def _shapes_of_others(story: Story, person: Person) -> dict[str, str]:
    """Whose each shape is already."""
    return {one.sign.shape: one.name for one in story.people.values() if one.id != person}


def _figures(story: Story, person: Person) -> Iterator[Figure]:
    own = next((one for one in story.player_records if one.person == person), None)
    if own:
        yield Figure(str(own.played), _("game played") if own.played == 1 else _("games played"))
        yield Figure(str(own.won), _("won, %(n)s%%", n=own.share))
        yield Figure(str(own.row), _("win streak (best %(n)s)", n=own.best_row))


def _places(story: Story, person: Person) -> Places | None:
    """A line over the newest sessions with a finished game.

    None for fewer than two of them, or for somebody who was hardly ever there.
    """
    placed = [
        (session, place)
        for session in story.sessions
        if (place := session.place(person)) is not None
    ][-MOST_POINTS:]
    times = sum(person in session.there for session in story.sessions)
    if len(placed) < 2 or times < ENOUGH_SESSIONS:
        return None
    lowest = min(MOST_PLACES, max(2, *(place for _session, place in placed)))
    step = (RIGHT - LEFT) / (len(placed) - 1)
    xs = [round(LEFT + step * at, 1) for at in range(len(placed))]
    return Places(
        height=TOP + STEP * (lowest - 1) + FOOT,
        grid=[(place, _height(place)) for place in range(1, lowest + 1)],
        points=[
            (x, _height(min(place, lowest)), place == 1)
            for x, (_session, place) in zip(xs, placed, strict=True)
        ],
        months=_months([month(session.began) for session, _place in placed], xs),
        rows=[(long_day(session.began), ordinal(place, shared=False)) for session, place in placed],
    )


def _months(names: Sequence[str], xs: Sequence[float]) -> list[tuple[str, float]]:
    """Each month at its first session, if there is room beside the label before it."""
    found: list[tuple[str, float]] = []
    before = ""
    for name, x in zip(names, xs, strict=True):
        if name != before and (not found or x - found[-1][1] >= MONTH_ROOM):
            found.append((name, x))
        before = name
    return found


def _height(place: int) -> int:
    return TOP + STEP * (place - 1)


def _played(one: OfGame) -> GamesOfKind:
    told = [_("average %(n)s", n=decimal(one.average))] if one.average is not None else []
    told += [_("%(n)s won together with others", n=one.count.shared)] if one.count.shared else []
    told += (
        [_("win streak %(n)s (best %(m)s)", n=one.row, m=one.best_row)] if one.best_row > 1 else []
    )
    more = MARKS[context.language()].between.join(told)
    return GamesOfKind(
        one.game,
        short_name(one.game),
        more,
        one.count.played,
        one.count.won,
        plain_number(one.best),
    )


def _year(table: TableSummary) -> int:
    return datetime.fromtimestamp(table.began).year


def _beaten(story: Story, group: GroupRow, person: Person, one: Opponent) -> HeadToHead:
    other, own = story.people[one.person], story.people[person]
    told = _(
        "Times ahead: %(name)s %(n)s, %(other)s %(m)s",
        name=own.name,
        n=one.behind,
        other=other.name,
        m=one.ahead,
    )
    level = [_("tied: %(n)s", n=one.level)] if one.level else []
    score = f"{one.behind} : {one.ahead}"
    href = url_for("groups.person", link=group.link, person=other.id)
    return HeadToHead(
        other.name,
        other.sign,
        href,
        _parts(one),
        score,
        MARKS[context.language()].between.join([told, *level]),
        _("%(n)s times", n=one.games),
    )


def _parts(one: Opponent) -> list[tuple[str, float, float]]:
    """The bar's non-empty parts, with a gap between them."""
    found, at = [], 0.0
    for what, times in (("front", one.behind), ("level", one.level), ("behind", one.ahead)):
        length = BAR * times / one.games
        if times:
            found.append((what, round(at + 1, 1), round(length - 2, 1)))
        at += length
    return found
