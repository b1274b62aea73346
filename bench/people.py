"""The page of a group with a thousand tables that all came to an end, alone in the file and among a
hundred thousand others.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from flask import Flask
from sqlite_utils import Database

from app import create_app
from bench.inside import Inside
from bench.play import NAMES, expect, script
from bench.report import Row, against
from bench.server import scratch
from referee.games import GAMES
from referee.kernel.contract import complete_options
from referee.store import FIRST_KEY, Store
from referee.store import events as log
from referee.store import tables as rows_of_tables
from referee.store.connect import connect
from referee.store.values import NewEvent

TABLES, OTHERS = 1_000, 100_000
SEATS = 4
PER_EVENING = 3
DAY = 24 * 3600
SAMPLES = 12
"""So many different games are played again and again."""
ROUNDS = 15


def filled(path: Path, tables: int, others: int) -> str:
    """A group's tables, three an evening, of every game in turn, and among them so many of other
    groups, all in one transaction: the group's link.
    """
    logs = [
        (game, game_log(game, seed)) for seed in range(-(-SAMPLES // len(GAMES))) for game in GAMES
    ]
    Store(path).close()
    db = connect(path, busy_timeout=5.0)
    db.execute("BEGIN IMMEDIATE")
    group = None
    for at in range(tables):
        group = _add(
            db, *logs[at % len(logs)], group, time.time() - (tables - at) // PER_EVENING * DAY
        )
        for _ in range(others * at // tables, others * (at + 1) // tables):
            _add(db, logs[0][0], logs[0][1][:1], None, time.time())
    db.commit()
    db.close()
    assert group is not None
    with Store(path) as store:
        return store.group(group).link


def game_log(game: str, seed: int) -> list[NewEvent]:
    """The events of a whole game."""
    count = max(GAMES[game].info.seats[0], min(SEATS, GAMES[game].info.seats[1]))
    seats = tuple(f"s{at}" for at in range(1, count + 1))
    options = complete_options(GAMES[game].info, seats, {}, "page")
    data = {"seats": [*seats], "options": options, "edition": "page", "rules_version": "1"}
    moves = (
        NewEvent("move", step.seat, step.kind, dict(step.data))
        for step in script(game, count, seed)
    )
    return [NewEvent("start", data=data), *moves]


def _add(db: Database, game: str, events: list[NewEvent], group: int | None, began: float) -> int:
    seats = [(seat, name, None) for seat, name in zip(events[0].data["seats"], NAMES, strict=False)]
    table = rows_of_tables.create(db, game, seats, group, began, "")
    log.append(db, table.id, 0, log.prepare(events[:1], FIRST_KEY), began)
    if events[1:]:
        log.append(db, table.id, 1, log.prepare(events[1:], "k"), began)
    return table.group_id


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    tables, others = (30, 100) if quick else (TABLES, OTHERS)
    with scratch() as folder:
        links = {
            name: filled(folder / f"{name}.db", tables, more)
            for name, more in (("alone", 0), ("among", others))
        }
        apps = {
            name: create_app({"DATABASE": str(folder / f"{name}.db"), "RATE_LIMITS": False})
            for name in links
        }
        first = {name: _cost(app, links[name]) for name, app in apps.items()}
        taken: dict[str, list[float]] = {name: [] for name in apps}
        for _ in range(ROUNDS):
            for name, app in apps.items():
                taken[name].append(_cost(app, links[name]))
        for app in apps.values():
            app.extensions["wake_all"]()
    return [
        Row(
            "T35",
            f"group's page, {tables:,} tables, processor, nothing new",
            statistics.median(taken["alone"]),
            "ms",
            most=50,
        ),
        Row("T35", "… the first time, every log replayed", first["alone"], "ms"),
        against(
            "T35",
            f"… among {others:,} other tables beside alone",
            taken["among"],
            taken["alone"],
            "ms",
            most=1.2,
        ),
    ]


def _cost(app: Flask, link: str) -> float:
    """Milliseconds of the processor for the group's page."""
    began = time.process_time()
    answer = Inside(app).get(f"/g/{link}")
    taken = 1000 * (time.process_time() - began)
    expect(answer, 200)
    return taken
