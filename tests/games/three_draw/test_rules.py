"""3-Draw: every illegal attempt is told with its clause, turns end by themselves, and points are as
a plain recount has them.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Any

import pytest

from referee.games.three_draw.game import GAME
from referee.games.three_draw.state import State, target
from referee.kernel.contract import Move, complete_options, totals
from referee.kernel.game import check, play
from referee.rulebook import load
from referee.words import LANGUAGES, Translator
from tests.properties.test_game_properties import states
from tests.properties.test_words import NAMES, blemish
from tests.support.random_play import random_history
from tests.support.said import said

SEATS = ("ann", "bo", "cy")
SEEDS = range(60)


def table(seats: tuple[str, ...] = SEATS, **options: str) -> State:
    return GAME.setup(seats, complete_options(GAME.info, seats, options))


def after(text: str, state: State | None = None) -> State:
    """The table after draws such as "ann 7 9; bo 10 ."; a dot stops, a dash draws nothing."""
    now = state or table()
    for part in text.split(";"):
        seat, *tokens = part.split()
        for token in tokens:
            kind = {".": "stop", "-": "pass"}.get(token, "draw")
            now = play(GAME, now, kind, seat, {"card": token} if kind == "draw" else {})
    return now


def objections(state: State, kind: str, seat: str | None, **raw: Any) -> list[str]:
    return [
        f"{ruling.code} {ruling.clause}"
        for ruling in check(GAME, state, kind, seat, raw).objections
    ]


# What is refused


@pytest.mark.parametrize(
    ("before", "kind", "seat", "card", "wanted"),
    [
        ("ann 7 9 10", "draw", "ann", "3", "three_at_most TD-3"),
        ("ann 7 .", "draw", "ann", "3", "has_stopped TD-3"),
        ("ann 7 7", "draw", "ann", "3", "pair_ends_turn TD-6"),
        ("ann 7 9 .; bo 10 4", "draw", "bo", "3", "no_more_than_first TD-7"),
        ("ann 6 6; bo 10 4", "draw", "bo", "3", "no_more_than_first TD-7"),
        ("ann 7 9 .; bo 10 .", "draw", "bo", "3", "has_stopped TD-8"),
        ("ann 7 9 .; bo -", "draw", "bo", "3", "has_stopped TD-8"),
        ("ann 7 9 .; bo 4 4", "draw", "bo", "3", "pair_ends_turn TD-6"),
        ("ann 7 9", "draw", "bo", "3", "not_yet TD-A8"),
        ("ann 7 9 .", "draw", "cy", "3", "not_yet TD-A8"),
        ("ann 1 2 .; bo 2", "draw", "bo", "1", "no_copy_left TD-2"),
        ("ann 7 9", "draw", "ann", "3 4", "too_many_cards TD-5"),
        ("ann 7 9", "draw", "ann", "11", "card_not_in_deck TD-5"),
        ("ann 7 9", "pass", "ann", None, "not_now TD-8"),
    ],
)
def test_every_illegal_draw_is_told_with_its_clause(
    before: str, kind: str, seat: str, card: str | None, wanted: str
) -> None:
    assert objections(after(before), kind, seat, **({"card": card} if card else {})) == [wanted]


def test_the_first_card_must_be_drawn() -> None:
    assert {
        prompt.kind for prompt in GAME.prompts(table()) if prompt.seat == "ann" and not prompt.aside
    } == {"draw"}
    assert objections(table(), "pass", "ann") == ["draw_one_first TD-4"]
    assert objections(table(), "stop", "ann") == ["draw_one_first TD-4"]


@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ({"winners": [], "drawn": "5"}, ["too_few_for_pairs TD-14"]),
        ({"winners": ["bo"], "drawn": "10"}, ["out_of_range TD-11"]),
        ({"winners": ["bo"], "drawn": "0"}, ["out_of_range TD-11"]),
        ({"winners": ["bo", "bo"], "drawn": "4"}, ["named_twice TD-11"]),
        ({"winners": ["dee"], "drawn": "4"}, ["not_a_choice TD-11"]),
        ({"winners": [], "drawn": "6"}, []),
        ({"winners": ["bo"], "drawn": "1"}, ["too_few_cards TD-4"]),
        ({"winners": ["bo"], "drawn": "2"}, []),
        ({"winners": ["bo", "cy"], "drawn": "2"}, []),
        ({"winners": ["ann", "bo"], "drawn": "1"}, ["too_few_cards TD-11"]),
        ({"winners": ["ann"], "drawn": "1"}, []),
    ],
)
def test_every_illegal_round_is_told_with_its_clause(
    raw: dict[str, Any], wanted: list[str]
) -> None:
    assert objections(table(depth="quick"), "round", None, **raw) == wanted


def test_without_a_card_nobody_wins_where_the_table_says_so() -> None:
    state = table(depth="quick", zero_wins="no")
    assert objections(state, "round", None, winners=["bo", "cy"], drawn=2) == ["too_few_cards TD-4"]
    assert objections(state, "round", None, winners=["bo", "cy"], drawn=3) == []


def test_quick_entry_leaves_the_fewest_cards_to_the_table() -> None:
    labels = {
        tie: GAME.prompts(table(depth="quick", tie=tie))[0].fields[0].label
        for tie in ("discard", "fewest_cards")
    }
    assert labels == {"discard": "", "fewest_cards": "winners_fewest"}


def test_more_cards_than_are_left_cannot_have_been_drawn() -> None:
    state = table(depth="quick", deck_out="most_points")
    for _ in range(5):
        state = play(GAME, state, "round", None, {"winners": [], "drawn": 9})
    assert objections(state, "round", None, winners=["cy"], drawn=6) == ["deck_too_small TD-2"]
    assert objections(state, "round", None, winners=["cy"], drawn=5) == []


# Whose turn, and what may be done


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("ann 7 9", "ann"),
        ("ann 7 9 10", "bo"),
        ("ann 7 7", "bo"),
        ("ann 7 .", "bo"),
        ("ann 7 .; bo 9", "cy"),
        ("ann 7 8 .; bo 9", "bo"),
        ("ann 7 8 .; bo 9 9", "cy"),
        ("ann 7 8 .; bo 9 9; cy -", "bo"),
    ],
)
def test_turns_end_by_themselves_at_a_pair_and_at_the_limit(before: str, now: str) -> None:
    assert after(before).active == now


def test_after_an_overruled_fourth_card_the_others_may_draw_four_too() -> None:
    state = play(GAME, after("ann 7 9 10"), "draw", "ann", {"card": "2"}, ["three_at_most"])
    state = after("bo 1 3 5 6", state)
    assert state.active == "cy"


@pytest.mark.parametrize("players", range(2, 7))
def test_the_target_is_fifty_divided_by_the_players_and_one(players: int) -> None:
    exact = Fraction(50, players) + 1
    assert target(players, "down") == floor(exact)
    assert exact <= target(players, "up") < exact + 1
    assert abs(target(players, "nearest") - exact) <= Fraction(1, 2)


def test_the_targets_of_the_table_of_the_rules() -> None:
    assert [target(players, "up") for players in range(2, 7)] == [26, 18, 14, 11, 10]
    assert [target(players, "down") for players in range(2, 7)] == [26, 17, 13, 11, 9]


# A plain recount


def test_every_card_is_somewhere() -> None:
    for seed in SEEDS:
        for state in states(random_history("three-draw", seed)):
            lying = 0 if state.over else sum(map(len, state.rows.values()))
            gained = sum(totals(state.finished, state.seats).values())
            assert state.deck + state.discards + state.pot + lying + gained == 55, f"seed {seed}"
            assert state.due <= state.discards


def test_nobody_reaches_the_target_before_the_end() -> None:
    for seed in SEEDS:
        history = random_history("three-draw", seed)
        goal = target(len(history.seats), history.options["rounding"])
        for state in states(history):
            most = max(totals(state.finished, state.seats).values())
            assert most < goal or state.over
        result = GAME.result(history.state)
        assert result is not None
        assert (most >= goal) == (result.reasons[0].clause == "TD-15")
        assert not any(row.value_note for row in GAME.scene(history.state).board), (
            "nothing is so far any more"
        )


# What is shown


def test_the_table_just_after_a_pair() -> None:
    scene = GAME.scene(after("ann 7 9 10; bo 8 10 8"))
    ann, bo, cy = scene.board
    assert [(spot.card, spot.state) for spot in ann.spots] == [("7", ""), ("9", ""), ("10", "")]
    assert [(spot.card, spot.state) for spot in bo.spots] == [
        ("10", ""),
        ("8", "pair"),
        ("8", "pair"),
    ]
    assert [(spot.card, spot.state) for spot in cy.spots] == [
        ("", "next"),
        ("", "free"),
        ("", "free"),
    ]
    assert (ann.value, bo.value, cy.value) == (26, None, 0)
    assert (bo.stamp is not None, cy.active, ann.active) == (True, True, False)
    assert [(say.code, say.clause) for say in scene.effects] == [
        ("pair_out", "TD-6"),
        ("passes", "TD-7"),
    ]
    translator = Translator("en", "three-draw", {"ann": "Ann", "bo": "Bo", "cy": "Cy"})
    told = [translator.say(f"say.{say.code}", say.params) for say in scene.effects]
    assert told == ["Two eights: Bo is out of this round.", "Cy is next: up to three, like Ann."]
    assert ann.value_note is not None
    assert cy.value_note is not None
    assert translator.say(f"say.{ann.value_note.code}", ann.value_note.params) == "best so far"
    assert translator.say(f"say.{cy.value_note.code}", cy.value_note.params) == "to beat 26"
    assert scene.hint is not None
    assert (
        translator.say(f"say.{scene.hint.code}", scene.hint.params)
        == "44 in the deck, 5 burned unseen"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_a_scene_says_has_words_and_a_clause(lang: str) -> None:
    translator, book = Translator(lang, "three-draw", NAMES), load("three-draw")
    for seed in SEEDS:
        for state in states(random_history("three-draw", seed)):
            for say in said(GAME.scene(state)):
                assert not blemish(translator.say(f"say.{say.code}", say.params)), say
                assert book.entry(say.clause)


def test_all_of_a_seats_moves_are_judged_alike_at_any_depth() -> None:
    """Changing how much is entered changes nothing that has been scored."""
    state = after("ann 7 .; bo 9; cy -")
    quick = GAME.advance(state, Move("depth", None, {"depth": "quick"}))
    assert GAME.lines(quick) == GAME.lines(state)
    assert [prompt.kind for prompt in GAME.prompts(quick)] == ["round", "depth"]


def test_whoever_draws_the_last_card_goes_on_with_the_new_deck() -> None:
    state = table(depth="quick")
    for _ in range(5):
        state = play(GAME, state, "round", None, {"winners": [], "drawn": 9})
    state = play(GAME, state, "depth", None, {"depth": "full"})
    state = after("cy 1 2 .; ann 3 4; bo 5", state)
    assert (state.active, state.deck, state.discards) == ("bo", 0, 50)
    assert [say.code for say in state.effects] == ["shuffle_first"]
    state = after("bo 6", state)
    assert (state.deck, state.discards) == (49, 0)


@pytest.mark.parametrize(
    ("deck_out", "failed", "wanted"),
    [("reshuffle", [5], "deck_and_discards"), ("reshuffle_burn", [], "deck_and_burned")],
)
def test_five_discards_are_called_burned_only_if_they_were(
    deck_out: str, failed: list[int], wanted: str
) -> None:
    """After a reshuffle without burning, a failed round of five leaves five discards that everybody
    saw (TD-A3).
    """

    def told() -> tuple[int, str]:
        hint = GAME.scene(state).hint
        assert hint is not None
        return state.discards, hint.code

    state = table(("ann", "bo"), depth="quick", deck_out=deck_out)
    assert told() == (5, "deck_and_burned")
    rounds: list[tuple[list[str], int]] = [
        *[([], 6)] * 8,
        (["ann"], 2),
        *[([], drawn) for drawn in failed],
    ]
    for winners, drawn in rounds:
        state = play(GAME, state, "round", None, {"winners": winners, "drawn": drawn})
    assert told() == (5, wanted)


# The deck runs out


LAST_THREE = "ann 1 2 .; bo 3"


def ends_with(text: str, **options: str) -> State:
    """The table after that, begun with three cards left in the deck."""
    return after(text, replace(table(**options), deck=3))


def test_the_discards_are_shuffled_only_when_another_card_is_drawn() -> None:
    """TD-A3: the cards of a tied round come too, where nobody drew before its end."""
    waits = ends_with(LAST_THREE)
    assert (waits.deck, waits.discards, waits.to_shuffle) == (0, 5, True)
    assert [said.code for said in waits.effects] == ["shuffle_first"]
    tied = after("bo .; cy -", waits)
    assert (tied.deck, tied.discards) == (8, 0)
    assert not objections(tied, "draw", "bo", card="1")


def test_a_table_may_shuffle_as_soon_as_the_deck_is_empty() -> None:
    """TD-A3: tied cards are discards then, and come with the next shuffle, sooner than counted."""
    drawn = after("bo 4; cy -", ends_with(LAST_THREE))
    assert (drawn.deck, drawn.exact) == (4, True)
    tied = after("bo .; cy -", ends_with(LAST_THREE))
    assert not tied.exact
    again = after("bo 10 9 8; cy 7 6 .; ann -", tied)
    assert not objections(again, "draw", str(again.active), card="1")


def test_cards_on_the_table_are_in_no_deck_whenever_it_is_shuffled() -> None:
    waits = ends_with(LAST_THREE)
    assert objections(waits, "draw", "bo", card="1") == ["no_copy_left TD-2"]


def test_burned_cards_that_are_told_tell_when_the_table_shuffles() -> None:
    """TD-A7: the first card burned is the shuffle, so none is drawn before."""
    burning = replace(table(deck_out="reshuffle_burn", burn="face_up"), due=0, discards=9)
    waits = after(LAST_THREE, replace(burning, deck=3))
    assert [prompt.kind for prompt in GAME.prompts(waits) if not prompt.aside] == ["burn", "stop"]
    assert objections(waits, "draw", "bo", card="4") == ["not_now TD-5"]
    for card in ("10", "10", "9", "9", "8"):
        waits = play(GAME, waits, "burn", None, {"card": card})
    assert (waits.deck, waits.discards) == (4, 5)
    assert after("bo 4", waits).deck == 3
