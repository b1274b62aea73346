"""Print the figures that count, all from one run: ``python -m bench [--quick]``.

``--quick`` plays one game in the place of twelve; its numbers mean nothing.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from urllib.parse import urlencode

from app import create_app
from bench.phone import (
    FRAGMENT,
    HOST,
    JSON,
    Beside,
    Inside,
    Phone,
    Served,
    open_table,
    play,
    script,
    seats_of,
)
from bench.servers import FLOOR, Server, move, scratch, serving, slow_core
from referee.games import GAMES
from referee.web.http.edition import BROWSER
from tests.support.editions import ANSWERS
from tests.support.site_python import MISSING, built, here, running, there

TABLES, SHEETS, STARTS, BLOCKS, ENTRIES, TAPPED = 16, 10, 5, 9, 40, 6
Row = tuple[str, str, str, str]
"""The letter of the figure, what was measured, the figure with its spread, and its target."""


def spread(values: Sequence[float], unit: str, digits: int = 1) -> str:
    """The median, the 95th of a hundred, and the most."""
    ordered = sorted(values)
    some = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]
    return " / ".join(f"{value:.{digits}f}" for value in some) + f" {unit}"


def slow_table(games: Sequence[str]) -> Iterator[Row]:
    """(a) A table of eight on a quarter of a core: every tap and page of whole evenings."""
    group = slow_core()
    if group is None:
        yield "a", "a table of eight on a slow core", "no control group here", ""
        return
    try:
        for game in games:
            with scratch() as folder, serving(folder) as server:
                # What is read once and kept is read before the core is slow.
                warm = [Served(server.port) for _ in range(seats_of(game))]
                play(warm, game, at_once=False)
                move(server, group)
                phones = play([Served(server.port) for _ in warm], game, at_once=True)
            yield from waits("a", f"{game}, {len(phones)} phones", phones, 1000, (100, 200))
    finally:
        with suppress(OSError):
            group.rmdir()


def processor(games: Sequence[str]) -> Iterator[Row]:
    """(b) The time of the processor for a page and for a preview."""
    with scratch() as folder:
        app = create_app({"DATABASE": str(folder / "referee.db"), "RATE_LIMITS": False})
        for game in games:
            for _ in range(2):
                phones = play([Inside(app) for _ in range(seats_of(game, 5))], game, at_once=False)
            yield from waits("b", f"{game}, processor", phones, 1000, (3, 4))
        app.extensions["wake_all"]()


def waits(
    letter: str, what: str, phones: Sequence[Phone], scale: float, most: tuple[int, int]
) -> Iterator[Row]:
    """How long taps and pages took, in milliseconds; ``most`` is the target of each."""
    for why, target in zip(("tap", "page"), most, strict=True):
        taken = [scale * one for phone in phones for one in phone.waited[why]]
        if taken:
            yield letter, f"{what}: a {why}", spread(taken, "ms"), f"<= {target} ms"


def entries(game: str) -> Iterator[Row]:
    """(c) Entries with their pages beside the bare floor, by turns."""
    with scratch() as folder, serving(folder / "a") as ours, serving(folder / "b", FLOOR) as bare:
        rates: list[tuple[float, float]] = []
        for at in range(BLOCKS):
            rates.append((rate(ours, game, at, floor=False), rate(bare, game, at, floor=True)))
    ratios = [one / other for one, other in rates[1:]]
    told = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    per_second = f"{statistics.median(one for one, _ in rates[1:]):.0f} a second"
    yield "c", "entries with their pages beside the floor", told, ">= 0.25"
    yield "c", "… ours", per_second, ""


def rate(server: Server, game: str, block: int, floor: bool) -> float:
    """Entries a second of one phone; the floor answers with a page as long as ours."""
    device, steps = Served(server.port), script(game, 4, block)[:ENTRIES]
    code = f"T{block}" if floor else open_table(device, game, 4)
    began = time.perf_counter()
    for seen, step in enumerate(steps, 1):
        told = [("seen", str(seen)), ("key", f"k{seen}"), ("kind", step.kind)]
        told += [("seat", step.seat or ""), *step.chosen(), *([("size", "24000")] if floor else [])]
        body = urlencode(told).encode()
        answer = device.ask("POST", f"/t/{code}/entry", FRAGMENT, body).expect(200, 303)
        while leads := answer.headers.get("Location"):
            answer = device.ask("GET", leads, FRAGMENT).expect(200, 303)
    return len(steps) / (time.perf_counter() - began)


def memory(tables: int) -> Iterator[Row]:
    """(d) What both processes hold with sixteen tables, and after ten printed sheets."""
    with scratch() as folder, serving(folder) as server:
        yield "d", "memory, started", f"{server.memory:.0f} MB", ""
        for at in range(tables):
            game = sorted(GAMES)[at % len(GAMES)]
            device = Served(server.port)
            code = open_table(device, game, seats_of(game, 4))
            for seen, step in enumerate(script(game, seats_of(game, 4), at)[:20], 1):
                body = {"seen": seen, "key": f"k{seen}", "entries": [step.json()]}
                sent = json.dumps(body).encode()
                path = f"/api/t/{code}/moves"
                device.ask("POST", path, {"Content-Type": JSON}, sent).expect(201)
                device.ask("GET", f"/t/{code}", FRAGMENT).expect(200, 303)
        yield "d", f"… {tables} tables playing", f"{server.memory:.0f} MB", "<= 120 MB"
        for at in range(SHEETS):
            fmt = ("pdf", "png")[at % 2]
            path = f"/print/indian-chief?players={at % 5 + 2}&fmt={fmt}"
            Served(server.port).ask("GET", path).expect(200)
        yield "d", f"… after {SHEETS} printed sheets", f"{server.memory:.0f} MB", "<= 120 MB"


def starts(times: int) -> Iterator[Row]:
    """(e) From the start to the first page, and from Ctrl-C to the end."""
    began, ended = [], []
    with scratch() as folder:
        for _ in range(times):
            with serving(folder) as server:
                began.append(server.started)
                ended.append(server.stop())
    yield "e", "start to the first page", spread(began, "s", 2), "<= 1.5 s"
    yield "e", "stop", spread(ended, "s", 2), ""


def without_server(games: Sequence[str]) -> Iterator[Row]:
    """(f) The time of a tap in the Python of a browser, beside this one."""
    if MISSING:
        yield "f", "a tap without a server", MISSING, ""
        return
    with scratch() as folder:
        site = built(folder)
        with running(here(ANSWERS)) as own, running(there(site, ANSWERS)) as other:
            own.ask({"edition": BROWSER, "folder": str(folder)})
            other.ask({"edition": BROWSER, "folder": "/"})
            for game in games:
                device, seats = Beside(own, other), seats_of(game, 4)
                phone = Phone(device, open_table(device, game, seats))
                phone.look()
                for step in script(game, seats)[:TAPPED]:
                    phone.enter(step)
                if taken := phone.waited["tap"]:
                    yield "f", f"{game}, without a server: a tap", spread(taken, "x", 2), "<= 1.5 x"


def main(argv: Sequence[str]) -> int:
    """Print each figure as it is known; 0 whatever they are, as times pass or fail no build."""
    quick = "--quick" in argv
    games = list(GAMES)[: 1 if quick else None]
    measured: list[Callable[[], Iterator[Row]]] = [
        lambda: starts(1 if quick else STARTS),
        lambda: memory(2 if quick else TABLES),
        lambda: entries(games[0]),
        lambda: processor(games),
        lambda: without_server(games),
        lambda: slow_table(games),
    ]
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{platform.machine()}, {os.cpu_count()} cores{load}, Python {platform.python_version()}")
    print(f"median / 95 % / most, on {HOST}", flush=True)
    for measure in measured:
        for letter, what, figure, target in measure():
            print(f"{letter}  {what:<46} {figure:>30}  {target}".rstrip(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
