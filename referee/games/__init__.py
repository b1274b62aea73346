"""The games the referee knows, by id."""

from __future__ import annotations

from referee.rules.contract import AnyGame
from referee.rules.evening import Evening

from .blind_date import BlindDate
from .captains_orders import CaptainsOrders
from .cracker import Cracker
from .dream_team import DreamTeam
from .indian_chief import IndianChief
from .long_seat import LongSeat
from .not_a_pair import NotAPair
from .pyramid import Pyramid
from .the_pairs import ThePairs
from .the_things import TheThings
from .three_draw import ThreeDraw

_ALL: tuple[AnyGame, ...] = (
    IndianChief(),
    BlindDate(),
    ThreeDraw(),
    Evening(LongSeat()),
    Evening(Pyramid()),
    Evening(NotAPair()),
    Evening(ThePairs()),
    Evening(TheThings()),
    DreamTeam(),
    CaptainsOrders(),
    Cracker(),
)

GAMES: dict[str, AnyGame] = {game.info.id: game for game in _ALL}
