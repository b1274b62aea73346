"""How much one device, and one address, may take: streams held at a time, tables opened in an hour,
join codes guessed.
"""

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
RECORDS_OF_DEVICE, RECORDS_OF_ADDRESS = 200, 800
MOST_KNOWN = 4096
OWN_MACHINE = ("127.", "::1")
BURST = 20
"""Wrong codes in a row that cost nothing."""
EACH = 6.0
"""Seconds for which every further one is waited for, so that trying all codes takes weeks while a
right one comes through.
"""
BURST_OF_KNOWN, BURST_OF_ALL = 100, 200
"""The same of a network for a phone that has played, and of all senders together."""
PROVEN = 3600.0
"""Seconds after which a phone may be known to have played."""
LONGEST, MOST_WAITING = 8.0, 16
"""Seconds for which a guess waits at most, and so many guesses."""
EVERYBODY = "everybody"
HOUSEHOLD, SITE = 64, 48
"""Bits of an IPv6 address: a household's own, and the most that one customer is given."""
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

    def holds(self, who: Hashable) -> bool:
        """Whether somebody holds one now."""
        return self._held[who] > 0

    def give_back(self, whose: dict[Hashable, int]) -> None:
        """Give back what was taken."""
        with self._lock:
            self._held -= Counter(whose.keys())


def is_live(table_id: int, number: int) -> bool:
    """Whether a phone of a table listens now, which one that sleeps does not."""
    live_phones: Held = current_app.extensions["live_phones"]
    return live_phones.holds((table_id, number))


class Hourly:
    """What was done within the last hour, by whom; of those who did least lately, the oldest are
    forgotten.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done: dict[Hashable, deque[float]] = {}
        self._lock = threading.Lock()

    def begin(self, most: dict[Hashable, int]) -> bool:
        """Note one more for each of these, unless one of them has done as much as it may in an
        hour.
        """
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
    """When each sender may try its next code: a moment that every guess moves on, and a right one
    moves back.
    """

    def __init__(
        self,
        limited: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Without limits, as in tests, every guess may begin at once."""
        self._limited, self._clock, self._sleep = limited, clock, sleep
        self._lock = threading.Lock()
        self._due: dict[Hashable, float] = {}
        self._waiting: set[Hashable] = set()

    def begin(self, most: dict[Hashable, int]) -> bool:
        """Take a place for a guess with each of these, and wait for it if need be.

        Each has so many guesses in a row that cost nothing. False where somebody else waits for the
        first of them, or where the wait would be a long one; no place is taken then.
        """
        if not self._limited:
            return True
        sender = next(iter(most))
        with self._lock:
            now = self._clock()
            if len(self._due) >= MOST_KEPT:
                self._due = {known: due for known, due in self._due.items() if due > now}
            due = {who: max(self._due.get(who, now), now) for who in most}
            wait = max(due[who] - now - (burst - 1) * EACH for who, burst in most.items())
            if wait > 0 and not self._may_wait(sender, wait):
                return False
            self._due |= {who: moment + EACH for who, moment in due.items()}
            if wait > 0:
                self._waiting.add(sender)
        if wait > 0:
            self._sleep(wait)
            with self._lock:
                self._waiting.discard(sender)
        return True

    def _may_wait(self, sender: Hashable, seconds: float) -> bool:
        return (
            sender not in self._waiting and len(self._waiting) < MOST_WAITING and seconds <= LONGEST
        )

    def was_right(self, most: dict[Hashable, int]) -> None:
        """Give the place back with each of these, as it was no guess."""
        with self._lock:
            for who in most:
                self._due[who] = self._due.get(who, 0) - EACH


def network(address: str, of: int = HOUSEHOLD) -> str:
    """Whom an address belongs to: itself, or so many bits of an IPv6 one, as one household has a
    /64 whole.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, of), strict=False))
    return str(found)


def guessers() -> dict[Hashable, int]:
    """Who makes this request's guess, the narrowest first, each with how many in a row cost
    nothing.

    A device has guesses of its own once it has played for a while: anybody can have as many new
    devices as they like. Whoever guesses is one of their network and of everybody, so many devices
    or addresses are no way round. Of both a phone that has played may take more than strangers have
    left, so that they keep nobody out.
    """
    known, address = context.device(), network(request.remote_addr or "", SITE)
    if known and context.store().has_played(known, PROVEN):
        return {known: BURST, address: BURST_OF_KNOWN, EVERYBODY: 2 * BURST_OF_ALL}
    return {address: BURST, EVERYBODY: BURST_OF_ALL}


def senders(of_device: int, of_address: int) -> dict[Hashable, int]:
    """This request's device and address, each with how much it may; nobody where it comes from the
    server's own machine.
    """
    address, device = request.remote_addr or "", context.device()
    if address.startswith(OWN_MACHINE):
        return {}
    of_sender: dict[Hashable, int] = {network(address): of_address}
    return {device: of_device, **of_sender} if device else of_sender


def may_read_record() -> None:
    """Fault 429 for a device or an address that has had as many records read as it may in an hour,
    sound or not.
    """
    read: Hourly = current_app.extensions["read_records"]
    if current_app.config["RATE_LIMITS"] and not read.begin(
        senders(RECORDS_OF_DEVICE, RECORDS_OF_ADDRESS)
    ):
        raise Fault(429, "too_many_tables")


def may_open_table() -> None:
    """Fault 429 for a device or an address that has opened as many tables as it may in an hour."""
    opened: Hourly = current_app.extensions["opened_tables"]
    if current_app.config["RATE_LIMITS"] and not opened.begin(
        senders(TABLES_OF_DEVICE, TABLES_OF_ADDRESS)
    ):
        raise Fault(429, "too_many_tables")
