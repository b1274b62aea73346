"""The table service: what it keeps at hand is what the store would tell, whoever asks, and however
often.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.event import Event, new_move
from referee.kernel.history import History
from referee.service.disputes import open_disputes
from referee.service.errors import Refused, ScoringPaused
from referee.service.tables import TableService
from referee.store import Store
from referee.store.errors import Stale
from referee.store.values import TableRow

DOCTOR = new_move("doctor", "s2", {"cards": ["AH", "2S", "5S", "8S", "QS", "7S"]})
LAWYER = new_move("lawyer", "s3", {"cards": "KH QD 4D AC"})
SEATS = [("s1", "Ann", None), ("s2", "Bo", None), ("s3", "Cy", None), ("s4", "Dee", None)]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    """A table service on an empty database."""
    made = TableService(Store(tmp_path / "referee.db"))
    yield made
    made.close()


@pytest.fixture
def table(service: TableService) -> TableRow:
    """A table of four."""
    return service.open("indian-chief", SEATS, {}, "page", None)


def test_what_it_keeps_is_what_another_service_reads(
    service: TableService, table: TableRow, tmp_path: Path
) -> None:
    kept = service.enter(table, 1, [DOCTOR, LAWYER], "k", "s2", "a reason")
    with Store(tmp_path / "referee.db") as store:
        read = TableService(store).history(table)
    assert kept.events == read.events
    assert [played.move for played in kept.played] == [played.move for played in read.played]
    assert (kept.state, kept.lines, kept.revision) == (read.state, read.lines, 3)
    assert service.history(table) is kept


def test_a_key_sent_again_changes_nothing_even_where_the_entry_would_be_refused_now(
    service: TableService, table: TableRow
) -> None:
    first = service.enter(table, 1, [DOCTOR], "k", "s2")
    for seen in (1, 2):
        assert service.enter(table, seen, [DOCTOR], "k", "s2") == first
    with pytest.raises(Refused):
        service.enter(table, 2, [DOCTOR], "other", "s2")
    assert service.history(table).revision == 2


def test_a_key_sent_again_with_an_entry_that_would_stand_is_not_entered(
    service: TableService, table: TableRow
) -> None:
    service.enter(table, 1, [DOCTOR], "k", "s2")
    assert service.enter(table, 2, [LAWYER], "k", "s3").revision == 2


def test_what_another_process_entered_is_seen(
    service: TableService, table: TableRow, tmp_path: Path
) -> None:
    assert service.history(table).revision == 1
    with Store(tmp_path / "referee.db") as store:
        TableService(store).enter(table, 1, [DOCTOR], "k", "s2")
    with pytest.raises(Stale):
        service.enter(table, 1, [DOCTOR], "l", "s2")
    assert service.enter(table, 2, [LAWYER], "l", "s3").revision == 3


def test_the_refused_one_of_a_batch_is_named_and_nothing_is_kept(
    service: TableService, table: TableRow
) -> None:
    too_many = new_move("lawyer", "s3", {"cards": "KH QS 4D AC 2C"})
    with pytest.raises(Refused) as refused:
        service.enter(table, 1, [DOCTOR, too_many], "k", "s2")
    assert refused.value.index == 1
    assert refused.value.checked.objections
    assert service.history(table).revision == 1


def test_what_another_process_wrote_comes_before_a_refusal(
    service: TableService, table: TableRow, tmp_path: Path
) -> None:
    """Nobody is refused by what is no longer the newest: the entry is stale, and its page shows
    what happened.
    """
    service.enter(table, 1, [DOCTOR], "first", "s2")
    with Store(tmp_path / "referee.db") as store:
        TableService(store).enter(table, 2, [LAWYER], "elsewhere", "s3")
    assert service.history_at(table, 2).revision == 2
    with pytest.raises(Stale) as stale:
        service.enter(table, 2, [new_move("thief", "s3", {"cards": "AH"})], "k", "s3")
    assert stale.value.head == 3
    assert service.history_at(table, 3).revision == 3


def start_dispute(service: TableService, table: TableRow, of: int = 0, waits: bool = True) -> int:
    """Start a dispute and return its number."""
    data = {"round": 1, "waits": waits} | ({"of": of} if of else {})
    return service.write(
        table, f"call-{of}-{waits}", lambda _history: [Event(0, "call", data=data, by="s1")]
    ).revision


def test_entering_waits_for_a_dispute(service: TableService, table: TableRow) -> None:
    """The entry is held and its key stays free; what was recorded before is answered as before."""
    service.enter(table, 1, [DOCTOR], "k", "s2")
    assert start_dispute(service, table, waits=False) == 3
    assert service.enter(table, 3, [LAWYER], "l", "s3").revision == 4
    dispute = start_dispute(service, table)
    thief = new_move("thief", "s4", {"cards": ["9C"]})
    with pytest.raises(ScoringPaused) as held:
        service.enter(table, dispute, [thief], "m", "s4")
    assert held.value.dispute.seq == dispute
    assert service.enter(table, dispute, [LAWYER], "l", "s3").revision == 4
    service.write(table, "go", lambda _history: [Event(0, "go_on", data={"of": dispute})])
    assert service.enter(table, dispute + 1, [thief], "m", "s4").revision == dispute + 2


def test_a_table_event_is_noted_whatever_happened_meanwhile(
    service: TableService, table: TableRow
) -> None:
    """It is decided anew from the newest history; a repeated key notes nothing, and so does
    deciding on nothing.
    """
    looked: list[int] = []

    def decide(history: History) -> list[Event]:
        looked.append(history.revision)
        if len(looked) == 1:
            service.enter(table, 1, [DOCTOR], "k", "s2")
        return [Event(0, "setting", data={"calls": "go"})]

    assert service.write(table, "n", decide).revision == 3
    assert looked == [1, 2]
    assert service.write(table, "n", decide).revision == 3
    assert service.write(table, "none", lambda _history: []).revision == 3
    assert looked == [1, 2]


def test_a_correction_settles_the_disputes_about_what_it_touches(
    service: TableService, table: TableRow
) -> None:
    """Also about entries that it gives up; disputes about others stay open. The correction is the
    newest event.
    """
    service.enter(table, 1, [DOCTOR], "k", "s2")
    service.enter(table, 2, [LAWYER], "l", "s3")
    start_dispute(service, table, of=2)
    start_dispute(service, table, of=3)
    other = new_move("doctor", "s2", {"cards": ["AH", "2S", "5S", "8S", "QS", "9S"]})
    after = service.amend(table, 5, "a", "host", "misread", 2, other)
    assert [event.type for event in after.events[5:]] == ["settled", "amend"]
    assert [dispute.of for dispute in open_disputes(after.table_events)] == [3]
    assert open_disputes(service.undo(table, 7, "u", "host", 3).table_events) == ()
    earlier = service.history_at(table, 2)
    assert (earlier.revision, len(earlier.played)) == (2, 1)


def test_an_undo_settles_the_disputes_about_all_that_it_takes_back(
    service: TableService, table: TableRow
) -> None:
    """Several entries of one tap go together, and no question about one of them stays open."""
    service.enter(table, 1, [DOCTOR], "k", "s2")
    service.enter(table, 2, [LAWYER], "l", "s3")
    start_dispute(service, table, of=2)
    start_dispute(service, table, of=3)
    after = service.undo(table, 5, "u", "host", 3, also=[2])
    assert after.played == ()
    assert open_disputes(after.table_events) == ()
