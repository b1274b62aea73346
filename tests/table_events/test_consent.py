"""Consent: which corrections take the host's word, which proposals are open, and when their time has passed."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.history import Event, History, replay
from referee.table_events.consent import find_proposal, is_old, move_of, open_proposals, outdated, round_of, takes_consent

MELDS = (("s1", "poor", "JS 4S 9H"), ("s2", "lawyer", "KH QS 4D AC"), ("s1", "lawyer", "2H 3H 4H 9C"), ("s2", "beggar", "9D 8D"), ("s1", "beggar", "KC KD"), ("s2", "poor", "5H 6H 7H"))


def melded(*more: Event) -> History:
    """Indian Chief for two in its fourth round: the melds are events 2 to 7, ``more`` follow."""
    start = Event(1, "start", data={"seats": ["s1", "s2"], "options": {}})
    moves = [Event(seq, "move", seat, kind, {"cards": cards.split()}) for seq, (seat, kind, cards) in enumerate(MELDS, 2)]
    return replay(GAMES["indian-chief"], [start, *moves, *more])


def setting(seq: int, consent: bool) -> Event:
    return Event(seq, "setting", data={"consent": consent})


def proposal(seq: int, of: int, was: int) -> Event:
    return Event(seq, "proposal", "s1", "poor", {"of": of, "was": was, "entry": {"cards": ["JS", "4S", "9S"]}}, reason="misread", by="s2")


def amend(seq: int, of: int, **more: Any) -> Event:
    return Event(seq, "amend", "s1", "poor", {"of": of, "entry": {"cards": ["JS", "4S", "9S"]}} | more)


def test_only_what_is_more_than_one_round_back_is_old() -> None:
    history = melded()
    assert [is_old(history, round_) for round_ in (1, 2, 3, 4)] == [True, True, False, False]


@pytest.mark.parametrize(("of", "old"), [(2, True), (5, True), (6, False), (7, False), (99, False), (1, False)])
def test_the_host_is_asked_about_old_entries_where_the_house_says_so(of: int, old: bool) -> None:
    assert takes_consent(melded(setting(8, True)), of) is old
    assert not takes_consent(melded(), of)
    assert not takes_consent(melded(setting(8, True), setting(9, False)), of)


def test_an_undo_is_about_the_entry_at_its_end() -> None:
    """A correction of round one, its undo and the undo of that are all about round one; so is a move that is gone."""
    history = melded(amend(8, 2), Event(9, "retract", data={"of": 8}), Event(10, "retract", data={"of": 9}))
    assert [move_of(history.events, of) for of in (2, 8, 9, 10)] == [2, 2, 2, 2]
    assert [round_of(history, of) for of in (2, 8, 10)] == [1, 1, 1]
    gone = melded(Event(8, "retract", data={"of": 7}))
    assert gone.find(7) is None
    assert round_of(gone, 8) == 3
    assert move_of(history.events, 1) is None


def test_a_change_of_itself_or_of_what_is_still_to_come_is_about_nothing() -> None:
    """As only a foreign hand can write them."""
    damaged = [*melded().events, amend(8, 8), amend(9, 10), amend(10, 9)]
    assert [move_of(damaged, of) for of in (8, 9, 10)] == [None, None, None]


def test_a_proposal_is_open_until_it_is_answered() -> None:
    asked = (proposal(8, 2, 2), proposal(9, 3, 3))
    assert [found.seq for found in open_proposals(melded(*asked))] == [8, 9]
    agreed, declined = amend(10, 2, proposal=8), Event(11, "declined", data={"of": 9}, reason="no")
    assert [found.seq for found in open_proposals(melded(*asked, agreed))] == [9]
    assert open_proposals(melded(*asked, agreed, declined)) == ()
    assert find_proposal(melded(*asked, declined), 9) is None
    found = find_proposal(melded(*asked), 8)
    assert found is not None
    assert (found.of, found.event.answer, found.rewind) == (2, {"cards": ["JS", "4S", "9S"]}, False)


def test_a_proposal_is_out_of_date_once_its_entry_changed_and_in_time_again_once_that_is_undone() -> None:
    asked, changed = proposal(8, 2, 2), amend(9, 2)
    for more, over in (((), False), ((changed,), True), ((changed, Event(10, "retract", data={"of": 9})), False), ((Event(9, "retract", data={"of": 2}),), True)):
        history = melded(asked, *more)
        found = find_proposal(history, 8)
        assert found is not None
        assert outdated(history, found) is over
