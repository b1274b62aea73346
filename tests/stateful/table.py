"""The table of a walk as it is stored, and what each phone is and may know there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from referee.event import Event
from referee.kernel.contract import Line
from referee.kernel.game import AnyGame
from referee.kernel.history import History
from referee.service.disputes import open_disputes, waiting
from referee.service.seats import is_closed
from referee.service.settings import table_settings
from referee.service.tables import TableService
from referee.store import Store
from referee.store.values import Grant, TableRow
from referee.web.http.permissions import AccessLevel, access_level

from .devices import Phone

ELSEWHERE = "Quincy"
"""Whoever plays at the group's other table."""


class Table:
    """The table that ``code`` names."""

    game: AnyGame
    service: TableService
    store: Store
    reader: sqlite3.Connection
    code: str

    @property
    def table(self) -> TableRow:
        """The table as it is stored."""
        row: TableRow = self.store.table_by_code(self.code)
        return row

    @property
    def history(self) -> History:
        """The table as it stands."""
        history: History = self.service.history(self.table)
        return history

    @property
    def closed(self) -> bool:
        """Whether the host ended it early."""
        return is_closed(self.history.table_events)

    @property
    def links(self) -> dict[str, str]:
        """The links of the table, by what they give."""
        row = self.table
        return {"host": row.host_link, "seat": row.seat_link, "watch": row.watch_link}

    @property
    def group_link(self) -> str:
        """The link of the group."""
        return str(self.store.group(self.table.group_id).link)

    def stored(self) -> list[Event]:
        """The events as the database has them."""
        return list(self.store.events(self.table.id))

    def names(self) -> dict[str, str]:
        """The names of the seats."""
        return {row.seat: row.name for row in self.store.seats(self.table.id)}

    def open_disputes(self) -> list[int]:
        """The numbers of the open disputes."""
        return [one.seq for one in open_disputes(self.history.table_events)]

    def stopped(self, history: History) -> bool:
        """Whether nothing can be entered, whatever the game asks."""
        return is_closed(history.table_events) or waiting(history.table_events) is not None

    def access_level_of(self, phone: Phone) -> AccessLevel:
        """What a phone is at this table."""
        if phone.link:
            newcomers = table_settings(self.history.table_events).newcomers
            return "watch" if newcomers == "watch" else "player"
        if (grant := self._grant(phone)) is not None:
            return access_level(grant.role, grant.let_in)
        cookie = phone.client.get_cookie("device")
        away = self.reader.execute(
            "SELECT away FROM grant_ WHERE device = ? AND table_id = ?",
            (cookie.value if cookie else "", self.table.id),
        )
        return "away" if any(row[0] for row in away.fetchall()) else "stranger"

    def may_enter(self, phone: Phone) -> bool:
        """Whether a phone is one of those that enter."""
        return self.access_level_of(phone) in ("seat", "player", "host")

    def _belongs(self, phone: Phone) -> bool:
        """Whether a phone is one of the group's by another of its tables."""
        cookie = None if phone.link else phone.client.get_cookie("device")
        return bool(cookie) and self.store.in_group(cookie.value, self.table.group_id) is True

    def seat(self, phone: Phone) -> str | None:
        """The seat a phone has claimed."""
        grant = self._grant(phone)
        return grant.seat if grant else None

    def _grant(self, phone: Phone) -> Grant | None:
        cookie = None if phone.link else phone.client.get_cookie("device")
        return self.store.grant_by_code(cookie.value, self.code) if cookie else None

    def state_for(self, phone: Phone) -> Any:
        """What a phone may see of the state."""
        return self.state_of(self.seat(phone))

    def state_of(self, seat: str | None) -> Any:
        """What a seat, or nobody, may see of the state."""
        history = self.history
        secret = history.options.get("entry") == "secret"
        return self.game.see(history.state, seat) if secret else history.state

    def lines_for(self, phone: Phone) -> Sequence[Line]:
        """The lines a phone may see."""
        return self.game.lines(self.state_for(phone))

    def hidden_from(self, phone: Phone, address: str) -> Iterator[tuple[str, str]]:
        """What a phone must not be told, with its name; whoever has a link already may be told it,
        and the group's link tells of the group.
        """
        found, links, group = self.access_level_of(phone), self.links, self.group_link
        hidden = {"the host's link": links["host"]} if found != "host" else {}
        if found not in ("host", "player"):
            hidden |= {"the link to enter": links["seat"]}
        if found not in ("host", "player") and group not in address and not self._belongs(phone):
            hidden |= {"the group's link": group}
            if not any(ELSEWHERE in name for name in self.names().values()):
                hidden |= {"a name of the group": ELSEWHERE}
        if found in ("stranger", "away"):
            hidden["the link to watch"] = links["watch"]
        return ((name, secret) for name, secret in hidden.items() if secret not in address)
