"""Being told of the next revision of a table."""

import sqlite3
import threading
from collections.abc import Callable

from sqlite_utils import Database

from .errors import StoreClosed
from .events import heads

POLL_SECONDS = 0.05
Heard = Callable[[int], object]
"""Called with a table's newest revision, or with 0 where the server is about to stop. It must not
wait for anything.
"""


class _Room:
    """Those who listen to one table, so that an entry wakes its own table alone."""

    def __init__(self) -> None:
        self.listeners: dict[object, Heard] = {}
        self.newest = 0


class Watch:
    """Tells whoever listens to a table, at once of this process's entries.

    Other processes' entries are noticed by one thread that asks the database every 50 ms
    whether anything changed, and only while somebody listens. `db` is a connection of its own.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._rooms: dict[int, _Room] = {}
        self._somebody = threading.Condition(self._lock)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._look, name="store watcher", daemon=True)
        self._thread.start()

    def listen(self, table_id: int, heard: Heard) -> Callable[[], None]:
        """Tell ``heard`` of every newer revision of a table from now on, in order; what is returned
        ends it. StoreClosed.
        """
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
        """Tell those who listen to a table the revision it is at now."""
        with self._lock:
            room = self._rooms.get(table_id)
            if room is not None and revision > room.newest:
                room.newest = revision
                for heard in room.listeners.values():
                    heard(revision)

    def wake_all(self) -> None:
        """Tell everybody that nothing more may come."""
        with self._lock:
            for room in self._rooms.values():
                for heard in room.listeners.values():
                    heard(0)

    def close(self) -> None:
        """Tell everybody and end the thread; listening is refused from now on."""
        self._closed.set()
        self.wake_all()
        with self._lock:
            self._somebody.notify_all()
        self._thread.join()

    def _look(self) -> None:
        # Kept while nobody listens: a change made meanwhile still differs from it.
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
        """Return True as soon as somebody listens, False once the watch is closed."""
        with self._lock:
            self._somebody.wait_for(lambda: self._rooms or self._closed.is_set())
            return not self._closed.is_set()
