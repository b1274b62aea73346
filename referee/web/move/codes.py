"""Codes by which a game may come from a phone: shown by a page here, short-lived, each for one."""

import hmac
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.store.codes import new_code, read_code
from referee.web.http.errors import Fault

LENGTH = 8  # Letters after that of a node: 22 to the 8th, guessed at the pace of `Guesses`
LIFE = 600.0  # Seconds
MOST = 1000


class MoveCodes:
    """The codes that are valid now; in memory alone, so that a start anew ends them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until: dict[str, float] = {}
        self._used: set[str] = set()

    def make(self, letter: str = "") -> str:
        """Return a new code, after the letter of a node; beyond MOST the oldest ends."""
        code = new_code(LENGTH, letter)
        with self._lock:
            self._drop_old()
            while len(self._until) >= MOST:
                self._until.pop(next(iter(self._until)))
            self._until[code] = self._clock() + LIFE
        return code

    @contextmanager
    def use(self, typed: str) -> Iterator[bool]:
        """Whether a typed code is valid: if what follows succeeds, it ends.

        Raises Fault 429 while it is used, as a second try is not wrong if the first one succeeds.
        """
        with self._lock:
            self._drop_old()
            # Each is compared, and each as slowly: the time tells nothing about any of them.
            wanted = code_form(typed).encode()
            code = [one for one in self._until if hmac.compare_digest(one.encode(), wanted)]
            if self._used.intersection(code):
                raise Fault(429, "too_many")
            self._used.update(code)
        try:
            yield bool(code)
            with self._lock:
                self._until = {one: end for one, end in self._until.items() if one not in code}
        finally:
            with self._lock:
                self._used.difference_update(code)

    def _drop_old(self) -> None:
        now = self._clock()
        self._until = {code: until for code, until in self._until.items() if until > now}


def code_form(typed: str) -> str:
    """Return a typed code as it is sent, or empty if no code looks so."""
    code = read_code(typed[:40])
    return code if code.isascii() and LENGTH <= len(code) <= LENGTH + 1 else ""
