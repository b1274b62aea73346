"""Files: the record and the lines of the longest game, a thousand tables out in one file, and a
thousand records in.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask import Flask

from app import create_app
from bench import logs
from bench.inside import Inside
from bench.people import game_log
from bench.play import NAMES, expect
from bench.report import Row
from bench.server import scratch
from referee.games import GAMES
from referee.store import Store
from referee.store.values import TableRow
from referee.web.desk.group_file import take_in_group
from referee.web.desk.taking_in import read_record, stored

RECORDS = 1_000
SEEDS = 20
"""So many games of each kind, of which the longest is looked at."""
LOOKS = 15
FILES = ("record.json", "lines.csv", "rounds.csv")


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    records, seeds = (20, 2) if quick else (RECORDS, SEEDS)
    with scratch() as folder:
        app = create_app({"DATABASE": str(folder / "here.db"), "RATE_LIMITS": False})
        found = _longest(app, seeds)
        found += _long_logs(folder, 50 if quick else logs.EVENTS)
        found += _group(app, folder, records)
        app.extensions["wake_all"]()
    return found


def _longest(app: Flask, seeds: int) -> list[Row]:
    """The files of the longest of many games, whose log is in memory."""
    _events, game, seed = max(
        (len(game_log(game, seed)), game, seed) for game in GAMES for seed in range(seeds)
    )
    phone, table = _at_table(app, game, seed)
    taken = {
        name: [_cost(phone, f"/t/{table.code}/{name}") for _ in range(LOOKS)] for name in FILES
    }
    told = f"{game}, {_events} events"
    return [
        Row("T36", f"/{name}, {told}", statistics.median(costs[1:]), "ms", most=20)
        for name, costs in taken.items()
    ]


def _long_logs(folder: Path, events: int) -> list[Row]:
    """The files of a table with a log of so many events of one kind."""
    found = []
    for what, log in (("calls", logs.calls(events)), ("undos", logs.undos(events))):
        device, code = logs.fill(folder / f"{what}.db", log)
        app = create_app({"DATABASE": str(folder / f"{what}.db"), "RATE_LIMITS": False})
        phone = Inside(app)
        phone.cookie = f"device={device}"
        for name in FILES:
            costs = [_cost(phone, f"/t/{code}/{name}") for _ in range(LOOKS)]
            found.append(
                Row(
                    "T36",
                    f"/{name}, {events:,} {what}",
                    statistics.median(costs[1:]),
                    "ms",
                    most=20,
                )
            )
        app.extensions["wake_all"]()
    return found


def _group(app: Flask, folder: Path, records: int) -> list[Row]:
    """A group with so many tables, out and in; and its records one by one."""
    phone, table = _at_table(app, next(iter(GAMES)), 0)
    store = app.extensions["desk"].store
    for at in range(records - 1):
        _table(store, [*GAMES][at % len(GAMES)], at % SEEDS, table.group_id)
    began = time.perf_counter()
    answer = phone.get(f"/g/{store.group(table.group_id).link}/group.json")
    out = time.perf_counter() - began
    expect(answer, 200)
    told: dict[str, Any] = json.loads(answer.body)
    with Store(folder / "there.db") as there:
        began = time.perf_counter()
        take_in_group(there, told, GAMES)
        into = time.perf_counter() - began
        began = time.perf_counter()
        for one in told["tables"]:
            stored(there, read_record(one["record"] | {"uid": uuid4().hex}, GAMES))
        alone = time.perf_counter() - began
    return [
        Row("T37", f"{records:,} records in, one by one", alone, "s", most=60),
        Row("T37", "… as a group in one file", into, "s", most=60),
        Row("T37", f"… out, {len(answer.body) / 1e6:.1f} MB", out, "s"),
    ]


def _at_table(app: Flask, game: str, seed: int) -> tuple[Inside, TableRow]:
    """A phone at the table of a whole game."""
    store = app.extensions["desk"].store
    table = _table(store, game, seed)
    phone = Inside(app)
    device = store.new_device()
    store.grant(device, table.id, "host")
    phone.cookie = f"device={device}"
    return phone, table


def _table(store: Store, game: str, seed: int, group: int | None = None) -> TableRow:
    """A table at which a whole game was played."""
    start, *moves = game_log(game, seed)
    table = store.create_table(
        game, start, [(seat, NAMES[at], None) for at, seat in enumerate(start.data["seats"])], group
    )
    store.append(table.id, 1, moves, "k")
    return table


def _cost(phone: Inside, path: str) -> float:
    """Milliseconds of the processor for a file."""
    began = time.process_time()
    answer = phone.get(path)
    taken = 1000 * (time.process_time() - began)
    expect(answer, 200)
    return taken
