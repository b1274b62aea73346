"""Earlier states of tables; the past never changes, so replays are cached."""

import threading
from collections import OrderedDict

from referee.kernel.concurrent import as_of
from referee.kernel.history import History

MAX_KEPT = 128


class ReplayCache:
    """The latest histories asked for, by table and revision."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], History] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, table_id: int, history: History, seq: int) -> History:
        """Return the table right after event `seq`; `history` is its current history."""
        if seq >= history.revision:
            return history
        with self._lock:
            below = max(
                (at for table, at in self._kept if table == table_id and at <= seq), default=0
            )
            known = self._kept.get((table_id, below))
        if known is None or below < seq:
            known = as_of(history, seq, known)
        with self._lock:
            self._kept[table_id, seq] = known
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return known
