"""What is kept of every table is what a replay of its log comes to, however it was taken back and
put right.
"""

from __future__ import annotations

import random
from operator import attrgetter
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.kernel.history import replay
from referee.service.outcome import outcome_of
from referee.service.tables import TableService
from referee.store import Store
from referee.store.outcomes import Outcome
from referee.store.values import TableRow
from tests.support.group_play import changed, open_game
from tests.support.tiers import cases, property_test

CHANGES = 12


@pytest.fixture
def service(tmp_path: Path) -> TableService:
    return TableService(Store(tmp_path / "referee.db"))


def kept(service: TableService, table: TableRow) -> Outcome | None:
    """What is kept, if it is not to be counted anew."""
    (row,) = (row for row in service.store.outcomes(table.group_id) if row.table_id == table.id)
    return row.outcome


def counted(service: TableService, table: TableRow) -> Outcome:
    """The same from nothing but the log and the seats."""
    events = service.store.events(table.id)
    return outcome_of(replay(GAMES[table.game], events), service.store.seats(table.id))


def same(one: Outcome | None, other: Outcome) -> bool:
    """Table events that make no score may have come since."""
    parts = attrgetter("ended", "begun", "depth", "gone", "seats")
    return one is not None and parts(one) == parts(other)


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_kept_is_what_a_replay_comes_to(service: TableService, game_id: str) -> None:
    """What a table came to is what a replay comes to."""
    for seed in cases(2, 5):
        rng = random.Random(f"{game_id} {seed}")
        table = open_game(service, game_id, seed, rng)
        outcome = kept(service, table)
        assert same(outcome, counted(service, table)), "kept as soon as it ended"
        assert outcome is not None
        assert outcome.ended == "over"
        for change in changed(service, table, CHANGES, rng):
            whole = counted(service, table)
            known = kept(service, table)
            assert known is None or same(known, whole), (seed, change)
            if whole.ended == "over" and change in ("undo", "correct"):
                assert known is not None, (seed, change)
            if rng.randint(0, 1):
                told = service.outcomes.of_group(table.group_id, 5)
                (row,) = (row for row in told if row.table_id == table.id)
                assert same(row.outcome, whole), (seed, change)
                assert same(kept(service, table), whole), (seed, change)
    service.close()


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_places_totals_and_games_won_fit_each_other(service: TableService, game_id: str) -> None:
    """Equal seats share a place, the next one counts them all, and the first have won what was
    won.
    """
    info = GAMES[game_id].info
    for seed in cases(2, 5):
        table = open_game(service, game_id, seed, random.Random(seed))
        outcome, result = counted(service, table), service.history(table).result
        assert result is not None
        assert outcome.players == len(service.store.seats(table.id))
        places = {one.seat: one.place for one in outcome.seats}
        assert all(place is not None for place in places.values()) or info.tally or not info.ranked
        if not info.ranked:
            assert {*places.values()} == {None}
        elif not info.tally:
            assert {
                seat: 1 + len(sum(result.ranking[:at], ()))
                for at, equal in enumerate(result.ranking)
                for seat in equal
            } == places
        if not info.tally:
            assert [one.seat for one in outcome.seats if one.won == "1"] == sorted(result.winners)
    service.close()
