"""History: undo, redo, amend, and the two ways of folding events, which must agree."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Illegal, totals
from referee.kernel.game import check, play
from referee.kernel.history import (
    History,
    effective_moves,
    extend,
    replay,
    together,
    undoable_event,
    undone,
)
from tests.support.toy import TOY
from tools.sample import Sample, sample_move

START = Event(1, "start", data={"seats": ["ann", "bo"], "options": {}})
LAID = [
    ("ann", "one", "5S"),
    ("bo", "two", "AS 2S"),
    (None, "favourite", "bo:1"),
    ("bo", "one", "AH"),
    ("ann", "two", "3S 4S"),
]


def move(seq: int, seat: str | None, kind: str, what: str) -> Event:
    return Event(seq, "move", seat, kind, {"spot" if kind == "favourite" else "cards": what})


def table(count: int = len(LAID)) -> History:
    """A table with the first moves made."""
    return replay(TOY, [START, *(move(seq, *entry) for seq, entry in enumerate(LAID[:count], 2))])


def then(history: History, type_: str, of: int, **more: Any) -> History:
    """The history after a retraction or an amendment."""
    data = {"of": of, **{key: more[key] for key in ("entry", "drop") if key in more}}
    return extend(
        history, [Event(history.revision + 1, type_, more.get("seat"), more.get("kind", ""), data)]
    )


def test_a_table_is_played_move_by_move() -> None:
    history = table()
    assert history.broken is None
    assert [played.seq for played in history.played] == [2, 3, 4, 5, 6]
    assert [played.round for played in history.played] == [1, 1, 1, 2, 2]
    assert totals(history.lines, history.seats) == {"ann": 5 + 7, "bo": 3 + 5 + 1}
    assert history.revision == 6
    assert history.event(3) == history.events[2]
    assert history.event(0) is history.event(7) is None
    assert history.find(4) is history.played[2]
    assert history.find(1) is None


def test_after_a_redo_there_is_nothing_left_to_redo() -> None:
    assert undone(then(then(table(), "retract", 6), "retract", 7).events) is None


def test_undo_walks_back_to_the_start() -> None:
    history = table()
    for seq in (6, 5, 4, 3, 2):
        latest = undoable_event(history.events)
        assert latest is not None
        assert latest.seq == seq
        history = then(history, "retract", seq)
    assert history.state == history.start
    assert undoable_event(history.events) is None
    assert undone(table().events) is None


def test_an_amendment_changes_the_move_and_what_it_scored() -> None:
    history = then(table(), "amend", 2, seat="ann", kind="one", entry={"cards": "4H"})
    assert history.broken is None
    assert history.played[0].changed == 7
    assert history.played[0].seq == 2
    assert totals(history.lines, history.seats)["ann"] == 4 + 7


def test_undoing_an_amendment_gives_the_first_answer_back() -> None:
    history = then(table(), "amend", 2, seat="ann", kind="one", entry={"cards": "4H"})
    latest = undoable_event(history.events)
    assert latest is not None
    assert latest.type == "amend"
    assert then(history, "retract", 7).state == table().state


def test_of_two_amendments_the_newer_one_counts() -> None:
    once = then(table(), "amend", 2, seat="ann", kind="one", entry={"cards": "4H"})
    twice = then(once, "amend", 2, seat="ann", kind="one", entry={"cards": "3H"})
    assert totals(twice.lines, twice.seats)["ann"] == 3 + 7
    assert then(twice, "retract", 8).state == once.state


def test_an_amendment_names_the_later_move_that_no_longer_stands() -> None:
    history = then(table(), "amend", 2, seat="ann", kind="two", entry={"cards": "4H 5S"})
    assert history.broken is not None
    assert history.broken.seq == 6
    assert [ruling.code for ruling in history.broken.rulings] == ["not_now"]
    assert [played.seq for played in history.played] == [2, 3, 4, 5]


def test_later_moves_may_be_given_up() -> None:
    history = then(table(), "amend", 2, seat="ann", kind="two", entry={"cards": "4H 5S"}, drop=[6])
    assert history.broken is None
    assert [played.seq for played in history.played] == [2, 3, 4, 5]
    on = extend(history, [move(8, "ann", "one", "5H")])
    assert on.broken is None
    assert on.game.prompts(on.state)[0].kind == "favourite"
    assert then(history, "retract", 7).state == table().state


def test_an_amendment_that_is_itself_refused_breaks_there() -> None:
    history = then(table(), "amend", 3, seat="bo", kind="two", entry={"cards": "5S AS"})
    assert history.broken is not None
    assert (history.broken.seq, history.broken.rulings[0].code) == (3, "no_copy_left")


def test_taking_back_a_move_in_the_middle_breaks_what_needs_it() -> None:
    history = then(table(), "retract", 4)
    assert history.broken is not None
    assert history.broken.seq == 5
    assert then(history, "retract", 7).state == table().state


def test_other_events_change_nothing() -> None:
    history = extend(
        table(),
        [Event(7, "note", data={"text": "tea"}), Event(8, "rename", "ann", data={"name": "Anna"})],
    )
    assert history.state == table().state
    assert history.revision == 8


def test_an_overruled_move_stands() -> None:
    refused = extend(table(1), [move(3, "bo", "two", "5S AS")])
    assert refused.broken is not None
    stood = extend(
        table(1), [Event(3, "move", "bo", "two", {"cards": "5S AS"}, accept=("no_copy_left",))]
    )
    assert stood.broken is None
    assert [ruling.code for ruling in stood.played[1].rulings] == ["no_copy_left"]


def test_ask_check_and_play_agree() -> None:
    history = table(1)
    checked = check(TOY, history.state, "two", "bo", {"cards": "5S AS"})
    with pytest.raises(Illegal) as caught:
        play(TOY, history.state, "two", "bo", {"cards": "5S AS"})
    assert caught.value.rulings == checked.objections
    assert "no_copy_left" in str(caught.value)
    assert play(TOY, history.state, "two", "bo", {"cards": "AS 2S"}) == table(2).state


def test_all_unreadable_fields_are_reported_together() -> None:
    checked = check(
        TOY, table(0).state, "fine", None, {"seat": "nobody", "points": "many", "nonsense": 1}
    )
    assert [(ruling.code, ruling.field) for ruling in checked.rulings] == [
        ("not_a_choice", "seat"),
        ("not_a_number", "points"),
        ("unknown_field", None),
    ]


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ({"seats": ["ann"]}, ["seats"]),
        ({"seats": ["ann", "ann"]}, ["same_seat"]),
        (
            {"seats": ["a", "b", "c", "d", "e"], "options": {"bonus": "huge", "most_fine": 99}},
            ["not_a_choice", "out_of_range", "seats"],
        ),
        ({"seats": ["ann", "bo"], "options": {"dealer": "cy"}}, ["not_a_choice"]),
    ],
)
def test_a_start_that_cannot_be_read_says_everything_that_is_wrong(
    data: dict[str, Any], codes: list[str]
) -> None:
    with pytest.raises(Illegal) as caught:
        replay(TOY, [Event(1, "start", data=data)])
    assert [ruling.code for ruling in caught.value.rulings] == codes


def test_an_edition_sets_what_was_not_chosen() -> None:
    small = replay(TOY, [Event(1, "start", data={"seats": ["ann", "bo"], "edition": "small"})])
    chosen = replay(
        TOY,
        [
            Event(
                1,
                "start",
                data={
                    "seats": ["ann", "bo"],
                    "edition": "small",
                    "options": {"bonus": "big", "dealer": "bo"},
                },
            )
        ],
    )
    assert (small.options["bonus"], small.options["dealer"]) == ("small", "ann")
    assert (chosen.options["bonus"], chosen.options["dealer"]) == ("big", "bo")


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "move", "undo", "redo", "amend", "retract", "note"]),
        st.integers(0, 10**6),
    ),
    max_size=25,
)


def step(history: History, what: str, seed: int) -> list[Event]:
    """One more event of that sort, or none if it is not possible now."""
    rng, seq = random.Random(seed), history.revision + 1
    made = [event for event in history.events if event.type in ("move", "amend", "retract")]
    latest, undo = undoable_event(history.events), undone(history.events)
    if what == "undo" and latest:
        return [Event(seq, "retract", data={"of": latest.seq})]
    if what == "redo" and undo:
        return [Event(seq, "retract", data={"of": undo.seq})]
    if what == "retract" and made:
        return [Event(seq, "retract", data={"of": rng.choice(made).seq})]
    if what == "note":
        return [Event(seq, "note")]
    played = rng.choice(history.played) if what == "amend" and history.played else None
    state = played.state if played else history.state
    found = sample_move(TOY, state, TOY.prompts(state), rng)
    if not isinstance(found, Sample) or (played is None and (what == "amend" or history.broken)):
        return []
    if played is None:
        return [Event(seq, "move", found.prompt.seat, found.prompt.kind, found.answer)]
    data = {
        "of": played.seq,
        "entry": found.answer,
        **({"drop": [played.seq + 1]} if rng.random() < 0.5 else {}),
    }
    return [Event(seq, "amend", found.prompt.seat, found.prompt.kind, data)]


@settings(max_examples=150)
@given(STEPS)
def test_extending_is_replaying(steps: list[tuple[str, int]]) -> None:
    history = replay(TOY, [START])
    for what, seed in steps:
        history = extend(history, step(history, what, seed))
        again = replay(TOY, history.events)
        assert (history.state, history.broken, history.played) == (
            again.state,
            again.broken,
            again.played,
        )
        assert history.lines == again.lines
        known = {played.seq for played in history.played}
        assert known <= {event.seq for event, _ in effective_moves(history.events)}
        assert history.broken is not None or len(known) == len(effective_moves(history.events))


@settings(max_examples=150)
@given(STEPS, st.integers(0, 10**6))
def test_what_is_undone_and_redone_is_as_before(steps: list[tuple[str, int]], seed: int) -> None:
    history = replay(TOY, [START])
    for what, number in steps:
        history = extend(history, step(history, what, number))
    latest = undoable_event(history.events)
    if latest is None:
        return
    after_undo = then(history, "retract", latest.seq)
    assert undone(after_undo.events) == after_undo.events[-1]
    assert latest.seq not in {played.changed for played in after_undo.played}
    if latest == history.events[-1]:
        assert after_undo.state == replay(TOY, history.events[:-1]).state
    again = then(after_undo, "retract", after_undo.revision)
    assert (again.state, again.played, again.broken) == (
        history.state,
        history.played,
        history.broken,
    )
    assert undoable_event(again.events) == latest


@pytest.mark.parametrize("accept", [(), ("steal_too_early",)])
def test_what_cannot_be_breaks_a_history_and_nothing_else_whatever_is_accepted(
    accept: tuple[str, ...],
) -> None:
    """A theft before all melds are shown has no row to take the card from."""
    start = Event(1, "start", data={"seats": ["s1", "s2"], "options": {}})
    thief = Event(2, "move", "s1", "thief", {"cards": "9C"})
    theft = Event(3, "move", "s1", "steal", {"card": "s1:0"}, accept)
    history = replay(GAMES["indian-chief"], [start, thief, theft])
    assert history.broken is not None
    assert history.broken.seq == theft.seq
    assert [ruling.code for ruling in history.broken.rulings] == ["steal_too_early"]
    assert [played.seq for played in history.played] == [thief.seq]


def test_what_two_people_enter_at_the_same_moment_are_two_taps() -> None:
    entries = [
        Event(seq, "move", seat, "one", {"cards": card}, by=by, at=5.0)
        for seq, seat, card, by in ((2, "ann", "5S", "ann"), (3, "bo", "AS", "bo"))
    ]
    theirs = replay(TOY, [START, *entries])
    assert theirs.broken is None
    assert [together(theirs, seq) for seq in (2, 3)] == [[2], [3]]
    ours = replay(TOY, [START, *(replace(one, by="host") for one in entries)])
    assert together(ours, 2) == together(ours, 3) == [2, 3]
