"""Indian Chief beyond the golden records: legality, options, secret entry, thefts, refill, the
end.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.contract import Illegal, Line, Move, complete_options, totals
from tests.games.indian_chief.table import (
    GAME,
    KINDS,
    SEATS,
    Table,
    alone,
    before_round_seven,
    deal_round,
    whole_game,
)

TIED = {"ann": "6C", "bo": "QD", "cy": "6D", "dee": "KS TH 4D AD"}


# Frame


@pytest.mark.parametrize(("count", "packs"), [(2, 1), (3, 1), (4, 2), (8, 2)])
def test_packs_follow_the_number_of_players(count: int, packs: int) -> None:
    assert GAME.scene(Table(count).state).deck.size == 52 * packs


def test_slots_are_the_seven_melds_in_order_of_size() -> None:
    assert {slot.size: slot.name for slot in GAME.info.slots} == KINDS


def test_every_seat_without_a_meld_is_asked_for_all_seven() -> None:
    table = Table(3).meld("bo", "2C")
    assert table.open() == {(kind, seat) for kind in KINDS.values() for seat in ("ann", "cy")}


def test_the_pad_knows_what_is_left() -> None:
    table = Table(2).meld("ann", "QS 2C")
    prompt = next(prompt for prompt in GAME.prompts(table.state) if prompt.kind == "poor")
    copies = prompt.fields[0].left  # type: ignore[attr-defined]
    assert (copies["QS"], copies["2C"], copies["3C"], prompt.form) == (0, 0, 1, "pad")


def test_all_objections_at_once_and_accepting_all_that_may_be() -> None:
    table = Table(2).show(ann="2S 3S 4S", bo="2C 3C 4C").meld("bo", "QS 5C")
    assert table.refusals("poor", "ann", cards="QS 8S 9S") == ["IC-8", "IC-2"]
    assert table.refusals("poor", "ann", ("meld_used",), cards="QS 8S 9S") == ["IC-2"]
    assert table.refusals("poor", "ann", ("meld_used", "no_copy_left"), cards="QS 8S 9S") == [
        "IC-2"
    ]


def test_third_copy_with_two_packs() -> None:
    table = Table(4).meld("ann", "QS QS")
    assert table.refusals("poor", "bo", cards="QS 2S 3S") == ["IC-2"]
    with pytest.raises(Illegal) as caught:
        table.meld("bo", "QS 2S 3S")
    assert caught.value.rulings[0].params == {
        "card": "QS",
        "copies": 2,
        "found": 3,
        "holders": [["ann", "beggar"], ["ann", "beggar"]],
    }


def test_five_of_a_kind_with_one_pack_scores_four_in_a_log_that_let_it_stand() -> None:
    move = Move(
        "chief",
        "ann",
        {"cards": ("QS", "QH", "QD", "QC", "QC", "2D", "3D")},
        ("no_copy_left", "five_with_one_pack"),
    )
    lines = GAME.lines(GAME.advance(Table(2).state, move))
    assert (
        next(line for line in lines if line.clause == "IC-41").params["category"]
        == "four_of_a_kind"
    )


def test_declared_split_let_stand_without_one_takes_the_best() -> None:
    table = Table(2, chief_split="declared").meld(
        "ann", "4C 4D 5H 5S KC QD JH", accept=("split_missing",)
    )
    assert table.points("ann") == 18


def test_the_two_cannot_be_others_even_if_accepted() -> None:
    table = Table(2, chief_split="declared")
    assert table.refusals(
        "chief", "ann", ("two_not_in_chief",), cards="4C 4D 5H 5S KC QD JH", two="4C 4C"
    ) == ["IC-38"]


def test_beggar_counts_again_with_every_meld_until_the_round_is_complete() -> None:
    table = Table(3).meld("ann", "7C KD")
    assert table.points("ann") == 0
    assert table.meld("bo", "7S 7H 2D").points("ann") == 4
    assert table.meld("cy", "KS QS TC 5H").points("ann") == 10


# Thefts


def test_who_is_asked_while_thefts_are_due() -> None:
    table = Table(4).show(**TIED)
    assert table.open() == {
        ("steal", "ann"),
        ("steal", "cy"),
        ("decline", "ann"),
        ("decline", "cy"),
        ("no_agreement", None),
    }
    assert table.open(aside=True) == {("steal", "bo"), ("steal", "dee")}
    assert GAME.scene(table.state).complete == 0
    banner = GAME.scene(table.state).banner
    assert banner is not None
    assert (banner.clause, banner.params) == ("IC-23", {"seats": ["ann", "cy"]})


def test_a_stolen_card_moves_to_the_hand_and_the_marker_into_the_row() -> None:
    table = Table(4).show(**TIED).steal("ann", "dee:0")
    places = {(h.card, h.seat, h.place) for h in GAME.scene(table.state).holdings}
    assert places == {
        ("KS", "ann", "hand"),
        ("6C", "dee", "lawyer"),
        ("TH", "dee", "lawyer"),
        ("4D", "dee", "lawyer"),
        ("AD", "dee", "lawyer"),
        ("QD", "bo", "thief"),
        ("6D", "cy", "thief"),
    }
    steal = next(prompt for prompt in GAME.prompts(table.state) if prompt.kind == "steal")
    shows = steal.fields[0].shows  # type: ignore[attr-defined]
    assert shows["dee:4"] == ("dee", "6C")
    assert "dee:0" not in shows


def test_tied_thieves_may_take_each_others_cards() -> None:
    table = Table(2).show(ann="6C", bo="6D").steal("ann", "bo:0").steal("bo", "bo:1")
    assert [line.clause for line in table.lines(part="theft")] == ["IC-25", "IC-28"]
    assert {(h.card, h.seat) for h in GAME.scene(table.state).holdings} == {
        ("6D", "ann"),
        ("6C", "bo"),
    }


def test_a_card_that_is_gone_cannot_be_taken_even_if_accepted() -> None:
    table = Table(3).show(ann="2C", bo="3C", cy="9S 9H").steal("ann", "cy:0")
    assert table.refusals("steal", "bo", ("card_gone",), card="cy:0") == ["IC-20"]


def test_an_overruled_theft_by_someone_who_is_no_thief() -> None:
    table = (
        Table(2)
        .show(ann="2C", bo="9S 9H")
        .steal("bo", "ann:0", accept=("not_a_thief",))
        .steal("ann", "bo:0")
    )
    assert [line.code for line in table.lines(part="theft")] == ["theft_bare", "theft_bare"]
    assert {line.seat: line.params["n"] for line in table.lines(part="refill")} == {
        "bo": 1,
        "ann": 0,
    }


def test_a_second_theft_that_stands_is_no_theft_of_a_robbed_thief() -> None:
    """The Thief's own card went by their own hand; only who was robbed by another steals under
    IC-26.
    """
    twice = Table(3).show(ann="2C", bo="3C", cy="9S 9H").steal("ann", "cy:0")
    twice.steal("ann", "cy:1", accept=("already_stole",))
    told = [(line.clause, line.code) for line in twice.lines(part="theft")]
    assert told == [("IC-21", "theft"), ("IC-21", "theft_bare")]
    robbed = Table(3).show(ann="2C", bo="3C", cy="9S 9H").steal("ann", "bo:0").steal("bo", "cy:1")
    told = [(line.clause, line.code) for line in robbed.lines(part="theft")]
    assert told == [("IC-25", "theft"), ("IC-26", "theft_bare")]


@pytest.mark.parametrize(("option", "refused"), [("no", ["IC-19", "IC-27"]), ("yes", ["IC-19"])])
def test_stealing_back_the_own_card_where_it_is_a_marker(option: str, refused: list[str]) -> None:
    """A Thief whose card is a marker has stolen already, so this comes up only with a second theft
    the table lets stand.
    """
    table = Table(3, steal_back_own=option).show(ann="2C", bo="3C", cy="9S 9H").steal("ann", "cy:0")
    assert table.refusals("steal", "ann", card="cy:2") == refused


@pytest.mark.parametrize("option", ["no", "yes"])
def test_the_own_card_in_front_of_oneself_is_always_forbidden(option: str) -> None:
    assert Table(2, steal_back_own=option).show(ann="2C", bo="9S 9H").refusals(
        "steal", "ann", card="ann:0"
    ) == ["IC-27"]


def test_taking_back_the_own_card_if_let_stand() -> None:
    table = Table(2).show(ann="2C", bo="9S 9H").steal("ann", "ann:0", accept=("own_card",))
    assert [(line.code, line.params["marker"]) for line in table.lines(part="theft")] == [
        ("theft_own", "")
    ]


def test_only_conflicting_thieves_default_to_all_tied() -> None:
    table = Table(4, tie_fail="only_conflicting").show(**TIED).move("no_agreement", None)
    assert table.open() == {("steal", "bo"), ("decline", "bo")}


def test_forced_thief_with_nothing_to_take_may_decline() -> None:
    table = Table(2, steal="forced").show(ann="6C", bo="6D")
    assert table.refusals("decline", "ann") == ["IC-A6"]
    assert ("decline", "ann") not in table.open()
    bare = replace(
        table.state,
        rows={**table.state.rows, "bo": (replace(table.state.rows["bo"][0], taken_by="bo"),)},
    )
    table.state = bare
    assert ("decline", "ann") in table.open()
    assert table.refusals("decline", "ann") == []


def test_round_seven_has_no_thefts_unless_the_table_plays_them() -> None:
    for option, phase in (("skip", "over"), ("play", "thefts")):
        table = before_round_seven(round7_steal=option)
        table.meld("ann", "6C")
        assert table.refusals("steal", "ann", card="ann:0") == (
            ["IC-A11"] if option == "skip" else ["IC-19"]
        )
        table.meld("bo", "4S 5S 6S 7S 8S 9H KD")
        assert table.state.phase == phase
    assert table.steal("ann", "bo:6").state.phase == "over"
    assert [line.clause for line in table.lines(part="theft", round=7)] == ["IC-21"]


def test_skipped_theft_of_round_seven_is_said() -> None:
    skipped = whole_game(7, random.Random(1)).lines(part="theft", round=7)
    assert [(line.code, line.clause) for line in skipped] == [("theft_skipped", "IC-A11")]


# Refill


def draws(table: Table, number: int) -> list[tuple[str, int, str]]:
    return [
        (line.seat, line.params["n"], line.clause)
        for line in table.lines(part="refill", round=number)
        if "n" in line.params
    ]


def test_refill_goes_clockwise_from_the_dealers_left() -> None:
    table = Table(3, dealer="bo").show(ann="2S 3S 4S", bo="5S 6S", cy="7S 8S 9S TS")
    assert draws(table, 1) == [("cy", 4, "IC-13"), ("ann", 3, "IC-13"), ("bo", 2, "IC-13")]


def eight_chiefs(**options: str) -> Table:
    return deal_round(Table(8, **options), dict.fromkeys(SEATS, 7), random.Random(3))


def test_short_deck_is_reshuffled_early() -> None:
    table = eight_chiefs()
    assert [n for _, n, _ in draws(table, 1)] == [7] * 8
    notes = table.lines(code="refill_reshuffle")
    assert [(line.seat, line.params["left"], line.clause) for line in notes] == [
        ("gus", 5, "IC-A10")
    ]


def test_short_deck_deals_fewer_by_house_rule() -> None:
    table = eight_chiefs(short="deal_fewer")
    assert draws(table, 1)[4:] == [
        ("flo", 7, "IC-13"),
        ("gus", 5, "IC-A10"),
        ("hal", 0, "IC-A10"),
        ("ann", 0, "IC-A10"),
    ]
    assert table.refusals("poor", "hal", cards="2S 3S 4S") == ["IC-A10"]
    assert table.refusals("thief", "hal", cards="2S") == []
    table.show(**dict(zip(SEATS, ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S"], strict=True)))
    table.decline_all()
    assert dict(table.state.held) == dict.fromkeys(SEATS, 8)


SIZES = {kind: size for size, kind in KINDS.items()}
WORTH = {"thief": 3, "beggar": 0, "poor": 0, "lawyer": 25, "rich": -15, "doctor": 20, "chief": 30}


def lay_down(table: Table, seat: str, kind: str, hand: list[str]) -> None:
    """As much of a hand as a meld needs, or its points alone."""
    points = WORTH[kind] if len(hand) >= SIZES[kind] else 0
    cards = {"cards": hand[: SIZES[kind]]}
    table.move(kind, seat, **(alone(kind, points) if table.state.quick else cards))


@pytest.mark.parametrize("depth", ["full", "quick"])
def test_every_hand_that_a_short_deck_leaves_can_be_laid_down(depth: str) -> None:
    """Games of eight whose larger melds come last, so that the deck runs out; a hand too small is
    laid down as the smallest meld left.
    """
    short = []
    for seed in range(40):
        rng, table, left = (
            random.Random(seed),
            Table(8, short="deal_fewer", depth=depth),
            {seat: set(SIZES) for seat in SEATS},
        )
        while table.state.phase == "choosing":
            pool = rng.sample(
                [card for card, copies in table.state.deck.counts.items() for _ in range(copies)],
                table.state.deck.size,
            )
            for seat in SEATS:
                hand = [pool.pop() for _ in range(table.state.held[seat])]
                fitting = sorted(
                    (kind for kind in left[seat] if SIZES[kind] <= len(hand)), key=SIZES.__getitem__
                )
                early = [kind for kind in fitting if (SIZES[kind] < 4) == (table.state.round < 4)]
                kind = (
                    rng.choice(early or fitting)
                    if fitting
                    else min(left[seat], key=SIZES.__getitem__)
                )
                left[seat].remove(kind)
                short += [] if fitting else [len(hand)]
                if hand or table.state.quick:
                    lay_down(table, seat, kind, hand)
            table.decline_all()
    assert {0, 1, 6} <= set(short)


# Secret entry


def test_secret_entry_hides_the_others_until_all_are_in() -> None:
    table = Table(3, entry="secret").meld("ann", "KH QS 4D AC").meld("bo", "7C KD")
    assert all(prompt.secret for prompt in GAME.prompts(table.state))
    seen = GAME.see(table.state, "bo")
    assert {line.seat for line in GAME.lines(seen)} == {"bo"}
    assert {holding.seat for holding in GAME.scene(seen).holdings} == {"bo"}
    assert set(seen.melds) == {"ann", "bo"}
    assert GAME.lines(GAME.see(table.state, None)) == ()
    table.meld("cy", "2S 3S 5S")
    assert {line.seat for line in GAME.lines(GAME.see(table.state, None))} == {"ann", "bo", "cy"}


def test_secret_entry_is_judged_from_what_the_seat_can_see() -> None:
    table = Table(2, entry="secret").meld("ann", "KH QS 4D AC")
    assert table.refusals("poor", "bo", cards="QS 2S 3S") == []
    assert table.refusals("poor", "bo", cards="2S 2S 3S") == ["IC-2"]


def test_secret_entry_with_too_many_copies_stops_at_the_reveal() -> None:
    table = Table(2, entry="secret").meld("ann", "KH QS 4D AC").meld("bo", "QS 2S 3S")
    banner = GAME.scene(table.state).banner
    assert banner is not None
    assert (banner.clause, banner.cards) == ("IC-2", ("QS",))
    assert table.open() == {("stand", None)}
    assert table.move("stand", None).state.round == 2


def test_secret_entry_does_not_ask_for_early_thefts() -> None:
    assert Table(2, entry="secret").meld("ann", "6C").open(aside=True) == set()


# The end


def over(table: Table, **points: dict[str, int]) -> Table:
    """The table as if it had ended with these points per seat and slot."""
    lines = tuple(
        Line(seat, 7, n, "IC-32", "rich", {"values": [n]}, slot=slot)
        for seat, slots in points.items()
        for slot, n in slots.items()
    )
    table.state = replace(table.state, phase="over", finished=lines)
    return table


TIE = {
    "ann": {"chief": 30, "rich": -20, "poor": 10},
    "bo": {"chief": 40, "rich": -30, "poor": 10},
    "cy": {"chief": 5, "rich": -5, "poor": 20},
}


@pytest.mark.parametrize(
    ("option", "ranking"),
    [
        ("shared", (("ann", "bo", "cy"),)),
        ("highest_chief", (("bo",), ("ann",), ("cy",))),
        ("fewest_negative", (("cy",), ("ann",), ("bo",))),
    ],
)
def test_tie_for_first_place(option: str, ranking: tuple[tuple[str, ...], ...]) -> None:
    result = GAME.result(over(Table(3, final_tie=option), **TIE).state)
    assert result is not None
    assert result.ranking == ranking
    assert [(say.code, say.clause) for say in result.reasons] == [
        ("highest_total", "IC-43"),
        (f"tie_{option}", "IC-A9"),
    ]


def test_a_play_off_is_not_asked_for_without_a_tie() -> None:
    table = over(Table(2, final_tie="playoff"), ann={"chief": 30}, bo={"chief": 31})
    assert GAME.prompts(table.state) == ()
    assert GAME.result(table.state).winners == ("bo",)


def test_tie_that_the_house_rule_cannot_break_is_shared() -> None:
    result = GAME.result(
        over(Table(2, final_tie="highest_chief"), ann={"chief": 30}, bo={"chief": 30}).state
    )
    assert result is not None
    assert (result.winners, result.reasons[1].code) == (("ann", "bo"), "tie_highest_chief_equal")


def test_guide_says_packs_and_what_is_left() -> None:
    steps = GAME.guide(
        ("ann", "bo", "cy"), complete_options(GAME.info, ("ann", "bo", "cy"), {"dealer": "cy"})
    )
    assert steps[0].title.params == {"packs": 1, "n": 52}
    assert steps[1].title.params == {"n": 8}
    assert [said.params for said in steps[1].body] == [{"n": 28}, {"seat": "cy"}]


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10**6), seats=st.integers(2, 8))
def test_a_whole_game_has_seven_melds_each_and_possible_scores(seed: int, seats: int) -> None:
    table = whole_game(seats, random.Random(seed))
    possible = {
        "thief": range(1, 11),
        "beggar": range(0, 77, 2),
        "poor": range(31),
        "lawyer": (0, 25),
        "rich": range(-50, -4),
        "doctor": (0, 20, 30, 40, 50, 60),
        "chief": range(12, 60),
    }
    for seat in table.seats:
        scored = {
            slot: sum(line.points for line in table.lines(seat=seat, slot=slot))
            for slot in possible
        }
        assert all(points in possible[slot] for slot, points in scored.items()), scored
        assert sum(scored.values()) == totals(GAME.lines(table.state), table.seats)[seat]
        assert sorted(
            line.slot for line in {x.slot: x for x in table.lines(seat=seat) if x.slot}.values()
        ) == sorted(possible)


@pytest.mark.parametrize(
    ("options", "first", "clause"),
    [
        ({}, ("decline", "ann", {}), "IC-24"),
        ({"tie_fail": "only_conflicting"}, ("decline", "ann", {}), "IC-A8"),
        ({"tie_fail": "only_conflicting"}, ("steal", "ann", {"card": "dee:0"}), "IC-A8"),
    ],
)
def test_nobody_disagrees_alone(
    options: dict[str, str], first: tuple[str, str, dict[str, str]], clause: str
) -> None:
    kind, seat, raw = first
    table = Table(4, **options).show(**TIED).move(kind, seat, **raw)
    assert ("no_agreement", None) in table.open(aside=True)
    assert table.refusals("no_agreement", None) == [clause]


def test_a_forced_theft_is_not_escaped_by_disagreeing_alone() -> None:
    table = Table(4, steal="forced", tie_fail="only_conflicting").show(
        ann="6C", bo="6H", cy="6D", dee="KS TH 4D AD"
    )
    table.move("no_agreement", None, seats=["ann", "bo"])
    assert table.refusals("no_agreement", None, seats=["cy"]) == ["IC-A8"]
    assert table.steal("cy", "dee:0").state.round == 2


# Points alone


QUICK = [
    (2, {}, "beggar", {0, 2, 14}, {1, 16, -2}),
    (3, {}, "beggar", {28}, {30}),
    (3, {"match": "rank"}, "beggar", {12}, {14}),
    (4, {"match": "rank"}, "beggar", {28}, {30}),
    (8, {}, "beggar", {76}, {78}),
    (2, {"beggar_own": "yes"}, "beggar", {0, 2, 18}, {3, 20}),
    (3, {"match": "rank", "beggar_own": "yes"}, "beggar", {8, 12}, {14}),
    (2, {"beggar_pair": "twice"}, "beggar", {14, 16, 28}, {15, 18, 30}),
    (
        3,
        {"match": "rank", "beggar_own": "yes", "beggar_pair": "twice"},
        "beggar",
        {2, 8, 12},
        {14, 16},
    ),
    (3, {}, "rich", {-50, -6}, {-5, -51}),
    (4, {}, "rich", {-50, -5}, {-4}),
    (3, {}, "chief", {12, 54}, {11, 55}),
    (4, {}, "chief", {12, 59}, {11, 60}),
    (4, {"ace_in_straight": "low"}, "chief", {10}, {9}),
    (4, {"chief_split": "declared"}, "chief", {5}, {4}),
    (2, {}, "thief", {1, 10}, {0, 11}),
    (2, {}, "poor", {0, 30}, {31, -1}),
    (2, {}, "lawyer", {0, 25}, {10, 24}),
    (2, {}, "doctor", {0, 20, 60}, {10, 25, 70}),
]


@pytest.mark.parametrize(("seats", "options", "kind", "can", "cannot"), QUICK)
def test_points_told_alone_are_held_against_what_a_meld_can_be_worth(
    seats: int, options: dict[str, str], kind: str, can: set[int], cannot: set[int]
) -> None:
    table = Table(seats, depth="quick", **options)
    clause = next(slot.clause for slot in GAME.info.slots if slot.name == kind)

    def refused(points: int) -> list[str]:
        return table.refusals(kind, "ann", **alone(kind, points))

    assert [points for points in can if refused(points)] == []
    assert [points for points in cannot if refused(points) != [clause]] == []


def test_points_told_alone_may_be_let_stand_and_count() -> None:
    table = Table(2, depth="quick")
    assert table.move("beggar", "ann", ("score_impossible",), score=15).points("ann") == 15


@given(st.integers(0, 2**32), st.sampled_from(["page", "original"]), st.integers(2, 8))
@settings(max_examples=40, deadline=None)
def test_whatever_cards_score_can_be_told_without_them(seed: int, edition: str, seats: int) -> None:
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS_OF_POINTS.items()}
    shown, told = Table(seats, edition, **options), Table(seats, edition, depth="quick", **options)
    pool = [card for card, copies in shown.state.deck.counts.items() for _ in range(copies)]
    rng.shuffle(pool)
    melds = {seat: [pool.pop() for _ in range(rng.randint(1, 7))] for seat in shown.seats}
    scored = shown.show(**{seat: " ".join(cards) for seat, cards in melds.items()}).lines(
        part="score", round=1
    )
    for seat, cards in melds.items():
        points = sum(line.points for line in scored if line.seat == seat)
        kind = KINDS[len(cards)]
        assert told.move(kind, seat, **alone(kind, points)).points(seat) == points


OPTIONS_OF_POINTS = {
    "match": ("value", "rank"),
    "beggar_own": ("no", "yes"),
    "beggar_pair": ("once", "twice"),
    "ace_in_straight": ("both", "low", "high", "wrap"),
}


def test_used_melds_are_offered_last_and_named_with_their_round() -> None:
    table = Table(2, depth="quick").move("thief", "ann", score=3).move("poor", "bo", score=0)
    assert table.open() == {(kind, seat) for seat in ("ann", "bo") for kind in KINDS.values()} - {
        ("thief", "ann"),
        ("poor", "bo"),
    }
    asked = [prompt.kind for prompt in GAME.prompts(table.state) if prompt.seat == "ann"]
    assert asked == ["beggar", "poor", "lawyer", "rich", "doctor", "chief", "thief"]
    assert table.refusals("thief", "ann", score=3) == ["IC-8"]


def test_nothing_is_secret_and_no_theft_is_asked_for_where_points_are_told() -> None:
    table = (
        Table(3, depth="quick", entry="secret", steal="forced")
        .move("thief", "ann", score=3)
        .move("thief", "bo", score=3)
    )
    assert not any(prompt.secret for prompt in GAME.prompts(table.state))
    assert GAME.see(table.state, "cy") == table.state
    assert table.open(aside=True) == set()
    assert table.move("chief", "cy", score=20).state.round == 2
    assert [(line.seat, line.code, line.params["n"]) for line in table.lines(part="refill")] == [
        ("bo", "refill_thief", 1),
        ("cy", "refill", 7),
        ("ann", "refill_thief", 1),
    ]


def test_the_way_of_entering_changes_between_rounds() -> None:
    table = Table(2).show(ann="6C", bo="KS QS").steal("ann", "bo:0")
    assert table.refusals("poor", "bo", cards="KS 2S 3S") == ["IC-2"]
    table.move("depth", None, depth="quick").move("poor", "ann", score=4)
    assert table.refusals("depth", None, depth="full") == ["IC-12"]
    table.move("poor", "bo", score=9).move("depth", None, depth="full")
    assert table.refusals("lawyer", "bo", cards="KS QD 4D AC") == []
    assert [table.points(seat) for seat in ("ann", "bo")] == [10, 9]


def test_the_last_round_of_points_ends_the_game() -> None:
    table = Table(2, depth="quick")
    for kind, points in WORTH.items():
        for seat in ("ann", "bo"):
            table.move(kind, seat, **alone(kind, points))
    result = GAME.result(table.state)
    assert result is not None
    assert (result.ranking, table.points("ann")) == ((("ann", "bo"),), 63)
    assert GAME.paper(table.state)["rounds"][6][0] == {
        "round": 7,
        "seat": "ann",
        "meld": 7,
        "cards": [],
        "points": 30,
        "total": 63,
    }
