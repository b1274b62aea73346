"""The arrows of the architecture: kernel ← shapes ← games ← web, the store knows no game, the core
cannot talk, and pages know no other pages.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from referee.games import FOLDERS, GAMES, load
from tests.support.paths import ROOT

CORE = ("kernel", "shapes", "games", "own")
# What a part may import of the project, apart from itself.
ARROWS = {
    "event.py": set(),
    "kernel": {"event.py"},
    "shapes": {"kernel"},
    "games": {"kernel", "shapes"},
    "own": {"kernel"},
    "games/__init__.py": {"kernel", "rulebook"},
    "store": {"event.py"},
    "service": {"event.py", "kernel", "games", "own", "samples.py", "sheets.py", "store"},
    "exchange": {"event.py", "kernel", "own", "sheets.py", "store", "service"},
    "files.py": set(),
    "data_files.py": set(),
    "game_files.py": set(),
    "languages.py": set(),
    "rulebook": {"data_files.py", "game_files.py", "languages.py"},
    "search": {"data_files.py", "rulebook"},
    "words": {"kernel", "own", "data_files.py", "game_files.py", "languages.py"},
    "sheets.py": {"kernel", "own", "rulebook", "words"},
    "samples.py": {"data_files.py", "files.py", "kernel", "sheets.py"},
    "report.py": {"kernel", "games", "rulebook", "words"},
    "left_out.py": {"game_files.py", "rulebook"},
}
# What a feature of the web may import of the others: http is the ground, api and entry the top.
FEATURES = {
    "http": set(),
    "view": {"http"},
    "forms": {"http", "view"},
    "paper": {"http"},
    "changes": {"http", "view"},
    "people": {"http", "view", "forms"},
    "phone": {"http", "view", "forms", "paper"},
    "health": {"http", "paper"},
    "move": {"http", "view"},
    "rulings": {"http", "view", "forms", "paper"},
    "disputes": {"http", "view", "forms", "rulings"},
    "ask": {"http", "view", "forms", "paper", "rulings"},
    "sheet": {"http", "view", "paper", "changes", "rulings", "disputes"},
    "start": {"http", "view", "forms", "rulings", "people", "sheet"},
    "own": {"http"},
    "other_games": {"http"},
    "group": {"http", "view", "people", "rulings", "start"},
    "menu": {"http", "view", "forms", "rulings"},
    "rulebook": {"http", "view", "rulings"},
    "tv": {"http", "view", "disputes", "sheet", "group"},
    "finale": {"http", "view", "paper", "changes", "disputes", "sheet", "tv"},
    "entry": {"http", "view", "forms", "changes", "disputes", "sheet"},
    "api": {"http", "view", "changes", "people", "rulings", "disputes", "ask", "start"},
}
THIRD_PARTY = {
    "store": {"sqlite_utils"},
    "rulebook": {"msgspec"},
    "search": {"sqlite_utils"},
    "data_files.py": {"babel"},
    "words": {"babel", "markupsafe", "flask_babel"},
    "languages.py": {"markupsafe"},
}
# Modules of the service about events without a score; they know the kernel alone.
TABLE_EVENTS = ["disputes", "former", "join_requests", "recheck", "seats", "settings", "unread"]
# The core has no clock, no chance, no files and no network.
SILENT = {
    *("asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "shutil"),
    *("socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid"),
}


def modules(part: str) -> list[Path]:
    path = ROOT / "referee" / part
    own = {ROOT / "referee" / other for other in ARROWS if other.startswith(f"{part}/")}
    return sorted({*path.rglob("*.py")} - own) if path.is_dir() else [path]


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


def wrong(paths: Iterable[Path], is_fine: Callable[[Path, str], bool]) -> list[str]:
    """What modules import that they may not."""
    return [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in paths
        for module in imports(path)
        if not is_fine(path, module)
    ]


def part_of(module: str) -> str:
    """The part of the project a module belongs to: its folder or file directly under referee/."""
    name = module.split(".")[1] if "." in module else ""
    return name if (ROOT / "referee" / name).is_dir() else f"{name}.py"


def test_the_parts_are_there() -> None:
    assert [part for part in ARROWS if not modules(part)] == []


@pytest.mark.parametrize("part", ARROWS)
def test_a_part_imports_only_what_it_may(part: str) -> None:
    def is_fine(_path: Path, module: str) -> bool:
        top = module.split(".")[0]
        if top in ("referee", "app", "tests", "bench"):
            return top == "referee" and part_of(module) in {part, *ARROWS[part]}
        return top in sys.stdlib_module_names or top in THIRD_PARTY.get(part, set())

    assert wrong(modules(part), is_fine) == []


@pytest.mark.parametrize("name", TABLE_EVENTS)
def test_table_events_know_the_kernel_alone(name: str) -> None:
    known = ("event", "kernel", *(f"service.{other}" for other in TABLE_EVENTS))
    own = tuple(f"referee.{other}." for other in known)
    found = [one for one in imports(ROOT / f"referee/service/{name}.py") if "referee." in one]
    assert [module for module in found if not module.startswith(own)] == []


@pytest.mark.parametrize("part", CORE)
def test_the_core_has_no_clock_no_chance_and_no_files(part: str) -> None:
    assert wrong(modules(part), lambda _path, module: module.split(".")[0] not in SILENT) == []
    for path in modules(part):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("open", "print", "input", "exec", "eval"), path


def features() -> list[str]:
    return sorted(
        path.name
        for path in (ROOT / "referee/web").iterdir()
        if path.is_dir() and not path.name.startswith("__")
    )


def test_every_feature_says_what_it_imports() -> None:
    assert features() == sorted(FEATURES)


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_imports_only_what_it_may(feature: str) -> None:
    """No circle can be made of these rows, as each names only features above it."""
    assert FEATURES[feature] <= set(list(FEATURES)[: list(FEATURES).index(feature)])
    may = {feature, *FEATURES[feature]}

    def is_fine(_path: Path, module: str) -> bool:
        top, part, *rest = (*module.split("."), "")
        return (top, part) != ("referee", "server") and (
            (top, part) != ("referee", "web") or rest[0] in may
        )

    assert wrong(modules(f"web/{feature}"), is_fine) == []


def test_no_pages_import_other_pages() -> None:
    """What two modules with addresses need stands in one below both; referee/blueprints.py lists
    them.
    """
    assert wrong(modules("web"), lambda _path, module: "routes." not in module + ".") == []


def test_whatever_has_addresses_is_called_so() -> None:
    having = {
        path
        for path in modules("web")
        if "Blueprint(" in path.read_text(encoding="utf-8")
        or re.search(r"^@\w+\.(get|post)\(", path.read_text(encoding="utf-8"), re.M)
    }
    assert sorted(path.name for path in having if not path.stem.endswith("routes")) == ["access.py"]


def test_a_page_lies_beside_what_draws_it() -> None:
    """templates/<feature>/ is drawn by referee/web/<feature>/; what several draw with is in
    templates/shared/.
    """
    drawn = {
        path: set(re.findall(r'"([a-z_]+)/\w+\.(?:html|js)"', path.read_text(encoding="utf-8")))
        for path in modules("web")
    }
    for path, names in drawn.items():
        assert names <= {path.parent.name, "shared"}, path
    used = "".join(
        path.read_text(encoding="utf-8")
        for path in [*modules("web"), *(ROOT / "templates").rglob("*.html")]
    )
    idle = [
        path.name
        for path in (ROOT / "templates").rglob("*.html")
        if path.relative_to(ROOT / "templates").as_posix() not in used
    ]
    assert idle == []


def test_games_never_import_one_another() -> None:
    folder = ROOT / "referee" / "games"

    def is_fine(path: Path, module: str) -> bool:
        own = path.relative_to(folder).parts[0].removesuffix(".py")
        parts = module.split(".")
        return parts[:2] != ["referee", "games"] or parts[2:3] == [own]

    assert wrong({*modules("games")} - {folder / "__init__.py"}, is_fine) == []


def test_only_its_desk_questions_know_what_a_question_is() -> None:
    """A game's rules stand without its questions, and the questions ask the rules."""
    asking = [path for path in modules("games") if path.stem.endswith("questions")]
    named = tuple(f"referee.games.{path.parent.name}.{path.stem}" for path in asking)
    rules = [path for path in modules("games") if path not in asking and path.name != "__init__.py"]
    known = ("referee.kernel.question", *named)
    assert wrong(rules, lambda _path, module: not module.startswith(known)) == []


def test_no_game_is_known_by_name_outside_its_folder_and_the_list() -> None:
    """As a whole token: a game may be called Pairs, and pages speak of pairs."""
    others = [
        path
        for path in (ROOT / "referee").rglob("*.py")
        if ROOT / "referee/games" not in path.parents
    ]
    paths = [
        *others,
        ROOT / "app.py",
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "static").glob("*.js"),
    ]
    names = {
        quoted
        for name in GAMES
        for word in (name, name.replace("-", "_"))
        for quoted in (f'"{word}"', f"'{word}'", f"/{word}", f".{word}")
    }
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    assert [
        (path.name, name)
        for path, text in texts.items()
        for name in names
        if re.search(re.escape(name) + r"(?![\w-])", text)
    ] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_game_can_be_loaded(folder: str) -> None:
    """A broken one is left out of the list of games, so that it fails here and in its own tests
    alone.
    """
    load(folder)
