"""Somebody who listens to a table."""

from __future__ import annotations

import time

from referee.store import Store


class Listener:
    """Hears of a table's revisions; ``told`` are those above the one it began at, and 0 for the
    end, in order.
    """

    def __init__(self, store: Store, table_id: int) -> None:
        self.told: list[int] = []
        self._began = store.head(table_id)
        self.leave = store.listen(table_id, self._heard)

    def _heard(self, revision: int) -> None:
        if not 0 < revision <= self._began:
            self.told.append(revision)

    def until(self, revision: int, seconds: float = 60) -> list[int]:
        """What it was told once that is so much or more; AssertionError where it does not come."""
        deadline = time.monotonic() + seconds
        while not self.told or self.told[-1] < revision:
            assert time.monotonic() < deadline, f"told {self.told[-3:]}, never {revision}"
            time.sleep(0.002)
        return self.told
