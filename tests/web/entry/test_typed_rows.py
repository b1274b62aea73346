"""Rows typed from paper at a table: entered as ordinary moves, doubtful ones kept with their
reason, nothing typed lost or entered twice.
"""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.support.at_table import enter, post, words
from tests.support.examples import plays
from tests.support.talk import CHIEF, Open

pytestmark = plays(CHIEF)

NAMES = ("Ann", "Bo", "Cy", "Dee")
FIRST = ("l KH QS 4D AC", "p JS 4S 9H", "r AS 2C 3D 3H TC", "b 9C 9D")
SECOND = ("p 2H 3H 4H", "b KD KC", "l KS TH 4D AD", "d AH 2S 3S 4S 5D 6C")


def field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return unescape(found[1])


def box(page: str) -> list[str]:
    found = re.search(r'<textarea[^>]* id="kept"[^>]*>(.*?)</textarea>', page, re.S)
    return unescape(found[1]).strip("\n").splitlines() if found else []


class Paper:
    """The page on which rows are typed, as a browser without script has it."""

    def __init__(self, client: FlaskClient, code: str) -> None:
        self.client, self.code, self.url = client, code, f"/t/{code}/rows"
        self.page = client.get(self.url).text
        self.status = 200

    def form(self, *lines: str, kept: str | None = None) -> dict[str, str]:
        hidden = {name: field(self.page, name) for name in ("seen", "key", "since")}
        return {
            **hidden,
            "kept": "\n".join(box(self.page)) if kept is None else kept,
            "lines": "\n".join(lines),
        }

    def send(self, *lines: str, kept: str | None = None) -> None:
        self.take(self.form(*lines, kept=kept))

    def take(self, form: dict[str, str]) -> None:
        answer = self.client.post(self.url, data=form)
        self.page, self.status = answer.text, answer.status_code

    def moves(self) -> list[tuple[str | None, str]]:
        """Seats and kinds of the entries that stand."""
        service = self.client.application.extensions["service"]
        played = service.history(service.store.table_by_code(self.code)).played
        return [(made.move.seat, made.move.kind) for made in played]


@pytest.fixture
def paper(client: FlaskClient, open_table: Open) -> Paper:
    """The page at an open table of four."""
    return Paper(client, open_table(CHIEF, *NAMES)["code"])


def test_two_rounds_at_once_stand_as_ordinary_entries_with_totals(paper: Paper) -> None:
    paper.send(*FIRST, "", *SECOND)
    assert (paper.status, box(paper.page)) == (200, [])
    assert paper.moves()[::4] == [("s1", "lawyer"), ("s1", "poor")]
    assert [seat for seat, _kind in paper.moves()] == ["s1", "s2", "s3", "s4"] * 2
    assert "1 Ann l KH QS 4D AC 25 25" in words(paper.page)
    post(paper.client, paper.code, "undo", of=9)
    assert len(paper.moves()) == 7


def test_a_doubtful_row_keeps_its_seat_and_what_cannot_be_judged_waits(paper: Paper) -> None:
    paper.send("l KH QS 4D", *FIRST[1:], *SECOND)
    assert [seat for seat, _kind in paper.moves()] == ["s2", "s3", "s4"]
    assert box(paper.page) == ["Ann: l KH QS 4D", *SECOND]
    assert "At least 4 cards; you have 3 (character 8)" in words(paper.page)
    assert "4 waiting" in words(paper.page)
    paper.send(kept="\n".join([FIRST[0], *SECOND]))
    assert (len(paper.moves()), box(paper.page)) == (8, [])


def test_a_theft_is_asked_at_the_end_and_may_be_told_in_between(paper: Paper) -> None:
    paper.send("t 9C", *FIRST[1:], *SECOND)
    assert box(paper.page) == ["Ann: ", *SECOND]
    assert "Enter this first, for Ann: Steal a card / Do not steal IC-19" in words(paper.page)
    paper.send(kept="\n".join(["Ann: do", *SECOND]))
    assert paper.moves()[4] == ("s1", "decline")
    assert (len(paper.moves()), box(paper.page)) == (9, [])


def test_an_illegal_row_says_its_clause_and_one_sent_twice_counts_once(paper: Paper) -> None:
    paper.send(*FIRST, "l 2H 3H TH TS")
    assert box(paper.page) == ["Ann: l 2H 3H TH TS"]
    assert "Ann: l 2H 3H TH TS Already used: Lawyer, round 1 IC-8" in words(paper.page)
    paper.send(kept="")
    again = paper.form(*SECOND)
    paper.take(again)
    paper.take(again)
    assert len(paper.moves()) == 8
    assert box(paper.page) == []


def test_where_another_phone_entered_meanwhile_nothing_is_stored_and_every_row_keeps_its_seat(
    paper: Paper,
) -> None:
    enter(paper.client, paper.code, "s2", "JS 4S 9H")
    paper.send(*FIRST)
    assert paper.status == 409
    assert len(paper.moves()) == 1
    named = [f"{name}: {line}" for name, line in zip(NAMES, FIRST, strict=True)]
    assert box(paper.page) == named
    assert "Another phone made an entry" in paper.page
    paper.send(kept="\n".join(line for line in box(paper.page) if not line.startswith("Bo")))
    assert (len(paper.moves()), box(paper.page)) == (4, [])


def test_secret_rows_show_nothing_that_lies_covered_to_this_phone(
    client: FlaskClient, open_table: Open
) -> None:
    paper = Paper(client, open_table(CHIEF, *NAMES, options={"entry": "secret"})["code"])
    paper.send(*FIRST[:2])
    assert len(paper.moves()) == 2
    assert "KH QS 4D AC" not in paper.page.replace("Ann: …", "")
    paper.send(*FIRST[2:])
    assert "KH QS 4D AC" in paper.page


def test_a_row_that_is_far_too_long_comes_back_once(paper: Paper) -> None:
    """The box keeps every character; the list of what is wrong shows where it became too long."""
    short = len(paper.page)
    paper.send("x" * 100_000)
    assert paper.status == 422
    assert box(paper.page) == ["Ann: " + "x" * 100_000]
    assert len(paper.page) < short + 110_000
