"""Players and phones, all together and one by one; the host decides what a phone may do."""

from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.event import Event
from referee.service.seats import PHONE
from referee.store.errors import LastHost, Unknown
from referee.store.values import Role
from referee.web.http import context
from referee.web.http.edition import server_only
from referee.web.http.permissions import needs
from referee.web.http.security import number as number_in
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by, open_view

from .joining import renew_links
from .player_page import phone_page, player_page
from .players import players_page, there_part

players = Blueprint("players", __name__)
phones = Blueprint("phones", __name__)
ROLES: dict[str, Role | None] = {"enters": "seat", "watches": "watch", "away": None}


@players.get("/t/<code>/players", endpoint="players")
@needs("host")
def everybody(code: str) -> Any:
    """Players, phones, joining, the code and the end; for hosts. ``?there``: the list alone."""
    _table, view = open_view()
    return there_part(view) if "there" in request.args else players_page(view)


@players.get("/t/<code>/players/<seat>")
@needs("player")
def player(code: str, seat: str) -> Any:
    """A player's page, for hosts and that player's phone; others are asked who they are."""
    _table, view = open_view()
    if seat not in view.history.seats:
        abort(404)
    if not view.hosts and seat != view.seat:
        return redirect(view.url("own_seat.who"), 303)
    return player_page(view, seat)


@players.get("/t/<code>/players/phone/<int:number>")
@needs("host")
@server_only
def phone(code: str, number: int) -> Any:
    """The page of a phone without a player, else 303 to its player; for hosts."""
    _table, view = open_view()
    found = next(
        (phone for phone in context.store().phones(view.table.id) if phone.number == number), None
    )
    if found is None:
        abort(404)
    if found.seat and not found.away:
        return redirect(view.url("players.player", seat=found.seat), 303)
    return phone_page(view, found)


@phones.post("/t/<code>/phones")
@needs("host")
@server_only
def change(code: str) -> Any:
    """Change a phone's rights, free or remove it, renew the links: 303; 409 for the last host."""
    _table, view = open_view()
    phone, change = number_in(request.form, "phone"), request.form.get("do", "")
    renew = change == "away" and request.form.get("renew") == "1"
    about = {"phone": phone, "change": change} | ({"renewed": True} if renew else {})
    told = Event(0, PHONE, data=about, by=entered_by(view)), context.sent_key()
    try:
        if change == "renew":
            renew_links(view, told[1])
        elif change == "freed":
            context.store().free_seat(view.table.id, phone, told)
        elif change in ROLES:
            context.store().decide(view.table.id, phone, ROLES[change], told, renew)
        else:
            abort(422)
    except Unknown:
        abort(422)
    except LastHost:
        row = next(row for row in context.store().phones(view.table.id) if row.number == phone)
        error = _("This is the only host. Make another phone host first.")
        return phone_page(view, row, error, 409)
    # A host who lowered this phone may no longer see the list.
    return redirect(view.url("tables.table" if phone == view.number else "players.players"), 303)
