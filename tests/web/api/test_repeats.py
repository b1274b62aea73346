"""Every call of the API that writes answers with the revision that it made, also when it is sent
again after others have gone on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, Opened, meld, seated, send, table

Body = dict[str, Any]


def entered(client: FlaskClient, opened: Opened) -> None:
    """The Doctor's cards: revision 2."""
    assert send(client, opened, DOCTOR, key="doctor").status_code == 201


def start_dispute(client: FlaskClient, opened: Opened) -> None:
    """A question to the table, which nobody waits for: revisions 2 to 4."""
    entered(client, opened)
    path, house = f"/api/t/{opened['code']}", {"settings": {"calls": "go"}, "key": "house"}
    assert client.post(f"{path}/house", json=house).status_code == 201
    called = client.post(f"{path}/call", json={"words": "?", "key": "call"})
    assert called.get_json() == {"revision": 4}


WRITES: dict[str, tuple[Callable[[FlaskClient, Opened], None], str, Body]] = {
    "moves": (lambda *_: None, "moves", {"seen": 1, "entries": [DOCTOR]}),
    "two moves": (lambda *_: None, "moves", {"seen": 1, "entries": [DOCTOR, LAWYER]}),
    "undo": (entered, "undo", {"seen": 2, "of": 2}),
    "undo of the newest": (entered, "undo", {"seen": 2}),
    "amend": (
        entered,
        "amend",
        {"seen": 2, "of": 2, "entry": meld("doctor", "s2", "AH 2S 5S 8S QS 8D"), "reason": "?"},
    ),
    "call": (entered, "call", {"words": "Is that so?"}),
    "settle": (start_dispute, "call/4", {"outcome": "stands"}),
    "house": (entered, "house", {"settings": {"newcomers": "watch"}}),
    "links": (entered, "links", {}),
    "rulings": (entered, "rulings", {"clause": "IC-1", "words": "So we play."}),
}


@pytest.mark.parametrize("name", WRITES)
def test_a_call_sent_again_answers_with_the_revision_it_made(
    client: FlaskClient, open_table: Open, name: str
) -> None:
    prepare, where, body = WRITES[name]
    opened = open_table(CHIEF)
    prepare(client, opened)
    before = table(client, opened)["revision"]
    at_table = f"/api/t/{opened['code']}"
    path = f"{at_table}/{where}"
    first = client.post(path, json=body | {"key": "mine"})
    assert first.status_code == 201, first.get_json()
    made = table(client, opened)["revision"]
    assert first.get_json()["revision"] == made > before
    for calls in ("go", "wait"):
        later = {"settings": {"calls": calls}, "key": f"later {calls}"}
        assert client.post(f"{at_table}/house", json=later).status_code in (201, 422)
        call = {"words": "?", "key": f"call {calls}"}
        assert client.post(f"{at_table}/call", json=call).status_code == 201
    newest = table(client, opened)["revision"]
    assert newest > made
    again = client.post(path, json=body | {"key": "mine"})
    assert (again.status_code, again.get_json()["revision"]) == (201, made)
    assert table(client, opened)["revision"] == newest


def test_every_writing_address_of_a_table_is_looked_at(app: Flask) -> None:
    """A new one has to be added above, unless it makes no event of its own."""
    writing = {
        rule.rule.removeprefix("/api/t/<code>/").replace("<int:seq>", "4")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/t/<code>/") and "POST" in (rule.methods or ())
    }
    asked_elsewhere = {"check", "seen", "asks", "asks/4"}
    assert {where for _, where, _ in WRITES.values()} == writing - asked_elsewhere


def test_a_phone_is_told_its_own_revision_by_another_that_was_quicker(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    for seat, entry, revision in (("s2", DOCTOR, 2), ("s3", LAWYER, 3), ("s2", DOCTOR, 2)):
        told = send(seated(app, opened, seat), opened, entry, key=seat)
        assert told.get_json() == {"revision": revision}
