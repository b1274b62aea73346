"""Calls for the referee: questions about what goes on, open until the table has settled them.

A ``call`` holds ``{"round", "of"?, "clause"?, "option"?, "waits", "phone"}``: ``of`` is the number
of the entry it is about, ``waits`` whether entering waits for it. A ``settled`` holds ``{"of",
"outcome", "about"?, "points"?, "move"?, "ruling"?, "clause"?, "option"?, "value"?}``: ``of`` is the
number of the call, ``about`` that of the entry it was about, which has ``points`` by the decision,
``move`` that of the entry that was put right, ``ruling`` that of the ruling written with it.
``go_on`` ``{"of"}`` lets entering go on while the call stays open. Words are in the event's reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.decisions import whole
from referee.kernel.history import Event

CALL, SETTLED, GO_ON = "call", "settled", "go_on"
RULING = "ruling"
"""What the group holds to from now on: ``{"clause"?, "option"?, "value"?, "withdrawn"?}``."""
ANSWERS = ("stands", "ruled", "withdrawn", "go")
"""What a phone may say to a call; a correction of its entry settles it by itself, with the outcome
``corrected``.
"""
MOST_OPEN, MOST_OF_PHONE = 8, 3
"""How many calls may be open at a table, and of one phone."""
WATCHERS, MOST_OF_WATCHER, MOST_OF_WATCHERS, HOUR = "watch", 6, 20, 3600.0
"""How many calls a phone that only watches, and all of them at a table, may make in an hour,
whatever became of the calls.
"""


@dataclass(frozen=True)
class Call:
    """One call: the event that made it, whether entering waits for it, and the event that settled
    it.
    """

    event: Event
    waits: bool
    settled: Event | None = None

    @property
    def seq(self) -> int:
        """Its number: that of its event."""
        return self.event.seq

    @property
    def of(self) -> int:
        """The number of the entry it is about; 0 if it is about the table."""
        return whole(self.event.data.get("of"))

    @property
    def round(self) -> int:
        """The round it is about."""
        return whole(self.event.data.get("round"))

    @property
    def clause(self) -> str:
        """The clause it names, or nothing."""
        return str(self.event.data.get("clause", ""))

    @property
    def option(self) -> str:
        """The open point it names, or nothing."""
        return str(self.event.data.get("option", ""))

    @property
    def phone(self) -> str:
        """The mark of the phone it came from, or nothing."""
        return str(self.event.data.get("phone", ""))

    @property
    def open(self) -> bool:
        """Whether it is not settled yet."""
        return self.settled is None

    @property
    def outcome(self) -> str:
        """How it was settled, or nothing."""
        return str(self.settled.data.get("outcome", "")) if self.settled else ""

    @property
    def ruled(self) -> tuple[str, Any] | None:
        """The option and the reading that the table ruled; None where it ruled in words, or not."""
        told = self.settled.data if self.settled and self.outcome == "ruled" else {}
        return (str(told["option"]), told.get("value")) if told.get("option") else None


def calls(events: Iterable[Event]) -> dict[int, Call]:
    """Every call by its number, oldest first; the first settlement of a call counts."""
    found: dict[int, Call] = {}
    for event in events:
        if event.type == CALL:
            found[event.seq] = Call(event, event.data.get("waits") is True)
        elif (
            event.type in (SETTLED, GO_ON)
            and (known := found.get(whole(event.data.get("of"))))
            and known.open
        ):
            found[known.seq] = replace(
                known, waits=False, settled=event if event.type == SETTLED else None
            )
    return found


def ruling_point(told: Mapping[str, Any]) -> tuple[str, str]:
    """The clause and the option that the data of a ruling name; of either nothing where they name
    none.
    """
    return str(told.get("clause") or ""), str(told.get("option") or "")


def open_calls(events: Iterable[Event]) -> tuple[Call, ...]:
    """The calls that are not settled, oldest first."""
    return tuple(call for call in calls(events).values() if call.open)


def waiting(events: Iterable[Event]) -> Call | None:
    """The oldest call that entering waits for."""
    return next((call for call in open_calls(events) if call.waits), None)


def too_many(open_now: Iterable[Call], phone: str) -> bool:
    """Whether this phone, or the table, has as many calls open as there may be."""
    phones = [call.phone for call in open_now]
    return len(phones) >= MOST_OPEN or (bool(phone) and phones.count(phone) >= MOST_OF_PHONE)


def too_often(events: Sequence[Event], by: str, phone: str, now: float) -> bool:
    """Whether a phone that only watches, or all that do, have called as often as they may in an
    hour.
    """
    if by != WATCHERS:
        return False
    made = [
        event
        for event in events
        if event.type == CALL and event.by == WATCHERS and event.at > now - HOUR
    ]
    return (
        len(made) >= MOST_OF_WATCHERS
        or sum(event.data.get("phone", "") == phone for event in made) >= MOST_OF_WATCHER
    )
