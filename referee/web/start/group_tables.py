"""A group's tables and people as its page shows them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from referee.store.values import TableRow
from referee.web.http import rendering
from referee.web.http.parts import Row
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


def table_row(view: View, href: str) -> Row:
    """A table as a list shows it: game, players, where it stands or when it ended, who leads or won."""
    return Row(
        href,
        short_name(view.table.game),
        rendering.day(view.history.events[-1].at) if view.over else view.say(view.scene.where),
        view.speaker.marks.comma.join(view.names.values()),
        _detail(view),
        running=not view.over,
        game=view.table.game,
    )


def unkept_row(table: TableRow, names: Iterable[str], href: str) -> Row:
    """One table of a game that is no longer kept: its id, its players, when it was opened."""
    return Row(href, table.game, rendering.day(table.created), ", ".join(names), _("no longer kept"))


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


def records(tables: Sequence[tuple[View, Seated]]) -> dict[int, dict[str, Tally]]:
    """What everybody who sits at one of the tables did in each game, by its name."""
    found: dict[int, dict[str, Tally]] = {}
    for view, seated in tables:
        for seat, person in seated.items():
            if person is not None:
                _count(found.setdefault(person, {}), view, seat)
    return found


def _count(games: dict[str, Tally], view: View, seat: str) -> None:
    """Add a table that came to its end; of an evening, every finished game. It counts for whoever sat there at the end."""
    tally, result = view.history.game.info.tally, view.result
    played = view.scene.complete if tally else int(result is not None)
    if not played:
        return
    known = games.setdefault(short_name(view.table.game), Tally())
    known.played += played
    known.won += view.totals[seat] if tally else int(result is not None and seat in result.winners)
    if not tally and not view.scene.shown:
        best = min if view.low_wins else max
        known.best = best(view.totals[seat], known.best if known.best is not None else view.totals[seat])
