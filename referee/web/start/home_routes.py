"""The first page: where this device was, and where to begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, url_for
from flask_babel import gettext as _

from referee.store import Grant
from referee.web.http import context, rendering
from referee.web.http.admission import is_member
from referee.web.http.page import Header
from referee.web.view.access import view_of

from .group_tables import table_row

home_pages = Blueprint("home", __name__)
NEWEST = 12
MOST_NAMED, MOST_COUNTED = 4, 60


@home_pages.get("/")
def home() -> Any:
    """Start a table, join one, this device's tables."""
    device = context.device()
    grants = context.store().tables_of_device(device, NEWEST) if device else ()
    other = "ja" if context.language() == "en" else "en"
    return rendering.page(
        "start/home.html",
        header=Header(),
        start_href=url_for("start.games"),
        join={"action": url_for("join.enter_code"), "code": "", "error": None, "scan_href": None},
        tables=[_table_row(grant) for grant in grants],
        groups=_groups(grants),
        foot=[
            {"icon": "book", "label": _("Rules"), "href": url_for("rules.all_rules")},
            {"icon": "ask", "label": _("Ask"), "href": url_for("ask.games")},
            {"icon": "print", "label": _("Print a sheet"), "href": url_for("print.blanks")},
            {"icon": "settings", "label": _("Settings"), "href": url_for("settings.settings")},
        ],
        switch={"label": "日本語" if other == "ja" else "English", "lang": other, "href": url_for("home.home", lang=other)},
    )


def _table_row(grant: Grant) -> dict[str, Any]:
    return table_row(view_of(grant.table, grant)) | {"href": url_for("tables.table", code=grant.table.code)}


def _groups(grants: Sequence[Grant]) -> list[dict[str, Any]]:
    """The groups of these tables that this device belongs to, by their people; other devices have no business with a group's link."""
    rows = []
    for group_id in filter(is_member, dict.fromkeys(grant.table.group_id for grant in grants)):
        names = [person.name for person in context.store().people(group_id, MOST_COUNTED)]
        more = _("and %(n)s more", n=len(names) - MOST_NAMED) if MOST_NAMED < len(names) < MOST_COUNTED else ""
        more = more or (_("and many more") if len(names) == MOST_COUNTED else "")
        href = url_for("groups.group", link=context.store().group(group_id).link)
        rows.append({"name": ", ".join(names[:MOST_NAMED]), "detail": more, "href": href})
    return rows
