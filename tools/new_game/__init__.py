"""Make a new game from templates: a tiny playable one that passes every test, to be changed."""

import datetime
import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from string import Template

from referee.words import SHARED

TEMPLATES = Path(__file__).parent
PROJECT = TEMPLATES.parents[1]
LIST = PROJECT / "referee/games/__init__.py"
FILES = (
    (
        "game.py",
        "questions.py",
        "rulebook.toml",
        "rules.en.toml",
        "rules.ja.toml",
        "phrases.en.toml",
        "phrases.ja.toml",
        "words.en.po",
        "words.ja.po",
        "records",
    ),
    ("rulings.toml", "search_cases.toml", "test_rules.py"),
)


class Refused(ValueError):
    """A game cannot be made: ``code`` is a message code, ``found`` its subject."""

    def __init__(self, code: str, found: str) -> None:
        super().__init__(f"{code}: {found}")
        self.code, self.found = code, found


def create(game: str, prefix: str | None, taken: set[str]) -> list[str]:
    """Write and list a game; returns its files. Raises Refused, also for a prefix in ``taken``."""
    prefix = prefix or prefix_of(game)
    folder = _folder(game)
    if not re.fullmatch("[A-Z]{2}", prefix):
        raise Refused("no_prefix", prefix)
    if prefix in taken:
        raise Refused("prefix_taken", prefix)
    today = datetime.date.today()
    words = {
        "id": game,
        "folder": folder,
        "prefix": prefix,
        "title": game.replace("-", " ").capitalize(),
    }
    words |= {"date": str(today), "version": f"{today.year}.1"}
    written = [_write(source, target, words) for source, target in _files(folder, prefix)]
    LIST.write_text(
        re.sub(r"(FOLDERS = \([^)]*)", rf'\1    "{folder}",\n', LIST.read_text(encoding="utf-8")),
        encoding="utf-8",
    )
    return [*written, str(LIST.relative_to(PROJECT))]


def prefix_of(game: str) -> str:
    """The initials of the first two words of an id, or the first two letters of its only word."""
    first, *rest = game.split("-")
    return (first[:1] + rest[0][:1] if rest else first[:2]).upper()


def folders(folder: str) -> tuple[Path, Path]:
    """The folders of a game and of its tests."""
    return PROJECT / "referee/games" / folder, PROJECT / "tests/games" / folder


def _folder(game: str) -> str:
    folder = game.replace("-", "_")
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", game) or keyword.iskeyword(folder):
        raise Refused("no_identifier", game)
    if game in SHARED or any(path.exists() for path in folders(folder)):
        raise Refused("game_exists", game)
    return folder


def _files(folder: str, prefix: str) -> Iterator[tuple[Path, Path]]:
    """Every template with the file it becomes; a record's name gets the clause prefix."""
    for part, target in zip(("game", "tests"), folders(folder), strict=True):
        for source in sorted((TEMPLATES / part).rglob("*.txt")):
            name = (
                f"{prefix.lower()}-{source.stem}"
                if source.parent.name == "records"
                else source.stem
            )
            yield source, target / source.parent.relative_to(TEMPLATES / part) / name


def _write(source: Path, target: Path, words: dict[str, str]) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(
        Template(source.read_text(encoding="utf-8")).substitute(words), encoding="utf-8"
    )
    return str(target.relative_to(PROJECT))


def missing(game: str) -> list[str]:
    """The files a game lacks, relative to the project."""
    parts = zip(folders(game.replace("-", "_")), FILES, strict=True)
    return [
        str((folder / name).relative_to(PROJECT))
        for folder, names in parts
        for name in names
        if not (folder / name).exists()
    ]
