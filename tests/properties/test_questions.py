"""The questions people ask at a table: every game has enough, in both languages, and each names
clauses that exist.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.game_files import games_with
from referee.rulebook import LANGUAGES, Rulebook, games, load
from tests.support.golden import GAMES_FOLDER, folder_of

KEYS = {"lang", "text", "clauses"}
FEWEST_A_GAME, MOST_ANSWERS, MOST_ALIKE = 16, 4, 4
# Of each game in each language.
BLURTED = 5


@dataclass(frozen=True)
class Question:
    """One question and the ids that answer it."""

    game: str
    lang: str
    text: str
    clauses: tuple[str, ...]


def questions_of(game: str) -> list[Question]:
    """The questions of one game that the search is tuned on."""
    return _read(game, folder_of(game) / "search_cases.toml")


def all_questions() -> list[Question]:
    return [question for game in games() for question in questions_of(game)]


def spoken_questions_of(game: str) -> list[Question]:
    """The questions of one game in words far from the rulebook's, if it has some; no phrase is
    written for one of them.
    """
    path = folder_of(game) / "spoken.toml"
    return _read(game, path) if path.exists() else []


def spoken_questions() -> list[Question]:
    return [question for game in games() for question in spoken_questions_of(game)]


def blurted_questions_of(game: str) -> list[Question]:
    """The questions of one game that are only ever counted, if it has some: ``search_holdout.toml``
    holds what nobody tunes on.
    """
    path = folder_of(game) / "search_holdout.toml"
    return _read(game, path) if path.exists() else []


def _read(game: str, path: Path) -> list[Question]:
    """The questions of a file; every entry has exactly the known keys."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["question"]
    assert [entry for entry in entries if set(entry) != KEYS] == []
    return [
        Question(game, entry["lang"], entry["text"], tuple(entry["clauses"])) for entry in entries
    ]


def blurted_questions() -> list[Question]:
    return [question for game in games() for question in blurted_questions_of(game)]


def plain(text: str) -> str:
    """A text without case, width, spaces and the marks a quotation might lose."""
    return "".join(
        sign for sign in unicodedata.normalize("NFKC", text).casefold() if sign.isalnum()
    )


def said(book: Rulebook, lang: str) -> dict[str, list[str]]:
    """Every text of every clause and ambiguity, ready to compare."""
    texts = {
        clause.id: [clause.text[lang], *([clause.example[lang]] if clause.example else [])]
        for clause in book.clauses
    }
    texts |= {
        point.id: [point.title[lang], point.text[lang], point.why[lang]]
        for point in book.ambiguities
    }
    return {entry: [plain(text) for text in found] for entry, found in texts.items()}


@pytest.fixture(params=games())
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_only_games_with_a_rulebook_are_asked_about() -> None:
    cases, holdout = (
        [path.parent.name.replace("_", "-") for path in GAMES_FOLDER.glob(f"*/{name}.toml")]
        for name in ("search_cases", "search_holdout")
    )
    assert tuple(sorted(cases)) == games_with("rulebook.toml")
    assert set(holdout) <= set(cases)


def test_every_answer_exists_in_the_rulebook(game: str) -> None:
    """A question of search_cases.toml or spoken.toml is answered by entries that the rulebook
    has.
    """
    book = load(game)
    known = {entry.id for entry in (*book.clauses, *book.ambiguities)}
    asked = (*questions_of(game), *spoken_questions_of(game))
    assert {entry for question in asked for entry in question.clauses} - known == set()


def test_every_question_names_one_to_four_answers_once(game: str) -> None:
    """A question of search_cases.toml names one to four entries, none twice."""
    asked = questions_of(game)
    assert [question for question in asked if not 1 <= len(question.clauses) <= MOST_ANSWERS] == []
    assert [
        question for question in asked if len(set(question.clauses)) < len(question.clauses)
    ] == []


def test_no_clause_is_the_first_answer_more_than_four_times_in_a_language(game: str) -> None:
    """Questions are about many entries: none is the first answer more than four times in one
    language.
    """
    first = Counter((question.lang, question.clauses[0]) for question in questions_of(game))
    assert [answer for answer, times in first.items() if times > MOST_ALIKE] == []


def test_there_are_enough_questions(game: str) -> None:
    """Sixteen, or for a small rulebook one in each language for each of its entries."""
    book = load(game)
    assert len(questions_of(game)) >= min(
        FEWEST_A_GAME, len(LANGUAGES) * len((*book.clauses, *book.ambiguities))
    )


def test_half_of_the_questions_are_in_each_language() -> None:
    spoken = Counter(question.lang for question in all_questions())
    assert set(spoken) == set(LANGUAGES)
    assert abs(spoken["en"] - spoken["ja"]) <= spoken.total() / 10


def test_blurted_questions_name_entries_that_exist_and_are_spread_over_languages(game: str) -> None:
    """search_holdout.toml, where there is one, has five questions in each language about entries
    that exist.
    """
    book = load(game)
    known = {entry.id for entry in (*book.clauses, *book.ambiguities)}
    blurted = blurted_questions_of(game)
    assert {entry for question in blurted for entry in question.clauses} <= known
    assert Counter(question.lang for question in blurted) == (
        dict.fromkeys(LANGUAGES, BLURTED) if blurted else {}
    )


def test_no_question_is_asked_twice() -> None:
    asked = Counter(
        (question.game, plain(question.text))
        for question in (*all_questions(), *blurted_questions(), *spoken_questions())
    )
    assert [question for question, times in asked.items() if times > 1] == []


def test_no_question_is_quoted_from_the_rulebook(game: str) -> None:
    """Questions are in the words of players, not in those of the rulebook."""
    texts = {lang: said(load(game), lang) for lang in LANGUAGES}
    quoted = [
        (question.text, entry)
        for question in questions_of(game)
        for entry, found in texts[question.lang].items()
        if any(plain(question.text) in text for text in found)
    ]
    assert quoted == []
