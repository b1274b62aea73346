"""The games the referee knows, and what can be asked about each at the dispute desk: a folder for
each game, by its id.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from referee.kernel.contract import complete_options
from referee.kernel.game import AnyGame
from referee.kernel.moments import every_question
from referee.kernel.question import Question, check_names, seats_of
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
"""Every game, in the order in which people are shown them."""


def load(folder: str) -> tuple[AnyGame, tuple[Question, ...]]:
    """A game and its questions; raises whatever its modules raise.

    MalformedRulebook: its rulebook cannot be read, or does not go with the game. ValueError: no
    address could hold a fact.
    """
    game: AnyGame = import_module(f"{__name__}.{folder}.game").GAME
    _goes_with_its_rulebook(game, folder.replace("_", "-"))
    questions = (*import_module(f"{__name__}.{folder}.disputes").QUESTIONS, *every_question(game))
    options = complete_options(game.info, seats_of(game), {})
    for question in questions:
        check_names(question, options)
    return game, questions


def _goes_with_its_rulebook(game: AnyGame, called: str) -> None:
    """Its id is that of its folder, and every option has its place in the rulebook, where pages
    find its words.
    """
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
QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    game.info.id: questions for game, questions in _LOADED
}


def find_question(game: str, question: str) -> Question | None:
    """The question of a game by its id."""
    return next((known for known in QUESTIONS.get(game, ()) if known.id == question), None)
