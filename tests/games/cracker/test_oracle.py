"""Cracker: the round trip, hands by size, who may go out, and the score, beside the oracle."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import Move, complete_options, totals
from referee.kernel.game import check
from referee.kernel.history import History, Played
from tests.games.cracker import oracle as trip
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

GAME = "cracker"
NOT_WINNING = {"too_few_to_win", "number_twice", "no_wrap", "gap"}


def options_of(options: Any) -> dict[str, Any]:
    """The options in the words of the oracle."""
    return {
        "changeCount": {"by_number": "byNumber", "same_card": "sameCard"}[options["change_count"]],
        "changeOrder": {"always": "always", "after_pair_choice": "afterPairChoice"}[
            options["change_order"]
        ],
        "changePair": options["change_pair"],
        "minOut": int(options["min_out"]),
    }


class Follow:
    """A match of Cracker followed move by move: sizes, cards seen, the number on its way, claims
    and losses.
    """

    def __init__(self, name: str, history: History, seen: Counter[str]) -> None:
        self.name, self.history, self.seen = name, history, seen
        self.seats, self.own = history.seats, history.options
        self.options = options_of(history.options)
        self.full = history.options["depth"] == "full"
        self.dealer = str(history.options["dealer"])
        self.scores: list[dict[str, int]] = []
        self._deal()

    def _deal(self) -> None:
        draws = not self.scores or self.own["opening_draw"] == "each_deal"  # CR-A13
        self.turn, self.step = self.dealer, "draw" if draws else "free"  # CR-6, CR-7
        self.deck = trip.draw_deck(len(self.seats))
        self.sizes = dict.fromkeys(self.seats, trip.HAND)  # CR-3
        self.seen_cards: dict[str, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.trip = trip.Trip(len(self.seats), self.options)
        self.received = 0
        self.by = ""
        self.claims: list[tuple[str, bool]] = []
        self.stopped = False
        self.shown: dict[str, list[int]] = {}
        self.highs: dict[str, int] = {}

    def play(self) -> None:
        """Every move, then the match as a whole."""
        for played in self.history.played:
            getattr(self, f"_{played.move.kind}")(played)
            if self.history.game.scene(played.state).complete > len(self.scores):
                self._score(played.state)
            elif self.full and not self.claims and not self.stopped:
                self._compare(played.state)
        self._compare_match()

    def _depth(self, played: Played) -> None:
        self.full = played.move.data["depth"] == "full"
        self._deal()

    def _take(self, seat: str, card: int) -> None:
        self.sizes[seat] += 1
        self.seen_cards[seat][card] += 1

    def _lose(self, seat: str, card: int) -> None:
        self.sizes[seat] -= 1
        if self.seen_cards[seat][card]:
            self.seen_cards[seat][card] -= 1

    def _draw(self, played: Played) -> None:
        assert self.step == "draw", self.name
        [self.received] = numbers(played.move.data["card"])  # CR-7
        self._take(self.turn, self.received)
        self.deck -= 1
        self.step = "received"

    def _pair(self, played: Played) -> None:
        assert self.step == "received", self.name  # CR-8, CR-10
        assert not self.trip.complete or self.options["changeOrder"] == "afterPairChoice", (
            self.name
        )  # CR-A5
        for _ in range(2):
            self._lose(self.turn, self.received)
        self.trip.paired()  # CR-19
        self.received, self.step, self.by = 0, "paired", ""
        self.seen["pair"] += 1
        if not any(
            self.sizes.values()
        ):  # nobody announced in time and nobody has a card: all lose nothing (CR-A16)
            self.stopped = True
        elif not self.sizes[self.turn]:  # nothing to pass: the next one who has cards goes on
            self.by, self.step = self.turn, "free"
            while not self.sizes[self.turn]:
                self.turn = self._left(self.turn)

    def _left(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _pass(self, played: Played) -> None:
        seat, [card] = str(played.move.seat), numbers(played.move.data["card"])
        assert seat == self.turn, self.name
        assert not self.trip.complete, self.name  # CR-17
        self.trip.passed(card, card == self.received and played.move.data.get("which") != "other")
        self._lose(seat, card)
        self.turn, self.by = self._left(seat), seat  # CR-11, CR-12
        self._take(self.turn, card)
        self.received, self.step = card, "received"

    def _change(self, played: Played) -> None:
        assert self.trip.complete, self.name  # CR-17
        assert self.deck > 0, self.name  # CR-18
        self._lose(self.turn, self.received)
        [self.received] = numbers(played.move.data["card"])
        self._take(self.turn, self.received)
        self.deck -= 1
        self.trip.changed()
        self.step = "received" if self.options["changePair"] == "yes" else "changed"  # CR-A4
        self.by = ""
        self.seen["change"] += 1

    def _stop(self, played: Played) -> None:
        assert not self.full or (self.trip.complete and not self.deck), self.name  # CR-18
        self.stopped = True
        self.seen["stop"] += self.full

    def _won(self, played: Played) -> None:
        self.claims.append((str(played.move.data["who"]), False))

    def _out(self, played: Played) -> None:
        self._claim(str(played.move.seat), played)

    def _also(self, played: Played) -> None:
        who = str(played.move.data["who"])
        self._claim(who, played) if self.full else self.claims.append((who, False))

    def _claim(self, seat: str, played: Played) -> None:
        hand = (
            numbers(played.move.data["hand"]) if "hand" in played.move.data else self._whole(seat)
        )
        assert hand is not None, self.name
        assert trip.may_go_out(hand, self.options), (self.name, hand)  # CR-13
        assert len(hand) == self.sizes[seat], self.name
        self.shown[seat] = hand
        self.claims.append((seat, seat == self.by))
        self.seen["out"] += 1

    def _hand(self, played: Played) -> None:
        self.shown[str(played.move.data["who"])] = numbers(played.move.data["hand"])

    def _highs(self, played: Played) -> None:
        for seat in self.seats:
            if f"high_{seat}" in played.move.data:
                self.highs[seat] = int(str(played.move.data[f"high_{seat}"]))

    def _whole(self, seat: str) -> list[int] | None:
        """A hand all of whose cards everybody has seen."""
        cards = list(self.seen_cards[seat].elements())
        return cards if self.full and len(cards) == self.sizes[seat] else None

    def _out_now(self) -> set[str]:
        """CR-A1: of two at one moment the one the house prefers, or both."""
        wanted = self.own["simultaneous"]
        if len(self.claims) > 1 and wanted != "both":
            return {seat for seat, is_passer in self.claims if is_passer == (wanted == "passer")}
        return {seat for seat, _ in self.claims}

    def _score(self, state: Any) -> None:
        out, highest = self._out_now(), {}
        for seat in self.seats:
            hand = self.shown.get(seat, self._whole(seat))
            highest[seat] = self.highs[seat] if seat in self.highs else trip.loss(hand or [])
            assert seat in out or seat in self.highs or hand is not None, self.name
        self.scores.append(trip.score(highest, out))
        assert points_of(self.history, len(self.scores)) == self.scores[-1], (
            self.name,
            len(self.scores),
            highest,
            out,
        )
        self._next_dealer(state, highest, out)
        self._deal()

    def _next_dealer(self, state: Any, highest: dict[str, int], out: set[str]) -> None:
        """CR-A7; several who might deal are told apart from the last dealer's left."""
        around = [
            self.seats[(self.seats.index(self.dealer) + n) % len(self.seats)]
            for n in range(1, len(self.seats) + 1)
        ]
        assert around[0] == trip.next_dealer(self.seats, self.dealer)
        if self.own["next_dealer"] == "winner" and out:
            around = [seat for seat in around if seat in out]
        elif self.own["next_dealer"] == "loser":
            lost = {seat: highest[seat] for seat in around if seat not in out}
            around = [seat for seat in lost if lost[seat] == max(lost.values())]
        self.dealer = around[0]
        dealing = [
            line.seat for line in self.history.game.lines(state) if line.code == "deals_next"
        ]
        assert len(dealing) in (len(self.scores), len(self.scores) - 1), self.name
        assert len(dealing) < len(self.scores) or dealing[-1] == self.dealer, self.name

    def _compare(self, state: Any) -> None:
        asked = awaited(self.history, state)
        kinds = [prompt.kind for prompt in asked]
        assert asked[0].seat == self.turn, (self.name, asked[0].kind)
        if self.trip.complete:
            assert kinds[0] == ("change" if self.deck else "stop"), (self.name, kinds, self.trip)
            assert ("pair" in kinds) <= (self.options["changeOrder"] == "afterPairChoice"), (
                self.name
            )
        else:
            wanted = "draw" if self.step == "draw" else "pass"
            assert kinds[0] == wanted, (self.name, kinds, self.trip)
            assert not {"change", "stop"} & set(kinds), (self.name, kinds, self.trip)
            assert ("pair" in kinds) <= (self.step == "received"), self.name
        scene = self.history.game.scene(state)
        assert scene.dealer == self.dealer, self.name
        board = scene.board
        sizes = {
            row.seat: (row.backs or 0) + sum(bool(spot.card) for spot in row.spots)
            for row in board
            if row.seat
        }
        assert sizes == self.sizes, self.name
        assert [row.backs for row in board if not row.seat and row.backs is not None] == [
            self.deck
        ], self.name  # CR-4

    def _compare_match(self) -> None:
        """CR-22, CR-A9, CR-A12."""
        sums = {seat: sum(score[seat] for score in self.scores) for seat in self.seats}
        best = {seat for seat in self.seats if sums[seat] == max(sums.values())}
        agreed = int(str(self.own["rounds"])) or len(self.seats)
        over = len(self.scores) >= agreed and (self.own["final_tie"] == "shared" or len(best) == 1)
        result = self.history.game.result(self.history.state)
        assert (result is not None) == over, self.name
        assert totals(self.history.lines, self.seats) == sums, self.name
        assert result is None or set(result.winners) == best, self.name


@in_tiers("games", FEW_GAMES, GAMES_EACH)
@pytest.mark.parametrize("depth", ["full", "quick"])
def test_random_games_agree(depth: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for name, history in random_tables(GAME, depth, games // 2):
        Follow(name, history, seen).play()
    if depth == "full" and games == GAMES_EACH:
        assert min(seen[what] for what in ("pair", "change", "stop", "out")) > 3, seen


def test_golden_records_agree() -> None:
    for name, history in golden_tables(GAME):
        Follow(name, history, Counter()).play()


@pytest.mark.parametrize("min_out", ["1", "2"])
def test_the_same_hands_win(min_out: str) -> None:
    """Random hands of every size, many of them near a run or of one number, shown after a round was
    won in quick entry.
    """
    game, rng, seats = GAMES[GAME], random.Random(2), ("a", "b", "c")
    options = complete_options(game.info, seats, {"min_out": min_out})
    state = game.advance(game.setup(seats, options), Move("won", None, {"who": "b"}))
    judged: Counter[bool] = Counter()
    for _ in range(3000):
        low, size = rng.randint(3, 10), rng.randint(0, 8)
        hand = (
            [low] * min(size, low)
            if rng.random() < 0.3
            else [(low + n - 1) % 10 + 1 for n in range(size)]
        )
        if hand and rng.random() < 0.3:
            hand[rng.randrange(len(hand))] = rng.randint(1, 10)
        if any(hand.count(card) > card for card in hand):
            continue
        rng.shuffle(hand)
        found = {
            ruling.code
            for ruling in check(
                game, state, "hand", None, {"who": "b", "hand": list(map(str, hand))}
            ).rulings
        }
        assert found <= NOT_WINNING, found
        judged[not found] += 1
        assert (not found) == trip.may_go_out(hand, options_of(options)), (hand, found)
    assert min(judged[True], judged[False]) > 300, judged
