"""A person's page in a group: games, places and rival; members may change name and symbol."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from referee.store.signs import Sign
from referee.store.values import GroupRow
from referee.web.http import context
from referee.web.http.parts import Form, Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import ordinal
from referee.web.view.symbols import Choosable, ink_choices, shape_choices
from referee.words import MARKS, plain_number

from .details import BAR, Details, decimal, details
from .figures import Count, Met, OfGame, counts_by, met, of_games
from .identity import Identity, identity_of
from .page import Story, story_of
from .parts import Figure
from .story import Person, Told
from .words import long_day, month

ENOUGH_EVENINGS, MOST_POINTS, MOST_PLACES = 3, 24, 8
LEFT, RIGHT, TOP, STEP, FOOT, WIDTH = 18, 322, 14, 26, 30, 332
MONTH_ROOM = 30
MOST_MET = 10


@dataclass(frozen=True)
class Played:
    """Games of one kind: played, won, best number if numbers decide; ``more`` is in words."""

    game: str
    name: str
    more: str
    played: int
    won: int
    best: str


@dataclass(frozen=True)
class Counted:
    """Games played and won under one label, and the share won."""

    label: str
    played: int
    won: int
    share: str


@dataclass(frozen=True)
class Beaten:
    """A head-to-head row; ``parts`` are (front, level or behind; start; length) of its bar."""

    name: str
    sign: Sign
    href: str
    parts: Sequence[tuple[str, float, float]]
    score: str
    told: str


@dataclass(frozen=True)
class Places:
    """A chart of places: grid, one point (x, y, first) a session, months; ``rows`` as text."""

    height: int
    grid: Sequence[tuple[int, int]]
    points: Sequence[tuple[float, int, bool]]
    months: Sequence[tuple[str, float]]
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Next:
    """The player met most often, and how often each finished ahead."""

    name: str
    sign: Sign
    href: str
    score: str
    told: str
    times: str


@dataclass(frozen=True, kw_only=True)
class PersonPage(Page):
    """A person of a group; only members get the form, in which ``typed`` is the name."""

    name: str
    typed: str
    error: str
    sign: Sign
    figures: Sequence[Figure]
    evenings: str
    places: Places | None
    rival: Next | None
    details: Sequence[Details]
    games: Sequence[Played]
    beaten: Sequence[Beaten]
    players: Sequence[Counted]
    years: Sequence[Counted]
    shapes: Sequence[Choosable]
    inks: Sequence[Choosable]
    identity: Identity | None


def person_page(
    group: GroupRow,
    person: Person,
    belongs: bool,
    typed: str = "",
    error: str = "",
    unclear: str = "",
) -> PersonPage | None:
    """The page; None if at none of the newest tables. ``unclear``: why a merge or split failed."""
    story = story_of(group)
    known = story.people.get(person)
    if known is None:
        return None
    named = belongs and person not in story.nameless
    own = next((one for one in story.standings if one.person == person), None)
    there = [evening for evening in story.evenings if person in evening.there]
    enough = len(there) >= ENOUGH_EVENINGS
    return PersonPage(
        header=Header(
            title=group.name or _("Group"), back=url_for("groups.group", link=group.link)
        ),
        name=known.name,
        typed=typed or known.name,
        error=error,
        sign=known.sign,
        figures=[
            Figure(str(own.played), _("game played") if own.played == 1 else _("games played")),
            Figure(str(own.won), _("won, %(n)s%%", n=own.share)),
            Figure(str(own.row), _("win streak (best %(n)s)", n=own.best_row)),
        ]
        if own
        else (),
        evenings=_("%(n)s sessions", n=len(there)),
        places=_places(story, person) if enough else None,
        rival=_rival(story, group, person),
        details=details(story.tables, person),
        games=[_played(one) for one in of_games(story.tables, person)],
        beaten=[_beaten(story, group, person, one) for one in met(story.tables, person)[:MOST_MET]],
        players=[
            _counted(_("%(n)s players", n=n), one)
            for n, one in counts_by(story.tables, person, lambda table: table.players).items()
        ],
        years=[
            _counted(str(year), one) for year, one in counts_by(story.tables, person, _year).items()
        ],
        shapes=shape_choices(
            known.sign,
            {one.sign.shape: one.name for one in story.people.values() if one.id != known.id},
        ),
        inks=ink_choices(known.sign),
        form=Form(url_for("groups.change_person", link=group.link, person=person))
        if named
        else None,
        identity=identity_of(group, known, unclear) if named else None,
    )


def _places(story: Story, person: Person) -> Places | None:
    """A line over the newest sessions with a finished game; None for fewer than two."""
    placed = [
        (evening, place)
        for evening in story.evenings
        if (place := evening.place(person)) is not None
    ][-MOST_POINTS:]
    if len(placed) < 2:
        return None
    lowest = min(MOST_PLACES, max(2, *(place for _evening, place in placed)))
    step = (RIGHT - LEFT) / (len(placed) - 1)
    xs = [round(LEFT + step * at, 1) for at in range(len(placed))]
    months: list[tuple[str, float]] = []
    for at, (evening, _place) in enumerate(placed):
        begins = at == 0 or month(evening.began) != month(placed[at - 1][0].began)
        if begins and (not months or xs[at] - months[-1][1] >= MONTH_ROOM):
            months.append((month(evening.began), xs[at]))
    return Places(
        height=TOP + STEP * (lowest - 1) + FOOT,
        grid=[(place, _height(place)) for place in range(1, lowest + 1)],
        points=[
            (x, _height(min(place, lowest)), place == 1)
            for x, (_evening, place) in zip(xs, placed, strict=True)
        ],
        months=months,
        rows=[(long_day(evening.began), ordinal(place, shared=False)) for evening, place in placed],
    )


def _height(place: int) -> int:
    return TOP + STEP * (place - 1)


def _played(one: OfGame) -> Played:
    told = [_("average %(n)s", n=decimal(one.average))] if one.average is not None else []
    told += [_("%(n)s won together with others", n=one.count.shared)] if one.count.shared else []
    told += (
        [_("win streak %(n)s (best %(m)s)", n=one.row, m=one.best_row)] if one.best_row > 1 else []
    )
    more = MARKS[context.language()].between.join(told)
    return Played(
        one.game,
        short_name(one.game),
        more,
        one.count.played,
        one.count.won,
        plain_number(one.best),
    )


def _counted(label: str, one: Count) -> Counted:
    return Counted(label, one.played, one.won, f"{round(100 * one.won / one.played)}%")


def _year(table: Told) -> int:
    return datetime.fromtimestamp(table.began).year


def _rival(story: Story, group: GroupRow, person: Person) -> Next | None:
    found = met(story.tables, person)
    if not found:
        return None
    row = _beaten(story, group, person, found[0])
    return Next(
        row.name, row.sign, row.href, row.score, row.told, _("%(n)s times", n=found[0].games)
    )


def _beaten(story: Story, group: GroupRow, person: Person, one: Met) -> Beaten:
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
    return Beaten(
        other.name,
        other.sign,
        href,
        _parts(one),
        score,
        MARKS[context.language()].between.join([told, *level]),
    )


def _parts(one: Met) -> list[tuple[str, float, float]]:
    """The bar's non-empty parts, with a gap between them."""
    found, at = [], 0.0
    for what, times in (("front", one.behind), ("level", one.level), ("behind", one.ahead)):
        length = BAR * times / one.games
        if times:
            found.append((what, round(at + 1, 1), round(length - 2, 1)))
        at += length
    return found
