"""A group's tables and people as its page shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flask_babel import gettext as _

from referee.store import TableRow
from referee.web.http import rendering
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import early_end
from referee.web.view.view import View, leaders

Seated = Mapping[str, int | None]


@dataclass
class Tally:
    """What somebody did in one game: games played to their end, games won, the best total where points are what counts."""

    played: int = 0
    won: int = 0
    best: int | None = None


@dataclass
class Record:
    """What somebody did, by game."""

    games: dict[str, Tally] = field(default_factory=dict)


@dataclass(frozen=True)
class GameRecord:
    """What somebody did in one game, in words."""

    game: str
    played: int
    won: int
    best: str


@dataclass(frozen=True)
class PersonRow:
    """Somebody of the group with what they did in each game, and why another name was refused."""

    id: int
    name: str
    games: Sequence[GameRecord]
    error: str = ""


@dataclass(frozen=True)
class ListedTable:
    """One table in a list: game, players, where it stands or when it ended, who leads or won."""

    href: str
    name: str
    players: str
    running: bool
    state: str
    detail: str


def table_rows(views: Sequence[View], href: Callable[[str], str]) -> list[ListedTable]:
    """The tables, running ones first, else the newest first."""
    return [table_row(view, href(view.table.code)) for view in sorted(views, key=lambda view: view.over)]


def table_row(view: View, href: str) -> ListedTable:
    """A table as a list shows it."""
    where = view.scene.where
    return ListedTable(
        href=href,
        name=short_name(view.table.game),
        players=", ".join(view.names.values()),
        running=not view.over,
        state=rendering.day(view.history.events[-1].at) if view.over else view.speaker.say(f"say.{where.code}", where.params),
        detail=_detail(view),
    )


def unkept_row(table: TableRow, names: Iterable[str], href: str) -> ListedTable:
    """One table of a game that is no longer kept: its id, its players, when it was opened."""
    return ListedTable(href, table.game, ", ".join(names), False, rendering.day(table.created), _("no longer kept"))


def _detail(view: View) -> str:
    if early_end(view):
        return _("ended early")
    tally = view.history.game.info.tally
    first = view.result.winners if view.result and not tally else leaders(view.totals, view.low_wins) if tally else view.leaders
    best = [seat for seat in view.history.seats if seat in first]
    if not best:
        return ""
    who, n = ", ".join(view.names[seat] for seat in best), view.totals[best[0]]
    if tally:
        return _("%(name)s leads, %(n)s", name=who, n=_("%(n)s won", n=n))
    return _("%(name)s won, %(n)s", name=who, n=n) if view.result else _("%(name)s leads, %(n)s", name=who, n=n)


def record_rows(people: Sequence[tuple[int, str]], tables: Sequence[tuple[View, Seated]]) -> list[PersonRow]:
    """Everybody of the group who sits at one of the tables, with what they did in each game."""
    records: dict[int, Record] = {}
    for view, seated in tables:
        for seat, person in seated.items():
            if person is not None:
                _count(records.setdefault(person, Record()), view, seat)
    return [
        PersonRow(person, name, [_told(game, tally) for game, tally in records[person].games.items()])
        for person, name in people
        if person in records
    ]


def _count(record: Record, view: View, seat: str) -> None:
    """Add a table that came to its end; of an evening, every finished game. It counts for whoever sat there at the end."""
    tally, result = view.history.game.info.tally, view.result
    played = view.scene.complete if tally else int(result is not None)
    if not played:
        return
    known = record.games.setdefault(view.table.game, Tally())
    known.played += played
    known.won += view.totals[seat] if tally else int(result is not None and seat in result.winners)
    if not tally and not view.scene.shown:
        best = min if view.low_wins else max
        known.best = best(view.totals[seat], known.best if known.best is not None else view.totals[seat])


def _told(game: str, tally: Tally) -> GameRecord:
    best = "" if tally.best is None else str(tally.best).replace("-", "−")
    return GameRecord(short_name(game), tally.played, tally.won, best)
