"""No page of a table costs more than its log is long: twice the events, at most twice the steps, at
every address there is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from referee.event import Event
from referee.store.values import TableRow
from referee.web.http.edition import has_view
from referee.web.rulings.signed_links import signature
from tests.support.application import application
from tests.support.long_logs import LOGS, SEATS
from tests.support.paths import ROOT

SIZES = (10, 20, 40)
MOST = 2.3
FEW = 2000
PLACES: dict[str, Any] = {
    "seq": 2,
    "number": 1,
    "seat": "s1",
    "fmt": "svg",
    "revision": 4,
    "old": "log",
    "name": "lines.csv",
}
DISPUTE = 6
"""Where in the busy log the open dispute stands."""


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all tables of this file, as each is looked at once."""
    with application(tmp_path_factory.mktemp("linear") / "referee.db") as made:
        yield made


class Phone:
    """A phone that hosts a table with a long log, of which it has been shown nothing yet."""

    def __init__(self, app: Flask, log: str, size: int) -> None:
        game, grown = LOGS[log]
        self.app, self.client = app, app.test_client()
        self.store = app.extensions["service"].store
        first = Event(0, "start", data={"seats": list(SEATS), "options": {}, "edition": "page"})
        self.table: TableRow = self.store.create_table(
            game, first, [(seat, seat.upper(), None) for seat in SEATS]
        )
        device = self.store.new_device()
        self.store.grant(device, self.table.id, "host")
        self.store.append(self.table.id, 1, grown(size), "log")
        self.client.set_cookie("device", device)

    def address(self, rule: Rule) -> str:
        """The address of a rule at this table."""
        known = PLACES | {
            "code": self.table.code,
            "link": self.store.group(self.table.group_id).link,
        }
        known |= {"seq": DISPUTE} if rule.endpoint == "calls.question" else {}
        known["token"] = signature(
            self.table, "ruling", known["revision"], known["number"], known["seat"]
        )
        with self.app.test_request_context():
            url = rule.build({name: known[name] for name in rule.arguments})
        assert url is not None
        return url[1]

    def look(self, url: str) -> tuple[int, int]:
        """Status and size of an answer; a stream is not read, as it has no end."""
        answer = self.client.get(url, buffered=False)
        size = 0 if answer.is_streamed and answer.content_length is None else len(answer.data)
        answer.close()
        return answer.status_code, size


def steps(work: Callable[[], Any]) -> tuple[int, Any]:
    """How many lines of the project, and calls of anything else, some work takes, and what it
    gives; each turn of a loop is a line.
    """
    count = 0

    def line(_frame: Any, _event: str, _arg: Any) -> Any:
        nonlocal count
        count += 1
        return line

    def call(frame: Any, _event: str, _arg: Any) -> Any:
        nonlocal count
        count += 1
        return line if frame.f_code.co_filename.startswith(str(ROOT)) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        found = work()
    finally:
        sys.settrace(before)
    return count, found


def addresses(app: Flask) -> list[Rule]:
    """Every address of a table that can be looked at."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if "code" in rule.arguments and "GET" in (rule.methods or ())
        if has_view(app, rule.endpoint)
    ]


def grows(counted: list[int]) -> bool:
    """Whether more is added from the second size to the third than a straight line would add."""
    small, middle, large = counted
    return large - middle > MOST * (middle - small) + FEW


def test_a_loop_in_a_loop_is_found_and_one_loop_is_not() -> None:
    rows = [list(range(5 * size)) for size in SIZES]
    once = [steps(lambda row=row: sum(n for n in row))[0] for row in rows]
    twice = [
        steps(lambda row=row: [next((n for n in row if n == wanted), 0) for wanted in row])[0]
        for row in rows
    ]
    assert not grows(once)
    assert grows(twice)


@pytest.fixture
def short_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages that show few rows at once, so that a log need not be long to be longer than they
    are.
    """
    for place in (
        "service.unread.MOST_TOLD",
        "web.view.score_changes.MOST_CORRECTIONS",
        "web.changes.fix_routes.MOST",
    ):
        monkeypatch.setattr(f"referee.{place}", 10)


@pytest.mark.slow
@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("log", LOGS)
def test_the_steps_of_every_page_grow_no_faster_than_the_log(wide: Flask, log: str) -> None:
    worse = []
    for rule in addresses(wide):
        first = Phone(wide, log, 2)
        first.look(first.address(rule))
        counted = []
        for size in SIZES:
            # Each page has a table of its own, so that nothing is remembered of it.
            phone = Phone(wide, log, size)
            url = phone.address(rule)
            taken, (status, _size) = steps(lambda phone=phone, url=url: phone.look(url))
            assert status < (400 if log == "everything" else 500), (rule.endpoint, size)
            counted.append(taken)
        if grows(counted):
            worse.append(f"{rule.endpoint}: {counted}")
    assert not worse, "\n".join(worse)


@pytest.mark.slow
@pytest.mark.parametrize("log", [log for log in LOGS if log != "a series"])
def test_what_is_no_entry_makes_no_page_longer(wide: Flask, log: str) -> None:
    """A record holds the whole log; every other answer is as long after four times as much of what
    scores nothing.
    """
    longer = []
    for rule in addresses(wide):
        few, many = (
            phone.look(phone.address(rule))[1]
            for phone in (Phone(wide, log, size) for size in (40, 160))
        )
        if rule.endpoint != "api.record" and many > 1.2 * few + 1000:
            longer.append(f"{rule.endpoint}: {few} and {many} bytes")
    assert not longer, "\n".join(longer)
