"""The event: one entry of a table's log, the same in the store, in the rules and in a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """What happened at a table; its number `seq` and its time `at` are 0 until it is stored.

    `data` is JSON, `accept` names the overruled clauses, `by` is a seat id or device label, `at` is
    in seconds since 1970 (UTC).
    """

    seq: int
    type: str
    seat: str | None = None
    kind: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    accept: tuple[str, ...] = ()
    reason: str = ""
    by: str = ""
    at: float = 0.0

    @property
    def answer(self) -> Mapping[str, Any]:
        """The answer by field: a move's own data, or the new answer of a correction."""
        answer: Mapping[str, Any] = self.data.get("entry", self.data)
        return answer


def new_move(
    kind: str, seat: str | None, data: Mapping[str, Any], accept: tuple[str, ...] = ()
) -> Event:
    """An answer as received: prompt kind, seat, values by field, and ruling codes to accept."""
    return Event(0, "move", seat, kind, data, accept)
