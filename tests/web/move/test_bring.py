"""A game comes from a phone by the one open address: with a code, once, and never twice."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.exchange.import_record import read_record
from referee.web.http.limits import BURST, TABLES_OF_ADDRESS, Guesses
from referee.web.http.permissions import addresses
from referee.web.move import arriving_routes
from referee.web.move.codes import LENGTH, LIFE, MOST, MoveCodes
from tests.support.at_table import record, revision
from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, error_of, opened_by, text_of

SITE = "https://games.example"
HEADERS = {"Origin": SITE, "Sec-Fetch-Site": "cross-site"}
HERE = "/bring/here"
KEY = "the-key-of-one-phone-1234"


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def game(app: Flask) -> dict[str, Any]:
    """The record of a game that no server of the tests has."""
    other = app.test_client()
    opened = opened_by(other, CHIEF)
    record(other, opened, LAWYER)
    found: dict[str, Any] = other.get(f"/api/t/{opened['code']}/record").get_json()
    return found | {"uid": f"{opened['code']:0>32}".encode().hex()[-32:]}


def shown(client: FlaskClient) -> str:
    """A code as the page shows it, which is part of its link too."""
    page = text_of(client.post("/bring"), 200)
    found = re.search(rf'class="join-code">(\w{{{LENGTH}}})<', page)
    assert found
    assert f'value="http://localhost/bring#{found[1]}"' in page
    return found[1]


def bring(client: FlaskClient, code: Any, game: Any, key: Any = KEY, **headers: str) -> Any:
    """Send a game as a page of another site does."""
    sent = {"code": code, "key": key, "record": game}
    return client.post(HERE, json=sent, headers=HEADERS | headers)


def test_the_phone_is_host_of_the_same_game(app: Flask, game: dict[str, Any]) -> None:
    phone, other = app.test_client(), app.test_client()
    answer = bring(phone, shown(other), game, "k" * 24)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == SITE
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    told = answer.get_json()
    assert told["missing"] == 0
    led = phone.post(f"/join/{told['join']}")
    assert led.status_code == 303
    code = led.headers["Location"].split("/")[2]
    assert revision(phone, code) == len(game["events"]) + 1
    assert phone.get(f"/t/{code}/players").status_code == 200
    record(phone, {"code": code}, DOCTOR)


def test_without_a_code_nothing_comes(app: Flask, game: dict[str, Any]) -> None:
    client = app.test_client()
    tables = len(app.extensions["service"].store.table_ids())
    for code in (None, "", 7, "CDFGHJKM", ["CDFGHJKM"], "x" * 5000):
        answer = bring(client, code, game)
        assert error_of(answer, 403)["code"] == "move_code"
        assert answer.headers["Access-Control-Allow-Origin"] == SITE
    assert len(app.extensions["service"].store.table_ids()) == tables


def test_a_code_is_for_one_game(app: Flask, game: dict[str, Any]) -> None:
    client = app.test_client()
    code = shown(client)
    assert bring(client, f" {code[:4].lower()} {code[4:]}", game, "a" * 24).status_code == 200
    other = game | {"uid": "f" * 32}
    assert error_of(bring(client, code, other, "b" * 24), 403)["code"] == "move_code"


def test_the_same_game_again_is_answered_alike(app: Flask, game: dict[str, Any]) -> None:
    """The answer was lost: whoever has the key gets it again, with any code or none."""
    client = app.test_client()
    first = bring(client, shown(client), game, "c" * 24).get_json()
    tables = len(app.extensions["service"].store.table_ids())
    for code in ("", "CDFGHJKM", shown(client)):
        assert bring(client, code, game, "c" * 24).get_json() == first
    assert len(app.extensions["service"].store.table_ids()) == tables


def test_what_was_entered_later_is_said_to_be_missing(app: Flask, game: dict[str, Any]) -> None:
    client = app.test_client()
    before = game | {"events": game["events"][:0]}
    first = bring(client, shown(client), before, "d" * 24).get_json()
    again = bring(client, "", game, "d" * 24).get_json()
    assert again == first | {"missing": len(game["events"])}


def test_another_key_never_gets_the_link_of_a_game_that_is_here(
    app: Flask, game: dict[str, Any]
) -> None:
    """A watcher has the record, but not the key; the code is good for another game still."""
    client = app.test_client()
    assert bring(client, shown(client), game, "e" * 24).status_code == 200
    code = shown(client)
    refused = bring(client, code, game, "f" * 24)
    assert error_of(refused, 409)["code"] == "already_here"
    assert "join" not in refused.get_json()
    assert bring(client, code, game | {"uid": "e" * 32}, "f" * 24).status_code == 200


@pytest.mark.parametrize("key", [None, "", "short", 7, "x" * 81, "with spaces in it 123456789"])
def test_a_key_has_a_form(app: Flask, game: dict[str, Any], key: Any) -> None:
    client = app.test_client()
    assert error_of(bring(client, shown(client), game, key), 422)["code"] == "no_key"


def test_a_bad_record_is_refused_and_leaves_the_code(app: Flask, game: dict[str, Any]) -> None:
    client = app.test_client()
    code = shown(client)
    moves = [event for event in game["events"] if event["type"] == "move"]
    for wrong in (None, [], {}, game | {"game": "none"}, game | {"events": moves * 2}):
        assert error_of(bring(client, code, wrong, "g" * 24), 422)["code"] == "bad_record"
    assert bring(client, code, game | {"uid": "d" * 32}, "g" * 24).status_code == 200


def test_only_json_of_a_proper_size_is_read(app: Flask) -> None:
    client = app.test_client()
    plain = client.post(HERE, data="{}", content_type="text/plain", headers=HEADERS)
    assert plain.status_code == 415
    form = client.post(HERE, data={"code": "x"}, headers=HEADERS)
    assert form.status_code == 415
    broken = client.post(HERE, data="{", content_type="application/json", headers=HEADERS)
    assert broken.status_code == 400
    listed = client.post(HERE, json=[1], headers=HEADERS)
    assert listed.status_code == 422
    large = client.post(HERE, json={"code": "x" * 300_000}, headers=HEADERS)
    assert large.status_code == 413
    assert large.headers["Access-Control-Allow-Origin"] == SITE


@pytest.fixture
def timed(new_app: Callable[..., Flask]) -> tuple[Flask, Clock]:
    """An application whose codes go by a clock that is set."""
    app, clock = new_app(), Clock()
    app.extensions["move_codes"] = MoveCodes(clock)
    return app, clock


def test_a_code_lives_for_minutes(timed: tuple[Flask, Clock], game: dict[str, Any]) -> None:
    app, clock = timed
    client = app.test_client()
    code, late = shown(client), shown(client)
    clock.now += LIFE - 1
    assert bring(client, code, game, "h" * 24).status_code == 200
    clock.now += 2
    refused = bring(client, late, game | {"uid": "c" * 32}, "i" * 24)
    assert error_of(refused, 403)["code"] == "move_code"


def test_a_code_that_was_of_no_use_lives_no_longer() -> None:
    clock = Clock()
    codes = MoveCodes(clock)
    code = codes.make()
    assert is_valid(codes, code)
    assert is_valid(codes, code)
    with codes.use(code) as found:
        assert found
        clock.now += LIFE + 1
    assert not is_valid(codes, code)


def is_valid(codes: MoveCodes, code: str) -> bool:
    """Whether a code is valid, and as valid afterwards."""
    with suppress(KeyError), codes.use(code) as found:
        if found:
            raise KeyError
        return False
    return True


def test_the_oldest_of_too_many_codes_ends() -> None:
    codes = MoveCodes()
    made = [codes.make() for _ in range(MOST + 1)]
    assert [is_valid(codes, made[at]) for at in (0, 1, -1)] == [False, True, True]


def test_wrong_codes_are_limited_as_guesses(
    new_app: Callable[..., Flask], game: dict[str, Any]
) -> None:
    app = new_app(RATE_LIMITS=True)
    app.extensions["guesses"] = Guesses(True, lambda: 1000.0, lambda _seconds: None)
    client = app.test_client()
    code = shown(client)
    found = [bring(client, "CDFGHJKM", game).status_code for _ in range(BURST + 3)]
    assert found[:BURST] == [403] * BURST
    assert found[-1] == 429
    assert bring(client, code, game).status_code == 429


@pytest.mark.parametrize(
    "origin", ["null", "http://games.example", "https://games.example/x", "ftp://x", "x" * 400]
)
def test_a_page_of_no_proper_origin_is_refused(
    app: Flask, game: dict[str, Any], origin: str
) -> None:
    client = app.test_client()
    answer = bring(client, shown(client), game, Origin=origin)
    assert answer.status_code == 403
    assert "Access-Control-Allow-Origin" not in answer.headers
    asked = client.options(HERE, headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in asked.headers
    assert asked.status_code == 403


@pytest.mark.parametrize("origin", [SITE, "http://127.0.0.1:8080", "http://localhost:5"])
def test_a_browser_that_asks_beforehand_is_told_yes(app: Flask, origin: str) -> None:
    asked = app.test_client().options(
        HERE,
        headers={
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == origin
    assert asked.headers["Access-Control-Allow-Methods"] == "POST"
    assert asked.headers["Access-Control-Allow-Headers"] == "Content-Type"
    assert "Origin" in asked.headers["Vary"]


@pytest.mark.parametrize(
    ("base", "says"),
    [("http://192.168.1.20:8000", True), (SITE, False), ("http://localhost:8000", False)],
)
def test_a_server_without_https_leads_to_the_file(app: Flask, base: str, says: bool) -> None:
    client = app.test_client()
    for answer in (client.get("/bring", base_url=base), client.post("/bring", base_url=base)):
        assert ("has no https" in text_of(answer, 200)) is says


def test_no_other_address_answers_another_site(app: Flask, open_table: Open) -> None:
    """Of every address, in every method, what a page of another site may read: none but one."""
    code = open_table()["code"]
    store = app.extensions["service"].store
    table = store.table_by_code(code)
    known = {
        "code": code, "game": table.game, "game_id": table.game, "link": table.watch_link,
        "seat": "s1", "fmt": "svg", "seq": 2, "number": 1, "revision": 1, "old": "log",
        "name": "lines.csv", "filename": "app.js", "where": "here", "letter": "A",
        "part": "points", "at": 0, "sample": "wizard",
    }  # fmt: skip
    adapter, open_ones = app.url_map.bind("localhost"), set()
    rows = [row for row in addresses(app) if not row.path.endswith("/live")]
    for row in rows:
        rule = next(app.url_map.iter_rules(row.endpoint))
        values = {name: known.get(name, "1") for name in rule.arguments}
        path = adapter.build(row.endpoint, values, method=row.method)
        for method in {row.method, "OPTIONS"}:
            answer = app.test_client().open(path, method=method, headers=HEADERS)
            assert answer.status_code < 500
            if any(name.startswith("Access-Control-") for name, _value in answer.headers):
                open_ones.add((row.method, row.path))
            elif row.method != "GET" and method != "OPTIONS":
                assert answer.status_code == 403, path
    assert open_ones == {("POST", "/bring/<where>")}
    assert len(rows) > 100


def test_a_code_is_never_logged(
    app: Flask, game: dict[str, Any], caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    client = app.test_client()
    code = shown(client)
    assert bring(client, code, game | {"events": 7}, "j" * 24).status_code == 422
    assert bring(client, code, game, "j" * 24).status_code == 200
    told = capfd.readouterr()
    assert code not in caplog.text + told.out + told.err


def test_a_key_takes_over_no_other_game(app: Flask, game: dict[str, Any]) -> None:
    """Whoever has the record of a game that moved away, and a key of another one, gets neither its
    place nor its group.
    """
    host, other = app.test_client(), app.test_client()
    there = opened_by(host, CHIEF)["code"]
    record = host.get(f"/api/t/{there}/record").get_json()
    assert host.post(f"/t/{there}/move/file").status_code == 303
    own = bring(other, shown(other), game, "m" * 24).get_json()["join"]
    code = other.post(f"/join/{own}").headers["Location"].split("/")[2]
    assert other.post(f"/t/{code}/move/file").status_code == 303
    refused = bring(other, shown(other), record, "m" * 24)
    assert error_of(refused, 409)["code"] == "already_here"
    assert "This game is back" not in text_of(host.get(f"/t/{there}/move"), 200)


def test_a_second_try_waits_for_the_first(
    app: Flask, game: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal would let the phone go on, although the game is about to be here."""
    first, second, tries = app.test_client(), app.test_client(), []
    code = shown(first)

    def read(told: object, games: Any) -> Any:
        if not tries:
            tries.append(code)
            tries.append(error_of(bring(second, code, game, "n" * 24), 429)["code"])
        return read_record(told, games)

    monkeypatch.setattr(arriving_routes, "read_record", read)
    answer = bring(first, code, game, "n" * 24)
    assert tries == [code, "too_many"]
    assert bring(second, code, game, "n" * 24).get_json() == answer.get_json()


def test_the_key_of_renewed_links_is_worth_nothing(app: Flask, game: dict[str, Any]) -> None:
    """Whoever renews the links of a game ends every way in that was known before."""
    client = app.test_client()
    told = bring(client, shown(client), game, "o" * 24).get_json()
    store = app.extensions["service"].store
    store.renew_links(store.table_by_link(told["join"])[0].id, (Event(0, "links"), "k"))
    assert error_of(bring(client, "", game, "o" * 24), 403)["code"] == "move_code"
    refused = bring(client, shown(client), game, "o" * 24)
    assert error_of(refused, 409)["code"] == "already_here"


def test_nobody_drives_out_the_codes_of_others(new_app: Callable[..., Flask]) -> None:
    """Codes of one sender are limited as the games that it may start."""
    client = new_app(RATE_LIMITS=True).test_client()
    asked = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
    answers = {client.post("/bring", **asked).status_code for _ in range(TABLES_OF_ADDRESS + 1)}
    assert answers == {200, 429}
    assert TABLES_OF_ADDRESS < MOST / 2
