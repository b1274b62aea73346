"""Tables of the days when an old correction waited for the host's word: they are kept, and nobody
is asked any more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from referee.event import Event
from referee.exchange.import_record import import_record
from referee.files import PACKAGE
from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.history import History, replay
from referee.service.former import TYPES, is_former
from tests.support.at_table import words
from tests.support.eventful import phone, stored
from tests.support.schema import problems
from tests.support.talk import text_of

NINE = {"cards": ["JS", "4S", "9S"]}
EIGHT = {"cards": ["JS", "4S", "8S"]}
POOR = ("s1", "poor")
EVENTS = (
    Event(1, "start", data={"seats": ["s1", "s2"], "options": {}}),
    Event(2, "move", "s1", "poor", {"cards": ["JS", "4S", "9H"]}),
    Event(3, "move", "s2", "lawyer", {"cards": ["KH", "QS", "4D", "AC"]}),
    Event(4, "setting", data={"consent": True}, by="host"),
    Event(5, "move", "s1", "lawyer", {"cards": ["2H", "3H", "4H", "9C"]}),
    Event(6, "move", "s2", "beggar", {"cards": ["9D", "8D"]}),
    Event(7, "proposal", *POOR, {"of": 2, "was": 2, "entry": NINE}, reason="misread", by="s2"),
    Event(8, "amend", *POOR, {"of": 2, "entry": NINE, "proposal": 7}, reason="misread", by="host"),
    Event(9, "proposal", *POOR, {"of": 2, "was": 8, "entry": EIGHT, "rewind": True}, by="s2"),
    Event(10, "declined", data={"of": 9}, reason="it was a nine", by="host"),
    Event(11, "proposal", *POOR, {"of": 2, "was": 8, "entry": EIGHT}, reason="key", by="s2"),
)
"""A correction that the host agreed to, one that was declined, and one that still waits."""
PAGES = ("", "/sheet", "/fix", "/changes", "/menu", "/players", "/share", "/print", "/record.json")


def played() -> History:
    """The table as it was stored."""
    history: History = replay(GAMES["indian-chief"], EVENTS)
    return history


@pytest.fixture
def code(app: Flask) -> str:
    """The same in the database."""
    table_code: str = stored(app.extensions["service"].store, played()).code
    return table_code


def text(app: Flask, code: str, tail: str, role: str = "host", seat: str | None = None) -> str:
    """What a page says, to a phone of that role."""
    table = app.extensions["service"].store.table_by_code(code)
    answer = phone(app, table, role, seat).get(f"/t/{code}{tail}?lang=en", follow_redirects=True)
    return words(text_of(answer, 200))


def test_only_the_correction_that_was_agreed_to_counts() -> None:
    history = played()
    assert history.broken is None
    assert totals(history.lines, history.seats, 1) == {"s1": 23, "s2": 25}
    assert [event.seq for event in EVENTS if is_former(event)] == [4, 7, 9, 10, 11]
    assert not is_former(Event(4, "setting", data={"consent": True, "calls": "go"}))


def test_every_page_opens_and_none_tells_of_it(app: Flask, code: str) -> None:
    for role, seat in (("host", None), ("seat", "s2"), ("watch", None)):
        for tail in PAGES:
            if tail != "/players" or role == "host":
                said = text(app, code, tail, role, seat)
                assert not re.search(r"proposal\b(?!\")|consent\b(?!\")", said), tail
    told = text(app, code, "/fix")
    assert told.count("it was a nine") == 0
    assert "corrected at" in told


def test_what_is_old_is_undone_and_corrected_without_asking(app: Flask, code: str) -> None:
    """The setting still stands in the log, in round three, and an answer still waits."""
    table = app.extensions["service"].store.table_by_code(code)
    bo, seen = phone(app, table, "seat", "s2"), len(EVENTS)
    entry = {"kind": "poor", "seat": "s1", "data": EIGHT}
    body: dict[str, Any] = {"seen": seen, "key": "a", "of": 2, "entry": entry, "reason": "misread"}
    assert bo.post(f"/api/t/{code}/amend", json=body).status_code == 201
    undo = {"seen": seen + 1, "key": "u", "of": seen + 1}
    assert bo.post(f"/api/t/{code}/undo", json=undo).status_code == 201
    agreed = bo.post(f"/api/t/{code}/proposals/11/agree", json={"seen": 13, "key": "g"})
    assert agreed.status_code == 404


def test_its_record_holds_all_of_it_and_is_taken_in(
    app: Flask, new_app: Callable[..., Flask], code: str
) -> None:
    table = app.extensions["service"].store.table_by_code(code)
    record = phone(app, table).get(f"/t/{code}/record.json").get_json()
    types = [event["type"] for event in record["events"] if event["type"] in TYPES]
    assert types == ["proposal", "proposal", "declined", "proposal"]
    schema = json.loads((PACKAGE / "record.schema.json").read_text(encoding="utf-8"))
    assert problems(schema, record) == []
    elsewhere = new_app()
    there = import_record(elsewhere.extensions["service"].store, record, GAMES).table
    assert phone(elsewhere, there).get(f"/t/{there.code}/record.json").get_json() == record
