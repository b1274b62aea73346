"""Shared rulings about a table: the address has a seal for its subject and revision."""

import hashlib
import hmac
from typing import Any

from flask import url_for

from referee.kernel.history import replay
from referee.store.errors import Unknown
from referee.store.values import TableRow
from referee.web.desk.desk import as_event
from referee.web.desk.kept_games import game_of
from referee.web.http import context
from referee.web.view.view import View

SIGNS = 40


def seal(table: TableRow, what: str, revision: int, *about: object) -> str:
    """The seal: an HMAC of subject and revision, keyed with the table's watch link."""
    told = " ".join(map(str, (what, table.code, *about, revision)))
    return hmac.new(table.watch_link.encode(), told.encode(), hashlib.sha256).hexdigest()[:SIGNS]


def share_address(
    view: View, number: int, seat: str, endpoint: str = "shared.ruling", **more: Any
) -> str:
    """The address that shows a ruling of this table at its revision to anybody."""
    revision = view.history.revision
    token = seal(view.table, "ruling", revision, number, seat)
    return url_for(
        endpoint,
        code=view.table.code,
        number=number,
        seat=seat,
        revision=revision,
        token=token,
        _external=True,
        **more,
    )


def opened(code: str, revision: int, token: str, what: str, *about: object) -> View | None:
    """The table at a revision as a watcher saw it; None without the right seal."""
    store = context.store()
    try:
        table = store.table_by_code(code)
    except Unknown:
        return None
    if not hmac.compare_digest(seal(table, what, revision, *about).encode(), token.encode()):
        return None
    events = [as_event(stored) for stored in store.events(table.id) if stored.seq <= revision]
    return View(
        table,
        replay(game_of(table), events),
        {row.seat: row.name for row in store.seats(table.id)},
        "watch",
    )
