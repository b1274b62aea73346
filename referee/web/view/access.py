"""The view of a request's table, as its reader may see it."""

from collections.abc import Mapping
from typing import Any

from referee.event import Event
from referee.kernel.history import History
from referee.store.values import Grant, Role, TableRow
from referee.web.http import context
from referee.web.http.authorize import authorize

from .view import View


def open_view() -> tuple[TableRow, View]:
    """Return this request's table and its reader's view."""
    table, grant = authorize()
    return table, view_of(table, grant)


def view_of(table: TableRow, grant: Grant, seen: int | None = None) -> View:
    """Return a device's view of a table, current or at revision `seen` if it existed."""
    service = context.service()
    history = service.history(table) if seen is None else service.history_at(table, seen)
    told = {
        name: getattr(grant, name) for name in ("seen", "made", "let_in", "signs", "number", "held")
    }
    return make_view(table, history, grant.names, grant.role, seat=grant.seat, **told)


def watched(table: TableRow) -> View:
    """Return a watcher's view of a table."""
    rows = context.store().seats(table.id)
    names, signs = {row.seat: row.name for row in rows}, {row.seat: row.sign for row in rows}
    return make_view(table, context.service().history(table), names, signs=signs)


def make_view(
    table: TableRow,
    history: History,
    names: Mapping[str, str],
    role: Role = "watch",
    **more: Any,
) -> View:
    """Return the view of a history in this request's language, below its root path."""
    lang, root = context.reader()
    return View(
        table=table,
        history=history,
        names=names,
        role=role,
        lang=lang,
        root=root,
        service=context.service(),
        **more,
    )


def entered_by(by: Grant | View) -> str:
    """Return the author for the log: this device's seat, else its role."""
    return by.seat or by.role


def amend_entry(
    view: View, seen: int, key: str, reason: str, of: int, entry: Event, rewind: bool = False
) -> History:
    """Correct an entry as this reader, and mark the events as this device's own."""
    by, hosts, service = entered_by(view), view.hosts, context.service()
    history = service.amend(view.table, seen, key, by, reason, of, entry, rewind, hosts)
    note_own(view.table, key)
    return history


def note_own(table: TableRow, key: str, number: int = 1) -> None:
    """Mark the events of `key` as this device's own, so it is not notified of them."""
    device, made = context.device(), context.store().written(table.id, key)
    if device and made:
        context.store().mark_made(device, table.id, range(made.last - number + 1, made.last + 1))
