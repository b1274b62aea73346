"""Codes by which a game may come from a phone: shown by a page here, short-lived, each for one."""

import hmac
import threading
import time
from collections.abc import Callable

from referee.store.codes import new_code, read_code

LENGTH = 8  # Letters after that of a node: 22 to the 8th, guessed at the pace of `Guesses`
LIFE = 600.0  # Seconds
MOST = 1000


class MoveCodes:
    """The codes that are valid now; in memory alone, so that a start anew ends them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until: dict[str, float] = {}

    def make(self, letter: str = "") -> str:
        """Return a new code, after the letter of a node; beyond MOST the oldest ends."""
        code = new_code(LENGTH, letter)
        with self._lock:
            self._drop_old()
            while len(self._until) >= MOST:
                self._until.pop(next(iter(self._until)))
            self._until[code] = self._clock() + LIFE
        return code

    def take(self, typed: str) -> tuple[str, float] | None:
        """Use a typed code up: what `give_back` takes, or None if it is not valid."""
        wanted, found = read_code(typed[:40]).encode(), None
        with self._lock:
            self._drop_old()
            # Each is compared, and each as slowly: the time tells nothing about any of them.
            for code in self._until:
                if hmac.compare_digest(code.encode(), wanted):
                    found = code
            return (found, self._until.pop(found)) if found else None

    def give_back(self, taken: tuple[str, float]) -> None:
        """Let a code be used after all, as the game that came with it was refused."""
        with self._lock:
            self._until[taken[0]] = taken[1]

    def _drop_old(self) -> None:
        now = self._clock()
        self._until = {code: until for code, until in self._until.items() if until > now}


def code_form(typed: str) -> str:
    """Return a typed code as it is sent, or empty if no code looks so."""
    code = read_code(typed[:40])
    return code if code.isascii() and LENGTH <= len(code) <= LENGTH + 1 else ""
