"""Disputes: questions that stay open until the players settle them.

A ``call`` is ``{"round", "of"?, "clause"?, "option"?, "waits", "phone"}``: ``of`` is the number
of its entry, ``waits`` whether it pauses entering. A ``settled`` is ``{"of", "outcome", "about"?,
"points"?, "move"?, "ruling"?, "clause"?, "option"?, "value"?}``: ``of`` is the dispute's number,
``about`` its entry's. ``points`` are the entry's points as decided, ``move`` is the number of the
corrected entry, ``ruling`` that of the ruling made. ``go_on`` ``{"of"}`` resumes entering
while the dispute stays open. The wording is in the event's reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.event import Event
from referee.kernel.decisions import whole

CALL, SETTLED, GO_ON = "call", "settled", "go_on"
RULING = "ruling"
"""A ruling of the group from now on: ``{"clause"?, "option"?, "value"?, "withdrawn"?}``."""
ANSWERS = ("stands", "ruled", "withdrawn", "go")
"""The answers a phone can give; correcting the entry settles a dispute as ``corrected``."""
MOST_OPEN, MOST_OF_PHONE = 8, 3
"""Open disputes allowed at a table, and from one phone."""
WATCHERS, MOST_OF_WATCHER, MOST_OF_WATCHERS, HOUR = "watch", 6, 20, 3600.0
"""Disputes per hour allowed from one watching phone, and from all of them at a table."""


@dataclass(frozen=True)
class Dispute:
    """One dispute: its event, whether entering is paused for it, and the event that settled it."""

    event: Event
    waits: bool
    settled: Event | None = None

    @property
    def seq(self) -> int:
        return self.event.seq

    @property
    def of(self) -> int:
        """The number of its entry; 0 if it is about the table."""
        return whole(self.event.data.get("of"))

    @property
    def round(self) -> int:
        return whole(self.event.data.get("round"))

    @property
    def clause(self) -> str:
        return str(self.event.data.get("clause", ""))

    @property
    def option(self) -> str:
        return str(self.event.data.get("option", ""))

    @property
    def phone(self) -> str:
        """The mark of the phone it came from, or ""."""
        return str(self.event.data.get("phone", ""))

    @property
    def open(self) -> bool:
        return self.settled is None

    @property
    def outcome(self) -> str:
        return str(self.settled.data.get("outcome", "")) if self.settled else ""

    @property
    def ruled(self) -> tuple[str, Any] | None:
        """The option and value the table ruled; None without a ruling or with one in words."""
        told = self.settled.data if self.settled and self.outcome == "ruled" else {}
        return (str(told["option"]), told.get("value")) if told.get("option") else None


def read_disputes(events: Iterable[Event]) -> dict[int, Dispute]:
    """Every dispute by its number, oldest first; its first settlement counts."""
    found: dict[int, Dispute] = {}
    for event in events:
        if event.type == CALL:
            found[event.seq] = Dispute(event, event.data.get("waits") is True)
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
    """The clause and option in the data of a ruling, each "" if missing."""
    return str(told.get("clause") or ""), str(told.get("option") or "")


def open_disputes(events: Iterable[Event]) -> tuple[Dispute, ...]:
    """The unsettled disputes, oldest first."""
    return tuple(dispute for dispute in read_disputes(events).values() if dispute.open)


def waiting(events: Iterable[Event]) -> Dispute | None:
    """The oldest dispute that pauses entering, or None."""
    return next((dispute for dispute in open_disputes(events) if dispute.waits), None)


def too_many(open_now: Iterable[Dispute], phone: str) -> bool:
    """Whether this phone, or the table, is at its limit of open disputes."""
    phones = [dispute.phone for dispute in open_now]
    return len(phones) >= MOST_OPEN or (bool(phone) and phones.count(phone) >= MOST_OF_PHONE)


def too_often(events: Sequence[Event], by: str, phone: str, now: float) -> bool:
    """Whether a watching phone, or all together, have reached the limit of disputes per hour."""
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
