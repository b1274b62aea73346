"""Phones that ask to enter: the one that has waited longest comes first."""

from __future__ import annotations

from referee.kernel.history import Event
from referee.table_events.asks import asks, open_asks


def ask(seq: int, phone: int) -> Event:
    return Event(seq, "ask", data={"phone": phone}, at=float(seq))


def test_who_asks_anew_waits_behind_those_who_asked_before() -> None:
    events = [ask(2, 1), ask(3, 2), ask(4, 1)]
    assert [one.phone for one in open_asks(events)] == [2, 1]
    assert [one.seq for one in asks(events).values()] == [3, 4]
