"""A real deck of a table that tells the truth: cards drawn, cards discarded, and when the discards
are shuffled.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from referee.games import GAMES
from referee.kernel.cards import pairs
from referee.kernel.contract import complete_options
from referee.kernel.game import AnyGame, check
from tools.sample import sample_options

SEATS = ("d", "a", "c", "b", "f", "e")


class Exhausted(Exception):
    """No card is left anywhere."""


@dataclass
class Shoe:
    """A Pairs deck. An ``eager`` table shuffles the discards as soon as the deck is empty, another
    when it needs a card.
    """

    rng: random.Random
    eager: bool
    deck: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start_over()

    def start_over(self) -> None:
        """All cards shuffled together."""
        self.deck = [card for card, copies in pairs().counts.items() for _ in range(copies)]
        self.discards = []
        self.rng.shuffle(self.deck)

    def draw(self) -> str:
        """The top card."""
        if not self.deck:
            self._shuffle()
        if not self.deck:
            raise Exhausted
        card = self.deck.pop()
        self.discard([])
        return card

    def discard(self, cards: list[str]) -> None:
        """Cards thrown away."""
        self.discards += cards
        if self.eager and not self.deck:
            self._shuffle()

    def _shuffle(self) -> None:
        self.deck, self.discards = self.discards, []
        self.rng.shuffle(self.deck)


class Scribe:
    """Enters what happens at a table; nothing true may be refused."""

    def __init__(
        self, game: AnyGame, seats: tuple[str, ...], options: dict[str, Any], rng: random.Random
    ) -> None:
        self.game, self.seats, self.rng = game, seats, rng
        self.options = complete_options(game.info, seats, options)
        self.state: Any = game.setup(seats, self.options)
        self.switched, self.restless = 0, rng.choice((0.0, 0.0, 0.1, 0.4))

    def tell(self, kind: str, seat: str | None, **raw: Any) -> None:
        """One entry; every objection fails the test."""
        checked = check(self.game, self.state, kind, seat, raw)
        assert checked.move is not None, (kind, seat, raw, checked.rulings, dict(self.options))
        assert not checked.objections, (kind, seat, raw, checked.objections, dict(self.options))
        self.state = self.game.advance(self.state, checked.move)

    @property
    def kinds(self) -> set[str]:
        """What may be told now."""
        return {prompt.kind for prompt in self.game.prompts(self.state)}

    def depth(self) -> str:
        """How much is entered from here on: sometimes another way than so far, where it may
        change.
        """
        now = str(self.state.depth)
        asked = next(
            (prompt for prompt in self.game.prompts(self.state) if prompt.kind == "depth"), None
        )
        if asked is None or self.rng.random() >= self.restless:
            return now
        chosen = self.rng.choice([value for value in asked.fields[0].values if value != now])  # type: ignore[attr-defined]
        self.switched += 1
        self.tell("depth", None, depth=chosen)
        return chosen


def scribe(game_id: str, seed: int, **fixed: Any) -> Scribe:
    """A table of a seed, clockwise, with random house rules."""
    game, rng = GAMES[game_id], random.Random(f"{game_id} {seed}")
    least, most = game.info.seats
    seats = SEATS[: rng.randint(least, most)]
    options = {
        **sample_options(game.info, seats, rng),
        "direction": "clockwise",
        "start": seats[0],
        **fixed,
    }
    return Scribe(game, seats, options, rng)
