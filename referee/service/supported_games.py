"""The games that tables can have: those of the house, samples, and those of sheets kept here."""

from collections.abc import Mapping
from typing import Any

from referee.games import GAMES
from referee.kernel.game import AnyGame
from referee.own.part import BadSheet
from referee.own.sheet import ID
from referee.samples import sample_games
from referee.sheets import game_of_sheet
from referee.store import Store

MOST_KNOWN = 256


class UnsupportedGame(LookupError):
    """A game that does not exist here: it was removed, or its sheet is not known."""


class KnownGames:
    """Finds games by their ids. A sheet never changes, so what was found once stays right."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, AnyGame] = {}

    def find(self, game_id: str) -> AnyGame:
        """Return a game; raises UnsupportedGame."""
        found = GAMES.get(game_id) or self._known.get(game_id) or self._made(game_id)
        if found is None:
            raise UnsupportedGame(game_id)
        return found

    def has(self, game_id: str) -> bool:
        """Whether a game exists here."""
        try:
            return self.find(game_id) is not None
        except UnsupportedGame:
            return False

    def keep(self, told: Mapping[str, Any]) -> AnyGame:
        """Store a sheet, so that its game can be played; raises BadSheet."""
        game = game_of_sheet(told)
        if not self.has(game.info.id):
            self._store.keep_sheet(game.info.id, told)
        return game

    def _made(self, game_id: str) -> AnyGame | None:
        """The game of a sheet: of a sample, or of one that is kept."""
        if not game_id.startswith(ID):
            return None
        if sample := sample_games().get(game_id):
            return sample
        told = self._store.sheet(game_id)
        if told is None:
            return None
        try:
            game = game_of_sheet(told)
        except BadSheet:
            return None
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[game_id] = game
        return game
