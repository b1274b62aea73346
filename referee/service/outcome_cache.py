"""The outcomes of a group's tables, cached in the store and computed again after changes."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from referee.kernel.history import History
from referee.store import Store
from referee.store.errors import StoreError
from referee.store.outcomes import Outcome, OutcomeRow
from referee.store.values import TableRow

from .outcome import is_stale, outcome_of
from .supported_games import KnownGames

KEPT_AT_ONCE = 50
MAX_GROUPS = 8
Rows = tuple[OutcomeRow, ...]
Stamp = tuple[int, int]


class Outcomes:
    """Computes and stores outcomes, with the groups asked for last in memory."""

    def __init__(
        self, store: Store, games: KnownGames, history: Callable[[TableRow], History]
    ) -> None:
        self._store, self._games, self._history = store, games, history
        self._held: OrderedDict[tuple[int, int], tuple[Stamp, Rows]] = OrderedDict()
        self._lock = threading.Lock()

    def of_group(self, group_id: int, limit: int) -> Rows:
        """Return outcomes, newest first; computes stale ones, else returns the same rows."""
        stamp = self._store.stamp_of_outcomes(group_id, limit)
        with self._lock:
            known = self._held.get((group_id, limit))
        if stamp and known and known[0] == stamp:
            return known[1]
        rows = self._store.outcomes(group_id, limit)
        stale = [row for row in rows if is_stale(row, self._games)]
        counted = {row.table_id: self._count(row) for row in stale}
        for first in range(0, len(counted), KEPT_AT_ONCE):
            self._keep([*counted.items()][first : first + KEPT_AT_ONCE])
        found = tuple(
            replace(row, outcome=counted[row.table_id]) if row.table_id in counted else row
            for row in rows
        )
        if stamp:
            self._hold((group_id, limit), stamp, found)
        return found

    def settled(self, table: TableRow, history: History) -> History:
        """Return the history, and store the outcome if the game is over."""
        if history.result is not None:
            with suppress(StoreError):
                self._keep([(table.id, outcome_of(history, self._store.seats(table.id)))])
        return history

    def _count(self, row: OutcomeRow) -> Outcome:
        table = self._store.table(row.table_id)
        return outcome_of(self._history(table), self._store.seats(table.id))

    def _keep(self, counted: list[tuple[int, Outcome]]) -> None:
        """Store outcomes; on an error they are computed again next time."""
        with suppress(StoreError):
            self._store.keep_outcomes(counted)

    def _hold(self, group: tuple[int, int], stamp: Stamp, rows: Rows) -> None:
        with self._lock:
            self._held[group] = stamp, rows
            self._held.move_to_end(group)
            while len(self._held) > MAX_GROUPS:
                self._held.popitem(last=False)
