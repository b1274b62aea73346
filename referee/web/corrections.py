"""Taking back and putting right: undo, redo, correcting an earlier entry, and the log of it all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, request
from flask_babel import gettext as _

from referee.rules.history import History, Played
from referee.store import Stale
from referee.words import ruling_sentence

from . import context
from .desk import Breaks, Entry, Refused
from .drafts import Draft, draft_of, read_draft
from .present.changes import compare
from .present.log import clock, happened, log_rows, who
from .present.pages import entry_page
from .present.view import View, frame, short_name
from .tables import entered_by, entries_of, fill, open_view

corrections = Blueprint("corrections", __name__)
REASONS = ("misread", "key", "player")
PER_PAGE = 60


@corrections.get("/t/<code>/log")
def log(code: str) -> Any:
    """Every event of the table, newest first."""
    _table, view = open_view(code)
    start = max(0, request.args.get("from", 0, type=int))
    rows = log_rows(view)
    older = view.url("corrections.log", **{"from": start + PER_PAGE}) if len(rows) > start + PER_PAGE else None
    newer = view.url("corrections.log", **{"from": max(0, start - PER_PAGE)}) if start else None
    return context.page("log.html", view=view, page=frame(view, _("Log"), view.url("tables.table")), events=rows[start:start + PER_PAGE], older=older, newer=newer,
                        actions=None)


@corrections.post("/t/<code>/undo")
def undo(code: str) -> Any:
    """Take back the newest entry, or the newest undo; anything else that happened meanwhile is said instead."""
    table, view = open_view(code, "seat")
    seen, key = request.form.get("seen", 0, type=int), request.form.get("key") or context.new_key()
    try:
        context.desk().undo(table, seen, key, entered_by(view), request.form.get("of", 0, type=int))
    except Stale:
        _table, view = open_view(code, "seat")
        return entry_page(view, Draft(), stale_since=seen, status=409)
    except Breaks:
        abort(409)
    return redirect(view.url("tables.table", go=1), 303)


@corrections.get("/t/<code>/correct/<int:seq>")
def correct(code: str, seq: int) -> Any:
    """The entry as it was made, to be changed."""
    _table, view = open_view(code, "seat")
    before, played = _before(view, seq)
    event = view.history.event(seq)
    rows = any(prompt.form == "row" and prompt.kind == played.move.kind for prompt in before.prompts)
    draft = draft_of(played.move.kind, played.move.seat, played.move.data, f".{played.move.seat}" if rows else "")
    assert event is not None
    return entry_page(before, draft, correcting=_frame(view, played))


@corrections.post("/t/<code>/correct/<int:seq>")
def show_changes(code: str, seq: int) -> Any:
    """What the change would change, before it is confirmed; 422 if the new entry itself does not stand."""
    _table, view = open_view(code, "seat")
    before, played = _before(view, seq)
    draft = read_draft(request.form)
    if put := request.form.get("put"):
        draft = fill(draft, put, before)
    if put or "refresh" in request.form:
        return entry_page(before, draft, correcting=_frame(view, played))
    try:
        entry = _entry(before, draft)
        after = context.desk().amended(view.history, seq, entry)
    except Refused as refused:
        return entry_page(before, draft, refused=refused, status=422, correcting=_frame(view, played))
    return _changes_page(view, played, entry, after, draft.reason)


@corrections.post("/t/<code>/correct/<int:seq>/preview")
def preview(code: str, seq: int) -> Any:
    """The verdict on the corrected entry while it is being tapped."""
    _table, view = open_view(code, "seat")
    before, played = _before(view, seq)
    return entry_page(before, read_draft(request.form), template="preview.html", correcting=_frame(view, played))


@corrections.post("/t/<code>/amend/<int:seq>")
def amend(code: str, seq: int) -> Any:
    """Confirm a correction; anything but the newest entry needs a reason."""
    table, view = open_view(code, "seat")
    before, played = _before(view, seq)
    draft = read_draft(request.form)
    entry = replace(_entry(before, draft), accept=tuple(request.form.getlist("accept")))
    reason = draft.reason or _reason(request.form.get("reason_kind", ""))
    seen, key = request.form.get("seen", 0, type=int), request.form.get("key") or context.new_key()
    try:
        after = context.desk().amended(view.history, seq, entry)
        if not reason and seq != view.history.played[-1].seq:
            return _changes_page(view, played, entry, after, "", _("Say why, so that everybody understands it later."), 422)
        context.desk().amend(table, seen, key, entered_by(view), reason, seq, entry, rewind=request.form.get("rewind") == "1")
    except Refused as refused:
        return entry_page(before, draft, refused=refused, status=422, correcting=_frame(view, played))
    except Stale:
        _table, view = open_view(code, "seat")
        return entry_page(view, Draft(), stale_since=seen, status=409)
    except Breaks:
        return _changes_page(view, played, entry, after, reason, status=409)
    return redirect(view.url("sheets.sheet", open=f"{played.round}-{played.move.seat}"), 303)


def _entry(before: View, draft: Draft) -> Entry:
    entries = entries_of(before, draft)
    if not entries:
        abort(422)
    return entries[0]


def _before(view: View, seq: int) -> tuple[View, Played]:
    """The table as it was just before a standing entry, and that entry."""
    at = next((at for at, played in enumerate(view.history.played) if played.seq == seq), None)
    if at is None:
        abort(404)
    history: History = replace(view.history, played=view.history.played[:at], broken=None)
    return replace(view, history=history, only=view.history.played[at].move.seat), view.history.played[at]


def _frame(view: View, played: Played) -> dict[str, Any]:
    title = _("Correct %(round)s", round=view.round_name(played.round))
    return {
        "action": view.url("corrections.show_changes", seq=played.seq),
        "preview": view.url("corrections.preview", seq=played.seq),
        "go": _("See what changes"),
        "hidden": {"seen": view.history.revision, "kind": played.move.kind if played.move.seat is None else ""},
        "page": {"title": title, "where": short_name(view.table.game), "ruler": None, "banner": None, "live": None, "back": view.url("sheets.sheet", open=f"{played.round}-{played.move.seat}")},
        "seq": played.seq,
    }


def _changes_page(view: View, played: Played, entry: Entry, after: History, reason: str, wrong: str = "", status: int = 200) -> Any:
    seat = played.move.seat or ""
    changes = compare(view, after, (played.round, seat))
    event = view.history.event(played.seq)
    assert event is not None
    new = next((found for found in after.played if found.seq == played.seq), None)
    points = next((change["new"] for change in changes if change["kind"] == "cell"), None)
    breaks = after.broken
    go = _("Correct and go back to %(round)s", round=_round_of(view, breaks.seq)) if breaks else _("Correct %(name)s to %(n)s", name=view.names.get(seat, ""), n=points) if points is not None else _("Correct")
    hidden = {"seen": view.history.revision, "key": context.new_key(), "seat": entry.seat or "", "kind": entry.kind, **({"rewind": 1} if breaks else {})}
    return context.page(
        "correct.html", status,
        page=frame(view, _frame(view, played)["page"]["title"], view.url("corrections.correct", seq=played.seq)) | {"live": None},
        form={"action": view.url("corrections.amend", seq=played.seq), "hidden": hidden},
        repeated=[(name, value) for name, values in entry.raw.items() for value in (values if isinstance(values, list) else [values])] + [("accept", code) for code in entry.accept],
        subject={"title": view.entry_name(event), "entered": _("entered %(at)s by %(who)s", at=clock(event.at), who=who(view, event.by))},
        was=_cards(played, None),
        now=_cards(new, played) if new else None,
        changes=changes,
        changes_title=_title(len(changes)),
        breaks={"text": _breaks_text(view, after), "clause": breaks.rulings[0].clause} if breaks else None,
        reasons=[{"value": value, "label": _reason(value), "on": _reason(value) == reason} for value in REASONS],
        reason="" if reason in map(_reason, REASONS) else reason,
        reason_error=wrong,
        actions={"plain": [{"text": _("Cancel"), "href": view.url("sheets.sheet")}], "go": {"text": go, "kind": "record"}},
        news=happened(view, view.history.revision) if status == 409 and not breaks else None,
    )


def _title(number: int) -> str:
    if number == 0:
        return _("No number changes")
    return _("One number changes") if number == 1 else _("%(n)s numbers change", n=number)


def _breaks_text(view: View, after: History) -> str:
    assert after.broken is not None
    text = _("After this, a later entry no longer stands: %(what)s.", what=view.entry_name(after.broken.event))
    ruling = after.broken.rulings[0]
    gap = "" if view.speaker.lang == "ja" else " "
    return f"{text}{gap}{ruling_sentence(view.speaker, ruling)}" if ruling.clause else text


def _round_of(view: View, seq: int) -> str:
    played = view.history.find(seq)
    number = played.round if played else 1
    return view.round_name(number)


def _reason(kind: str) -> str:
    return {"misread": _("Misread"), "key": _("Wrong key"), "player": _("Wrong player")}.get(kind, "")


def _cards(played: Played, before: Played | None) -> list[dict[str, str]]:
    cards = [card for value in played.move.data.values() if isinstance(value, tuple) for card in value]
    old = [card for value in before.move.data.values() if isinstance(value, tuple) for card in value] if before else cards
    return [{"card": card, "state": "" if card in old else "mark"} for card in cards]
