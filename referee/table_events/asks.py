"""Asks: a phone says whose it is and waits for one tap of a phone that may say yes.

An ``ask`` holds ``{"phone", "seat"?, "change"?, "watches"?}``: the number of the phone, the seat it
wants (``change`` is ``all`` where it wants to enter for everybody), and whether it only watches so
far. An ``answer`` holds ``{"of", "phone", "seat"?, "change"}``: the number of the ask, and what
came of it. What the host decides about the phone on the page of the phones answers its ask too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.kernel.contract import SeatId
from referee.kernel.history import Event

from .seats import PHONE

ASK, ANSWER = "ask", "answer"
ENTERS, WATCHES, WITHDRAWN = "enters", "watches", "withdrawn"
ALL = "all"
MINUTE = 60.0
MOST_OPEN, MOST_OF_TABLE, MOST_OF_PHONE = 8, 12, 3
"""How many phones may wait at a table; how often all of them, and one of them, may ask in a
minute.
"""


@dataclass(frozen=True)
class Ask:
    """One ask: its event, and what came of it, if anything did yet."""

    event: Event
    outcome: str = ""

    @property
    def seq(self) -> int:
        """Its number: that of its event."""
        return self.event.seq

    @property
    def phone(self) -> int:
        """The number of the phone that asks."""
        return int(self.event.data.get("phone", 0))

    @property
    def seat(self) -> SeatId | None:
        """The seat it wants to be; None: it wants to enter for everybody."""
        seat = self.event.data.get("seat")
        return str(seat) if seat else None

    @property
    def watches(self) -> bool:
        """Whether the phone only watches so far, so that a yes lets it enter."""
        return self.event.data.get("watches") is True

    @property
    def open(self) -> bool:
        """Whether nobody has answered yet."""
        return not self.outcome


def asks(events: Iterable[Event]) -> dict[int, Ask]:
    """The newest ask of every phone, by its number, the one that has waited longest first."""
    found: dict[int, Ask] = {}
    for event in events:
        if event.type == ASK:
            ask = Ask(event)
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


def open_asks(events: Iterable[Event]) -> tuple[Ask, ...]:
    """The asks that nobody has answered, the one that has waited longest first."""
    return tuple(ask for ask in asks(events).values() if ask.open)


def too_many(events: Sequence[Event], phone: int, now: float) -> bool:
    """Whether as many other phones wait as may, or the table was asked as often as it may be in a
    minute.
    """
    others = {ask.phone for ask in open_asks(events)} - {phone}
    return (
        len(others) >= MOST_OPEN
        or sum(event.type == ASK and event.at > now - MINUTE for event in events) >= MOST_OF_TABLE
    )


def wait_for(events: Sequence[Event], phone: int, now: float) -> float:
    """Seconds until a phone may ask again: a minute after it asked what was refused, or was asked
    too often; 0: now.
    """
    made = [event.at for event in events if event.type == ASK and event.data.get("phone") == phone]
    newest = asks(events).get(phone)
    until = [newest.event.at + MINUTE] if newest and newest.outcome == WATCHES else []
    until += [made[-MOST_OF_PHONE] + MINUTE] if len(made) >= MOST_OF_PHONE else []
    return max([0.0, *(at - now for at in until)])


def _decided(change: str) -> str:
    """What the host's word on a phone makes of its ask."""
    return change if change in (ENTERS, WATCHES) else WITHDRAWN
