"""Grants kept for a moment, so that a phone entering quickly is not looked up anew for every entry."""

from __future__ import annotations

import time
from collections.abc import Callable

from .values import Grant

KEPT_SECONDS = 1.0
"""How long another process's renaming or claiming of a seat may stay unseen; this process's own shows at once."""
MOST_KEPT = 1024

Key = tuple[str, str]


class KnownGrants:
    """The newest grants by device and typed code; only what was granted is kept, as a refusal may end at any moment."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: dict[Key, tuple[Grant, float]] = {}

    def find(self, key: Key, read: Callable[[], Grant | None], fresh: bool = False) -> Grant | None:
        """The grant from memory, or as ``read`` finds it: always so if it is to be ``fresh``."""
        kept, now = self._kept, self._clock()
        known = kept.get(key)
        if not fresh and known is not None and now < known[1]:
            return known[0]
        found = read()
        if found is None:
            kept.pop(key, None)
        else:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            # If somebody forgot meanwhile, this goes into a dictionary that nobody looks at any more.
            kept[key] = found, now + KEPT_SECONDS
        return found

    def forget(self) -> None:
        """Look everything up anew, as a role, a seat or a name has changed."""
        self._kept = {}
