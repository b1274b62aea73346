"""The house: how a table treats the phones around it, set by its host and kept in the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request, url_for

from referee.table_events.settings import table_settings
from referee.web.forms.fields import FieldView
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Form, Go, Page
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header

from .table_settings import change, read_settings, setting_fields

house_pages = Blueprint("house", __name__)


@dataclass(frozen=True, kw_only=True)
class TableSettingsPage(Page):
    """The settings of the table."""

    fields: Sequence[FieldView]


@house_pages.get("/t/<code>/house")
def settings(code: str) -> Any:
    """The settings of the table, for its host."""
    _table, view = open_view()
    model = TableSettingsPage(
        header=page_header(view, _("Table settings"), view.url("tables.table")),
        view=view,
        fields=setting_fields(table_settings(view.history.table_events)),
        form=Form(view.url("house.save"), {"key": context.new_key()}),
        actions=Actions(go=Go(_("Save"))),
    )
    return rendering.page("people/table_settings.html", model)


@house_pages.post("/t/<code>/house")
def save(code: str) -> Any:
    """Keep what the form changes, as one event that names it; then the table."""
    table, view = open_view()
    change(view, read_settings(request.form), request.form.get("key") or context.new_key())
    return redirect(url_for("tables.table", code=table.code), 303)


