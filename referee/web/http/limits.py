"""Rate limits per device and address: open streams, tables per hour, guessed join codes."""

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
BURST = 20  # Wrong codes in a row without delay
EACH = 6.0  # Delay in seconds per further wrong code, so that trying all codes takes weeks
BURST_OF_KNOWN, BURST_OF_ALL = 100, 200  # For a proven phone's network, and for all senders
PROVEN = 3600.0  # Age in seconds from which a phone may count as having played
LONGEST, MOST_WAITING = 8.0, 16  # Longest delay of a guess in seconds, and most delayed guesses
EVERYBODY = "everybody"
HOUSEHOLD, SITE = 64, 48  # IPv6 prefix bits: a household's, and one customer's at most
MOST_KEPT = 10_000


class Quota:
    """Counts of a resource by user, with limits."""

    def __init__(self) -> None:
        self._held: Counter[Hashable] = Counter()
        self._lock = threading.Lock()

    def take(self, most: dict[Hashable, int]) -> bool:
        """Take one for each user in `most`; False if any of them is at its limit."""
        with self._lock:
            if any(self._held[who] >= limit for who, limit in most.items()):
                return False
            self._held.update(most.keys())
            return True

    def holds(self, who: Hashable) -> bool:
        return self._held[who] > 0

    def give_back(self, whose: dict[Hashable, int]) -> None:
        with self._lock:
            self._held -= Counter(whose.keys())


def is_live(table_id: int, number: int) -> bool:
    """Whether a phone of a table is listening now; a sleeping phone is not."""
    live_phones: Quota = current_app.extensions["live_phones"]
    return live_phones.holds((table_id, number))


class Hourly:
    """Counts of actions in the last hour by user; the least recently active are dropped first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done: dict[Hashable, deque[float]] = {}
        self._lock = threading.Lock()

    def begin(self, most: dict[Hashable, int]) -> bool:
        """Count one more for each user in `most`; False if any is at its hourly limit."""
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
    """The time of each sender's next free guess; a guess moves it on, a right one back."""

    def __init__(
        self,
        limited: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """With `limited` False, as in tests, no guess waits."""
        self._limited, self._clock, self._sleep = limited, clock, sleep
        self._lock = threading.Lock()
        self._due: dict[Hashable, float] = {}
        self._waiting: set[Hashable] = set()

    def begin(self, most: dict[Hashable, int]) -> bool:
        """Count a guess for each sender in `most` (sender to burst), and wait if needed.

        False, uncounted, if the first sender is already waiting or the wait would be too long.
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
        """Uncount a guess for each sender, as the code was right."""
        with self._lock:
            for who in most:
                self._due[who] = self._due.get(who, 0) - EACH


def network(address: str, of: int = HOUSEHOLD) -> str:
    """Return the address or its IPv6 network of `of` bits, as a household has a whole /64."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, of), strict=False))
    return str(found)


def guessers() -> dict[Hashable, int]:
    """Return the senders of this guess, narrowest first, each with its burst.

    New devices are free to make, so only a device that has played has its own count. A guess also
    counts for the network and for everybody. Those limits are higher for a phone that has played,
    so strangers cannot lock it out.
    """
    known, address = context.device(), network(request.remote_addr or "", SITE)
    if known and context.store().has_played(known, PROVEN):
        return {known: BURST, address: BURST_OF_KNOWN, EVERYBODY: 2 * BURST_OF_ALL}
    return {address: BURST, EVERYBODY: BURST_OF_ALL}


def senders(of_device: int, of_address: int) -> dict[Hashable, int]:
    """Return this request's device and network with their limits; none for the server itself."""
    address, device = request.remote_addr or "", context.device()
    if address.startswith(OWN_MACHINE):
        return {}
    of_sender: dict[Hashable, int] = {network(address): of_address}
    return {device: of_device, **of_sender} if device else of_sender


def may_read_record() -> None:
    """Raise Fault 429 at the hourly limit of records read, valid or not."""
    _begin_one("read_records", RECORDS_OF_DEVICE, RECORDS_OF_ADDRESS)


def may_open_table() -> None:
    """Raise Fault 429 at the hourly limit of tables opened."""
    _begin_one("opened_tables", TABLES_OF_DEVICE, TABLES_OF_ADDRESS)


def _begin_one(counter: str, of_device: int, of_address: int) -> None:
    hourly: Hourly = current_app.extensions[counter]
    if current_app.config["RATE_LIMITS"] and not hourly.begin(senders(of_device, of_address)):
        raise Fault(429, "too_many_tables")
