"""The table a request is about, as the one who asks may see it."""

from referee.store.values import Grant, TableRow
from referee.web.http import context
from referee.web.http.admission import admitted

from .view import View


def open_view() -> tuple[TableRow, View]:
    """The table of this request, and its reader's view of it."""
    table, grant = admitted()
    return table, view_of(table, grant)


def view_of(table: TableRow, grant: Grant, seen: int | None = None) -> View:
    """The table as a device with this grant sees it: as it stands, or as it stood at ``seen``, if
    it ever did.
    """
    desk = context.desk()
    history = desk.history(table) if seen is None else desk.history_at(table, seen)
    told = {
        name: getattr(grant, name) for name in ("seen", "made", "let_in", "signs", "number", "held")
    }
    return View(table, history, grant.names, grant.role, grant.seat, **told)


def watched(table: TableRow) -> View:
    """The table as somebody sees it who only watches."""
    rows = context.store().seats(table.id)
    names, signs = {row.seat: row.name for row in rows}, {row.seat: row.sign for row in rows}
    return View(table, context.desk().history(table), names, "watch", signs=signs)


def entered_by(by: Grant | View) -> str:
    """Who enters, for the log: the seat this device claimed, else the role it has."""
    return by.seat or by.role


def note_own(table: TableRow, key: str, number: int = 1) -> None:
    """Whoever changed something need not be told of it: the events written with this key are this
    device's own.
    """
    device, made = context.device(), context.store().written(table.id, key)
    if device and made:
        context.store().mark_made(device, table.id, range(made.last - number + 1, made.last + 1))
