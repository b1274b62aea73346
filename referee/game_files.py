"""Paths of a game's files, all in the folder of its id under ``referee/games``."""

from pathlib import Path

GAMES = Path(__file__).parent / "games"


def game_file(game: str, name: str) -> Path:
    """The path of a game's file, existing or not."""
    return GAMES / game.replace("-", "_") / name


def games_with(name: str) -> tuple[str, ...]:
    """The ids of the games whose folder has a file with this name, in alphabetical order."""
    return tuple(sorted(path.parent.name.replace("_", "-") for path in GAMES.glob(f"*/{name}")))
