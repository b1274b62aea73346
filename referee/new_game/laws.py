"""What a game still lacks: files that are not there, then the laws, records, desk and questions of this game alone."""

from __future__ import annotations

import subprocess
import sys

from . import PROJECT, folders

FILES = (
    ("game.py", "disputes.py", "rulebook.toml", "asked.toml", "words.en.po", "words.ja.po"),
    ("records", "desk.toml", "questions.toml", "test_rules.py"),
)


def missing(game: str) -> list[str]:
    """The files of a game that are not there."""
    parts = zip(folders(game.replace("-", "_")), FILES, strict=True)
    return [str((folder / name).relative_to(PROJECT)) for folder, names in parts for name in names if not (folder / name).exists()]


def keep(game: str) -> bool:
    """Whether all tests about a game pass; pytest says by name which do not."""
    tests = sorted(map(str, (PROJECT / "tests").glob("test_*.py")))
    chosen = [*tests, str(folders(game.replace("-", "_"))[1])]
    command = [sys.executable, "-m", "pytest", "-m", "not slow and not browser", "--tb=short", f"--game={game}", *chosen]
    return subprocess.run(command, cwd=PROJECT, check=False).returncode == 0
