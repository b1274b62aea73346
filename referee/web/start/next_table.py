"""From one table to the same people's next: its phones are at the new one as they were at the old, and are told where it is."""

from __future__ import annotations

from dataclasses import asdict

from referee.store import Grant, NewEvent, TableRow
from referee.table_events.seats import NEXT
from referee.table_events.settings import SETTING, TableSettings, table_settings
from referee.web.http import context
from referee.web.view.access import entered_by, view_of


def lead_on(before: Grant, table: TableRow) -> None:
    """Carry the phones of a table that is over to the one its player has just opened, with the house's settings."""
    view, store = view_of(before.table, before), context.store()
    if not (view.is_player and view.over) or view.seats.next_code:
        return
    store.carry(before.table.id, table.id)
    held, first = asdict(table_settings(view.history.table_events)), asdict(TableSettings())
    if settings := {name: value for name, value in held.items() if value != first[name]}:
        store.tell(table.id, (NewEvent(SETTING, data=settings, by=entered_by(view)), f"house-{before.table.code}"))
    store.tell(before.table.id, (NewEvent(NEXT, data={"code": table.code}, by=entered_by(view)), f"next-{table.code}"))
