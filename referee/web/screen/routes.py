"""The screen in the room: one large page without controls, for everybody at the table to look at."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from referee.web.http import context, rendering
from referee.web.http.admission import admitted
from referee.web.view.view import View

from .screen import screen_page

tv = Blueprint("tv", __name__)
THEMES = ("light", "dark")


@tv.get("/t/<code>/tv")
def screen(code: str) -> Any:
    """The table as all may see it: also on a device that has claimed a seat nothing of that seat's secrets shows."""
    table, grant = admitted()
    view = View(table, context.desk().history(table), grant.names, "watch")
    return rendering.page("screen/page.html", screen_page(view, _looks()))


def _looks() -> dict[str, Any]:
    """This device's looks; ``?theme=`` goes before them, as a television has no settings at hand."""
    own: dict[str, Any] = rendering.template_globals()["ui"]
    asked = request.args.get("theme")
    return own | {"theme": asked} if asked in THEMES else own
