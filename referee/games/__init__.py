"""The registry of games and their rules questions; each game is a folder, by its id."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from referee.kernel.contract import complete_options
from referee.kernel.game import AnyGame
from referee.kernel.question import Question, check_names, seats_of
from referee.kernel.situations import every_question
from referee.rulebook import MalformedRulebook
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
"""Every game, in display order."""


def load(folder: str) -> tuple[AnyGame, tuple[Question, ...]]:
    """Import a game and its questions; lets import errors through.

    Raises MalformedRulebook if the rulebook is unreadable or does not match the game, ValueError if
    a fact name is unusable in an address.
    """
    game: AnyGame = import_module(f"{__name__}.{folder}.game").GAME
    _goes_with_its_rulebook(game, folder.replace("_", "-"))
    questions = (*import_module(f"{__name__}.{folder}.questions").QUESTIONS, *every_question(game))
    options = complete_options(game.info, seats_of(game), {})
    for question in questions:
        check_names(question, options)
    return game, questions


def _goes_with_its_rulebook(game: AnyGame, called: str) -> None:
    """Check that the game's id is its folder's and that its rulebook names every option."""
    if game.info.id != called:
        raise MalformedRulebook(
            f"{called}: game.py: id '{game.info.id}' of INFO is not that of its folder, '{called}'"
        )
    placed = {name for entry in rulebook(called).points for name in entry.options}
    for name in (option.field.name for option in game.info.options):
        if name not in placed:
            where = (
                "name it in `options` of the [[ambiguity]] that it settles, or write a [[setting]]"
                f" with id = '{name}'"
            )
            raise MalformedRulebook(
                f"{called}: rulebook.toml: the option '{name}' of game.py has no place here;"
                f" {where}"
            )


BROKEN: dict[str, Exception] = {}
"""The error of each game folder that failed to load."""


def _loaded() -> Iterator[tuple[AnyGame, tuple[Question, ...]]]:
    for folder in FOLDERS:
        try:
            yield load(folder)
        except Exception as error:
            BROKEN[folder] = error


_LOADED = tuple(_loaded())
GAMES: Mapping[str, AnyGame] = {game.info.id: game for game, _questions in _LOADED}
QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    game.info.id: questions for game, questions in _LOADED
}


def find_question(game: str, question: str) -> Question | None:
    """A game's question by id, or None."""
    return next((known for known in QUESTIONS.get(game, ()) if known.id == question), None)
