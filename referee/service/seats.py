"""Events on seats that change hands, phones admitted or removed, and an early end of the table."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.event import Event
from referee.kernel.contract import SeatId

SEAT = "seat"
"""``{seat, change, round}``, with ``change`` "renamed", "signed" (new sign) or "replaced".

A replacement also has the persons ``was`` and ``now``. There are no names in it.
"""
PHONE = "phone"
"""``{phone: number, change: "enters" | "watches" | "away" | "freed", renewed?: true}``.

A decision of the host; ``renewed`` if the links that phone could return by were renewed too.
"""
LINKS = "links"
"""The host renewed the code and links of the table: ``{}``."""
CLOSED, REOPENED = "closed", "reopened"
"""The host ended the table before its game was over, ``{round}``, or reopened it."""
NEXT = "next"
"""The same people's next table was opened: ``{code}``."""


@dataclass(frozen=True)
class Handover:
    """A seat replaced in a round: the persons of the group before the round and at its end."""

    seat: SeatId
    was: int | None
    now: int | None
    round: int


@dataclass(frozen=True)
class Seats:
    """The handovers in order, the event that closed the table, and the next table's code."""

    handovers: tuple[Handover, ...] = ()
    closed: Event | None = None
    next_code: str = ""


def fold_seats(events: Iterable[Event]) -> Seats:
    """Fold the events into the current seats."""
    taken: dict[tuple[SeatId, int], Handover] = {}
    closed, next_code = None, ""
    for event in events:
        if event.type == SEAT and event.data.get("change") == "replaced":
            data = event.data
            over = Handover(
                str(data.get("seat")), data.get("was"), data.get("now"), int(data.get("round", 1))
            )
            before = taken.get((over.seat, over.round), over)
            taken[over.seat, over.round] = replace(over, was=before.was)
        elif event.type in (CLOSED, REOPENED):
            closed = event if event.type == CLOSED else None
        elif event.type == NEXT:
            next_code = str(event.data.get("code", ""))
    return Seats(tuple(taken.values()), closed, next_code)


def is_closed(events: tuple[Event, ...]) -> bool:
    """Whether the host ended the table early; entries are refused then."""
    return next(
        (event.type == CLOSED for event in reversed(events) if event.type in (CLOSED, REOPENED)),
        False,
    )
