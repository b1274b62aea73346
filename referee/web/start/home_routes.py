"""The first page: where this device was, and where to begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, url_for
from flask_babel import gettext as _

from referee.store.values import Grant
from referee.web.desk.kept_games import is_kept
from referee.web.http import context, rendering
from referee.web.http.admission import is_member
from referee.web.http.parts import Header, Link, Page, Row
from referee.web.people.joining import CodeForm
from referee.web.view.access import view_of

from .group_tables import table_row, unkept_row

home_pages = Blueprint("home", __name__)
NEWEST = 12


@dataclass(frozen=True)
class LanguageSwitch:
    """The way to the other language."""

    label: str
    lang: str
    href: str


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    """The first page."""

    start_href: str
    join: CodeForm
    tables: Sequence[Row]
    groups: Sequence[Row]
    foot: Sequence[Link]
    switch: LanguageSwitch


MOST_NAMED, MOST_COUNTED = 4, 60


@home_pages.get("/")
def home() -> Any:
    """Start a table, join one, this device's tables."""
    device = context.device()
    grants = context.store().tables_of_device(device, NEWEST) if device else ()
    other = "ja" if context.language() == "en" else "en"
    model = HomePage(
        header=Header(),
        start_href=url_for("start.games"),
        join=CodeForm(url_for("join.enter_code")),
        tables=[*map(_table_row, grants)],
        groups=_groups(grants),
        foot=[
            Link(_("Rules"), url_for("rules.all_rules"), "book"),
            Link(_("Ask"), url_for("ask.games"), "ask"),
            Link(_("Print a sheet"), url_for("print.blanks"), "print"),
            Link(_("Settings"), url_for("settings.settings"), "settings"),
        ],
        switch=LanguageSwitch("日本語" if other == "ja" else "English", other, url_for("home.home", lang=other)),
    )
    return rendering.page("start/home.html", model)


def _table_row(grant: Grant) -> Row:
    href = url_for("tables.table", code=grant.table.code)
    if not is_kept(grant.table):
        return unkept_row(grant.table, grant.names.values(), href)
    return table_row(view_of(grant.table, grant), href)


def _groups(grants: Sequence[Grant]) -> list[Row]:
    """The groups of these tables that this device belongs to, by their people; other devices have no business with a group's link."""
    rows = []
    for group_id in filter(is_member, dict.fromkeys(grant.table.group_id for grant in grants)):
        names = [person.name for person in context.store().people(group_id, MOST_COUNTED)]
        more = _("and %(n)s more", n=len(names) - MOST_NAMED) if MOST_NAMED < len(names) < MOST_COUNTED else ""
        more = more or (_("and many more") if len(names) == MOST_COUNTED else "")
        href = url_for("groups.group", link=context.store().group(group_id).link)
        rows.append(Row(href, ", ".join(names[:MOST_NAMED]), detail=more))
    return rows
