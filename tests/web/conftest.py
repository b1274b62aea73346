"""An application on an empty database, and a client that keeps its device cookie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app

Opened = dict[str, Any]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The whole application, without rate limits; the tests of a module share it and start tables of their own."""
    yield from _serving(tmp_path_factory.mktemp("web"))


@pytest.fixture
def fresh_app(tmp_path: Path) -> Iterator[Flask]:
    """An application for one test alone, which changes it, breaks its database or looks at all that is in it."""
    yield from _serving(tmp_path)


def _serving(folder: Path) -> Iterator[Flask]:
    made = create_app({"DATABASE": str(folder / "referee.db"), "RATE_LIMITS": False})
    yield made
    made.extensions["desk"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """One phone: it keeps its cookies."""
    return app.test_client()


@pytest.fixture
def open_table(client: FlaskClient) -> Callable[..., Opened]:
    """Start a table through the API; this client becomes its host."""

    def open_one(game: str = "blind-date", *names: str, **more: Any) -> Opened:
        body = {"game": game, "seats": [{"name": name} for name in names or ("Ann", "Bo", "Cy")], **more}
        answer = client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.get_json()
        opened: Opened = answer.get_json()
        return opened

    return open_one
