"""The log of a table, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request
from flask_babel import gettext as _

from referee.web.http import rendering
from referee.web.http.page import Page
from referee.web.http.security import number
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header

from .log import LogRow, log_rows

log_pages = Blueprint("log", __name__)
PER_PAGE = 60


@dataclass(frozen=True, kw_only=True)
class LogPage(Page):
    """Events of the table, and where the newer and older ones are."""

    events: Sequence[LogRow]
    older: str | None
    newer: str | None


@log_pages.get("/t/<code>/log")
def events(code: str) -> Any:
    """Every event of the table, newest first."""
    _table, view = open_view()
    start, end = number(request.args, "from"), len(view.history.events)
    older = view.url("log.events", **{"from": start + PER_PAGE}) if end > start + PER_PAGE else None
    newer = view.url("log.events", **{"from": max(0, start - PER_PAGE)}) if start else None
    header = page_header(view, _("Log"), view.url("tables.table"))
    model = LogPage(header=header, view=view, events=log_rows(view, start, PER_PAGE), older=older, newer=newer)
    return rendering.page("changes/log.html", model)
