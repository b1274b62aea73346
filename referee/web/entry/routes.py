"""The table: what is asked now, entering it, and the round explained."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, redirect, request

from referee.kernel.contract import Prompt
from referee.kernel.fields import Flag, Seat
from referee.kernel.frozen import replace
from referee.store import Grant, Stale, StoreError, TableRow
from referee.web.desk.desk import Entry, Held, Refused
from referee.web.desk.draft import Draft, choose, complete_rows, entry, first, key_of, read_draft
from referee.web.http import context
from referee.web.http.admission import admitted
from referee.web.http.errors import message, problem_logged
from referee.web.http.security import number
from referee.web.view.page_cache import Pages
from referee.web.view.view import View

from .card_entry import pad_prompts, row_prompts
from .correction_form import corrected_frame
from .overtaken import anyway, as_before, overtaking
from .page import entry_page, explained_page

tables = Blueprint("tables", __name__)


def open_view() -> tuple[TableRow, View]:
    """The table of this request, and its reader's view of it."""
    table, grant = admitted()
    return table, view_of(table, grant)


def view_of(table: TableRow, grant: Grant, seen: int | None = None) -> View:
    """The table as a device with this grant sees it: as it stands, or as it stood at ``seen``, if it ever did."""
    desk = context.desk()
    history = desk.history(table) if seen is None else desk.known(table, seen)
    return View(table, history, grant.names, grant.role, grant.seat, seen=grant.seen, made=grant.made, let_in=grant.let_in)


@tables.get("/t/<code>")
def table(code: str) -> Any:
    """The table as it stands: the end, the round just finished, or what is asked now."""
    _table, view = open_view()
    pages: Pages = current_app.extensions["pages"]
    return pages.show(view, lambda: _table_page(view))


def _table_page(view: View) -> Any:
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
        if context.store().repeated(table.id, key):
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
        back = {"back": view.url("tables.table")}
        frame = corrected_frame(view, quicker)
        return entry_page(as_before(view, quicker), draft, stale_since=seen, status=409, correcting=frame | {"page": frame["page"] | back})
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
    return entry_page(view, read_draft(request.form.to_dict(flat=False)), template="preview.html")


def entries_of(view: View, draft: Draft) -> list[Entry]:
    """The entries a form makes: every complete row, the pad's meld, or one plain answer."""
    if draft.kind:
        prompt = next((p for p in view.prompts if p.kind == draft.kind and p.seat == draft.seat), None)
        return [entry(prompt, draft)] if prompt else [Entry(draft.kind, draft.seat, {}, draft.accept)]
    if rows := row_prompts(view):
        return [entry(prompt, draft, f".{prompt.seat}") for prompt in complete_rows(rows, draft)]
    if pads := pad_prompts(view, draft.seat):
        return [entry(choose(pads, draft), draft)]
    return []


def fill(draft: Draft, put: str, view: View) -> Draft:
    """Put a card or a seat into the lit place of the rows, and light the next empty one; what lies there already is taken back."""
    rows = row_prompts(view)
    names = [f"{wanted.name}.{prompt.seat}" for prompt in rows for wanted in prompt.fields]
    lit = draft.one("slot")
    if lit not in names:
        return draft
    wanted = next(wanted for prompt in rows for wanted in prompt.fields if f"{wanted.name}.{prompt.seat}" == lit)
    if isinstance(wanted, Seat) and put not in wanted.values:
        # A card tapped while a seat is asked for is the card that is laid there.
        return draft.replace(**{names[max(0, names.index(lit) - 1)]: put[:40]})
    if draft.one(lit) == put:
        return draft.replace(**{lit: "", "slot": lit})
    filled = draft.replace(**{lit: put[:40]})
    return filled.replace(slot=next_place(rows, filled, lit))


def next_place(rows: list[Prompt], draft: Draft, after: str = "") -> str:
    """The next empty place in the order in which the rows are filled; nothing when all are full."""
    names = [f"{wanted.name}.{prompt.seat}" for prompt in rows for wanted in prompt.fields if not isinstance(wanted, Flag)]
    start = names.index(after) + 1 if after in names else 0
    return next((name for name in names[start:] + names[:start] if not draft.texts(name)), "")


def entered_by(by: Grant | View) -> str:
    """Who enters, for the log: the seat this device claimed, else the role it has."""
    return by.seat or by.role


def note_own(table: TableRow, key: str, number: int = 1) -> None:
    """Whoever changed something need not be told of it: the events written with this key are this device's own."""
    device, made = context.device(), context.store().written(table.id, key)
    if device and made:
        context.store().mark_made(device, table.id, range(made.last - number + 1, made.last + 1))


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
