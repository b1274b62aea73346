"""Tables as rows of a list."""

from collections.abc import Collection, Iterable

from referee.store.values import TableRow
from referee.web.http import context, rendering
from referee.web.http.parts import ListRow
from referee.web.http.words import gettext as _
from referee.words import MARKS, plain_number

from .page_header import short_name
from .seat_words import early_end
from .seen import leaders
from .view import View


def table_row(view: View, href: str) -> ListRow:
    """Return a table's row: game, players, state or end date, who leads or won."""
    return ListRow(
        href,
        short_name(view.table.game),
        rendering.day(view.history.events[-1].at) if view.over else view.say(view.scene.where),
        view.translator.marks.between.join(view.names.values()),
        _detail(view),
        running=not view.over,
        game=view.table.game,
    )


def unkept_row(table: TableRow, names: Iterable[str], href: str) -> ListRow:
    """Return the row of a table whose game was removed: game id, players, start date."""
    return ListRow(
        href,
        table.game,
        rendering.day(table.created),
        MARKS[context.language()].between.join(names),
        _("no longer supported"),
    )


def _detail(view: View) -> str:
    if early_end(view):
        return _("ended early")
    best = [seat for seat in view.heads if seat in _first(view)]
    if not best:
        return ""
    who = view.translator.marks.between.join(map(view.side_name, best))
    n = plain_number(view.totals[best[0]])
    tally, several = view.history.game.info.tally, len(best) > 1
    if view.result and not tally:
        return _("%(name)s won, %(n)s", name=who, n=n)
    if tally and several:
        return _("%(names)s lead, %(n)s won", names=who, n=n)
    if tally:
        return _("%(name)s leads, %(n)s won", name=who, n=n)
    if several:
        return _("%(names)s lead, %(n)s", names=who, n=n)
    return _("%(name)s leads, %(n)s", name=who, n=n)


def _first(view: View) -> Collection[str]:
    """The winners or leaders; where games won are counted, whoever has won the most."""
    if view.history.game.info.tally:
        return leaders(view.totals, view.history.game.info)
    return view.result.winners if view.result else view.leaders
