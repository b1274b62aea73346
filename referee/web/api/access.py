"""Helpers of all API routes: the caller's view, the game, and the answer to a change."""

from typing import Any

from flask import Blueprint, Response, jsonify

from referee.event import Event
from referee.kernel.contract import Checked, Ruling
from referee.kernel.game import AnyGame, check
from referee.service.errors import Refused
from referee.web.http import context
from referee.web.http.authorize import authorize
from referee.web.http.errors import Fault
from referee.web.view.access import view_of
from referee.web.view.view import View

api = Blueprint("api", __name__, url_prefix="/api")


def discreet(view: View, entry: Event, refused: Refused) -> Refused:
    """Return the refusal with rulings hidden that would reveal other seats' secret entries."""
    if not view.secret:
        return refused
    known = check(
        view.history.game, view.state, entry.kind, entry.seat, entry.data, entry.accept
    ).rulings
    told = [
        found if found in known else Ruling("hidden", found.clause, found.level, field=found.field)
        for found in refused.checked.objections
    ]
    return Refused(refused.index, Checked(refused.checked.move, tuple(told)), refused.history)


def find_game(game_id: str, status: int) -> AnyGame:
    """Return the game with this id; raise Fault with this status if it is unknown."""
    if not context.has_game(game_id):
        raise Fault(status, "unknown_game", name=game_id[:40])
    return context.find_game(game_id)


def open_view() -> View:
    """The requested table as the caller may see it."""
    return view_of(*authorize())


def recorded(revision: int) -> Response:
    """A 201 answer with the new revision."""
    return json_answer(201, revision=revision)


def json_answer(status: int, **values: Any) -> Response:
    """A JSON answer with this status."""
    response = jsonify(**values)
    response.status_code = status
    return response
