"""What JSON takes in, JSON can give out again: at every entrance, and where older versions let
something else in.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.cli import main
from referee.event import Event
from referee.kernel.strict_json import NotJson, read_json
from referee.server.serve import DATABASE_NAME
from referee.store import Store
from referee.store.errors import Unstorable
from tests.properties.test_people_pages import pages
from tests.support.talk import CHIEF, DOCTOR, Open, send
from tests.web.group.test_group import group_of
from tests.web.group.test_import import elsewhere
from tests.web.http.test_bounds import addresses

HALF = "\ud800"
UNWRITABLE = {
    "escaped": b'{"x": "\\ud800"}',
    "raw": '{"x": "\ud800"}'.encode(errors="surrogatepass"),
    "key": b'{"\\udfff": 1}',
    "whole": b'"\\ud800"',
    "nan": b'{"x": NaN}',
    "infinite": b'{"x": 1e999}',
    "deep": b"[" * 50_000,
    "long": b"9" * 5_000,
    "nothing": b"",
}
EACH = pytest.mark.parametrize("text", UNWRITABLE.values(), ids=UNWRITABLE)


@EACH
def test_it_is_no_json(text: bytes) -> None:
    with pytest.raises(NotJson):
        read_json(text)


def test_what_is_json_is_read_as_it_is() -> None:
    whole = {"a": [1, -2.5, True, None, "é\n😀"], "日本": {}}
    for written in (json.dumps(whole), json.dumps(whole, ensure_ascii=False).encode()):
        assert read_json(written) == whole


@EACH
def test_no_address_for_programs_takes_it(
    app: Flask, client: FlaskClient, open_table: Open, text: bytes
) -> None:
    sent = [
        path
        for method, path in addresses(app, open_table(CHIEF))
        if method == "POST" and path.startswith("/api/")
    ]
    assert len(sent) > 10
    for path in sent:
        answer = client.post(path, data=text, content_type="application/json")
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "not_json"), path


@EACH
def test_no_page_takes_it(client: FlaskClient, open_table: Open, text: bytes) -> None:
    open_table(CHIEF)
    for path in ("/import", f"{group_of(client)}/import"):
        answer = client.post(path, data={"files": (io.BytesIO(text), "file.json")})
        assert (answer.status_code, "invalid JSON" in answer.text) == (422, True), path


@EACH
@pytest.mark.parametrize("command", ["import", "play", "what-if"])
def test_no_command_takes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, text: bytes
) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(text)
    more = {"import": ["--data", str(tmp_path / "data")], "what-if": ["match=value"]}
    assert main([command, str(file), *more.get(command, []), "--json"]) != 0
    assert '"code": "' in capsys.readouterr().out


def halves(value: Any) -> Iterator[Any]:
    """A value with half a character in the place of each of its texts in turn."""
    if isinstance(value, str):
        yield HALF
    inside = dict(enumerate(value)) if isinstance(value, list) else value
    for at, one in inside.items() if isinstance(inside, dict) else ():
        for other in halves(one):
            changed = value.copy()
            changed[at] = other
            yield changed


def test_a_record_with_half_a_character_anywhere_changes_nothing(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF)
    taken = {"kind": "lawyer", "seat": "s3", "data": {"cards": ["KH", "QD", "4D", "AC"]}}
    assert send(client, opened, DOCTOR, taken).status_code == 201
    record = elsewhere(client.get(f"/t/{opened['code']}/record.json").get_json())
    record["events"][0] |= {"accept": ["x"], "reason": "so"}
    before = app.extensions["service"].store.table_ids()
    found = [*halves(record)]
    assert len(found) > 30
    for one in found:
        answer = client.post(
            "/import", data={"files": (io.BytesIO(json.dumps(one).encode()), "r.json")}
        )
        assert answer.status_code == 422
    assert app.extensions["service"].store.table_ids() == before


def test_what_older_versions_let_in_can_be_opened_and_taken_elsewhere(
    fresh_app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stored any text as a clause that was let stand."""
    client, store = fresh_app.test_client(), fresh_app.extensions["service"].store
    opened = client.post(
        "/api/tables",
        json={"game": CHIEF, "seats": [{"name": name} for name in ("Ann", "Bo", "Cy")]},
    ).get_json()
    table = store.table_by_code(opened["code"])
    insert = (
        "INSERT INTO event (table_id, seq, at, type, seat, kind, data, accept, reason, by, key)"
        " VALUES (?, 2, 1, ?, 's2', ?, ?, ?, 'so', 'host', 'k#0')"
    )
    values = (table.id, "move", DOCTOR["kind"], json.dumps(DOCTOR["data"]), '["\\ud800"]')
    store._write(lambda db: db.execute(insert, values))
    for path in ("", "/fix", "/sheet", "/record.json"):
        assert client.get(f"/t/{table.code}{path}").status_code == 200, path
    assert client.get(f"/api/t/{table.code}/record").status_code == 200
    group = group_of(client)
    opened_pages = dict(pages(client, group))
    for name, text in (
        ("group.json", opened_pages[f"{group}/group.json"]),
        ("record.json", client.get(f"/t/{table.code}/record.json").text),
    ):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        folder = tmp_path / f"of {name}"
        assert main(["import", str(file), "--data", str(folder)]) == 0, capsys.readouterr().out
        with closing(Store(folder / DATABASE_NAME)) as other:
            assert len(other.events(other.table_ids()[0])) == 2


def test_the_store_keeps_no_half_of_a_character(open_table: Open, app: Flask) -> None:
    store = app.extensions["service"].store
    table = store.table_by_code(open_table(CHIEF)["code"])
    for event in (
        Event(0, "move", HALF),
        Event(0, "move", kind=HALF),
        Event(0, "move", data={"x": HALF}),
        Event(0, "move", accept=(HALF,)),
        Event(0, "move", reason=HALF),
    ):
        with pytest.raises(Unstorable):
            store.append(table.id, 1, [event], "half")
