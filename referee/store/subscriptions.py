"""Notify listeners of a table's new revisions."""

import sqlite3
import threading
from collections.abc import Callable

from sqlite_utils import Database

from .errors import StoreClosed
from .events import heads

POLL_SECONDS = 0.05
Heard = Callable[[int], object]  # Gets the newest revision, or 0 at the end; must not block


class _Room:
    """One table's listeners, so that an entry wakes only its own table."""

    def __init__(self) -> None:
        self.listeners: dict[object, Heard] = {}
        self.newest = 0


class Subscriptions:
    """Notifies a table's listeners, at once for this process's entries.

    A thread polls the database every 50 ms for other processes' entries, but only while there are
    listeners. `db` must be a separate connection; without one, no other process has the file.
    """

    def __init__(self, db: Database | None) -> None:
        self._lock = threading.Lock()
        self._rooms: dict[int, _Room] = {}
        self._somebody = threading.Condition(self._lock)
        self._closed = threading.Event()
        self._thread = db and threading.Thread(
            target=self._look, args=(db,), name="store watcher", daemon=True
        )
        if self._thread:
            self._thread.start()

    def listen(self, table_id: int, heard: Heard) -> Callable[[], None]:
        """Call `heard` with newer revisions; return an unsubscribe function. Raises StoreClosed."""
        listener = object()
        with self._lock:
            if self._closed.is_set():
                raise StoreClosed
            if table_id not in self._rooms:
                self._rooms[table_id] = _Room()
                self._somebody.notify_all()
            self._rooms[table_id].listeners[listener] = heard

        def leave() -> None:
            with self._lock:
                room = self._rooms.get(table_id)
                if room is not None and listener in room.listeners:
                    del room.listeners[listener]
                    if not room.listeners:
                        del self._rooms[table_id]

        return leave

    def announce(self, table_id: int, revision: int) -> None:
        with self._lock:
            room = self._rooms.get(table_id)
            if room is not None and revision > room.newest:
                room.newest = revision
                for heard in room.listeners.values():
                    heard(revision)

    def wake_all(self) -> None:
        """Send 0 to every listener: nothing more may come."""
        with self._lock:
            rooms = tuple(self._rooms)
        for table_id in rooms:
            self.wake(table_id)

    def wake(self, table_id: int) -> None:
        """Send 0 to a table's listeners: it may go on elsewhere, or here again."""
        with self._lock:
            for heard in (
                self._rooms[table_id].listeners.values() if table_id in self._rooms else ()
            ):
                heard(0)

    def close(self) -> None:
        """Notify every listener and stop the thread; later calls of `listen` fail."""
        self._closed.set()
        self.wake_all()
        with self._lock:
            self._somebody.notify_all()
        if self._thread:
            self._thread.join()

    def _look(self, db: Database) -> None:
        # Kept while there are no listeners, so a change made meanwhile is still noticed.
        version: int | None = None
        while self._wait_for_somebody():
            try:
                version = self._look_once(db, version)
            except sqlite3.OperationalError:
                # A failed poll loses no entry; the next one finds it.
                version = None
            self._closed.wait(POLL_SECONDS)
        db.close()

    def _look_once(self, db: Database, version: int | None) -> int:
        (now,) = db.execute("PRAGMA data_version").fetchone()
        if now != version:
            # Only after reading the version: later listeners read a head that includes it.
            with self._lock:
                watched = tuple(self._rooms)
            for table_id, revision in heads(db, watched).items():
                self.announce(table_id, revision)
        return int(now)

    def _wait_for_somebody(self) -> bool:
        with self._lock:
            self._somebody.wait_for(lambda: self._rooms or self._closed.is_set())
            return not self._closed.is_set()
