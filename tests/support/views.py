"""A history as somebody at its table sees it, without a database."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.history import History
from referee.store.values import Role, TableRow
from referee.web.view.view import View


def view_of(history: History, names: Mapping[str, str], role: Role = "watch") -> View:
    """What this role sees of a table with these names of its seats."""
    table = TableRow(0, "", history.game.info.id, 0, 0.0, "", "", "")
    return View(table=table, history=history, names=names, role=role)
