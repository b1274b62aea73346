"""Guesses of join codes: each takes its place before it is tried, and gives it back if the code was right."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

BURST = 20
"""Wrong codes in a row that cost nothing."""
EACH = 6.0
"""Seconds for which every further one is waited for, so that trying all codes takes weeks while a right one comes through."""
MOST_WAITING = 16
MOST_KEPT = 10_000


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
            self._forget(now)
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

    def _forget(self, now: float) -> None:
        """Let go of senders whose guesses are long past, where there are many."""
        if len(self._due) >= MOST_KEPT:
            self._due = {sender: due for sender, due in self._due.items() if due > now}


def network(address: str) -> str:
    """Whom an address belongs to: itself, or the /64 of an IPv6 one, which one household has whole."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
