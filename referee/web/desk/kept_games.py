"""Which tables can still be opened: those of the games that are kept."""

from referee.games import GAMES
from referee.kernel.game import AnyGame
from referee.store.outcomes import OutcomeRow
from referee.store.values import TableRow


class NoLongerKept(LookupError):
    """A table of a game that was removed: it is stored, and nobody knows its rules."""


def is_kept(table: TableRow | OutcomeRow) -> bool:
    """Whether the game of a table is still there."""
    return table.game in GAMES


def game_of(table: TableRow) -> AnyGame:
    """The game of a table; raises NoLongerKept."""
    if not is_kept(table):
        raise NoLongerKept(table.game)
    return GAMES[table.game]
