"""The games the referee knows, by id."""

from __future__ import annotations

from referee.rules.contract import AnyGame

from .blind_date import BlindDate
from .indian_chief import IndianChief

_ALL: tuple[AnyGame, ...] = (IndianChief(), BlindDate())

GAMES: dict[str, AnyGame] = {game.info.id: game for game in _ALL}
