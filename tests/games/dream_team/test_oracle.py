"""Dream Team: nominations, lotteries, teams, the end of games and of the match, beside the
oracle.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import Move, complete_options
from referee.kernel.history import History, Played
from tests.games.dream_team import oracle as dream
from tests.oracles.tables import (
    FEW_GAMES,
    GAMES_EACH,
    awaited,
    golden_tables,
    numbers,
    points_of,
    random_tables,
)
from tests.support.tiers import in_tiers

GAME = "dream-team"
DECK = 55


def options_of(own: Mapping[str, Any]) -> dict[str, Any]:
    """The options in the words of the oracle."""
    return {
        "endAt": int(own["end_at"]),
        "endCheck": {"immediately": "immediately", "turn_end": "turnEnd"}[own["end_check"]],
        "leftover": {"last_round": "lastRoundRightmost", "overall": "overallRightmost"}[
            own["leftover"]
        ],
        "secondPass": {"one": "one", "two": "twoAgain"}[own["second_pass"]],
        "rejoin": own["rejoin"],
    }


class Follow:
    """A match followed move by move; ``seats`` go the way play goes (DT-A2)."""

    def __init__(self, name: str, history: History, seen: Counter[str]) -> None:
        self.name, self.history, self.seen = name, history, seen
        clockwise = history.options["direction"] == "clockwise"
        self.seats = history.seats if clockwise else tuple(reversed(history.seats))
        self.options = options_of(history.options)
        self.depth = history.options["depth"]
        self.start = str(history.options["start"] or history.seats[0])
        self.teams: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.sums: list[dict[str, int]] = []
        self.last = self.teams
        self.row: list[int] = []
        self.turn: dream.Turn | None = None
        self.steps: Iterator[Any] | None = None
        self.ask: Any = None
        self.gains: dict[str, list[int]] = {}
        self.peaked = False
        self.deck, self.discards = DECK, 0

    def play(self) -> None:
        """Every move, then the match as a whole."""
        for played in self.history.played:
            getattr(self, f"_{played.move.kind}")(played)
            self._shuffle()
            self._compare_state(played.state)
        games, first, totals = dream.match(self.seats, self.sums)
        result = self.history.game.result(self.history.state)
        assert games == len(self.sums), self.name
        assert (set(result.winners) if result else set()) == first, self.name
        if result:
            assert [totals[seat] for group in result.ranking for seat in group] == sorted(
                totals.values(), reverse=True
            )

    def _shuffle(self) -> None:
        """DT-19, DT-A11: as soon as the deck is empty the discards become the new one."""
        thrown = self._thrown()
        if not self.deck and thrown:
            self.deck, self.discards = thrown, self.discards - thrown

    def _thrown(self) -> int:
        """The number of discards now; those of the running turn are counted when it is over."""
        return self.discards + (len(self.turn.discarded) if self.turn else 0)

    def _depth(self, played: Played) -> None:
        self.depth = played.move.data["depth"]

    def _start(self, played: Played) -> None:
        chosen = str(played.move.data["start"])
        if self.history.options["next_start"] == "lowest_total" and self.sums:
            totals = dream.match(self.seats, self.sums)[2]
            assert (
                len(dream.lowest(self.seats, totals)) > 1 or self.history.options["depth"] != "full"
            ), self.name
        self.start = chosen

    def _row(self, played: Played) -> None:
        self.row += numbers(played.move.data["card"])
        self.deck -= 1
        if len(self.row) == len(self.seats) + 1:  # DT-4
            self.turn = dream.Turn(self.seats, self.start, self.row, self.teams, self.options)
            self.steps = dream.play_turn(self.turn)
            self.ask, self.row = next(self.steps), []

    def _nominate(self, played: Played) -> None:
        place = int(str(played.move.data["place"])) - 1
        assert self.ask[:2] == ("nominate", played.move.seat), (self.name, self.ask, played.move)
        assert place in self.ask[2], self.name
        self._answer(place)

    def _draw(self, played: Played) -> None:
        assert self.ask[:2] == ("draw", played.move.seat), (self.name, self.ask, played.move)
        self.deck -= 1
        self._answer(numbers(played.move.data["card"])[0])

    def _answer(self, answer: int) -> None:
        assert self.steps is not None
        try:
            self.ask = self.steps.send(answer)  # type: ignore[attr-defined]
        except StopIteration:
            assert self.turn is not None
            self.seen["lotteries"] += len(self.turn.lotteries)
            self.seen["again"] += len(self.turn.rounds) > 1
            self.seen["two left"] += len(self.turn.leftover[1]) == 2
            self.seen["one left"] += len(self.turn.leftover[1]) == 1
            last, self.discards = dream.ends_game(self.turn), self._thrown()
            self.ask = self.steps = self.turn = None
            self._end_turn(last)

    def _gain(self, played: Played) -> None:
        self.gains[str(played.move.seat)] = numbers(played.move.data["cards"])

    def _peak(self, played: Played) -> None:
        self.peaked |= played.move.data["held"] == "yes"

    def _end_turn(self, last: bool) -> None:
        self.start = dream.next_start(self.seats, self.start)  # DT-26
        if last:
            self._end_game({seat: dream.team_score(team) for seat, team in self.teams.items()})

    def _end_game(self, sums: dict[str, int]) -> None:
        self.sums.append(sums)
        assert points_of(self.history, len(self.sums)) == sums, (self.name, len(self.sums))
        self.discards += sum(map(len, self.teams.values()))  # DT-29, DT-A10, DT-A12
        if self.history.options["reshuffle"] == "full":
            self.deck, self.discards = DECK, 0
        self.last, self.teams = self.teams, {seat: [] for seat in self.seats}  # DT-29
        if self.history.options["next_start"] == "lowest_total":
            lowest = dream.lowest(self.seats, dream.match(self.seats, self.sums)[2])
            self.start = next(
                seat for seat in dream.from_start(self.seats, self.start) if seat in lowest
            )

    def _sums(self, played: Played) -> None:
        self._end_game({seat: int(str(played.move.data[f"sum_{seat}"])) for seat in self.seats})

    def _settle_gains(self) -> None:
        """Entry by turns: all that is known is what everybody gained, together (DT-9 to DT-11,
        DT-27).
        """
        turn = dream.Turn(
            self.seats,
            self.start,
            [card for cards in self.gains.values() for card in cards],
            self.teams,
            self.options,
        )
        at = 0
        for seat, cards in self.gains.items():
            dream.gain(turn, seat, *range(at, at + len(cards)))
            at += len(cards)
        self.gains = {}
        immediately = self.options["endCheck"] == "immediately"
        last, self.peaked = dream.ends_game(turn) or (immediately and self.peaked), False
        self._end_turn(last)

    def _compare_state(self, state: Any) -> None:
        asked = awaited(self.history, state)
        if len(self.gains) == len(self.seats) and not any(
            prompt.kind == "peak" for prompt in asked
        ):
            self._settle_gains()
        scene = self.history.game.scene(state)
        if self.history.options["depth"] == "full" and scene.hint and "deck" in scene.hint.params:
            self.seen["deck"] += 1
            assert scene.hint.params["deck"] == self.deck, (self.name, self.deck, self._thrown())
        assert scene.complete == len(self.sums), (self.name, self.teams)
        if self.ask:
            assert [(prompt.kind, prompt.seat) for prompt in asked] == [self.ask[:2]], (
                self.name,
                self.ask,
            )
        teams = {row.seat: row for row in scene.board if row.seat in self.teams}
        over = self.history.game.result(state) is not None
        for seat, row in teams.items():
            laid = [int(spot.card) for spot in row.spots if spot.state != "gone"]
            wanted = (self.last if over else self.teams)[seat] + self.gains.get(seat, [])
            assert sorted(laid) == sorted(wanted), (self.name, seat, self.turn)
        starts = [
            row.seat for row in teams.values() if row.note is not None and row.note.code == "starts"
        ]
        if self.depth == "full" and starts and not over:
            assert starts == [self.start], self.name


@in_tiers("games", FEW_GAMES, GAMES_EACH)
@pytest.mark.parametrize("depth", ["full", "turns", "quick"])
def test_random_games_agree(depth: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for name, history in random_tables(GAME, depth, games // 2):
        Follow(name, history, seen).play()
    if depth == "full":
        assert (
            min(seen[what] for what in ("lotteries", "again", "two left", "one left", "deck"))
            > games // 3
        ), seen


def test_golden_records_agree() -> None:
    for name, history in golden_tables(GAME):
        Follow(name, history, Counter()).play()


def test_matches_of_close_sums_agree() -> None:
    """DT-30 to DT-32: several reach 100 at once, with equal totals or not; exactly 100 is enough
    (DT-A13).
    """
    game, rng, seats = GAMES[GAME], random.Random(6), ("c", "a", "b")
    options = complete_options(game.info, seats, {"depth": "quick"})
    shared = 0
    for _ in range(400):
        state, sums = game.setup(seats, options), []
        while not dream.match(seats, sums)[1]:
            assert game.result(state) is None, sums
            sums.append({seat: rng.choice((20, 25, 30, 40)) for seat in seats})
            state = game.advance(
                state, Move("sums", None, {f"sum_{seat}": sums[-1][seat] for seat in seats})
            )
        result = game.result(state)
        assert result is not None, sums
        assert set(result.winners) == dream.match(seats, sums)[1], sums
        shared += len(result.winners) > 1
    assert shared > 20
