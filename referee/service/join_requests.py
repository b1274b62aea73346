"""Join requests: a phone requests a seat and waits for the answer of a phone that may approve.

An ``ask`` is ``{"phone", "seat"?, "change"?, "watches"?}``: the phone's number and the seat it
wants. ``change`` is ``all`` to enter for everybody; ``watches`` means it only watches so far. An
``answer`` is ``{"of", "phone", "seat"?, "change"}``: the number of the request and its outcome. A
decision of the host on the page of phones also answers a request.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.event import Event
from referee.kernel.contract import SeatId

from .seats import PHONE

ASK, ANSWER = "ask", "answer"
ENTERS, WATCHES, WITHDRAWN = "enters", "watches", "withdrawn"
ALL = "all"
MINUTE = 60.0
MOST_OPEN, MOST_OF_TABLE, MOST_OF_PHONE = 8, 12, 3
"""Phones that may wait at a table; join requests per minute of a table and of a phone."""


@dataclass(frozen=True)
class JoinRequest:
    """One join request: its event and its outcome, empty while open."""

    event: Event
    outcome: str = ""

    @property
    def seq(self) -> int:
        return self.event.seq

    @property
    def phone(self) -> int:
        return int(self.event.data.get("phone", 0))

    @property
    def seat(self) -> SeatId | None:
        """The seat it wants; None to enter for everybody."""
        seat = self.event.data.get("seat")
        return str(seat) if seat else None

    @property
    def watches(self) -> bool:
        """Whether the phone only watches so far, so that a yes lets it enter."""
        return self.event.data.get("watches") is True

    @property
    def open(self) -> bool:
        return not self.outcome


def newest_requests(events: Iterable[Event]) -> dict[int, JoinRequest]:
    """The newest join request of each phone, by phone number; the longest waiting first."""
    found: dict[int, JoinRequest] = {}
    for event in events:
        if event.type == ASK:
            ask = JoinRequest(event)
            found.pop(ask.phone, None)
            found[ask.phone] = ask
        elif (
            event.type in (ANSWER, PHONE)
            and (known := found.get(int(event.data.get("phone", 0))))
            and known.open
        ):
            if event.type == ANSWER and event.data.get("of") == known.seq:
                found[known.phone] = replace(
                    known, outcome=str(event.data.get("change", WITHDRAWN))
                )
            elif event.type == PHONE and event.data.get("change") != "freed":
                found[known.phone] = replace(
                    known, outcome=_decided(str(event.data.get("change", "")))
                )
    return found


def open_join_requests(events: Iterable[Event]) -> tuple[JoinRequest, ...]:
    """The open join requests, the longest waiting first."""
    return tuple(ask for ask in newest_requests(events).values() if ask.open)


def too_many(events: Sequence[Event], phone: int, now: float) -> bool:
    """Whether ``MOST_OPEN`` other phones wait, or the table is at its limit per minute."""
    others = {ask.phone for ask in open_join_requests(events)} - {phone}
    return (
        len(others) >= MOST_OPEN
        or sum(event.type == ASK and event.at > now - MINUTE for event in events) >= MOST_OF_TABLE
    )


def wait_for(events: Sequence[Event], phone: int, now: float) -> float:
    """Seconds until a phone may ask again: a minute after a refusal or many requests; else 0."""
    made = [event.at for event in events if event.type == ASK and event.data.get("phone") == phone]
    newest = newest_requests(events).get(phone)
    until = [newest.event.at + MINUTE] if newest and newest.outcome == WATCHES else []
    until += [made[-MOST_OF_PHONE] + MINUTE] if len(made) >= MOST_OF_PHONE else []
    return max([0.0, *(at - now for at in until)])


def _decided(change: str) -> str:
    return change if change in (ENTERS, WATCHES) else WITHDRAWN
