"""Which tables can be opened: those whose game still exists."""

from referee.games import GAMES
from referee.kernel.game import AnyGame
from referee.store.outcomes import OutcomeRow
from referee.store.values import TableRow


class UnsupportedGame(LookupError):
    """A stored table of a removed game, whose rules no longer exist."""


def is_kept(table: TableRow | OutcomeRow) -> bool:
    """Whether a table's game still exists."""
    return table.game in GAMES


def game_of(table: TableRow) -> AnyGame:
    """Return a table's game; raises UnsupportedGame."""
    if not is_kept(table):
        raise UnsupportedGame(table.game)
    return GAMES[table.game]
