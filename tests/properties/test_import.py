"""Records into a table: out, in and out again is the same for random tables of every game; what is
wrong is named, and nothing is stored of it.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.cli import main
from referee.event import Event
from referee.exchange.import_record import HOLDS, ImportRefused, import_record
from referee.files import PACKAGE
from referee.games import GAMES
from referee.kernel.game import check
from referee.kernel.history import replay
from referee.kernel.record import dump
from referee.service.settings import VALUES
from referee.store import Store
from referee.store.values import TableRow
from referee.words import LANGUAGES, Translator
from tests.support.application import application
from tests.support.eventful import eventful, phone, stored
from tests.support.examples import EXAMPLES
from tests.support.options import with_option
from tests.support.random_play import json_of, random_history
from tests.support.schema import problems
from tests.support.tiers import SLOW, cases, property_test

EACH = pytest.mark.parametrize("game_id", sorted(GAMES))
CAN_HIDE = with_option("entry")
FEW, MANY = 4, 20
"""So many damaged records of each name are brought in by the fast tier, and by the slow one."""
SCHEMA = json.loads((PACKAGE / "record.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Another server, with tables of its own, so that no numbers are the same."""
    with application(tmp_path_factory.mktemp("elsewhere") / "referee.db") as made:
        for _ in range(3):
            stored(made.extensions["service"].store, eventful("toy", 1))
        yield made


def record_at(app: Flask, code: str) -> Any:
    """The record of a table as a phone that watches has it."""
    store = app.extensions["service"].store
    return phone(app, store.table_by_code(code), "watch").get(f"/t/{code}/record.json").get_json()


def exported(app: Flask, game_id: str, seed: int, entry: str = "") -> Any:
    """The record of an eventful table at which a seat changed hands."""
    store, history = app.extensions["service"].store, eventful(game_id, seed, entry)
    table = stored(store, history)
    taken = Event(
        0, "seat", data={"seat": history.seats[0], "change": "replaced", "round": 1}, by="host"
    )
    store.replace_seat(table.id, history.seats[0], "-Zoë", (taken, "over"))
    return record_at(app, table.code)


@property_test
@EACH
def test_out_and_in_and_out_is_the_same(app: Flask, elsewhere: Flask, game_id: str) -> None:
    """A record that is taken out, in and out again is the same."""
    other = elsewhere.extensions["service"].store
    for seed in cases(2, 6):
        for entry in ("", "secret") if game_id in CAN_HIDE else ("",):
            record = exported(app, game_id, seed, entry)
            assert problems(SCHEMA, record) == []
            taken = import_record(other, record, GAMES)
            assert taken.new
            assert record_at(elsewhere, taken.table.code) == record
            assert [person["name"] for person in record["people"]].count("-Zoë") == 1
            before = other.table_ids(), other.events(taken.table.id)
            again = import_record(other, record, GAMES)
            assert (again.table.id, again.new) == (taken.table.id, False)
            assert (other.table_ids(), other.events(taken.table.id)) == before
            pages = phone(elsewhere, taken.table)
            for page in ("", "/fix", "/sheet", "/share", "/menu"):
                assert pages.get(f"/t/{taken.table.code}{page}").status_code in (200, 303)
            assert not import_record(app.extensions["service"].store, record, GAMES).new, (
                "it is here already, too"
            )


WRONG: tuple[tuple[str, Any, str], ...] = (
    ("/format", "x", "/format"),
    ("/game", "whist", "/game"),
    ("/uid", "../x", "/uid"),
    ("/seats", [], "/seats"),
    ("/people", 7, "/people"),
    ("/seats/0/name", "", "/seats/0/name"),
    ("/seats/0/name", "a\nb", "/seats/0/name"),
    ("/seats/0/person", 99, "/seats/0/person"),
    ("/people/0/sign", "skull", "/people/0/sign"),
    ("/at", "noon", "/at"),
    ("/events/0/kind", "nothing", "/events/0"),
    ("/events/0/data", {"nothing": 1}, "/events/0"),
    ("/events/0/seq", 7, "/events/0"),
    ("/events/0/accept", 7, "/events/0/accept"),
    ("/events/0/reason", "x" * 501, "/events/0"),
    ("/events/0/at", -1, "/events/0/at"),
)


@property_test
@EACH
def test_what_is_wrong_is_named_with_its_place_and_nothing_is_stored(
    app: Flask, elsewhere: Flask, game_id: str
) -> None:
    """A damaged record is refused with its place, and nothing of it is stored."""
    record, store = exported(app, game_id, 3), elsewhere.extensions["service"].store
    before = store.table_ids()
    about = [
        event["seq"] - 2
        for event in record["events"]
        if event["type"] in ("retract", "amend", "settled")
    ]
    options = [
        ("/options", {option.field.name: {}}, "/options") for option in GAMES[game_id].info.options
    ]
    wrong = [
        *WRONG,
        *options,
        *(
            (f"/seats/{at}/person", record["seats"][0]["person"], f"/seats/{at}/person")
            for at in range(1, len(record["seats"]))
        ),
        *(
            (f"/events/{at}/data/of", of, f"/events/{at}/data/of")
            for at in about
            for of in (at + 2, 10**6)
        ),
    ]
    for place, value, where in wrong:
        with pytest.raises(ImportRefused) as caught:
            import_record(store, changed(record, place, value), GAMES)
        assert caught.value.pointer == where, place
        for lang in LANGUAGES:
            said = Translator(lang, "kernel", {})
            assert said.say(f"bad.{caught.value.code}", caught.value.params, "") != ""
    assert store.table_ids() == before


def changed(record: Any, place: str, value: Any) -> Any:
    """A record with another value at a place."""
    made = copy.deepcopy(record)
    part = made
    *above, last = place.split("/")[1:]
    for name in above:
        part = part[int(name) if isinstance(part, list) else name]
    part[int(last) if isinstance(part, list) else last] = value
    return made


def test_the_command_takes_in_what_is_sound_and_names_what_is_not(
    app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = exported(app, sorted(GAMES)[0], 1)
    for name, held in (
        ("one.json", record),
        ("bad.json", changed(record, "/at", "noon")),
        ("same.json", record),
    ):
        (tmp_path / name).write_text(json.dumps(held), encoding="utf-8")
    one_more = {"seq": len(record["events"]) + 2, "type": "setting", "data": {"calls": "go"}}
    longer = record | {"events": [*record["events"], one_more]}
    (tmp_path / "list.json").write_text(
        json.dumps([longer, changed(record, "/at", "noon")]), encoding="utf-8"
    )
    (tmp_path / "none.json").write_text("{", encoding="utf-8")

    def brought(*names: str, told: tuple[str, ...] = ("--json",)) -> int:
        files = [str(tmp_path / f"{name}.json") for name in names]
        return main(["import", *files, "--data", str(tmp_path / "data"), *told])

    assert brought("one", "bad", "same", "none", "missing") == 1
    one, bad, same, none, missing = json.loads(capsys.readouterr().out)["files"]
    assert (one["new"], same["new"], one["table"]) == (True, False, same["table"])
    assert [found["error"]["code"] for found in (bad, none, missing)] == [
        "not_a_number",
        "not_json",
        "no_file",
    ]
    assert bad["error"]["where"] == "/at"
    assert brought("list") == 1
    more, wrong = json.loads(capsys.readouterr().out)["files"]
    assert (more["new"], more["more"], wrong["error"]["where"]) == (False, 1, "/1/at")
    for lang in LANGUAGES:
        brought("list", told=("--lang", lang))
        shorter = Translator(lang, "commands", {}).say("imported_shorter", {**more})
        assert shorter in capsys.readouterr().out
        assert brought("one", told=("--lang", lang)) == 0
        assert one["table"] in capsys.readouterr().out


OTHER_VALUES: tuple[Any, ...] = (None, 7, -1, True, "", "x", [], ["x"], {}, {"x": 1})
"""The text is no rule number, no option and no seat that there is, as of another version."""
NAMED = sorted({*HOLDS, *VALUES, "phone", "was", "now", "consent"})
"""What the data of an event that is no move may be told under."""
LOOKED_AT = (
    *("", "/fix", "/sheet", "/menu", "/precedents", "/players", "/tv", "/result", "/record.json"),
    "/changes",
)


def test_every_name_that_an_event_is_told_under_is_tried(app: Flask) -> None:
    """An event that is no move holds nothing under another name, in any game."""
    events = [
        event
        for game_id in GAMES
        for seed in range(3)
        for event in exported(app, game_id, seed)["events"]
    ]
    told = {name for event in events if event["type"] != "move" for name in event.get("data", {})}
    assert told <= {*NAMED}


@property_test
@pytest.mark.parametrize("name", NAMED)
def test_whatever_an_event_holds_its_table_can_be_looked_at(elsewhere: Flask, name: str) -> None:
    """What is no move may hold anything under any name: it is refused with its place, or every page
    of the table comes.
    """
    store, record = elsewhere.extensions["service"].store, exported(elsewhere, EXAMPLES[0], 3)
    others = [event["seq"] - 2 for event in record["events"] if event["type"] != "move"]
    calls = [f"/call/{event['seq']}" for event in record["events"] if event["type"] == "call"]
    rng = random.Random(name)
    tried = [*product(others, OTHER_VALUES)]
    for number, (at, value) in enumerate(rng.sample(tried, MANY if SLOW else FEW)):
        event = record["events"][at]
        told = changed(record, f"/events/{at}/data", {**event.get("data", {}), name: value})
        told["uid"] = f"{NAMED.index(name):02x}{number:030x}"
        if table := taken_in(store, told):
            reader = phone(elsewhere, table)
            found = {
                page: reader.get(f"/t/{table.code}{page}").status_code
                for page in (*LOOKED_AT, *calls)
            }
            assert {*found.values()} <= {200, 303, 404}, (event["type"], value, found)


@property_test
@EACH
def test_whatever_a_file_lets_stand_its_table_can_be_looked_at(
    elsewhere: Flask, game_id: str
) -> None:
    """A file may let any entry of a game stand at any moment: it is refused, or its pages come."""
    store, rng = elsewhere.extensions["service"].store, random.Random(game_id)
    whole = random_history(game_id, 2)
    for number in range(MANY * 3 if SLOW else FEW * 5):
        at = rng.randrange(1, len(whole.events))
        before = replay(whole.game, whole.events[:at])
        move = rng.choice(whole.played).move
        seat = move.seat and rng.choice(whole.seats)
        data = json_of(
            rng.choice([made for made in whole.played if made.move.kind == move.kind]).answer
        )
        checked = check(before.game, before.state, move.kind, seat, data)
        codes = tuple(ruling.code for ruling in checked.entered.objections)
        event = Event(at + 1, "move", seat, move.kind, data, codes, "so", "host")
        told = dump(
            replay(whole.game, [*whole.events[:at], event]), {one: one for one in whole.seats}
        )
        told["uid"] = f"ff{sorted(GAMES).index(game_id):02x}{number:028x}"
        if table := taken_in(store, told):
            reader = phone(elsewhere, table)
            found = {page: reader.get(f"/t/{table.code}{page}").status_code for page in LOOKED_AT}
            assert {*found.values()} <= {200, 303, 404}, (event, found)


def taken_in(store: Store, record: Any) -> TableRow | None:
    """The table of a record; none where it is refused, with the place of an event."""
    try:
        return import_record(store, record, GAMES).table
    except ImportRefused as refused:
        where = refused.pointer
    assert where.startswith("/events/")
    return None
