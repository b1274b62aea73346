"""What watchers are told: well, or which part is ill, and nothing more."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path

import pytest
from flask import Flask

from referee.store.errors import StoreFailed
from referee.web.health import health_routes
from tests.support.client import awaiting
from tests.support.talk import CHIEF, error_of, opened_by

Usage = namedtuple("Usage", "free")


def broken(*_: object, **__: object) -> bytes:
    raise StoreFailed("disk I/O error at /secret/place")


def unset(*_: object, **__: object) -> bytes:
    raise OSError("/secret/place")


@pytest.mark.parametrize(
    ("part", "where", "name", "ill"),
    [
        ("", None, "", None),
        ("database", "store", "answers", broken),
        ("disk", health_routes.shutil, "disk_usage", lambda _: Usage(1)),
        ("typesetter", health_routes, "render", unset),
    ],
)
@awaiting(503)
def test_the_part_that_is_ill_is_named_and_no_secret(
    part: str,
    where: object,
    name: str,
    ill: object,
    fresh_app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if part:
        monkeypatch.setattr(
            fresh_app.extensions["service"].store if where == "store" else where, name, ill
        )
    answer = fresh_app.test_client().get("/health")
    assert answer.status_code == (503 if part else 200)
    assert answer.get_json()["parts"] == {
        one: "ill" if one == part else "ok" for one in ("database", "disk", "typesetter")
    }
    assert "secret" not in answer.get_data(as_text=True)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in answer.headers
    assert capsys.readouterr().err == "", "a watcher fills the log"


@awaiting(503)
def test_a_database_that_is_gone_is_ill(fresh_app: Flask) -> None:
    fresh_app.extensions["service"].close()
    answer = fresh_app.test_client().get("/health")
    assert (answer.status_code, answer.get_json()["parts"]["database"]) == (503, "ill")


@awaiting(503)
def test_a_database_that_was_moved_away_is_ill_and_takes_no_entry(
    fresh_app: Flask, tmp_path: Path
) -> None:
    client, file = fresh_app.test_client(), Path(fresh_app.config["DATABASE"])
    opened_by(client)
    file.rename(tmp_path / "away.db")
    answer = client.get("/health")
    assert (answer.status_code, answer.get_json()["parts"]["database"]) == (503, "ill")
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    refused = client.post("/api/tables", json={"game": CHIEF, "seats": seats})
    assert error_of(refused, 503)["code"] == "store_moved"
    assert not file.exists()
    (tmp_path / "away.db").rename(file)
    assert client.get("/health").status_code == 200
