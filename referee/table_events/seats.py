"""Seats that change hands, phones that are let in or sent away, and the end of a table before the
end of its game.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.kernel.contract import SeatId
from referee.kernel.history import Event

SEAT = "seat"
"""Somebody's name was put right, their sign is another, or somebody took over: ``{seat, change,
round}``, with ``change`` "renamed", "signed" or "replaced"; of a replacement also ``was`` and
``now``, the persons; no names.
"""
PHONE = "phone"
"""What the host decided about a phone: ``{phone: its number, change: "enters" | "watches" | "away"
| "freed", renewed?: true}``; ``renewed`` where the links it could have come back by went with it.
"""
LINKS = "links"
"""The host renewed the code and the links of the table: ``{}``."""
CLOSED, REOPENED = "closed", "reopened"
"""The host ended the table before its game was over, ``{round}``, or opened it again."""
NEXT = "next"
"""The same people's next table was opened: ``{code}``."""


@dataclass(frozen=True)
class Handover:
    """A seat that somebody else took over in a round; ``was`` and ``now`` are persons of the group,
    who sat before it and at its end.
    """

    seat: SeatId
    was: int | None
    now: int | None
    round: int


@dataclass(frozen=True)
class Seats:
    """The seats of a table: what was taken over, in order; the event that closed the table, if it
    is closed; its next table's code.
    """

    handovers: tuple[Handover, ...] = ()
    closed: Event | None = None
    next_code: str = ""


def seats(events: Iterable[Event]) -> Seats:
    """The seats as they stand."""
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
