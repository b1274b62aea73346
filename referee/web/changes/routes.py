"""Changes: what other phones changed, shown once on each phone, and corrections that take the host's word."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, request
from flask_babel import gettext as _

from referee.store import MAX_REASON, Stale
from referee.table_events.consent import find_proposal, outdated
from referee.web.desk.proposals import NoProposal, Outdated, agree, decline, proposed
from referee.web.http import context, rendering
from referee.web.http.context import local_path
from referee.web.http.page import Page
from referee.web.http.parts import Actions, Go, Notice
from referee.web.http.security import number
from referee.web.view.access import entered_by, note_own, open_view
from referee.web.view.log_words import happened
from referee.web.view.page_header import page_header
from referee.web.view.view import View

from .notices import Notices, notices

changes_pages = Blueprint("changes", __name__)


@changes_pages.get("/t/<code>/changes")
def changes(code: str) -> Any:
    """Everything that this phone is still to be told, with before and after, and what the host is asked."""
    _table, view = open_view()
    return _page(view)


@changes_pages.post("/t/<code>/seen")
def see(code: str) -> Any:
    """Put away what was shown, on this phone alone."""
    table, view = open_view()
    upto = min(number(request.form, "upto"), view.history.revision)
    if device := context.device():
        context.store().mark_seen(device, table.id, upto)
    return redirect(local_path(request.form.get("back", "")), 303)


@changes_pages.post("/t/<code>/proposals/<int:seq>")
def answer(code: str, seq: int) -> Any:
    """The host agrees to a correction or declines it, then with a reason; 409 if its time has passed."""
    table, view = open_view()
    agrees, reason = request.form.get("answer") == "agree", request.form.get("reason", "").strip()[:MAX_REASON]
    seen, key = number(request.form, "seen"), request.form.get("key") or context.new_key()
    try:
        if agrees:
            agree(context.desk(), table, seen, key, entered_by(view), seq)
        elif reason or _is_over(view, seq):
            decline(context.desk(), table, key, entered_by(view), seq, reason)
        else:
            return _page(view, wrong=seq, status=422)
    except Stale:
        return _page(open_view()[1], news=happened(open_view()[1], seen), status=409)
    except NoProposal:
        return _page(view, news=Notice(_("This has been answered already.")), status=409)
    except Outdated:
        return _page(view, news=Notice(_("Out of date: the entry has been changed since.")), status=409)
    note_own(table, key)
    return redirect(view.url("changes.changes" if len(view.proposals) > 1 else "tables.table"), 303)


def _is_over(view: View, seq: int) -> bool:
    """Whether a proposal can only be put away; that needs no reason."""
    proposal = find_proposal(view.history, seq)
    if proposal is None or outdated(view.history, proposal):
        return True
    try:
        proposed(context.desk(), view.history, proposal)
    except Outdated:
        return True
    return False


@dataclass(frozen=True, kw_only=True)
class NoticesPage(Page):
    """Everything that other phones changed, and what the host is asked."""

    news: Notice | None
    notices: Notices | None
    actions: Actions


def _page(view: View, news: Notice | None = None, wrong: int = 0, status: int = 200) -> Any:
    told = notices(view)
    if told:
        why = _("Say why, so that everybody understands it later.")
        told = replace(told, asked=[replace(one, error=why if one.seq == wrong else "") for one in told.asked])
    model = NoticesPage(
        header=page_header(view, _("What changed"), view.url("tables.table")),
        view=view,
        news=news,
        notices=told,
        actions=Actions(go=Go(_("Back to the table"), view.url("tables.table"), "quiet")),
    )
    return rendering.page("changes/page.html", model, status)
