"""A table's players: rename them, replace one, end the table early."""

from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.event import Event
from referee.service.seats import CLOSED, REOPENED, SEAT
from referee.store.errors import NameTaken, Unstorable
from referee.store.symbols import Sign, read_sign
from referee.store.values import TableRow
from referee.web.http import context
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by, open_view
from referee.web.view.view import View

from .naming import BadName, name_sentence, read_name
from .player_page import may_change_player, player_page

seats = Blueprint("seats", __name__)


@seats.post("/t/<code>/seats")
@needs("player", cases={"another seat": "host", "take over": "host"}, own="a name")
def change(code: str) -> Any:
    """Rename a player, change their symbol or replace them: 303, or 422 with the reason."""
    table, view = open_view()
    seat, change = request.form.get("seat", ""), request.form.get("do", "")
    if seat not in view.history.seats or change not in ("rename", "replace"):
        abort(422)
    if not may_change_player(view, seat, change):
        abort(403)
    try:
        name, sign = read_name(request.form.get("name", "")), _sent_sign(view, seat)
        if change == "rename":
            _rename(table, view, seat, name, sign)
        else:
            context.store().replace_seat(table.id, seat, name, _told(view, seat, "replaced"))
    except Unstorable:
        abort(422)
    except BadName as bad:
        return player_page(view, seat, request.form, name_sentence(bad), 422)
    except NameTaken:
        error = _("%(name)s is taken. Choose another name.", name=name)
        return player_page(view, seat, request.form, error, 422)
    return redirect(view.url("players.players") if view.hosts else view.url("tables.table"), 303)


@seats.post("/t/<code>/end")
@needs("host")
def end(code: str) -> Any:
    """End the table early, or reopen it; for hosts."""
    table, view = open_view()
    change = request.form.get("do", "")
    if change not in ("close", "reopen"):
        abort(422)
    if (change == "close") == (view.seats.closed is None) and view.result is None:
        event = Event(
            0,
            CLOSED if change == "close" else REOPENED,
            data={"round": view.scene.round},
            by=entered_by(view),
        )
        context.store().announce(table.id, (event, context.sent_key()))
    return redirect(view.url("tables.table"), 303)


def _rename(table: TableRow, view: View, seat: str, name: str, sign: Sign | None) -> None:
    """Change name and symbol, and log each only if it differs."""
    device = context.device() or ""
    if name != view.names[seat]:
        context.store().rename_seat(table.id, seat, name, _told(view, seat, "renamed"), device)
    person = next(row.person_id for row in context.store().seats(table.id) if row.seat == seat)
    if sign and sign != view.signs.get(seat) and person is not None:
        signed = Event(0, SEAT, data={"change": "signed"}, by=entered_by(view))
        context.store().change_sign(table.group_id, person, sign, signed, device)


def _told(view: View, seat: str, change: str) -> tuple[Event, str]:
    """The event for the list of entries, with the form's key."""
    data = {"seat": seat, "change": change, "round": view.scene.round}
    return Event(0, SEAT, seat, data=data, by=entered_by(view)), context.sent_key()


def _sent_sign(view: View, seat: str) -> Sign | None:
    """The chosen symbol; unsent parts stay. Raises Unstorable for an unknown one."""
    own, form = view.signs.get(seat), request.form
    return read_sign(f"{form.get('shape', own.shape)}-{form.get('ink', own.ink)}") if own else None
