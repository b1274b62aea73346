"""Waiting for the next revision of a table."""

import sqlite3
import threading
from collections.abc import Callable

from sqlite_utils import Database

from .errors import StoreClosed
from .events import heads

POLL_SECONDS = 0.05


class _Room:
    """Those who wait for one table, so that an entry wakes its own table alone."""

    def __init__(self, lock: threading.Lock) -> None:
        self.changed = threading.Condition(lock)
        self.waiting = 0
        self.newest = 0


class Watch:
    """Wakes whoever waits for a table, at once for this process's entries.

    Other processes' entries are noticed by one thread that asks the database every 50 ms
    whether anything changed, and only while somebody waits. `db` is a connection of its own.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._rooms: dict[int, _Room] = {}
        self._somebody = threading.Condition(self._lock)
        self._alarms = 0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._look, name="store watcher", daemon=True)
        self._thread.start()

    def wait(self, read: Callable[[], int], table_id: int, seen: int, timeout: float) -> int:
        """Return the newest revision once it is above `seen`; `seen` after `timeout` seconds.

        `read` reads the present revision. It is asked after this thread has been put on the
        list, so that nothing committed in between is missed.
        """
        room, alarms = self._enter(table_id)
        try:
            newest = read()
            if newest > seen:
                return newest
            with self._lock:
                room.changed.wait_for(lambda: room.newest > seen or self._alarms > alarms, timeout)
                return max(room.newest, seen)
        finally:
            self._leave(table_id, room)

    def announce(self, table_id: int, revision: int) -> None:
        """Wake those who wait for a table with the revision it is at now."""
        with self._lock:
            room = self._rooms.get(table_id)
            if room is not None and revision > room.newest:
                room.newest = revision
                room.changed.notify_all()

    def wake_all(self) -> None:
        """Wake everybody; whoever has nothing new gets the revision they came with."""
        with self._lock:
            self._alarms += 1
            for room in self._rooms.values():
                room.changed.notify_all()

    def close(self) -> None:
        """Wake everybody and end the thread; waiting is refused from now on."""
        self._closed.set()
        self.wake_all()
        with self._lock:
            self._somebody.notify_all()
        self._thread.join()

    def _enter(self, table_id: int) -> tuple[_Room, int]:
        with self._lock:
            if self._closed.is_set():
                raise StoreClosed
            room = self._rooms.get(table_id)
            if room is None:
                room = self._rooms[table_id] = _Room(self._lock)
                self._somebody.notify_all()
            room.waiting += 1
            return room, self._alarms

    def _leave(self, table_id: int, room: _Room) -> None:
        with self._lock:
            room.waiting -= 1
            if not room.waiting:
                del self._rooms[table_id]

    def _look(self) -> None:
        # Kept while nobody waits: a change made meanwhile still differs from it.
        version: int | None = None
        while self._wait_for_somebody():
            try:
                version = self._look_once(version)
            except sqlite3.OperationalError:
                # Nobody's entry is lost by a look that failed; the next one finds it.
                version = None
            self._closed.wait(POLL_SECONDS)
        self._db.close()

    def _look_once(self, version: int | None) -> int:
        (now,) = self._db.execute("PRAGMA data_version").fetchone()
        if now != version:
            # Only after the version was read: whoever comes later than this list reads a
            # head that has everything up to that version in it.
            with self._lock:
                watched = tuple(self._rooms)
            for table_id, revision in heads(self._db, watched).items():
                self.announce(table_id, revision)
        return int(now)

    def _wait_for_somebody(self) -> bool:
        """Return True as soon as somebody waits, False once the watch is closed."""
        with self._lock:
            self._somebody.wait_for(lambda: self._rooms or self._closed.is_set())
            return not self._closed.is_set()
