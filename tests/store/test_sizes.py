"""How much may be stored, and what is no text or JSON at all."""

from __future__ import annotations

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.errors import TooLarge, Unstorable
from referee.store.values import MAX_DATA, TableRow


@pytest.mark.parametrize(
    ("event", "what", "size", "limit", "unit"),
    [
        (Event(0, "move", reason="r" * 501), "reason", 501, 500, "characters"),
        (Event(0, "move", data={"x": "y" * MAX_DATA}), "data", MAX_DATA + 8, MAX_DATA, "bytes"),
        (Event(0, "move", data={"x": "札" * 21_843}), "data", 65_537, MAX_DATA, "bytes"),
        (Event(0, "t" * 81), "type", 81, 80, "characters"),
        (Event(0, "move", by="b" * 81), "by", 81, 80, "characters"),
    ],
)
def test_what_is_too_large_says_by_how_much(
    store: Store, table: TableRow, event: Event, what: str, size: int, limit: int, unit: str
) -> None:
    with pytest.raises(TooLarge) as refused:
        store.append(table.id, 1, [event], "k")
    error = refused.value
    assert (error.what, error.limit, error.unit) == (what, limit, unit)
    assert str(size) in str(error)
    assert isinstance(error, ValueError)
    assert store.head(table.id) == 1


def test_what_just_fits_is_kept(store: Store, table: TableRow) -> None:
    event = Event(0, "move", data={"x": "y" * (MAX_DATA - 8)}, reason="理" * 500)
    store.append(table.id, 1, [event], "k" * 100)
    assert store.events(table.id, 1)[0].data == event.data
    store.rename_seat(table.id, "s1", "名" * 80, (Event(0, "seat"), "rename"))
    assert store.seats(table.id)[0].name == "名" * 80


@pytest.mark.parametrize(
    "name",
    ["n" * 81, "", " \u3000", "\ud83d", "a\x00b", "a\nb", "\u202eA\u202c", "A\u200f", "\u2066A"],
)
def test_names_that_cannot_be_shown_are_refused(store: Store, table: TableRow, name: str) -> None:
    with pytest.raises(Unstorable):
        store.rename_seat(table.id, "s1", name, (Event(0, "seat"), "rename"))
    with pytest.raises(Unstorable):
        store.create_table("chief", Event(0, "start"), [("s1", name, None)])
    assert store.seats(table.id)[0].name == "Ann"


@pytest.mark.parametrize("value", [float("inf"), {1, 2}, b"bytes", "\ud83d", object()])
def test_data_that_json_cannot_hold_is_refused(
    store: Store, table: TableRow, value: object
) -> None:
    with pytest.raises(Unstorable) as refused:
        store.append(table.id, 1, [Event(0, "move", data={"x": value})], "k")
    assert refused.value.what == "data"


def test_a_long_key_is_refused(store: Store, table: TableRow) -> None:
    with pytest.raises(TooLarge):
        store.append(table.id, 1, [Event(0, "move")], "k" * 101)
