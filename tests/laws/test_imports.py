"""The arrows of the architecture: kernel ← shapes ← games ← web, the store knows no game, the core
cannot talk, and pages know no other pages.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import FOLDERS, GAMES, load
from tests.support.paths import ROOT

CORE = ("kernel", "shapes", "games")
# What a part may import of the project, apart from itself.
ARROWS = {
    "kernel": set(),
    "shapes": {"kernel"},
    "games": {"kernel", "shapes"},
    "games/__init__.py": {"kernel", "rulebook"},
    "table_events": {"kernel"},
    "store": set(),
    "files.py": set(),
    "game_files.py": set(),
    "languages.py": set(),
    "rulebook": {"game_files.py", "languages.py"},
    "search": {"rulebook"},
    "words": {"kernel", "game_files.py", "languages.py"},
    "sample.py": {"kernel"},
    "report.py": {"kernel", "games", "rulebook", "words"},
    "left_out.py": {"game_files.py", "rulebook"},
}
# What a feature of the web may import of the others: desk is the ground, api and entry the top.
FEATURES = {
    "desk": set(),
    "http": {"desk"},
    "view": {"desk", "http"},
    "forms": {"desk", "http", "view"},
    "paper": {"http"},
    "changes": {"desk", "http", "view"},
    "people": {"desk", "http", "view", "forms"},
    "phone": {"http", "forms", "paper"},
    "health": {"http", "paper"},
    "rulings": {"desk", "http", "view", "forms", "paper"},
    "calls": {"desk", "http", "view", "forms", "rulings"},
    "ask": {"desk", "http", "view", "forms", "paper", "rulings"},
    "sheet": {"desk", "http", "view", "paper", "changes", "rulings", "calls"},
    "start": {"desk", "http", "view", "forms", "rulings", "people", "sheet"},
    "group": {"desk", "http", "view", "people", "rulings", "start"},
    "menu": {"http", "view", "forms", "rulings"},
    "rulebook": {"http", "view", "rulings"},
    "screen": {"desk", "http", "view", "calls", "sheet", "group"},
    "finale": {"http", "view", "paper", "changes", "calls", "sheet", "screen"},
    "entry": {"desk", "http", "view", "forms", "changes", "calls", "sheet"},
    "api": {"desk", "http", "view", "changes", "people", "rulings", "calls", "ask", "start"},
}
THIRD_PARTY = {
    "store": {"sqlite_utils"},
    "search": {"sqlite_utils"},
    "words": {"babel", "markupsafe", "flask_babel"},
    "languages.py": {"markupsafe"},
}
# The core has no clock, no chance, no files and no network.
SILENT = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
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
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in modules(part)
        for module in imports(path)
        if module.split(".")[0] in SILENT
    ]
    for path in modules(part):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        calls = [
            node.func.id
            for node in tree
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        wrong += [
            f"{path.relative_to(ROOT)} calls {name}()"
            for name in calls
            if name in ("open", "print", "input", "exec", "eval")
        ]
    assert wrong == []


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
    wrong = []
    for path in modules(f"web/{feature}"):
        for module in imports(path):
            parts = module.split(".")
            if parts[:2] == ["referee", "web"] and parts[2] not in {feature, *FEATURES[feature]}:
                wrong.append(f"{path.relative_to(ROOT)} imports {module}")
            if parts[:2] == ["referee", "server"] or (
                feature == "desk" and parts[0] in ("flask", "flask_babel", "werkzeug")
            ):
                wrong.append(f"{path.relative_to(ROOT)} imports {module}")
    assert wrong == []


def test_no_pages_import_other_pages() -> None:
    """What two modules with addresses need stands in one below both; the application finds them by
    their files' names.
    """
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in modules("web")
        for module in imports(path)
        if any(part.endswith("routes") for part in module.split("."))
    ]
    assert wrong == []


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
    wrong = [
        f"{path.relative_to(ROOT)} draws {name}/"
        for path, names in drawn.items()
        for name in names
        if name not in (path.parent.name, "shared")
    ]
    assert wrong == []
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
    asking = (
        "referee.kernel.question",
        *(
            f"referee.games.{path.parent.name}.disputes"
            for path in modules("games")
            if path.name == "disputes.py"
        ),
    )
    rules = [path for path in modules("games") if path.name not in ("disputes.py", "__init__.py")]
    assert [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in rules
        for module in imports(path)
        if module.startswith(asking)
    ] == []


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
