"""Who may do what: every address for everything a device can be, and the page of permissions
against the application.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient

from referee.blueprints import BLUEPRINTS
from referee.web.http.permissions import (
    NOBODY,
    AccessLevel,
    Address,
    Least,
    addresses,
    needs,
    reaches,
    refusal,
)
from referee.web.rulings.signed_links import signature
from tests.properties.test_imports import imports
from tests.support.paths import ROOT
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, link_of, send
from tests.web.people.test_join import decide, joined, newcomers
from tools import permissions_page

ACCESS_LEVELS = get_args(AccessLevel)
REFUSED = {401, 403, 404}
QUERIES = {"ask.picture": {"cards": "KH QS 4D AC"}}
ROWS = tuple(permissions_page.every_address())
EACH = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.endpoint}")


def least_of(endpoint: str, case: str) -> Least:
    """Whom an endpoint serves in a special case."""
    (row,) = (row for row in ROWS if row.endpoint == endpoint)
    return row.right.cases[case]


@dataclass(frozen=True)
class World:
    """A table with an entry, a question and a shared ruling, and a phone for every access level."""

    app: Flask
    opened: Opened
    phones: dict[AccessLevel, FlaskClient]

    def phone(self, access_level: AccessLevel) -> FlaskClient:
        """A phone of this access level; a stranger is a new one every time, as joining would
        make it known.
        """
        return self.phones.get(access_level) or self.app.test_client()

    def address(self, row: Address, link: str = "") -> str:
        """The path of a row, about this table; with another link, if one is given."""
        store = self.app.extensions["service"].store
        table = store.table_by_code(self.opened["code"])
        own = store.group(table.group_id).link if row.path.startswith("/g/") else table.watch_link
        seq = 3 if ".settle" in row.endpoint or ".question" in row.endpoint else 2
        values: dict[str, Any] = {
            "code": table.code,
            "link": link or own,
            "seq": seq,
            "number": 1,
            "seat": "s2",
            "game": CHIEF,
            "game_id": CHIEF,
            "clause": "IC-1",
            "clause_id": "IC-1",
            "question": "worth",
            "question_id": "worth",
            "fmt": "svg",
            "where": "here",
            "old": "log",
            "name": "lines.csv",
            "sample": "wizard",
            "part": "points",
            "at": 0,
            "filename": "entry.css",
            "version": "0123456789ab",
            "lang": "en",
            "letter": "A",
            "revision": 2,
            "person": store.seats(table.id)[0].person_id,
            "token": link or signature(table, "ruling", 2, 1, "s2"),
        }
        with self.app.test_request_context():
            rules = {rule.endpoint: rule for rule in self.app.url_map.iter_rules()}
            used = rules[row.endpoint].arguments
            return self.app.url_for(row.endpoint, **{name: values[name] for name in used})


def ask(
    phone: FlaskClient,
    row: Address,
    address: str,
    headers: dict[str, str] | None = None,
    code: str = "",
) -> int:
    """The status of a request that holds nothing but what it must."""
    if row.method == "GET":
        answer = phone.get(address, headers=headers, query_string=QUERIES.get(row.endpoint))
    elif row.endpoint.startswith("api."):
        answer = phone.post(address, json={}, headers=headers)
    else:
        answer = phone.post(address, data={"code": code})
    answer.close()
    return answer.status_code


@pytest.fixture
def world(
    app: Flask,
    client: FlaskClient,
    open_table: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> World:
    authority = tmp_path / "authority.crt"
    authority.write_text("", encoding="ascii")
    monkeypatch.setitem(app.config, "AUTHORITY", str(authority))
    opened = open_table(CHIEF)
    assert send(client, opened, DOCTOR).status_code == 201
    asked = client.post(f"/api/t/{opened['code']}/call", json={"words": "Why?", "key": "c"})
    assert asked.get_json()["revision"] == 3
    phones: dict[AccessLevel, FlaskClient] = {
        "host": client,
        "away": joined(app, opened, "watch"),
        "watch": joined(app, opened, "code"),
    }
    assert decide(client, opened, 2, "away") == 303
    phones["player"] = joined(app, opened, "seat")
    newcomers(app, opened, "enter")
    phones["seat"] = joined(app, opened, "code")
    newcomers(app, opened, "link")
    return World(app, opened, phones)


def test_every_view_says_whom_it_serves(app: Flask) -> None:
    """It has one address and one method: what is allowed is asked by endpoint."""
    rows = list(addresses(app))
    assert [row.endpoint for row in rows if row.right is NOBODY] == []
    assert rows == list(ROWS)
    assert len({row.endpoint for row in rows}) == len(rows)


def test_the_page_of_rights_is_the_one_of_the_views() -> None:
    """After a change: ``python -m tools permissions > docs/permissions.md``."""
    kept = (ROOT / "docs/permissions.md").read_text(encoding="utf-8").splitlines()
    made = permissions_page.page(ROWS).splitlines()
    assert [line for line in made if line not in kept] == []
    assert [line for line in kept if line not in made] == []
    assert kept == made


def test_no_pages_are_forgotten() -> None:
    """Every module with addresses is imported by the list, and every blueprint is on it."""
    listed = set(imports(ROOT / "referee/blueprints.py"))
    for path in (ROOT / "referee/web").rglob("*routes.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        assert any(f"{name}.".startswith(f"{module}.") for name in listed), module
        found = vars(importlib.import_module(module)).values()
        assert {one for one in found if isinstance(one, Blueprint)} <= set(BLUEPRINTS), module


def test_a_view_that_says_nothing_is_served_to_nobody(fresh_app: Flask) -> None:
    fresh_app.add_url_rule("/new-page", "new_page", lambda: "unguarded")
    assert fresh_app.test_client().get("/new-page").status_code == 403


def test_what_a_view_needs_may_stand_above_its_route(fresh_app: Flask) -> None:
    """Turned round, the two decorators guard no less."""

    @needs("host")
    @fresh_app.get("/t/<code>/turned")
    def turned(code: str) -> str:
        return code

    assert fresh_app.test_client().get("/t/ABCD/turned").status_code == 404


@EACH
def test_an_address_serves_whom_its_row_says(world: World, row: Address) -> None:
    """Served means: not turned away. What is turned away is so with the very status of its
    right.
    """
    for access_level in ACCESS_LEVELS:
        expected = refusal(access_level, row.right)
        found = ask(world.phone(access_level), row, world.address(row), code=world.opened["code"])
        if expected:
            assert found == expected, (access_level, found)
        else:
            assert found not in REFUSED, (access_level, found)
            assert found < 500, (access_level, found)


@EACH
def test_a_program_with_a_link_is_what_the_link_gives(world: World, row: Address) -> None:
    if not row.path.startswith("/api/t/"):
        return
    given: dict[str, AccessLevel] = {"watch": "watch", "seat": "player", "host": "host"}
    for link, access_level in given.items():
        found = ask(world.app.test_client(), row, world.address(row), link_of(world.opened, link))
        assert (found if found in (403, 404) else 0) == refusal(access_level, row.right), link


@EACH
def test_a_link_that_is_none_opens_nothing(world: World, row: Address) -> None:
    if "<link>" in row.path or "<token>" in row.path:
        for access_level in ACCESS_LEVELS:
            assert ask(world.phone(access_level), row, world.address(row, "guess")) == 404


@pytest.mark.parametrize(
    "endpoint",
    [row.endpoint for row in ROWS if "again" in row.right.cases and row.path.startswith("/new")],
)
def test_playing_again_is_for_those_of_the_group(world: World, endpoint: str) -> None:
    (row,) = (row for row in ROWS if row.endpoint == endpoint)
    again = f"{world.address(row)}?again="
    for access_level in ACCESS_LEVELS:
        found = ask(world.phone(access_level), row, again + world.opened["code"])
        assert (found == 403) != reaches(access_level, least_of(endpoint, "again")), access_level
        assert ask(world.phone(access_level), row, f"{again}ZZZZ") == 403


def settle(world: World, phone: FlaskClient, outcome: str) -> int:
    body = {"outcome": outcome, "words": "so", "clause": "IC-2", "key": outcome}
    return phone.post(f"/api/t/{world.opened['code']}/call/3", json=body).status_code


def rename(world: World, phone: FlaskClient, do: str) -> int:
    """Give the first seat another name, or hand it to somebody else."""
    form = {"do": do, "seat": "s1", "name": "Zoe"}
    return phone.post(f"/t/{world.opened['code']}/seats", data=form).status_code


CASES: dict[str, Callable[[World, FlaskClient], int]] = {
    "go on": lambda world, phone: settle(world, phone, "go"),
    "settle": lambda world, phone: settle(world, phone, "stands"),
    "another seat": lambda world, phone: rename(world, phone, "rename"),
    "take over": lambda world, phone: rename(world, phone, "replace"),
}


@pytest.mark.parametrize("access_level", sorted({*ACCESS_LEVELS} - {"stranger", "away"}))
@pytest.mark.parametrize("case", CASES)
def test_what_takes_more_is_refused_to_whoever_has_less(
    world: World, case: str, access_level: AccessLevel
) -> None:
    row = next(row for row in ROWS if case in row.right.cases and row.method == "POST")
    served = CASES[case](world, world.phone(access_level)) != 403
    assert served == reaches(access_level, row.right.cases[case])


@pytest.mark.parametrize("access_level", ["seat", "player", "host"])
def test_a_ruling_of_a_question_is_kept_for_the_group_by_those_of_it(
    world: World, access_level: AccessLevel
) -> None:
    assert settle(world, world.phone(access_level), "ruled") == 201
    kept = world.phones["host"].get(f"/api/t/{world.opened['code']}/rulings").get_json()["rulings"]
    assert bool(kept) == reaches(access_level, least_of("calls.settle", "keep for the group"))


def test_everything_on_the_page_has_words() -> None:
    assert set(permissions_page.ACCESS_LEVELS) == set(ACCESS_LEVELS)
    assert set(permissions_page.SERVED) == {row.right.least for row in ROWS}
    assert set(permissions_page.CASES) == {case for row in ROWS for case in row.right.cases}
    assert set(permissions_page.OWN) == {row.right.own for row in ROWS} - {""}
