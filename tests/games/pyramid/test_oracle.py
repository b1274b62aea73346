"""Pyramid: turns, busts, the deck, every placement legal or not, and the ranking, beside the
oracle.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise, product
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import Move
from referee.kernel.history import History, Played
from tests.games.pyramid import oracle as stack
from tests.oracles.tables import (
    FEW_GAMES,
    GAMES_EACH,
    awaited,
    golden_tables,
    numbers,
    random_tables,
    winners_of,
)
from tests.support.tiers import in_tiers

GAME = "pyramid"
PLACE_CODES = {"place_taken", "bottom_gap", "not_on_two", "too_high", "upper_gap"}


def read_place(name: str) -> tuple[int, int]:
    """Row and position of a place as it is entered, ``r2c-1``."""
    row, position = name.removeprefix("r").split("c")
    return int(row), int(position)


class Follow:
    """A series of Pyramid followed move by move."""

    def __init__(self, name: str, history: History, seen: Counter[str]) -> None:
        self.name, self.history, self.seen = name, history, seen
        self.options = {"upperGaps": history.options["upper_gaps"]}
        self.reuse = history.options["reuse"] == "yes"
        self.games = 0
        self._new_game(str(history.options["start"] or history.seats[0]))

    def _new_game(self, start: str) -> None:
        self.turn = start
        self.built: dict[str, dict[tuple[int, int], int]] = {
            seat: {} for seat in self.history.seats
        }
        self.effects: dict[str, list[int]] = {}
        self.turned: list[int] = []
        self.hand: list[int] = []
        self.deck, self.lost, self.over = stack.DECK, 0, False

    def play(self) -> None:
        """Every move; the end of every game."""
        for played in self.history.played:
            getattr(self, f"_{played.move.kind}")(played)
            self._compare(played.state)

    def _depth(self, played: Played) -> None:
        pass

    def _again(self, played: Played) -> None:
        self._new_game(str(played.move.data["start"]))

    def _flip(self, played: Played) -> None:
        assert played.move.seat == self.turn, self.name
        self.turned += numbers(played.move.data["card"])  # PY-6, PY-7
        self.deck -= 1
        bust = stack.is_bust(self.turned)
        if bust:  # PY-8
            self.seen["bust"] += 1
            self.lost += len(self.turned)
        if not self.deck and self.reuse:  # PY-A7
            self.deck, self.lost = self.lost, 0
        if bust:
            self._end_turn()
        elif not self.deck:  # PY-17
            self._gain()

    def _stop(self, played: Played) -> None:
        assert self.turned, self.name  # PY-6
        self._gain()

    def _gain(self) -> None:
        self.hand, self.turned = self.turned, []  # PY-9

    def _build(self, played: Played) -> None:
        if self.turned:
            self._gain()
        [card] = numbers(played.move.data["card"])
        place = read_place(str(played.move.data["place"]))
        assert stack.may_place(self.built[self.turn], card, *place, self.options), (
            self.name,
            card,
            place,
            self.built[self.turn],
        )
        self.hand.remove(card)
        self.built[self.turn][place] = card
        if not self.hand:  # PY-16
            self._end_turn()

    def _rows(self, played: Played) -> None:
        for seat in self.history.seats:
            self.effects[seat] = [
                int(word)
                for word in re.findall(r"\d+", str(played.move.data[f"rows_{seat}"]))
                if int(word)
            ]
        self.over = True

    def _end_turn(self) -> None:
        seats = self.history.seats
        self.turn, self.turned = seats[(seats.index(self.turn) + 1) % len(seats)], []  # PY-4
        self.over = not self.deck  # PY-17

    def _compare(self, state: Any) -> None:
        result = self.history.game.result(state)
        assert (result is not None) == self.over, self.name
        if result is not None:
            rows = self.effects or {seat: stack.counts(built) for seat, built in self.built.items()}
            wanted = stack.ranking(rows)
            assert [set(group) for group in result.ranking] == wanted, (self.name, rows)
            self.games = len(self.history.game.paper(state)["rows"])
            assert winners_of(self.history, self.games) == wanted[0], self.name
            return
        asked = awaited(self.history, state)
        assert {prompt.seat for prompt in asked} <= {self.turn, None}, self.name
        kinds = {prompt.kind for prompt in asked}
        if kinds != {"rows"}:
            assert kinds == (
                {"build"} if self.hand else {"flip", "stop"} if self.turned else {"flip"}
            ), self.name
        if self.hand:
            self._compare_places(state)

    def _compare_places(self, state: Any) -> None:
        """Every card of the hand on every place that is offered, and some that are not."""
        places = next(prompt for prompt in awaited(self.history, state)).fields[1]
        offered = {read_place(place) for place in places.values}  # type: ignore[attr-defined]
        built = self.built[self.turn]
        for card in set(self.hand):
            legal = stack.places(built, card, self.options)
            assert legal <= offered, (self.name, legal - offered)
            for place in offered:
                move = Move(
                    "build", self.turn, {"card": str(card), "place": f"r{place[0]}c{place[1]}"}
                )
                codes = {ruling.code for ruling in self.history.game.judge(state, move)}
                self.seen["legal" if place in legal else "illegal"] += 1
                assert (not codes & PLACE_CODES) == (place in legal), (
                    self.name,
                    card,
                    place,
                    built,
                    codes,
                )


@in_tiers("games", FEW_GAMES, GAMES_EACH)
@pytest.mark.parametrize("depth", ["full", "quick"])
def test_random_games_agree(depth: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for name, history in random_tables(GAME, depth, games):
        Follow(name, history, seen).play()
    if depth == "full":
        assert min(seen[what] for what in ("bust", "legal", "illegal")) > games // 3, seen


def test_golden_records_agree() -> None:
    for name, history in golden_tables(GAME):
        Follow(name, history, Counter()).play()


def test_rankings_of_all_small_pyramids_agree() -> None:
    """Every two pyramids with up to four rows, told in quick entry; equal heights and equal top
    rows come up often.
    """
    game, rng = GAMES[GAME], random.Random(5)
    shapes = [(), *((a,) for a in range(1, 6)), *product(range(2, 7), range(1, 6))]
    shapes += [(a, b, c) for a, b, c in product(range(3, 7), range(2, 6), range(1, 4))]
    shapes = [shape for shape in shapes if all(two < one for one, two in pairwise(shape))]
    for _ in range(600):
        told = {"a": rng.choice(shapes), "b": rng.choice(shapes), "c": rng.choice(shapes)}
        state = game.setup(
            ("a", "b", "c"),
            {"upper_gaps": "allowed", "reuse": "no", "start": "a", "depth": "quick"},
        )
        move = Move(
            "rows", None, {f"rows_{seat}": " ".join(map(str, rows)) for seat, rows in told.items()}
        )
        result = game.result(game.advance(state, move))
        assert result is not None
        assert [set(group) for group in result.ranking] == stack.ranking(told)
