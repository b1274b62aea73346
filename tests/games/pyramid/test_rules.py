"""Pyramid: every illegal attempt is told with its clause, what is drawn is what is allowed, and
pyramids are ranked as the rules say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.pyramid.game import SINGLE as GAME
from referee.games.pyramid.playing import PLACE_NAME, State, read_rows
from referee.kernel.board import BoardRow
from referee.kernel.contract import Level, Move, Scene, complete_options
from referee.kernel.game import check, play
from referee.kernel.series import left_of_start
from tests.properties.test_game_properties import states
from tests.support.random_play import random_history

SEATS = ("n", "e", "s")
SEEDS = range(12)
Entry = tuple[str, str | None, dict[str, Any]]


def table(**options: str) -> State:
    return GAME.setup(
        SEATS,
        {
            **complete_options(GAME.info, SEATS, {"depth": "full", **options}),
            "start": options.get("start", "n"),
        },
    )


def flips(seat: str, *cards: int) -> list[Entry]:
    return [("flip", seat, {"card": str(card)}) for card in cards]


def laid(seat: str, **places: int) -> list[Entry]:
    """Cards laid at places written ``r1c0``; ``r1c_1`` is column −1."""
    return [
        ("build", seat, {"card": str(card), "place": place.replace("_", "-")})
        for place, card in places.items()
    ]


def stop(seat: str) -> Entry:
    return "stop", seat, {}


def played(entries: list[Entry], **options: str) -> State:
    state = table(**options)
    for kind, seat, data in entries:
        state = play(GAME, state, kind, seat, data)
    return state


GAINED = [*flips("n", 9, 6, 3, 5), stop("n")]
PAIR = [*GAINED, *laid("n", r1c0=9, r1c1=6)]
WIDE = [
    *flips("n", 9, 8, 7, 6, 5, 3),
    stop("n"),
    *laid("n", r1c0=9, r1c1=8, r1c2=7, r1c3=6, r2c0=5),
]


@pytest.mark.parametrize(
    ("before", "entry", "expected"),
    [
        ([], stop("n"), [("nothing_turned_up", "PY-6", "illegal")]),
        ([], ("flip", "n", {"card": ["4", "5"]}), [("too_many_cards", "PY-7", "impossible")]),
        ([], flips("e", 4)[0], [("not_on_turn", "PY-4", "impossible")]),
        ([], ("flip", "n", {"card": "11"}), [("card_not_in_deck", "PY-7", "impossible")]),
        (flips("n", 4, 4), stop("n"), [("bust_ends_turn", "PY-8", "impossible")]),
        (flips("n", 4, 4), flips("n", 5)[0], [("bust_ends_turn", "PY-8", "impossible")]),
        (flips("n", 1), flips("n", 1)[0], [("no_copy_left", "PY-1", "impossible")]),
        (flips("n", 2, 2), flips("e", 2)[0], [("no_copy_left", "PY-1", "impossible")]),
        (GAINED, flips("e", 4)[0], [("not_on_turn", "PY-4", "impossible")]),
        (GAINED, laid("n", r1c0=8)[0], [("not_a_choice", "PY-9", "impossible")]),
        (PAIR, laid("n", r1c2=9)[0], [("not_a_choice", "PY-9", "impossible")]),
        (PAIR, laid("n", top=5)[0], [("not_a_choice", "PY-9", "impossible")]),
        (PAIR, laid("n", r1c3=5)[0], [("bottom_gap", "PY-11", "illegal")]),
        (PAIR, laid("n", r1c_2=5)[0], [("bottom_gap", "PY-11", "illegal")]),
        (PAIR, laid("n", r2c1=5)[0], [("not_on_two", "PY-12", "illegal")]),
        (PAIR, laid("n", r2c_1=5)[0], [("not_on_two", "PY-12", "illegal")]),
        (PAIR, laid("n", r3c0=5)[0], [("not_on_two", "PY-12", "illegal")]),
        (PAIR, laid("n", r1c1=5)[0], [("place_taken", "PY-14", "impossible")]),
        ([*PAIR, *laid("n", r1c2=3)], laid("n", r2c1=5)[0], [("too_high", "PY-13", "illegal")]),
        (WIDE, laid("n", r2c2=3)[0], []),
    ],
)
def test_every_illegal_attempt_is_told_with_its_clause(
    before: list[Entry], entry: Entry, expected: list[tuple[str, str, str]]
) -> None:
    found = check(GAME, played(before), *entry).objections
    assert [(ruling.code, ruling.clause, ruling.level.value) for ruling in found] == expected


def test_a_house_without_gaps_refuses_a_card_apart_from_its_row() -> None:
    state = played(WIDE, upper_gaps="forbidden")
    assert [ruling.code for ruling in check(GAME, state, *laid("n", r2c2=3)[0]).objections] == [
        "upper_gap"
    ]
    assert "r2c2" not in place_values(state)
    assert check(GAME, state, *laid("n", r2c1=3)[0]).objections == ()


def test_the_seat_to_the_left_is_suggested_for_the_next_game() -> None:
    assert [left_of_start(table(start=seat)) for seat in SEATS] == ["e", "s", "n"]


# What is drawn


def place_values(state: State) -> tuple[str, ...]:
    """The places that are offered to whoever builds."""
    return next(
        field.values
        for prompt in GAME.prompts(state)
        for field in prompt.fields
        if field.name == "place"
    )  # type: ignore[attr-defined]


def block(scene: Scene) -> list[BoardRow]:
    """The rows of the pyramid on the board, from the top down."""
    return [row for row in scene.board if row.seat is None and row.title is None]


def full_games() -> Iterator[list[State]]:
    for seed in SEEDS:
        history = random_history("pyramid", seed)
        if history.options["depth"] == "full":
            yield [series.now for series in states(history)]


def test_the_pyramid_of_the_second_example_is_drawn_with_its_open_places() -> None:
    state = played(
        [
            *flips("n", 6, 3, 9),
            stop("n"),
            *laid("n", r1c0=9, r1c1=6, r2c0=3),
            *flips("e", 4, 4),
            *flips("s", 5, 5),
            *flips("n", 8, 5, 2),
            stop("n"),
            *laid("n", r1c2=8),
        ]
    )
    rows = block(GAME.scene(state))
    assert [(row.shift, [spot.card or spot.state for spot in row.spots]) for row in rows] == [
        (3, ["3", "next"]),
        (0, ["next", "9", "6", "8", "next"]),
    ]
    assert [
        (spot.place, spot.note.params.get("n"), spot.note.code)
        for row in rows
        for spot in row.spots
        if spot.note
    ] == [("r2c1", 6, "at_most"), ("r1c-1", None, "end"), ("r1c3", None, "end")]
    rows = block(GAME.scene(play(GAME, state, *laid("n", r2c1=5)[0])))
    assert [spot.state for spot in rows[0].spots] == ["next"]
    assert [(row.shift, [spot.card for spot in row.spots]) for row in rows][:2] == [
        (4, [""]),
        (3, ["3", "5"]),
    ]
    low = played([*flips("n", 9, 3, 5), stop("n"), *laid("n", r1c0=9, r1c1=3)])
    assert [spot.state for spot in block(GAME.scene(low))[0].spots] == ["free"]


def test_a_place_tapped_while_cards_are_turned_up_stops_and_builds() -> None:
    state = played([*flips("n", 6, 3)])
    laid_now = play(GAME, state, *laid("n", r1c0=6)[0])
    assert laid_now == play(GAME, played([*flips("n", 6, 3), stop("n")]), *laid("n", r1c0=6)[0])
    assert laid_now.turn.hand == ("3",)


def test_a_card_goes_wherever_its_number_is_within_what_is_drawn_there() -> None:
    tried: Counter[bool] = Counter()
    for game in full_games():
        for state in (state for state in game if state.phase == "build"):
            spots = [spot for row in block(GAME.scene(state)) for spot in row.spots if spot.place]
            assert {spot.place for spot in spots} == set(place_values(state))
            for card in state.turn.hand:
                fits = [
                    spot.place
                    for spot in spots
                    if spot.note is None or int(card) <= spot.note.params.get("n", 10)
                ]
                assert fits, "the bottom row always takes a card"
                for spot in spots:
                    rulings = GAME.judge(
                        state, Move("build", state.turn.seat, {"card": card, "place": spot.place})
                    )
                    stands = all(ruling.level is Level.NOTE for ruling in rulings)
                    assert stands == (spot.place in fits)
                    tried[stands] += 1
                assert (
                    all((spot.state == "next") == (spot.place in fits) for spot in spots)
                    or card != state.turn.hand[0]
                )
    assert min(tried.values()) > 100


def test_a_card_is_drawn_in_the_middle_above_the_two_it_lies_on() -> None:
    for game in full_games():
        for state in (state for state in game if state.phase == "build"):
            rows = block(GAME.scene(state))
            drawn = {
                (height, row.shift + 2 * at): spot.card
                for height, row in enumerate(reversed(rows))
                for at, spot in enumerate(row.spots)
                if spot.card
            }
            assert len(drawn) == len(state.built[state.turn.seat])
            assert min(row.shift for row in rows) == 0
            assert all(
                (level - 1, half - 1) in drawn and (level - 1, half + 1) in drawn
                for level, half in drawn
                if level
            )


# Whole games


def test_where_discards_come_back_every_card_is_built_in() -> None:
    ends = [game[-1] for game in full_games() if game[-1].options["reuse"] == "yes"]
    assert ends
    assert {sum(map(len, state.built.values())) for state in ends} == {55}


# Quick entry and the ranking


@given(
    st.lists(st.integers(0, 99), max_size=6).map(
        lambda rows: tuple(sorted(set(rows) - {0}, reverse=True))
    ),
    st.sampled_from((" ", "/", ", ", "・", "、")),
)
def test_rows_are_read_however_they_are_written(rows: tuple[int, ...], between: str) -> None:
    assert read_rows(between.join(map(str, (*rows, 0)))) == rows
    assert read_rows("x" + between.join(map(str, rows))) is None


@pytest.mark.parametrize(
    ("options", "rows", "expected"),
    [
        ({}, ("5 3 1", "1 2", "0"), [("row_too_wide", "PY-12", "illegal")]),
        ({}, ("5 3 1", "five", "0"), [("rows_unreadable", "PY-18", "impossible")]),
        ({}, ("30", "26", "0"), [("too_many_in_all", "PY-1", "impossible")]),
        ({}, ("30", "24", "0"), [("one_card_lost", "PY-8", "illegal")]),
        ({}, ("30", "23", "0"), []),
        ({}, ("30", "25", "0"), []),
        ({"reuse": "yes"}, ("30", "24", "0"), [("cards_missing", "PY-A7", "note")]),
        ({"reuse": "yes"}, ("30", "25", "0"), []),
    ],
)
def test_rows_that_cannot_be_are_refused(
    options: dict[str, str], rows: tuple[str, ...], expected: list[tuple[str, str, str]]
) -> None:
    told = {f"rows_{seat}": text for seat, text in zip(SEATS, rows, strict=True)}
    checked = check(GAME, table(depth="quick", **options), "rows", None, told)
    assert [
        (ruling.code, ruling.clause, ruling.level.value) for ruling in checked.rulings
    ] == expected
    assert bool(checked.objections) == any(level != Level.NOTE.value for _, _, level in expected)


@pytest.mark.parametrize(
    "text", ["r0c0", "r1", "r1c", "c1r1", "r1c0 ", "r01c0", "r1c--1", "R1C0", "r1c123"]
)
def test_other_words_are_no_place(text: str) -> None:
    assert PLACE_NAME.fullmatch(text) is None
