"""The shape of the code: no long function, class or file, and no public name without a docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = [ROOT / "app.py", *sorted((ROOT / "referee").rglob("*.py"))]
FUNCTION, CLASS, FILE = 40, 200, 400
Function = ast.FunctionDef | ast.AsyncFunctionDef


@pytest.fixture(params=FILES, ids=lambda path: str(path.relative_to(ROOT)))
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def code_lines(lines: list[str], node: Function | ast.ClassDef) -> int:
    """Lines of a function or class without its docstring, blank lines and comments."""
    doc = node.body[0] if ast.get_docstring(node) is not None else None
    inside = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    skipped = range(doc.lineno, (doc.end_lineno or doc.lineno) + 1) if doc else range(0)
    return sum(1 for n in inside if n not in skipped and lines[n - 1].strip() and not lines[n - 1].strip().startswith("#"))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= FILE


def test_no_function_or_class_is_long(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    long = [(node.name, code_lines(lines, node)) for node in nodes(path) if isinstance(node, Function) and code_lines(lines, node) > FUNCTION]
    long += [(node.name, code_lines(lines, node)) for node in nodes(path) if isinstance(node, ast.ClassDef) and code_lines(lines, node) > CLASS]
    assert long == []


def test_every_module_and_public_name_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [node for node in tree.body if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_")]
    assert [node.name for node in named if not ast.get_docstring(node)] == []
    assert ast.get_docstring(tree), "the module says nothing"


def test_every_function_names_its_types(path: Path) -> None:
    bare = [
        f"{node.name}, line {node.lineno}" for node in nodes(path) if isinstance(node, Function)
        and (node.returns is None or any(arg.annotation is None for arg in node.args.args + node.args.kwonlyargs if arg.arg not in ("self", "cls")))
    ]
    assert bare == []
