"""Growth: a late entry beside an early one, and a full database beside an empty one."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from bench.client import Client
from bench.play import NAMES, Phone, expect, script
from bench.report import Row, against
from bench.server import scratch, serving
from referee.games import GAMES
from referee.store import FIRST_KEY, Store, devices
from referee.store import events as log
from referee.store import tables as rows_of_tables
from referee.store.connect import connect
from referee.store.values import NewEvent

EARLY, LATE = 2, 60
SEEDS = 40
TABLES = 12
MANY, FEW = 100_000, 10
SHOWN = 1_000
"""So many tables a group's page tells of at most, so that both tell of as many."""
ROUNDS = 9
ENTRIES = 12


def long_script(game: str) -> tuple[int, int, int] | None:
    """Seats and seed of a sample game with more than sixty entries, and the first from the sixtieth
    on that is like the second.

    Like means of the same kind, since a meld and a declined theft do not cost the same; None if no
    game is that long.
    """
    most = min(GAMES[game].info.seats[1], len(NAMES))
    for seed in range(SEEDS):
        steps = script(game, most, seed)
        like = [
            at
            for at, step in enumerate(steps, 1)
            if at >= LATE and step.kind == steps[EARLY - 1].kind
        ]
        if like:
            return most, seed, like[0]
    return None


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def late_rows(port: int) -> list[Row]:
    """The sixtieth entry of a table beside its second."""
    found = []
    for game in GAMES:
        if (chosen := long_script(game)) is None:
            continue
        seats, seed, at = chosen
        early, late = [], []
        phone = Phone(port, game, seats, seed)
        for _ in range(TABLES):
            phone.start_again()
            taken = [timed(phone.enter_json) for _ in range(at)]
            early.append(taken[EARLY - 1])
            late.append(taken[at - 1])
        found.append(
            against(
                "T11",
                f"entry {at} of a table beside entry {EARLY}, {game}",
                late,
                early,
                "ms",
                most=1.2,
            )
        )
    return found


def fill(path: Path, tables: int) -> None:
    """Store so many tables, all in one transaction, as a hundred thousand syncs would take
    minutes.
    """
    seats = [(f"s{at}", name, None) for at, name in enumerate(NAMES[:4], 1)]
    start = NewEvent(
        "start",
        data={
            "seats": [seat for seat, _, _ in seats],
            "options": {},
            "edition": "page",
            "rules_version": "1",
        },
    )
    first = log.prepare([start], FIRST_KEY)
    Store(path).close()
    db = connect(path, busy_timeout=5.0)
    db.execute("BEGIN IMMEDIATE")
    for _ in range(tables):
        table = rows_of_tables.create(db, "blind-date", seats, None, time.time())
        log.append(db, table.id, 0, first, time.time())
    db.commit()
    db.close()


def full_rows(folder: Path) -> list[Row]:
    """An entry and a page among a hundred thousand tables beside the same among ten, by turns."""
    for name, tables in (("many", MANY), ("few", FEW)):
        (folder / name).mkdir()
        fill(folder / name / "referee.db", tables)
    game = next(iter(GAMES))
    entries: dict[str, list[float]] = {"many": [], "few": []}
    pages: dict[str, list[float]] = {"many": [], "few": []}
    with serving(folder / "many") as many, serving(folder / "few") as few:
        phones = {"many": Phone(many.port, game, 4), "few": Phone(few.port, game, 4)}
        for _ in range(ROUNDS):
            for name, phone in phones.items():
                code = phone.start_again()
                entries[name].append(
                    statistics.median(timed(phone.enter_json) for _ in range(ENTRIES))
                )
                pages[name].append(
                    statistics.median(
                        timed(lambda code=code, phone=phone: phone.client.get(f"/t/{code}?go=1"))
                        for _ in range(ENTRIES)
                    )
                )  # type: ignore[misc]
    return [
        against(
            "T11",
            f"entry, {MANY:,} tables beside {FEW}",
            entries["many"],
            entries["few"],
            "ms",
            most=1.2,
        ),
        against(
            "T11",
            f"page, {MANY:,} tables beside {FEW}",
            pages["many"],
            pages["few"],
            "ms",
            most=1.2,
        ),
    ]


def fill_group(path: Path, tables: int) -> dict[str, str]:
    """So many tables of one group, all hosted by one device and each with a ruling, all in one
    transaction: the device and the group's link.
    """
    seats = [(f"s{at}", name, None) for at, name in enumerate(NAMES[:4], 1)]
    start = NewEvent(
        "start",
        data={
            "seats": [seat for seat, _, _ in seats],
            "options": {},
            "edition": "page",
            "rules_version": "1",
        },
    )
    first, ruled = (
        log.prepare([start], FIRST_KEY),
        log.prepare([NewEvent("ruling", data={"clause": "BD-1"}, reason="so")], "k"),
    )
    with Store(path) as store:
        device = store.new_device()
    db = connect(path, busy_timeout=5.0)
    db.execute("BEGIN IMMEDIATE")
    group = None
    for _ in range(tables):
        table = rows_of_tables.create(db, "blind-date", seats, group, time.time())
        group = table.group_id
        log.append(db, table.id, 0, first, time.time())
        log.append(db, table.id, 1, ruled, time.time())
        devices.grant(db, device, table.id, "host", None, time.time())
    db.commit()
    db.close()
    assert group is not None
    with Store(path) as store:
        return {"device": device, "group": store.group(group).link}


def many_rows(folder: Path) -> list[Row]:
    """The first page of a device and the page of a group, both with a hundred thousand tables,
    beside the same with as many as they show.
    """
    found: dict[str, dict[str, list[float]]] = {"first page": {}, "group's page": {}}
    known = {}
    for name, tables in (("many", MANY), ("shown", SHOWN)):
        (folder / f"group-{name}").mkdir()
        known[name] = fill_group(folder / f"group-{name}" / "referee.db", tables)
    with serving(folder / "group-many") as many, serving(folder / "group-shown") as shown:
        clients = {"many": Client(many.port), "shown": Client(shown.port)}
        for _ in range(ROUNDS):
            for name, client in clients.items():
                client.cookie = f"device={known[name]['device']}"
                for page, path in (
                    ("first page", "/"),
                    ("group's page", f"/g/{known[name]['group']}"),
                ):
                    taken = [
                        timed(lambda client=client, path=path: expect(client.get(path), 200))
                        for _ in range(ENTRIES)
                    ]  # type: ignore[misc]
                    found[page].setdefault(name, []).append(statistics.median(taken))
    return [
        against(
            "T11",
            f"{page}, {MANY:,} tables of one group beside {SHOWN}",
            taken["many"],
            taken["shown"],
            "ms",
            most=1.2,
        )
        for page, taken in found.items()
    ]


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    with scratch() as folder:
        with serving(folder / "ours") as app:
            found = late_rows(app.port)
        return found + full_rows(folder) + many_rows(folder)
