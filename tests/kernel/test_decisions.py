"""What people decide about a number: that number and its total alone are others, until the entry is
changed.
"""

from __future__ import annotations

import pytest

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import rank_by, totals
from referee.kernel.history import History, extend
from tests.support.random_play import random_history


def scored(history: History) -> list[int]:
    """The entries whose seats were given points in their round."""
    places = {(line.round, line.seat) for line in history.lines if line.counts}
    return [played.seq for played in history.played if (played.round, played.move.seat) in places]


def number(history: History, place: tuple[int, str]) -> int:
    """The number of a round and seat."""
    own = (line for line in history.lines if line.counts and (line.round, line.seat) == place)
    return sum(line.points for line in own)


def decide(history: History, entry: int, **more: object) -> History:
    """The history with a decision on an entry."""
    data = {"of": 1, "outcome": "ruled", "about": entry, **more}
    return extend(history, [Event(history.revision + 1, "settled", data=data)])


@pytest.mark.parametrize("game", GAMES)
def test_a_decided_number_changes_its_total_alone(game: str) -> None:
    """What people decided counts in the total of that player and nowhere else."""
    for seed in range(3):
        history = random_history(game, seed)
        for entry in scored(history)[-2:]:
            played = history.find(entry)
            assert played
            place = (played.round, played.move.seat or "")
            was = number(history, place)
            after = decide(history, entry, points=was + 7)
            assert number(after, place) == was + 7
            moved = {
                seat: n - totals(history.lines, history.seats)[seat]
                for seat, n in totals(after.lines, history.seats).items()
            }
            assert moved == {seat: 7 * (seat == place[1]) for seat in history.seats}
            assert after.state == history.state
            assert after.by_rules.lines == history.lines


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_ranked_by_the_totals_as_decided(game: str) -> None:
    """Where the totals alone rank the players at the end, and only there."""
    for seed in range(3):
        history = random_history(game, seed)
        if history.result is None or not scored(history):
            continue
        low = history.game.info.low_wins
        by_totals = history.result.ranking == rank_by(totals(history.lines, history.seats), low)
        after = decide(history, scored(history)[-1], points=500)
        assert after.result
        assert after.result.ranking == (
            rank_by(totals(after.lines, after.seats), low) if by_totals else history.result.ranking
        )


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_decision_holds_and_the_rules_can_have_it_back(game: str) -> None:
    """A number decided twice is the newer one; decided back it is what the rules say."""
    history = random_history(game, 1)
    if scored(history):
        entry = scored(history)[-1]
        twice = decide(decide(history, entry, points=1), entry, points=2)
        assert [one.points for one in twice.decisions.values()] == [2]
        assert decide(twice, entry).lines == history.lines


@pytest.mark.parametrize(
    "data",
    [
        {"points": True},
        {"points": "9"},
        {"points": 10**9},
        {"points": -(10**9)},
        {"points": None},
        {"about": "2", "points": 1},
        {"about": 10**6, "points": 1},
        {},
    ],
)
def test_what_is_no_decision_changes_nothing(data: dict[str, object]) -> None:
    """As in logs from before, and in records of others."""
    history = random_history("indian-chief", 1)
    entry = scored(history)[-1]
    event = Event(history.revision + 1, "settled", data={"of": 1, "about": entry, **data})
    assert extend(history, [event]).lines == history.lines


@pytest.mark.parametrize("game", GAMES)
def test_a_corrected_entry_is_another_one(game: str) -> None:
    """What was decided about an entry goes when its entry is corrected."""
    history = random_history(game, 1)
    if scored(history):
        entry = scored(history)[-1]
        played, decided = history.find(entry), decide(history, entry, points=99)
        assert played
        same = {"of": entry, "entry": played.answer}
        amend = Event(
            decided.revision + 1,
            "amend",
            played.move.seat,
            played.move.kind,
            same,
            played.move.accept,
        )
        assert extend(decided, [amend]).lines == history.lines
        retract = Event(decided.revision + 1, "retract", data={"of": entry})
        assert not extend(decided, [retract]).decisions
