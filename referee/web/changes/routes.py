"""Notifications of other phones' changes, shown once on each phone."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request

from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Go, Page
from referee.web.http.permissions import needs
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header

from .notifications import Notifications, read_notifications

changes_pages = Blueprint("changes", __name__)


@changes_pages.get("/t/<code>/changes")
@needs("watch")
def changes(code: str) -> Any:
    """Every notification not yet seen on this phone, with before and after."""
    _table, view = open_view()
    model = NotificationsPage(
        header=page_header(view, _("Changes"), view.url("tables.table")),
        view=view,
        notifications=read_notifications(view),
        actions=Actions(go=Go(_("Back to the game"), view.url("tables.table"), "quiet")),
    )
    return rendering.page("changes/page.html", model)


@changes_pages.post("/t/<code>/seen")
@needs("watch")
def see(code: str) -> Any:
    """Mark the notifications as seen, on this phone only."""
    table, view = open_view()
    upto = min(number(request.form, "upto"), view.history.revision)
    if device := context.device():
        context.store().mark_seen(device, table.id, upto)
    return redirect(context.local_path(request.form.get("back", "")), 303)


@dataclass(frozen=True, kw_only=True)
class NotificationsPage(Page):
    """The notifications of other phones' changes."""

    notifications: Notifications | None
    actions: Actions
