"""A whole language nobody speaks, as files: what a translator would add, made by a script."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from referee import game_files, words
from tests.support.pseudo import pseudo, pseudo_catalogue, pseudo_toml

INTERFACE = "referee"
"""The catalogue of the screens, which has no English file: its keys are the English texts."""


def write_language(folder: Path, lang: str, domains: tuple[str, ...]) -> None:
    """Copy the files of all games and catalogues, with those of ``lang`` beside the English ones.

    ``domains`` are the catalogues that are put into the language; without them only the rules are.
    """
    left = shutil.ignore_patterns("*.py", "__pycache__", "records")
    for source, target in ((game_files.GAMES, "games"), (words.CATALOGUES, "words")):
        shutil.copytree(source, folder / target, ignore=left)
    for path in folder.rglob("rules.en.toml"):
        said = pseudo_toml(path.read_text(encoding="utf-8"))
        path.with_name(f"rules.{lang}.toml").write_text(said, encoding="utf-8")
    made = {domain: pseudo_catalogue(domain) for domain in domains if domain != INTERFACE}
    if INTERFACE in domains:
        made[INTERFACE] = _interface()
    for domain, catalogue in made.items():
        file = _file(folder, lang, domain)
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as open_file:
            write_po(open_file, catalogue)


def all_domains() -> tuple[str, ...]:
    """Every catalogue: the shared ones and one of each game."""
    return (*words.SHARED, *game_files.games_with("rulebook.toml"))


def _file(folder: Path, lang: str, domain: str) -> Path:
    if domain in words.SHARED:
        return folder / "words" / lang / "LC_MESSAGES" / f"{domain}.po"
    return folder / "games" / domain.replace("-", "_") / f"words.{lang}.po"


def _interface() -> Catalog:
    with words.catalogue_file("ja", INTERFACE).open("rb") as file:
        known = read_po(file)
    made = Catalog(locale="en", domain=INTERFACE)
    for english in _texts(known):
        made.add(english, pseudo(english))
    return made


def _texts(catalogue: Catalog) -> Iterator[str]:
    yield from (str(message.id) for message in catalogue if message.id)
