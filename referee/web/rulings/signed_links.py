"""Shared rulings about a table: the address has a seal for its subject and revision."""

import hashlib
import hmac
from typing import Any

from flask import url_for

from referee.kernel.history import replay
from referee.store.errors import Unknown
from referee.store.values import TableRow
from referee.web.http import context
from referee.web.view.access import make_view
from referee.web.view.view import View

SIGNS = 40


def signature(table: TableRow, what: str, revision: int, *about: object) -> str:
    """An HMAC of subject and revision, keyed with the table's watch link."""
    told = " ".join(map(str, (what, table.code, *about, revision)))
    return hmac.new(table.watch_link.encode(), told.encode(), hashlib.sha256).hexdigest()[:SIGNS]


def share_address(
    view: View, number: int, seat: str, endpoint: str = "shared.ruling", **more: Any
) -> str:
    """The address that shows a ruling of this table at its revision to anybody."""
    revision = view.history.revision
    token = signature(view.table, "ruling", revision, number, seat)
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
    if not hmac.compare_digest(signature(table, what, revision, *about).encode(), token.encode()):
        return None
    events = [event for event in store.events(table.id) if event.seq <= revision]
    names = {row.seat: row.name for row in store.seats(table.id)}
    return make_view(table, replay(context.find_game(table.game), events), names)
