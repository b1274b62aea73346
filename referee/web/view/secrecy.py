"""Secret entry in public: who is ready, who is missing, and what was just revealed."""

from dataclasses import dataclass

from referee.kernel.concurrent import is_unrevealed, turned_up
from referee.kernel.contract import SeatId
from referee.kernel.history import Played
from referee.web.http import context

from .view import View


@dataclass(frozen=True)
class Secrecy:
    """Seats that are `missing` and seats whose entry is `covered`; all others are open."""

    missing: tuple[SeatId, ...]
    covered: tuple[SeatId, ...]


def secrecy(view: View) -> Secrecy | None:
    """Return who is ready; None if no secret entry is awaited."""
    if not view.secret:
        return None
    asked = {prompt.seat for prompt in view.prompts if prompt.secret and not prompt.aside}
    if not asked:
        return None
    missing, covered = (
        tuple(seat for seat in view.history.seats if seat in among)
        for among in (asked, hidden_seats(view) - asked)
    )
    return Secrecy(missing, covered)


def hidden_seats(view: View) -> set[SeatId | None]:
    """Return the seats with an entry that the others cannot see yet."""
    newer = (played for played in view.history.played if played.seq > view.sight.revealed)
    return {played.move.seat for played in newer if is_unrevealed(view.history, played.seq)}


def own_covered(view: View) -> Played | None:
    """Return this seat's entry that others cannot see yet, or None."""
    event = view.own_secret
    return view.history.find(event.seq) if event else None


def just_turned(view: View, since: int) -> tuple[Played, ...]:
    """Return entries revealed since a revision with some missing, if nothing followed."""
    if not view.secret or not 0 < since < view.history.revision:
        return ()
    then = context.service().history_at(view.table, since)
    waited = any(prompt.secret and not prompt.aside for prompt in then.prompts)
    return turned_up(view.history) if waited else ()


@dataclass(frozen=True)
class Phones:
    """The seats with a phone, and the host's seat, if any."""

    seats: frozenset[SeatId]
    host: SeatId | None


def phones_of(view: View) -> Phones:
    """Return which seats have a phone."""
    found = [
        phone for phone in context.store().phones(view.table.id) if phone.seat and not phone.away
    ]
    return Phones(
        frozenset(str(phone.seat) for phone in found),
        next((phone.seat for phone in found if phone.role == "host"), None),
    )


def asked_here(view: View, now: Secrecy, seat: str | None) -> SeatId | None:
    """Return the seat whose pad this phone shows: its own, or one without a phone; None to wait."""
    if not view.may_enter:
        return None
    if seat in view.history.seats:
        return seat if seat in now.missing else None
    if view.seat:
        return view.seat if view.seat in now.missing else None
    return next((seat for seat in now.missing if seat not in phones_of(view).seats), None)
