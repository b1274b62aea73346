"""How much one device, and one address, may take: streams held at a time, tables opened in an hour, join codes guessed."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address, ip_network

from flask import current_app, request

from . import context
from .errors import Fault

HOUR = 3600.0
STREAMS_OF_DEVICE, STREAMS_OF_ADDRESS = 8, 256
TABLES_OF_DEVICE, TABLES_OF_ADDRESS = 30, 120
MOST_KNOWN = 4096
OWN_MACHINE = ("127.", "::1")
BURST = 20
"""Wrong codes in a row that cost nothing."""
EACH = 6.0
"""Seconds for which every further one is waited for, so that trying all codes takes weeks while a right one comes through."""
MOST_WAITING = 16
MOST_KEPT = 10_000


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
            self._held -= Counter(whose.keys())


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
                self._done[who] = self._done.pop(who, deque())
                self._done[who].append(now)
            while len(self._done) > MOST_KNOWN:
                self._done.pop(next(iter(self._done)))
            return True

    def _within(self, who: Hashable, now: float) -> int:
        done = self._done.get(who, deque[float]())
        while done and done[0] <= now - HOUR:
            done.popleft()
        return len(done)


class Guesses:
    """When each sender may try its next code: a moment that every guess moves on, and a right one moves back."""

    def __init__(
        self, limited: bool = True, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Without limits, as in tests, every guess may begin at once."""
        self._limited, self._clock, self._sleep = limited, clock, sleep
        self._lock = threading.Lock()
        self._due: dict[str, float] = {}
        self._waiting: set[str] = set()

    def begin(self, sender: str) -> bool:
        """Take a place for a guess, and wait for it if need be; False where somebody of the same sender waits already."""
        if not self._limited:
            return True
        with self._lock:
            now = self._clock()
            if len(self._due) >= MOST_KEPT:
                self._due = {known: due for known, due in self._due.items() if due > now}
            due = max(self._due.get(sender, now), now)
            wait = due - now - (BURST - 1) * EACH
            if wait > 0 and (sender in self._waiting or len(self._waiting) >= MOST_WAITING):
                return False
            self._due[sender] = due + EACH
            if wait > 0:
                self._waiting.add(sender)
        if wait > 0:
            self._sleep(wait)
            with self._lock:
                self._waiting.discard(sender)
        return True

    def was_right(self, sender: str) -> None:
        """Give a place back, as it was no guess."""
        with self._lock:
            self._due[sender] = self._due.get(sender, 0) - EACH


def network(address: str) -> str:
    """Whom an address belongs to: itself, or the /64 of an IPv6 one, which one household has whole."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)


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
