"""Blind Date in full entry: cubes, exchange, order of play, secrets, and truthful games that
nothing is held against.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.blind_date.dates import DECK
from referee.games.blind_date.state import HIDDEN
from referee.kernel.contract import Level, Message, totals
from referee.kernel.game import check
from tests.games.blind_date.table import (
    FILLERS,
    FOUR,
    GAME,
    THREE,
    Dealer,
    exchanged,
    laid,
    matched,
    move,
    objections,
    points,
    put_away,
    row,
    rows,
    table,
    tell_sums,
    told,
    turn_of,
)

ONES = dict.fromkeys(
    ("cubes_male", "cubes_female", "cubes_healthy", "cubes_sick", "cubes_upper", "cubes_lower"), 1
)


# BD-18…BD-21: cubes


@pytest.mark.parametrize(
    ("cubes", "expected"),
    [
        (["male", "female", "upper", "sick"], ["cubes_many BD-18", "cubes_contradict BD-18"]),
        (["sick", "healthy"], ["cubes_contradict BD-18"]),
        (["upper", "lower", "female"], ["cubes_contradict BD-18"]),
        ([], ["cube_needed BD-18"]),
        (["male", "male"], ["cubes_twice BD-18"]),
        (["male", "sick", "upper"], []),
    ],
)
def test_cubes_beside_a_card(cubes: list[str], expected: list[str]) -> None:
    assert objections(told(), "cubes", "n", cubes=cubes) == expected


def test_cubes_that_no_card_left_can_have() -> None:
    state = tell_sums(move(rows(table(), FILLERS[0]), "depth", None, depth="full"), (5, 2, 3, 4))
    assert objections(state, "cubes", "n", cubes=["male", "sick"]) == ["cubes_no_card BD-19"]
    assert objections(state, "cubes", "n", cubes=["sick"]) == []


def test_lying_bare_is_possible_once_every_fitting_colour_may_be_gone() -> None:
    state = laid((["female", "sick", "upper"], ["lower"]))
    assert objections(state, "cubes", "s", cubes=[]) == []
    checked = laid((["female", "sick", "upper"], ["lower"]), cube_supply_check="on")
    assert objections(checked, "cubes", "s", cubes=[]) == ["cube_needed BD-18"]
    ones = laid((["female", "sick", "upper"], ["lower"]), cube_supply_check="on", **ONES)
    assert objections(ones, "cubes", "s", cubes=[]) == []


def test_supply_empty_means_no_cube_at_all() -> None:
    rule = {"no_cube_means": "supply_empty"}
    gone = laid((["female", "sick", "upper"], ["lower"]), **rule)
    assert objections(gone, "cubes", "s", cubes=[]) == []
    assert move(gone, "cubes", "s", cubes=[]).now.bare["s"] is False
    assert (
        move(laid((["female", "sick", "upper"], ["lower"])), "cubes", "s", cubes=[]).now.bare["s"]
        is True
    )
    assert objections(laid((["female"], ["lower"]), **rule), "cubes", "s", cubes=[]) == [
        "cube_needed BD-18"
    ]
    empty = laid(
        (["female", "sick", "upper"], ["male", "healthy", "lower"]),
        cube_supply_check="on",
        **ONES,
        **rule,
    )
    assert objections(empty, "cubes", "s", cubes=[]) == []
    assert move(empty, "cubes", "s", cubes=[]).now.bare["s"] is True


def test_no_more_cubes_than_there_are() -> None:
    nine = laid(
        (["female", "sick", "upper"], ["female", "healthy", "upper"], ["female", "sick", "lower"])
    )
    assert objections(nine, "cubes", "w", cubes=["male", "healthy"]) == ["cubes_supply BD-5"]
    assert objections(nine, "cubes", "w", cubes=["male"]) == []
    state = laid((["upper"],), cube_supply_check="on")
    assert objections(state, "cubes", "e", cubes=["upper"]) == ["cubes_colour BD-A1"]
    assert (
        objections(
            laid((["upper"],), cube_supply_check="on", cubes_upper=2), "cubes", "e", cubes=["upper"]
        )
        == []
    )


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("KS", []),
        ("KH", ["cube_untrue BD-19"]),
        ("AH", ["cube_untrue BD-19"] * 2),
        ("5S", ["cube_gender BD-11"]),
    ],
)
def test_cubes_must_be_true_when_the_card_is_turned_up(card: str, expected: list[str]) -> None:
    state = matched((["male", "sick"], ["female"], ["male"], ["female"]), (4, 5, 2, 3))
    found = objections(state, "reveal", "n", card=card)
    assert [one for one in found if one.startswith("cube")] == expected


def test_the_bonus_is_refused_when_a_fitting_cube_was_left() -> None:
    state = matched((["female", "sick", "upper"], ["lower"], [], ["male"]), (4, 5, 2, 3))
    assert objections(state, "reveal", "s", card="AC") == []
    assert objections(state, "reveal", "s", card="KC") == ["no_cube_false BD-21"]
    assert objections(state, "reveal", "n", card="KC") == ["cube_untrue BD-19"]


def test_claims_of_no_cube_in_quick_entry() -> None:
    e1 = turn_of("n QH KC e, e 5S KH n, s JC JD n")
    claim = {"blind": "AD", "match": "QC", "target": "s", "no_cube": True}
    assert objections(rows(table(), e1), "date", "w", **claim) == []
    assert objections(rows(table(cube_supply_check="on"), e1), "date", "w", **claim) == [
        "no_cube_claim BD-21"
    ]
    assert objections(rows(table(no_cube_means="supply_empty"), e1), "date", "w", **claim) == [
        "no_cube_claim BD-21"
    ]
    men = turn_of("n KH KC e, e 5S QH n, s JC JD n")
    assert objections(rows(table(), men), "date", "w", **claim) == ["no_cube_claim BD-21"]
    first = row(table(cube_supply_check="on"), "w", "AD", "QC", "s", True)
    assert points(rows(first, turn_of("n QH KC e, e QS KH n, s AH JD n")), 1)["w"] == 2


# BD-17, BD-22, BD-27: who may act


def test_acting_before_ones_turn() -> None:
    assert objections(told(), "cubes", "s", cubes=["male"]) == ["out_of_order BD-17"]
    state = move(told(), "cubes", "s", accept=["out_of_order"], cubes=["male"])
    assert [prompt.seat for prompt in GAME.prompts(state)] == ["n", "e", "w"]
    matching = exchanged((["upper"], ["female"], ["male"], ["sick"]), (4, 5, 2, 3))
    assert objections(matching, "match", "n", card="KD", target="e") == ["out_of_order BD-27"]
    assert objections(matching, "match", "e", card="KD", target="e") == []
    assert objections(matching, "match", "e", card="KD", target="x") == ["not_a_choice BD-27"]
    assert objections(matching, "match", "e", card="KD JD", target="n") == ["too_many_cards BD-27"]


def test_only_the_last_chooser_picks_the_exchange() -> None:
    state = laid((["upper"], ["female"], ["male"], ["sick"]))
    assert objections(state, "exchange", "n", action="old_maid", direction="opposite") == [
        "not_last_chooser BD-22"
    ]
    assert objections(state, "exchange", "w", action="old_maid", direction="opposite") == []


def test_nobody_sits_opposite_of_three() -> None:
    state = tell_sums(put_away(table(THREE, depth="full"), "KS", "QS", "JS"), (5, 2, 3))
    for seat in ("n", "e", "s"):
        state = move(state, "cubes", seat, cubes=["healthy"])
    assert objections(state, "exchange", "s", action="old_maid", direction="opposite") == [
        "no_opposite BD-22"
    ]


def test_overruling_leaves_the_entry_and_its_score() -> None:
    state = matched((["male", "sick"], ["female"], ["male"], ["female"]), (4, 5, 2, 3))
    state = move(state, "reveal", "n", accept=["cube_untrue"], card="KH")
    assert state.now.blinds == {"n": "KH"}
    assert {line.clause for line in GAME.lines(state) if line.slot == "match"} <= {
        "BD-36",
        "BD-37",
        "BD-41",
        "BD-44",
        "BD-46",
        "BD-A4",
        "BD-42",
    }
    assert all(
        ruling.level is Level.ILLEGAL
        for ruling in check(GAME, state, "reveal", "e", {"card": "KS"}).rulings
    )


# BD-8 and secrets


def test_discards_stay_hidden_until_all_are_in() -> None:
    state = move(table(THREE, entry="secret"), "discard", "n", card="KS")
    assert GAME.see(state, "n").discards == {"n": "KS"}
    assert GAME.see(state, "e").discards == GAME.see(state, None).discards == {"n": HIDDEN}
    assert GAME.see(table(THREE), "e") == table(THREE)
    assert objections(state, "discard", "e", card="KS") == []
    assert all(prompt.secret for prompt in GAME.prompts(state) if prompt.kind == "discard")
    state = move(move(state, "discard", "e", card="KS"), "discard", "s", card="QS")
    assert GAME.see(state, "s").discards == {"n": "KS", "e": "KS", "s": "QS"}
    assert [(line.seat, line.code, line.points) for line in GAME.lines(state)] == [
        ("n", "doubtful_discard", 0),
        ("e", "doubtful_discard", 0),
    ]
    assert objections(state, "date", "s", blind="KS", match="JS", target="n") == [
        "no_copy_left BD-2"
    ]


def test_a_hidden_discard_that_somebody_else_plays_is_remarked_on_once_it_is_open() -> None:
    state = move(table(THREE, entry="secret"), "discard", "n", card="KS")
    state = row(state, "e", "KS", "JS", "n")
    assert [(line.seat, line.code) for line in GAME.lines(state) if line.part == "check"] == [
        ("n", "doubtful_discard")
    ]


# Truthful games


@settings(max_examples=12, deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from((THREE, FOUR)),
    st.sampled_from(("off", "on")),
    st.sampled_from(("clockwise", "counterclockwise")),
)
def test_a_truthful_game_meets_no_objection_and_scores_as_in_quick_entry(
    seed: int, seats: tuple[str, ...], supply: str, around: str
) -> None:
    dealer = Dealer(random.Random(seed), seats)
    played = dealer.play(table(seats, depth="full", cube_supply_check=supply, direction=around))
    quick = dealer.in_rows(table(seats))
    assert tuple(line for line in GAME.lines(played) if line.part != "order") == GAME.lines(quick)
    assert GAME.result(played) == GAME.result(quick)
    assert sum(totals(GAME.lines(played), seats).values()) == sum(
        line.points for line in GAME.lines(played)
    )


@pytest.mark.parametrize("leftover", ["hidden", "shown"])
@pytest.mark.parametrize("entered", ["full", "quick", "quick with what was put away"])
@pytest.mark.parametrize("seats", [THREE, FOUR])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_it_calls_unseen_nobody_has_seen(
    seats: tuple[str, ...], entered: str, leftover: str, seed: int
) -> None:
    """Told by the cards as they truly lie; where it cannot know them all, it says nothing of either
    kind.
    """
    dealer = Dealer(random.Random(seed), seats)
    full = dealer.play(table(seats, depth="full", leftover=leftover))
    quick = dealer.in_rows(table(seats, leftover=leftover), with_drops=entered != "quick")
    lines = (full if entered == "full" else quick).finished
    for at in range(8):
        drops = dealer.drops[at // 2] if dealer.drops else {}
        laid = {
            card
            for turn in dealer.quick[at // 2 * 2 : at + 1]
            for _, blind, match, *_ in turn
            for card in (blind, match)
        }
        told = {
            line.code: set(line.cards)
            for line in lines
            if line.round == at + 1 and line.clause == "BD-48"
        }
        if len(seats) == 3 and (entered == "quick" or leftover == "shown"):
            assert told == {"lay_out": set()}
        else:
            seen = laid | set(drops.values())
            assert told == {"seen": seen, "unseen": set(DECK.counts) - seen}


def test_the_printed_sheet_has_every_finished_turn() -> None:
    dealer = Dealer(random.Random(7), FOUR)
    played = dealer.season(table(depth="full"))
    quick = row(move(played, "depth", None, depth="quick"), *FILLERS[0][0])
    seasons = GAME.paper(quick)["seasons"]
    assert [(season["season"], len(season["turns"])) for season in seasons] == [("summer", 2)]
    assert [entry["total"] for entry in seasons[0]["turns"][1]] == list(
        totals(played.finished, FOUR).values()
    )
    assert [
        (entry["blind"], entry["match"], FOUR[entry["target"]])
        for entry in sorted(seasons[0]["turns"][0], key=lambda entry: str(entry["seat"]))
    ] == sorted_rows(dealer.quick[0])
    assert {
        letter for turn in seasons[0]["turns"] for entry in turn for letter in entry["cubes"]
    } <= set("MFHSUL")
    bare = rows(table(), turn_of("n QH KC e, e 5S KH n, s JC JD n, w AD QC s bare"))
    assert [entry["cubes"] for entry in GAME.paper(bare)["seasons"][0]["turns"][0]] == [
        None,
        None,
        None,
        [],
    ]


def sorted_rows(turn: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
    """The cards and targets of rows, by seat."""
    return [tuple(entry[1:4]) for entry in sorted(turn, key=lambda entry: str(entry[0]))]


# Depth, scene, guide


def test_the_depth_changes_only_between_turns() -> None:
    state = table()
    assert {prompt.kind for prompt in GAME.prompts(move(state, "depth", None, depth="full"))} == {
        "sum",
        "depth",
    }
    assert objections(row(state, "n", "KS", "JS", "e"), "depth", None, depth="full") == [
        "not_now BD-31"
    ]
    assert {prompt.kind for prompt in GAME.prompts(table(depth="full"))} == {"sum", "depth"}


def test_the_scene_names_season_and_turn() -> None:
    state = rows(rows(rows(table(), FILLERS[0]), FILLERS[1]), FILLERS[0][:1])
    scene = GAME.scene(state)
    assert (scene.where.code, scene.where.params["season"], scene.where.params["turn"]) == (
        "season_turn",
        2,
        1,
    )
    assert scene.banner == Message("season_autumn", {"season": "autumn", "suit": "C"}, "BD-52")
    assert [(holding.card, holding.seat, holding.place) for holding in scene.holdings] == [
        ("KS", "n", "blind"),
        ("JS", "n", "match"),
    ]
    assert (scene.ruler, scene.round, scene.complete) == ((2, 8), 3, 2)


@pytest.mark.parametrize(
    ("seats", "numbers", "courts", "steps"), [(FOUR, (1, 0), (4, 0), 4), (THREE, (1, 1), (5, 1), 5)]
)
def test_the_guide_deals_all_twenty_cards(
    seats: tuple[str, ...], numbers: tuple[int, int], courts: tuple[int, int], steps: int
) -> None:
    guide = GAME.guide(seats, table(seats).options)
    assert len(guide) == steps
    assert (len(guide[0].cards), guide[1].count) == (20, 10)
    assert [(each, left) for _, each, left in guide[2].deal] == [numbers, courts]
    assert sum(each * len(seats) + left for _, each, left in guide[2].deal) == 20
    assert all(step.title.clause.startswith("BD-") for step in guide)


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("leftover", "shown", "guide_leftover_shown"),
        ("order_tie", "table_decides", "guide_tie_table_decides"),
        ("discard_number", "no", "guide_drop_no_number"),
        ("cube_supply_check", "on", "guide_cube_counts"),
        ("direction", "counterclockwise", "guide_counterclockwise"),
    ],
)
def test_options_show_in_the_guide(option: str, value: str, code: str) -> None:
    def said(**options: object) -> set[str]:
        return {
            say.code
            for step in GAME.guide(THREE, table(THREE, **options).options)
            for say in step.body
        }

    assert code in said(**{option: value})
    assert code not in said()
