"""Long Seat: every illegal attempt is told with its clause, and field and scores are as a plain
recount has them.
"""

from __future__ import annotations

import pytest

from referee.games import GAMES
from referee.games.long_seat.game import SINGLE as GAME
from referee.games.long_seat.playing import DECK, LONGEST, State, advance, score
from referee.kernel.contract import Move, complete_options, totals
from referee.kernel.game import check, play
from referee.kernel.history import History
from tests.properties.test_game_properties import states
from tests.support.random_play import random_history
from tests.support.tiers import cases, property_test

SEATS = ("x", "y", "z")
SEEDS = range(60)


def table(seats: tuple[str, ...] = SEATS, **options: str) -> State:
    return GAME.setup(seats, complete_options(GAME.info, seats, options))


def after(text: str, state: State | None = None) -> State:
    """The game after cards such as "x 7 10 .; y 10"; a dot stops."""
    now = state or table()
    for part in text.split(";"):
        seat, *tokens = part.split()
        for token in tokens:
            now = play(
                GAME,
                now,
                *(("stop", seat, {}) if token == "." else ("draw", seat, {"card": token})),
            )
    return now


def history_of(seed: int) -> History:
    return random_history("long-seat", seed)


@pytest.mark.parametrize(
    ("before", "seat", "card", "wanted"),
    [
        ("x 7 7", "x", "3", ("pair_ends_turn", "LS-8")),
        ("x 7 .", "x", "3", ("has_stopped", "LS-9")),
        ("x 7 .", "z", "3", ("not_on_turn", "LS-10")),
        ("x 7 .; y 8", "x", "3", ("not_on_turn", "LS-10")),
        ("x 7", "y", "3", ("not_on_turn", "LS-10")),
        ("x 2 3 2", "y", "2", ("no_copy_left", "LS-3")),
        ("x 1 2 .", "y", "1", ("no_copy_left", "LS-3")),
        ("x 7", "x", "8 9", ("too_many_cards", "LS-4")),
    ],
)
def test_every_illegal_card_is_told_with_its_clause(
    before: str, seat: str, card: str, wanted: tuple[str, str]
) -> None:
    found = check(GAME, after(before), "draw", seat, {"card": card}).objections
    assert [(ruling.code, ruling.clause) for ruling in found] == [wanted]


def test_a_turn_cannot_end_without_a_card_and_a_pair_is_not_stopped() -> None:
    for state in (table(), after("x 7 7"), after("x 7 .")):
        assert [
            prompt.kind
            for prompt in GAME.prompts(state)
            if prompt.kind == "stop" and not prompt.aside
        ] == []
        found = check(GAME, state, "stop", state.turn, {}).objections
        assert [(ruling.code, ruling.clause) for ruling in found] == [("nothing_placed", "LS-7")]
    assert [prompt.seat for prompt in GAME.prompts(after("x 7")) if prompt.kind == "stop"] == ["x"]


def test_a_turn_without_a_card_that_stands_turns_nothing_over() -> None:
    state = play(GAME, after("x 7 8 .; y 8; z 9 .; x 3 ."), "stop", "y", {}, ["nothing_placed"])
    assert (state.turn, state.row, state.up["y"], state.down["y"]) == ("z", ("7", "9", "3"), 2, 0)
    assert not [line for line in GAME.lines(state) if line.seat == "y" and line.code == "turned"]


def recount(history: History) -> tuple[list[str], dict[str, int], dict[str, int]]:
    """Field, face-up and face-down cards by the printed rules alone, from the moves of a full
    game.
    """
    field: list[str] = []
    up, down = dict.fromkeys(history.seats, 0), dict.fromkeys(history.seats, 0)
    placed = drawn = 0
    for move in (played.move for played in history.played if played.move.kind in ("draw", "stop")):
        seat = str(move.seat)
        if move.kind == "draw":
            (card,) = move.data["card"]  # type: ignore[misc,union-attr]
            field.append(str(card))
            placed, drawn = placed + 1, drawn + 1
        if move.kind == "draw" and field.count(field[-1]) == 2:
            at = field.index(field[-1])
            up[seat] += len(field) - at
            field, placed = field[:at], 0
        elif move.kind == "stop" or drawn == DECK.size:
            turned = min(placed, up[seat])
            up[seat], down[seat], placed = up[seat] - turned, down[seat] + turned, 0
    return field, up, down


def test_field_and_heaps_are_as_a_plain_recount_has_them() -> None:
    compared = 0
    for seed in SEEDS:
        history = history_of(seed)
        state = history.state.now
        if state.depth == "full":
            compared += 1
            assert (list(state.row), state.up, state.down) == recount(history), f"seed {seed}"
    assert compared > 20


def test_every_card_is_somewhere_and_the_field_never_grows_too_long() -> None:
    for seed in SEEDS:
        for series in states(history_of(seed)):
            state: State = series.now
            if state.depth == "full":
                in_front = sum(state.up.values()) + sum(state.down.values())
                assert state.deck + len(state.row) + in_front == DECK.size
                assert in_front == sum(map(len, state.taken.values()))
                assert len(state.row) == len(set(state.row)) <= 10


def test_the_score_of_a_full_game_is_the_sum_of_its_turns() -> None:
    for seed in SEEDS:
        state = history_of(seed).state.now
        if state.depth == "full":
            for seat in state.seats:
                assert score(state, seat) == sum(
                    line.points
                    for line in GAME.lines(state)
                    if line.seat == seat and line.part == "game"
                )


def test_winners_get_one_game_each_and_nobody_else_any() -> None:
    for seed in SEEDS:
        history = history_of(seed)
        result = GAME.result(history.state.now)
        assert result is not None
        assert {
            seat
            for seat, won in totals(GAME.lines(history.state.now), history.seats).items()
            if won
        } == set(result.winners)
        best = max(
            (score(history.state.now, seat), history.state.now.down[seat]) for seat in history.seats
        )
        assert all(
            (score(history.state.now, seat), history.state.now.down[seat]) == best
            for seat in result.winners
        )


@property_test
def test_all_with_the_highest_total_are_named_before_the_cards_face_down_decide() -> None:
    decided = 0
    for seed in cases(80, 200):
        state = history_of(seed).state.now
        best = max(score(state, seat) for seat in state.seats)
        level = [seat for seat in state.seats if score(state, seat) == best]
        result = GAME.result(state)
        assert result is not None
        assert result.reasons[0].params["who"] == level
        if len(result.winners) < len(level):
            decided += 1
            assert (result.reasons[1].code, result.reasons[1].params["who"]) == (
                "more_down",
                list(result.winners),
            )
    assert decided > 1


def test_the_hint_says_what_stopping_turns_over_or_what_is_left_and_names_the_last_card() -> None:
    said_of = set()
    for seed in SEEDS:
        for state in [
            series.now for series in states(history_of(seed)) if series.now.depth == "full"
        ]:
            hint, turned = GAME.scene(state).hint, min(state.placed, state.up[state.turn])
            if state.deck < 2:
                wanted = ("last_card", {}) if state.deck else None
            else:
                wanted = ("would_turn", {"n": turned}) if turned else ("in_deck", {"n": state.deck})
            assert (hint and (hint.code, hint.params)) == wanted, seed
            said_of.add(hint and hint.code)
    assert said_of == {None, "last_card", "would_turn", "in_deck"}


def test_the_next_game_is_started_by_the_left_neighbour_unless_the_table_says_otherwise() -> None:
    series, history = GAMES["long-seat"], history_of(1)
    again = next(prompt for prompt in series.prompts(history.state) if prompt.kind == "again")
    seats, start = history.seats, history.state.now.options["start"]
    assert again.fields[0].default == seats[(seats.index(start) + 1) % len(seats)]
    following = play(series, history.state, "again", None, {})
    assert (following.now.turn, following.now.deck) == (again.fields[0].default, DECK.size)


def test_a_card_out_of_turn_that_is_let_stand_begins_a_turn_of_its_own() -> None:
    before = after("x 7 8 9")
    allowed = advance(before, Move("draw", "y", {"card": ("10",)}))
    assert (allowed.turn, allowed.placed) == ("y", 1)


@pytest.mark.parametrize(
    ("left", "fits"), [(LONGEST - 1, True), (LONGEST, True), (LONGEST + 1, False)]
)
def test_counts_may_leave_as_many_cards_as_the_field_can_hold(left: int, fits: bool) -> None:
    now = table(("x", "y"), depth="quick")
    now = play(GAME, now, "counts", "x", {"up": 2, "down": 2})
    found = check(GAME, now, "counts", "y", {"up": DECK.size - 4 - left, "down": 0})
    assert ([ruling.code for ruling in found.rulings] == []) == fits


@pytest.mark.parametrize(("own", "fits"), [(0, True), (1, False), (2, True)])
def test_a_seat_has_no_card_or_a_pair_at_least(own: int, fits: bool) -> None:
    now = table(("x", "y"), depth="quick")
    found = check(GAME, now, "counts", "x", {"up": own, "down": 0})
    assert ([ruling.code for ruling in found.rulings] == []) == fits
