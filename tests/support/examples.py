"""The two games that tests take their examples from; what plays another one says so, and is left
out where that game is not kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from referee.games import GAMES

EXAMPLES = ("indian-chief", "blind-date")


def plays(*games: str) -> pytest.MarkDecorator:
    """Leave a test or a module out unless all these games are kept."""
    return pytest.mark.skipif(not GAMES.keys() >= set(games), reason=f"plays {' and '.join(games)}")


def kept(rows: Iterable[Any]) -> list[Any]:
    """Of games, or rows that begin with one, those of a game that is kept."""
    return [row for row in rows if (row if isinstance(row, str) else row[0]) in GAMES]
