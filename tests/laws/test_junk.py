"""Junk: damaged requests break nothing; a few here, very many by ``make soak``."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from app import create_app
from referee.games import GAMES
from tests.junk.changes import junk
from tests.junk.harvest import Table
from tests.junk.requests import Asked, ask
from tests.junk.run import Report, run

FEW = 600


@pytest.mark.parametrize("seed", [1, 2])
def test_junk_breaks_nothing(seed: int) -> None:
    games = random.Random(seed).sample(sorted(GAMES), 2)
    report = run(FEW, seed, games=games)
    assert not report.broke, "\n".join(f"{place}: {told}" for place, (_times, told) in report.broke.items())
    assert len(report.statuses) > 6


def test_what_breaks_is_told_once_by_its_shortest_request() -> None:
    report = Report()
    for told in ("GET /long", "GET /", "GET /longer"):
        report.note(500, "KeyError", told)
    report.note(200, "", "GET /fine")
    assert report.broke == {"KeyError": (3, "GET /")}


def test_what_programs_send_is_valid_before_it_is_damaged(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db"), "RATE_LIMITS": False})
    try:
        table = Table(app, "indian-chief", random.Random(3))
        pages = [ask(app, asked).status for asked in table.pages() if asked.method == "GET"]
        assert table.revision > len(table.seats)
        assert sum(status < 400 for status in pages) > 0.7 * len(pages)
        junked = {junk(table.found[0], random.Random(seed)).told() for seed in range(50)}
        assert len(junked) > 40
    finally:
        app.extensions["desk"].close()


@pytest.mark.parametrize("headers", [(("Cookie", "device=\ud800"),), (("Cookie", "looks=\u00e9; device=x"),)])
def test_cookies_that_are_no_text_are_no_cookies(tmp_path: Path, headers: tuple[tuple[str, str], ...]) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db"), "RATE_LIMITS": False})
    try:
        assert [ask(app, Asked("GET", path, headers=headers)).status for path in ("/", "/t/AAAA", "/api/t/AAAA")] == [200, 303, 404]
    finally:
        app.extensions["desk"].close()


def test_looks_are_kept_as_they_are_read(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db"), "RATE_LIMITS": False})
    try:
        answer = ask(app, Asked("POST", "/settings", form=(("theme", "dark"), ("suits", "9" * 5000), ("lang", "en"))))
        assert next(value for _name, value in answer.headers if value.startswith("looks=")).startswith("looks=dark.four")
    finally:
        app.extensions["desk"].close()


@pytest.mark.parametrize("host", ["..", ".a", "a..b", "a" * 64, "[::1", "", "a b"])
def test_a_host_that_cannot_be_one_is_as_good_as_none(tmp_path: Path, host: str) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db"), "RATE_LIMITS": False})
    try:
        assert [ask(app, Asked("GET", path, headers=(("Host", host),))).status for path in ("/", "/t/AAAA", "/none")] == [200, 303, 404]
    finally:
        app.extensions["desk"].close()
