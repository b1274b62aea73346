"""The Things: strengths against a plain count, cards conserved, nothing guessed, and every refusal
in a table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from referee.games.the_things import fights
from referee.games.the_things.fights import DEFENCE
from referee.games.the_things.game import SINGLE as GAME
from referee.games.the_things.state import State
from referee.kernel.cards import french
from referee.kernel.contract import Illegal, complete_options
from referee.kernel.fields import Cards
from referee.kernel.game import play
from referee.kernel.series import left_of_start
from tools.sample import Sample, sample_game, sample_options

SEATS = ("ann", "bo", "cy", "di")
SEEDS = range(60)
DEFAULTS = complete_options(GAME.info, SEATS, {})


Told = tuple[str, str | None, dict[str, Any]]


def talk(seat: str, give: str | list[str], **more: Any) -> Told:
    """An offer; a six is wanted."""
    return "talk", seat, {"give": give, "want": "6", **more}


def attack(seat: str, target: str, cards: str) -> Told:
    return "attack", seat, {"target": target, "cards": cards.split()}


def lay(seat: str, cards: str, **joins: str) -> Told:
    """Cards laid in a fight, on a side where the seat is new there."""
    return "play", seat, {"cards": cards.split(), **joins}


def blood_test(seat: str, target: str, card: str) -> Told:
    return "test", seat, {"target": target, "card": [card]}


def call(caller: str, call: str) -> Told:
    return "call", None, {"caller": caller, "call": call}


def shown(seat: str, cards: str) -> Told:
    return "hand", seat, {"hand": cards.split()}


def table(*moves: Told, seats: tuple[str, ...] = SEATS, **options: str) -> State:
    """A table with full entry after these moves; the first seat has dealt."""
    state = GAME.setup(seats, complete_options(GAME.info, seats, {"depth": "full", **options}))
    for kind, seat, data in moves:
        state = play(GAME, state, kind, seat, data)
    return state


def random_tables(depth: str, seeds: range = SEEDS) -> Iterator[tuple[State, Sample]]:
    """Every state with its answer of whole random games, under any house rules."""
    for seed in seeds:
        rng = random.Random(seed)
        seats = tuple(f"p{n}" for n in range(rng.randint(3, 7)))
        options = complete_options(
            GAME.info, seats, {**sample_options(GAME.info, seats, rng), "depth": depth}
        )
        for sample in sample_game(GAME, GAME.setup(seats, options), rng):
            yield sample.state, sample


# Strength


# What is kept


def test_no_card_is_lost_and_hands_are_full_between_turns() -> None:
    reached = Counter[str]()
    for state, sample in random_tables("full"):
        reached[state.phase] += 1
        if sample.prompt.kind == "depth":
            continue
        assert state.draw is None or 0 <= state.draw <= state.pool
        assert all(0 <= n <= 5 for n in state.hands.values())
        assert all(state.hands[seat] == 0 for seat in state.dead)
        if state.phase in ("turn", "last"):
            assert all(state.hands[seat] == 5 for seat in state.alive)
        known = Counter(holding.card for holding in state.holdings)
        assert not known - Counter(GAME.scene(state).deck.counts)
    assert {"turn", "fight", "refill", "show"} <= set(reached)


def test_nobody_is_called_a_thing_without_a_red_card_shown() -> None:
    """What is proved comes from cards or hands that everyone saw, never from a guess."""
    red: set[str] = set()
    proved = 0
    for state, sample in random_tables("full"):
        if state.turn == 1 and state.phase == "turn" and not state.finished:
            red = set()
        things = {seat for seat, side in state.sides.items() if side == "thing"}
        assert things <= red, "a Thing that nobody saw"
        proved += bool(things)
        cards = [
            card
            for value in sample.move.data.values()
            if isinstance(value, tuple)
            for card in value
            if card[1:] in ("H", "D")
        ]
        if (cards and sample.prompt.kind in ("play", "attack", "hand")) or sample.prompt.kind in (
            "fate",
            "sides",
        ):
            red |= {sample.prompt.seat} if sample.prompt.seat else set(state.seats)
    assert proved > 50


def test_a_state_that_goes_on_has_no_side_shown() -> None:
    stamps = [row.stamp for row in GAME.scene(table()).board]
    assert stamps == [None] * len(stamps)


def test_quick_entry_knows_only_the_sum_of_the_piles() -> None:
    state = GAME.setup(SEATS, complete_options(GAME.info, SEATS, {}))
    assert state.draw == 32
    state = play(GAME, state, "search", "bo", {})
    assert (state.draw, state.pool) == (31, 32)
    state = play(GAME, state, "test", "cy", {"target": "ann"})
    assert (state.draw, state.pool) == (None, 32)


@pytest.mark.parametrize(("count", "rest"), [(3, 37), (4, 32), (5, 27), (6, 74), (10, 54)])
def test_the_draw_pile_after_the_deal(count: int, rest: int) -> None:
    seats = tuple(f"p{n}" for n in range(count))
    assert table(seats=seats).draw == rest


@pytest.mark.parametrize(("limit", "least"), [("four", 4), ("five", 5)])
def test_the_rules_of_many_players_hold_from_so_many_on(limit: str, least: int) -> None:
    """More packs and more red cards, where the table wants them."""
    options = {"pack_limit": limit, "packs": "more", "extra_red": "two"}
    for count in range(3, fights.MOST_ONE_PACK + 1):
        many = count >= least
        assert fights.packs(count, options) == 1 + many
        assert fights.extra_red(count, options) == ("two" if many else "one")


def test_one_player_may_show_all_red_cards_of_the_pile_in_a_row() -> None:
    """Five players leave 25 red cards and two black ones to draw from."""
    reds = [card for card in french().counts if card[1] in "HD" and card != "QH"]
    state = table(
        blood_test("bo", "cy", "KS"), ("red", "bo", {"shown": reds}), seats=(*SEATS, "ed")
    )
    assert (state.draw, state.hands["bo"], state.active) == (1, 5, "cy")


def offered(state: State, kind: str, seat: str, name: str) -> set[str]:
    """The cards that a pad offers."""
    field = next(
        field
        for prompt in GAME.prompts(state)
        if (prompt.kind, prompt.seat) == (kind, seat)
        for field in prompt.fields
        if field.name == name
    )
    assert isinstance(field, Cards)
    return {card for card, n in field.left.items() if n}


def test_the_first_refill_offers_every_red_card_but_the_one_that_was_dealt() -> None:
    reds = {card for card in french().counts if card[1] in "HD"}
    state = table(blood_test("bo", "cy", "KS"))
    assert offered(state, "red", "bo", "shown") == reds - {"QH"}
    two_packs = table(blood_test("bo", "cy", "KS"), packs="more")
    assert offered(two_packs, "red", "bo", "shown") == reds, "the other Q♥ is in the draw pile"


def test_the_card_dealt_may_be_drawn_once_the_discards_are_shuffled() -> None:
    reds = [card for card in french().counts if card[1] in "HD" and card != "QH"]
    before = (
        blood_test("bo", "cy", "KS"),
        ("red", "bo", {"shown": reds}),
        blood_test("cy", "bo", "KC"),
    )
    state = table(
        *before,
        ("draw", "cy", {}),
        attack("di", "ed", "QS"),
        ("judge", None, {}),
        seats=(*SEATS, "ed"),
    )
    assert "QH" in offered(state, "red", "di", "shown")


def test_the_first_search_may_lay_open_a_red_card_that_was_drawn() -> None:
    assert offered(table(search_discards="face_up"), "search", "bo", "card") == set(french().counts)
    assert offered(table(), "attack", "bo", "cards") == {
        card for card in french().counts if card[1] in "SC" or card == "QH"
    }


def test_a_void_call_leaves_one_side_for_sure() -> None:
    """A known Thing laid down a black hand, and the table let it stand: it is human from now on,
    and nothing else.
    """
    state = table(*RED, ("judge", None, {}), call("cy", "departure"), false_call="void")
    assert state.sides == {"cy": "thing"}
    hand = {"hand": ["2S", "5S", "6S", "7S"]}
    state = play(GAME, state, "hand", "cy", hand, ["thing_shows_black"])
    assert (state.call, state.sides) == (None, {"cy": "human"})


def test_the_next_dealer_sits_left() -> None:
    assert left_of_start(table()) == "bo"
    assert left_of_start(table(start="di")) == "ann"


# Refusals: (moves before, the move, codes, clauses); ann has dealt, bo begins

SEARCHED = (("search", "bo", {}),)
FIGHT = (attack("bo", "cy", "9S"),)
LATER = (*SEARCHED, attack("cy", "di", "KS"))
DEAD = (*LATER, ("judge", None, {}), ("draw", "cy", {}))
RED = (*SEARCHED, attack("cy", "di", "3H"), lay("di", "4S"))
SWAPPED = (talk("bo", "4", willing=["cy"], partner="cy"),)
SHOWING = (*SWAPPED, call("bo", "rescue"))

ALL_BLACK = (
    call("bo", "rescue"),
    shown("bo", "2S 3S 4S 5S 6S"),
    shown("cy", "8S 9S TS JS QS"),
    shown("di", "2C 3C 4C 5C 6C"),
)
EMPTIED = (
    attack("bo", "cy", "KS 3S 4S 5S 6S"),
    lay("di", "2C 3C 4C 5C 6C", joins="attack"),
    lay("cy", "8S 9S TS 2S AS"),
    lay("ann", "7C 8C 9C TC", joins="defence"),
)

REFUSALS: list[tuple[tuple[Told, ...], Told, dict[str, str], str]] = [
    ((), ("search", "cy", {}), {}, "out_of_turn TT-16"),
    (SEARCHED, ("search", "bo", {}), {}, "out_of_turn TT-58"),
    (DEAD, ("search", "di", {}), {}, "dead_acts TT-58"),
    (DEAD, talk("ann", "4", partner="di"), {}, "is_dead TT-32"),
    (DEAD, blood_test("ann", "di", "QS"), {}, "is_dead TT-33"),
    (DEAD, attack("ann", "di", "2S"), {}, "is_dead TT-36"),
    ((), talk("bo", "4"), {}, "partner_needed TT-26"),
    ((), talk("bo", "4", willing=["cy"], partner="di"), {}, "volunteer_passed_over TT-26"),
    ((), talk("bo", "4", partner="di"), {"nobody_willing": "search"}, "nobody_forced TT-63"),
    ((), talk("bo", [], partner="di"), {"trade": "several"}, "nothing_offered TT-24"),
    ((), talk("bo", ["2", "3"], partner="di"), {"trade": "several"}, "gave_which TT-62"),
    ((), talk("bo", ["2", "3"], gave="4", partner="di"), {"trade": "several"}, "not_offered TT-62"),
    ((), blood_test("bo", "di", "TS"), {}, "not_flame TT-33"),
    (SEARCHED, blood_test("cy", "di", "QH"), {}, "not_flame TT-33"),
    ((), blood_test("bo", "bo", "KS"), {}, "not_a_choice TT-33"),
    ((), attack("bo", "bo", "2S"), {}, "not_a_choice TT-36"),
    ((), attack("bo", "cy", ""), {}, "no_attack_card TT-36"),
    ((), attack("bo", "cy", "3H"), {}, "red_too_early TT-7"),
    ((), attack("bo", "cy", "QH"), {}, "last_red TT-40"),
    (
        (),
        talk("bo", "4", willing=["cy"]),
        {"nobody_willing": "search"},
        "volunteer_passed_over TT-25",
    ),
    (FIGHT, lay("cy", "9S"), {}, "no_copy_left TT-5"),
    (FIGHT, lay("bo", "2S 3S 4S 5S 6S"), {}, "not_so_many TT-36"),
    (
        (*FIGHT, lay("di", "2S", joins="attack")),
        lay("bo", "3S"),
        {"speaking": "clockwise"},
        "spoke_too_late TT-A8",
    ),
    (
        (*FIGHT, lay("ann", "2S", joins="attack")),
        lay("ann", "3S", joins="defence"),
        {},
        "changed_sides TT-A7",
    ),
    (
        (*FIGHT, lay("cy", "2S")),
        lay("ann", "3S", joins="attack"),
        {"late_join": "no"},
        "too_late TT-A7",
    ),
    (LATER, lay("cy", "JD"), {}, "both_kinds TT-41"),
    (RED, lay("cy", "2S 3S 5S 6S"), {}, "whole_hand TT-40"),
    ((*FIGHT, ("judge", None, {})), ("red", "bo", {"shown": ["3S"]}), {}, "black_shown TT-55"),
    (
        (*FIGHT, ("judge", None, {})),
        ("red", "bo", {"shown": ["3H", "QH"]}),
        {},
        "dealt_not_drawn TT-7",
    ),
    (DEAD, attack("ann", "bo", "KS"), {}, "no_copy_left TT-5"),
    (FIGHT, call("ann", "rescue"), {"call_when": "between_actions"}, "call_not_now TT-A12"),
    (RED, call("cy", "rescue"), {}, "thing_calls TT-59"),
    (SHOWING, shown("bo", "6S 2S 3S 4S"), {}, "hand_size TT-54"),
    (SHOWING, shown("bo", "7S 2S 3S 4S 5S"), {}, "false_rank TT-31"),
    (ALL_BLACK, shown("ann", "TC JC QC AS 7S"), {}, "nobody_a_thing TT-30"),
    (EMPTIED, lay("ann", "7S", joins="defence"), {}, "nobody_a_thing TT-30"),
    (
        (*EMPTIED[:2], EMPTIED[3], lay("ann", "7S", joins="defence"), ("judge", None, {})),
        ("fate", "cy", {"fate": "survives"}),
        {"specials": "flame_spares_humans"},
        "nobody_a_thing TT-30",
    ),
    ((*SWAPPED, attack("cy", "di", "2S 3S 5S")), lay("cy", "6S 7S"), {}, "false_rank TT-31"),
]


@pytest.mark.parametrize(
    ("before", "move", "options", "ruling"),
    REFUSALS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_log_proves_wrong_is_refused(
    before: Any, move: Any, options: dict[str, str], ruling: str
) -> None:
    state = table(*before, **options)
    kind, seat, data = move
    with pytest.raises(Illegal) as refused:
        play(GAME, state, kind, seat, data)
    assert [f"{found.code} {found.clause}" for found in refused.value.rulings] == [ruling]


def test_the_series_of_equal_ranks_goes_on_or_stops() -> None:
    capped = {**DEFAULTS, "five_alike": "cap"}
    assert [fights.worth("5", n, DEFAULTS) for n in range(1, 7)] == [5, 15, 20, 25, 30, 35]
    assert [fights.worth("5", n, capped) for n in range(1, 7)] == [5, 15, 20, 25, 25, 25]


def test_the_defence_may_lay_nothing_and_both_sides_may_add() -> None:
    state = table(*FIGHT, lay("cy", "8S"), lay("bo", "9C"), lay("cy", "8C"))
    assert state.fight is not None
    assert fights.sides(state.fight, state.options) == ("ranks", 27, 24)
    assert fights.fighters(state.fight, DEFENCE) == ("cy",)


# Words of what is drawn and told


def test_only_red_and_black_are_told_apart() -> None:
    assert GAME.info.two_colours
