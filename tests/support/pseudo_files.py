"""A whole language nobody speaks, as files: what a translator would add, made by a script."""

from __future__ import annotations

import shutil
from pathlib import Path

from babel.messages.pofile import write_po

from referee import game_files, words
from tests.support.pseudo import pseudo_catalogue, pseudo_toml


def copy_files(folder: Path, lang: str) -> None:
    """Copy the files of all games and catalogues, with the rules in ``lang`` beside the English."""
    left = shutil.ignore_patterns("*.py", "__pycache__", "records")
    for source, target in ((game_files.GAMES, "games"), (words.CATALOGUES, "words")):
        shutil.copytree(source, folder / target, ignore=left)
    for path in folder.rglob("rules.en.toml"):
        said = pseudo_toml(path.read_text(encoding="utf-8"))
        path.with_name(f"rules.{lang}.toml").write_text(said, encoding="utf-8")


def write_catalogue(lang: str, domain: str) -> None:
    """Write one catalogue in ``lang`` where the app looks for it."""
    file = words.catalogue_file(lang, domain)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as made:
        write_po(made, pseudo_catalogue(domain))


def all_domains() -> tuple[str, ...]:
    """Every catalogue: the shared ones and one of each game."""
    return (*words.SHARED, *game_files.games_with("rulebook.toml"))
