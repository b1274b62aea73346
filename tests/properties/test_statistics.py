"""What a game counts over many games: all of it is told beforehand, all of it comes, and none of it
where less was entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest

from referee.games import GAMES
from referee.kernel.contract import Line, totals
from referee.kernel.history import History
from referee.kernel.statistics import ROUND, Sum, count_game, sums
from referee.service.outcome import depth_of
from referee.words import LANGUAGES, catalogue
from tests.support import golden
from tests.support.random_play import random_history
from tests.support.sheets import OF_SHEETS, PLAYED
from tests.support.tiers import cases, property_test

COUNTING = sorted(game_id for game_id, game in GAMES.items() if game.info.statistics)


def declared(game_id: str) -> set[str]:
    """Everything that may be counted of a game."""
    info = PLAYED[game_id].info
    return {
        *(one.name for one in info.statistics),
        *info.made,
        *(slot + ROUND for slot in info.made),
    }


def played(game_id: str) -> Iterator[History]:
    """Random games that were entered in full."""
    histories = (random_history(game_id, seed) for seed in cases(12, 30))
    yield from (history for history in histories if depth_of(history) == "full")


@property_test
@pytest.mark.parametrize("game_id", PLAYED)
def test_nothing_is_counted_that_is_not_told_beforehand(game_id: str) -> None:
    """`counted` gives nothing but what `INFO.statistics` and slots name."""
    game, histories = PLAYED[game_id], [*played(game_id)]
    # Of the games of the house some switch to less detail in every random game.
    assert histories or game_id not in OF_SHEETS
    for history in histories:
        told = sums(count_game(game, history.lines, full=True))
        assert set(told) <= set(history.seats)
        assert {name for own in told.values() for name in own} <= declared(game_id)
        fewer = sums(count_game(game, history.lines, full=False))
        least = {name for own in fewer.values() for name in own}
        assert least <= {*game.info.made, *(slot + ROUND for slot in game.info.made)}


@pytest.mark.parametrize("game_id", COUNTING)
def test_everything_told_beforehand_comes_somewhere(game_id: str) -> None:
    """Every statistic of `INFO` is counted in some random game."""
    game = GAMES[game_id]
    sheets: Iterable[Sequence[Line]] = (
        *(history.lines for history in played(game_id)),
        *golden.sheets(game_id),
    )
    found = {
        name for lines in sheets for _seat, name, _number in count_game(game, lines, full=True)
    }
    assert declared(game_id) == found


@pytest.mark.parametrize("game_id", [*COUNTING, *OF_SHEETS])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_counted_has_its_words(game_id: str, lang: str) -> None:
    """Every statistic has its `statistic.…`."""
    own = PLAYED[game_id].words
    known = own(lang) if own else catalogue(lang, game_id)
    for one in PLAYED[game_id].info.statistics:
        assert f"statistic.{one.name}" in known or f"word.{one.name}" in known


@property_test
@pytest.mark.parametrize("game_id", [game_id for game_id, game in GAMES.items() if game.info.slots])
def test_what_everybody_makes_once_comes_to_the_total(game_id: str) -> None:
    """Points of the slots add up to what counts."""
    game = GAMES[game_id]
    for history in played(game_id):
        told = sums(count_game(game, history.lines, full=True))
        own = {
            seat: sum(one.total for name, one in made.items() if name in game.info.made)
            for seat, made in told.items()
        }
        assert own == totals(history.lines, history.seats)
        if history.result is not None:
            rounds = {
                seat: sorted(one.total for name, one in made.items() if name.endswith(ROUND))
                for seat, made in told.items()
            }
            assert set(map(tuple, rounds.values())) == {tuple(range(1, game.info.rounds + 1))}


def test_sums_are_put_together() -> None:
    told = sums([("a", "tall", 3), ("b", "tall", 9), ("a", "tall", -5), ("a", "fold", 1)])
    assert told == {"a": {"tall": Sum(2, -2, 3), "fold": Sum(1, 1, 1)}, "b": {"tall": Sum(1, 9, 9)}}
    assert told["a"]["tall"].average == -1
