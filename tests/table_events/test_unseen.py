"""Notices: what a phone is still to be told, and what has come to nothing before it was seen."""

from __future__ import annotations

from referee.kernel.history import Event
from referee.table_events.unseen import is_announced, unseen
from tests.table_events.test_consent import amend, melded, proposal, setting


def seqs(*more: Event, seen: int = 7, made: tuple[int, ...] = ()) -> list[int]:
    """The numbers of what is to be told after the melds."""
    return [event.seq for event in unseen(melded(*more), seen, made)]


def retract(seq: int, of: int) -> Event:
    return Event(seq, "retract", data={"of": of})


def test_corrections_undos_and_entries_let_stand_are_told_plain_ones_are_not() -> None:
    accepted = Event(9, "move", "s1", "poor", {}, ("meld_used",))
    assert [is_announced(event) for event in (amend(8, 2), retract(8, 7), accepted, Event(8, "move", "s1", "poor"), setting(8, True))] == [True, True, True, False, False]
    assert seqs(amend(8, 2), setting(9, True)) == [8]
    assert seqs(amend(8, 2), seen=8) == []


def test_what_a_phone_did_itself_is_not_told_there() -> None:
    assert seqs(amend(8, 2), amend(9, 3), made=(9,)) == [8]


def test_a_correction_taken_back_before_it_was_seen_is_not_told() -> None:
    assert seqs(amend(8, 2), retract(9, 8)) == []
    assert seqs(amend(8, 2), retract(9, 8), seen=8) == [9]


def test_whoever_made_it_is_told_that_it_was_taken_back() -> None:
    assert seqs(amend(8, 2), retract(9, 8), made=(8,)) == [9]
    assert seqs(amend(8, 2), retract(9, 8), made=(9,)) == []


def test_an_undo_undone_leaves_what_was_there_before() -> None:
    assert seqs(retract(8, 7), retract(9, 8)) == []
    assert seqs(amend(8, 2), retract(9, 8), retract(10, 9)) == [8]


def test_a_proposal_is_told_while_it_is_open_and_its_answer_after() -> None:
    asked = proposal(8, 2, 2)
    assert seqs(asked) == [8]
    assert seqs(asked, amend(9, 2, proposal=8)) == [9]
    assert seqs(asked, Event(9, "declined", data={"of": 8})) == [9]
