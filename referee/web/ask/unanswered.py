"""Questions at a table that found no rule, saved for its host without names or asker."""

import re
import unicodedata
from collections.abc import Iterable

from referee.store.unanswered import MOST_SIGNS
from referee.store.values import Grant, TableRow
from referee.web.http import context
from referee.web.http.permissions import access_level, may


def save_question(found: tuple[TableRow, Grant] | None, words: str) -> bool:
    """Save a question of a player at this table; return whether it was saved."""
    if found is None or not may(access_level(found[1].role, found[1].let_in), "ask.ask", "kept"):
        return False
    table, grant = found
    said = nameless(words, grant.names.values())[:MOST_SIGNS].strip()
    if said:
        context.store().keep_unanswered(table.id, said)
    return bool(said)


def saved_questions(found: tuple[TableRow, Grant] | None) -> list[str]:
    """The saved questions of this table; empty unless the caller is a host."""
    if found is None or not may(access_level(found[1].role, found[1].let_in), "ask.ask", "listed"):
        return []
    return context.store().unanswered(found[0].id)


def nameless(words: str, names: Iterable[str]) -> str:
    """Normalise a question to one line and replace the players' names with dots."""
    plain = " ".join(
        "".join(
            sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFKC", words)
        ).split()
    )
    for name in sorted(names, key=len, reverse=True):
        spelled = re.escape(unicodedata.normalize("NFKC", name))
        # A Latin name matches whole words only: "Al" is not in "also".
        pattern = rf"(?<![a-z]){spelled}(?![a-z])" if name.isascii() else spelled
        plain = re.sub(pattern, "…", plain, flags=re.IGNORECASE)
    return plain
