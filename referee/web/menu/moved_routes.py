"""Redirects from the addresses of earlier versions."""

from typing import Any

from flask import Blueprint, redirect, request, url_for

from referee.web.http.security import number
from referee.web.view.access import open_view

moved = Blueprint("moved", __name__)


@moved.get("/t/<code>/<any(call, files, house, log, phones, seats, 'what-if'):old>")
def lead_on(code: str, old: str) -> Any:
    """303 to the page's successor; table settings became the host's page of players."""
    table, view = open_view()
    match old:
        case "files":
            there = view.url("files.share")
        case "log":
            there = view.url("fixes.entries")
        case "call" | "what-if":
            of = number(request.args, "of") or None
            there = url_for("ask.ask", game=table.game, table=code, entry=of)
        case _:
            there = view.url("players.players" if view.hosts else "own_seat.who")
    return redirect(there, 303)
