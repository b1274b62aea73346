"""The health check for those who monitor the server."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify

from referee.games import GAMES
from referee.store.errors import StoreError
from referee.web.http.context import store
from referee.web.http.edition import server_only
from referee.web.http.permissions import needs
from referee.web.paper.typst import papers, render

health_pages = Blueprint("health", __name__)
# Free bytes needed on the database's disk; with less, tables soon cannot be stored.
LEAST_FREE = 64 * 1024 * 1024


@health_pages.get("/health")
@needs("anyone")
@server_only
def health() -> Response:
    """200, or 503 if a part is ill; tells only which parts are ok."""
    parts = {name: "ok" if works() else "ill" for name, works in PARTS.items()}
    well = "ill" not in parts.values()
    answer = jsonify(status="ok" if well else "ill", parts=parts)
    answer.status_code = 200 if well else 503
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _database() -> bool:
    try:
        return store().answers()
    except StoreError:
        return False


def _disk() -> bool:
    return shutil.disk_usage(Path(current_app.config["DATABASE"]).parent).free >= LEAST_FREE


def _typesetter() -> bool:
    """Typeset a blank sheet; the result is cached."""
    game = next(iter(GAMES))
    try:
        return bool(
            render(
                game, lang="en", paper=next(iter(papers(game))), players=GAMES[game].info.seats[0]
            )
        )
    except (OSError, RuntimeError):
        return False


PARTS: Mapping[str, Callable[[], bool]] = {
    "database": _database,
    "disk": _disk,
    "typesetter": _typesetter,
}
