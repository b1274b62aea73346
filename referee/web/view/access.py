"""The view of a request's table, as its reader may see it."""

from referee.store.values import Grant, TableRow
from referee.web.http import context
from referee.web.http.admission import admitted

from .view import View


def open_view() -> tuple[TableRow, View]:
    """Return this request's table and its reader's view."""
    table, grant = admitted()
    return table, view_of(table, grant)


def view_of(table: TableRow, grant: Grant, seen: int | None = None) -> View:
    """Return a device's view of a table, current or at revision `seen` if it existed."""
    desk = context.desk()
    history = desk.history(table) if seen is None else desk.history_at(table, seen)
    told = {
        name: getattr(grant, name) for name in ("seen", "made", "let_in", "signs", "number", "held")
    }
    return View(table, history, grant.names, grant.role, grant.seat, **told)


def watched(table: TableRow) -> View:
    """Return a watcher's view of a table."""
    rows = context.store().seats(table.id)
    names, signs = {row.seat: row.name for row in rows}, {row.seat: row.sign for row in rows}
    return View(table, context.desk().history(table), names, "watch", signs=signs)


def entered_by(by: Grant | View) -> str:
    """Return the author for the log: this device's seat, else its role."""
    return by.seat or by.role


def note_own(table: TableRow, key: str, number: int = 1) -> None:
    """Mark the events of `key` as this device's own, so it is not notified of them."""
    device, made = context.device(), context.store().written(table.id, key)
    if device and made:
        context.store().mark_made(device, table.id, range(made.last - number + 1, made.last + 1))
