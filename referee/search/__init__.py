"""Search over every clause, open point and setting of every rulebook, in both languages at once."""

from .index import Entry, index
from .query import Found, find

__all__ = ["Entry", "Found", "find", "index"]
