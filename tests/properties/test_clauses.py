"""The rulebooks and the code: what the code cites exists, and what the rulebook promises is
kept.
"""

from __future__ import annotations

import re

import pytest

from referee import rulebook
from referee.games import GAMES
from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.cards import french
from referee.kernel.contract import Scene
from referee.kernel.fields import Choice, Seat
from referee.kernel.game import AnyGame
from referee.words import LANGUAGES, catalogue, catalogue_file
from tests.support import golden
from tests.support.paths import ROOT

CLAUSE = re.compile(r"\b([A-Z]{2})-(A?\d+)(?:…(?:\1-)?(A?\d+))?")


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


def mentioned() -> dict[str, str]:
    """Every clause id in the code of games and words, with the file that mentions it."""
    paths = sorted(
        path
        for pattern in ("games/**/*.py", "games/**/*.po", "words/**/*.po")
        for path in (ROOT / "referee").glob(pattern)
    )
    found = {}
    for path in paths:
        for prefix, first, last in CLAUSE.findall(path.read_text(encoding="utf-8")):
            found.update({f"{prefix}-{number}": path.name for number in (first, last) if number})
    return found


def test_every_clause_in_the_code_exists() -> None:
    found = mentioned()
    books = [rulebook.load(name) for name in rulebook.games()]
    known = {entry.id for book in books for entry in (*book.clauses, *book.ambiguities)}
    assert len(found) > 20 * len(GAMES)
    assert {clause: file for clause, file in found.items() if clause not in known} == {}


def test_every_clause_that_is_said_exists(game: AnyGame) -> None:
    """Whatever the game says cites a clause of its rulebook; correct the clause in game.py, or add
    one at the end of its list.
    """
    book = rulebook.load(game.info.id)
    known = {entry.id for entry in (*book.clauses, *book.ambiguities)}
    assert golden.clauses(game.info.id) - known == set()


def test_all_that_a_table_says_counts_as_cited() -> None:
    """What an entry led to, the hint beside whoever acts and the notes of the board, as well as
    where we are and the banner.
    """
    said = [Message("x", {}, f"IC-{n}") for n in range(1, 7)]
    board = (BoardRow((Spot("7", note=said[4]),), note=said[5]),)
    scene = Scene(
        1, said[0], french(), banner=said[1], hint=said[2], effects=(said[3],), board=board
    )
    assert {one.clause for one in golden.of_scene(scene)} == {one.clause for one in said}


def test_options_are_the_rulebooks(game: AnyGame) -> None:
    """Options of `INFO` and of the rulebook are the same: each stands in `options` of an
    [[ambiguity]], or is the id of a [[setting]].
    """
    book = rulebook.load(game.info.id)
    promised = {option for entry in (*book.ambiguities, *book.settings) for option in entry.options}
    assert {option.field.name for option in game.info.options} == promised


def test_choices_and_defaults_are_the_rulebooks(game: AnyGame) -> None:
    """An option has the same values, in the same order and with the same default, in `INFO` and as
    [[…choice]] in the rulebook; seats, numbers, and yes and no have no choices there.
    """
    book = rulebook.load(game.info.id)
    for option in game.info.options:
        field, choices = option.field, book.choices(option.field.name)
        if isinstance(field, Choice) and not isinstance(field, Seat):
            assert tuple(choice.value for choice in choices) == field.values, field.name
            assert [choice.value for choice in choices if choice.default] == [field.default], (
                field.name
            )
        else:
            assert choices == (), field.name


def test_an_option_names_the_clause_that_decides_it(game: AnyGame) -> None:
    """The clause of an `Option` is the id of its [[ambiguity]], or the clause of its
    [[setting]].
    """
    book = rulebook.load(game.info.id)
    for option in game.info.options:
        entry = book.about(option.field.name)
        expected = entry.id if isinstance(entry, rulebook.Ambiguity) else entry.clause
        assert option.clause == expected, option.field.name


def test_editions_are_the_rulebooks(game: AnyGame) -> None:
    """`INFO.editions` and the [[edition]] tables of the rulebook have the same ids and options."""
    book = rulebook.load(game.info.id)
    defaults = {option.field.name: option.field.default for option in game.info.options}
    promised = {edition.id: defaults | edition.options for edition in book.editions}
    assert promised == {name: defaults | chosen for name, chosen in game.info.editions.items()}


def test_clause_prefix_and_slots_are_the_rulebooks(game: AnyGame) -> None:
    """Prefix, slots and kinds in `INFO` name clauses that the rulebook has."""
    book = rulebook.load(game.info.id)
    assert game.info.prefix == book.prefix
    assert [slot.name for slot in game.info.slots if not book.entry(slot.clause)] == []


def test_every_game_has_words_in_both_languages(game: AnyGame) -> None:
    """words.en.po and words.ja.po lie in the game’s folder."""
    files = [catalogue_file(lang, game.info.id) for lang in LANGUAGES]
    assert [file.name for file in files if not file.exists()] == []
    assert all(catalogue(lang, game.info.id) for lang in LANGUAGES)
