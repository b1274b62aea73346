"""The desk: what it keeps at hand is what the store would tell, whoever asks, and however often."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.kernel.history import History
from referee.store import Store
from referee.store.errors import Stale
from referee.store.values import NewEvent, TableRow
from referee.table_events.calls import open_calls
from referee.web.desk.desk import Desk, Entry, Held, Refused

DOCTOR = Entry("doctor", "s2", {"cards": ["AH", "2S", "5S", "8S", "QS", "7S"]})
LAWYER = Entry("lawyer", "s3", {"cards": "KH QD 4D AC"})
SEATS = [("s1", "Ann", None), ("s2", "Bo", None), ("s3", "Cy", None), ("s4", "Dee", None)]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk on an empty database."""
    made = Desk(Store(tmp_path / "referee.db"))
    yield made
    made.close()


@pytest.fixture
def table(desk: Desk) -> TableRow:
    """A table of four."""
    return desk.open("indian-chief", SEATS, {}, "page", None)


def test_what_it_keeps_is_what_another_desk_reads(
    desk: Desk, table: TableRow, tmp_path: Path
) -> None:
    kept = desk.enter(table, 1, [DOCTOR, LAWYER], "k", "s2", "a reason")
    with Store(tmp_path / "referee.db") as store:
        read = Desk(store).history(table)
    assert kept.events == read.events
    assert [played.move for played in kept.played] == [played.move for played in read.played]
    assert (kept.state, kept.lines, kept.revision) == (read.state, read.lines, 3)
    assert desk.history(table) is kept


def test_a_key_sent_again_changes_nothing_even_where_the_entry_would_be_refused_now(
    desk: Desk, table: TableRow
) -> None:
    first = desk.enter(table, 1, [DOCTOR], "k", "s2")
    for seen in (1, 2):
        assert desk.enter(table, seen, [DOCTOR], "k", "s2") == first
    with pytest.raises(Refused):
        desk.enter(table, 2, [DOCTOR], "other", "s2")
    assert desk.history(table).revision == 2


def test_a_key_sent_again_with_an_entry_that_would_stand_is_not_entered(
    desk: Desk, table: TableRow
) -> None:
    desk.enter(table, 1, [DOCTOR], "k", "s2")
    assert desk.enter(table, 2, [LAWYER], "k", "s3").revision == 2


def test_what_another_process_entered_is_seen(desk: Desk, table: TableRow, tmp_path: Path) -> None:
    assert desk.history(table).revision == 1
    with Store(tmp_path / "referee.db") as store:
        Desk(store).enter(table, 1, [DOCTOR], "k", "s2")
    with pytest.raises(Stale):
        desk.enter(table, 1, [DOCTOR], "l", "s2")
    assert desk.enter(table, 2, [LAWYER], "l", "s3").revision == 3


def test_the_refused_one_of_a_batch_is_named_and_nothing_is_kept(
    desk: Desk, table: TableRow
) -> None:
    with pytest.raises(Refused) as refused:
        desk.enter(
            table, 1, [DOCTOR, Entry("lawyer", "s3", {"cards": "KH QS 4D AC 2C"})], "k", "s2"
        )
    assert refused.value.index == 1
    assert refused.value.checked.objections
    assert desk.history(table).revision == 1


def test_what_another_process_wrote_comes_before_a_refusal(
    desk: Desk, table: TableRow, tmp_path: Path
) -> None:
    """Nobody is refused by what is no longer the newest: the entry is stale, and its page shows
    what happened.
    """
    desk.enter(table, 1, [DOCTOR], "first", "s2")
    with Store(tmp_path / "referee.db") as store:
        Desk(store).enter(table, 2, [LAWYER], "elsewhere", "s3")
    assert desk.history_at(table, 2).revision == 2
    with pytest.raises(Stale) as stale:
        desk.enter(table, 2, [Entry("thief", "s3", {"cards": "AH"})], "k", "s3")
    assert stale.value.head == 3
    assert desk.history_at(table, 3).revision == 3


def called(desk: Desk, table: TableRow, of: int = 0, waits: bool = True) -> int:
    """A call for the referee; returns its number."""
    data = {"round": 1, "waits": waits} | ({"of": of} if of else {})
    return desk.write(
        table, f"call-{of}-{waits}", lambda _history: [NewEvent("call", data=data, by="s1")]
    ).revision


def test_entering_waits_for_a_call(desk: Desk, table: TableRow) -> None:
    """The entry is held and its key stays free; what was recorded before is answered as before."""
    desk.enter(table, 1, [DOCTOR], "k", "s2")
    assert called(desk, table, waits=False) == 3
    assert desk.enter(table, 3, [LAWYER], "l", "s3").revision == 4
    call = called(desk, table)
    with pytest.raises(Held) as held:
        desk.enter(table, call, [Entry("thief", "s4", {"cards": ["9C"]})], "m", "s4")
    assert held.value.call.seq == call
    assert desk.enter(table, call, [LAWYER], "l", "s3").revision == 4
    desk.write(table, "go", lambda _history: [NewEvent("go_on", data={"of": call})])
    assert (
        desk.enter(table, call + 1, [Entry("thief", "s4", {"cards": ["9C"]})], "m", "s4").revision
        == call + 2
    )


def test_a_table_event_is_noted_whatever_happened_meanwhile(desk: Desk, table: TableRow) -> None:
    """It is decided anew from the newest history; a repeated key notes nothing, and so does
    deciding on nothing.
    """
    looked: list[int] = []

    def decide(history: History) -> list[NewEvent]:
        looked.append(history.revision)
        if len(looked) == 1:
            desk.enter(table, 1, [DOCTOR], "k", "s2")
        return [NewEvent("setting", data={"calls": "go"})]

    assert desk.write(table, "n", decide).revision == 3
    assert looked == [1, 2]
    assert desk.write(table, "n", decide).revision == 3
    assert desk.write(table, "none", lambda _history: []).revision == 3
    assert looked == [1, 2]


def test_a_correction_settles_the_calls_about_what_it_touches(desk: Desk, table: TableRow) -> None:
    """Also about entries that it gives up; calls about others stay open. The correction is the
    newest event.
    """
    desk.enter(table, 1, [DOCTOR], "k", "s2")
    desk.enter(table, 2, [LAWYER], "l", "s3")
    called(desk, table, of=2)
    called(desk, table, of=3)
    other = Entry("doctor", "s2", {"cards": ["AH", "2S", "5S", "8S", "QS", "9S"]})
    after = desk.amend(table, 5, "a", "host", "misread", 2, other)
    assert [event.type for event in after.events[5:]] == ["settled", "amend"]
    assert [call.of for call in open_calls(after.table_events)] == [3]
    assert open_calls(desk.undo(table, 7, "u", "host", 3).table_events) == ()
    assert (desk.history_at(table, 2).revision, len(desk.history_at(table, 2).played)) == (2, 1)
