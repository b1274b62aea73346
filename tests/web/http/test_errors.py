"""Errors: one shape everywhere, a sentence in the reader's language, never a trace; junk is
refused, not stumbled over.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from referee.kernel.contract import Illegal, Level, Ruling
from referee.kernel.record import BadRecord
from referee.store.errors import (
    Stale,
    StoreBusy,
    StoreClosed,
    StoreFailed,
    TooLarge,
    Unknown,
    Unstorable,
)
from referee.web.http.errors import HTTP_CODES
from referee.web.http.permissions import needs
from referee.web.http.security import MAX_BODY
from referee.web.people.naming import tidy
from referee.words import catalogue
from tests.support.client import FAILURES, awaiting
from tests.support.talk import Open, text_of

SECRET = "QS-by-Ann-at-K7PQ"
MISSING = Ruling("missing", "IC-1", Level.IMPOSSIBLE, field="match")
RAISED: dict[str, tuple[Exception, int, str]] = {
    "stale": (Stale(3, 7), 409, "stale"),
    "busy": (StoreBusy(5.0), 503, "busy"),
    "closed": (StoreClosed(), 503, "closed"),
    "large": (TooLarge("name", 90, 80, "characters"), 413, "value_too_large"),
    "unstorable": (Unstorable("key", "it is empty"), 422, "unstorable"),
    "unknown": (Unknown("table"), 404, "not_found"),
    "failed": (StoreFailed("disk I/O error"), 503, "store_failed"),
    "full": (StoreFailed("database or disk is full", "full"), 507, "store_full"),
    "illegal": (Illegal([MISSING]), 422, "options"),
    "record": (BadRecord("not_a_list", "events"), 422, "bad_record"),
    "bug": (KeyError(SECRET), 500, "broken"),
}
JUNK_BODIES: tuple[bytes, ...] = (
    *(b"", b"{", b"null", b"[]", b'"text"', b"12", b"\xff\xfe\x00", b"[" * 20000),
    *(b'{"a": NaN}', b'{"seen": 1e999}', b'{"seen": ' + b"9" * 5000 + b"}"),
    *(b'{"key": "\\ud800"}', b'{"game": "indian-chief", "seats": [{"name": "\\ud800"}]}'),
    b'{"entries": ' + b'[{"data": ' * 2000,
    json.dumps({"entries": [{}] * 60}).encode(),
)
JUNK_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 10**30, "", " ", "x" * 10000, "<script>alert(1)</script>"),
    *("🃏👩‍👩‍👧‍👦", "\u202eشطرنج\u202c", "a\x00b", "{0.__class__}", "%s%n", "../../etc"),
    *([], [[]], [None], [{}], {}, {"a": {}}, ["QS", 5], {"of": "x"}, [["p", None]]),
)
NAMES = (
    *('<b>Ann</b> & "Bo"', "👩‍👩‍👧‍👦🃏", "\u202eليلى\u202c", "{0}"),
    *("%(name)s", "A\u0000B", "z" * 30, "名前" * 15),
)


def check_shape(answer: Any, status: int) -> dict[str, Any]:
    """The error of an answer, after a look at its shape."""
    assert answer.status_code == status, answer.get_data(as_text=True)[:300]
    assert answer.mimetype == "application/json"
    body = answer.get_json()
    assert set(body) == {"error"}
    error: dict[str, Any] = body["error"]
    assert set(error) >= {"code", "message", "rulings"}
    assert set(error) <= {"code", "message", "rulings", "head", "where", "entry", "seq"}
    assert re.fullmatch("[a-z_]+", error["code"])
    assert error["message"].strip()
    assert "Traceback" not in answer.get_data(as_text=True)
    for ruling in error["rulings"]:
        assert set(ruling) == {"code", "clause", "level", "field", "params", "text"}
        assert ruling["text"].strip()
    return error


def check_any(answer: Any) -> None:
    """Any answer at all: no stumble, no trace, and an error has its shape."""
    text = answer.get_data().decode(errors="replace")
    assert answer.status_code < 500, text[:300]
    assert "Traceback (most recent call last)" not in text
    if answer.status_code >= 400 and answer.mimetype == "application/json":
        check_shape(answer, answer.status_code)


@pytest.fixture
def failing(fresh_app: Flask) -> Iterator[FlaskClient]:
    """A client of an application with addresses that fail in every way there is."""
    app = fresh_app

    def stumble(name: str) -> str:
        raise RAISED[name][0]

    for below, sort in (("/api", "api"), ("", "page")):
        app.add_url_rule(f"{below}/fail/<int:code>", f"fail_{sort}", lambda code: abort(code))
        app.add_url_rule(f"{below}/raise/<name>", f"raise_{sort}", stumble)
    for name, view in app.view_functions.items():
        if "." not in name:
            needs("anyone")(view)
    with awaiting(*FAILURES):
        yield app.test_client()


# The shape, for every status and every error


@pytest.mark.parametrize("status", HTTP_CODES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_status_has_the_json_shape(failing: FlaskClient, status: int, lang: str) -> None:
    error = check_shape(failing.get(f"/api/fail/{status}?lang={lang}"), status)
    assert error["code"] == HTTP_CODES[status]
    assert bool(re.search("[ぁ-ん]", error["message"])) == (lang == "ja")


@pytest.mark.parametrize("status", HTTP_CODES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_status_has_a_page(failing: FlaskClient, status: int, lang: str) -> None:
    answer = failing.get(f"/fail/{status}?lang={lang}")
    text = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert answer.mimetype == "text/html"
    assert f'<html lang="{lang}"' in text
    assert catalogue(lang, "errors")[f"error.{HTTP_CODES[status]}"] in text
    assert 'href="/"' in text
    assert answer.headers["Content-Security-Policy"]


def test_a_page_address_answers_in_json_where_that_is_preferred(failing: FlaskClient) -> None:
    check_shape(failing.get("/fail/404", headers={"Accept": "application/json"}), 404)
    for accepted in ("text/html,application/json;q=0.5", "*/*"):
        answer = failing.get("/fail/404", headers={"Accept": accepted})
        assert (answer.status_code, answer.mimetype) == (404, "text/html")


@pytest.mark.parametrize("name", RAISED)
def test_every_error_has_its_status_and_code(failing: FlaskClient, name: str) -> None:
    _, status, code = RAISED[name]
    error = check_shape(failing.get(f"/api/raise/{name}?lang=en"), status)
    assert error["code"] == code
    page = failing.get(f"/raise/{name}?lang=en")
    assert page.status_code == status
    assert page.mimetype == "text/html"


def test_errors_carry_what_a_program_needs(failing: FlaskClient) -> None:
    stale = check_shape(failing.get("/api/raise/stale"), 409)
    assert stale["head"] == 7
    assert check_shape(failing.get("/api/raise/record"), RAISED["record"][1])["where"] == "events"
    illegal = check_shape(failing.get("/api/raise/illegal"), 422)
    assert [ruling["field"] for ruling in illegal["rulings"]] == ["match"]
    busy = failing.get("/api/raise/busy")
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")


def test_a_wrong_method_says_which_are_right(client: FlaskClient) -> None:
    answer = client.get("/api/tables")
    assert check_shape(answer, 405)["code"] == "wrong_method"
    assert "POST" in answer.headers["Allow"]


def test_a_redirect_is_no_error(client: FlaskClient) -> None:
    assert client.get("/api").status_code == 308


# The log


def test_a_stumble_is_logged_in_one_line_without_what_was_said(
    failing: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    text = text_of(failing.get(f"/raise/bug?name={SECRET}"), 500)
    assert SECRET not in text
    assert "Traceback" not in text
    logged = capsys.readouterr().err
    assert SECRET not in logged
    line = json.loads(logged)
    assert logged.count("\n") == 1
    assert (line["method"], line["endpoint"], line["error"]) == ("GET", "raise_page", "KeyError")
    assert line["traceback"][-1].startswith("tests/web/http/test_errors.py:")


def test_what_is_the_readers_to_mend_is_not_logged(
    failing: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {
        "/api/raise/stale": 409,
        "/api/raise/illegal": 422,
        "/fail/404": 404,
        "/api/fail/400": 400,
    }
    assert {address: failing.get(address).status_code for address in told} == told
    assert capsys.readouterr().err == ""


# Junk


def addresses(app: Flask, method: str, **values: str) -> list[str]:
    """Every address of the application that takes a method, with junk in its places; the streams
    are left out.
    """
    given = {"old": "log", "name": "lines.csv", "part": "points", **values}
    with app.test_request_context():
        found = [
            app.url_map.bind("localhost").build(
                rule.endpoint,
                {name: given.get(name, "7") for name in rule.arguments},
                method=method,
            )
            for rule in app.url_map.iter_rules()
            if method in (rule.methods or ()) and rule.endpoint not in ("live.stream", "static")
        ]
    return sorted(set(found))


@pytest.mark.parametrize(
    "code", ["ZZZZ", "0", "%00", "%F0%9F%83%8F", "a" * 300, "%ED%A0%80", "' OR 1=1 --"]
)
def test_unknown_tables_are_not_found_at_every_address(
    client: FlaskClient, app: Flask, code: str
) -> None:
    for method in ("GET", "POST"):
        for address in addresses(app, method, code="CODE"):
            if "CODE" in address:
                answer = client.open(address.replace("CODE", code), method=method)
                assert answer.status_code in (303, 400, 404, 405, 415), address
                check_any(answer)


@pytest.mark.parametrize(
    "junk", ["nonsense", "%00", "%F0%9F%83%8F", "..%2f..%2fetc", "<script>", "a" * 3000]
)
def test_junk_in_an_address_never_stumbles(client: FlaskClient, app: Flask, junk: str) -> None:
    places = ("code", "game", "game_id", "clause", "clause_id", "link", "fmt")
    names = ("lang", "edition", "round", "players", "open", "seat", "back")
    query = "&".join(f"{name}={junk}" for name in names)
    for method in ("GET", "POST"):
        for address in addresses(app, method, **dict.fromkeys(places, "J")):
            path = address.replace("/J", f"/{junk}").replace(".J", f".{junk}")
            answer = client.open(f"{path}?{query}", method=method)
            check_any(answer)
            assert answer.mimetype != "text/html" or b"<script>" not in answer.get_data()


@pytest.mark.parametrize("body", JUNK_BODIES, ids=range(len(JUNK_BODIES)))
def test_junk_bodies_are_refused_in_the_one_shape(
    client: FlaskClient, app: Flask, open_table: Open, body: bytes
) -> None:
    opened = open_table("indian-chief")
    for address in addresses(app, "POST", code=opened["code"]):
        if address.startswith("/api/"):
            answer = client.post(address, data=body, content_type="application/json")
            assert answer.status_code in (400, 422), (address, answer.status_code)
            check_shape(answer, answer.status_code)


@pytest.mark.parametrize("value", JUNK_VALUES, ids=range(len(JUNK_VALUES)))
def test_wrong_types_are_refused_at_every_place(
    client: FlaskClient, open_table: Open, value: Any
) -> None:
    opened = open_table("indian-chief")
    entry = {"kind": "doctor", "seat": "s1", "data": {"cards": "AH 2S 5S 8S QS 7S"}}
    moves = {"seen": 1, "key": "k", "entries": [entry]}
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    start = {"game": "indian-chief", "edition": "page", "seats": seats, "options": {}}
    at = f"/api/t/{opened['code']}"
    event = {"type": "move", "kind": "doctor", "seat": "s1", "data": entry["data"]}
    record = client.get(f"{at}/record").get_json() | {"events": [event]}
    undo = {"seen": 1, "key": "k"}
    sent = [(f"{at}/moves", moves | {name: value}) for name in (*moves, "extra", "reason")]
    sent += [(f"{at}/check", {"entries": [entry | {name: value}]}) for name in (*entry, "accept")]
    sent += [(f"{at}/check", {"entries": [entry | {"data": {"cards": value}}]})]
    sent += [(f"{at}/undo", undo | {name: value}) for name in (*undo, "of")]
    sent += [("/api/tables", start | {name: value}) for name in start]
    sent += [("/api/tables", start | {"seats": [{"name": value}, {"name": "Bo"}]})]
    sent += [("/api/tables", start | {"options": {"match": value, "dealer": value}})]
    sent += [("/api/check", record | {name: value}) for name in record]
    events = [[event | {name: value}] for name in (*event, "accept", "seq", "reason", "at", "by")]
    for data in (
        {"of": value},
        {"of": 2, "drop": value},
        {"of": 2, "drop": [value]},
        {"of": 2, "entry": value},
        {"of": 2, "entry": {"cards": value}},
    ):
        events += [[event, event | {"type": kind, "data": data}] for kind in ("retract", "amend")]
    sent += [("/api/check", record | {"events": some}) for some in events]
    for address, body in sent:
        answer = client.post(address, json=body)
        assert answer.status_code < 500, (address, str(body)[:500], answer.get_json())
        if answer.status_code >= 400:
            check_shape(answer, answer.status_code)


def test_bodies_that_are_too_large_are_refused_everywhere(
    client: FlaskClient, app: Flask, open_table: Open
) -> None:
    opened = open_table("indian-chief")
    large = b'{"x": "' + b"x" * MAX_BODY + b'"}'
    for address in addresses(app, "POST", code=opened["code"]):
        if address.startswith("/api/"):
            answer = client.post(address, data=large, content_type="application/json")
            assert check_shape(answer, 413)["code"] == "too_large"
        else:
            check_any(client.post(address, data={"name": "x" * MAX_BODY}))


def test_a_body_that_is_no_json_is_told_so(client: FlaskClient) -> None:
    answer = client.post("/api/tables", data={"game": "indian-chief"})
    assert check_shape(answer, 415)["code"] == "unsupported_type"


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_odd_names_are_kept_and_shown_as_text(
    client: FlaskClient, app: Flask, open_table: Open, name: str
) -> None:
    opened = open_table("indian-chief", name, "Bo")
    assert opened["seats"][0]["name"] == tidy(name)
    assert client.get(f"/api/t/{opened['code']}").get_json()["seats"][0]["name"] == tidy(name)
    link = opened["links"]["watch"].rsplit("/", 1)[1]
    places = {"code": opened["code"], "game": "indian-chief", "link": link, "fmt": "none"}
    for address in addresses(app, "GET", **places):
        answer = client.get(address)
        check_any(answer)
        if answer.mimetype == "text/html":
            assert "<b>Ann</b>" not in answer.get_data(as_text=True), address


@pytest.mark.parametrize("name", ["x" * 31, "x" * 10000, "", "   ", "\u200b", "\u2060 \u200b"])
def test_names_that_are_too_long_or_blank_are_refused(client: FlaskClient, name: str) -> None:
    body = {"game": "indian-chief", "seats": [{"name": name}, {"name": "Bo"}]}
    answer = client.post("/api/tables?lang=ja", json=body)
    assert answer.status_code in (413, 422)
    assert re.search("[ぁ-ん]", check_shape(answer, answer.status_code)["message"])


# The words


def test_both_languages_say_the_same_things() -> None:
    english, japanese = catalogue("en", "errors"), catalogue("ja", "errors")
    assert set(english) == set(japanese)
    for code, text in english.items():
        places = [
            {name for _, name, _, _ in string.Formatter().parse(said) if name}
            for said in (text, japanese[code])
        ]
        assert places[0] == places[1], code
    assert {f"error.{code}" for code in HTTP_CODES.values()} <= set(english)
    assert {f"error.{code}" for _, _, code in RAISED.values()} <= set(english)
