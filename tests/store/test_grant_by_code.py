"""One question for what a device may do at a table: the same answer as by its parts."""

from __future__ import annotations

from referee.event import Event
from referee.store import Store
from referee.store.values import TableRow


def test_the_grant_is_found_by_the_code_however_it_is_typed(store: Store, table: TableRow) -> None:
    device, stranger = store.new_device(), store.new_device()
    store.grant(device, table.id, "seat", "s2")
    found = store.grant_by_code(device, f" {table.code.lower()}")
    assert found == store.grant_of(device, table.id)
    assert found is not None
    assert (found.table, found.role, found.seat) == (table, "seat", "s2")
    assert list(found.names.items()) == [("s1", "Ann"), ("s2", "Bo")]
    for who, code in ((stranger, table.code), ("unknown", table.code), (device, "NONE")):
        assert store.grant_by_code(who, code) is None


def test_a_change_made_here_shows_at_once(store: Store, table: TableRow) -> None:
    device = store.new_device()
    assert store.grant_by_code(device, table.code) is None
    store.grant(device, table.id, "watch")
    assert _seen(store, device, table.code) == ("watch", None, "Ann")
    store.grant(device, table.id, "seat", "s1")
    assert _seen(store, device, table.code) == ("seat", "s1", "Ann")
    store.rename_seat(table.id, "s1", "Anna", (Event(0, "seat"), "rename"))
    assert _seen(store, device, table.code) == ("seat", "s1", "Anna")
    store.leave_seat(device, table.id)
    assert _seen(store, device, table.code) == ("seat", None, "Anna")


def _seen(store: Store, device: str, code: str) -> tuple[str, str | None, str]:
    found = store.grant_by_code(device, code)
    assert found is not None
    return found.role, found.seat, found.names["s1"]
