"""Meanwhile: which entries may follow others without asking, one case for each reason why not, and
whole rounds in any order.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.event import Event, new_move
from referee.games import GAMES
from referee.kernel.concurrent import as_of, is_independent
from referee.kernel.contract import Prompt
from referee.kernel.game import check, find_prompt
from referee.kernel.history import History, extend, replay
from referee.service.errors import Refused
from referee.service.tables import TableService
from referee.store import Store
from referee.store.errors import Stale
from tests.support.examples import plays
from tests.support.random_play import random_history
from tests.support.tiers import cases, property_test
from tests.support.toy import TOY
from tools.sample import read_answer, sample_answer

CHIEF, DATE = GAMES["indian-chief"], GAMES["blind-date"]
SEATS = ("s1", "s2", "s3", "s4")
LAWYER, DOCTOR, POOR = "KH QD 4D AC", "AH 2S 5S 8S QS 7S", "JS 4S 9H"


def opened(game: Any, seats: Sequence[str] = SEATS, **options: Any) -> History:
    """A table before its first move."""
    return replay(game, [Event(1, "start", data={"seats": list(seats), "options": options})])


def move(seat: str | None, kind: str, /, **data: Any) -> Event:
    return Event(0, "move", seat, kind, data)


def meld(seat: str, kind: str, cards: str) -> Event:
    return move(seat, kind, cards=cards.split())


def after(history: History, *events: Event) -> History:
    """The history with more events, numbered on."""
    numbered = [
        Event(seq, e.type, e.seat, e.kind, e.data, e.accept)
        for seq, e in enumerate(events, history.revision + 1)
    ]
    longer = extend(history, numbered)
    assert longer.broken is None, longer.broken
    return longer


def undone(seq: int) -> Event:
    return Event(0, "retract", data={"of": seq})


def corrected(seq: int, seat: str, kind: str, cards: str) -> Event:
    return Event(0, "amend", seat, kind, {"of": seq, "entry": {"cards": cards.split()}})


# What may happen


def test_nothing_and_table_events_are_harmless_to_any_entry() -> None:
    then = opened(TOY)
    now = after(then, Event(0, "setting", data={"calls": "go"}), Event(0, "ruling", data={}))
    fine = move(None, "fine", seat="s1", points=1)
    for entry in (fine, meld("s1", "one", "5S")):
        assert is_independent(then, then, [entry])
        assert is_independent(then, now, [entry])


def test_an_entry_of_another_seat_is_harmless() -> None:
    then = opened(CHIEF)
    now = after(then, meld("s2", "doctor", DOCTOR), meld("s4", "poor", POOR))
    assert is_independent(then, now, [meld("s1", "lawyer", LAWYER)])


def test_several_entries_of_one_phone_follow_those_of_another() -> None:
    then = opened(CHIEF)
    now = after(then, meld("s2", "doctor", DOCTOR))
    batch = [meld("s1", "lawyer", LAWYER), meld("s4", "poor", POOR)]
    assert is_independent(then, now, batch)
    assert not is_independent(then, after(now, meld("s4", "thief", "9C")), batch)


# What may not


def test_an_entry_of_the_same_seat_is_a_conflict() -> None:
    then = opened(CHIEF)
    assert not is_independent(
        then, after(then, meld("s1", "thief", "9C")), [meld("s1", "lawyer", LAWYER)]
    )


def test_a_prompt_that_comes_again_equal_is_another_one() -> None:
    then = opened(TOY, ("s1", "s2"))
    now = after(
        then, meld("s1", "one", "5S"), meld("s2", "one", "4S"), move(None, "favourite", spot="s1:0")
    )
    two = meld("s1", "two", "AS 2S")
    assert [prompt for prompt in now.prompts if prompt.kind == "two"] == [
        prompt for prompt in then.prompts if prompt.kind == "two"
    ]
    assert not is_independent(then, now, [two])


def test_two_entries_of_one_other_seat_are_a_conflict() -> None:
    then = opened(DATE, SEATS[:3], entry="open")
    discard, date = (
        move("s2", "discard", card=["KS"]),
        move("s2", "date", blind="KH", match="QS", target="s1", no_cube=False),
    )
    mine = move("s3", "discard", card=["JS"])
    assert is_independent(then, after(then, discard), [mine])
    assert not is_independent(then, after(then, discard, date), [mine])


@plays("long-seat")
def test_two_entries_of_one_other_seat_are_a_conflict_though_both_were_asked_for() -> None:
    """Bo tries a card out of turn: after one more card of Ann's it is the same, after two nobody
    knows.
    """
    then = after(opened(GAMES["long-seat"], ("s1", "s2")), move("s1", "draw", card=["7"]))
    first, second = (move("s1", "draw", card=[card]) for card in ("8", "9"))
    mine = move("s2", "draw", card=["10"])
    assert is_independent(then, after(then, first), [mine])
    assert not is_independent(then, after(then, first, second), [mine])


@pytest.mark.parametrize(
    "other", [move(None, "fine", seat="s1", points=1), meld("s2", "one", "5S")]
)
def test_what_concerns_the_whole_table_waits_for_nobody_and_nobody_for_it(other: Event) -> None:
    then = opened(TOY)
    now = after(then, other)
    assert not is_independent(then, now, [move(None, "fine", seat="s1", points=1)])
    assert is_independent(then, now, [meld("s1", "one", "AS")]) is (other.seat is not None)


def test_what_was_not_asked_beside_it_is_a_conflict() -> None:
    then = after(
        opened(CHIEF, ("s1", "s2")), meld("s1", "thief", "9C"), meld("s2", "beggar", "2C 2D")
    )
    assert then.prompts[0].kind == "steal"
    now = after(then, move("s1", "decline"))
    assert not is_independent(then, now, [meld("s2", "lawyer", LAWYER)])


def test_a_card_that_is_gone_is_a_conflict() -> None:
    then = opened(CHIEF, ("s1", "s2", "s3"))
    mine = meld("s1", "thief", "QS")
    assert not is_independent(then, after(then, meld("s2", "doctor", DOCTOR)), [mine])
    assert is_independent(then, after(then, meld("s2", "lawyer", LAWYER)), [mine])


def test_points_that_are_others_now_are_a_conflict() -> None:
    then = opened(CHIEF)
    beggar = meld("s1", "beggar", "9C 8D")
    assert not is_independent(then, after(then, meld("s2", "thief", "9D")), [beggar])
    assert is_independent(then, after(then, meld("s2", "thief", "KD")), [beggar])


def test_what_lies_open_and_is_undone_or_put_right_is_a_conflict() -> None:
    then = after(opened(CHIEF), meld("s2", "doctor", DOCTOR))
    mine = [meld("s1", "lawyer", LAWYER)]
    assert not is_independent(then, after(then, undone(2)), mine)
    assert not is_independent(then, after(then, corrected(2, "s2", "thief", "9C")), mine)
    assert not is_independent(then, after(then, meld("s3", "poor", POOR), undone(3)), mine)


def test_before_the_reveal_others_may_change_their_minds() -> None:
    then = after(opened(CHIEF, entry="secret"), meld("s2", "doctor", DOCTOR))
    mine = [meld("s1", "lawyer", LAWYER)]
    for happened in (
        [undone(2)],
        [undone(2), meld("s2", "thief", "9C")],
        [undone(2), undone(3)],
        [corrected(2, "s2", "thief", "9C")],
        [meld("s3", "poor", POOR), undone(3), meld("s3", "thief", "9D")],
    ):
        assert is_independent(then, after(then, *happened), mine), happened
    again = after(then, undone(2))
    assert not is_independent(then, again, [meld("s2", "thief", "9C")])


def test_an_entry_that_hides_what_it_is_is_stored_whatever_others_hide() -> None:
    """Whether it is a conflict tells nothing about their cards."""
    then = opened(CHIEF, SEATS[:3], entry="secret")
    now = after(then, meld("s2", "doctor", DOCTOR), meld("s3", "thief", "QS"))
    assert is_independent(then, now, [meld("s1", "beggar", "QS 9C")])


def test_a_history_that_is_broken_is_nobodys_ground() -> None:
    then = opened(CHIEF)
    broken = extend(then, [Event(2, "move", "s1", "nonsense")])
    assert broken.broken
    assert not is_independent(then, broken, [meld("s1", "lawyer", LAWYER)])
    assert not is_independent(broken, broken, [meld("s1", "lawyer", LAWYER)])


# The table as it stood


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_table_as_it_stood_is_what_a_replay_of_its_events_gives(game_id: str) -> None:
    """The table as it stood at any moment is a replay of its events up to there."""
    whole = random_history(game_id, 3)
    newest = whole.revision
    changed = extend(
        whole,
        [
            Event(newest + 1, "retract", data={"of": newest}),
            Event(newest + 2, "setting", data={"calls": "go"}),
        ],
    )
    for history in (whole, changed):
        for revision in (1, newest // 2, newest - 1, newest, history.revision):
            old = as_of(history, revision)
            again = replay(whole.game, history.events[:revision])
            assert (old.events, old.table_events, old.state, old.revision) == (
                again.events,
                again.table_events,
                again.state,
                revision,
            )
            assert [played.seq for played in old.played] == [played.seq for played in again.played]


# Whole rounds at once, in any order


def moment(game_id: str, seed: int, at: float, entry: str) -> History:
    """A random table somewhere in its game, as near as can be to a place where several seats are
    asked.
    """
    whole = random_history(game_id, seed, entry)
    first = int(at * len(whole.played))
    places = sorted(range(len(whole.played)), key=lambda place: abs(place - first))
    several = (place for place in places if len(asked_seats(as_of(whole, place + 1))) > 1)
    return as_of(whole, next(several, first) + 1)


def asked_seats(history: History) -> list[str]:
    return sorted({prompt.seat for prompt in history.prompts if prompt.seat and not prompt.aside})


def answers(history: History, rng: random.Random) -> list[Event]:
    """What each seat that is asked decides at this moment, by itself, in a random order; some seats
    decide twice.
    """
    found = []
    for seat in asked_seats(history):
        asked = [prompt for prompt in history.prompts if prompt.seat == seat and not prompt.aside]
        for _ in range(rng.choice((1, 1, 1, 2))):
            if answer := stands(history, asked, rng):
                found.append(answer)
    rng.shuffle(found)
    return found


def stands(history: History, asked: Sequence[Prompt], rng: random.Random) -> Event | None:
    for _ in range(30):
        prompt = rng.choice(list(asked))
        raw: Mapping[str, Any] = sample_answer(prompt, rng)
        if (
            read_answer(prompt, raw)
            and not check(history.game, history.state, prompt.kind, prompt.seat, raw).objections
        ):
            return new_move(prompt.kind, prompt.seat, raw)
    return None


def told(history: History, seen: int) -> list[tuple[str, str | None, Any]]:
    """What was stored after a revision."""
    return [(event.kind, event.seat, dict(event.data)) for event in history.events[seen:]]


def in_full(history: History, one: Event) -> dict[str, Any]:
    """An answer as it is stored: every field, as it was read."""
    prompt = find_prompt(history.prompts, one.kind, one.seat)
    assert prompt is not None
    move = read_answer(prompt, one.data)
    assert move is not None
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in move.data.items()
    }


@property_test
@settings(max_examples=len(cases(60, 120)))
@given(
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 9),
    st.floats(0, 0.99),
    st.integers(0, 999),
    st.sampled_from(("open", "secret")),
)
def test_simultaneous_entries_are_never_lost_doubled_or_reordered(
    game_id: str, seed: int, at: float, order: int, entry: str
) -> None:
    """All are decided at one moment and sent with that revision: what stands is what the same
    entries one by one would give.
    """
    has_choice = any(option.field.name == "entry" for option in GAMES[game_id].info.options)
    history = moment(game_id, seed, at, entry if has_choice else "")
    rng = random.Random(order)
    entries = answers(history, rng)
    start, *moves = history.events
    with TemporaryDirectory() as folder, Store(Path(folder) / "referee.db") as store:
        service = TableService(store)
        table = store.create_table(game_id, start, [(seat, seat, None) for seat in history.seats])
        if moves:
            store.append(table.id, 1, moves, "before")
        seen, stored = history.revision, []
        for number, one in enumerate(entries):
            try:
                service.enter(table, seen, [one], f"k{number}", "seat")
                stored.append(one)
            except Stale:
                assert number, "the first to arrive is never in conflict"
            except Refused:
                pass
            if rng.randrange(3) == 0 and stored:
                service.enter(table, seen, [stored[-1]], f"k{entries.index(stored[-1])}", "seat")
        stands_now = service.history(table)
    assert told(stands_now, seen) == [(one.kind, one.seat, in_full(history, one)) for one in stored]
    assert stands_now.broken is None
    alone = history
    for one in stored:
        alone = extend(alone, [Event(alone.revision + 1, "move", one.seat, one.kind, one.data)])
    assert alone.broken is None
    assert (alone.state, alone.lines) == (stands_now.state, stands_now.lines)
    assert len({one.seat for one in stored}) == len(stored)


@pytest.mark.parametrize(
    ("game_id", "entry"), [("indian-chief", "open"), ("indian-chief", "secret")]
)
def test_a_whole_round_decided_at_once_is_stored_whole(game_id: str, entry: str) -> None:
    """Eight phones that saw the same page: nobody is asked again."""
    seats = [f"s{at}" for at in range(1, 9)]
    now = start = opened(GAMES[game_id], seats, entry=entry)
    for seat, card in zip(seats, ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"), strict=True):
        thief = meld(seat, "thief", card)
        assert is_independent(start, now, [thief]), seat
        now = after(now, thief)
    assert now.state.phase == "thefts"
