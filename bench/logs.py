"""Long logs: the pages of a table on which the referee was called, or an entry taken back and put
back, so many times.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path

from bench.client import Client
from bench.growth import timed
from bench.play import NAMES, expect
from bench.report import Row
from bench.server import scratch, serving
from referee.store import Store
from referee.store.values import NewEvent

EVENTS = 1500
LOOKS = 20
ENTRY = NewEvent("move", "s1", "poor", {"cards": ["JS", "4S", "9H"]}, by="host")
PAGES = ("log", "changes", "call?of=2", "sheet", "rev")


def calls(events: int) -> list[NewEvent]:
    """An entry, and so many events of calls about it, all of which are settled."""
    log = [ENTRY]
    for at in range(events // 2):
        log.append(
            NewEvent("call", data={"round": 1, "of": 2, "waits": False, "phone": "p"}, by="host")
        )
        log.append(NewEvent("settled", data={"of": 3 + 2 * at, "outcome": "stands"}, by="host"))
    return log


def undos(events: int) -> list[NewEvent]:
    """An entry, its undo, the undo of that, and so on."""
    return [
        ENTRY,
        *(NewEvent("retract", data={"of": seq}, by="host") for seq in range(2, 2 + events)),
    ]


def fill(path: Path, log: list[NewEvent]) -> tuple[str, str]:
    """A table of Indian Chief with such a log: its host's device and its code."""
    seats = [(f"s{at}", name, None) for at, name in enumerate(NAMES[:4], 1)]
    start = NewEvent(
        "start", data={"seats": [seat for seat, _, _ in seats], "options": {}, "edition": "page"}
    )
    with Store(path) as store:
        table, device = store.create_table("indian-chief", start, seats), store.new_device()
        store.grant(device, table.id, "host")
        store.append(table.id, 1, log, "log")
    return device, table.code


def looked(client: Client, path: str) -> float:
    """Milliseconds that a page takes which has been shown once before."""
    expect(client.get(path), 200)
    return statistics.median(timed(lambda: expect(client.get(path), 200)) for _ in range(LOOKS))


def rows(quick: bool = False) -> list[Row]:
    """The report's rows: every page of a table with each log."""
    events = 50 if quick else EVENTS
    found = []
    made: dict[str, Callable[[int], list[NewEvent]]] = {"calls": calls, "undos": undos}
    for what, grown in made.items():
        with scratch() as folder:
            (folder / what).mkdir()
            device, code = fill(folder / what / "referee.db", grown(events))
            with serving(folder / what) as app:
                client = Client(app.port)
                client.cookie = f"device={device}"
                found += [
                    Row(
                        "T33",
                        f"/{page}, {events:,} {what}",
                        looked(client, f"/t/{code}/{page}"),
                        "ms",
                        most=60,
                    )
                    for page in PAGES
                ]
    return found
