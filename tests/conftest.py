"""What all tests share: no property has a time limit of its own, as a machine may be slow, and templates are compiled once.

``--game ID`` runs only what is about one game: its own tests, and every other with its id or a file of its folder as a parameter.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.compiled import keep_compiled

settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
keep_compiled()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", help="run only the tests about this game")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    game = config.getoption("--game")
    if game:
        others = [item for item in items if not is_about(item, game)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in set(others)]


def is_about(item: pytest.Item, game: str) -> bool:
    """Whether a test is one of a game's own, or is asked of that game."""
    folder = Path(__file__).parent / "games" / game.replace("-", "_")
    values = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    return any(value == game for value in values) or any(folder in path.parents for path in (item.path, *values) if isinstance(path, Path))
