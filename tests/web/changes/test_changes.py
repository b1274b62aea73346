"""What other phones changed: told once on each phone, with before and after."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.kernel.history import History
from tests.support.talk import send

Open = Callable[..., dict[str, Any]]
ROUNDS = (
    (("s1", "poor", "JS 4S 9H"), ("s2", "lawyer", "KH QS 4D AC")),
    (("s1", "lawyer", "2H 3H 4H 9C"), ("s2", "beggar", "9D 8D")),
)
NINE = ["JS", "4S", "9S"]


class Table:
    """A table of two after two rounds, with its host's phone, a phone that enters for Bo, and one
    that watches.
    """

    def __init__(self, app: Flask, host: FlaskClient, opened: dict[str, Any]) -> None:
        self.app, self.host, self.code, self.opened = app, host, opened["code"], opened
        self.seat, self.watcher = self.phone("seat", "s2"), self.phone("watch")
        for seat, kind, cards in (entry for melds in ROUNDS for entry in melds):
            entry = {"kind": kind, "seat": seat, "data": {"cards": cards.split()}}
            assert (
                send(host, opened, entry, seen=self.revision, key=f"e{self.revision}").status_code
                == 201
            )

    def phone(self, role: str, seat: str | None = None) -> FlaskClient:
        """Another phone."""
        client, store = self.app.test_client(), self.app.extensions["service"].store
        device = store.new_device()
        store.grant(device, store.table_by_code(self.code).id, role, seat)
        client.set_cookie("device", device)
        return client

    @property
    def history(self) -> History:
        """The table as it stands."""
        service = self.app.extensions["service"]
        found: History = service.history(service.store.table_by_code(self.code))
        return found

    @property
    def revision(self) -> int:
        """The newest event's number."""
        return self.history.revision

    def text(self, client: FlaskClient, tail: str = "/changes", **more: Any) -> str:
        """A page's text without its tags."""
        answer = client.get(f"/t/{self.code}{tail}", headers={"Accept-Language": "en"}, **more)
        assert answer.status_code == 200, tail
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)).replace(" ’", "’")

    def post(self, client: FlaskClient, tail: str, **form: Any) -> Any:
        """Send a form that has seen the newest revision."""
        return client.post(
            f"/t/{self.code}{tail}",
            data={"seen": self.revision, "key": f"k{self.revision}", "upto": self.revision} | form,
        )

    def correct(
        self, client: FlaskClient, seq: int = 2, cards: list[str] | None = None, **more: Any
    ) -> Any:
        """Ann's Poor Man becomes another, for 23 instead of 14 points."""
        return self.post(
            client,
            f"/amend/{seq}",
            seat="s1",
            cards=cards or NINE,
            **{"reason": "the nine was a spade"} | more,
        )


@pytest.fixture
def table(app: Flask, client: FlaskClient, open_table: Open) -> Table:
    """The table."""
    return Table(app, client, open_table("indian-chief", "Ann", "Bo"))


def another_round(table: Table) -> None:
    """Round three, so that round one lies more than one round back."""
    for seat, kind, cards in (("s1", "thief", "KC"), ("s2", "thief", "5H")):
        send(
            table.host,
            table.opened,
            {"kind": kind, "seat": seat, "data": {"cards": [cards]}},
            seen=table.revision,
            key=f"e{table.revision}",
        )


NOTHING = "No new changes"


def test_a_correction_is_told_to_everybody_else_once(table: Table) -> None:
    assert table.correct(table.seat).status_code == 303
    for other in (table.host, table.watcher):
        told = table.text(other)
        assert "Bo corrected Ann’s Poor Man" in told
        assert re.search(r"Ann, round 1 .* 14 23 Ann, total 14 23", told)
        assert "the nine was a spade" in told
    assert NOTHING in table.text(table.seat)
    assert table.post(table.watcher, "/seen").status_code == 303
    assert NOTHING in table.text(table.watcher)
    assert NOTHING in table.text(table.watcher)
    assert "Bo corrected" in table.text(table.host)


def test_the_line_above_the_pad_and_the_list_elsewhere(table: Table) -> None:
    table.correct(table.seat)
    line = re.search(r'<div id="news".*?</div>', table.host.get(f"/t/{table.code}?go=1").text, re.S)
    assert line
    assert "Bo corrected Ann’s Poor Man: 14 → 23" in line[0].replace("\xa0", " ")
    assert f"/t/{table.code}/changes" in line[0]
    preview = table.host.post(f"/t/{table.code}/preview", data={"seat": "s1", "cards": ["KC"]}).text
    assert "Bo corrected" in preview
    for tail in ("", "/sheet"):
        assert 'id="changes"' in table.host.get(f"/t/{table.code}{tail}").text, tail
    assert 'id="changes"' in table.watcher.get(f"/t/{table.code}?go=1").text
    table.post(table.host, "/seen")
    assert "corrected" not in table.host.get(f"/t/{table.code}?go=1").text
    assert 'id="changes"' not in table.host.get(f"/t/{table.code}").text


def test_changed_numbers_are_marked_until_seen(table: Table) -> None:
    table.correct(table.seat)
    strip = table.host.get(f"/t/{table.code}?go=1").text
    assert [
        found
        for found in re.findall(
            r'class="seat( is-current)?( is-changed)?" [^>]*data-seat="(\w+)"', strip
        )
        if found[1]
    ]
    assert re.search(
        r'class="cell is-changed" id="cell-1-s1"', table.host.get(f"/t/{table.code}/sheet").text
    )
    table.post(table.host, "/seen")
    assert "is-changed" not in table.host.get(f"/t/{table.code}/sheet").text


def test_whoever_comes_late_has_seen_everything(table: Table) -> None:
    table.correct(table.seat)
    assert NOTHING in table.text(table.phone("watch"))


def test_an_undo_is_told_and_a_redo_folds_it_away(table: Table) -> None:
    table.post(table.seat, "/undo", of=5)
    assert "Bo undid Bo’s Beggar: 2 → –" in table.text(table.host, "?go=1")
    assert re.search(r"Bo undid Bo’s Beggar .* Bo, total 27 25", table.text(table.watcher))
    table.post(table.watcher, "/seen")
    table.post(table.seat, "/undo", of=6)
    assert NOTHING in table.text(table.host)
    assert re.search(r"Bo redid Bo’s Beggar .* Bo, total 25 27", table.text(table.watcher))
    assert NOTHING in table.text(table.seat)


def test_several_are_listed_oldest_first_each_with_its_own_numbers(table: Table) -> None:
    table.correct(table.seat)
    table.correct(table.seat, cards=["JS", "4S", "8S"], key="again")
    told = table.text(table.host)
    assert re.search(r"Ann, total 14 23 .* Ann, total 23 22", told)
    assert "and 1 more" in table.text(table.host, "?go=1")


def test_a_correction_undone_by_somebody_else_is_told_to_its_maker(table: Table) -> None:
    table.correct(table.seat)
    table.post(table.host, "/undo", of=table.revision)
    told = table.text(table.seat)
    assert re.search(r"The host undid the correction of Ann’s Poor Man .* Ann, total 23 14", told)
    assert NOTHING in table.text(table.watcher)


def test_an_entry_let_stand_is_told_with_clause_and_reason(table: Table) -> None:
    form = {
        "seat": "s1",
        "cards": ["5H", "6H", "7H", "8H"],
        "overrule": "1",
        "accept": ["meld_used"],
        "reason": "agreed by all",
    }
    assert table.post(table.host, "/entry", **form).status_code == 303
    assert "Allowed: Ann’s Lawyer (IC-8). Reason: agreed by all" in table.text(table.seat)
    assert NOTHING in table.text(table.host)


def test_taking_back_in_secret_is_nobody_elses_matter(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table("indian-chief", "Ann", "Bo", options={"entry": "secret"})
    store, code = app.extensions["service"].store, opened["code"]
    other = app.test_client()
    device = store.new_device()
    store.grant(device, store.table_by_code(code).id, "seat", "s2")
    other.set_cookie("device", device)
    send(client, opened, {"kind": "thief", "seat": "s1", "data": {"cards": ["KC"]}})
    client.post(f"/t/{code}/undo", data={"seen": 2, "key": "u", "of": 2})
    assert NOTHING in other.get(f"/t/{code}/changes?lang=en").text
    send(
        client, opened, {"kind": "thief", "seat": "s1", "data": {"cards": ["KC"]}}, seen=3, key="l"
    )
    send(
        client,
        opened,
        {"kind": "beggar", "seat": "s2", "data": {"cards": ["5H", "5S"]}},
        seen=4,
        key="m",
    )
    client.post(f"/t/{code}/undo", data={"seen": 5, "key": "v", "of": 5})
    assert "undid" in re.sub(r"<[^>]+>", " ", other.get(f"/t/{code}/changes?lang=en").text)


def test_only_a_host_may_set_the_table(table: Table) -> None:
    assert table.post(table.seat, "/house", calls="go").status_code == 403
    table.post(table.host, "/house", calls="go", newcomers="nonsense", consent="True")
    assert table.history.table_events[-1].data == {"calls": "go"}
    before = table.revision
    table.post(table.host, "/house", calls="go", key="other")
    assert table.revision == before
    assert "When you disagree" in table.text(table.watcher, "/fix")


def test_many_changes_are_told_whole(table: Table) -> None:
    """More than are kept at hand, and none of it twice."""
    for card in ("8S", "7S", "6S", "5S", "3S", "2S"):
        assert table.correct(table.seat, cards=["JS", "4S", card], key=card).status_code == 303
    told = table.text(table.watcher)
    assert told.count("Bo corrected Ann’s Poor Man") == 6
    assert re.search(r"Ann, total 14 22 .* 22 21 .* 21 20 .* 20 19 .* 19 17 .* 17 16", told)
