"""Seats: who took over, whether the table was ended early, where its people went on."""

from __future__ import annotations

from referee.event import Event
from referee.service.seats import Handover, fold_seats, is_closed


def taken(seq: int, seat: str, was: int, now: int, round_: int) -> Event:
    data = {"seat": seat, "change": "replaced", "was": was, "now": now, "round": round_}
    return Event(seq, "seat", seat, data=data)


def test_takeovers_are_kept_in_order_and_renames_are_none() -> None:
    """A seat may change hands more than once."""
    renamed = Event(3, "seat", "s1", data={"seat": "s1", "change": "renamed", "round": 1})
    found = fold_seats((taken(2, "s2", 1, 5, 3), renamed, taken(4, "s2", 5, 6, 4)))
    assert found.handovers == (Handover("s2", 1, 5, 3), Handover("s2", 5, 6, 4))


def test_takeovers_in_one_round_are_one() -> None:
    """Who had the seat before the round and who has it at its end are named, nobody between."""
    found = fold_seats((taken(2, "s2", 1, 5, 3), taken(3, "s1", 2, 7, 3), taken(4, "s2", 5, 6, 3)))
    assert found.handovers == (Handover("s2", 1, 6, 3), Handover("s1", 2, 7, 3))


def test_the_newest_word_on_the_end_holds() -> None:
    """Ended early, opened again, ended again; other events say nothing about it."""
    closed, other, reopened = (
        Event(seq, kind) for seq, kind in enumerate(("closed", "ruling", "reopened"), 2)
    )
    logs = ((), (closed,), (closed, other), (closed, other, reopened))
    assert [is_closed(events) for events in logs] == [False, True, True, False]
    assert fold_seats((closed, other)).closed == closed
    assert fold_seats((closed, reopened)).closed is None
    assert is_closed((closed, reopened, Event(5, "closed")))


def test_the_newest_next_table_counts() -> None:
    """The last one opened is where the phones are led."""
    assert fold_seats(()).next_code == ""
    opened = [Event(at, "next", data={"code": code}) for at, code in ((2, "CDFG"), (3, "HJKM"))]
    assert fold_seats(opened).next_code == "HJKM"
