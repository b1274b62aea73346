"""Every figure of a person is what their tables' logs come to, counted the long way: for random
groups, taken back and put right.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from unittest.mock import patch

import pytest

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.history import replay
from referee.service.tables import TableService
from referee.store import Store
from referee.store.values import TableRow
from referee.web.group.figures import ENOUGH_COMMON, counts_by, find_opponents, of_games
from referee.web.group.story import TableSummary
from tests.support.group_play import changed, open_game, summary
from tests.support.tiers import cases, property_test

TABLES, DAYS = 14, 200
NOW = 1_750_000_000.0


@dataclass(frozen=True)
class Game:
    """One finished game: its table, who played and who won."""

    table: TableRow
    people: frozenset[int]
    winners: frozenset[int]
    numbers: dict[int, int]


def finished(service: TableService, table: TableRow) -> tuple[list[Game], dict[int, int]]:
    """The finished games of a table, and how everybody stands at its end (a lower number is
    better), from its log alone.
    """
    game = GAMES[table.game]
    history = replay(game, service.store.events(table.id))
    who = {
        row.seat: row.person_id
        for row in service.store.seats(table.id)
        if row.person_id is not None
    }
    everybody, result = frozenset(who.values()), game.result(history.state)
    if not game.info.tally:
        if result is None:
            return [], {}
        winners = frozenset(who[seat] for seat in (result.ranking[0] if result.won else ()))
        scene = game.scene(history.state)
        sums = totals(game.lines(history.state), history.seats, scene.complete)
        shown = {
            seat: scene.shown[seat].value if seat in scene.shown else sums[seat]
            for seat in history.seats
        }
        first = (min if game.info.low_wins else max)(shown.values())
        decided = result.won and all(shown[seat] == first for seat in result.winners)
        numbers = {who[seat]: n for seat, n in shown.items()} if decided else {}
        ranking = result.ranking if game.info.ranked else ()
        standing = {who[seat]: at for at, equal in enumerate(ranking) for seat in equal}
        return [Game(table, everybody, winners, numbers)], standing
    seen = (
        game.see(history.state, None) if history.options.get("entry") == "secret" else history.state
    )
    lines, complete = game.lines(seen), game.scene(seen).complete
    rounds = [
        totals([line for line in lines if line.round == n], history.seats)
        for n in range(1, complete + 1)
    ]
    won = [frozenset(who[seat] for seat in one if one[seat] > 0) for one in rounds]
    games = [Game(table, everybody, winners, {}) for winners in won]
    ranked = history.seats if rounds and game.info.ranked else ()
    return games, {who[seat]: -sum(one[seat] for one in rounds) for seat in ranked}


def random_group(service: TableService, seed: int) -> list[TableRow]:
    """A group's tables in their order, over more than one year."""
    rng = random.Random(seed)
    games = rng.sample(sorted(GAMES), min(3, len(GAMES)))
    tables: list[TableRow] = []
    for at in range(TABLES):
        day = NOW + at * DAYS / TABLES * 86_400 * 2
        with patch.object(service.store, "_clock", return_value=day):
            table = open_game(
                service,
                rng.choice(games),
                rng.randint(0, 5),
                rng,
                tables[0].group_id if tables else None,
            )
            if not rng.randint(0, 3):
                [*changed(service, table, 3, rng)]
        tables.append(table)
    return tables


@property_test
@pytest.mark.parametrize("seed", cases(3, 10))
def test_figures_are_what_the_logs_come_to(tmp_path: Path, seed: int) -> None:
    service = TableService(Store(tmp_path / "referee.db"))
    tables = random_group(service, seed)
    told = [summary(row) for row in service.outcomes.of_group(tables[0].group_id, 1000)]
    known = [finished(service, table) for table in tables]
    for person in {person for games, _standing in known for one in games for person in one.people}:
        own = [one for games, _standing in known for one in games if person in one.people]
        found = {one.game: one for one in of_games(told, person)}
        assert found.keys() == {one.table.game for one in own}
        for game, figures in found.items():
            mine = [one for one in own if one.table.game == game]
            won = [person in one.winners for one in mine]
            runs = [(win, len([*group])) for win, group in groupby(won)]
            assert (figures.count.played, figures.count.won) == (len(mine), sum(won))
            assert figures.count.shared == sum(
                person in one.winners and len(one.winners) > 1 for one in mine
            )
            assert figures.best_row == max((n for win, n in runs if win), default=0)
            assert figures.row == (runs[-1][1] if runs[-1][0] else 0)
            numbers = [one.numbers[person] for one in mine if one.numbers]
            assert figures.best == (
                (min if GAMES[game].info.low_wins else max)(numbers) if numbers else None
            )
            assert figures.average == (
                pytest.approx(sum(numbers) / len(numbers)) if numbers else None
            )
        for key, by in (
            (
                lambda one: datetime.fromtimestamp(one.began).year,
                lambda table: datetime.fromtimestamp(table.created).year,
            ),
            (lambda one: one.players, lambda table: len(service.store.seats(table.id))),
        ):
            counts = {at: (one.played, one.won) for at, one in counts_by(told, person, key).items()}
            played = Counter(by(one.table) for one in own)
            won_by = Counter(by(one.table) for one in own if person in one.winners)
            assert counts == {at: (played[at], won_by[at]) for at in played}
        _pairs(told, known, person)
    service.close()


def _pairs(
    told: list[TableSummary], known: list[tuple[list[Game], dict[int, int]]], person: int
) -> None:
    """Who was in front of whom at every common table, told from three on."""
    front: dict[int, list[int]] = {}
    for _games, played in known:
        for other in played.keys() - {person} if person in played else ():
            front.setdefault(other, []).append(
                (played[person] > played[other]) - (played[person] < played[other])
            )
    expected = {
        other: (times.count(-1), times.count(1), times.count(0))
        for other, times in front.items()
        if len(times) >= ENOUGH_COMMON
    }
    assert {
        one.person: (one.behind, one.ahead, one.level) for one in find_opponents(told, person)
    } == expected
