"""Whatever bytes a request is made of, it gets an answer and no more room than its share."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee import words
from referee.games import GAMES
from referee.web.http.security import MAX_ADDRESS, MAX_HEADERS, MAX_NUMBER
from tests.support.talk import Open, error_of

FIRST = next(iter(GAMES))
NUMBERS = (
    *("", "-1", "07", " 7", "+7", "1e9", "٣", "²", "\x00", "9" * 5000),
    *(str(2**31 - 1), str(2**31), str(2**63), str(-(2**63) - 1)),
)
NUMBERED = ("phone", "person", "upto", "seen", "of", "round", "from", "players")
HEADERS = (
    *("Origin", "Host", "Referer", "Cookie", "Accept", "Accept-Language", "Accept-Encoding"),
    *("Content-Type", "Content-Length", "Range", "If-None-Match", "If-Modified-Since"),
    *("Authorization", "Idempotency-Key", "HX-Request", "HX-Current-URL", "X-Forwarded-For"),
    "User-Agent",
)
JUNK = (
    *("", " ", "-", "null", "\xff\xfe", "'\"<>", "%00%ff", "9" * 400, "-9223372036854775809"),
    *("http://[::1", "[::1", "http://", "://", "http://[v1.x]:99999", "a:99999999"),
    *(";=;=", "device=", 'device="\\777"', "lang=xx;looks=.."),
    *("*/*;q=x", "text/html;q=1e999", "en;q=-1,ja;q=inf", "ja;q=nan"),
    *("multipart/form-data", "multipart/form-data; boundary=", "application/json; charset=x"),
    "application/x-www-form-urlencoded; charset=utf-99",
    *("bytes=9-1", "bytes=0-99999999999999999999", 'W/"', "Bearer", "Bearer \x7f", "Basic ="),
)
JUNK_LENGTHS = ("", "-1", "9" * 30, "x")


def addresses(app: Flask, opened: dict[str, Any]) -> list[tuple[str, str]]:
    """Every method and address of an application, with what a table and its group are called by."""
    store = app.extensions["service"].store
    table = store.table_by_code(opened["code"])
    known = {
        "code": table.code, "game": table.game, "game_id": table.game,
        "link": store.group(table.group_id).link, "seat": "s1",
        "filename": "base.css", "fmt": "png", "seq": 1, "number": 1, "revision": 1,
        "old": "log", "name": "lines.csv", "part": "points", "at": 0,
        "sample": "wizard",
    }  # fmt: skip
    adapter = app.url_map.bind("localhost")
    found = []
    for rule in app.url_map.iter_rules():
        path = adapter.build(
            rule.endpoint,
            {name: known.get(name, "1") for name in rule.arguments},
            method=next(iter(rule.methods or ())),
        )
        found += [
            (method, path)
            for method in sorted(rule.methods or ())
            if method in ("GET", "POST") and not path.endswith("/live")
        ]
    return found


def check(answer: Any, what: object) -> None:
    """Any answer but a stumble."""
    answer.get_data()
    assert answer.status_code < 500, what


def test_no_number_is_too_large_for_any_address(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    chance = random.Random(5)
    for method, path in addresses(app, open_table()):
        for text in NUMBERS if method == "POST" else chance.sample(NUMBERS, 2):
            sent = dict.fromkeys(NUMBERED, text) | {
                "do": "freed",
                "name": "X",
                "key": f"k{text[:50]}",
            }
            place = "data" if method == "POST" else "query_string"
            check(client.open(path, method=method, **{place: sent}), (method, path, text[:40]))


def test_no_number_in_a_path_is_too_large(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    code = open_table()["code"]
    numbered = [rule for rule in app.url_map.iter_rules() if "<int:" in rule.rule and rule.methods]
    assert len(numbered) > 8
    for rule in numbered:
        for value in (0, MAX_NUMBER, MAX_NUMBER + 1, 2**63, 10**25):
            path = rule.rule
            for name in rule.arguments:
                path = path.replace(f"<int:{name}>", str(value)).replace(
                    f"<{name}>", code if name == "code" else "s1"
                )
            for method in {"GET", "POST"}.intersection(rule.methods or ()):
                answer = client.open(path, method=method, data={"key": "k"})
                check(answer, (method, path))
                assert answer.status_code in (404, 405) or value <= MAX_NUMBER, path


def test_no_header_makes_any_address_stumble(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Some headers with junk at each address; every header with every junk at some."""
    chance = random.Random(11)
    every = addresses(app, open_table())
    pairs = [
        (where, name, chance.choice(JUNK)) for where in every for name in chance.sample(HEADERS, 4)
    ]
    pairs += [(chance.choice(every), name, junk) for name in HEADERS for junk in JUNK]
    for (method, path), name, junk in pairs:
        if name == "Content-Length":
            junk = chance.choice(JUNK_LENGTHS)
        key = ("" if name.startswith("Content") else "HTTP_") + name.upper().replace("-", "_")
        body = None if method == "GET" else b"seen=1&key=k"
        check(
            client.open(path, method=method, data=body, environ_overrides={key: junk}),
            (method, path, name, junk),
        )


def joining(client: FlaskClient, headers: dict[str, str]) -> int:
    return client.post("/join", data={"code": "AAAA"}, headers=headers).status_code


@pytest.mark.parametrize(
    "origin",
    ["http://[::1", "http://[", "//", "http://localhost:99999999", "http://localhost@evil.example"],
)
def test_an_origin_that_cannot_be_read_is_another_site(client: FlaskClient, origin: str) -> None:
    assert joining(client, {"Origin": origin}) == 403


@pytest.mark.parametrize(("lang", "said"), [("en", "cookies"), ("ja", "Cookie を消して")])
def test_more_headers_than_a_browser_sends_are_refused_with_a_way_out(
    app: Flask, lang: str, said: str
) -> None:
    client = app.test_client(use_cookies=False)
    for name in ("COOKIE", "ACCEPT_LANGUAGE", "X_ANYTHING"):
        answer = client.get(f"/?lang={lang}", environ_overrides={f"HTTP_{name}": "x" * MAX_HEADERS})
        assert answer.status_code == 431
        assert said in answer.text
    assert client.get("/", headers={"X-Anything": "x" * (MAX_HEADERS - 500)}).status_code == 200
    refused = client.get("/api/games?x=" + "x" * MAX_ADDRESS)
    assert error_of(refused, 414)["code"] == "address_too_long"


def test_long_headers_are_read_as_short_ones(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    code = open_table()["code"]
    device = client.get_cookie("device")
    assert device is not None
    sent = {
        "Cookie": f"device={device.value}; other=" + "x" * 9000,
        "Accept-Language": "ja," + "y" * 5000,
    }
    answer = app.test_client(use_cookies=False).get(f"/t/{code}", headers=sent)
    assert (answer.status_code, answer.headers["Content-Language"]) == (200, "ja")


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize("missing", ["kernel", "errors", FIRST])
def test_a_catalogue_that_is_missing_in_one_language_breaks_no_page(
    client: FlaskClient,
    open_table: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    missing: str,
) -> None:
    opened = open_table(FIRST, "Ann", "Bo", "Cy", "Dee")
    found, gone = words.catalogue_file, tmp_path / "gone.po"
    monkeypatch.setattr(
        words, "catalogue_file", lambda *of: gone if of == (lang, missing) else found(*of)
    )
    words.catalogue.cache_clear()
    try:
        pages = (f"/ask/{FIRST}", f"/api/ask/{FIRST}", "/rules", "/nowhere", f"/t/{opened['code']}")
        for path in ("/", "/ask", *pages):
            check(client.get(f"{path}?lang={lang}"), path)
    finally:
        words.catalogue.cache_clear()


@pytest.mark.parametrize("fetch_site", ["cross-site", "same-site", "", "anything"])
def test_only_pages_of_this_very_site_may_send(client: FlaskClient, fetch_site: str) -> None:
    """A sister domain is another site, whatever browsers call it."""
    assert joining(client, {"Sec-Fetch-Site": fetch_site}) == 403
    for own in ("same-origin", "none"):
        assert joining(client, {"Sec-Fetch-Site": own}) == 404


BACK = (
    *("//evil.example", "///evil.example", "https://evil.example", "/\\evil.example"),
    *("\\\\evil.example", "/\t/evil.example", "/\r/x", " //evil.example", "javascript:alert(1)"),
    *("evil", "/" * 400, "/a" * 200),
)


@pytest.mark.parametrize("back", BACK)
def test_the_way_back_leads_nowhere_else(client: FlaskClient, open_table: Open, back: str) -> None:
    code = open_table()["code"]
    for path in (f"/t/{code}/seen", "/settings"):
        answer = client.post(path, data={"back": back, "upto": 1})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/"), path
        inside = client.post(path, data={"back": "/rules/blind-date"})
        assert inside.headers["Location"] == "/rules/blind-date"
