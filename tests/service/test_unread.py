"""Notifications: what a phone is still to be told, and what came to nothing before it was seen."""

from __future__ import annotations

from referee.event import Event
from referee.games import GAMES
from referee.kernel.history import History, replay
from referee.service.unread import MOST_TOLD, is_announced, move_of, unread_events

MELDS = (
    ("s1", "poor", "JS 4S 9H"),
    ("s2", "lawyer", "KH QS 4D AC"),
    ("s1", "lawyer", "2H 3H 4H 9C"),
    ("s2", "beggar", "9D 8D"),
    ("s1", "beggar", "KC KD"),
    ("s2", "poor", "5H 6H 7H"),
)


def melded(*more: Event) -> History:
    """Indian Chief for two in its fourth round: the melds are events 2 to 7, ``more`` follow."""
    start = Event(1, "start", data={"seats": ["s1", "s2"], "options": {}})
    moves = [
        Event(seq, "move", seat, kind, {"cards": cards.split()})
        for seq, (seat, kind, cards) in enumerate(MELDS, 2)
    ]
    return replay(GAMES["indian-chief"], [start, *moves, *more])


def setting(seq: int) -> Event:
    return Event(seq, "setting", data={"calls": "go"})


def amend(seq: int, of: int) -> Event:
    return Event(seq, "amend", "s1", "poor", {"of": of, "entry": {"cards": ["JS", "4S", "9S"]}})


def seqs(*more: Event, seen: int = 7, made: tuple[int, ...] = ()) -> list[int]:
    """The numbers of what is to be told after the melds."""
    return [event.seq for event in unread_events(melded(*more), seen, made)]


def retract(seq: int, of: int) -> Event:
    return Event(seq, "retract", data={"of": of})


def test_corrections_undos_and_entries_let_stand_are_told_plain_ones_are_not() -> None:
    accepted = Event(9, "move", "s1", "poor", {}, ("meld_used",))
    assert all(map(is_announced, (amend(8, 2), retract(8, 7), accepted)))
    assert not any(map(is_announced, (Event(8, "move", "s1", "poor"), setting(8))))
    assert seqs(amend(8, 2), setting(9)) == [8]
    assert seqs(amend(8, 2), seen=8) == []


def test_what_a_phone_did_itself_is_not_told_there() -> None:
    assert seqs(amend(8, 2), amend(9, 3), made=(9,)) == [8]


def test_a_correction_undone_before_it_was_seen_is_not_told() -> None:
    assert seqs(amend(8, 2), retract(9, 8)) == []
    assert seqs(amend(8, 2), retract(9, 8), seen=8) == [9]


def test_whoever_made_it_is_told_that_it_was_undone() -> None:
    assert seqs(amend(8, 2), retract(9, 8), made=(8,)) == [9]
    assert seqs(amend(8, 2), retract(9, 8), made=(9,)) == []


def test_of_many_changes_the_newest_are_told() -> None:
    many = range(8, 8 + MOST_TOLD + 2)
    assert seqs(*(amend(seq, 2) for seq in many)) == [*many][-MOST_TOLD:]


def test_an_undo_undone_leaves_what_was_there_before() -> None:
    assert seqs(retract(8, 7), retract(9, 8)) == []
    assert seqs(amend(8, 2), retract(9, 8), retract(10, 9)) == [8]


def test_an_undo_is_about_the_entry_at_its_end() -> None:
    """A correction of round one, its undo and the undo of that are all about round one."""
    history = melded(amend(8, 2), retract(9, 8), retract(10, 9))
    assert [move_of(history.events, of) for of in (2, 8, 9, 10)] == [2, 2, 2, 2]
    assert move_of(history.events, 1) is None


def test_a_change_of_itself_or_of_what_is_still_to_come_is_about_nothing() -> None:
    """As only a foreign hand can write them."""
    damaged = [*melded().events, amend(8, 8), amend(9, 10), amend(10, 9)]
    assert [move_of(damaged, of) for of in (8, 9, 10)] == [None, None, None]
