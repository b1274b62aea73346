"""The Pairs: what golden records cannot say: cards conserved, every refusal, what is asked and
told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.games.the_pairs.game import SINGLE as GAME
from referee.games.the_pairs.playing import DECK, deck_size, fits, reason_to_play
from referee.kernel.contract import Prompt, complete_options
from referee.kernel.game import check, play
from tests.support.random_play import random_history

THREE = ("a", "b", "c")
Entry = tuple[str, str, Mapping[str, Any]]


def table(seats: Sequence[str] = THREE, **options: str) -> Any:
    chosen = complete_options(GAME.info, seats, options)
    return GAME.setup(tuple(seats), {**chosen, "start": chosen["start"] or seats[0]})


def after(entries: Sequence[Entry], state: Any) -> Any:
    for seat, kind, raw in entries:
        state = play(GAME, state, kind, seat, raw)
    return state


def card(seat: str, number: str, place: str) -> Entry:
    return seat, "play", {"card": number, "place": place}


def draw(seat: str, source: str) -> Entry:
    return seat, "draw", {"source": source}


def awaited(state: Any) -> list[Prompt]:
    return [prompt for prompt in GAME.prompts(state) if not prompt.aside]


OPEN = [card("a", "6", "pile1"), card("b", "9", "pile2")]
RESERVED = [card("a", "8", "reserve"), card("b", "5", "pile1"), card("c", "9", "pile2")]
CHOICE = [*RESERVED, card("a", "4", "pile1")]
KNOWN = [
    *CHOICE,
    draw("a", "reserve"),
    card("b", "3", "pile1"),
    card("c", "2", "pile1"),
    card("a", "6", "reserve"),
    card("b", "2", "pile1"),
    card("c", "9", "pile2"),
]
TURN_OF_B = [*CHOICE, draw("a", "deck")]


@pytest.mark.parametrize(
    ("entries", "tried", "refused"),
    [
        ([], card("b", "6", "pile1"), {("out_of_turn", "TP-4")}),
        ([], draw("a", "deck"), {("play_first", "TP-5")}),
        ([], ("a", "stuck", {}), {("reserve_free", "TP-17")}),
        ([], ("a", "pass", {}), {("may_not_pass", "TP-16")}),
        (OPEN, card("c", "8", "pile1"), {("too_far", "TP-11")}),
        (OPEN, card("c", "1", "pile2"), {("too_far", "TP-11")}),
        (OPEN, draw("b", "deck"), {("turn_is_over", "TP-19")}),
        ([card("a", "1", "pile1")], card("b", "1", "pile1"), {("no_copy_left", "TP-1")}),
        (
            [card("a", "6", "pile1"), card("b", "6", "pile1")],
            draw("b", "deck"),
            {("pair_no_draw", "TP-18")},
        ),
        (
            [card("a", "2", "reserve")],
            draw("a", "reserve"),
            {("turn_is_over", "TP-19"), ("just_laid", "TP-23")},
        ),
        (RESERVED, card("a", "4", "reserve"), {("reserve_full", "TP-15")}),
        (RESERVED, ("a", "from_reserve", {"place": "pile1"}), {("too_far", "TP-11")}),
        (RESERVED, ("a", "stuck", {}), {("reserve_fits", "TP-17")}),
        (CHOICE, card("a", "4", "pile1"), {("second_card", "TP-5")}),
        (TURN_OF_B, draw("a", "reserve"), {("turn_is_over", "TP-19")}),
        (OPEN, draw("b", "reserve"), {("turn_is_over", "TP-19"), ("no_reserve", "TP-22")}),
        (KNOWN, ("a", "stuck", {}), {("known_fits", "TP-17")}),
    ],
)
def test_what_is_refused(
    entries: Sequence[Entry], tried: Entry, refused: set[tuple[str, str]]
) -> None:
    seat, kind, raw = tried
    found = check(GAME, after(entries, table()), kind, seat, raw).objections
    assert {(ruling.code, ruling.clause) for ruling in found} == refused


@pytest.mark.parametrize(
    ("one", "top", "wrap", "may"),
    [
        ("5", None, False, True),
        ("5", "5", False, True),
        ("5", "6", False, True),
        ("5", "4", False, True),
        ("5", "7", False, False),
        ("10", "1", False, False),
        ("10", "1", True, True),
        ("1", "10", True, True),
        ("2", "10", True, False),
    ],
)
def test_what_fits_on_what(one: str, top: str | None, wrap: bool, may: bool) -> None:
    """TP-10, TP-11, TP-A4."""
    assert fits(one, top, wrap) is may


@pytest.mark.parametrize(("seats", "left"), [(3, 43), (4, 39), (5, 35)])
def test_the_deck_after_the_deal(seats: int, left: int) -> None:
    assert deck_size(seats) == left


def test_no_card_is_ever_lost() -> None:
    for seed in range(100):
        history = random_history("the-pairs", seed)
        for state in (played.state.now for played in history.played):
            if state.left is not None:
                break
            assert state.to_go + sum(map(len, state.piles)) == DECK.size
            assert all(
                0 <= len(state.known.get(seat, ())) <= state.hands[seat] for seat in state.seats
            )
            assert min(state.deck, *state.hands.values()) >= 0


def test_whoever_must_act_has_a_card() -> None:
    for seed in range(100):
        for state in (played.state.now for played in random_history("the-pairs", seed).played):
            if state.phase == "play" and state.depth == "full":
                assert state.hands[state.at] or state.at in state.reserves


def test_only_a_choice_of_draws_is_asked() -> None:
    """TP-19, TP-A7."""
    assert [(prompt.kind, prompt.seat) for prompt in awaited(after(OPEN, table()))] == [
        ("play", "c")
    ]
    assert [(prompt.kind, prompt.seat) for prompt in awaited(after(CHOICE, table()))] == [
        ("draw", "a")
    ]
    free = after([card("a", "5", "pile1")], table(must_draw="no"))
    assert [(prompt.kind, prompt.seat) for prompt in awaited(free)] == [
        ("draw", "a"),
        ("keep", "a"),
    ]


def test_giving_up_is_offered_only_where_the_hand_alone_can_tell() -> None:
    """TP-17."""
    full = [*OPEN, card("c", "3", "reserve"), card("a", "6", "pile1"), card("b", "9", "pile2")]
    assert [prompt.kind for prompt in awaited(after(full, table()))] == [
        "play",
        "from_reserve",
        "stuck",
    ]
    assert [prompt.kind for prompt in awaited(after(RESERVED, table()))] == ["play", "from_reserve"]


def test_a_hand_is_sure_to_fit_only_beyond_all_cards_that_do_not() -> None:
    """As long as its cards may be those that fit nowhere, its player may give up (TP-17)."""
    state = replace(table(wrap="no"), piles=(("5",), ("5",)), reserves={"a": "9"})
    useless = sum(copies for card, copies in DECK.counts.items() if abs(int(card) - 5) > 1) - 1
    for more in (-1, 0, 1):
        held = replace(state, hands={**state.hands, "a": useless + more})
        assert (reason_to_play(held, "a") == "some_fits") == (more > 0)


def test_a_reserve_card_taken_back_is_known_until_it_is_played() -> None:
    """TP-22."""
    back = after([*CHOICE, draw("a", "reserve")], table())
    assert back.known["a"] == ("8",)
    assert GAME.scene(back).holdings[-1].place == "hand"
    played = after(
        [card("b", "3", "pile1"), card("c", "2", "pile1"), card("a", "8", "pile2")], back
    )
    assert played.known["a"] == ()


@pytest.mark.parametrize(
    ("look", "layout", "counts"),
    [("no", "memory", []), ("yes", "pad", [(0, 0, 0, 0, 1, 0, 0, 0, 1, 0)])],
)
def test_numbers_laid_are_shown_only_where_the_piles_may_be_looked_through(
    look: str, layout: str, counts: list[tuple[int, ...]]
) -> None:
    """TP-A9."""
    state = after(RESERVED, table(look_through=look))
    assert [row.counts for row in GAME.scene(state).board if row.counts] == counts
    assert {prompt.fields[0].layout for prompt in GAME.prompts(state) if prompt.kind == "play"} == {
        layout
    }  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("table_talk", "open", "guide_talk_open"),
        ("table_talk", "none", "guide_talk_none"),
        ("look_through", "no", "guide_look_no"),
        ("look_through", "yes", "guide_look_yes"),
    ],
)
def test_the_guide_tells_what_the_table_has_agreed(option: str, value: str, code: str) -> None:
    """TP-A8, TP-A9."""
    said = {
        one.code
        for step in GAME.guide(THREE, table(**{option: value}).options)
        for one in step.body
    }
    assert code in said


def test_the_guide_warns_other_numbers_of_players() -> None:
    """TP-A10."""
    for seats in range(1, 7):
        names = tuple("abcdef"[:seats])
        said = {one.clause for step in GAME.guide(names, table(names).options) for one in step.body}
        assert ("TP-A10" in said) == (seats not in (3, 4, 5))


def test_what_a_pair_and_a_loss_tell() -> None:
    pair = after([card("a", "6", "pile1"), card("b", "6", "pile1")], table())
    assert [(said.code, said.clause) for said in GAME.scene(pair).effects] == [
        ("pair_made", "TP-18")
    ]
    lost = after(
        [
            *OPEN,
            card("c", "3", "reserve"),
            card("a", "6", "pile1"),
            card("b", "9", "pile2"),
            ("c", "stuck", {}),
        ],
        table(),
    )
    first = GAME.scene(lost).effects[0]
    assert (first.code, first.clause, first.params["tone"], first.params["n"]) == (
        "out",
        "TP-17",
        "stop",
        51,
    )


def test_what_is_not_there_cannot_be_drawn_even_if_the_table_lets_it() -> None:
    found = check(
        GAME,
        after(OPEN, table()),
        "draw",
        "b",
        {"source": "reserve"},
        ["no_reserve", "turn_is_over"],
    )
    assert [ruling.code for ruling in found.objections] == ["no_reserve"]


def test_a_second_reserve_card_that_stands_is_told_with_the_first_taken_back() -> None:
    state = play(
        GAME,
        after(RESERVED, table()),
        "play",
        "a",
        {"card": "4", "place": "reserve"},
        ["reserve_full"],
    )
    assert [said.code for said in state.effects[:2]] == ["took_back", "reserved"]
    assert state.reserves["a"] == "4"
