"""Seats that change hands, phones that are let in or sent away, and the end of a table before the end of its game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.rules.contract import SeatId
from referee.rules.frozen import replace
from referee.rules.history import Event

SEAT = "seat"
"""Somebody's name was put right, or somebody took over: ``{seat, change: "renamed" | "replaced", round}``, of a replacement also
``was`` and ``now``, the persons; no names."""
PHONE = "phone"
"""What the host decided about a phone: ``{phone: its number, change: "enters" | "watches" | "away" | "freed", renewed?: true}``;
``renewed`` where the links it could have come back by went with it."""
LINKS = "links"
"""The host renewed the code and the links of the table: ``{}``."""
CLOSED, REOPENED = "closed", "reopened"
"""The host ended the table before its game was over, ``{round}``, or opened it again."""
NEXT = "next"
"""The same people's next table was opened: ``{code}``."""


@dataclass(frozen=True)
class Handover:
    """A seat that somebody else took over in a round; ``was`` and ``now`` are persons of the group."""

    seat: SeatId
    was: int | None
    now: int | None
    round: int


@dataclass(frozen=True)
class Seats:
    """The seats of a table: what was taken over, in order; the event that closed the table, if it is closed; its next table's code."""

    handovers: tuple[Handover, ...] = ()
    closed: Event | None = None
    next_code: str = ""


def seats(affairs: Iterable[Event]) -> Seats:
    """The seats as they stand."""
    found = Seats()
    for event in affairs:
        found = _after(found, event)
    return found


def _after(found: Seats, event: Event) -> Seats:
    told = event.data
    if event.type == SEAT and told.get("change") == "replaced":
        taken = Handover(str(told.get("seat")), told.get("was"), told.get("now"), int(told.get("round", 1)))
        return replace(found, handovers=(*found.handovers, taken))
    if event.type in (CLOSED, REOPENED):
        return replace(found, closed=event if event.type == CLOSED else None)
    return replace(found, next_code=str(told.get("code", ""))) if event.type == NEXT else found


def is_closed(affairs: tuple[Event, ...]) -> bool:
    """Whether the host ended the table early; entries are refused then."""
    return next((event.type == CLOSED for event in reversed(affairs) if event.type in (CLOSED, REOPENED)), False)
