"""Not a Pair: what golden records cannot say: which cards are where, every refusal, what the page
is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.games.not_a_pair.game import SINGLE as GAME
from referee.games.not_a_pair.game import next_start
from referee.games.not_a_pair.playing import DECKS, HAND, ROUNDS, left_over, unseen
from referee.kernel.contract import Move, Prompt, complete_options
from referee.kernel.game import check, play
from tests.support.random_play import random_history

FOUR = ("a", "b", "c", "d")
Entry = tuple[str, str, Mapping[str, Any]]


def table(seats: Sequence[str] = FOUR, **options: str) -> Any:
    chosen = complete_options(GAME.info, seats, options)
    return GAME.setup(tuple(seats), {**chosen, "start": chosen["start"] or seats[0]})


def after(entries: Sequence[Entry], state: Any) -> Any:
    for seat, kind, raw in entries:
        state = play(GAME, state, kind, seat, raw)
    return state


def laid(*cards: str) -> list[Entry]:
    return [(seat, "card", {"card": card}) for seat, card in zip(FOUR, cards, strict=False)]


def awaited(state: Any) -> list[Prompt]:
    return [prompt for prompt in GAME.prompts(state) if not prompt.aside]


CHAIN = laid("8", "6", "8", "3")
FIRST: Entry = ("a", "take", {"owner": "c"})


@pytest.mark.parametrize(
    ("entries", "tried", "refused"),
    [
        ([], ("a", "card", {"card": "9"}), {("card_not_in_deck", "NP-2")}),
        (laid("1"), ("b", "card", {"card": "1"}), {("no_copy_left", "NP-1")}),
        (laid("2", "2"), ("c", "card", {"card": "2"}), {("no_copy_left", "NP-1")}),
        (CHAIN, ("a", "take", {"owner": "a"}), {("own_card", "NP-9")}),
        (CHAIN, ("c", "take", {"owner": "b"}), {("not_your_take", "NP-10")}),
        ([*CHAIN, FIRST], ("c", "take", {"owner": "a"}), {("marked_card", "NP-10")}),
        ([*CHAIN, FIRST], ("c", "take", {"owner": "c"}), {("already_taken", "NP-10")}),
        ([*CHAIN, FIRST], ("a", "take", {"owner": "b"}), {("second_take", "NP-9")}),
        (
            [*CHAIN, FIRST],
            ("b", "take", {"owner": "b"}),
            {("not_your_take", "NP-10"), ("own_card", "NP-10")},
        ),
    ],
)
def test_what_the_chain_refuses(
    entries: Sequence[Entry], tried: Entry, refused: set[tuple[str, str]]
) -> None:
    seat, kind, raw = tried
    found = check(GAME, after(entries, table()), kind, seat, raw).objections
    assert {(ruling.code, ruling.clause) for ruling in found} == refused


@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        (["8", "5", "3"], {("odd_zone", "NP-14")}),
        (["8", "8"], {("twice_in_zone", "NP-15")}),
        (["1", "3"], {("no_copy_left", "NP-1")}),
        (["8", "7", "6", "5", "4", "3", "2", "8", "7"], {("too_many_cards", "NP-18")}),
        (["9", "3"], {("card_not_in_deck", "NP-2")}),
        ([], set()),
    ],
)
def test_what_a_zone_at_the_end_cannot_be(cards: list[str], refused: set[tuple[str, str]]) -> None:
    state = after([("a", "zone", {"cards": ["1", "2"]})], table(depth="quick"))
    found = check(GAME, state, "zone", "b", {"cards": cards}).objections
    assert {(ruling.code, ruling.clause) for ruling in found} == refused


@pytest.mark.parametrize(
    ("seats", "cards", "over"), [(2, 21, 3), (3, 28, 1), (4, 36, 0), (5, 45, 0), (6, 55, 1)]
)
def test_the_deck_for_each_number_of_players(seats: int, cards: int, over: int) -> None:
    assert (DECKS[seats].size, left_over(seats)) == (cards, over)
    assert DECKS[seats].size == HAND * seats + over


def test_no_card_is_ever_lost_and_every_zone_keeps_the_parity_of_the_rounds() -> None:
    for seed in range(60):
        history = random_history("not-a-pair", seed)
        for state in (played.state.now for played in history.played):
            if state.entered or state.depth == "quick":
                break
            seen = Counter(held.card for held in state.holdings)
            assert all(copies <= state.deck.counts[card] for card, copies in seen.items())
            assert all(len(set(zone)) == len(zone) for zone in state.zones.values())
            if state.phase == "lay" and not state.laid:
                assert {len(zone) % 2 for zone in state.zones.values()} == {(state.round - 1) % 2}
                assert seen.total() == len(state.seats) * (state.round - 1)


def test_the_cards_nobody_played_are_one_a_hand_and_the_one_left_over() -> None:
    tried = 0
    for seed in range(60):
        history = random_history("not-a-pair", seed)
        state, number = history.state.now, len(history.seats)
        rest = [line for line in history.lines if line.code == "unplayed"]
        if state.entered:
            assert rest == []
            continue
        tried += 1
        hands = 0 if state.lasts else number
        assert sum(len(line.cards) for line in rest) == hands + left_over(number)
    assert tried > 10


def test_the_marker_goes_round_in_eight_rounds() -> None:
    state = table()
    markers = []
    while state.round <= ROUNDS:
        if not state.laid:
            markers.append(state.marker)
        prompt = awaited(state)[0]
        free = [
            card
            for card, copies in state.deck.counts.items()
            if sum(held.card == card for held in state.holdings) < copies
        ]
        raw = {"card": free[0]} if prompt.kind == "card" else {"owner": state.choices[0]}
        state = play(GAME, state, prompt.kind, prompt.seat, raw)
    assert markers == [*FOUR, *FOUR]
    assert awaited(state) == []


def test_only_a_choice_is_asked() -> None:
    state = after(CHAIN, table())
    assert [(prompt.kind, prompt.seat) for prompt in awaited(state)] == [("take", "a")]
    state = play(GAME, state, "take", "a", {"owner": "c"})
    assert [(prompt.kind, prompt.seat) for prompt in awaited(state)] == [("take", "c")]
    state = play(GAME, state, "take", "c", {"owner": "b"})
    assert [(said.code, said.clause) for said in GAME.scene(state).effects] == [
        ("took", "NP-10"),
        ("took", "NP-10"),
        ("took", "NP-11"),
        ("marker_to", "NP-12"),
    ]
    assert state.zones == {"a": ("8",), "b": ("3",), "c": ("6",), "d": ("8",)}


@pytest.mark.parametrize(("shown", "layout", "rows"), [("no", "memory", 0), ("yes", "pad", 1)])
def test_pairs_gone_are_shown_only_where_the_table_wants_it(
    shown: str, layout: str, rows: int
) -> None:
    """NP-A6."""
    three = ("a", "b", "c")
    first = [
        ("a", "card", {"card": "1"}),
        ("b", "card", {"card": "7"}),
        ("c", "card", {"card": "6"}),
        ("a", "take", {"owner": "b"}),
    ]
    second = [
        ("b", "card", {"card": "5"}),
        ("c", "card", {"card": "7"}),
        ("a", "card", {"card": "4"}),
        ("b", "take", {"owner": "a"}),
    ]
    state = after([*first, *second], table(three, show_discards=shown))
    assert state.zones["a"] == ()
    titled = [row for row in GAME.scene(state).board if row.title and row.title.clause == "NP-A6"]
    assert [[spot.card for spot in row.spots] for row in titled] == [["7"]] * rows
    assert {
        field.layout
        for prompt in GAME.prompts(state)
        for field in prompt.fields
        if prompt.kind == "card"
    } == {layout}  # type: ignore[attr-defined]


def test_the_guide_warns_two_players_only() -> None:
    """NP-A7."""
    for seats in range(2, 7):
        names = tuple("abcdef"[:seats])
        said = {
            one.clause
            for step in GAME.guide(names, table(names).options)
            for one in (step.title, *step.body)
        }
        assert ("NP-A7" in said) == (seats == 2)
        assert ("NP-4" in said) == (left_over(seats) > 0)


def test_the_next_one_the_way_the_marker_goes_is_suggested_to_start_next() -> None:
    """NP-A9."""
    assert next_start(table(start="d")) == "a"
    assert next_start(table(start="d", direction="counterclockwise")) == "c"


def test_a_card_that_is_gone_cannot_be_taken_even_if_the_table_lets_it() -> None:
    found = check(
        GAME, after([*CHAIN, FIRST], table()), "take", "c", {"owner": "c"}, ["already_taken"]
    )
    assert [ruling.code for ruling in found.objections] == ["already_taken"]


def at_the_last_cards(seats: Sequence[str], **options: str) -> Any:
    """A whole game up to the last hand cards; everybody lays the lowest card there is."""
    state = table(seats, last_card="yes", **options)
    while state.phase != "last":
        prompt = awaited(state)[0]
        lowest = min(unseen(state), key=int)
        state = play(
            GAME,
            state,
            prompt.kind,
            prompt.seat,
            {"card": lowest} if prompt.kind == "card" else {"owner": state.choices[0]},
        )
    return state


@pytest.mark.parametrize(
    ("seats", "options", "untold"),
    [
        ("abcd", {}, 1),
        ("abcde", {}, 1),
        ("abc", {}, 0),
        ("abcdef", {}, 0),
        ("abcd", {"entry": "secret"}, 0),
    ],
)
def test_the_very_last_card_is_known_where_no_card_is_left_over(
    seats: str, options: dict[str, str], untold: int
) -> None:
    """NP-21; in secret entry nobody’s card is turned up before they have entered it."""
    state = at_the_last_cards(seats, **options)
    told = 0
    while state.phase == "last":
        state = play(GAME, state, "last", awaited(state)[0].seat, {"card": unseen(state)[0]})
        told += 1
    assert told == len(seats) - untold
    assert len(
        [line for line in GAME.lines(state) if line.part == "last" and line.clause == "NP-21"]
    ) == len(seats)
    assert len(unseen(state)) == left_over(len(seats))


# Cards chosen in secret


def secretly(*entries: Entry, **options: str) -> Any:
    return after(entries, table(entry="secret", **options))


def test_the_marked_card_is_open_and_the_others_are_their_owners_alone() -> None:
    state = secretly(*laid("8", "6", "8"))
    assert [prompt.secret for prompt in GAME.prompts(secretly())] == [False, False]
    assert {(prompt.seat, prompt.secret) for prompt in awaited(state)} == {("d", True)}
    assert dict(GAME.see(state, "b").laid) == {"a": "8", "b": "6", "c": ""}
    assert dict(GAME.see(state, None).laid) == {"a": "8", "b": "", "c": ""}
    assert [spot.card for spot in GAME.scene(GAME.see(state, None)).board[0].spots] == [
        "8",
        "?",
        "?",
        "",
    ]
    assert [held.card for held in GAME.scene(GAME.see(state, "d")).holdings] == ["8"]


def test_the_last_card_turns_all_up() -> None:
    state = secretly(*CHAIN)
    for seat in (None, *FOUR):
        assert dict(GAME.see(state, seat).laid) == {"a": "8", "b": "6", "c": "8", "d": "3"}
    assert GAME.scene(state).effects[0].code == "all_open"


def test_what_a_seat_tries_beside_hidden_cards_turns_nothing_up() -> None:
    tried = GAME.advance(
        GAME.see(secretly(*laid("8", "6", "8")), "d"), Move("card", "d", {"card": ("3",)})
    )
    assert tried.phase == "lay"
    assert GAME.lines(tried) == ()


def test_hidden_cards_refuse_nothing_and_are_doubted_at_the_reveal() -> None:
    hidden = secretly(*laid("2", "1", "1"))
    assert check(GAME, hidden, "card", "d", {"card": "1"}).objections == ()
    assert {
        ruling.code
        for ruling in check(
            GAME, after(laid("1"), table(entry="secret")), "card", "b", {"card": "1"}
        ).objections
    } == {"no_copy_left"}
    told = GAME.scene(secretly(*laid("2", "1", "1", "1"))).effects
    assert [(said.code, said.params.get("n")) for said in told] == [
        ("all_open", None),
        ("too_many", 3),
    ]
    assert [line.code for line in GAME.lines(secretly(*laid("2", "1", "1", "1")))] == ["too_many"]


def test_last_hand_cards_are_hidden_until_all_are_in() -> None:
    end = replace(
        table(entry="secret", last_card="yes"),
        round=ROUNDS + 1,
        lasts={"a": "5", "b": "6", "c": "7"},
    )
    assert dict(GAME.see(end, "b").lasts) == {"a": "", "b": "6", "c": ""}
    assert GAME.advance(GAME.see(end, "d"), Move("last", "d", {"card": ("3",)})).phase == "last"
    assert GAME.result(GAME.see(end, "d")) is None
    over = after([("d", "last", {"card": "3"})], end)
    assert over.phase == "over"
    assert GAME.see(over, None) == over


@pytest.mark.parametrize(("counted", "first"), [("before_option", "a"), ("with_option", "b")])
def test_equal_sums_go_by_the_cards_before_or_after_the_last_one(counted: str, first: str) -> None:
    """Also where the last card took its equal out of the zone."""
    end = replace(
        table(last_card="yes", tie_count=counted),
        round=ROUNDS + 1,
        zones={"a": ("2", "4", "8"), "b": ("1", "2"), "c": (), "d": ()},
    )
    lasts = zip(FOUR, ("8", "3", "5", "3"), strict=True)
    result = GAME.result(after([(seat, "last", {"card": card}) for seat, card in lasts], end))
    assert result is not None
    assert result.ranking[0] == (first,)
