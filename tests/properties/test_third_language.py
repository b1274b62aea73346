"""A language made of files alone: whatever there is in English can be in another one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import game_files, rulebook, words
from referee.game_files import games_with
from tests.properties.test_rulebooks import texts
from tests.support.pseudo import is_sign, pseudo
from tests.support.pseudo_files import all_domains, copy_files, write_catalogue

LANG = "eo"
DOMAINS = sorted(all_domains())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the games and the catalogues, and beside each English one of the rules
    another.
    """
    made = tmp_path_factory.mktemp("language")
    copy_files(made, LANG)
    return made


@pytest.fixture
def spoken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Rulebooks and catalogues are read from that folder, the language among others."""
    monkeypatch.setattr(game_files, "GAMES", folder / "games")
    monkeypatch.setattr(words, "CATALOGUES", folder / "words")
    monkeypatch.setattr(rulebook, "LANGUAGES", (*rulebook.LANGUAGES, LANG))
    _forget()
    yield folder
    _forget()


def _forget() -> None:
    rulebook.load.cache_clear()
    rulebook.games.cache_clear()
    words.catalogue.cache_clear()


@pytest.mark.parametrize("game", games_with("rulebook.toml"))
def test_a_rulebook_has_every_text_of_a_new_language(game: str, spoken: Path) -> None:
    """With rules.<language>.toml beside the others a rulebook is read in that language, whole."""
    book = rulebook.load(game)
    said = list(texts(book))
    assert len(said) > len(book.clauses)
    assert [place for place, text in said if text[LANG] != pseudo(text["en"])] == []
    assert [place for place, text in said if text["ja"] == text["en"]] == []


@pytest.mark.parametrize("game", games_with("rulebook.toml"))
def test_a_rulebook_without_a_file_of_a_language_is_in_english(game: str, spoken: Path) -> None:
    """Without rules.<language>.toml every text is the English one."""
    file = game_files.game_file(game, f"rules.{LANG}.toml")
    kept = file.rename(file.with_suffix(".off"))
    try:
        book = rulebook.load(game)
    finally:
        kept.rename(file)
    assert [place for place, text in texts(book) if text[LANG] != text["en"]] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_catalogue_has_every_message_of_a_new_language(domain: str, spoken: Path) -> None:
    """A catalogue beside the others is read in that language, whole; without one it is in
    English.
    """
    english = words.catalogue("en", domain)
    assert words.catalogue(LANG, domain) == english
    write_catalogue(LANG, domain)
    words.catalogue.cache_clear()
    said = words.catalogue(LANG, domain)
    assert said.keys() == english.keys()
    assert [code for code in said if said[code] == english[code] and not is_sign(code)] == []
