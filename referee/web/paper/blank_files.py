"""Blank sheets that a site without a server holds as files, set when it is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.games import GAMES

from . import typst

SIZES = ("a4", "a5", "letter")
"""The papers with a file; whoever wants another one needs a server."""
FOLDER = "sheets"
"""Where they lie in the site."""


class BlankFile(NamedTuple):
    """A sheet for so many players, on a paper; what has no room there is laid across."""

    game: str
    players: int
    size: str

    def name(self, lang: str) -> str:
        """Its file in the site."""
        return f"{FOLDER}/{lang}/{self.game}-{self.players}-{self.size}.pdf"

    def drawn(self, lang: str) -> bytes:
        """Its PDF; the same bytes each time."""
        paper = typst.fitting(self.game, self.size, self.players)
        return typst.render(self.game, lang=lang, paper=paper, players=self.players)


def blank_files(size: str) -> Iterator[BlankFile]:
    """Every sheet on a paper, game by game."""
    for game, known in GAMES.items():
        least, most = known.info.seats
        yield from (BlankFile(game, players, size) for players in range(least, most + 1))
