"""A device and a group with very many tables: no page asks the database for more, and no question
walks all that is stored.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.event import Event
from referee.store import connect
from tests.fuzz.harvest import Table
from tests.fuzz.requests import Asked, ask
from tests.support.application import application

FEW, MANY = 100, 400
MOST = 1.2
NAMES = ("Ann", "Bo", "Cy")
GROWING = ("person", "play", "seating", "device", "grant_", "event", "grp", "precedent")
EVERY_TABLE = ("SELECT id FROM play ORDER BY id",)
"""What is meant to go over everything: the command line's audit."""


class Watched:
    """What every connection is asked, and how many steps SQLite takes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: set[str] = set()
        self.steps = 0
        open_one = connect.connect

        def watched(*args: Any) -> Any:
            db = open_one(*args)
            db.conn.set_trace_callback(self.asked.add)
            db.conn.set_progress_handler(self._step, 1)
            return db

        monkeypatch.setattr(connect, "connect", watched)
        monkeypatch.setattr("referee.store.pool.connect", watched)

    def _step(self) -> int:
        self.steps += 1
        return 0

    def taken(self, work: Callable[[], Any]) -> int:
        """The steps that some work takes."""
        before = self.steps
        work()
        return self.steps - before


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Every connection opened from now on."""
    return Watched(monkeypatch)


@pytest.fixture
def app(watched: Watched, tmp_path: Path) -> Iterator[Flask]:
    """An application whose questions are watched."""
    with application(tmp_path / "referee.db") as made:
        # Steps that bring an old file up to date may go over everything, once.
        watched.asked.clear()
        yield made


def busy_group(app: Flask, tables: int) -> dict[str, str]:
    """The pages of a device that hosts so many tables of one group, each with a ruling and a guest
    who comes once.
    """
    store = app.extensions["service"].store
    device, group = store.new_device(), None
    for at in range(tables):
        people = [*NAMES, f"Guest {at}"]
        seats = [f"s{n}" for n in range(1, len(people) + 1)]
        first = Event(0, "start", data={"seats": seats, "options": {}, "edition": "page"})
        table = store.create_table(
            "indian-chief",
            first,
            [(seat, name, None) for seat, name in zip(seats, people, strict=True)],
            group,
        )
        group = table.group_id
        store.grant(device, table.id, "host")
        store.append(
            table.id,
            1,
            [Event(0, "ruling", data={"clause": f"IC-{at % 9 + 1}"}, reason="so", by="host")],
            "k",
        )
    link = store.group(group).link
    pages = (
        "/",
        f"/g/{link}",
        f"/g/{link}/again",
        f"/g/{link}/t/{table.code}",
        "/new",
        f"/new/indian-chief?again={table.code}",
        "/new/indian-chief",
    )
    return {"device": device} | {
        page.replace(link, "LINK").replace(table.code, "CODE"): page
        for page in (*pages, f"/t/{table.code}/players", f"/t/{table.code}/precedents")
    }


def test_pages_take_as_many_steps_of_the_database_with_many_tables_as_with_few(
    app: Flask, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group's page tells of so many tables at most, so that both tell of as many here."""
    monkeypatch.setattr("referee.web.group.page.MOST_TABLES", FEW)
    few, many = busy_group(app, FEW), busy_group(app, MANY)
    more = []
    for name in few.keys() - {"device"}:
        counted = []
        for known in (few, many):
            client = app.test_client()
            client.set_cookie("device", known["device"])
            client.get(known[name])
            counted.append(watched.taken(lambda client=client, url=known[name]: client.get(url)))
        if counted[1] > MOST * counted[0]:
            more.append(f"{name}: {counted}")
    assert not more, "\n".join(more)


def test_no_question_walks_what_grows_with_every_table(app: Flask, watched: Watched) -> None:
    rng = random.Random(4)
    for game in ("indian-chief", "blind-date"):
        table = Table(app, game, rng)
        for asked in table.pages():
            ask(app, asked)
        ask(app, Asked("GET", "/", headers=(("Cookie", table.cookie),)))
    # Asked of an empty file the planner might take another way; statistics are never collected
    # here.
    asked = [
        question
        for question in watched.asked
        if question.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE"))
    ]
    plans = app.extensions["service"].store._read(
        lambda db: {
            question: db.execute(f"EXPLAIN QUERY PLAN {question}").fetchall() for question in asked
        }
    )
    assert len(plans) > 30
    wrong = [
        f"{row[3]}: {question[:200]}"
        for question, rows in plans.items()
        for row in rows
        if walks(row[3]) and question.strip() not in EVERY_TABLE
    ]
    assert not wrong, "\n".join(wrong)


def walks(step: str) -> bool:
    """Whether a step of a plan goes over a whole table or puts rows in order that an index could
    give.
    """
    return re.search(rf"^SCAN ({'|'.join(GROWING)})\b", step) is not None or step.startswith(
        "USE TEMP B-TREE FOR ORDER BY"
    )
