"""The shape of the code: no long function, class or file, no public name without a docstring, and
no name that two classes share.
"""

from __future__ import annotations

import ast
from statistics import median

import pytest
from radon.complexity import cc_visit

from tests.support.paths import ROOT

FUNCTION, CLASS, FILE = 40, 200, 400
MEDIAN, COMPLEXITY = 6, 12
GAMES = "referee/games/"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """The text of every module, by its path."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in (ROOT / "app.py", *sorted((ROOT / "referee").rglob("*.py")))
    }


@pytest.fixture(scope="module")
def trees(sources: dict[str, str]) -> dict[str, ast.Module]:
    return {path: ast.parse(text) for path, text in sources.items()}


def code_lines(lines: list[str], node: Function | ast.ClassDef) -> int:
    """Lines of a function or class without its docstring, blank lines and comments."""
    doc = node.body[0] if ast.get_docstring(node) is not None else None
    inside = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    skipped = range(doc.lineno, (doc.end_lineno or doc.lineno) + 1) if doc else range(0)
    return sum(
        1
        for n in inside
        if n not in skipped and lines[n - 1].strip() and not lines[n - 1].strip().startswith("#")
    )


def extends(node: ast.ClassDef) -> bool:
    """Whether a class extends one of the same name, which it takes from a module."""
    return any(isinstance(base, ast.Attribute) and base.attr == node.name for base in node.bases)


def test_no_file_is_long(sources: dict[str, str]) -> None:
    assert len(sources) > 100
    assert [path for path, text in sources.items() if len(text.splitlines()) > FILE] == []


def test_no_function_or_class_is_long(
    sources: dict[str, str], trees: dict[str, ast.Module]
) -> None:
    most = {ast.FunctionDef: FUNCTION, ast.AsyncFunctionDef: FUNCTION, ast.ClassDef: CLASS}
    assert [
        f"{path}: {node.name}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, Function | ast.ClassDef)
        and code_lines(sources[path].splitlines(), node) > most[type(node)]
    ] == []


def test_half_of_all_functions_have_six_lines(
    sources: dict[str, str], trees: dict[str, ast.Module]
) -> None:
    lengths = [
        code_lines(sources[path].splitlines(), node)
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, Function)
    ]
    assert len(lengths) > 1000
    assert median(lengths) <= MEDIAN


def test_no_function_has_many_branches(sources: dict[str, str]) -> None:
    """By radon's count, which sees conditional expressions and comprehensions, too."""
    blocks = [(path, block) for path, text in sources.items() for block in cc_visit(text)]
    assert max(block.complexity for _path, block in blocks) > 1
    assert [
        f"{path}: {block.name} {block.complexity}"
        for path, block in blocks
        if block.letter != "C" and block.complexity > COMPLEXITY
    ] == []


def test_every_module_and_public_name_says_what_it_is(trees: dict[str, ast.Module]) -> None:
    named = [
        (path, node)
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [f"{path}: {node.name}" for path, node in named if not ast.get_docstring(node)] == []
    assert [path for path, tree in trees.items() if not ast.get_docstring(tree)] == []


def test_numbers_that_were_sent_are_read_in_one_place(trees: dict[str, ast.Module]) -> None:
    """By ``security.whole``, which has a bound: others took numbers no database holds, or stumbled
    over thousands of digits.
    """
    found = []
    for path, tree in trees.items():
        if not path.startswith("referee/web/") or path.endswith("http/security.py"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and any(
                one.arg == "type" and ast.unparse(one.value) in ("int", "float")
                for one in node.keywords
            ):
                found.append(f"{path}:{node.lineno} type=")
            if isinstance(node, Function):
                inside = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
                asks = any(
                    isinstance(one, ast.Attribute)
                    and one.attr in ("isdecimal", "isdigit", "isnumeric")
                    for one in inside
                )
                if asks and any(isinstance(one, ast.Name) and one.id == "int" for one in inside):
                    found.append(f"{path}:{node.lineno} {node.name}")
    assert found == []


def test_a_class_name_stands_once(trees: dict[str, ast.Module]) -> None:
    """So that a name says which class is meant without a look at the imports.

    No game imports another one, so two games may have a name in common, but a game takes no name
    that stands outside the games. ``State`` is the name that every game gives to its state. A form
    field of a game keeps the name of the class it extends, as its type is called by that name.
    """
    outside: dict[str, list[str]] = {}
    inside: dict[tuple[str, str], list[str]] = {}
    for path, tree in trees.items():
        game = path.removeprefix(GAMES).split("/")[0] if path.startswith(GAMES) else ""
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name != "State" and not extends(node):
                place = f"{path}:{node.lineno}"
                if game:
                    inside.setdefault((node.name, game), []).append(place)
                else:
                    outside.setdefault(node.name, []).append(place)
    assert len(outside) > 300
    assert len(inside) > 20
    assert {name: places for name, places in outside.items() if len(places) > 1} == {}
    assert {
        name: places + outside.get(name, [])
        for (name, _game), places in inside.items()
        if len(places) > 1 or name in outside
    } == {}


def test_no_field_has_the_name_of_its_own_type(trees: dict[str, ast.Module]) -> None:
    """Since Python 3.14 a class looks for the names of its types in itself first."""
    assert [
        f"{path}: {node.name}.{line.target.id}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        if any(
            isinstance(name, ast.Name) and name.id == line.target.id
            for name in ast.walk(line.annotation)
        )
    ] == []
