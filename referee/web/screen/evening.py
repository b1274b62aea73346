"""The session: the games these people played today, by games won, as points do not add up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from referee.kernel.contract import rank_by
from referee.store.signs import Sign
from referee.store.values import SeatRow, TableRow
from referee.web.desk.kept_games import is_kept
from referee.web.group.story import EVENING
from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.web.view.access import watched
from referee.web.view.log_words import clock
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import ordinal, result_text
from referee.web.view.view import View

MOST_TABLES, MOST_GAMES, MOST_RESULTS = 20, 6, 3


@dataclass(frozen=True)
class EveningGame:
    """A column: a game, and how long it took or that it is running."""

    name: str
    note: str
    running: bool


@dataclass(frozen=True)
class EveningCell:
    """A person's number in a game, what it counts or their place, and whether they won."""

    number: int
    note: str
    won: bool


@dataclass(frozen=True)
class EveningRow:
    """A person's cells, one a game (None if absent), and games won in all."""

    name: str
    sign: Sign | None
    cells: Sequence[EveningCell | None]
    won: int


@dataclass(frozen=True)
class Evening:
    """The games in order, the people by games won, the newest results with their times."""

    games: Sequence[EveningGame]
    rows: Sequence[EveningRow]
    results: Sequence[tuple[str, str]]
    count: int


@dataclass(frozen=True)
class Sitting:
    """A table of the session as a watcher sees it, with its seats."""

    view: View
    seats: Sequence[SeatRow]

    def cell(self, seat: str) -> EveningCell:
        view, tally = self.view, self.view.history.game.info.tally
        shown = view.scene.shown.get(seat)
        number = view.totals[seat] if tally else shown.value if shown else view.totals[seat]
        note = (
            _("so far") if not view.over else _("won") if tally else _placed(self.places.get(seat))
        )
        return EveningCell(number, note, bool(self.won(seat)))

    def won(self, seat: str) -> int:
        """The games a seat won here: several only where one game follows another."""
        if self.view.history.game.info.tally:
            return self.view.totals[seat]
        return int(self.view.result is not None and seat in self.view.result.winners)

    @property
    def places(self) -> Mapping[str, tuple[int, bool]]:
        """Each seat's place and whether it is shared; empty before the end or without places."""
        view, found = self.view, dict[str, tuple[int, bool]]()
        if not view.over or not view.ranked:
            return found
        ended = (
            view.result.ranking
            if view.result and not view.history.game.info.tally
            else rank_by(view.totals, view.low_wins)
        )
        for group in ended:
            found.update(dict.fromkeys(group, (len(found) + 1, len(group) > 1)))
        return found


def _placed(place: tuple[int, bool] | None) -> str:
    return ordinal(*place) if place else ""


def evening_of(view: View) -> Evening | None:
    """The table's session, as far as this device was let in; None for a single table."""
    sittings = [_sitting(table) for table in _tables(view.table)]
    played = [
        one for one in sittings if one.view.history.played or one.view.table.id == view.table.id
    ]
    if len(played) < 2:
        return None
    return Evening(
        games=[_game(sitting) for sitting in played[-MOST_GAMES:]],
        rows=_rows(played),
        results=[
            (clock(one.view.history.events[-1].at), _told(one.view))
            for one in played
            if one.view.result
        ][-MOST_RESULTS:],
        count=len(played),
    )


def _tables(newest: TableRow) -> list[TableRow]:
    """The group's tables begun within one session of this, in order, that this device may see."""
    device = context.device()
    granted = (
        {grant.table.id for grant in context.store().tables_of_device(device)} if device else set()
    )
    of_group = reversed(context.store().tables_of_group(newest.group_id, MOST_TABLES))
    near = (table for table in of_group if abs(newest.created - table.created) < EVENING)
    return [table for table in near if is_kept(table) and table.id in granted | {newest.id}]


def _sitting(table: TableRow) -> Sitting:
    return Sitting(watched(table), context.store().seats(table.id))


def _game(sitting: Sitting) -> EveningGame:
    view, events = sitting.view, sitting.view.history.events
    minutes = round((events[-1].at - events[0].at) / 60)
    if view.over:
        return EveningGame(
            short_name(view.table.game), _("%(n)s min", n=max(1, minutes)), running=False
        )
    return EveningGame(short_name(view.table.game), _("now"), running=True)


def _rows(sittings: Sequence[Sitting]) -> list[EveningRow]:
    people = {who: row for sitting in sittings for who, row in _people(sitting)}
    rows = [(_standing(sittings, who), _row(sittings, who, row)) for who, row in people.items()]
    return [row for _key, row in sorted(rows, key=lambda each: each[0])]


def _people(sitting: Sitting) -> Iterator[tuple[int | str, SeatRow]]:
    """The seats by person, the same at every table, or by name if the person is unknown."""
    yield from ((row.person_id or row.name, row) for row in sitting.seats)


def _row(sittings: Sequence[Sitting], who: int | str, last: SeatRow) -> EveningRow:
    seats = [dict(_people(sitting)).get(who) for sitting in sittings]
    cells = [
        sitting.cell(row.seat) if row else None
        for sitting, row in zip(sittings, seats, strict=True)
    ]
    won = sum(sitting.won(row.seat) for sitting, row in zip(sittings, seats, strict=True) if row)
    return EveningRow(last.name, last.sign, cells[-MOST_GAMES:], won)


def _standing(sittings: Sequence[Sitting], who: int | str) -> tuple[int, list[int]]:
    """A sort key: more games won first, then better places."""
    at = [(sitting, row.seat) for sitting in sittings if (row := dict(_people(sitting)).get(who))]
    return -sum(sitting.won(seat) for sitting, seat in at), sorted(
        sitting.places[seat][0] for sitting, seat in at if sitting.places
    )


def _told(view: View) -> str:
    return Markup("{}{}{}").format(
        short_name(view.table.game), view.speaker.marks.colon, result_text(view)
    )
