"""Taking back and putting right: undo, redo, correcting an earlier entry, and the log of it all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, request
from flask_babel import gettext as _

from referee.kernel.history import Played
from referee.store import Stale
from referee.table_events.consent import takes_consent
from referee.web.changes.before_after import changes_page
from referee.web.desk.desk import Breaks, Entry, HostLetsStand, Refused, permitted
from referee.web.desk.draft import Draft, draft_of, read_draft
from referee.web.http import context, rendering
from referee.web.http.errors import message, problem_of
from referee.web.http.security import number
from referee.web.view.access import entered_by, note_own, open_view
from referee.web.view.log_words import REASONS
from referee.web.view.view import View

from .correction_form import alternatives, correcting, other_answers
from .entries import entries_of, fill
from .overtaken import as_before
from .page import entry_page

corrections = Blueprint("corrections", __name__)


@corrections.post("/t/<code>/undo")
def undo(code: str) -> Any:
    """Take back the newest entry, or the newest undo; anything else that happened meanwhile is said instead."""
    table, view = open_view()
    seen, key = number(request.form, "seen"), request.form.get("key") or context.new_key()
    of = number(request.form, "of")
    if not view.may_take_back(of):
        abort(403)
    try:
        context.desk().undo(table, seen, key, entered_by(view), of, view.hosts)
    except Stale:
        _table, view = open_view()
        return entry_page(view, Draft(), stale_since=seen, status=409)
    note_own(table, key)
    return redirect(view.url("tables.table", go=1), 303)


@corrections.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int) -> Any:
    """The entry as it was made, to be changed."""
    _table, view = open_view()
    before, played = _before(view, seq)
    event = view.history.event(seq)
    rows = any(prompt.form == "row" and prompt.kind == played.move.kind for prompt in before.prompts)
    draft = draft_of(played.move.kind, played.move.seat, played.move.data, f".{played.move.seat}" if rows else "")
    if request.args.get("do", "") in {prompt.kind for prompt in alternatives(before, played)}:
        draft = Draft(seat=played.move.seat, kind=request.args["do"])
    assert event is not None
    return entry_page(before, draft, correcting=replace(correcting(view, played), others=other_answers(view, before, played, draft.kind)))


@corrections.post("/t/<code>/correct/<int:seq>")
def show_changes(code: str, seq: int) -> Any:
    """What the change would change, before it is confirmed; 422 if the new entry itself does not stand."""
    _table, view = open_view()
    before, played = _before(view, seq)
    draft = read_draft(request.form.to_dict(flat=False))
    if put := request.form.get("put"):
        draft = fill(draft, put, before)
    if put or "refresh" in request.form:
        return entry_page(before, draft, correcting=correcting(view, played))
    try:
        entry = permitted(_entry(before, draft), draft.reason, view.hosts)
        after = context.desk().amended(view.history, seq, entry)
    except Refused as refused:
        return entry_page(before, draft, refused=refused, status=422, correcting=correcting(view, played))
    return rendering.page("entry/before_after.html", changes_page(view, played, entry, after, draft.reason))


@corrections.post("/t/<code>/correct/<int:seq>/preview")
def preview(code: str, seq: int) -> Any:
    """The verdict on the corrected entry while it is being tapped."""
    _table, view = open_view()
    before, played = _before(view, seq)
    draft = read_draft(request.form.to_dict(flat=False))
    return entry_page(before, draft, template="entry/preview.html", correcting=correcting(view, played))


@corrections.post("/t/<code>/amend/<int:seq>")
def amend(code: str, seq: int) -> Any:
    """Confirm a correction; anything but the newest entry needs a reason."""
    table, view = open_view()
    before, played = _before(view, seq)
    draft = read_draft(request.form.to_dict(flat=False))
    kind = request.form.get("reason_kind", "")
    reason = draft.reason or (kind if kind in REASONS else "")
    entry = permitted(replace(_entry(before, draft), accept=tuple(request.form.getlist("accept"))), reason, view.hosts)
    seen, key = number(request.form, "seen"), request.form.get("key") or context.new_key()
    try:
        if not reason and seq != view.history.played[-1].seq:
            after = context.desk().amended(view.history, seq, entry)
            wrong = _("Say why, so that everybody understands it later.")
            return rendering.page("entry/before_after.html", changes_page(view, played, entry, after, "", wrong), 422)
        context.desk().amend(table, seen, key, entered_by(view), reason, seq, entry, request.form.get("rewind") == "1", view.hosts)
    except Refused as refused:
        return entry_page(before, draft, refused=refused, status=422, correcting=correcting(view, played))
    except Stale:
        _table, view = open_view()
        return entry_page(view, Draft(), stale_since=seen, status=409)
    except HostLetsStand as error:
        after, wrong = context.desk().amended(view.history, seq, entry), message(problem_of(error))
        return rendering.page("entry/before_after.html", changes_page(view, played, entry, after, reason, wrong), 403)
    except Breaks as breaks:
        return rendering.page("entry/before_after.html", changes_page(view, played, entry, breaks.history, reason), 409)
    note_own(table, key)
    if not view.hosts and takes_consent(view.history, seq):
        return redirect(view.url("changes.changes"), 303)
    return redirect(view.url("sheets.sheet", open=f"{played.round}-{played.move.seat}"), 303)


def _entry(before: View, draft: Draft) -> Entry:
    entries = entries_of(before, draft)
    if not entries:
        abort(422)
    return entries[0]


def _before(view: View, seq: int) -> tuple[View, Played]:
    """The table as it was just before a standing entry, and that entry."""
    played = view.history.find(seq)
    event = view.history.event(seq)
    if played is None or event is None:
        abort(404)
    if view.hides(event):
        abort(403)
    return as_before(view, played), played
