"""Blind Date: what dates are worth, how turns are scored, and what every scoring option changes."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.blind_date.dates import (
    DECK,
    SEASON_CLAUSES,
    SEASONS,
    attributes,
    classify,
    season_of,
)
from referee.kernel.contract import totals
from tests.games.blind_date.table import (
    FILLERS,
    FOUR,
    GAME,
    THREE,
    Row,
    move,
    points,
    row,
    rows,
    skip_to,
    table,
    turn_of,
)

TABLE = """
      Kh  Qh  Jh  Ah  Kd  Qd  Jd  Ad  Kc  Qc  Jc  Ac  Ks  Qs  Js  As  2h  4d  3c  5s
  Kh   .   4   0   3   0   2   0   1   0  -5   0  -5   0  -5   0  -5  -2  -2  -2  -2
  Qh   4   .   3   0   2   0   1   0  -5   0  -5   0  -5   0  -5   0  -2  -2  -2  -2
  Jh   0   3   .   4   0   1   0   2   0  -5   0  -5   0  -5   0  -5  -2  -2  -2  -2
  Ah   3   0   4   .   1   0   2   0  -5   0  -5   0  -5   0  -5   0  -2  -2  -2  -2
  Kd   0   2   0   1   .   4   0   3   0  -5   0  -5   0  -5   0  -5  -2  -2  -2  -2
  Qd   2   0   1   0   4   .   3   0  -5   0  -5   0  -5   0  -5   0  -2  -2  -2  -2
  Jd   0   1   0   2   0   3   .   4   0  -5   0  -5   0  -5   0  -5  -2  -2  -2  -2
  Ad   1   0   2   0   3   0   4   .  -5   0  -5   0  -5   0  -5   0  -2  -2  -2  -2
  Kc   0  -5   0  -5   0  -5   0  -5   .   4   0   3   0   2   0   1  -2  -2  -2  -2
  Qc  -5   0  -5   0  -5   0  -5   0   4   .   3   0   2   0   1   0  -2  -2  -2  -2
  Jc   0  -5   0  -5   0  -5   0  -5   0   3   .   4   0   1   0   2  -2  -2  -2  -2
  Ac  -5   0  -5   0  -5   0  -5   0   3   0   4   .   1   0   2   0  -2  -2  -2  -2
  Ks   0  -5   0  -5   0  -5   0  -5   0   2   0   1   .   4   0   3  -2  -2  -2  -2
  Qs  -5   0  -5   0  -5   0  -5   0   2   0   1   0   4   .   3   0  -2  -2  -2  -2
  Js   0  -5   0  -5   0  -5   0  -5   0   1   0   2   0   3   .   4  -2  -2  -2  -2
  As  -5   0  -5   0  -5   0  -5   0   1   0   2   0   3   0   4   .  -2  -2  -2  -2
  2h  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2   .  -6  -5  -7
  4d  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -6   .  -7  -9
  3c  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -5  -7   .  -8
  5s  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -2  -7  -9  -8   .
"""


def printed_table() -> dict[frozenset[str], int]:
    """The table above as pairs of cards."""
    head, *lines = (line.split() for line in TABLE.strip("\n").splitlines())
    return {
        frozenset((line[0].upper(), other.upper())): int(value)
        for line in lines
        for other, value in zip(head, line[1:], strict=True)
        if value != "."
    }


def definitions(one: str, other: str) -> set[str]:
    """Every definition of the page that fits two cards, each tested by itself from the cards'
    attributes.
    """
    a, b = set(attributes(one)), set(attributes(other))
    pair = {"male", "female"} <= a | b and not a & b & {"male", "female"}
    suit, colour, level = (
        one[1] == other[1],
        bool(a & b & {"healthy", "sick"}),
        bool(a & b & {"upper", "lower"}),
    )
    court = sum(card[0] in "KQJA" for card in (one, other))
    found = {
        "perfect": pair and suit and level,
        "lovely": pair and suit and not level,
        "fine": pair and colour and level and not suit,
        "proper": pair and colour and not level and not suit,
        "stood_up": court == 1,
        "infection": pair and not colour,
        "two_timing": court == 0,
    }
    return {name for name, fits in found.items() if fits}


def test_all_190_pairs_are_worth_what_the_table_says() -> None:
    printed = printed_table()
    assert len(printed) == 190
    for one, other in itertools.permutations(DECK.counts, 2):
        assert classify(one, other).points == printed[frozenset((one, other))], (one, other)


@pytest.mark.parametrize("bonus", ["2", "4"])
def test_what_a_date_is_worth_is_told_as_it_is_scored(bonus: str) -> None:
    for turn, season in enumerate(SEASONS):
        told = {
            said.clause: said.params.get("points")
            for said in GAME.scene(skip_to(table(no_cube_bonus=bonus), 2 * turn + 1)).worth
        }
        dates = [classify(one, other) for one, other in itertools.combinations(DECK.counts, 2)]
        assert {date.clause for date in dates} | {SEASON_CLAUSES[season]} <= told.keys()
        assert all(told[date.clause] == date.points for date in dates if date.code != "two_timing")
        assert told["BD-33"] == int(bonus)


def test_every_pair_fits_at_most_one_definition_and_the_rest_are_mix_ups() -> None:
    kinds: Counter[str] = Counter()
    for one, other in itertools.combinations(DECK.counts, 2):
        fits = definitions(one, other)
        assert fits == ({classify(one, other).code} - {"mix_up"}), (one, other)
        kinds[classify(one, other).code] += 1
    assert kinds == {
        "two_timing": 6,
        "stood_up": 64,
        "mix_up": 56,
        "infection": 32,
        "perfect": 8,
        "lovely": 8,
        "fine": 8,
        "proper": 8,
    }


E1 = turn_of("n QH KC e, e 5S KH n, s JC JD n, w AD QC s bare")
E2 = turn_of("n KH JS w, e JC QS n, s 2H AC n, w AS 4D n")
E3 = turn_of("n AC JC n, e KD KS n, s 3C QD e, w QS AH e")
E3B = turn_of("n AD AS n, e KH QS s, s JD 5S s")
E5 = turn_of("n QD AH e, e JH KD n, s KC KH n, w AS JS s")


@pytest.mark.parametrize(
    ("turn", "number", "options", "expected"),
    [
        (E3, 3, {"self_match": "full"}, (4, 2, 4, 0)),
        (E1, 3, {"autumn": "only_if_scored"}, (2, 5, 1, 7)),
        (E2, 3, {"bad_tie": "none"}, (7, 0, 2, 1)),
    ],
)
def test_house_rules_in_autumn(
    turn: list[Row], number: int, options: dict[str, object], expected: tuple[int, ...]
) -> None:
    state = rows(skip_to(table(**options), number), turn)
    assert tuple(points(state, number).values()) == expected


@pytest.mark.parametrize(("rule", "extra"), [("include", 1), ("exclude", 0), ("cancel", 0)])
def test_own_match_under_the_matcher_reading_of_summer(rule: str, extra: int) -> None:
    state = rows(table(THREE, summer="matcher", summer_self=rule), E3B)
    others = 0 if rule == "cancel" else 2
    assert points(state, 1) == {"n": -2 + 2 * extra, "e": -5 + others, "s": -2 + 2 * extra}


@pytest.mark.parametrize(("rule", "losers"), [("first_placed", {"e"}), ("last_placed", {"s"})])
def test_ties_by_who_laid_first_ask_who_started(rule: str, losers: set[str]) -> None:
    def infected(starter: str, direction: str = "clockwise") -> set[str]:
        begun = move(table(bad_tie=rule, direction=direction), "start", None, starter=starter)
        return {line.seat for line in GAME.lines(rows(begun, E2)) if line.code == "infection"}

    state = rows(table(bad_tie=rule), E2)
    assert state.turn == 1
    assert [prompt.kind for prompt in GAME.prompts(state)] == ["start"]
    assert infected("n") == losers
    assert infected("s") == infected("n", "counterclockwise") == {"e", "s"} - losers


def test_a_tie_for_the_best_date_may_go_to_whoever_laid_first() -> None:
    state = table(double_when="before", good_tie="first_placed")
    while state.turn < 7:
        state = move(rows(state, FILLERS[(state.turn - 1) % 2]), "start", None, starter="n")
    for starter, e, s in (("n", 5, 1), ("s", 1, 5)):
        done = move(rows(state, E5), "start", None, starter=starter)
        assert points(done, 7) == {"n": 10, "e": e, "s": s, "w": 0}


@pytest.mark.parametrize(
    ("rule", "own", "other"),
    [("penalty_only", -2, -2), ("full", -2 - 7, 0), ("loss_only", -2 - 7, 0)],
)
def test_a_bad_own_match(rule: str, own: int, other: int) -> None:
    turn = turn_of("n 2H 5S n, e KD KS n, s KH AH w, w QS AC w")
    state = rows(skip_to(table(self_match=rule), 7), turn)
    assert (points(state, 7)["n"], points(state, 7)["e"]) == (own, other)


def test_a_good_own_match_neither_gains_nor_blocks_when_it_can_only_lose() -> None:
    turn = turn_of("n QS KS n, e KD KH n, s JH AH w, w QC AC w")
    for rule, own, other in (("loss_only", -2, -5), ("penalty_only", -2, -5), ("full", 2, 0)):
        state = rows(skip_to(table(self_match=rule), 3), turn)
        assert (points(state, 3)["n"], points(state, 3)["e"]) == (own, other), rule
    idle = [
        line
        for line in GAME.lines(rows(skip_to(table(self_match="loss_only"), 3), turn))
        if line.code == "own_match_idle"
    ]
    assert [(line.seat, line.clause) for line in idle] == [("n", "BD-A4")]


def test_dates_raised_by_the_season_are_compared_with_their_new_value() -> None:
    state = rows(
        skip_to(table(autumn="value_shift"), 3),
        turn_of("n KH QD w, e AS KC n, s QS 2H n, w JD 5S w"),
    )
    found = [
        (line.seat, line.points, line.clause, line.code)
        for line in GAME.lines(state)
        if line.round == 3 and line.seat in "es"
    ]
    assert ("e", 0, "BD-46", "mix_up") in found
    assert ("e", 2, "BD-52", "autumn_date") in found
    assert ("s", 0, "BD-36", "beaten") in found
    evened = rows(
        skip_to(table(autumn="value_shift"), 3),
        turn_of("n KH QD w, e AS 3C n, s QS 2H e, w JD 5S w"),
    )
    assert [
        (line.seat, line.points, line.clause)
        for line in GAME.lines(evened)
        if line.code == "evened"
    ] == [("e", 0, "BD-52")]


def deals(seats: tuple[str, ...]) -> st.SearchStrategy[list[Row]]:
    """Any quick turn: different cards, any targets, at most one claim of lying without cubes."""
    size = len(seats)
    cards = st.permutations(list(DECK.counts))
    targets = st.lists(st.sampled_from(seats), min_size=size, max_size=size)
    return st.builds(
        lambda order, where: [
            (seat, order[2 * at], order[2 * at + 1], where[at]) for at, seat in enumerate(seats)
        ],
        cards,
        targets,
    )


def by_hand(turn: list[Row], season: str) -> dict[str, int]:
    """The default rules once more, straight from the table of pairs."""
    printed, got = printed_table(), dict.fromkeys([entry[0] for entry in turn], 0)
    for owner, blind, _, _ in turn:
        laid = {entry[0]: entry[2] for entry in turn if entry[3] == owner}
        others = {seat: card for seat, card in laid.items() if seat != owner}
        got[owner] += -2 if owner in laid else len(others)
        got[owner] += 2 * len(laid) if season == "summer" and blind[1] == "D" else 0
        worth = {seat: printed[frozenset((blind, card))] for seat, card in others.items()}
        target = (
            max(worth.values(), default=0)
            if max(worth.values(), default=0) > 0
            else min([0, *worth.values()])
        )
        for seat, value in worth.items():
            suits = blind[1] + others[seat][1]
            twice = (season == "winter" and value < 0 and "S" in suits) or (
                season == "spring" and value > 0 and "H" in suits
            )
            got[seat] += value * (2 if twice else 1) if value == target else 0
    for seat, _, card, _ in turn:
        got[seat] += 2 if season == "autumn" and card[1] == "C" else 0
    return got


@settings(max_examples=120, deadline=None)
@given(deals(FOUR), st.sampled_from((1, 3, 5, 7)), st.randoms(use_true_random=False))
def test_any_turn_agrees_with_counting_by_hand_in_any_order_of_entry(
    turn: list[Row], number: int, rng: random.Random
) -> None:
    start = skip_to(table(), number)
    state = rows(start, turn)
    assert points(state, number) == by_hand(turn, season_of(number))
    shuffled = list(turn)
    rng.shuffle(shuffled)
    assert GAME.lines(rows(start, shuffled)) == GAME.lines(state)


NOT_MIXED = ("entry", "depth", "self_match", "bad_tie", "good_tie")
OPTIONS = {
    option.field.name: option.field
    for option in GAME.info.options
    if option.field.name not in NOT_MIXED
}


@settings(max_examples=120, deadline=None)
@given(deals(THREE), st.randoms(use_true_random=False))
def test_under_any_options_each_match_is_explained_once_and_totals_are_sums_of_lines(
    turn: list[Row], rng: random.Random
) -> None:
    options = {name: field.sample(rng) for name, field in OPTIONS.items()}
    options["self_match"] = rng.choice(("penalty_only", "full", "loss_only"))
    options["bad_tie"], options["good_tie"] = (
        rng.choice(("all", "none", "split")),
        rng.choice(("all", "none")),
    )
    state = rows(table(THREE, **options), turn)
    lines = GAME.lines(state)
    dated = [line for line in lines if line.slot == "match" and line.part == "score"]
    assert sorted(line.params["match"] for line in dated) == sorted(entry[2] for entry in turn)
    assert all(line.params["at"] in THREE for line in lines if line.part != "reset")
    assert totals(lines, THREE) == {
        seat: sum(line.points for line in lines if line.seat == seat) for seat in THREE
    }
    assert GAME.lines(rows(table(THREE, **options), turn[::-1])) == lines


def test_lines_show_up_as_soon_as_the_cards_at_an_owner_are_known() -> None:
    state = row(table(), "e", "5S", "KH", "n")
    assert GAME.lines(state) == ()
    state = row(state, "n", "QH", "KC", "e")
    assert [(line.seat, line.points, line.clause) for line in GAME.lines(state)] == [
        ("e", 4, "BD-39"),
        ("n", 1, "BD-32"),
        ("n", -2, "BD-43"),
        ("e", 1, "BD-32"),
    ]
    assert (GAME.scene(state).round, GAME.scene(state).complete) == (1, 0)
