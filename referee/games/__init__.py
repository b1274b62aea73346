"""The games the referee knows, and what can be asked about each at the dispute desk: a folder for each game, by its id."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from referee.kernel.game import AnyGame
from referee.kernel.question import Question

FOLDERS = (
    "indian_chief",
    "blind_date",
    "three_draw",
    "long_seat",
    "pyramid",
    "not_a_pair",
    "the_pairs",
    "the_things",
    "dream_team",
    "captains_orders",
    "cracker",
    "pairs",
)
"""Every game, in the order in which people are shown them."""

_LOADED: tuple[AnyGame, ...] = tuple(import_module(f"{__name__}.{folder}.game").GAME for folder in FOLDERS)
GAMES: Mapping[str, AnyGame] = {game.info.id: game for game in _LOADED}
QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    game: import_module(f"{__name__}.{folder}.disputes").QUESTIONS for game, folder in zip(GAMES, FOLDERS, strict=True)
}


def find_question(game: str, question: str) -> Question | None:
    """The question of a game by its id."""
    return next((known for known in QUESTIONS.get(game, ()) if known.id == question), None)
