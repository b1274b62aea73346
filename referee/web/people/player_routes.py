"""Pages of the players and phones, all together and one by one."""

from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.web.http import context
from referee.web.view.access import open_view

from .player_page import phone_page, player_page
from .players import players_page, there_part

players = Blueprint("players", __name__)


@players.get("/t/<code>/players", endpoint="players")
def everybody(code: str) -> Any:
    """Players, phones, joining, the code and the end; for hosts. ``?there``: the list alone."""
    _table, view = open_view()
    return there_part(view) if "there" in request.args else players_page(view)


@players.get("/t/<code>/players/<seat>")
def player(code: str, seat: str) -> Any:
    """A player's page, for hosts and that player's phone; others are asked who they are."""
    _table, view = open_view()
    if seat not in view.history.seats:
        abort(404)
    if not view.hosts and seat != view.seat:
        return redirect(view.url("own_seat.who"), 303)
    return player_page(view, seat)


@players.get("/t/<code>/players/phone/<int:number>")
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
