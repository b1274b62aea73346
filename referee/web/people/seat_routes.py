"""The seats of a table while it is played: names put right, seats taken over, and ending early."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.store.errors import NameTaken
from referee.store.values import NewEvent
from referee.table_events.seats import CLOSED, REOPENED, SEAT
from referee.web.http import context, rendering
from referee.web.http.parts import Form, Page
from referee.web.http.rights import allowed, may
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by, open_view
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import handover_notes
from referee.web.view.view import View

from .naming import MAX_TYPED, BadName, name_sentence, read_name

seats = Blueprint("seats", __name__)
MOST_OFFERED = 60


@dataclass(frozen=True)
class SeatRow:
    """A seat, what this phone may change about it, the name typed for it and why it was refused."""

    id: str
    may_rename: bool
    may_replace: bool
    typed: str
    error: str


@dataclass(frozen=True, kw_only=True)
class SeatsPage(Page):
    """Who sits where, whom the group ``known`` could send in, and the form that ends the table early."""

    seats: Sequence[SeatRow]
    notes: Sequence[str]
    known: Sequence[str]
    ending: Form | None


@seats.get("/t/<code>/seats", endpoint="seats")
def page(code: str) -> Any:
    """Who sits where, and what may change while the table is played."""
    _table, view = open_view()
    return _page(view)


@seats.post("/t/<code>/seats")
def change(code: str) -> Any:
    """Put a name right (hosts, and the phone whose seat it is) or let somebody take a seat over (hosts): 303, or 422 with the reason."""
    table, view = open_view()
    seat, change = request.form.get("seat", ""), request.form.get("do", "")
    if seat not in view.history.seats or change not in ("rename", "replace"):
        abort(422)
    if not _may_change(view, seat, change):
        abort(403)
    try:
        name = read_name(request.form.get("name", ""))
    except BadName as bad:
        return _page(view, seat, name_sentence(bad), 422)
    if change == "rename" and name == view.names[seat]:
        return redirect(view.url("seats.seats"), 303)
    told = {"seat": seat, "change": "renamed" if change == "rename" else "replaced", "round": view.scene.round}
    event = NewEvent(SEAT, seat, data=told, by=entered_by(view)), context.sent_key()
    try:
        if change == "rename":
            context.store().rename_seat(table.id, seat, name, event, context.device() or "")
        else:
            context.store().replace_seat(table.id, seat, name, event)
    except NameTaken:
        return _page(view, seat, _("Somebody else here is called %(name)s already. Two people need two names.", name=name), 422)
    return redirect(view.url("seats.seats"), 303)


@seats.post("/t/<code>/end")
def end(code: str) -> Any:
    """End the table early, or open it again; for hosts."""
    table, view = open_view()
    change = request.form.get("do", "")
    if change not in ("close", "reopen"):
        abort(422)
    if (change == "close") == (view.seats.closed is None) and view.result is None:
        event = NewEvent(CLOSED if change == "close" else REOPENED, data={"round": view.scene.round}, by=entered_by(view))
        context.store().announce(table.id, (event, context.sent_key()))
    return redirect(view.url("tables.table"), 303)


def _may_change(view: View, seat: str, change: str) -> bool:
    """Whether this phone may take that seat over, or put its name right."""
    case = "take over" if change == "replace" else "another seat"
    own = change == "rename" and seat == view.seat and allowed(view.standing, "seats.change", "POST")
    return own or may(view.standing, "seats.change", case)


def _page(view: View, wrong: str = "", error: str = "", status: int = 200) -> Any:
    group = context.store().people(view.table.group_id, MOST_OFFERED) if may(view.standing, "seats.change", "take over") else ()
    people = [person.name for person in group if person.name not in view.names.values()]
    model = SeatsPage(
        header=page_header(view, _("Seats"), view.url("tables.table")),
        view=view,
        seats=[_row(view, seat, error if seat == wrong else "") for seat in view.history.seats],
        notes=handover_notes(view),
        known=people[:12],
        form=Form(view.url("seats.change"), {"key": context.new_key()}),
        ending=Form(view.url("seats.end"), {"key": context.new_key()}) if view.hosts and view.result is None else None,
    )
    return rendering.page("people/seats.html", model, status)


def _row(view: View, seat: str, error: str) -> SeatRow:
    return SeatRow(
        id=seat,
        may_rename=_may_change(view, seat, "rename"),
        may_replace=_may_change(view, seat, "replace") and view.result is None,
        typed=request.form.get("name", "")[:MAX_TYPED] if error else view.names[seat],
        error=error,
    )
