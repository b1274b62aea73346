"""Records: a whole table as JSON and back, and every way in which a record cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.event import Event
from referee.kernel.contract import Illegal
from referee.kernel.history import extend, replay
from referee.kernel.record import FORMAT, MAX_EVENTS, BadRecord, dump, load, loads
from referee.words import LANGUAGES, Translator
from tests.support.random_play import EVERY, random_history
from tests.support.tiers import cases, property_test
from tests.support.toy import TOY

GAMES = {"toy": TOY}


def record(**changes: Any) -> dict[str, Any]:
    """A small sound record, with some of it changed."""
    return {
        "format": FORMAT,
        "game": "toy",
        "rules_version": "1",
        "options": {"bonus": "small"},
        "seats": [{"id": "ann", "name": "Ann"}, {"id": "bo", "name": "ボー"}],
        "events": [
            {
                "seq": 2,
                "type": "move",
                "seat": "ann",
                "kind": "one",
                "data": {"cards": ["5S"]},
                "by": "bo",
                "at": 12.5,
            }
        ],
        **changes,
    }


def event(**changes: Any) -> dict[str, Any]:
    return record(events=[{**record()["events"][0], **changes}])


def test_a_record_is_read() -> None:
    history, names = load(record(), GAMES)
    assert names == {"ann": "Ann", "bo": "ボー"}
    assert history.seats == ("ann", "bo")
    assert history.options["bonus"] == "small"
    assert history.lines[0].points == 5
    assert (history.events[1].by, history.events[1].at) == ("bo", 12.5)


def test_what_may_be_left_out_is_filled_in() -> None:
    events = [{"seat": "a", "kind": "one", "data": {"cards": "5S"}}]
    history, names = load(
        {"format": FORMAT, "game": "toy", "seats": [{"id": "a"}, {"id": "b"}], "events": events},
        GAMES,
    )
    assert names == {"a": "a", "b": "b"}
    assert history.events[1].seq == 2
    assert history.broken is None
    assert history.options["bonus"] == "big"


@property_test
@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_table_survives_the_round_trip(name: str) -> None:
    """A table written as a record and read again is the same."""
    for seed in cases(4, 12):
        history = random_history(name, seed)
        names = {seat: f"名前{seat}" for seat in history.seats}
        written = json.dumps(dump(history, names), ensure_ascii=False)
        again, read_names = loads(written, EVERY)
        assert read_names == names
        assert (again.state, again.lines, again.options, again.events[1:]) == (
            history.state,
            history.lines,
            history.options,
            history.events[1:],
        )
        assert json.dumps(dump(again, read_names), ensure_ascii=False) == written


def test_corrections_reasons_and_overrulings_survive_the_round_trip() -> None:
    history = extend(
        replay(
            GAMES["toy"], [Event(1, "start", data={"seats": ["ann", "bo"], "edition": "small"})]
        ),
        [
            Event(2, "move", "ann", "one", {"cards": ["5S"]}, by="phone"),
            Event(
                3,
                "move",
                "bo",
                "two",
                {"cards": ["5S", "AS"]},
                ("no_copy_left",),
                "it was dealt twice",
                "host",
                99.5,
            ),
            Event(
                4,
                "amend",
                "ann",
                "one",
                {"of": 2, "entry": {"cards": ["4S"]}, "drop": []},
                reason="misread",
            ),
            Event(5, "retract", data={"of": 4}),
            Event(6, "note", data={"text": "tea"}),
        ],
    )
    again, _ = loads(json.dumps(dump(history, {})), GAMES)
    assert again.events[1:] == history.events[1:]
    assert (again.state, again.options["bonus"]) == (history.state, "small")


BAD: tuple[tuple[str, str, Callable[[], Any]], ...] = (
    ("not_an_object", "record", list),
    ("unknown_format", "format", lambda: record(format="referee-record/0")),
    ("unknown_game", "game", lambda: record(game="whist")),
    ("not_a_list", "seats", lambda: record(seats={"ann": "Ann"})),
    ("not_a_list", "seats", lambda: record(seats=[])),
    ("not_an_object", "seats[1]", lambda: record(seats=[{"id": "ann"}, "bo"])),
    ("same_seat", "seats", lambda: record(seats=[{"id": "ann"}, {"id": "ann"}])),
    ("same_seat", "seats", lambda: record(seats=[{"id": "ann"}, {"name": "Bo"}])),
    ("not_an_object", "options", lambda: record(options=["bonus"])),
    ("not_a_list", "events", lambda: record(events={"2": {}})),
    ("not_a_list", "events", lambda: record(events=[{}] * (MAX_EVENTS + 1))),
    ("not_an_object", "events[0]", lambda: record(events=["move"])),
    ("wrong_number", "events[0]", lambda: event(seq=3)),
    ("not_an_object", "events[0].data", lambda: event(data=["5S"])),
    ("not_a_list", "events[0].accept", lambda: event(accept=7)),
    ("not_a_list", "events[0].accept", lambda: event(accept=[7])),
    ("not_a_list", "events[0].accept", lambda: event(accept="no_copy_left")),
    ("not_a_number", "events[0].at", lambda: event(at="noon")),
    ("not_a_number", "events[0].at", lambda: event(at=None)),
    ("not_a_number", "events[0].at", lambda: event(at=10**400)),
    ("no_target", "events[0].data", lambda: event(type="retract", data={})),
    ("no_target", "events[0].data", lambda: event(type="retract", data={"of": True})),
    (
        "no_target",
        "events[0].data",
        lambda: event(type="amend", data={"of": 2, "entry": {}, "drop": 3}),
    ),
    (
        "not_a_number",
        "events[0].data.drop",
        lambda: event(type="amend", data={"of": 2, "entry": {}, "drop": [[3]]}),
    ),
    ("not_an_object", "events[0].data.entry", lambda: event(type="amend", data={"of": 2})),
)


@pytest.mark.parametrize(
    ("code", "where", "make"), BAD, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_bad_record_is_named_with_its_place_in_both_languages(
    code: str, where: str, make: Callable[[], Any]
) -> None:
    with pytest.raises(BadRecord) as caught:
        load(make(), GAMES)
    assert (caught.value.code, caught.value.where) == (code, where)
    for lang in LANGUAGES:
        assert Translator(lang, "kernel", {}).say(f"bad.{code}", caught.value.params)


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", "[" * 100_000, '{"format": ' + "9" * 5000 + "}"]
)
def test_text_that_is_no_json_is_no_record(text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        loads(text, GAMES)
    assert caught.value.code == "not_json"


def test_options_that_cannot_be_read_are_all_named() -> None:
    with pytest.raises(Illegal) as caught:
        load(record(options={"bonus": "huge", "most_fine": "many"}), GAMES)
    assert [(ruling.code, ruling.field) for ruling in caught.value.rulings] == [
        ("not_a_choice", "bonus"),
        ("not_a_number", "most_fine"),
    ]


KEY = st.sampled_from(["of", "entry", "drop", "id", "cards", "seq"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(["format", "game", "rules_version", "edition", "options", "seats", "events"]),
    JSON,
)
def test_whatever_stands_in_a_part_it_is_read_or_named(part: str, value: Any) -> None:
    read_or_named(record(**{part: value}))


@example("data", {"drop": 3}, "move")
@example("data", {"of": 99}, "retract")
@given(
    st.sampled_from(["seq", "type", "seat", "kind", "data", "accept", "reason", "at", "by"]),
    JSON,
    st.sampled_from(["move", "amend", "retract", "note"]),
)
def test_whatever_stands_in_an_event_it_is_read_or_named(part: str, value: Any, kind: str) -> None:
    read_or_named(event(**{"type": kind, part: value}))


def read_or_named(value: Any) -> None:
    try:
        history, _ = load(value, GAMES)
    except (BadRecord, Illegal):
        return
    assert history.seats
