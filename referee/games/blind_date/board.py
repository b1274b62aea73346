"""The board: a column per seat with its blind date and matches, and the phases of a turn."""

from referee.kernel.board import Row, Say, Spot
from referee.kernel.contract import SeatId
from referee.kernel.wording import words

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


def phases() -> tuple[Say, ...]:
    """Return the names of a turn's phases, in order (BD-14)."""
    return tuple(Say(f"phase_{name}") for name in PHASES)


def board(state: State) -> tuple[Row, ...]:
    """Return the columns of all seats during the phases of full entry."""
    if phase(state) not in PLACES:
        return ()
    return (Row(columns=tuple(_column(state, seat) for seat in state.seats)),)


def _column(state: State, seat: SeatId) -> Row:
    """Show a seat's blind date with its cubes and the matches there, marked by owner."""
    now, at, acting = state.now, phase(state), waiting(state)[:1]
    card = now.blinds.get(seat, "?" if seat in now.cubes else "")
    own = at == "match" and acting == (seat,)
    blind = Spot(
        card,
        "free" if own else "next" if at == "match" else "",
        place=seat if at == "match" else "",
    )
    laid = (
        Spot(match, marks=(owner,))
        for owner, (match, target) in now.matches.items()
        if target == seat
    )
    tags = [words("cube_lies", cube=cube) for cube in now.cubes.get(seat, ())]
    note = Say("no_cube_lies") if seat in now.cubes and not tags else None
    warned = Say("own_place") if own and state.options["self_match"] != "forbidden" else None
    return Row(
        (blind, *laid),
        seat,
        note=note,
        value_note=warned,
        active=at != "match" and acting == (seat,),
        tags=tuple(tags),
    )
