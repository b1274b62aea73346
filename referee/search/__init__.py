"""Full-text search over every clause, open question and setting, in all languages at once."""

from .index import Entry, index
from .query import Found, find_answers

__all__ = ["Entry", "Found", "find_answers", "index"]
