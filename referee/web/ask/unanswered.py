"""Questions at a table that found no rule, kept for its host without names and without who
asked.
"""

import re
import unicodedata
from collections.abc import Iterable

from referee.store.unanswered import MOST_SIGNS
from referee.store.values import Grant, TableRow
from referee.web.http import context
from referee.web.http.rights import may, standing


def keep(found: tuple[TableRow, Grant] | None, words: str) -> bool:
    """Keep a question of somebody who enters at this table; whether it is kept."""
    if found is None or not may(standing(found[1].role, found[1].let_in), "ask.ask", "kept"):
        return False
    table, grant = found
    said = nameless(words, grant.names.values())[:MOST_SIGNS].strip()
    if said:
        context.store().keep_unanswered(table.id, said)
    return bool(said)


def listed(found: tuple[TableRow, Grant] | None) -> list[str]:
    """What is kept of this table, for its host; nothing for others."""
    if found is None or not may(standing(found[1].role, found[1].let_in), "ask.ask", "listed"):
        return []
    return context.store().unanswered(found[0].id)


def nameless(words: str, names: Iterable[str]) -> str:
    """A question in one width and on one line, with dots in place of the names of those who sit
    there.
    """
    plain = " ".join(
        "".join(
            sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFKC", words)
        ).split()
    )
    for name in sorted(names, key=len, reverse=True):
        spelled = re.escape(unicodedata.normalize("NFKC", name))
        # A name in Latin letters is a word of its own: "Al" is not in "also".
        pattern = rf"(?<![a-z]){spelled}(?![a-z])" if name.isascii() else spelled
        plain = re.sub(pattern, "…", plain, flags=re.IGNORECASE)
    return plain
