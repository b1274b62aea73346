"""Games of sheets: random games of the samples, and sheets with every kind of damage."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from referee.kernel.contract import Move, complete_options
from referee.kernel.game import AnyGame, check
from referee.own.game import own
from referee.own.part import BadSheet
from referee.own.reading import read_sheet
from referee.own.sheet import MOST_BYTES, GameSheet, canonical
from referee.own.trial import tried
from tests.support.sheet_games import play_through
from tests.support.sheets import SAMPLES, damaged, game_of
from tests.support.tiers import cases, property_test


@property_test
@pytest.mark.parametrize("name", [*SAMPLES])
def test_a_random_game_replays_and_is_undone(name: str) -> None:
    """The same lines from its log; its sums are those of its lines; undo leads back."""
    for seed in cases(3, 200):
        play_through(name, seed)


@property_test
def test_damage_is_a_sentence_and_nothing_else() -> None:
    """A damaged sheet is refused with places, or it can be played; nothing else ever happens."""
    refused, numbers = 0, cases(2000, 20_000)
    for number in numbers:
        rng = random.Random(number)
        told = damaged(rng)
        try:
            sheet = read_sheet(told)
        except BadSheet as bad:
            refused += 1
            check_faults(bad, told)
            continue
        assert read_sheet(sheet.told) == sheet
        if number % 7 == 0 and not tried(sheet, rng):
            play_some(sheet, rng)
    assert len(numbers) // 2 < refused < len(numbers)


def check_faults(bad: BadSheet, told: Mapping[str, Any]) -> None:
    """Every fault has a code and a place, and that place is in the sheet or missing from it."""
    assert bad.faults
    for fault in bad.faults:
        part: Any = told
        for step in fault.path[:-1]:
            part = part[step]
        if fault.at is not None:
            start, end = fault.at
            assert 0 <= start <= end <= len(str(part[fault.path[-1]]))


def play_some(sheet: GameSheet, rng: random.Random) -> None:
    """Any entry is read and judged without an exception, whatever it says."""
    game = own(sheet)
    seats = tuple(f"s{at + 1}" for at in range(rng.randint(*sheet.players)))
    state = game.setup(seats, complete_options(game.info, seats, {}))
    for _ in range(6):
        prompts = game.prompts(state)
        if not prompts:
            break
        prompt = rng.choice(prompts)
        raw = {field.name: field.sample(rng) for field in prompt.fields}
        checked = check(game, state, prompt.kind, prompt.seat, raw)
        if checked.move is not None and not checked.objections:
            state = game.advance(state, checked.move)
        game.scene(state), game.paper(state), game.result(state)
        for seat in (None, *seats):
            game.prompts(game.see(state, seat))


def test_every_sample_fits_its_limits() -> None:
    """The largest is far below what a sheet may have."""
    assert max(len(canonical(sample).encode()) for sample in SAMPLES.values()) < MOST_BYTES // 2


def secret(name: str) -> AnyGame:
    """A sample whose first entry is made in secret."""
    told = dict(SAMPLES[name])
    asks = [{**ask, "secret": ask.get("step", 1) == 1} for ask in told["ask"]]
    return own(read_sheet({**told, "ask": asks}))


def test_a_random_answer_is_found_where_there_is_one() -> None:
    """Also where all numbers must differ."""
    game, seats = game_of("daifugo"), tuple(f"s{at}" for at in range(6))
    state = game.setup(seats, complete_options(game.info, seats, {}))
    (step,) = game.prompts(state)
    assert game.sample is not None
    for seed in range(200):
        answer = game.sample(state, step, random.Random(seed))
        assert answer is not None
        assert sorted(answer.values()) == [1, 2, 3, 4, 5, 6]


def test_the_end_of_a_game_is_an_answer_without_fields() -> None:
    """Also at random, and whatever the checks say of entries."""
    check = {"that": "points > 0", "say": "Points"}
    game, seats = own(read_sheet(just_points(check=[check]))), ("s1", "s2")
    state = game.setup(seats, complete_options(game.info, seats, {}))
    state = game.advance(state, Move("step1", None, {"points-s1": 1, "points-s2": 1}))
    _step, stop = game.prompts(state)
    assert game.sample is not None
    assert game.sample(state, stop, random.Random(1)) == {}


def test_what_is_entered_in_secret_is_seen_by_nobody_else() -> None:
    """Until all have entered; each sees their own."""
    game, seats = secret("wizard"), ("s1", "s2", "s3")
    state = game.setup(seats, complete_options(game.info, seats, {}))
    for seat in ("s1", "s2"):
        state = game.advance(state, Move("step1", seat, {"bid": 1}))
    assert [prompt.seat for prompt in game.prompts(state) if not prompt.aside] == ["s3"]
    assert game.see(state, "s1").entries == {"bid": {"s1": 1}}
    assert game.see(state, "s3").entries == {"bid": {}}
    assert game.see(state, None).entries == {"bid": {}}
    state = game.advance(state, Move("step1", "s3", {"bid": 0}))
    assert game.see(state, None).entries == {"bid": {"s1": 1, "s2": 1, "s3": 0}}
    assert state.step == 2


def test_the_players_can_stop_at_any_time() -> None:
    """The end is an entry of its own; then nothing more is asked."""
    game, seats = game_of("golf"), ("s1", "s2")
    state = game.setup(seats, complete_options(game.info, seats, {}))
    state = game.advance(state, Move("step1", None, {"cards-s1": 4, "cards-s2": 7}))
    state = game.advance(state, Move("stop"))
    assert game.prompts(state) == ()
    result = game.result(state)
    assert result is not None
    assert result.ranking == (("s1",), ("s2",))


def just_points(**more: Any) -> dict[str, Any]:
    """A sheet of points alone."""
    return {
        "format": "referee-sheet/1",
        "name": "Any game",
        "players": [1, 10],
        "ask": [{"name": "points", "low": -10000, "high": 10000}],
        "points": [{"points": "points"}],
        **more,
    }


@pytest.mark.parametrize(
    ("deal", "gained", "dealers"),
    [
        ("left", [[1, 2, 3], [3, 2, 1], [0, 0, 0]], ["s1", "s2", "s3", "s1"]),
        ("nobody", [[1, 2, 3]], [None, None]),
        ("winner", [[1, 2, 3], [5, 5, 5], [9, 0, 0]], ["s1", "s3", "s3", "s1"]),
        ("loser", [[1, 2, 3], [5, 0, 0]], ["s1", "s1", "s2"]),
    ],
)
def test_who_deals(deal: str, gained: list[list[int]], dealers: list[str | None]) -> None:
    """To the left, nobody, whoever won or lost the round; a tie leaves the deal where it fits."""
    game, seats = own(read_sheet(just_points(deal=deal))), ("s1", "s2", "s3")
    state = game.setup(seats, complete_options(game.info, seats, {}))
    found = [game.scene(state).dealer]
    for points in gained:
        told = {f"points-{seat}": one for seat, one in zip(seats, points, strict=True)}
        state = game.advance(state, Move("step1", None, told))
        found.append(game.scene(state).dealer)
    assert found == dealers


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"format": "referee-sheet/2"}, "unknown_format", ("format",)),
        ({"name": ""}, "not_a_text", ("name",)),
        ({"name": "x" * 41}, "text_too_long", ("name",)),
        ({"name": {"fr": "Jeu"}}, "not_a_text", ("name",)),
        ({"name": "a\u202eb"}, "not_a_text", ("name",)),
        ({"players": [0, 4]}, "bad_players", ("players",)),
        ({"players": [5, 4]}, "bad_players", ("players",)),
        ({"teams": 2}, "bad_teams", ("teams",)),
        ({"ask": []}, "nothing_asked", ("ask",)),
        ({"points": []}, "nothing_scores", ("points",)),
        ({"points": [{"points": "point"}]}, "no_name", ("points", 0, "points")),
        ({"points": [{"points": "points", "when": "points"}]}, "not_a_yes", ("points", 0, "when")),
        ({"points": [{"points": "points", "to": "team"}]}, "not_a_choice", ("points", 0, "to")),
        ({"check": [{"that": "points = 1"}]}, "missing", ("check", 0, "say")),
        ({"check": [{"say": "x"}]}, "missing", ("check", 0, "that")),
        ({"let": [{"name": "sum", "value": "1"}]}, "name_taken", ("let", 0, "name")),
        ({"let": [{"name": "a b", "value": "1"}]}, "not_a_name", ("let", 0, "name")),
        ({"over": {"rounds": "points"}}, "no_name", ("over", "rounds")),
        ({"over": {"points": 0}}, "out_of_range", ("over", "points")),
        ({"source": "javascript:alert(1)"}, "not_an_address", ("source",)),
        ({"deal": "right"}, "not_a_choice", ("deal",)),
        ({"colour": "red"}, "unknown_key", ("colour",)),
        ({"shown": "points"}, "asked_later", ("shown",)),
        ({"ask": [{"name": "points"}, {"name": "points"}]}, "name_taken", ("ask", 1, "name")),
        ({"ask": [{"name": "points", "high": "points"}]}, "asked_later", ("ask", 0, "high")),
        ({"ask": [{"name": "points", "type": "some"}]}, "nothing_to_choose", ("ask", 0, "of")),
        ({"ask": [{"name": "points", "optional": True}]}, "not_optional", ("ask", 0, "optional")),
        ({"ask": [{"name": "points"}] * 9}, "too_many", ("ask",)),
    ],
)
def test_every_fault_of_a_sheet_has_its_place(
    changes: Mapping[str, Any], code: str, path: tuple[str | int, ...]
) -> None:
    """Found before anything is played."""
    with pytest.raises(BadSheet) as caught:
        read_sheet(just_points(**changes))
    assert (code, path) in [(fault.code, fault.path) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"check": [{"that": "points < −20000", "say": "x"}]}, "never", ("check", 0, "that")),
        (
            {
                "check": [
                    {"that": "sum(points) > 1", "say": "x"},
                    {"that": "sum(points) < 0", "say": "y"},
                ]
            },
            "never_together",
            ("check", 0, "that"),
        ),
        ({"points": [{"points": "9 ÷ (round − 3)"}]}, "by_nothing", ("points", 0, "points")),
        ({"points": [{"points": "−9"}], "over": {"points": 50}}, "never_over", ("over", "points")),
        (
            {"ask": [{"name": "points", "low": 5, "high": "8 − round"}]},
            "low_above_high",
            ("ask", 0, "high"),
        ),
        (
            {"ask": [{"name": "points", "high": "8 ÷ (round − 1)"}]},
            "by_nothing",
            ("ask", 0, "high"),
        ),
    ],
)
def test_random_play_finds_what_can_never_be(
    changes: Mapping[str, Any], code: str, path: tuple[str | int, ...]
) -> None:
    """Before anybody has played a round."""
    faults = tried(read_sheet(just_points(**changes)), random.Random(1))
    assert (code, path) in [(fault.code, fault.path) for fault in faults]


def test_a_formula_that_fails_in_play_stores_nothing() -> None:
    """It is an impossible entry, with the seat and the round."""
    game, seats = own(read_sheet(just_points(points=[{"points": "9 ÷ points"}]))), ("s1", "s2")
    state = game.setup(seats, complete_options(game.info, seats, {}))
    checked = check(game, state, "step1", None, {"points-s1": 3, "points-s2": 0})
    (ruling,) = checked.objections
    assert (ruling.code, ruling.params["seat"], ruling.params["round"]) == (
        "formula_by_nothing",
        "s2",
        1,
    )
