"""Letting stand what the rules refuse is the host's alone, with a reason, whatever way somebody else tries; it is marked wherever it counts."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import Level
from referee.kernel.game import check
from referee.kernel.history import History, extend
from referee.sample import sample_answer
from referee.store.values import StoredEvent
from referee.web.sheet.print_routes import sheet_data
from referee.web.view.view import View
from tests.laws.test_every_game import ids_of, upto
from tests.support.random_play import json_of, random_history
from tests.support.talk import CHIEF, Open, Opened, play, renamed, seated, send, table
from tests.support.tiers import cases, law
from tests.web.people.test_join import joined
from tests.web.people.test_seats import text

Entry = dict[str, Any]
SECRET = {"entry": "secret"}
TRIES = 15
TABLES = 8
"""Among as many there is one with something to let stand: quick entry often has nothing."""


def refused_answers(history: History, seed: int) -> list[tuple[int, Entry]]:
    """For moves of a game, an answer that was refused there and could be let stand: after how many moves, and the entry."""
    rng, found = random.Random(seed), []
    for at, played in enumerate(history.played):
        for prompt in history.game.prompts(played.before):
            for _ in range(TRIES):
                answer = json_of(sample_answer(prompt, rng))
                checked = check(history.game, played.before, prompt.kind, prompt.seat, answer).entered
                if checked.objections and all(ruling.level is Level.ILLEGAL for ruling in checked.objections):
                    codes = [ruling.code for ruling in checked.objections]
                    found.append((at, {"kind": prompt.kind, "seat": prompt.seat, "data": answer, "accept": codes}))
                    break
    return found


def texts(value: Any) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else ["1" if value is True else str(value)]


def form_of(entry: Entry, seen: int, key: str) -> dict[str, Any]:
    data = {name: texts(value) for name, value in entry["data"].items() if value not in (None, False)}
    return data | {
        "kind": entry["kind"], "seat": entry["seat"] or "", "accept": entry["accept"], "overrule": "1", "reason": "we agreed", "seen": seen, "key": key
    }


def stored(app: Flask, opened: Opened) -> tuple[StoredEvent, ...]:
    store = app.extensions["desk"].store
    found: tuple[StoredEvent, ...] = store.events(store.table_by_code(opened["code"]).id)
    return found


WAYS: dict[str, Callable[[FlaskClient, str, Entry, int, int], Any]] = {
    "program": lambda phone, code, entry, seen, _of: phone.post(
        f"/api/t/{code}/moves", json={"seen": seen, "key": "p", "entries": [entry], "reason": "we agreed"}
    ),
    "form": lambda phone, code, entry, seen, _of: phone.post(f"/t/{code}/entry", data=form_of(entry, seen, "f")),
    "queue": lambda phone, code, entry, seen, _of: phone.post(f"/t/{code}/entry", data=form_of(entry, seen, "q") | {"queued": "1"}),
    "preview": lambda phone, code, entry, seen, _of: phone.post(f"/t/{code}/preview", data=form_of(entry, seen, "v")),
    "correction": lambda phone, code, entry, seen, of: phone.post(f"/t/{code}/amend/{of}", data=form_of(entry, seen, "a") | {"rewind": "1"}),
    "program’s correction": lambda phone, code, entry, seen, of: phone.post(
        f"/api/t/{code}/amend", json={"seen": seen, "key": "b", "of": of, "entry": entry, "reason": "we agreed", "rewind": True}
    ),
    "question": lambda phone, code, entry, seen, of: [
        phone.post(f"/api/t/{code}/call", json={"words": "why", "key": "c"}),
        phone.post(f"/api/t/{code}/call/{seen + 1}", json={"outcome": "stands", "words": "we agreed", "key": "d"}),
    ],
}


@law
@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_but_a_host_lets_anything_stand(app: Flask, client: FlaskClient, game_id: str) -> None:
    """By form, program, queue, correction or question, an answer that a phone accepts is as if it accepted nothing; a host may."""
    tables = (random_history(game_id, seed) for seed in range(3, 3 + TABLES))
    history, found = next((one, told) for one in tables if (told := refused_answers(one, 3)))
    for at, entry in random.Random(1).sample(found, min(len(cases(1, 3)), len(found))):
        before = upto(history, at)
        ids = ids_of(before)
        told = renamed(entry, ids)
        for way, tries in WAYS.items():
            opened = play(client, before, ids)
            seen, accepted = table(client, opened)["revision"], sum(bool(event.accept) for event in stored(app, opened))
            tries(joined(app, opened, "seat"), opened["code"], told, seen, seen)
            assert sum(bool(event.accept) for event in stored(app, opened)) == accepted, (way, told)
        assert send(client, opened, told, seen=table(client, opened)["revision"], key="host", reason="so").status_code == 201
        assert set(stored(app, opened)[-1].accept) == set(told["accept"])


# Secret cards that collide


def collision(app: Flask, client: FlaskClient, open_table: Open) -> tuple[Opened, FlaskClient]:
    """Two secret melds with the same king, revealed; the phone of Bo."""
    opened = open_table(CHIEF, "Ann", "Bo", options=SECRET)
    bo = seated(app, opened, "s2")
    assert send(client, opened, {"kind": "thief", "seat": "s1", "data": {"cards": "KS"}}).status_code == 201
    assert send(bo, opened, {"kind": "poor", "seat": "s2", "data": {"cards": "KS QS 2D"}}, seen=2, key="b").status_code == 201
    return opened, bo


STAND = {"kind": "stand", "seat": None, "data": {}, "accept": ["copies_collide"]}


def box_of(page: str) -> str:
    return page.partition('class="refusal"')[2].partition("</section>")[0]


def test_each_phone_is_offered_what_is_its_own(app: Flask, client: FlaskClient, open_table: Open) -> None:
    """A player changes their own entry and has the other one asked; the host changes both and may let them stand; who watches sees it all."""
    opened, bo = collision(app, client, open_table)
    ann = seated(app, opened, "s1")
    changes = {ann: (True, False), bo: (False, True), client: (True, True), joined(app, opened, "watch"): (False, False)}
    for phone, offered in changes.items():
        box = box_of(text(phone, opened))
        assert box.count("<li>") == 2
        assert box.count("is-bad") == 2, box
        assert tuple(f"/t/{opened['code']}/correct/{seq}\" aria-label" in box for seq in (2, 3)) == offered
        assert tuple(f"/t/{opened['code']}/look/{seq}" in box for seq in (2, 3)) == ((False, True) if phone is ann else (True, False) if phone is bo else (False, False))
        assert ('name="reason"' in box, 'name="overrule"' in box) == (phone is client, phone is client)
        assert "IC-2" in box
    assert "Look again: my cards" in text(bo, opened)
    assert "Look again: Bo’s cards" in text(client, opened)


def test_who_is_asked_to_look_again_is_told_once_until_the_entry_is_another(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, bo = collision(app, client, open_table)
    ann, told = seated(app, opened, "s1"), "You are asked to look at your cards again."
    for _ in range(2):
        assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert ann.post(f"/t/{opened['code']}/look/9").status_code == 303
    assert [event.type for event in stored(app, opened)].count("look") == 1
    assert [text(phone, opened, "/sheet").count(told) for phone in (ann, bo, client)] == [1, 0, 0]
    assert "Ask Ann" not in text(bo, opened)
    change = {"kind": "thief", "seat": "s1", "data": {"cards": "KH"}}
    body = {"seen": 4, "key": "c", "of": 2, "entry": change, "reason": "misread"}
    assert ann.post(f"/api/t/{opened['code']}/amend", json=body).status_code == 201
    assert told not in text(ann, opened, "/sheet")


def test_a_collision_is_let_stand_by_the_host_with_a_reason_and_marked(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, bo = collision(app, client, open_table)
    assert send(bo, opened, STAND, seen=3, key="bo", reason="so").status_code == 422
    assert bo.post(f"/t/{opened['code']}/entry", data=form_of(STAND, 3, "bf")).status_code == 422
    unreasoned = client.post(f"/t/{opened['code']}/entry?lang=en", data=form_of(STAND, 3, "hf") | {"reason": ""})
    assert unreasoned.status_code == 422
    assert "Say why" in unreasoned.text
    assert [send(client, opened, STAND | {"accept": []}, seen=3, key="x", reason="so").status_code, len(stored(app, opened))] == [422, 3]
    assert client.post(f"/t/{opened['code']}/entry", data=form_of(STAND, 3, "h") | {"reason": "", "reason_kind": "other"}).status_code == 422
    assert client.post(f"/t/{opened['code']}/entry", data=form_of(STAND, 3, "h") | {"reason": "", "reason_kind": "double"}).status_code == 303
    assert stored(app, opened)[-1].reason == "double"
    assert "A double in the pack" in bo.get(f"/t/{opened['code']}/sheet?open=1-s1&lang=en").text
    assert client.post(f"/api/t/{opened['code']}/undo", json={"seen": 4, "key": "u", "of": 4}).status_code == 201
    assert client.post(f"/t/{opened['code']}/entry", data=form_of(STAND, 5, "h")).status_code == 303
    assert stored(app, opened)[-1].accept == ("copies_collide",)
    assert "Overruled" in text(bo, opened, "/log")
    assert text(bo, opened, "/sheet").count('class="overruled"') == 2
    for seat in ("s1", "s2"):
        assert "we agreed" in bo.get(f"/t/{opened['code']}/sheet?open=1-{seat}&lang=en").text
    assert send(client, opened, {"kind": "decline", "seat": "s1", "data": {}}, seen=6, key="d").status_code == 201
    with app.test_request_context("/?lang=en"):
        row = app.extensions["desk"].store.table_by_code(opened["code"])
        sheet = str(sheet_data(View(row, app.extensions["desk"].history(row), {"s1": "Ann", "s2": "Bo"}, "watch"), "", "", [])["rounds"])
    assert sheet.count("'overruled': True") == 2


def test_nobody_else_brings_back_or_widens_what_the_host_let_stand(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, bo = collision(app, client, open_table)
    path = f"/api/t/{opened['code']}"
    assert send(client, opened, STAND, seen=3, key="h", reason="so").status_code == 201
    wider = {"kind": "poor", "seat": "s2", "data": {"cards": "QS 2D 3D"}}
    assert bo.post(f"{path}/amend", json={"seen": 4, "key": "w", "of": 2, "entry": {"kind": "thief", "seat": "s1", "data": {"cards": "QS"}},
                                          "reason": "misread", "rewind": True}).get_json()["error"]["code"] == "host_lets_stand"
    assert client.post(f"{path}/undo", json={"seen": 4, "key": "u", "of": 4}).status_code == 201
    assert bo.post(f"{path}/undo", json={"seen": 5, "key": "r", "of": 5}).status_code == 403
    assert bo.post(f"{path}/amend", json={"seen": 5, "key": "ok", "of": 3, "entry": wider, "reason": "misread"}).status_code == 201
    assert table(client, opened)["revision"] == 6


def test_logs_from_before_still_stand(app: Flask, client: FlaskClient, open_table: Open) -> None:
    """Such a move accepted nothing."""
    opened, _bo = collision(app, client, open_table)
    desk = app.extensions["desk"]
    row = desk.store.table_by_code(opened["code"])
    history = desk.history(row)
    assert extend(history, [type(history.events[0])(4, "move", None, "stand", {})]).broken is None
