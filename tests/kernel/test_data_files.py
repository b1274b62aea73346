"""TOML files and word catalogues, as they are and parsed ahead for a site."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from referee.browser.build import application, sources
from referee.data_files import parsed_ahead, read_toml, read_words
from referee.files import PACKAGE
from referee.game_files import game_file

TOML = [path for path in sources(PACKAGE) if path.suffix == ".toml"]
WORDS = [path for path in sources(PACKAGE) if path.suffix == ".po"]


@pytest.mark.parametrize("path", TOML, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_toml_file_is_the_same_parsed_ahead(path: Path) -> None:
    """A site holds each TOML file parsed, with the very values that Python reads from it."""
    ahead = parsed_ahead(path).decode()
    assert ahead.startswith("{")
    assert read_toml(ahead) == tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORDS, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_words_are_the_same_parsed_ahead(path: Path, tmp_path: Path) -> None:
    """A site holds each file of words parsed, with the very words that gettext finds in it."""
    ahead = tmp_path / path.name
    ahead.write_bytes(parsed_ahead(path))
    lang = next(lang for lang in ("en", "ja") if f".{lang}." in path.name or lang in path.parts)
    assert ahead.read_text(encoding="utf-8").startswith("{")
    assert read_words(ahead, lang) == read_words(path, lang) != {}


def test_a_site_has_them_parsed_and_anything_else_as_it_is() -> None:
    files = application()
    book = game_file("indian-chief", "rulebook.toml")
    assert files["referee/games/indian_chief/rulebook.toml"] == parsed_ahead(book)
    source = PACKAGE / "application.py"
    assert files["referee/application.py"] == source.read_bytes() == parsed_ahead(source)
