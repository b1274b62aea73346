"""The games of score sheets that a group has played."""

from referee.own.sheet import ID
from referee.web.http import context

LOOKED, MOST = 60, 6
"""How many tables of a group are looked at for its own games, and how many of these are listed."""


def own_games(group: int, but: str = "") -> list[str]:
    """The ids of a group's own games, the last played first, without one of them."""
    tables = context.store().tables_of_group(group, LOOKED)
    played = dict.fromkeys(table.game for table in tables if table.game.startswith(ID))
    return [game for game in played if game != but and context.has_game(game)][:MOST]
