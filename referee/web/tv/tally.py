"""The session: the games these people played today, by games won, as points do not add up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from referee.kernel.contract import rank_by
from referee.store.symbols import Sign
from referee.store.values import SeatRow, TableRow
from referee.web.group.story import SESSION_LENGTH
from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.web.view.access import watched
from referee.web.view.log_words import clock
from referee.web.view.page_header import short_name
from referee.web.view.seat_words import ordinal, result_text
from referee.web.view.view import View

MOST_TABLES, MOST_GAMES, MOST_RESULTS = 20, 6, 3


@dataclass(frozen=True)
class TallyGame:
    """A column: a game, and how long it took or that it is running."""

    name: str
    note: str
    running: bool


@dataclass(frozen=True)
class TallyCell:
    """A person's number in a game, what it counts or their place, and whether they won."""

    number: int
    note: str
    won: bool


@dataclass(frozen=True)
class TallyRow:
    """A person's cells, one a game (None if absent), and games won in all."""

    name: str
    sign: Sign | None
    cells: Sequence[TallyCell | None]
    won: int


@dataclass(frozen=True)
class SessionTally:
    """The games in order, the people by games won, the newest results with their times."""

    games: Sequence[TallyGame]
    rows: Sequence[TallyRow]
    results: Sequence[tuple[str, str]]
    count: int


@dataclass(frozen=True)
class SessionTable:
    """A table of the session as a watcher sees it, with its seats."""

    view: View
    seats: Sequence[SeatRow]

    def cell(self, seat: str) -> TallyCell:
        view, tally = self.view, self.view.history.game.info.tally
        shown = view.scene.shown.get(seat)
        number = view.totals[seat] if tally else shown.value if shown else view.totals[seat]
        note = (
            _("so far") if not view.over else _("won") if tally else _placed(self.places.get(seat))
        )
        return TallyCell(number, note, bool(self.won(seat)))

    def won(self, seat: str) -> int:
        """The games a seat won here: several only where one game follows another."""
        if self.view.history.game.info.tally:
            return self.view.totals[seat]
        return int(self.view.result is not None and seat in self.view.result.winners)

    @property
    def places(self) -> Mapping[str, tuple[int, bool]]:
        """Each seat's place and whether it is shared; empty before the end or without places."""
        view = self.view
        if not view.over or not view.ranked:
            return {}
        ended = (
            view.result.ranking
            if view.result and not view.history.game.info.tally
            else rank_by(view.totals, view.low_wins)
        )
        return view.placed(ended)


def _placed(place: tuple[int, bool] | None) -> str:
    return ordinal(*place) if place else ""


def session_tally(view: View) -> SessionTally | None:
    """The table's session, as far as this device was let in; None for a single table."""
    tables = [_session_table(row) for row in _table_rows(view.table)]
    played = [
        table
        for table in tables
        if table.view.history.played or table.view.table.id == view.table.id
    ]
    if len(played) < 2:
        return None
    return SessionTally(
        games=[_game(table) for table in played[-MOST_GAMES:]],
        rows=_rows(played),
        results=[
            (clock(table.view.history.events[-1].at), _told(table.view))
            for table in played
            if table.view.result
        ][-MOST_RESULTS:],
        count=len(played),
    )


def _table_rows(newest: TableRow) -> list[TableRow]:
    """The group's tables begun within one session of this, in order, that this device may see."""
    device = context.device()
    granted = (
        {grant.table.id for grant in context.store().tables_of_device(device)} if device else set()
    )
    of_group = reversed(context.store().tables_of_group(newest.group_id, MOST_TABLES))
    near = (table for table in of_group if abs(newest.created - table.created) < SESSION_LENGTH)
    return [table for table in near if context.is_kept(table) and table.id in granted | {newest.id}]


def _session_table(row: TableRow) -> SessionTable:
    return SessionTable(watched(row), context.store().seats(row.id))


def _game(table: SessionTable) -> TallyGame:
    view, events = table.view, table.view.history.events
    minutes = round((events[-1].at - events[0].at) / 60)
    if view.over:
        return TallyGame(
            short_name(view.table.game), _("%(n)s min", n=max(1, minutes)), running=False
        )
    return TallyGame(short_name(view.table.game), _("now"), running=True)


def _rows(tables: Sequence[SessionTable]) -> list[TallyRow]:
    people = {who: row for table in tables for who, row in _people(table)}
    rows = [(_rank_key(tables, who), _row(tables, who, row)) for who, row in people.items()]
    return [row for _key, row in sorted(rows, key=lambda each: each[0])]


def _people(table: SessionTable) -> Iterator[tuple[int | str, SeatRow]]:
    """The seats by person, the same at every table, or by name if the person is unknown."""
    yield from ((row.person_id or row.name, row) for row in table.seats)


def _row(tables: Sequence[SessionTable], who: int | str, last: SeatRow) -> TallyRow:
    seats = [dict(_people(table)).get(who) for table in tables]
    cells = [
        table.cell(row.seat) if row else None for table, row in zip(tables, seats, strict=True)
    ]
    won = sum(table.won(row.seat) for table, row in zip(tables, seats, strict=True) if row)
    return TallyRow(last.name, last.sign, cells[-MOST_GAMES:], won)


def _rank_key(tables: Sequence[SessionTable], who: int | str) -> tuple[int, list[int]]:
    """A sort key: more games won first, then better places."""
    at = [(table, row.seat) for table in tables if (row := dict(_people(table)).get(who))]
    return -sum(table.won(seat) for table, seat in at), sorted(
        table.places[seat][0] for table, seat in at if table.places
    )


def _told(view: View) -> str:
    return Markup("{}{}{}").format(
        short_name(view.table.game), view.translator.marks.colon, result_text(view)
    )
