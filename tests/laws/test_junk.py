"""Junk: damaged requests break nothing; a few here, very many by ``make soak``."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from flask import Flask

from referee.games import GAMES
from tests.junk.changes import junk
from tests.junk.harvest import Table
from tests.junk.requests import Asked, ask
from tests.junk.run import Report, run
from tests.support.talk import CHIEF

FEW = 600


@pytest.mark.parametrize("seed", [1, 2])
def test_junk_breaks_nothing(seed: int) -> None:
    games = random.Random(seed).sample(sorted(GAMES), 2)
    report = run(FEW, seed, games=games)
    assert not report.broke, "\n".join(
        f"{place}: {told}" for place, (_times, told) in report.broke.items()
    )
    assert len(report.statuses) > 6


def test_what_breaks_is_told_once_by_its_shortest_request() -> None:
    report = Report()
    for told in ("GET /long", "GET /", "GET /longer"):
        report.note(500, "KeyError", told)
    report.note(200, "", "GET /fine")
    assert report.broke == {"KeyError": (3, "GET /")}


def test_what_programs_send_is_valid_before_it_is_damaged(fresh_app: Flask) -> None:
    table = Table(fresh_app, "indian-chief", random.Random(3))
    pages = [ask(fresh_app, asked).status for asked in table.pages() if asked.method == "GET"]
    assert table.revision > len(table.seats)
    assert sum(status < 400 for status in pages) > 0.7 * len(pages)
    junked = {junk(table.found[0], random.Random(seed)).told() for seed in range(50)}
    assert len(junked) > 40


@pytest.mark.parametrize(
    "headers", [(("Cookie", "device=\ud800"),), (("Cookie", "looks=\u00e9; device=x"),)]
)
def test_cookies_that_are_no_text_are_no_cookies(
    fresh_app: Flask, headers: tuple[tuple[str, str], ...]
) -> None:
    assert [
        ask(fresh_app, Asked("GET", path, headers=headers)).status
        for path in ("/", "/t/AAAA", "/api/t/AAAA")
    ] == [200, 303, 404]


OF_THE_CODE = tuple(
    (name, "x:y")
    for name in (
        "code",
        "endpoint",
        "root",
        "self",
        "values",
        "_external",
        "_scheme",
        "_anchor",
        "_method",
    )
)


def test_names_of_the_code_in_an_address_lead_nowhere_else(fresh_app: Flask) -> None:
    """Every page answers as it does without them; the interface for programs may refuse them."""
    table = Table(fresh_app, CHIEF, random.Random(1))
    pages = [asked for asked in [*table.found, *table.pages()] if asked.method == "GET"]
    left = []
    for asked in pages:
        plain, more = (
            ask(fresh_app, replace(asked, query=(*asked.query, *query)))
            for query in ((), OF_THE_CODE)
        )
        places = [dict(answer.headers).get("Location", "/") for answer in (plain, more)]
        refused = asked.path.startswith("/api/") and more.status == 422
        if not (refused or plain.status == more.status) or not places[1].startswith("/"):
            left.append((asked.told(), plain.status, more.status, places))
    assert left == []


def test_looks_are_kept_as_they_are_read(fresh_app: Flask) -> None:
    answer = ask(
        fresh_app,
        Asked("POST", "/settings", form=(("theme", "dark"), ("suits", "9" * 5000), ("lang", "en"))),
    )
    assert next(value for _name, value in answer.headers if value.startswith("looks=")).startswith(
        "looks=dark.four"
    )


@pytest.mark.parametrize("host", ["..", ".a", "a..b", "a" * 64, "[::1", "", "a b"])
def test_a_host_that_cannot_be_one_is_as_good_as_none(fresh_app: Flask, host: str) -> None:
    assert [
        ask(fresh_app, Asked("GET", path, headers=(("Host", host),))).status
        for path in ("/", "/t/AAAA", "/none")
    ] == [200, 303, 404]
