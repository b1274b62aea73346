"""What other phones changed: told once on each phone, with before and after."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.kernel.history import History
from tests.support.at_table import enter, post, record, words
from tests.support.talk import Open, Opened, meld, seated, text_of
from tests.web.people.test_join import joined

ROUNDS = (
    meld("poor", "s1", "JS 4S 9H"),
    meld("lawyer", "s2", "KH QS 4D AC"),
    meld("lawyer", "s1", "2H 3H 4H 9C"),
    meld("beggar", "s2", "9D 8D"),
)


class Table:
    """A table of two after two rounds, with its host's phone, a phone that enters for Bo, and one
    that watches.
    """

    def __init__(self, app: Flask, host: FlaskClient, opened: Opened) -> None:
        self.app, self.host, self.code, self.opened = app, host, opened["code"], opened
        self.seat, self.watcher = seated(app, opened, "s2"), joined(app, opened, "watch")
        record(host, opened, *ROUNDS)

    @property
    def history(self) -> History:
        """The table as it stands."""
        service = self.app.extensions["service"]
        found: History = service.history(service.store.table_by_code(self.code))
        return found

    def text(self, client: FlaskClient, tail: str = "/changes") -> str:
        """A page's text without its tags."""
        answer = client.get(f"/t/{self.code}{tail}", headers={"Accept-Language": "en"})
        return words(text_of(answer, 200)).replace(" ’", "’")

    def post(self, client: FlaskClient, way: str, **form: Any) -> Any:
        """Send a form that has seen the newest revision."""
        return post(client, self.code, way, **form)

    def see(self, client: FlaskClient) -> None:
        """Say that all changes were seen."""
        upto = self.history.revision
        assert self.post(client, "seen", upto=upto).status_code == 303

    def correct(self, cards: str = "JS 4S 9S") -> None:
        """Bo's phone makes Ann's Poor Man another, for 23 instead of 14 points."""
        reason = "the nine was a spade"
        answer = self.post(self.seat, "amend/2", seat="s1", cards=cards.split(), reason=reason)
        assert answer.status_code == 303


@pytest.fixture
def table(app: Flask, client: FlaskClient, open_table: Open) -> Table:
    """The table."""
    return Table(app, client, open_table("indian-chief", "Ann", "Bo"))


NOTHING = "No new changes"


def test_a_correction_is_told_to_everybody_else_once(table: Table) -> None:
    table.correct()
    for other in (table.host, table.watcher):
        told = table.text(other)
        assert "Bo corrected Ann’s Poor Man" in told
        assert re.search(r"Ann, round 1 .* 14 23 Ann, total 14 23", told)
        assert "the nine was a spade" in told
    assert NOTHING in table.text(table.seat)
    table.see(table.watcher)
    assert NOTHING in table.text(table.watcher)
    assert NOTHING in table.text(table.watcher)
    assert "Bo corrected" in table.text(table.host)


def test_the_line_above_the_pad_and_the_list_elsewhere(table: Table) -> None:
    table.correct()
    line = re.search(r'<div id="news".*?</div>', table.host.get(f"/t/{table.code}?go=1").text, re.S)
    assert line
    assert "Bo corrected Ann’s Poor Man: 14 → 23" in line[0].replace("\xa0", " ")
    assert f"/t/{table.code}/changes" in line[0]
    preview = table.post(table.host, "preview", seat="s1", cards="KC").text
    assert "Bo corrected" in preview
    for tail in ("", "/sheet"):
        assert 'id="changes"' in table.host.get(f"/t/{table.code}{tail}").text, tail
    assert 'id="changes"' in table.watcher.get(f"/t/{table.code}?go=1").text
    table.see(table.host)
    assert "corrected" not in table.host.get(f"/t/{table.code}?go=1").text
    assert 'id="changes"' not in table.host.get(f"/t/{table.code}").text


def test_changed_numbers_are_marked_until_seen(table: Table) -> None:
    table.correct()
    strip = table.host.get(f"/t/{table.code}?go=1").text
    assert re.search(r'class="seat( is-current)? is-changed" [^>]*data-seat="\w+"', strip)
    sheet = table.host.get(f"/t/{table.code}/sheet").text
    assert 'class="cell is-changed" id="cell-1-s1"' in sheet
    table.see(table.host)
    assert "is-changed" not in table.host.get(f"/t/{table.code}/sheet").text


def test_whoever_comes_late_has_seen_everything(table: Table) -> None:
    table.correct()
    assert NOTHING in table.text(joined(table.app, table.opened, "watch"))


def test_an_undo_is_told_and_a_redo_folds_it_away(table: Table) -> None:
    table.post(table.seat, "undo", of=5)
    assert "Bo undid Bo’s Beggar: 2 → –" in table.text(table.host, "?go=1")
    assert re.search(r"Bo undid Bo’s Beggar .* Bo, total 27 25", table.text(table.watcher))
    table.see(table.watcher)
    table.post(table.seat, "undo", of=6)
    assert NOTHING in table.text(table.host)
    assert re.search(r"Bo redid Bo’s Beggar .* Bo, total 25 27", table.text(table.watcher))
    assert NOTHING in table.text(table.seat)


def test_several_are_listed_oldest_first_each_with_its_own_numbers(table: Table) -> None:
    table.correct()
    table.correct("JS 4S 8S")
    told = table.text(table.host)
    assert re.search(r"Ann, total 14 23 .* Ann, total 23 22", told)
    assert "and 1 more" in table.text(table.host, "?go=1")


def test_a_correction_undone_by_somebody_else_is_told_to_its_maker(table: Table) -> None:
    table.correct()
    table.post(table.host, "undo", of=table.history.revision)
    told = table.text(table.seat)
    assert re.search(r"The host undid the correction of Ann’s Poor Man .* Ann, total 23 14", told)
    assert NOTHING in table.text(table.watcher)


def test_an_entry_let_stand_is_told_with_clause_and_reason(table: Table) -> None:
    allowed = {"overrule": "1", "accept": "meld_used", "reason": "agreed by all"}
    assert enter(table.host, table.code, "s1", "5H 6H 7H 8H", **allowed).status_code == 303
    assert "Allowed: Ann’s Lawyer (IC-8). Reason: agreed by all" in table.text(table.seat)
    assert NOTHING in table.text(table.host)


def test_taking_back_in_secret_is_nobody_elses_matter(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table("indian-chief", "Ann", "Bo", options={"entry": "secret"})
    code, other = opened["code"], seated(app, opened, "s2")
    record(client, opened, meld("thief", "s1", "KC"))
    post(client, code, "undo", of=2)
    assert NOTHING in other.get(f"/t/{code}/changes?lang=en").text
    record(client, opened, meld("thief", "s1", "KC"), meld("beggar", "s2", "5H 5S"))
    post(client, code, "undo", of=5)
    assert "undid" in words(other.get(f"/t/{code}/changes?lang=en").text)


def test_only_a_host_may_set_the_table(table: Table) -> None:
    assert table.post(table.seat, "house", calls="go").status_code == 403
    table.post(table.host, "house", calls="go", newcomers="nonsense", consent="True")
    assert table.history.table_events[-1].data == {"calls": "go"}
    before = table.history.revision
    table.post(table.host, "house", calls="go")
    assert table.history.revision == before
    assert "When you disagree" in table.text(table.watcher, "/fix")


def test_many_changes_are_told_whole(table: Table) -> None:
    """More than are kept at hand, and none of it twice."""
    for card in ("8S", "7S", "6S", "5S", "3S", "2S"):
        table.correct(f"JS 4S {card}")
    told = table.text(table.watcher)
    assert told.count("Bo corrected Ann’s Poor Man") == 6
    assert re.search(r"Ann, total 14 22 .* 22 21 .* 21 20 .* 20 19 .* 19 17 .* 17 16", told)
