"""The invitation where no server is: what players can do with one phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.web.http import rendering
from referee.web.http.parts import Actions, Go, NavRow, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import page_header
from referee.web.view.view import View


@dataclass(frozen=True, kw_only=True)
class AlonePage(Page):
    """What is left without other phones: each way as a row, some lead on."""

    ways: Sequence[NavRow]


def alone_page(view: View) -> Any:
    """The page in the place of the invitation."""
    back = view.url("tables.table" if view.history.played or view.over else "start.setup")
    hides = _("In secret games they’re hidden in between.") if view.secret else ""
    model = AlonePage(
        header=page_header(view, _("Invite"), back),
        view=view,
        ways=[
            NavRow(
                _("Pass this phone around"),
                "",
                "phone",
                " ".join(filter(None, (_("Everyone enters their own cards."), hides))),
            ),
            NavRow(
                _("Show it on a TV"),
                view.url("tv.screen"),
                "screen",
                _("Mirror this phone’s screen, then open the TV view."),
            ),
            NavRow(
                _("Share the score"),
                view.url("files.share"),
                "sheet",
                _("As a picture or text, at any time."),
            ),
            NavRow(
                _("Let everyone join"),
                "",
                "server",
                _("Move this game to a Referee server and continue there. Nothing is lost."),
            ),
        ],
        actions=Actions(go=Go(_("Move to a server"), view.url("departing.move"))),
    )
    return rendering.page("people/alone.html", model)
