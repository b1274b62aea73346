"""Files out of a table: for random tables of every game with every kind of event, they add up,
begin no formula and tell nothing hidden.
"""

from __future__ import annotations

import csv
import json
import struct
from dataclasses import replace
from io import StringIO
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.event import Event
from referee.exchange.export_csv import csv_text
from referee.files import PACKAGE
from referee.games import GAMES
from referee.kernel.concurrent import as_of
from referee.kernel.contract import totals
from referee.kernel.game import find_prompt
from referee.kernel.history import History, replay
from referee.kernel.record import dump, load
from referee.words import LANGUAGES
from tests.support.eventful import NAMES, eventful, phone, stored
from tests.support.options import with_option
from tests.support.random_play import random_history
from tests.support.schema import problems
from tests.support.tiers import cases, property_test

SCHEMA = json.loads((PACKAGE / "record.schema.json").read_text(encoding="utf-8"))
FILES = ("record.json", "rounds.csv", "lines.csv", "message.txt")
FORMULA = tuple("=+-@\t\r＝＋－＠")
"""The signs with which a spreadsheet begins a formula, those of a Japanese keyboard too."""
CAN_HIDE = with_option("entry")
EACH = pytest.mark.parametrize("game_id", sorted(GAMES))


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


def number(cell: str) -> int:
    return int(cell or 0)


def open_phone(app: Flask, history: History) -> tuple[FlaskClient, str]:
    table = stored(app.extensions["service"].store, history)
    return phone(app, table), f"/t/{table.code}"


@property_test
@EACH
def test_points_of_the_lines_and_the_last_row_of_the_rounds_are_the_totals(
    app: Flask, game_id: str
) -> None:
    """In the tables for spreadsheets lines and rounds add up to the totals."""
    for seed in cases(2, 4):
        history = eventful(game_id, seed)
        client, base = open_phone(app, history)
        sums = totals(history.lines, history.seats).values()
        wanted = dict(zip(NAMES, sums, strict=False))
        head, *body = rows(client.get(f"{base}/rounds.csv?lang=en").text)
        shown = [f"'{name}" if name.startswith(FORMULA) else name for name in wanted]
        assert head == ["Round", *shown]
        assert body[-1] == ["Total", *map(str, wanted.values())]
        columns = [sum(number(row[at]) for row in body[:-1]) for at in range(1, len(head))]
        assert columns == list(wanted.values())
        sums = dict.fromkeys(shown, 0)
        for _round, player, points, *_rest in rows(client.get(f"{base}/lines.csv").text)[1:]:
            if points:
                sums[player] += int(points)
        assert list(sums.values()) == list(wanted.values())


@property_test
@EACH
def test_no_cell_begins_a_formula(app: Flask, game_id: str) -> None:
    """No cell for spreadsheets begins a formula."""
    history = eventful(game_id, 1)
    client, base = open_phone(app, history)
    for name, lang in product(("rounds.csv", "lines.csv"), LANGUAGES):
        for row in rows(client.get(f"{base}/{name}?lang={lang}").text):
            for cell in row:
                assert cell.removeprefix("-").isdecimal() or not cell.startswith(FORMULA)


@given(
    st.lists(
        st.lists(
            st.builds(
                str.__add__,
                st.sampled_from(("", *FORMULA)),
                st.text(st.characters(codec="utf-8", exclude_characters="\0")),
            )
            | st.integers(),
            min_size=1,
        ),
        min_size=1,
    )
)
def test_numbers_stay_and_texts_begin_no_formula(cells: list[list[int | str]]) -> None:
    read = list(csv.reader(StringIO(csv_text(cells), newline="")))
    for wanted, found in zip(cells, read, strict=True):
        for cell, text in zip(wanted, found, strict=True):
            assert text in ((str(cell),) if isinstance(cell, int) else (cell, f"'{cell}"))
            assert isinstance(cell, int) or not text.startswith(FORMULA)


@property_test
@EACH
def test_the_record_holds_the_whole_log(app: Flask, game_id: str) -> None:
    """The record of a table holds every event of it."""
    for seed in cases(1, 2):
        history = eventful(game_id, seed)
        client, base = open_phone(app, history)
        record = client.get(f"{base}/record.json").get_json()
        assert record == client.get(f"/api{base}/record").get_json()
        again, names = load(record, GAMES)
        assert list(names.values()) == list(NAMES[: len(names)])
        told, wanted = (
            [replace(event, at=0) for event in one.events[1:]] for one in (again, history)
        )
        assert told == wanted
        for part in ("lines", "options", "state"):
            assert getattr(again, part) == getattr(history, part), part
        assert all(event.at for event in again.events)


@property_test
@EACH
def test_a_record_is_as_its_schema_says(app: Flask, game_id: str) -> None:
    """Open and secret, with every kind of event; answers are stored as they were read."""
    for seed in cases(3, 6):
        for entry in ("", "secret") if game_id in CAN_HIDE else ("",):
            client, base = open_phone(app, eventful(game_id, seed, entry))
            assert problems(SCHEMA, client.get(f"{base}/record.json").get_json()) == []


@property_test
@EACH
def test_what_is_no_record_is_none_by_its_schema(game_id: str) -> None:
    """A damaged record is none by the schema either."""
    history = eventful(game_id, 1)
    sound = dump(history, {})
    assert problems(SCHEMA, sound) == []
    first = sound["events"][0]
    for part, wrong in (
        ("seats", []),
        ("format", "x"),
        ("game", "whist"),
        ("options", {"nothing": 1}),
        ("edition", "none"),
        ("events", {}),
    ):
        assert problems(SCHEMA, {**sound, part: wrong}), part
    for part, wrong in (
        ("kind", "nothing"),
        ("data", {"nothing": {}}),
        ("seq", "2"),
        ("accept", "all"),
        ("at", "noon"),
        ("more", 1),
    ):
        assert problems(SCHEMA, {**sound, "events": [{**first, part: wrong}]}), part


@EACH
def test_a_file_is_kept_under_a_plain_name_and_nowhere_else(app: Flask, game_id: str) -> None:
    """Files of a table have plain names and are not kept on the way."""
    client, base = open_phone(app, eventful(game_id, 1))
    page = client.get(f"{base}/share")
    for name in ("record.json", "rounds.csv?bom=1", "message.txt"):
        assert f'href="{base}/{name}"' in page.text
    for name in FILES:
        answer = client.get(f"{base}/{name}")
        kept = answer.headers["Content-Disposition"]
        assert kept.startswith(f'attachment; filename="{game_id}-')
        assert kept.endswith(f'-{name}"')
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert base.removeprefix("/t/") not in kept
    with_mark, plain = (client.get(f"{base}/rounds.csv{asked}").data for asked in ("?bom=1", ""))
    assert with_mark == b"\xef\xbb\xbf" + plain


@property_test
@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_is_a_picture_to_send_that_tells_nobody_the_way_to_its_table(
    app: Flask, game_id: str, lang: str
) -> None:
    """As large as A4 at 150 dots an inch, upright or across; two tables on which the same happened
    have the same, whoever asks for it.
    """
    history, drawn = eventful(game_id, 1), set()
    tables = [stored(app.extensions["service"].store, history) for _ in range(2)]
    for table, role, seat in (
        (tables[0], "watch", None),
        (tables[0], "seat", history.seats[0]),
        (tables[1], "host", None),
    ):
        client, base = phone(app, table, role, seat), f"/t/{table.code}"
        assert f'href="{base}/sheet.png?link=no"' in client.get(f"{base}/share").text
        answer = client.get(f"{base}/sheet.png?link=no&lang={lang}")
        name = f'inline; filename="{game_id}-{table.day}-sheet.png"'
        assert answer.headers["Content-Disposition"] == name
        drawn.add(answer.data)
    (picture,) = drawn
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert sorted(struct.unpack(">II", picture[16:24])) == [1240, 1754]


@EACH
def test_only_the_sheet_at_the_table_has_its_way_there(app: Flask, game_id: str) -> None:
    """Only the sheet at the table shows the way to it."""
    client, base = open_phone(app, eventful(game_id, 1))
    assert client.get(f"{base}/sheet.png").data != client.get(f"{base}/sheet.png?link=no").data


@property_test
@EACH
def test_the_message_has_every_total_and_no_link(app: Flask, game_id: str) -> None:
    """The message to send has every total and no link."""
    history = eventful(game_id, 1)
    client, base = open_phone(app, history)
    for lang in ("en", "ja"):
        text = client.get(f"{base}/message.txt?lang={lang}").text
        assert not any(part in text for part in ("http", "/t/", "<span", "&"))
        assert all(name in text for name in NAMES[: len(history.seats)])
        assert len(text.splitlines()) >= len(history.seats) + 1


@property_test
@pytest.mark.parametrize("game_id", CAN_HIDE)
def test_no_file_holds_what_the_log_hides(app: Flask, game_id: str) -> None:
    """After every event of a secret table, no answer that the log keeps from a reader stands in the
    record, and it can be replayed.
    """
    whole = eventful(game_id, 1, "secret")
    store = app.extensions["service"].store
    for revision in range(2, len(whole.events) + 1, 1 if len(whole.events) < 60 else 5):
        history = as_of(whole, revision) if revision < whole.revision else whole
        table = stored(store, history)
        record = json.loads(phone(app, table, "watch").get(f"/t/{table.code}/record.json").text)
        again, _names = load(record, GAMES)
        assert again.broken is None
        assert again.game.see(again.state, None) == again.state
        for name in FILES:
            read = {
                phone(app, table, role, seat).get(f"/t/{table.code}/{name}?lang=en").text
                for role, seat in (("watch", None), ("host", None), ("seat", history.seats[0]))
            }
            assert len(read) == 1


@property_test
@pytest.mark.parametrize("game_id", CAN_HIDE)
def test_what_was_undone_before_the_reveal_is_in_no_record(app: Flask, game_id: str) -> None:
    """What the log keeps from everybody else for ever: the entry stands in the record without kind
    and answer.
    """
    for seed in cases(3, 5, first=1):
        whole = random_history(game_id, seed, "secret")
        first = whole.played[0]
        start, made, *others = whole.events
        undone = [start, made, Event(3, "retract", data={"of": 2})]
        again = [replace(one, seq=one.seq + 2) for one in (made, *others)]
        history = replay(whole.game, [*undone, *again])
        assert history.broken is None
        table = stored(app.extensions["service"].store, history)
        second = phone(app, table).get(f"/t/{table.code}/record.json").get_json()["events"][0]
        asked = find_prompt(whole.game.prompts(first.before), first.move.kind, first.move.seat)
        if asked and asked.secret:
            assert (second["kind"], second["data"], second["seat"]) == ("", {}, made.seat)
