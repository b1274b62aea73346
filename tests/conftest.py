"""What all tests share: no property has a time limit of its own, as a machine may be slow, and
templates are compiled once.

``--game ID`` runs only what is about one game: its own tests, and every other with its id or a file
of its folder as a parameter.
"""

from __future__ import annotations

import json
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from app import create_app
from referee.cli import main
from referee.files import PACKAGE
from tests.support.application import application
from tests.support.client import Client, take_unnamed
from tests.support.commands import Run
from tests.support.compiled import keep_compiled
from tests.support.failed_properties import FailedProperties
from tests.support.random_play import EVERY
from tests.support.sheets import PLAYED
from tests.support.talk import CHIEF, MELDS, Open, Opened, opened_by, send
from tests.support.tiers import SOAK

PART = 6
"""The fast tier asks a property of one game in so many."""
settings.register_profile("referee", deadline=None, derandomize=not SOAK)
settings.load_profile("referee")
keep_compiled()
Flask.test_client_class = Client


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A test that passes has looked at the status of every answer that is no page."""
    yield
    unnamed = take_unnamed()
    if unnamed:
        pytest.fail("Nobody looked at the status of:\n" + "\n".join(unnamed), pytrace=False)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What an earlier test that failed has left is not this one's."""
    take_unnamed()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as there are processors: browsers and servers are waited for, a
    third of the time.
    """
    return (os.cpu_count() or 2) * 3 // 2


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", help="run only the tests about this game")
    parser.addoption("--told", help="write what failed to this file, in sentences", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    if file := config.getoption("--told"):
        config.pluginmanager.register(
            FailedProperties(file, writes=not hasattr(config, "workerinput"))
        )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if game := config.getoption("--game"):
        left = {item for item in items if not is_about(item, game)}
        config.hook.pytest_deselected(items=[*left])
        items[:] = [item for item in items if item not in left]
        return
    seen: Counter[str] = Counter()
    for item in items:
        if is_for_later(item):
            item.add_marker("slow")
        if share := item.get_closest_marker("one_in"):
            name = item.nodeid.partition("[")[0]
            if seen[name] % share.args[0]:
                item.add_marker("soak")
            seen[name] += 1


def is_for_later(item: pytest.Item) -> bool:
    """Whether the fast tier leaves a property or a test by turns to other games.

    It asks each of a sixth of the games and of those of sheets, another sixth than the next.
    """
    by_turns = item.get_closest_marker("property_test") or item.get_closest_marker("by_turns")
    if not by_turns or not isinstance(item, pytest.Function) or not hasattr(item, "callspec"):
        return False
    values = item.callspec.params.values()
    turn = zlib.crc32(f"{item.path.name}::{item.originalname}".encode())
    return any((at + turn) % PART for at, game in enumerate(PLAYED) if game in values)


def is_about(item: pytest.Item, game: str) -> bool:
    """Whether a test is one of a game's own, or is asked of that game or a file of it."""
    own = Path("games") / game.replace("-", "_")
    folders = {Path(__file__).parent / own, PACKAGE / own}
    values = (
        item.callspec.params.values()
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else ()
    )
    return any(value == game for value in values) or any(
        not folders.isdisjoint(path.parents)
        for path in (item.path, *values)
        if isinstance(path, Path)
    )


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The whole application, without rate limits; all tests share it and start tables of their
    own.
    """
    with application(tmp_path_factory.mktemp("web") / "referee.db") as made:
        yield made


@pytest.fixture
def fresh_app(tmp_path: Path) -> Iterator[Flask]:
    """An application for one test alone, which changes it, breaks its database or looks at all that
    is in it.
    """
    with application(tmp_path / "referee.db") as made:
        yield made


@pytest.fixture
def new_app(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Makes applications that are set otherwise, each with a database of its own."""
    made: list[Flask] = []

    def new(**config: Any) -> Flask:
        file = str(tmp_path / f"{len(made)}.db")
        made.append(create_app({"DATABASE": file, "RATE_LIMITS": False, **config}))
        return made[-1]

    yield new
    for app in made:
        app.extensions["service"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """One phone: it keeps its cookies."""
    return app.test_client()


@pytest.fixture
def open_table(client: FlaskClient) -> Open:
    """Start a table through the API; this client becomes its host."""
    return partial(opened_by, client)


@pytest.fixture
def opened(open_table: Open) -> Opened:
    """A table of Indian Chief for Ann, Bo and Cy."""
    return open_table(CHIEF)


@pytest.fixture
def chief(client: FlaskClient, opened: Opened) -> Opened:
    """That table after a round in which Ann's Beggar counts a king and a queen."""
    assert send(client, opened, *MELDS).status_code == 201
    return opened


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line."""

    def run_one(*argv: object) -> tuple[int, Any]:
        status = main([*map(str, argv), "--json"], EVERY)
        return status, json.loads(capsys.readouterr().out)

    return run_one
