"""Which games have an option, and the ways of entering a game."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games import GAMES
from referee.kernel.game import AnyGame


def with_option(name: str, games: Mapping[str, AnyGame] = GAMES) -> list[str]:
    """The games that have an option of this name."""
    return [
        game_id
        for game_id, game in games.items()
        if any(option.field.name == name for option in game.info.options)
    ]


def depths(game: str) -> tuple[str, ...]:
    """The ways of entering a game, the usual one first, if it has more than one."""
    found = [option.field for option in GAMES[game].info.options if option.field.name == "depth"]
    return getattr(found[0], "values", ("",)) if found else ("",)
