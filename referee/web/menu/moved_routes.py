"""Where the pages of earlier versions are now: their addresses lead on."""

from typing import Any

from flask import Blueprint, redirect, request, url_for

from referee.web.http.security import number
from referee.web.view.access import open_view

moved = Blueprint("moved", __name__)


@moved.get("/t/<code>/<any(call, files, house, log, phones, seats, 'what-if'):old>")
def lead_on(code: str, old: str) -> Any:
    """303 to what does now what that page did.

    The phones, the seats and the settings of a table are one page, the host's; all others are led
    to who they are. Where the referee was called about the entry ``?of=``, one asks about it.
    """
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
