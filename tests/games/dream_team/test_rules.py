"""Dream Team: cards are never lost, teams are what was gained, every refusal has its clause, and
everything can be said.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from referee.games.dream_team import judging as sums
from referee.games.dream_team.game import GAME, State
from referee.kernel.contract import Illegal, Message, Move, complete_options
from referee.kernel.game import play

SEATS = ("ann", "bo", "cy", "di")
Told = tuple[str, str | None, dict[str, Any]]


def table(seats: tuple[str, ...] = SEATS, **options: str) -> State:
    return GAME.setup(seats, complete_options(GAME.info, seats, options))


def told(state: State, *moves: Told) -> State:
    for kind, seat, raw in moves:
        state = play(GAME, state, kind, seat, raw)
    return state


def row(cards: str) -> list[Told]:
    return [("row", None, {"card": card}) for card in cards.split()]


def nominated(places: str) -> list[Told]:
    """``ann:1 bo:1`` as moves."""
    return [
        ("nominate", seat, {"place": place})
        for seat, place in (text.split(":") for text in places.split())
    ]


def drawn(cards: str) -> list[Told]:
    return [
        ("draw", seat, {"card": card}) for seat, card in (text.split(":") for text in cards.split())
    ]


def summed(*points: int) -> Told:
    return "sums", None, {f"sum_{seat}": n for seat, n in zip(SEATS, points, strict=True)}


def gained(cards: str) -> list[Told]:
    return [
        ("gain", seat, {"cards": had.split(",")})
        for seat, had in (text.split(":") for text in cards.split())
    ]


LOTTERY = [*row("9 9 8 3 10"), *nominated("ann:3 bo:1 cy:1 di:1")]
SECOND = [*LOTTERY, *drawn("bo:4 bo:5 cy:6 di:5")]
BY_TURNS = {"depth": "turns"}

REFUSED: list[tuple[dict[str, str], list[Told], Told, list[str]]] = [
    ({}, row("1"), row("1")[0], ["no_copy_left DT-1"]),
    ({}, row("9 9 8 3 10"), nominated("bo:1")[0], ["out_of_turn DT-6"]),
    ({}, [*row("9 9 8 3 10"), *nominated("ann:1")], nominated("ann:2")[0], ["placed_already DT-6"]),
    ({}, SECOND, nominated("ann:2")[0], ["has_card DT-21"]),
    ({}, SECOND, nominated("di:2")[0], ["has_card DT-21"]),
    ({}, SECOND, nominated("bo:1")[0], ["taken DT-21"]),
    ({}, SECOND, nominated("cy:3")[0], ["out_of_turn DT-6", "taken DT-21"]),
    ({"rejoin": "no"}, [*SECOND, *nominated("bo:2")], nominated("cy:2")[0], ["no_rejoin DT-A8"]),
    ({}, LOTTERY, drawn("ann:4")[0], ["not_in_lottery DT-14"]),
    ({}, LOTTERY, drawn("cy:4")[0], ["two_first DT-15"]),
    ({}, [*LOTTERY, *drawn("bo:4")], drawn("cy:4")[0], ["two_first DT-15"]),
    ({}, [*LOTTERY, *drawn("bo:4 bo:5")], drawn("bo:6")[0], ["not_drawer DT-17"]),
    ({}, [*LOTTERY, *drawn("bo:3 bo:2 cy:4 di:1")], drawn("bo:1")[0], ["no_copy_left DT-1"]),
    (BY_TURNS, gained("ann:9,8"), gained("bo:7,6")[0], ["two_already DT-25"]),
    (BY_TURNS, gained("ann:9 bo:8 cy:7"), gained("di:6")[0], ["one_missing DT-26"]),
    (BY_TURNS, gained("ann:1"), gained("bo:1")[0], ["no_copy_left DT-1"]),
    ({"depth": "quick"}, [], summed(14, 9, 9, 9), ["nobody_full DT-27"]),
    ({"depth": "quick"}, [], summed(46, 46, 9, 9), ["two_with_more DT-25"]),
    ({"depth": "quick", "end_at": "7"}, [], summed(50, 51, 9, 9), ["two_with_more DT-25"]),
    ({"depth": "quick"}, [], summed(30, 1, 9, 1), ["sums_impossible DT-1"]),
]


@pytest.mark.parametrize(("options", "moves", "move", "expected"), REFUSED)
def test_every_refusal_has_its_clause(
    options: dict[str, str], moves: list[Told], move: Told, expected: list[str]
) -> None:
    state = told(table(**options), *moves)
    with pytest.raises(Illegal) as refused:
        told(state, move)
    assert [f"{ruling.code} {ruling.clause}" for ruling in refused.value.rulings] == expected


def test_a_log_may_have_overruled_the_deck_count() -> None:
    """A card that cannot be in the deck was drawn all the same: what the referee thought of the
    discards was wrong.
    """
    state = told(
        table(), *row("9 9 8 3 10"), *nominated("ann:1 bo:1 cy:3 di:4"), *drawn("ann:1 ann:7 bo:7")
    )
    assert (state.turn, state.exact) == (2, True)
    with pytest.raises(Illegal, match="no_copy_left DT-1"):
        told(state, *row("1"))
    after = GAME.advance(state, Move("row", None, {"card": ("1",)}, ("no_copy_left",)))
    assert (after.exact, after.discards) == (False, ())
    assert GAME.scene(after).hint == Message("hint_row", {"n": 4}, "DT-4")


def naive(told_sums: tuple[int, ...], most: int) -> bool:
    """Whether some choice of teams has these sums, tried one by one."""
    teams = [team for size in range(most + 1) for team in combinations(range(1, 11), size)]
    choices = [[team for team in teams if sum(team) == total] for total in told_sums]
    return any(
        all(
            times <= rank
            for rank, times in Counter(card for team in chosen for card in team).items()
        )
        for chosen in product(*choices)
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_sums_are_possible_as_a_plain_search_says(seats: int) -> None:
    low = list(product(range(8), repeat=seats))
    high = [tuple(random.Random(n).randint(40, 49) for _ in range(seats)) for n in range(20)]
    for told_sums in (*low, *high):
        assert sums.possible(told_sums, 6) == naive(told_sums, 7), told_sums


def test_four_fives_can_be_told_but_not_seven() -> None:
    assert sums.possible((5,) * 6, 6)
    assert not sums.possible((2, 2, 2), 6)
    assert not sums.possible((3, 3, 3, 3, 3, 3), 6)
    assert (sums.highest(6), sums.highest(7)) == (49, 52)


def test_whether_a_team_was_full_for_a_moment_is_asked_only_where_it_matters() -> None:
    five = [
        move
        for cards in (
            "ann:2 bo:1 cy:3,5",
            "ann:4 bo:3 cy:5,7",
            "ann:6 bo:7 cy:7,9",
            "ann:8 bo:9 cy:9,10",
            "ann:10 bo:10 cy:8,6",
        )
        for move in gained(cards)
    ]
    trio = SEATS[:3]
    pairing = [*five, *gained("ann:9,4 bo:3 cy:5")]
    assert [
        prompt.kind
        for prompt in GAME.prompts(told(table(trio, **BY_TURNS), *pairing))
        if not prompt.aside
    ] == ["peak"]
    assert told(table(trio, **BY_TURNS, end_check="turn_end"), *pairing).turn == 7
    assert told(table(trio, **BY_TURNS), *five, *gained("ann:4,4 bo:3 cy:5")).turn == 7
    assert told(table(trio, **BY_TURNS), *five, *gained("ann:9,7 bo:3 cy:5")).game == 2


def test_the_row_is_tapped_where_its_cards_lie() -> None:
    state = told(table(), *row("9 9 8 3 10"), *nominated("ann:2"))
    prompt, laid = GAME.prompts(state)[0], GAME.scene(state).board[0]
    assert (prompt.seat, prompt.form) == ("bo", "tap")
    assert tuple(spot.place for spot in laid.spots) == getattr(prompt.fields[-1], "values", None)
    assert [spot.marks for spot in laid.spots] == [(), ("ann",), (), (), ()]
