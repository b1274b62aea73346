"""The fast lane: plain entries are recorded without Flask, to the same effect; everything else is Flask's, body and all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.rules.history import History
from referee.web import lane
from tests.random_play import random_history
from tests.web.talk import CHIEF, DOCTOR, LAWYER, Open, Opened, link_of, play, renamed, seated, send

FORM = "application/x-www-form-urlencoded"
Post = Callable[[FlaskClient, Opened, dict[str, Any], int], Any]


def by_program(client: FlaskClient, opened: Opened, entry: dict[str, Any], seen: int) -> Any:
    """Record an entry by the API."""
    return send(client, opened, entry, seen=seen, key=f"key{seen}")


def fields(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """An entry as the fields of a form."""
    yield from (("kind", entry["kind"]), ("seat", entry["seat"] or ""))
    for name, value in entry["data"].items():
        for one in value if isinstance(value, list | tuple) else [value]:
            if one is not None and one is not False:
                yield name, "1" if one is True else str(one)


def by_form(client: FlaskClient, opened: Opened, entry: dict[str, Any], seen: int, **more: str) -> Any:
    """Record an entry by a form."""
    sent = [("seen", str(seen)), ("key", f"key{seen}"), *fields(entry), *more.items()]
    return client.post(f"/t/{opened['code']}/entry", data=urlencode(sent), content_type=FORM)


WAYS: dict[str, Post] = {"API": by_program, "form": by_form}


@pytest.fixture
def no_flask(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it, and from then on Flask answers nothing."""

    def unasked() -> None:
        raise AssertionError("Flask was asked")

    return lambda: monkeypatch.setattr(app, "full_dispatch_request", unasked)


def replayed(client: FlaskClient, opened: Opened, whole: History, ids: dict[str, str], post: Post) -> list[Any]:
    """The answers to all entries of a history."""
    entries = (renamed({"kind": event.kind, "seat": event.seat, "data": event.data}, ids) for event in whole.events[1:])
    return [post(client, opened, entry, seen) for seen, entry in enumerate(entries, 1)]


def told(answer: Any) -> tuple[int, bytes, list[tuple[str, str]]]:
    """All that an answer says, in no order; the codes of tables differ."""
    headers = sorted((name.lower(), value) for name, value in answer.headers if name.lower() != "location")
    return answer.status_code, answer.data, headers


def logged(app: Flask, opened: Opened) -> list[tuple[Any, ...]]:
    """What a table's log holds, without times."""
    store = app.extensions["desk"].store
    return [(e.seq, e.type, e.seat, e.kind, e.data, e.accept, e.reason, e.by) for e in store.events(store.table_by_code(opened["code"]).id)][1:]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_whole_games_are_recorded_without_flask_and_as_flask_would(
    app: Flask, client: FlaskClient, no_flask: Callable[[], None], monkeypatch: pytest.MonkeyPatch, game_id: str, way: str
) -> None:
    whole = random_history(game_id, 3)
    ids = {seat: f"s{at}" for at, seat in enumerate(whole.seats, 1)}
    before = History(whole.game, whole.seats, whole.options, whole.start, whole.events[:1])
    quick, slow = play(client, before, ids), play(client, before, ids)
    with monkeypatch.context() as patched:
        patched.setattr(lane, "recorded", lambda desk, environ: None)
        usual = replayed(client, slow, whole, ids, WAYS[way])
    no_flask()
    answers = replayed(client, quick, whole, ids, WAYS[way])
    assert [told(answer) for answer in answers] == [told(answer) for answer in usual]
    assert [answer.headers.get("Location") for answer in answers] == [None if way == "API" else f"/t/{quick['code']}"] * len(answers)
    assert logged(app, quick) == logged(app, slow)
    assert len(logged(app, quick)) == len(whole.events) - 1


def test_a_row_of_everybodys_answers_is_plain_too(client: FlaskClient, open_table: Open, no_flask: Callable[[], None], app: Flask) -> None:
    opened = open_table("blind-date", "Ann", "Bo", "Cy", "Dee")
    no_flask()
    rows = {"blind.s1": "QH", "match.s1": "KC", "target.s1": "s2", "blind.s2": "5S", "match.s2": "KH", "target.s2": "s1"}
    assert client.post(f"/t/{opened['code']}/entry", data={"seen": "1", "key": "row"} | rows).status_code == 303
    assert [(seat, kind) for _, _, seat, kind, *_ in logged(app, opened)] == [("s1", "date"), ("s2", "date")]


def test_a_double_tap_is_one_entry(app: Flask, client: FlaskClient, open_table: Open, no_flask: Callable[[], None]) -> None:
    opened = open_table(CHIEF)
    no_flask()
    for way in (by_program, by_program):
        assert way(client, opened, LAWYER, 1).get_json() == {"revision": 2}
    assert [by_form(client, opened, DOCTOR, 2).status_code for _ in range(2)] == [303, 303]
    assert len(logged(app, opened)) == 2


@pytest.fixture
def asked(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that Flask was asked for."""
    paths: list[str] = []
    answer = app.full_dispatch_request

    def noted() -> Any:
        paths.append(request.path)
        return answer()

    monkeypatch.setattr(app, "full_dispatch_request", noted)
    return paths


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"overrule": "1", "accept": "meld_used", "reason": "agreed"}, 303),
        ({"queued": "1"}, 204),
        ({"refresh": "1"}, 200),
        ({"seen": "9"}, 409),
        ({"seen": "x"}, 409),
        ({"key": ""}, 303),
        ({"kind": "no such"}, 422),
    ],
)
def test_a_form_that_wants_more_is_flasks(client: FlaskClient, open_table: Open, asked: list[str], more: dict[str, str], status: int) -> None:
    opened = open_table(CHIEF)
    asked.clear()
    sent = dict(fields(LAWYER)) | {"seen": "1", "key": "k", "cards": "KH QD 4D AC"} | more
    assert client.post(f"/t/{opened['code']}/entry", data=sent).status_code == status
    assert asked == [f"/t/{opened['code']}/entry"]


def test_what_does_not_go_through_is_told_by_flask_with_its_body(client: FlaskClient, open_table: Open, asked: list[str]) -> None:
    opened = open_table(CHIEF)
    four = LAWYER | {"data": {"cards": ["KH", "QD", "4D"]}}
    asked.clear()
    refused = send(client, opened, four)
    assert refused.status_code == 422
    assert refused.get_json()["error"]["rulings"]
    assert send(client, opened, LAWYER, seen=7).status_code == 409
    assert send(client, opened, LAWYER, nonsense=1).status_code == 422
    assert client.post(f"/api/t/{opened['code']}/moves", data=b"{", content_type="application/json").status_code == 400
    assert client.post("/api/t/QQQQ/moves", json={"seen": 1, "key": "k", "entries": [LAWYER]}).status_code == 404
    assert len(asked) == 5


def test_who_may_only_watch_or_comes_from_elsewhere_is_refused_by_flask(
    app: Flask, client: FlaskClient, open_table: Open, asked: list[str]
) -> None:
    opened = open_table(CHIEF)
    store = app.extensions["desk"].store
    watcher = app.test_client()
    device = store.new_device()
    store.grant(device, store.table_by_code(opened["code"]).id, "watch")
    watcher.set_cookie("device", device)
    asked.clear()
    assert send(watcher, opened, LAWYER).status_code == 403
    assert send(app.test_client(), opened, LAWYER).status_code == 404
    path, body = f"/api/t/{opened['code']}/moves", {"seen": 1, "key": "k", "entries": [LAWYER]}
    assert client.post(path, json=body, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post(path, json=body, headers={"Origin": "http://evil.example"}).status_code == 403
    assert client.post(path, data=b"x" * 300_000, content_type="application/json").status_code == 413
    assert client.post(path, json=body, headers=link_of(opened, "watch")).status_code == 403
    assert logged(app, opened) == []
    assert len(asked) == 6
    assert client.post(path, json=body, headers={"Origin": "http://localhost"}).status_code == 201
    assert len(asked) == 6


def test_a_seats_own_phone_is_named_in_the_log(app: Flask, open_table: Open, no_flask: Callable[[], None]) -> None:
    opened = open_table(CHIEF)
    phone = seated(app, opened, "s3")
    no_flask()
    assert by_form(phone, opened, LAWYER, 1).status_code == 303
    assert logged(app, opened)[0][-1] == "s3"


def test_a_fault_in_the_lane_only_makes_it_slower(
    app: Flask, client: FlaskClient, open_table: Open, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one that shows only after the entry was stored: its key is known again."""
    opened = open_table(CHIEF)
    enter = app.extensions["desk"].enter

    def stored_and_broken(*args: Any) -> None:
        enter(*args)
        monkeypatch.setattr(app.extensions["desk"], "enter", enter)
        raise MemoryError

    monkeypatch.setattr(app.extensions["desk"], "enter", stored_and_broken)
    asked.clear()
    assert by_program(client, opened, LAWYER, 1).get_json() == {"revision": 2}
    assert len(asked) == len(logged(app, opened)) == 1
