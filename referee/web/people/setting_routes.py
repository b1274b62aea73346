"""The house: how a table treats the phones around it, set by its host and kept in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask_babel import gettext as _

from referee.kernel.history import History
from referee.store import NewEvent
from referee.table_events.settings import SETTING, VALUES, TableSettings, table_settings
from referee.web.entry.routes import entered_by, open_view
from referee.web.http import context
from referee.web.view.view import View, frame

from .table_settings import setting_fields

house_pages = Blueprint("house", __name__)


@house_pages.get("/t/<code>/house")
def settings(code: str) -> Any:
    """The settings of the table, for its host."""
    _table, view = open_view()
    return context.page(
        "house.html",
        page=frame(view, _("Table settings"), view.url("tables.table")),
        view=view,
        fields=setting_fields(table_settings(view.history.table_events)),
        form={"action": view.url("house.save"), "hidden": {"key": context.new_key()}},
        actions={"go": {"text": _("Save")}},
    )


@house_pages.post("/t/<code>/house")
def save(code: str) -> Any:
    """Keep what the form changes, as one event that names it; then the table."""
    table, view = open_view()
    change(view, read_settings(request.form), request.form.get("key") or context.new_key())
    return redirect(url_for("tables.table", code=table.code), 303)


def read_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are given and offered; a form sends their values as texts."""
    return {name: value for name, values in VALUES.items() for value in values if str(given.get(name)) == str(value)}


def change(view: View, wanted: Mapping[str, Any], key: str) -> int:
    """Write the settings that differ from those that hold into the log; the table's newest revision."""
    by = entered_by(view)

    def differing(history: History) -> list[NewEvent]:
        changed = _differing(history, wanted)
        return [NewEvent(SETTING, data=changed, by=by)] if changed else []

    return context.desk().write(view.table, key, differing).revision


def _differing(history: History, wanted: Mapping[str, Any]) -> dict[str, Any]:
    held: TableSettings = table_settings(history.table_events)
    return {name: value for name, value in wanted.items() if getattr(held, name) != value}
