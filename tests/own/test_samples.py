"""The twelve samples: rounds counted by hand from the published rules."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee.kernel.contract import Illegal, complete_options
from referee.kernel.game import play
from referee.own.reading import read_sheet
from referee.own.trial import tried
from tests.support.sheets import SAMPLES, game_of

Told = Mapping[str, Any]


def begin(name: str, players: int) -> tuple[Any, Any]:
    """A game of a sample and its first state."""
    game, seats = game_of(name), tuple(f"s{at + 1}" for at in range(players))
    return game, game.setup(seats, complete_options(game.info, seats, {}))


def entered(game: Any, state: Any, told: Told) -> Any:
    """The state after one step: values by seat where there are several, else the table's."""
    (prompt,) = (prompt for prompt in game.prompts(state) if not prompt.aside)
    raw: dict[str, Any] = {}
    for name, value in told.items():
        fields = [field.name for field in prompt.fields if field.name.startswith(f"{name}-")]
        raw |= dict(zip(fields, value, strict=True)) if fields else {name: value}
    return play(game, state, prompt.kind, None, raw)


ROUNDS: dict[str, tuple[str, int, Sequence[Told], Sequence[int]]] = {
    "hearts": ("hearts", 4, [{"hearts": [5, 0, 8, 0], "queen": "s2"}], [5, 13, 8, 0]),
    "the moon": ("hearts", 4, [{"hearts": [0, 13, 0, 0], "queen": "s2"}], [26, 0, 26, 26]),
    "all hearts, not the queen": (
        "hearts",
        3,
        [{"hearts": [13, 0, 0], "queen": "s3"}],
        [13, 0, 13],
    ),
    # Ann and Cy bid 7 and take 8; Bo's nil fails with 2, Dee makes her 3: -100 + 30 + two bags.
    "spades": (
        "spades",
        4,
        [{"bid": [4, 0, 3, 3]}, {"won": [5, 2, 3, 3]}],
        [71, -68, 71, -68],
    ),
    # A set team loses its bid; a nil that holds gains 100 beside it.
    "spades set": (
        "spades",
        4,
        [{"bid": [6, 4, 0, 4]}, {"won": [5, 4, 0, 4]}],
        [40, 80, 40, 80],
    ),
    "ten bags at once": (
        "spades",
        4,
        [{"bid": [1, 1, 1, 1]}, {"won": [12, 1, 0, 0]}],
        [-70, -20, -70, -20],
    ),
    "oh hell": ("oh-hell", 4, [{"bid": [3, 2, 4, 0]}, {"won": [3, 3, 4, 0]}], [13, 0, 14, 10]),
    "wizard": ("wizard", 3, [{"bid": [0, 1, 1]}, {"won": [0, 1, 0]}], [20, 30, -10]),
    "skat won": ("skat", 3, [{"declarer": "s2", "game": 48, "lost": False}], [0, 98, 0]),
    "skat lost": ("skat", 3, [{"declarer": "s2", "game": 48, "lost": True}], [40, -146, 40]),
    "skat lost by one of four": (
        "skat",
        4,
        [{"declarer": "s1", "game": 20, "lost": True}],
        [-90, 30, 30, 30],
    ),
    "rummy": ("rummy-500", 3, [{"laid": [75, 40, 0], "left": [0, 15, 60]}], [75, 25, -60]),
    "phase 10": ("phase-10", 3, [{"done": [True, True, False], "left": [0, 25, 90]}], [0, 25, 90]),
    "farkle": ("farkle", 3, [{"kept": [500, 0, 1250]}], [500, 0, 1250]),
    "golf": ("golf", 2, [{"cards": [-4, 17]}], [-4, 17]),
    "tichu": (
        "tichu",
        4,
        [
            {"call-s1": ["call.0"], "call-s4": ["call.1"]},
            {"first": "s1", "double": False, "cards": [65, 35]},
        ],
        [165, -165, 165, -165],
    ),
    "double victory": (
        "tichu",
        4,
        [{"call-s2": ["call.1"]}, {"first": "s2", "double": True, "cards": [0, 0]}],
        [0, 400, 0, 400],
    ),
    "koi-koi": (
        "koi-koi",
        2,
        [{"winner": "s1", "yaku": ["yaku.6", "yaku.9"], "more": 1, "koi": True}],
        [28, 0],
    ),
    "a draw": ("koi-koi", 2, [{"winner": "nobody", "more": 0, "koi": False}], [0, 0]),
    "daifugo": ("daifugo", 5, [{"place": [3, 1, 5, 2, 4]}], [0, 2, -2, 1, -1]),
}


@pytest.mark.parametrize("case", [*ROUNDS])
def test_a_round_counts_as_published(case: str) -> None:
    """Points of each player's side after one round."""
    name, players, steps, wanted = ROUNDS[case]
    game, state = begin(name, players)
    for told in steps:
        state = entered(game, state, told)
    assert list(state.scores.values()) == wanted
    assert state.round == 2


REFUSED: dict[str, tuple[str, int, Sequence[Told], str]] = {
    "hearts": ("hearts", 3, [{"hearts": [5, 5, 5], "queen": "s1"}], "check_0"),
    "the hook": ("oh-hell", 3, [{"bid": [4, 4, 2]}], "check_0"),
    "bids that miss": ("oh-hell", 3, [{"bid": [4, 4, 3]}], ""),
    "a trick too many": ("wizard", 3, [{"bid": [1, 1, 1]}, {"won": [1, 1, 0]}], "check_0"),
    "out of range": ("wizard", 3, [{"bid": [2, 0, 0]}], "out_of_range"),
    "not in fifties": ("farkle", 2, [{"kept": [520, 0]}], "check_0"),
    "too little to begin": ("farkle", 2, [{"kept": [450, 0]}], "check_1"),
    "nobody out": ("phase-10", 2, [{"done": [True, False], "left": [5, 5]}], "check_1"),
    "out without the phase": (
        "phase-10",
        2,
        [{"done": [False, True], "left": [0, 5]}],
        "check_2",
    ),
    "two calls": ("tichu", 4, [{"call-s1": ["call.0", "call.1"]}], "check_0"),
    "not 100": ("tichu", 4, [{}, {"first": "s1", "cards": [60, 35]}], "check_1"),
    "a winner without yaku": ("koi-koi", 2, [{"winner": "s1", "more": 0}], "check_0"),
    "extra cards alone": ("koi-koi", 2, [{"winner": "s1", "more": 3}], "check_0"),
    "extra cards of nobody": ("koi-koi", 2, [{"winner": "nobody", "more": 3}], "check_0"),
    "the same place": ("daifugo", 4, [{"place": [1, 2, 2, 4]}], "check_0"),
}


@pytest.mark.parametrize("case", [*REFUSED])
def test_what_cannot_be_is_refused(case: str) -> None:
    """By the check of the sheet, with its rule number."""
    name, players, steps, code = REFUSED[case]
    game, state = begin(name, players)
    for told in steps[:-1]:
        state = entered(game, state, told)
    if not code:
        assert entered(game, state, steps[-1]).step == 2
        return
    with pytest.raises(Illegal) as caught:
        entered(game, state, steps[-1])
    assert [ruling.code for ruling in caught.value.rulings] == [code]
    assert caught.value.rulings[0].clause


def test_a_game_ends_as_its_rules_say() -> None:
    """At so many points, after so many rounds, or with the tenth phase."""
    game, state = begin("hearts", 3)
    for _ in range(4):
        state = entered(game, state, {"hearts": [13, 0, 0], "queen": "s1"})
    result = game.result(state)
    assert state.ended == "points"
    assert result is not None
    assert result.ranking == (("s1",), ("s2", "s3"))
    game, state = begin("golf", 2)
    for _ in range(9):
        state = entered(game, state, {"cards": [3, 2]})
    result = game.result(state)
    assert state.ended == "rounds"
    assert result is not None
    assert result.winners == ("s2",)


def test_whoever_is_first_through_ten_phases_wins_with_more_points() -> None:
    """Of several the one with the fewest points; the phase stands in the place of the points."""
    game, state = begin("phase-10", 3)
    for _ in range(9):
        state = entered(game, state, {"done": [True, True, False], "left": [0, 60, 5]})
    assert [shown.value for shown in game.scene(state).shown.values()] == [10, 10, 1]
    state = entered(game, state, {"done": [True, True, False], "left": [100, 0, 5]})
    result = game.result(state)
    assert state.ended == "when"
    assert result is not None
    assert result.ranking == (("s1",), ("s2",), ("s3",))


def test_partners_win_together() -> None:
    """A team is one in the ranking, and its points count once."""
    game, state = begin("tichu", 4)
    for _ in range(3):
        state = entered(game, state, {"call-s2": ["call.1"]})
        state = entered(game, state, {"first": "s2", "double": True, "cards": [0, 0]})
    result = game.result(state)
    assert result is not None
    assert result.ranking == (("s2", "s4"), ("s1", "s3"))
    assert list(state.scores.values()) == [0, 1200, 0, 1200]


@pytest.mark.parametrize("name", [*SAMPLES])
def test_random_play_finds_nothing_wrong(name: str) -> None:
    """With the fewest and with the most players."""
    assert tried(read_sheet(SAMPLES[name]), random.Random(name)) == ()


def test_there_are_twelve_in_both_languages_with_a_source() -> None:
    """Every text of a sample is there in English and in Japanese, and its rules were published."""
    assert len(SAMPLES) == 12
    for sample in SAMPLES.values():
        sheet = read_sheet(sample)
        texts = [sheet.name, *(ask.label for ask in sheet.asks)]
        texts += [text for ask in sheet.asks for text, _points in ask.of]
        texts += [check.say for check in sheet.checks]
        texts += [text for row in sheet.rows for text in (row.why, row.rule)]
        assert all({*text} == {"en", "ja"} for text in texts)
        assert sheet.source.startswith("http")
