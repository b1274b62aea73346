"""Who may do what: every address for everything a device can be, and the table of rights against
the application.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.http import rights
from referee.web.http.rights import Right, Standing
from referee.web.rulings.sealed import seal
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, link_of, send
from tests.web.people.test_join import decide, joined, newcomers

STANDINGS = get_args(Standing)
REFUSED = {401, 403, 404}
QUERIES = {"ask.picture": {"cards": "KH QS 4D AC"}}
EACH = pytest.mark.parametrize(
    "right", rights.RIGHTS, ids=lambda right: f"{right.method} {right.endpoint}"
)


@dataclass(frozen=True)
class World:
    """A table with an entry, a question and a shared ruling, and a phone for every standing."""

    app: Flask
    opened: Opened
    phones: dict[Standing, FlaskClient]

    def phone(self, standing: Standing) -> FlaskClient:
        """A phone of this standing; a stranger is a new one every time, as joining would make it
        known.
        """
        return self.phones.get(standing) or self.app.test_client()

    def address(self, right: Right, link: str = "") -> str:
        """The path of a row, about this table; with another link, if one is given."""
        store = self.app.extensions["desk"].store
        table = store.table_by_code(self.opened["code"])
        own = store.group(table.group_id).link if right.path.startswith("/g/") else table.watch_link
        seq = 3 if ".settle" in right.endpoint or ".question" in right.endpoint else 2
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
            "old": "log",
            "name": "lines.csv",
            "filename": "app.css",
            "lang": "en",
            "letter": "A",
            "revision": 2,
            "person": store.seats(table.id)[0].person_id,
            "token": link or seal(table, "ruling", 2, 1, "s2"),
        }
        with self.app.test_request_context():
            used = {rule.endpoint: rule.arguments for rule in self.app.url_map.iter_rules()}[
                right.endpoint
            ]
            return self.app.url_for(right.endpoint, **{name: values[name] for name in used})


def ask(
    phone: FlaskClient,
    right: Right,
    address: str,
    headers: dict[str, str] | None = None,
    code: str = "",
) -> int:
    """The status of a request that holds nothing but what it must."""
    if right.method == "GET":
        answer = phone.get(address, headers=headers, query_string=QUERIES.get(right.endpoint))
    elif right.endpoint.startswith("api."):
        answer = phone.post(address, json={}, headers=headers)
    else:
        answer = phone.post(address, data={"code": code})
    answer.close()
    return answer.status_code


@pytest.fixture
def world(app: Flask, client: FlaskClient, open_table: Open, tmp_path: Path) -> World:
    app.config["AUTHORITY"] = str(tmp_path / "authority.crt")
    Path(app.config["AUTHORITY"]).write_text("", encoding="ascii")
    opened = open_table(CHIEF)
    assert send(client, opened, DOCTOR).status_code == 201
    assert (
        client.post(f"/api/t/{opened['code']}/call", json={"words": "Why?", "key": "c"}).get_json()[
            "revision"
        ]
        == 3
    )
    phones: dict[Standing, FlaskClient] = {
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


def test_every_address_has_one_row_and_every_row_an_address(app: Flask) -> None:
    rules = [
        (method, rule.rule, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    ]
    assert sorted(rules) == sorted(
        (right.method, right.path, right.endpoint) for right in rights.RIGHTS
    )


def test_an_address_without_a_row_is_served_to_nobody(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/new-page", "new_page", lambda: "unguarded")
    assert client.get("/new-page").status_code == 403


@EACH
def test_an_address_serves_whom_its_row_says(world: World, right: Right) -> None:
    """Served means: not turned away. What is turned away is so with the very status of the
    table.
    """
    for standing in STANDINGS:
        expected = rights.refusal(standing, right.endpoint, right.method)
        found = ask(world.phone(standing), right, world.address(right), code=world.opened["code"])
        if expected:
            assert found == expected, (standing, found)
        else:
            assert found not in REFUSED, (standing, found)
            assert found < 500, (standing, found)


@EACH
def test_a_program_with_a_link_is_what_the_link_gives(world: World, right: Right) -> None:
    if not right.path.startswith("/api/t/"):
        return
    given: dict[str, Standing] = {"watch": "watch", "seat": "player", "host": "host"}
    for link, standing in given.items():
        found = ask(
            world.app.test_client(), right, world.address(right), link_of(world.opened, link)
        )
        assert (found if found in (403, 404) else 0) == rights.refusal(
            standing, right.endpoint, right.method
        ), link


@EACH
def test_a_link_that_is_none_opens_nothing(world: World, right: Right) -> None:
    if "<link>" in right.path or "<token>" in right.path:
        assert [
            ask(world.phone(standing), right, world.address(right, "guess"))
            for standing in STANDINGS
        ] == [404] * len(STANDINGS)


@pytest.mark.parametrize(
    "endpoint",
    [
        right.endpoint
        for right in rights.RIGHTS
        if "again" in right.cases and right.path.startswith("/new")
    ],
)
def test_playing_again_is_for_those_of_the_group(world: World, endpoint: str) -> None:
    right = rights.BY_ENDPOINT[endpoint]
    for standing in STANDINGS:
        found = ask(
            world.phone(standing), right, f"{world.address(right)}?again={world.opened['code']}"
        )
        assert (found == 403) != rights.may(standing, endpoint, "again"), standing
        assert ask(world.phone(standing), right, f"{world.address(right)}?again=ZZZZ") == 403


def settle(world: World, phone: FlaskClient, outcome: str) -> int:
    return phone.post(
        f"/api/t/{world.opened['code']}/call/3",
        json={"outcome": outcome, "words": "so", "clause": "IC-2", "key": f"{outcome}"},
    ).status_code


CASES: dict[str, Callable[[World, FlaskClient], int]] = {
    "go on": lambda world, phone: settle(world, phone, "go"),
    "settle": lambda world, phone: settle(world, phone, "stands"),
    "another seat": lambda world, phone: (
        phone.post(
            f"/t/{world.opened['code']}/seats", data={"do": "rename", "seat": "s1", "name": "Zoe"}
        ).status_code
    ),
    "take over": lambda world, phone: (
        phone.post(
            f"/t/{world.opened['code']}/seats", data={"do": "replace", "seat": "s1", "name": "Zoe"}
        ).status_code
    ),
}


@pytest.mark.parametrize(
    "standing", [standing for standing in STANDINGS if standing not in ("stranger", "away")]
)
@pytest.mark.parametrize("case", CASES)
def test_what_takes_more_is_refused_to_whoever_has_less(
    world: World, case: str, standing: Standing
) -> None:
    endpoint = next(
        right.endpoint for right in rights.RIGHTS if case in right.cases and right.method == "POST"
    )
    assert (CASES[case](world, world.phone(standing)) != 403) == rights.may(
        standing, endpoint, case
    )


@pytest.mark.parametrize("standing", ["seat", "player", "host"])
def test_a_ruling_of_a_question_is_kept_for_the_group_by_those_of_it(
    world: World, standing: Standing
) -> None:
    assert settle(world, world.phone(standing), "ruled") == 201
    kept = world.phones["host"].get(f"/api/t/{world.opened['code']}/rulings").get_json()["rulings"]
    assert bool(kept) == rights.may(standing, "calls.settle", "keep for the group")


def test_everything_in_the_table_has_words() -> None:
    listed = [
        set(re.findall(r"^\* \*\*(.+)\*\*: ", part, re.MULTILINE))
        for part in rights.PAGE.split("\n## ")
    ]
    assert listed[1:] == [
        set(STANDINGS),
        {right.least for right in rights.RIGHTS},
        set(),
        {case for right in rights.RIGHTS for case in right.cases},
        {own for right in rights.RIGHTS for own in right.own},
    ]
