"""3-Draw: tables that tell the truth are never refused, whenever they shuffle, and however often
they change how much they enter.
"""

from __future__ import annotations

from collections import Counter

import pytest

from referee.kernel.contract import totals
from tests.oracles.shoe import Shoe, scribe
from tests.support.tiers import in_tiers


class DrawTable:
    """3-Draw with real cards."""

    def __init__(self, seed: int, eager: bool) -> None:
        rule = ("reshuffle", "most_points")[seed % 8 == 0]
        self.scribe = scribe("three-draw", seed, tie="discard", deck_out=rule)
        self.rules, self.seats = self.scribe.options, self.scribe.seats
        self.shoe = Shoe(self.scribe.rng, eager and rule == "reshuffle")
        self.burn()
        self.sums = dict.fromkeys(self.seats, 0)

    def burn(self) -> None:
        """TD-2, TD-A7."""
        for _ in range(5):
            card = self.shoe.deck.pop()
            self.shoe.discards.append(card)
            if "burn" in self.scribe.kinds:
                self.scribe.tell("burn", None, card=card)

    def play(self) -> None:
        """Rounds until the game is over; the points are those of the cards won."""
        start, number = self.seats[0], 0
        game = self.scribe.game
        while game.result(self.scribe.state) is None:
            number += 1
            start = str(self.scribe.state.start)
            self._round(start, self.scribe.depth())
            assert totals(game.lines(self.scribe.state), self.seats) == self.sums, (
                number,
                dict(self.rules),
            )

    def _round(self, start: str, depth: str) -> None:
        rows: dict[str, list[str]] = {}
        at = self.seats.index(start)
        order = [*self.seats[at:], *self.seats[:at]]
        for seat in order:
            rows[seat] = []
            while self._may_draw(rows, seat, start):
                if not self._any_left():
                    break
                if (rows[seat] or seat != start) and self.scribe.rng.random() < 0.4:
                    if depth == "full":
                        self.scribe.tell("stop" if rows[seat] else "pass", seat)
                    break
                rows[seat].append(self._draw(depth, seat))
        self._score(order, rows, depth)

    def _may_draw(self, rows: dict[str, list[str]], seat: str, start: str) -> bool:
        most = 3 if seat == start else len(rows[start])
        return len(set(rows[seat])) == len(rows[seat]) < most

    def _any_left(self) -> bool:
        return bool(
            self.shoe.deck or (self.rules["deck_out"] == "reshuffle" and self.shoe.discards)
        )

    def _draw(self, depth: str, seat: str) -> str:
        card = self.shoe.draw()
        if depth == "full":
            self.scribe.tell("draw", seat, card=card)
        return card

    def _score(self, order: list[str], rows: dict[str, list[str]], depth: str) -> None:
        """TD-10 to TD-14, TD-A1 as the house discards ties."""
        drawn = [card for cards in rows.values() for card in cards]
        zero = self.rules["zero_wins"] == "yes"
        sums = {
            seat: sum(map(int, rows[seat]))
            for seat in order
            if len(set(rows[seat])) == len(rows[seat]) and (rows[seat] or zero)
        }
        top = [seat for seat in order if sums.get(seat) == max(sums.values(), default=-1)]
        if depth == "quick":
            self.scribe.tell("round", None, winners=top, drawn=len(drawn))
        if len(top) == 1:
            self.sums[top[0]] += len(drawn)
        else:
            self.shoe.discard(drawn)


@in_tiers("matches", 40, 180)
@pytest.mark.parametrize("eager", [True, False], ids=["shuffled at once", "shuffled when needed"])
def test_three_draw(eager: bool, matches: int) -> None:
    """TD-A3: a table may shuffle as soon as the deck is empty or when it needs a card."""
    seen: Counter[str] = Counter()
    for seed in range(matches):
        match = DrawTable(seed, eager)
        match.play()
        seen["switched"] += match.scribe.switched
        seen["shuffled"] += any(
            line.code == "reshuffled" for line in match.scribe.game.lines(match.scribe.state)
        )
    assert min(seen["switched"], seen["shuffled"]) > matches // 15, seen
