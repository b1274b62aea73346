"""The arrows of the architecture: kernel ← shapes ← games ← web, the store knows no game, and the core cannot talk."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import GAMES

ROOT = Path(__file__).parent.parent
CORE = ("kernel", "shapes", "games")
# What a part may import of the project, apart from itself.
ARROWS = {
    "kernel": set(),
    "shapes": {"kernel"},
    "games": {"kernel", "shapes"},
    "table_events": {"kernel"},
    "store": set(),
    "game_files.py": set(),
    "rulebook": {"game_files.py"},
    "search": {"rulebook"},
    "words": {"kernel", "game_files.py"},
    "sample.py": {"kernel"},
    "report.py": {"kernel", "words"},
    "docs.py": {"kernel", "games", "rulebook", "words", "sample.py"},
}
THIRD_PARTY = {"store": {"sqlite_utils"}, "search": {"rapidfuzz", "sqlite_utils"}, "words": {"babel", "markupsafe", "flask_babel"}}
# The core has no clock, no chance, no files and no network.
SILENT = {
    "asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading",
    "time", "urllib", "uuid",
}


def modules(part: str) -> list[Path]:
    path = ROOT / "referee" / part
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, by its full name; imports inside functions count too."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            name = ".".join(filter(None, [base, node.module or ""]))
            yield from (f"{name}.{alias.name}" for alias in node.names)


def part_of(module: str) -> str:
    """The part of the project a module belongs to: its folder or file directly under referee/."""
    name = module.split(".")[1] if "." in module else ""
    return name if (ROOT / "referee" / name).is_dir() else f"{name}.py"


def test_the_parts_are_there() -> None:
    assert [part for part in ARROWS if not modules(part)] == []


@pytest.mark.parametrize("part", ARROWS)
def test_a_part_imports_only_what_it_may(part: str) -> None:
    wrong = []
    for path in modules(part):
        for module in imports(path):
            top = module.split(".")[0]
            if top in ("referee", "app", "tests", "bench"):
                fine = top == "referee" and part_of(module) in {part, *ARROWS[part]}
            else:
                fine = top in sys.stdlib_module_names or top in THIRD_PARTY.get(part, set())
            if not fine:
                wrong.append(f"{path.relative_to(ROOT)} imports {module}")
    assert wrong == []


@pytest.mark.parametrize("part", CORE)
def test_the_core_has_no_clock_no_chance_and_no_files(part: str) -> None:
    wrong = [f"{path.relative_to(ROOT)} imports {module}" for path in modules(part) for module in imports(path) if module.split(".")[0] in SILENT]
    for path in modules(part):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        calls = [node.func.id for node in tree if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        wrong += [f"{path.relative_to(ROOT)} calls {name}()" for name in calls if name in ("open", "print", "input", "exec", "eval")]
    assert wrong == []


def test_games_never_import_one_another() -> None:
    folder = ROOT / "referee" / "games"
    wrong = []
    for path in modules("games"):
        if path == folder / "__init__.py":
            continue
        own = path.relative_to(folder).parts[0].removesuffix(".py")
        for module in imports(path):
            parts = module.split(".")
            if parts[:2] == ["referee", "games"] and parts[2:3] != [own]:
                wrong.append(f"{path.relative_to(ROOT)} imports {module}")
    assert wrong == []


def test_only_its_desk_questions_know_what_a_question_is() -> None:
    """A game's rules stand without its questions, and the questions ask the rules."""
    asking = ("referee.kernel.question", *(f"referee.games.{path.parent.name}.disputes" for path in modules("games") if path.name == "disputes.py"))
    rules = [path for path in modules("games") if path.name not in ("disputes.py", "__init__.py")]
    assert [f"{path.relative_to(ROOT)} imports {module}" for path in rules for module in imports(path) if module.startswith(asking)] == []


def test_the_web_knows_no_game_by_name() -> None:
    """Only the printed sheets are drawn game by game."""
    paths = [*modules("web"), ROOT / "app.py", *sorted((ROOT / "templates").glob("**/*.html"))]
    texts = {path: path.read_text(encoding="utf-8") for path in paths if path.name != "typst.py"}
    assert [(path.name, name) for path, text in texts.items() for name in GAMES if name in text or name.replace("-", "_") in text] == []
