"""The board: a column per seat with its blind date and matches, and the phases of a turn."""

from referee.kernel.board import BoardRow, Message, Spot
from referee.kernel.contract import SeatId
from referee.kernel.wording import message_of

from .playing import phase, waiting
from .state import State

PHASES = ("sums", "dates", "swap", "sums", "matches", "reveal")
# The index among the phases of each full-entry phase; discards and quick entry have none.
PLACES = {
    "order1": 0,
    "start1": 0,
    "blind": 1,
    "exchange": 2,
    "order2": 3,
    "start2": 3,
    "match": 4,
    "reveal": 5,
}


def phases() -> tuple[Message, ...]:
    """Return the names of a turn's phases, in order (BD-14)."""
    return tuple(Message(f"phase_{name}") for name in PHASES)


def board(state: State) -> tuple[BoardRow, ...]:
    """Return the columns of all seats during the phases of full entry."""
    if phase(state) not in PLACES:
        return ()
    return (BoardRow(columns=tuple(_column(state, seat) for seat in state.seats)),)


def _column(state: State, seat: SeatId) -> BoardRow:
    """Show a seat's blind date with its cubes and the matches there, marked by owner."""
    now, at, mine = state.now, phase(state), waiting(state)[:1] == (seat,)
    own = mine and at == "match"
    laid = (
        Spot(match, marks=(owner,))
        for owner, (match, target) in now.matches.items()
        if target == seat
    )
    tags = [message_of("cube_lies", cube=cube) for cube in now.cubes.get(seat, ())]
    note = Message("no_cube_lies") if seat in now.cubes and not tags else None
    warned = Message("own_place") if own and state.options["self_match"] != "forbidden" else None
    return BoardRow(
        (_blind(state, seat, own), *laid),
        seat,
        note=note,
        value_note=warned,
        active=mine and not own,
        tags=tuple(tags),
    )


def _blind(state: State, seat: SeatId, own: bool) -> Spot:
    """Show the card itself; while matches are laid, it is a place to tap."""
    card = state.now.blinds.get(seat, "?" if seat in state.now.cubes else "")
    if phase(state) != "match":
        return Spot(card)
    return Spot(card, "free" if own else "next", place=seat)
