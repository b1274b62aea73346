"""How much one device, and one address, may take: streams held at a time, tables opened in an hour."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable

from flask import Flask, current_app, request

from . import context
from .errors import Fault
from .guesses import network

HOUR = 3600.0
STREAMS_OF_DEVICE, STREAMS_OF_ADDRESS = 8, 256
TABLES_OF_DEVICE, TABLES_OF_ADDRESS = 30, 120
MOST_KNOWN = 4096
OWN_MACHINE = ("127.", "::1")


class Held:
    """How many of something are held by whom."""

    def __init__(self) -> None:
        self._held: Counter[Hashable] = Counter()
        self._lock = threading.Lock()

    def take(self, most: dict[Hashable, int]) -> bool:
        """Take one for each of these holders, unless one of them has as many as it may."""
        with self._lock:
            if any(self._held[who] >= limit for who, limit in most.items()):
                return False
            self._held.update(most.keys())
            return True

    def give_back(self, whose: dict[Hashable, int]) -> None:
        """Give back what was taken."""
        with self._lock:
            self._held.subtract(whose.keys())
            for who in whose:
                if self._held[who] <= 0:
                    del self._held[who]


class Hourly:
    """What was done within the last hour, by whom; of those who did least lately, the oldest are forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done: dict[Hashable, deque[float]] = {}
        self._lock = threading.Lock()

    def begin(self, most: dict[Hashable, int]) -> bool:
        """Note one more for each of these, unless one of them has done as much as it may in an hour."""
        now = self._clock()
        with self._lock:
            if any(self._within(who, now) >= limit for who, limit in most.items()):
                return False
            for who in most:
                done = self._done.pop(who, deque())
                done.append(now)
                self._done[who] = done
            while len(self._done) > MOST_KNOWN:
                self._done.pop(next(iter(self._done)))
            return True

    def _within(self, who: Hashable, now: float) -> int:
        done = self._done.get(who, deque[float]())
        while done and done[0] <= now - HOUR:
            done.popleft()
        return len(done)


def install(app: Flask) -> None:
    """Let an application count."""
    app.extensions["held_streams"], app.extensions["opened_tables"] = Held(), Hourly()


def senders(of_device: int, of_address: int) -> dict[Hashable, int]:
    """This request's device and address, each with how much it may; nobody where it comes from the server's own machine."""
    address, device = request.remote_addr or "", context.device()
    if address.startswith(OWN_MACHINE):
        return {}
    of_sender: dict[Hashable, int] = {network(address): of_address}
    return {device: of_device, **of_sender} if device else of_sender


def may_open_table() -> None:
    """Fault 429 for a device or an address that has opened as many tables as it may in an hour."""
    opened: Hourly = current_app.extensions["opened_tables"]
    if current_app.config["RATE_LIMITS"] and not opened.begin(senders(TABLES_OF_DEVICE, TABLES_OF_ADDRESS)):
        raise Fault(429, "too_many_tables")
