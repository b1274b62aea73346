"""How several phones play where there is no server: with one, to which a game is moved."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, url_for

from referee.service.supported_games import is_kept
from referee.web.http import context, rendering
from referee.web.http.edition import browser_only
from referee.web.http.parts import Header, NavRow, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import view_of
from referee.web.view.page_header import short_name

several = Blueprint("several", __name__)
MOST = 12


@dataclass(frozen=True, kw_only=True)
class SeveralPhonesPage(Page):
    """The running games, each with the way to move it, and the way back."""

    games: Sequence[NavRow]
    back: NavRow


@several.get("/several")
@needs("anyone")
@browser_only
def phones() -> Any:
    """Play on several phones: which game moves to a server."""
    model = SeveralPhonesPage(
        header=Header(_("Play on several phones"), url_for("home.home")),
        games=_running(),
        back=NavRow(
            _("Import a saved game"), url_for("imports.choose"), "save", _("back from a server")
        ),
    )
    return rendering.page("move/several.html", model)


def _running() -> list[NavRow]:
    device, store = context.device(), context.store()
    grants = store.tables_of_device(device, MOST) if device else ()
    views = [view_of(grant.table, grant) for grant in grants if is_kept(grant.table)]
    return [
        NavRow(
            short_name(view.table.game),
            view.url("departing.move"),
            "cards",
            view.translator.marks.between.join(view.names.values()),
        )
        for view in views
        if not view.over
    ]
