"""The order in which seats act."""

from .contract import SeatId


def order_from(
    seats: tuple[SeatId, ...], start: SeatId, clockwise: bool = True
) -> tuple[SeatId, ...]:
    """The seats in order of play, beginning with ``start``."""
    around = seats if clockwise else seats[::-1]
    at = around.index(start)
    return around[at:] + around[:at]


def left_of(seats: tuple[SeatId, ...], seat: SeatId) -> SeatId:
    """The left neighbour: the next seat clockwise."""
    return seats[(seats.index(seat) + 1) % len(seats)]
