"""The games the referee knows, and what can be asked about each at the dispute desk: a folder for each game, by its id."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from referee.kernel.game import AnyGame
from referee.kernel.moments import every_question
from referee.kernel.question import Question
from referee.rulebook import load as rulebook

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


def load(folder: str) -> tuple[AnyGame, tuple[Question, ...]]:
    """A game and its questions; raises whatever its modules raise, and MalformedRulebook or KeyError if its rulebook cannot be read."""
    game: AnyGame = import_module(f"{__name__}.{folder}.game").GAME
    rulebook(game.info.id)
    return game, (*import_module(f"{__name__}.{folder}.disputes").QUESTIONS, *every_question(game))


BROKEN: dict[str, Exception] = {}
"""The folders of games that cannot be loaded and are left out, and why."""


def _loaded() -> Iterator[tuple[AnyGame, tuple[Question, ...]]]:
    """Every game that can be loaded."""
    for folder in FOLDERS:
        try:
            yield load(folder)
        except Exception as error:
            BROKEN[folder] = error


_LOADED = tuple(_loaded())
GAMES: Mapping[str, AnyGame] = {game.info.id: game for game, _questions in _LOADED}
QUESTIONS: Mapping[str, tuple[Question, ...]] = {game.info.id: questions for game, questions in _LOADED}


def find_question(game: str, question: str) -> Question | None:
    """The question of a game by its id."""
    return next((known for known in QUESTIONS.get(game, ()) if known.id == question), None)
