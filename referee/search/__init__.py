"""Search over every clause, open point and setting of every rulebook, in both languages at once."""

from __future__ import annotations

from referee.search.index import Entry, index
from referee.search.query import Found, find

__all__ = ["Entry", "Found", "find", "index"]
