"""Tables at which a game drawn from a seed was played, made over HTTP."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from referee.games import GAMES
from referee.kernel.contract import complete_options
from tests.browser.phone import Phone
from tests.browser.taps import record
from tests.support.options import depths
from tools.sample import sample_game


@dataclass(frozen=True)
class Sampled:
    """A table at which a game drawn from a seed was played: as many of its entries as are wanted,
    or all of them.
    """

    game: str
    players: int
    seed: int
    moves: int | None = None
    depth: str = ""

    @property
    def options(self) -> dict[str, str]:
        """The table's options that are not the usual ones."""
        return {"depth": self.depth} if self.depth and self.depth in depths(self.game) else {}

    def whole(self) -> list[Any]:
        """The game to its end."""
        game, seats = GAMES[self.game], tuple(f"s{at}" for at in range(1, self.players + 1))
        start = game.setup(seats, complete_options(game.info, seats, self.options))
        return list(sample_game(game, start, random.Random(self.seed)))

    def make(self, host: Phone) -> None:
        """Play it over HTTP."""
        host.start(self.game, self.players, show=False, **self.options)
        for one in self.whole()[: self.moves]:
            record(host, one)
