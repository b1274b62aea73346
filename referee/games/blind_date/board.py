"""The blind dates as they lie, a column for each seat, and the phases of a turn."""

from referee.kernel.board import Row, Say, Spot
from referee.kernel.contract import SeatId
from referee.kernel.wording import words

from .playing import phase, waiting
from .state import State

PHASES = ("sums", "dates", "swap", "sums", "matches", "reveal")
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
"""The place among the phases of what is asked; before the discards are known there are none, nor in
quick entry.
"""


def phases() -> tuple[Say, ...]:
    """What the phases of a turn are called, in their order (BD-14)."""
    return tuple(Say(f"phase_{name}") for name in PHASES)


def board(state: State) -> tuple[Row, ...]:
    """The columns of all seats, while what lies there is told of."""
    if phase(state) not in PLACES:
        return ()
    return (Row(columns=tuple(_column(state, seat) for seat in state.seats)),)


def _column(state: State, seat: SeatId) -> Row:
    """A seat's blind date with its cubes, and the matches that lie beside it with their owners'
    markers.
    """
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
