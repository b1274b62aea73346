"""The table: what is asked now, entering it, and the round explained."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request

from referee.kernel.frozen import replace
from referee.store import Stale, StoreError, TableRow
from referee.web.desk.desk import Held, Refused
from referee.web.desk.draft import Draft, first, key_of, read_draft
from referee.web.http import context
from referee.web.http.admission import admitted
from referee.web.http.errors import message, problem_logged
from referee.web.http.security import number
from referee.web.view.access import entered_by, note_own, open_view, view_of
from referee.web.view.view import View

from .correction_form import correcting
from .entries import entries_of, fill
from .overtaken import anyway, as_before, overtaking
from .page import entry_page, explained_page

tables = Blueprint("tables", __name__)


@tables.get("/t/<code>")
def table(code: str) -> Any:
    """The table as it stands: the end, the round just finished, or what is asked now."""
    _table, view = open_view()
    if view.over and "seat" not in request.args:
        return redirect(view.url("sheets.sheet"), 303)
    if _explains(view):
        return explained_page(view, number(request.args, "round") or view.scene.complete)
    return entry_page(view, Draft(seat=request.args.get("seat"), kind=request.args.get("do", "")))


@tables.post("/t/<code>/entry")
def record(code: str) -> Any:
    """Record what the form holds: 303 to the table, 422 with the refusal, 409 when something happened meanwhile or the table waits."""
    table, grant = admitted()
    draft = read_draft(request.form.to_dict(flat=False))
    if (put := first(draft.raw, "put")) or "refresh" in draft.raw:
        view = view_of(table, grant)
        return entry_page(view, fill(draft, put, view) if put else draft)
    seen, key = number(request.form, "seen"), key_of(draft) or context.new_key()
    view = view_of(table, grant, seen)
    entries = entries_of(view, draft)
    if not entries:
        if context.store().written(table.id, key):
            return _recorded(view, key)
        view = view_of(table, grant)
        return entry_page(view, draft, status=422) if seen == view.history.revision else _stale(view, draft, seen)
    try:
        context.desk().enter(table, seen, entries, key, entered_by(grant), draft.reason, view.hosts)
    except Refused as refused:
        return entry_page(replace(view, history=refused.history), draft, refused=refused, status=422)
    except Stale:
        return _stale(view_of(table, grant), draft, seen)
    except Held as held:
        return entry_page(view_of(table, grant), draft, held=held.call, status=409)
    except StoreError as failed:
        told = problem_logged(failed)
        return entry_page(view, draft, trouble=message(told), status=told.status)
    if any(made.accept for made in entries):
        note_own(table, key, len(entries))
    return _recorded(view, key)


def _stale(view: View, draft: Draft, seen: int) -> Response:
    """What happened since, with the entry as it was, to be recorded anyway; or in the place of the one that was quicker."""
    if quicker := overtaking(view, draft.seat, seen):
        form = correcting(view, quicker)
        form = replace(form, heading=form.heading._replace(back=view.url("tables.table")))
        return entry_page(as_before(view, quicker), draft, stale_since=seen, status=409, correcting=form)
    go_text = anyway(view, context.desk().known(view.table, seen), entries_of(view, draft))
    return entry_page(view, draft, stale_since=seen, status=409, go_text=go_text)


def _recorded(view: View, key: str) -> Response:
    """To the table; an entry that waited on its phone is told what the next one behind it has seen."""
    if "queued" not in request.form:
        return _back(view)
    return Response(status=204, headers={"X-Revision": str(_seen_behind(view.table, key, number(request.form, "seen")))})


def _seen_behind(table: TableRow, key: str, seen: int) -> int:
    """The revision an entry made; where others were recorded before it, which its phone has not seen, still what it had seen."""
    written = context.store().written(table.id, key)
    return max(seen, written.last) if written and written.first <= seen + 1 else seen


def _back(view: View) -> Response:
    """To the table; without the few words that a redirect carries for nobody, as they cost more than the rest of it."""
    return Response(status=303, headers={"Location": view.url("tables.table")})


@tables.post("/t/<code>/preview")
def preview(code: str) -> Any:
    """What the form would record, while it is being tapped: only the parts of the page that change."""
    _, view = open_view()
    return entry_page(view, read_draft(request.form.to_dict(flat=False)), template="entry/preview.html")


def _explains(view: View) -> bool:
    """A finished round stays until somebody goes on: by opening an entry, or by recording one."""
    if "round" in request.args:
        return True
    asked = {"seat", "do", "go"} & set(request.args)
    fresh = not any(line.round > view.scene.complete and line.part == "score" for line in view.lines)
    return (
        view.scene.complete > 0
        and not asked
        and fresh
        and bool(view.history.played)
        and view.history.played[-1].round == view.scene.complete
    )
