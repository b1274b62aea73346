"""The rulebooks and the code: what the code cites exists, and what the rulebook promises is kept."""

from __future__ import annotations

import re

import pytest

from referee import rulebook
from referee.games import GAMES
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
    paths = sorted(path for pattern in ("games/**/*.py", "games/**/*.po", "words/**/*.po") for path in (ROOT / "referee").glob(pattern))
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
    book = rulebook.load(game.info.id)
    known = {entry.id for entry in (*book.clauses, *book.ambiguities)}
    assert golden.clauses(game.info.id) - known == set()


def test_every_clause_the_referee_enforces_or_works_out_is_cited_in_a_golden_record(game: AnyGame) -> None:
    book = rulebook.load(game.info.id)
    promised = [clause.id for clause in book.clauses if clause.kind in ("engine", "computed")]
    assert promised
    assert [clause for clause in promised if clause not in golden.clauses(game.info.id)] == []


def test_options_are_the_rulebooks(game: AnyGame) -> None:
    book = rulebook.load(game.info.id)
    promised = {option for entry in (*book.ambiguities, *book.settings) for option in entry.options}
    assert {option.field.name for option in game.info.options} == promised


def test_choices_and_defaults_are_the_rulebooks(game: AnyGame) -> None:
    book = rulebook.load(game.info.id)
    for option in game.info.options:
        field, choices = option.field, book.choices(option.field.name)
        if isinstance(field, Choice) and not isinstance(field, Seat):
            assert tuple(choice.value for choice in choices) == field.values, field.name
            assert [choice.value for choice in choices if choice.default] == [field.default], field.name
        else:
            assert choices == (), field.name


def test_an_option_names_the_clause_that_decides_it(game: AnyGame) -> None:
    book = rulebook.load(game.info.id)
    for option in game.info.options:
        entry = book.about(option.field.name)
        expected = entry.id if isinstance(entry, rulebook.Ambiguity) else entry.clause
        assert option.clause == expected, option.field.name


def test_editions_are_the_rulebooks(game: AnyGame) -> None:
    book = rulebook.load(game.info.id)
    defaults = {option.field.name: option.field.default for option in game.info.options}
    promised = {edition.id: defaults | edition.options for edition in book.editions}
    assert promised == {name: defaults | chosen for name, chosen in game.info.editions.items()}


def test_clause_prefix_and_slots_are_the_rulebooks(game: AnyGame) -> None:
    book = rulebook.load(game.info.id)
    assert game.info.prefix == book.prefix
    assert [slot.name for slot in game.info.slots if not book.entry(slot.clause)] == []


def test_every_game_has_words_in_both_languages(game: AnyGame) -> None:
    files = [catalogue_file(lang, game.info.id) for lang in LANGUAGES]
    assert [file.name for file in files if not file.exists()] == []
    assert all(catalogue(lang, game.info.id) for lang in LANGUAGES)
