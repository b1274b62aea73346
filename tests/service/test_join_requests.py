"""Phones that ask to enter: the one that has waited longest comes first."""

from __future__ import annotations

from referee.event import Event
from referee.service.join_requests import (
    MINUTE,
    MOST_OF_TABLE,
    MOST_OPEN,
    newest_requests,
    open_join_requests,
    too_many,
)


def ask(seq: int, phone: int) -> Event:
    return Event(seq, "ask", data={"phone": phone}, at=float(seq))


def test_who_asks_anew_waits_behind_those_who_asked_before() -> None:
    events = [ask(2, 1), ask(3, 2), ask(4, 1)]
    assert [one.phone for one in open_join_requests(events)] == [2, 1]
    assert [one.seq for one in newest_requests(events).values()] == [3, 4]


def test_so_many_phones_may_wait_whoever_asks_anew_is_one_of_them() -> None:
    waiting = [ask(seq, seq) for seq in range(2, 2 + MOST_OPEN)]
    later = waiting[-1].at + MINUTE
    assert too_many(waiting, 1, later)
    assert not too_many(waiting, 2, later)
    assert not too_many(waiting[1:], 1, later)


def test_a_table_is_asked_so_often_in_a_minute() -> None:
    """However few the phones are; a minute later it may be asked again."""
    asked = [ask(seq, 1) for seq in range(2, 2 + MOST_OF_TABLE)]
    within = asked[0].at + MINUTE - 1
    assert too_many(asked, 2, within)
    assert not too_many(asked[1:], 2, within)
    assert not too_many(asked, 2, within + 1)
