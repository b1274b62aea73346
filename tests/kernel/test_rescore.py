"""Rescoring: the same moves under other options give what a table played under them gives, and
change nothing themselves.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Illegal, Move, complete_options, rank_by, totals
from referee.kernel.history import History, replay
from referee.kernel.ledger import NO_SUCH_CARD
from referee.kernel.record import dump
from referee.kernel.rescore import rescored, with_move_allowed, without
from tests.support.examples import plays
from tests.support.random_play import json_of, play_events, random_history
from tests.support.tiers import cases, property_test
from tools.sample import sample_options

SEEDS = cases(2, 6)
ONLY_SCORING = {
    "indian-chief": {
        "match": "rank",
        "beggar_own": "yes",
        "beggar_pair": "twice",
        "ace_in_straight": "wrap",
        "final_tie": "highest_chief",
    },
    "blind-date": {
        "no_cube_bonus": "4",
        "double_when": "before",
        "summer": "matcher",
        "autumn": "only_if_scored",
    },
}
LAWYERS = ("KH QS 4D AC", "KS QD 3D 2C")


def chief(
    *melds: tuple[str, str, str],
    options: Mapping[str, Any] | None = None,
    accept: tuple[str, ...] = (),
) -> History:
    """A table of Indian Chief: (kind, seat, cards) in turn; the last is let stand where ``accept``
    says so.
    """
    start = Event(1, "start", data={"seats": ["a", "b"], "options": dict(options or {})})
    moves = [
        Event(
            seq,
            "move",
            seat,
            kind,
            {"cards": cards.split()} if cards else {},
            accept if seq == len(melds) + 1 else (),
        )
        for seq, (kind, seat, cards) in enumerate(melds, 2)
    ]
    history = replay(GAMES["indian-chief"], [start, *moves])
    assert history.broken is None
    return history


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_options_give_the_same_table(game_id: str, seed: int) -> None:
    """Counted again under the same options, a table is the same."""
    history = random_history(game_id, seed)
    again = rescored(history, history.options)
    assert again.state == history.state
    assert again.lines == history.lines
    assert again.totals == totals(history.lines, history.seats)
    assert again.result == history.game.result(history.state)
    assert (again.allowed, again.broke) == ((), None)


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
@pytest.mark.parametrize("seed", SEEDS)
def test_any_other_options_can_be_asked_for_and_leave_the_table_as_it_was(
    game_id: str, seed: int
) -> None:
    """*What if* takes any other options and leaves the table as it was."""
    history, rng = random_history(game_id, seed), random.Random(f"{game_id} {seed}")
    before, state = json.dumps(dump(history, {})), history.state
    for _ in range(2):
        found = rescored(history, sample_options(history.game.info, history.seats, rng))
        assert (
            set(found.totals)
            == set(history.seats)
            == {seat for tied in found.ranks for seat in tied}
        )
        assert found.history.game.scene(found.state).round >= 1
        assert (found.broke is None) == (len(found.history.played) == len(history.played))
        assert [played.seq for played in found.history.played] == [
            played.seq for played in history.played
        ][: len(found.history.played)]
    assert (json.dumps(dump(history, {})), history.state) == (before, state)


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_too_many_never_ends_the_count(game_id: str, seed: int) -> None:
    """Without one move the rest counts on, also where a card is then too many."""
    history, rng = random_history(game_id, seed), random.Random(f"{game_id} {seed}")
    for played in rng.sample(history.played, min(len(history.played), 20)):
        found = without(history, played.seq)
        if found.broke:
            assert {ruling.code for ruling in found.broke.rulings} - NO_SUCH_CARD


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_value_of_every_option_can_be_asked_for(game_id: str) -> None:
    """*What if* takes every value of every option."""
    history = random_history(game_id, 1)
    for option in history.game.info.options:
        for value in getattr(option.field, "values", ()):
            found = rescored(history, {option.field.name: value})
            assert sum(found.totals.values()) == sum(
                line.points for line in found.lines if line.counts
            )


@pytest.mark.parametrize(
    ("game_id", "name"),
    [(game_id, name) for game_id, options in ONLY_SCORING.items() for name in options],
)
@pytest.mark.parametrize("seed", range(6))
def test_what_only_matters_to_the_score_is_what_a_table_played_under_it_gives(
    game_id: str, name: str, seed: int
) -> None:
    """*What if* comes to what a table played under those options gives."""
    game, value = GAMES[game_id], ONLY_SCORING[game_id][name]
    own = {"entry": "open"} | {
        "blind-date": {"depth": "quick"},
        "indian-chief": {"depth": "full"},
    }.get(game_id, {})
    events = play_events(game, 2 * seed, **own)
    history = replay(game, events)
    found = rescored(history, {name: value})
    options = json_of(
        complete_options(
            game.info, history.seats, events[0].data["options"], events[0].data["edition"]
        )
        | {name: value}
    )
    played = replay(
        game, [Event(1, "start", data={**events[0].data, "options": options}), *events[1:]]
    )
    assert played.broken is None
    assert found.broke is None
    assert found.lines == played.lines
    assert found.result == game.result(played.state)


def test_matching_by_rank_counts_fewer_cards_of_a_beggar() -> None:
    history = chief(("beggar", "a", "KD 7D"), ("lawyer", "b", LAWYERS[0]))
    assert rescored(history, {}).totals == {"a": 4, "b": 25}
    found = rescored(history, {"match": "rank"})
    assert found.totals == {"a": 2, "b": 25}
    assert found.ranks == rank_by({"a": 2, "b": 25})
    assert found.history.options["match"] == "rank"
    assert history.options["match"] == "value"


def test_what_would_have_been_refused_is_named_and_still_counted() -> None:
    history = chief(("thief", "a", "6C"), ("poor", "b", "JS 4S 9H"), ("decline", "a", ""))
    found = rescored(history, {"steal": "forced"})
    assert found.broke is None
    assert [
        (played.seq, [ruling.code for ruling in played.rulings]) for played in found.allowed
    ] == [(4, ["must_steal"])]
    assert found.totals == {"a": 6, "b": 14}


@plays("three-draw")
def test_the_count_stops_at_a_move_that_nothing_asks_for() -> None:
    tables = (random_history("three-draw", seed) for seed in range(1, 20, 2))
    history = next(table for table in tables if len(table.seats) > 2)
    found = rescored(history, {"direction": "counterclockwise"})
    assert history.options["direction"] == "clockwise"
    assert found.broke is not None
    assert [ruling.code for ruling in found.broke.rulings] == ["not_yet"]
    assert found.broke.seq == history.played[len(found.history.played)].seq
    assert 0 < len(found.history.played) < len(history.played)


def test_what_was_told_beyond_what_is_asked_is_left_out() -> None:
    declared = [("chief", "a", "7S 2S 9S KS 4D 5C 8H"), ("poor", "b", "JS 4S 9H")]
    start = Event(1, "start", data={"seats": ["a", "b"], "options": {"chief_split": "declared"}})
    moves = [
        Event(2, "move", "a", "chief", {"cards": declared[0][2].split(), "two": ["5C", "4D"]}),
        Event(3, "move", "b", "poor", {"cards": declared[1][2].split()}),
    ]
    history = replay(GAMES["indian-chief"], [start, *moves])
    assert history.broken is None
    found = rescored(history, {"chief_split": "best"})
    assert found.broke is None
    assert found.totals["a"] >= totals(history.lines, history.seats)["a"]


@plays("pyramid")
def test_who_started_a_series_stays() -> None:
    history = random_history("pyramid", 2)
    other = next(seat for seat in history.seats if seat != history.options["start"])
    assert rescored(history, {"start": other}).state == history.state


def test_an_option_that_cannot_be_read_is_named() -> None:
    history = chief(("poor", "a", "JS 4S 9H"))
    with pytest.raises(Illegal) as refused:
        rescored(history, {"match": "colour"})
    assert [ruling.field for ruling in refused.value.rulings] == ["match"]


def test_a_move_let_stand_counts_with_its_objections_accepted() -> None:
    history = chief(("lawyer", "a", LAWYERS[0]), ("poor", "b", "JS 4S 9H"))
    found = with_move_allowed(history, Move("lawyer", "a", {"cards": tuple(LAWYERS[1].split())}))
    assert [ruling.code for played in found.allowed for ruling in played.rulings] == ["meld_used"]
    assert found.totals == {"a": 50, "b": 14}
    assert len(history.played) == 2


def test_a_move_that_is_not_asked_cannot_be_let_stand() -> None:
    found = with_move_allowed(
        chief(("lawyer", "a", LAWYERS[0])),
        Move("lawyer", "a", {"cards": tuple(LAWYERS[1].split())}),
    )
    assert found.broke is not None
    assert found.totals == {"a": 25, "b": 0}


def test_a_move_undone_or_made_otherwise() -> None:
    history = chief(("lawyer", "a", LAWYERS[0]), ("poor", "b", "JS 4S 9H"))
    assert without(history, 2).totals == {"a": 0, "b": 14}
    assert without(history, 2).broke is None
    with pytest.raises(KeyError):
        without(history, 9)


def test_what_the_table_let_stand_still_stands() -> None:
    history = chief(
        ("lawyer", "a", LAWYERS[0]),
        ("poor", "b", "JS 4S 9H"),
        ("lawyer", "a", LAWYERS[1]),
        accept=("meld_used",),
    )
    found = rescored(history, {"match": "rank"})
    assert found.allowed == ()
    assert found.totals == {"a": 50, "b": 14}
    assert without(history, 4).totals == {"a": 25, "b": 14}
