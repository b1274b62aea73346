"""Disputes: open until settled, waited for until somebody lets entering go on."""

from __future__ import annotations

from referee.event import Event
from referee.kernel.history import extend
from referee.service.corrections import settled_by
from referee.service.disputes import (
    HOUR,
    MOST_OF_PHONE,
    MOST_OF_WATCHER,
    MOST_OF_WATCHERS,
    MOST_OPEN,
    open_disputes,
    read_disputes,
    too_many,
    too_often,
    waiting,
)
from tests.kernel.test_history import table


def called(seq: int, waits: bool = True, **data: object) -> Event:
    return Event(seq, "call", data={"round": 1, "waits": waits, **data}, by="s2", reason="why?")


def settled(seq: int, of: int, outcome: str = "stands", **data: object) -> Event:
    return Event(seq, "settled", data={"of": of, "outcome": outcome, **data}, by="host")


def test_other_events_are_no_disputes() -> None:
    other = (Event(2, "setting", data={"calls": "go"}), Event(3, "ruling", data={"clause": "IC-1"}))
    assert read_disputes(other) == {}
    assert waiting(()) is None


def test_a_dispute_says_what_it_is_about() -> None:
    """The entry, the round, the clause, the phone it came from."""
    about = {"of": 3, "clause": "IC-29", "option": "match", "phone": "abc"}
    found = read_disputes((called(4, **about),))[4]
    assert (found.seq, found.round) == (4, 1)
    assert {name: getattr(found, name) for name in about} == about
    assert (found.open, found.waits, found.outcome) == (True, True, "")
    bare = read_disputes((called(4),))[4]
    assert (bare.of, bare.clause, bare.option, bare.phone) == (0, "", "", "")


def test_the_oldest_open_dispute_is_waited_for() -> None:
    """One after the other, as they are settled; one that nobody waits for is passed over."""
    events = [called(4, waits=False), called(5), called(6)]
    assert [one.seq for one in open_disputes(events)] == [4, 5, 6]
    assert waiting(events) == open_disputes(events)[1]
    events.append(settled(7, 5))
    assert waiting(events) == open_disputes(events)[1]
    assert [one.seq for one in open_disputes(events)] == [4, 6]
    events.append(settled(8, 6))
    assert waiting(events) is None
    assert [one.seq for one in open_disputes(events)] == [4]


def test_the_first_settlement_counts() -> None:
    """What comes after it, or names no dispute, changes nothing."""
    first, later = settled(5, 4, "ruled"), (settled(6, 4, "withdrawn"), settled(7, 99))
    found = read_disputes((called(4), first, *later, Event(8, "go_on", data={"of": 4})))
    assert [*found] == [4]
    assert (found[4].outcome, found[4].settled) == ("ruled", first)


def test_going_on_leaves_a_dispute_open() -> None:
    """Entering goes on, and it can still be settled."""
    events = [called(4), Event(5, "go_on", data={"of": 4})]
    assert waiting(events) is None
    assert [one.seq for one in open_disputes(events)] == [4]
    assert read_disputes([*events, settled(6, 4)])[4].outcome == "stands"


def test_a_settlement_before_its_dispute_is_none() -> None:
    """Nothing is settled that was not asked."""
    assert read_disputes((settled(3, 4), called(4)))[4].open


def test_data_of_a_foreign_hand_is_read_as_nothing() -> None:
    """A record may hold anything."""
    odd = (Event(6, "settled", data={"of": [4]}), Event(7, "go_on", data={"of": True}))
    found = read_disputes((called(4, of="x"), Event(5, "call", data={}), *odd))
    assert [(one.of, one.open) for one in found.values()] == [(0, True)] * 2
    assert [one.waits for one in found.values()] == [True, False]


def test_so_many_may_be_open() -> None:
    """Three of one phone, eight at a table; a phone without a mark is counted at the table
    alone.
    """
    mine = open_disputes([called(seq, phone="a") for seq in range(2, 2 + MOST_OF_PHONE)])
    assert too_many(mine, "a")
    assert not too_many(mine, "b")
    assert not too_many(mine, "")
    assert not too_many(mine[1:], "a")
    assert too_many(open_disputes([called(seq) for seq in range(2, 2 + MOST_OPEN)]), "")


def test_a_watching_phone_disputes_so_often_in_an_hour_and_all_of_them_a_few_times_more() -> None:
    def made(phone: str, count: int, at: float = 0.0) -> list[Event]:
        return [
            Event(seq, "call", data={"phone": phone}, by="watch", at=at) for seq in range(count)
        ]

    assert (MOST_OF_WATCHER, HOUR) == (6, 60 * 60)
    one = made("a", MOST_OF_WATCHER)
    assert too_often(one, "watch", "a", HOUR - 1)
    assert not too_often(one[1:], "watch", "a", HOUR - 1)
    assert not too_often(one, "watch", "b", HOUR - 1)
    assert not too_often(one, "watch", "a", HOUR)
    assert not too_often(one, "s1", "a", HOUR - 1)
    many = [event for at in range(MOST_OF_WATCHERS) for event in made(f"p{at}", 1)]
    assert too_often(many, "watch", "new", HOUR - 1)
    assert not too_often(many[1:], "watch", "new", HOUR - 1)


def test_a_change_settles_the_disputes_about_what_it_changes_and_what_it_gives_up() -> None:
    about = [
        Event(seq, "call", data={"of": of, "round": 1}, by="s2")
        for seq, of in enumerate((2, 4, 5), 7)
    ]
    history = extend(table(), about)
    for change, wanted in (
        ({"of": 2}, [7]),
        ({"of": 2, "drop": [4]}, [7, 8]),
        ({"of": 3, "drop": [5, 6]}, [9]),
        ({"of": 3}, []),
    ):
        found = settled_by(history, Event(0, "amend", data=change, by="host"))
        assert [one.data["of"] for one in found] == wanted, change
