"""Damaged requests break nothing; a few here, very many by ``make soak``."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import replace
from unittest import mock

import pytest
from flask import Flask
from hypothesis import given, seed

from referee.games import GAMES
from referee.web.http import errors
from tests.support.talk import CHIEF
from tests.support.tiers import examples

from .damage import HEADERS, LONG, NUMBERS, SIGNS, WORDS, damaged
from .harvest import Table, harvest
from .requests import Asked, ask

FEW, MANY = 150, 2000
SEEDS = range(1, 1 + max(2, int(os.environ.get("REQUESTS", 0)) // MANY))
MOST_OF_REFUSAL = 200_000
"""So many bytes at most tell what is wrong with a request."""


@pytest.mark.parametrize("number", SEEDS)
def test_damaged_requests_break_nothing(fresh_app: Flask, number: int) -> None:
    """No fault inside, none that leaves the application, no refusal that is longer than a page."""
    rng, statuses = random.Random(number), Counter[int]()
    known = harvest(fresh_app, rng, rng.sample(sorted(GAMES), 2))

    @seed(number)
    @examples(FEW, MANY)
    @given(damaged(known))
    def nothing_breaks(asked: Asked) -> None:
        with mock.patch.object(errors, "log", raised):
            answer = ask(fresh_app, asked)
        assert answer.status < 500
        assert answer.status < 400 or len(answer.body) <= MOST_OF_REFUSAL
        statuses[answer.status] += 1

    nothing_breaks()
    assert len(statuses) > 6


@pytest.mark.parametrize(("name", "values"), HEADERS)
def test_no_header_breaks_a_page_or_a_form(app: Flask, name: str, values: list[str]) -> None:
    sent = [*values, "", "\0", "あ", "\ud800", values[0] * 300]
    with mock.patch.object(errors, "log", raised):
        for value in sent:
            for method, form in (("GET", None), ("POST", (("lang", "ja"),))):
                asked = Asked(method, "/settings", form=form, headers=((name, value),))
                assert ask(app, asked).status < 500


def test_no_sign_breaks_a_name(app: Flask) -> None:
    with mock.patch.object(errors, "log", raised):
        for text in (*SIGNS, *NUMBERS, *WORDS, *LONG):
            seats = [{"name": text}, {"name": f"Bo{text}"}, {"name": "Cy"}]
            asked = Asked("POST", "/api/tables", json={"game": CHIEF, "seats": seats})
            assert ask(app, asked).status in (201, 400, 422)


def raised(error: Exception) -> None:
    """Let what broke inside out."""
    raise error


def test_what_programs_send_is_valid_before_it_is_damaged(fresh_app: Flask) -> None:
    table = Table(fresh_app, "indian-chief", random.Random(3))
    pages = [ask(fresh_app, asked).status for asked in table.pages() if asked.method == "GET"]
    assert table.revision > len(table.seats)
    assert sum(status < 400 for status in pages) > 0.7 * len(pages)


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
        *("code", "endpoint", "root", "self", "values"),
        *("_external", "_scheme", "_anchor", "_method"),
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
