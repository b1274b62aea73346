"""What a table comes to in the story of its group, from its log alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.kernel.contract import SeatId, rank_by
from referee.store.values import SeatRow, TableRow
from referee.web.http import context
from referee.web.view.view import View

from .story import Person, Told


@dataclass(frozen=True)
class Counted:
    """A table as a watcher sees it, and what it tells of its group."""

    view: View
    told: Told

    @property
    def begun(self) -> bool:
        """Whether it belongs to an evening: a round is complete, or it ended with something entered; entries still secret do not show."""
        return bool(self.view.scene.complete or (self.view.over and self.view.history.played))


def counted(tables: Iterable[TableRow]) -> list[Counted]:
    """Tables with what they tell."""
    desk, store = context.desk(), context.store()
    found = []
    for table in tables:
        rows = store.seats(table.id)
        names, signs = {row.seat: row.name for row in rows}, {row.seat: row.sign for row in rows}
        view = View(table, desk.history(table), names, "watch", signs=signs)
        found.append(Counted(view, told_of(view, rows)))
    return found


def told_of(view: View, rows: Sequence[SeatRow]) -> Told:
    """What a table came to, by person: whoever sat there at the end has all its games, and whoever was there has been there."""
    who = {row.seat: row.person_id for row in rows if row.person_id is not None}
    games, places = _games(view), _places(view)
    sat, gone = frozenset(who.values()), {taken.was for taken in view.seats.handovers}
    return Told(
        code=view.table.code,
        game=view.table.game,
        began=view.table.created,
        sat=sat,
        there=sat | frozenset(person for person in gone if person is not None),
        games=tuple(_people(who, seats) for seats in games),
        places=tuple(_people(who, seats) for seats in places),
        numbers={who[seat]: number for seat, number in deciding(view).items() if seat in who} if games else {},
        low_wins=view.low_wins,
        made=_made(view, who) if games else {},
    )


def _people(who: dict[SeatId, Person], seats: Iterable[SeatId]) -> frozenset[Person]:
    return frozenset(who[seat] for seat in seats if seat in who)


def _games(view: View) -> list[Sequence[SeatId]]:
    """The winners of every finished game; where one game follows another, a round of the sheet is a game."""
    if view.history.game.info.tally:
        rounds = range(1, view.scene.complete + 1)
        return [[seat for seat in view.history.seats if (view.points(n, seat) or 0) > 0] for n in rounds]
    return [view.result.winners] if view.result else []


def _places(view: View) -> Sequence[Sequence[SeatId]]:
    if view.history.game.info.tally:
        return rank_by(view.totals) if view.scene.complete else ()
    return view.result.ranking if view.result else ()


def deciding(view: View) -> dict[SeatId, int]:
    """The numbers by which a finished game was won; none where something else decided, or where games are counted."""
    if view.result is None or view.history.game.info.tally or not view.result.won:
        return {}
    shown = {seat: view.scene.shown[seat].value if seat in view.scene.shown else view.totals[seat] for seat in view.history.seats}
    return shown if set(view.result.winners) <= set(rank_by(shown, view.low_wins)[0]) else {}


def _made(view: View, who: dict[SeatId, Person]) -> dict[Person, dict[str, int]]:
    """The points of everything that everybody makes once; nothing in a game without such things."""
    found: dict[Person, dict[str, int]] = {}
    for line in view.lines:
        if line.counts and line.slot in view.history.game.info.made and line.seat in who:
            made = found.setdefault(who[line.seat], {})
            made[line.slot] = made.get(line.slot, 0) + line.points
    return found
