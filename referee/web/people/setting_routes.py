"""How a table treats phones: set by its host, kept in the log."""

from typing import Any

from flask import Blueprint, redirect, request

from referee.web.http import context
from referee.web.http.edition import server_only
from referee.web.http.permissions import needs
from referee.web.view.access import open_view

from .table_settings import change_settings, read_settings

house_pages = Blueprint("house", __name__)


@house_pages.post("/t/<code>/house")
@needs("host")
@server_only
def save(code: str) -> Any:
    """Save the changed settings as one event; 303 to the players."""
    _table, view = open_view()
    change_settings(view, read_settings(request.form), context.sent_key())
    return redirect(view.url("players.players"), 303)
