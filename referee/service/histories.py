"""The newest histories of tables, cached by table and revision.

States are frozen, so the cache needs no invalidation. Every read asks the database for newer
events, as another process may have written.
"""

import threading
from collections import OrderedDict

from referee.kernel.concurrent import as_of
from referee.kernel.history import History, extend, replay
from referee.store import Store
from referee.store.values import TableRow

from .supported_games import KnownGames

MAX_CACHED = 512


class Histories:
    """The histories asked for last, at their newest known revisions."""

    def __init__(self, store: Store, games: KnownGames) -> None:
        self._store, self._games = store, games
        self._cache: OrderedDict[int, History] = OrderedDict()
        self._lock = threading.Lock()

    def newest(self, table: TableRow) -> History:
        """Return the history of a table as stored now; raises UnsupportedGame."""
        known = self._known(table)
        newer = self._store.events(table.id, after=known.revision if known else 0)
        if known and not newer:
            return known
        if known:
            return self.keep(table, extend(known, newer))
        return self.keep(table, replay(self._games.find(table.game), newer))

    def at(self, table: TableRow, seen: int) -> History:
        """Return the history at revision `seen`, or the current one; may lag behind the store."""
        known = self._known(table)
        if known is None or known.revision < seen:
            known = self.newest(table)
        return as_of(known, seen) if 0 < seen < known.revision else known

    def keep(self, table: TableRow, history: History) -> History:
        """Cache a history unless a newer one is known."""
        with self._lock:
            held = self._cache.get(table.id)
            if held is None or held.revision <= history.revision:
                self._cache[table.id] = history
            self._cache.move_to_end(table.id)
            while len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return history

    def _known(self, table: TableRow) -> History | None:
        with self._lock:
            return self._cache.get(table.id)
