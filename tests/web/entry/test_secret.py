"""Secret entry: what one phone has entered changes nothing on another before the reveal but the
tick beside its name.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.at_table import post, record
from tests.support.examples import kept
from tests.support.talk import Open, Opened, link_of, meld, seated, send, table
from tests.web.people.test_join import joined

Entry = dict[str, Any]
NAMES = ("Ann", "Bo", "Cy")


def card(seat: str, which: str, kind: str = "card") -> Entry:
    return {"kind": kind, "seat": seat, "data": {"card": which}}


# By game: what is told before, two secrets that Bo may have, what Cy tries beside them, and what
# Ann and Cy enter then.
GAMES = {
    "indian-chief": (
        [],
        [meld("beggar", "s2", "QS QH"), meld("lawyer", "s2", "2C 3C 4C 5C")],
        meld("thief", "s3", "QS"),
        [meld("thief", "s3", "9D"), meld("poor", "s1", "JS 4S 9H")],
    ),
    "blind-date": (
        [],
        [card("s2", "QS", "discard"), card("s2", "5S", "discard")],
        card("s3", "QS", "discard"),
        [card("s3", "JD", "discard"), card("s1", "AC", "discard")],
    ),
    "not-a-pair": (
        [card("s1", "7")],
        [card("s2", "1"), card("s2", "6")],
        card("s3", "1"),
        [card("s3", "5")],
    ),
}
OPTIONS = {"blind-date": {"depth": "full"}}
SECRETIVE = kept(sorted(GAMES))
PART = {"HX-Request": "true"}
PASSING = (
    (r'(name="key" value=|"key": ?)"[^"]*"', ""),
    (r"/(join|j)/[\w-]{8,}", ""),
    (r' d="[^"]*"', ""),
    (r"\d{4}-\d\d-\d\dT[\d:.+]+", ""),
    (r"\b\d\d:\d\d\b", ""),
    (r'"at": ?[\d.]+', ""),
    (r'"uid": ?"\w+"', ""),
)


def opened(open_table: Open, client: FlaskClient, game_id: str, secret: int | None) -> Opened:
    """A secret table on which Bo has entered one of the secrets."""
    found = open_table(game_id, *NAMES, options={"entry": "secret"} | OPTIONS.get(game_id, {}))
    before, secrets, _tried, _rest = GAMES[game_id]
    record(client, found, *before, *([] if secret is None else [secrets[secret]]))
    return found


def enter_rest(client: FlaskClient, found: Opened, game_id: str) -> None:
    """What the others enter, decided when Bo alone was ready."""
    seen = table(client, found)["revision"]
    for number, entry in enumerate(GAMES[game_id][3]):
        assert send(client, found, entry, seen=seen, key=f"r{number}").status_code == 201


def addresses(app: Flask, code: str) -> Iterator[str]:
    """Every page and answer of a table that can be asked for."""
    for rule in app.url_map.iter_rules():
        if (
            rule.arguments == {"code"}
            and "GET" in (rule.methods or ())
            and not rule.rule.endswith(("/live", ".pdf"))
        ):
            yield rule.rule.replace("<code>", code)
    base = f"/t/{code}"
    yield f"/rules/{app.extensions['service'].store.table_by_code(code).game}?table={code}"
    for query in ("seat=s2", "seat=s3&go=1", "lang=ja", "round=1", "since=1", "back=2", "back=3"):
        yield f"{base}?{query}"
    for page in ("sheet?open=1-s2", "correct/2", "correct/3", "ruling/1/s2"):
        yield f"{base}/{page}"


def steady(text: str, code: str) -> str:
    """A text without what no two tables share."""
    for pattern, put in PASSING:
        text = re.sub(pattern, put, text)
    return text.replace(code, "CODE")


def shown(reader: FlaskClient, app: Flask, code: str) -> dict[str, str]:
    """What a reader is shown anywhere, without what no two tables share: the time, and tags that
    are only the text in other words.
    """
    told = {}
    for address in addresses(app, code):
        for part in ({}, PART):
            answer = reader.get(address, headers=part)
            told_of = [
                f"{name}: {value}"
                for name, value in answer.headers
                if name not in ("Set-Cookie", "Content-Length", "ETag", "Date")
            ]
            text = f"{answer.status_code} {told_of} {answer.get_data(as_text=True)}"
            told[address.replace(code, "CODE") + " part" * bool(part)] = steady(text, code)
            reader.delete_cookie("lang")
    return told


def readers(app: Flask, client: FlaskClient, found: Opened) -> dict[str, FlaskClient]:
    """The phone of another seat, one that only watches, and the host's, which enters for
    everybody.
    """
    watcher = joined(app, found, "watch")
    return {"seat": seated(app, found, "s3"), "watch": watcher, "host": client}


@pytest.fixture(params=SECRETIVE)
def game_id(request: pytest.FixtureRequest) -> str:
    """Each game whose entries may be secret."""
    return str(request.param)


@pytest.fixture
def found(client: FlaskClient, open_table: Open, game_id: str) -> Opened:
    """A secret table on which Bo has entered the first of the secrets."""
    return opened(open_table, client, game_id, 0)


def test_nothing_anywhere_depends_on_what_is_hidden(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    worlds = [opened(open_table, client, game_id, secret) for secret in (0, 1)]
    groups = [readers(app, client, found) for found in worlds]
    for who in groups[0]:
        one, other = (
            shown(group[who], app, found["code"])
            for group, found in zip(groups, worlds, strict=True)
        )
        assert one.keys() == other.keys()
        for address in one:
            assert one[address] == other[address], (who, address)
    own = [shown(seated(app, found, "s2"), app, found["code"]) for found in worlds]
    assert own[0] != own[1]


def test_a_correction_of_what_is_hidden_tells_nothing(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Bo enters one of the secrets and puts the other in its place; nobody else sees which is
    which.
    """
    told = []
    for secret in (0, 1):
        found = opened(open_table, client, game_id, secret)
        others = readers(app, client, found)
        for reader in others.values():
            reader.get(f"/t/{found['code']}")
        seen = table(client, found)["revision"]
        entry = GAMES[game_id][1][1 - secret]
        body = {"key": "a", "seen": seen, "of": seen, "entry": entry, "reason": "misread"}
        answer = seated(app, found, "s2").post(f"/api/t/{found['code']}/amend", json=body)
        assert answer.status_code == 201, answer.text
        told.append({who: shown(reader, app, found["code"]) for who, reader in others.items()})
    assert told[0] == told[1]


def test_what_another_phone_tries_is_answered_alike(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Refusals, previews, checks and conflicts tell nothing of hidden cards."""
    _before, _secrets, tried, _rest = GAMES[game_id]
    answers = []
    for secret in (0, 1):
        found = opened(open_table, client, game_id, secret)
        code, other = found["code"], seated(app, found, "s3")
        seen = table(client, found)["revision"]
        kind = "" if game_id == "indian-chief" else tried["kind"]
        form = {"seat": "s3", "kind": kind, "seen": str(seen), "key": "p", **tried["data"]}
        answered = [
            other.post(f"/t/{code}/preview", data=form),
            other.post(f"/api/t/{code}/check", json={"entries": [tried]}),
            other.post(f"/t/{code}/entry", data=form | {"seen": "1", "seat": "s2", "key": "x"}),
            send(other, found, tried, seen=seen, key="t"),
            send(other, found, tried | {"seat": "s2"}, seen=seen, key="u"),
            other.post(f"/api/t/{code}/undo", json={"seen": seen, "key": "v", "of": seen}),
        ]
        told = (f"{answer.status_code} {answer.text}" for answer in answered)
        answers.append([steady(text, code) for text in told])
    assert answers[0] == answers[1]


def test_who_is_ready_shows_on_every_phone(app: Flask, client: FlaskClient, found: Opened) -> None:
    for reader in readers(app, client, found).values():
        text = reader.get(f"/t/{found['code']}", follow_redirects=True).text
        bo = text.partition('data-seat="s2"')[2].partition("</a>")[0]
        assert "has entered" in bo, text
    assert "entered" in client.get(f"/t/{found['code']}/tv").text


def test_the_last_one_turns_all_up_on_every_phone(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    phones = readers(app, client, found)
    _before, secrets, _tried, rest = GAMES[game_id]
    enter_rest(client, found, game_id)
    events = client.get(f"/api/t/{found['code']}/record").get_json()["events"]
    newest = [event["kind"] for event in events[-len(rest) - 1 :]]
    assert newest == [entry["kind"] for entry in (secrets[0], *rest)]
    for who, phone in phones.items():
        assert phone.get(f"/api/t/{found['code']}/record").get_json()["events"] == events, who


def test_taking_back_before_the_reveal_is_free(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    """One tap on the own phone, whatever others entered since; other phones neither can nor are
    asked anything again.
    """
    code, bo, cy = found["code"], seated(app, found, "s2"), seated(app, found, "s3")
    seen = table(client, found)["revision"]
    undo = {"of": seen, "seen": seen, "key": "back"}
    assert cy.post(f"/t/{code}/undo", data=undo).status_code == 403
    assert cy.post(f"/api/t/{code}/undo", json=undo).status_code == 403
    _before, secrets, _tried, rest = GAMES[game_id]
    if len(rest) > 1:
        assert send(cy, found, rest[0], seen=seen, key="c").status_code == 201
    page = bo.get(f"/t/{code}", follow_redirects=True).text
    assert f'name="of" value="{seen}"' in page
    assert bo.post(f"/t/{code}/undo", data=undo).status_code == 303
    last = rest[-1] | {"seat": "s1" if len(rest) > 1 else "s3"}
    assert send(cy, found, last, seen=seen, key="d").status_code == 201
    record(bo, found, secrets[1])
    log = cy.get(f"/t/{code}/fix").text
    assert "QS" not in re.sub(r"<[^>]*>", "", log)
    kinds = [event["type"] for event in client.get(f"/api/t/{code}/record").get_json()["events"]]
    assert (kinds.count("retract"), kinds.count("amend")) == (1, 0)


@pytest.mark.parametrize(
    ("role", "seat", "may"), [("seat", None, True), ("seat", "s3", False), ("watch", None, False)]
)
def test_a_phone_that_enters_for_all_takes_back_what_is_hidden(
    app: Flask, client: FlaskClient, role: str, seat: str | None, may: bool, found: Opened
) -> None:
    """Another phone entered it; who has a seat of their own, or only watches, leaves it alone."""
    phone = seated(app, found, seat) if seat else joined(app, found, role)
    seen, address = table(client, found)["revision"], f"/t/{found['code']}"
    assert (f'name="of" value="{seen}"' in phone.get(address, follow_redirects=True).text) == may
    undo = {"of": seen, "seen": seen, "key": "back"}
    assert phone.post(f"{address}/undo", data=undo).status_code == (303 if may else 403)
    # The same key again changes nothing more.
    assert phone.post(f"/api{address}/undo", json=undo).status_code == (201 if may else 403)
    assert table(client, found)["revision"] == seen + may


def test_nobody_claims_a_seat_to_see_its_cards(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    """The host has entered for Bo, who has no phone; until the reveal no phone becomes Bo's."""
    for reader in (client, seated(app, found, "s3")):
        assert reader.post(f"/t/{found['code']}/seat", data={"seat": "s2"}).status_code == 409
    enter_rest(client, found, game_id)
    assert client.post(f"/t/{found['code']}/seat", data={"seat": "s2"}).status_code == 303


def test_the_host_enters_for_a_player_without_a_phone(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    found = opened(open_table, client, "indian-chief", None)
    ann = seated(app, found, "s1")
    record(ann, found, meld("beggar", "s2", "QS QH"))
    assert 'name="of" value="2"' in ann.get(f"/t/{found['code']}").text
    assert "QS" not in str(table(ann, found)["lines"])
    assert post(ann, found["code"], "undo", of=2).status_code == 303


def test_the_log_of_the_server_names_no_card(
    app: Flask,
    client: FlaskClient,
    open_table: Open,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with caplog.at_level(logging.DEBUG):
        found = opened(open_table, client, "indian-chief", 0)
        body = {"seen": 2, "key": "k", "entries": [meld("thief", "s3", "QS")]}
        path, link = f"/api/t/{found['code']}/moves", link_of(found, "seat")
        app.test_client().post(path, json=body, headers=link)
    written = caplog.text + "".join(capsys.readouterr())
    assert "QS" not in written
    assert "QH" not in written
