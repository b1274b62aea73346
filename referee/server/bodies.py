"""Memory limits for request bodies, from their arrival until they are answered."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass

MOST = 16 * 1024 * 1024
MOST_OF_ONE = 2 * 1024 * 1024
"""Bytes per sender; the own machine may use all, as a proxy there sends for everybody."""
OWN_MACHINE = ""
SECONDS = 8.0
"""Deadline for a body; less than a phone waits for its answer."""


class Crowded(Exception):
    """There is no room for a body, or it was dropped for another."""


@dataclass(eq=False)
class Room:
    """Memory reserved for one body; ``size`` is 0 once it is given back."""

    sender: str
    size: int
    limit: asyncio.Timeout | None = None


class Bodies:
    """Memory for bodies in bytes, limited per sender and in total, reserved before reading.

    If too little is left, the largest unfinished body (the oldest of equals) is dropped, from the
    same sender or the one using most. So unfinished bodies block nobody else.
    """

    def __init__(self, most: int = MOST, of_one: int = MOST_OF_ONE) -> None:
        self._most, self._of_one = most, of_one
        self._taken: Counter[str] = Counter()
        self._arriving: dict[str, dict[Room, None]] = {}
        self.taken = 0

    def take(self, sender: str, size: int) -> Room:
        """Reserve room for a body of ``size`` bytes; raises Crowded."""
        most = self._most if sender == OWN_MACHINE else self._of_one
        while self._taken[sender] + size > most:
            self._make_room(sender)
        while self.taken + size > self._most:
            self._make_room(max(self._arriving, key=self._taken.__getitem__, default=sender))
        self._taken[sender] += size
        self.taken += size
        return Room(sender, size)

    def give_back(self, room: Room) -> None:
        """Free the room; harmless if repeated."""
        self._taken[room.sender] -= room.size
        self.taken -= room.size
        room.size = 0
        if not self._taken[room.sender]:
            del self._taken[room.sender]

    async def arrived(self, room: Room, body: Awaitable[bytes]) -> bytes:
        """The complete body; raises TimeoutError, or Crowded if it was dropped meanwhile."""
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
        """Drop an unfinished body of a sender; raises Crowded if there is none."""
        arriving = self._arriving.get(sender)
        if not arriving:
            raise Crowded
        gone = max(arriving, key=lambda room: room.size)
        # Free it now, not when its reader ends: the next body may need it before.
        self._has_come(gone)
        self.give_back(gone)
        if gone.limit:
            gone.limit.reschedule(0)

    def _has_come(self, room: Room) -> None:
        arriving = self._arriving.get(room.sender, {})
        arriving.pop(room, None)
        if not arriving:
            self._arriving.pop(room.sender, None)
