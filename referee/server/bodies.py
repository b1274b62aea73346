"""How much memory the bodies of requests may have, while they arrive and until they are
answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass

MOST = 16 * 1024 * 1024
MOST_OF_ONE = 2 * 1024 * 1024
"""Bytes of one sender. The server's own machine may have all, as a proxy there sends for
everybody.
"""
OWN_MACHINE = ""
SECONDS = 8.0
"""Within which a body has to come; less than a phone waits for its answer."""


class Crowded(Exception):
    """A body for which there is no room, or that has given way to another."""


@dataclass(eq=False)
class Room:
    """What is kept free for one body; ``size`` is 0 once it is given back."""

    sender: str
    size: int
    limit: asyncio.Timeout | None = None


class Bodies:
    """Room for bodies by bytes: of each sender, and of all together.

    It is taken before any of a body is read, for all of it. Where too little is left, the largest
    body that has not arrived gives way, of these the oldest: one of the same sender, or of the one
    that has most. So whoever sends many and finishes none is in nobody's way.
    """

    def __init__(self, most: int = MOST, of_one: int = MOST_OF_ONE) -> None:
        self._most, self._of_one = most, of_one
        self._taken: Counter[str] = Counter()
        self._arriving: dict[str, dict[Room, None]] = {}
        self.taken = 0

    def take(self, sender: str, size: int) -> Room:
        """Room for a body of so many bytes; Crowded."""
        most = self._most if sender == OWN_MACHINE else self._of_one
        while self._taken[sender] + size > most:
            self._make_room(sender)
        while self.taken + size > self._most:
            self._make_room(max(self._arriving, key=self._taken.__getitem__, default=sender))
        self._taken[sender] += size
        self.taken += size
        return Room(sender, size)

    def give_back(self, room: Room) -> None:
        """Have its room back; a second time is harmless."""
        self._taken[room.sender] -= room.size
        self.taken -= room.size
        room.size = 0
        if not self._taken[room.sender]:
            del self._taken[room.sender]

    async def arrived(self, room: Room, body: Awaitable[bytes]) -> bytes:
        """A body, once all of it is there; TimeoutError, or Crowded where it gave way in the
        meantime.
        """
        arriving = self._arriving.setdefault(room.sender, {})
        arriving[room] = None
        try:
            async with asyncio.timeout(SECONDS) as room.limit:
                found = await body
        except TimeoutError:
            if room.size:
                raise
        finally:
            self._has_come(room)
        if not room.size:
            raise Crowded
        return found

    def _make_room(self, sender: str) -> None:
        """Let a body of a sender give way; Crowded where all of them are there."""
        arriving = self._arriving.get(sender)
        if not arriving:
            raise Crowded
        gone = max(arriving, key=lambda room: room.size)
        # At once, not when its reader comes to its end: the next body may ask before that.
        self._has_come(gone)
        self.give_back(gone)
        if gone.limit:
            gone.limit.reschedule(0)

    def _has_come(self, room: Room) -> None:
        arriving = self._arriving.get(room.sender, {})
        arriving.pop(room, None)
        if not arriving:
            self._arriving.pop(room.sender, None)
