"""A table of Indian Chief to play on in tests: moves in one short line each."""

from __future__ import annotations

import random
from typing import Any

from referee.games.indian_chief.game import GAME, State
from referee.kernel.contract import Illegal, Line, complete_options
from referee.kernel.game import play

KINDS = {1: "thief", 2: "beggar", 3: "poor", 4: "lawyer", 5: "rich", 6: "doctor", 7: "chief"}
SEATS = ("ann", "bo", "cy", "dee", "eve", "flo", "gus", "hal")


class Table:
    """One table; every method plays on and returns the table, so that moves can be chained."""

    def __init__(self, seats: int = 2, edition: str = "page", **options: str) -> None:
        self.seats = SEATS[:seats]
        self.options = complete_options(GAME.info, self.seats, options, edition)
        self.state: State = GAME.setup(self.seats, self.options)

    def move(
        self, kind: str, seat: str | None, accept: tuple[str, ...] = (), **raw: object
    ) -> Table:
        self.state = play(GAME, self.state, kind, seat, raw, accept)
        return self

    def meld(self, seat: str, cards: str, accept: tuple[str, ...] = (), **raw: object) -> Table:
        """A meld, named by its number of cards."""
        return self.move(KINDS[len(cards.split())], seat, accept, cards=cards, **raw)

    def show(self, **cards: str) -> Table:
        """A meld of each seat named."""
        for seat, text in cards.items():
            self.meld(seat, text)
        return self

    def steal(self, seat: str, card: str, accept: tuple[str, ...] = ()) -> Table:
        return self.move("steal", seat, accept, card=card)

    def decline_all(self) -> Table:
        """Nobody steals who may."""
        while self.state.phase == "thefts":
            self.move(
                "decline", next(p.seat for p in GAME.prompts(self.state) if p.kind == "decline")
            )
        return self

    def refusals(
        self, kind: str, seat: str | None, accept: tuple[str, ...] = (), **raw: object
    ) -> list[str]:
        """The clauses (or codes) of all objections to a move; empty if it stands."""
        try:
            play(GAME, self.state, kind, seat, raw, accept)
        except Illegal as illegal:
            return [ruling.clause or ruling.code for ruling in illegal.rulings]
        return []

    def lines(self, **wanted: Any) -> list[Line]:
        """The lines with these attributes."""
        return [
            line
            for line in GAME.lines(self.state)
            if all(getattr(line, key) == value for key, value in wanted.items())
        ]

    def points(self, seat: str) -> int:
        return sum(line.points for line in self.lines(seat=seat))

    def open(self, aside: bool = False) -> set[tuple[str, str | None]]:
        """The prompts that are waited for (or those that are not)."""
        return {
            (prompt.kind, prompt.seat)
            for prompt in GAME.prompts(self.state)
            if prompt.aside == aside
        }


def alone(kind: str, points: int) -> dict[str, object]:
    """The points of a meld as they are told without its cards."""
    return {"lost": -points} if kind == "rich" else {"score": str(points)}


def deal_round(table: Table, sizes: dict[str, int], rng: random.Random) -> Table:
    """A round of random cards: each seat melds as many as told, from its own part of the pack;
    nobody steals.
    """
    pool = [card for card, copies in table.state.deck.counts.items() for _ in range(copies)]
    rng.shuffle(pool)
    for seat, size in sizes.items():
        table.meld(seat, " ".join(pool.pop() for _ in range(size)))
    return table.decline_all()


def whole_game(seats: int, rng: random.Random, **options: str) -> Table:
    """A game of random cards in which seat n makes its melds in order, beginning with the nth."""
    table = Table(seats, **options)
    for number in range(7):
        deal_round(
            table, {seat: (place + number) % 7 + 1 for place, seat in enumerate(table.seats)}, rng
        )
    return table


def before_round_seven(**options: str) -> Table:
    """Two seats with six rounds behind them: Ann still has the Thief to make, Bo the Chief."""
    table, rng = Table(2, **options), random.Random(7)
    for number in range(1, 7):
        deal_round(table, {"ann": number + 1, "bo": number}, rng)
    return table
