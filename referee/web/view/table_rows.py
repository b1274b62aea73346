"""Tables as rows of a list."""

from collections.abc import Iterable

from referee.store.values import TableRow
from referee.web.http import context, rendering
from referee.web.http.parts import Row
from referee.web.http.words import gettext as _
from referee.words import MARKS, plain_number

from .page_header import short_name
from .seat_words import early_end
from .view import View, leaders


def table_row(view: View, href: str) -> Row:
    """Return a table's row: game, players, state or end date, who leads or won."""
    return Row(
        href,
        short_name(view.table.game),
        rendering.day(view.history.events[-1].at) if view.over else view.say(view.scene.where),
        view.speaker.marks.between.join(view.names.values()),
        _detail(view),
        running=not view.over,
        game=view.table.game,
    )


def unkept_row(table: TableRow, names: Iterable[str], href: str) -> Row:
    """Return the row of a table whose game was removed: game id, players, start date."""
    return Row(
        href,
        table.game,
        rendering.day(table.created),
        MARKS[context.language()].between.join(names),
        _("no longer supported"),
    )


def _detail(view: View) -> str:
    if early_end(view):
        return _("ended early")
    tally = view.history.game.info.tally
    first = (
        view.result.winners
        if view.result and not tally
        else leaders(view.totals, view.history.game.info)
        if tally
        else view.leaders
    )
    best = [seat for seat in view.history.seats if seat in first]
    if not best:
        return ""
    who, n = (
        view.speaker.marks.between.join(view.names[seat] for seat in best),
        plain_number(view.totals[best[0]]),
    )
    if view.result and not tally:
        return _("%(name)s won, %(n)s", name=who, n=n)
    if len(best) > 1:
        return (
            _("%(names)s lead, %(n)s won", names=who, n=n)
            if tally
            else _("%(names)s lead, %(n)s", names=who, n=n)
        )
    return (
        _("%(name)s leads, %(n)s won", name=who, n=n)
        if tally
        else _("%(name)s leads, %(n)s", name=who, n=n)
    )
