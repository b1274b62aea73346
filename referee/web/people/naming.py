"""Names of players as they are typed: one reading for pages and programs."""

import unicodedata
from collections.abc import Iterable, Sequence

from referee.store.values import is_hidden, is_visible
from referee.web.http.errors import words

LONGEST = 30
MAX_TYPED = 120
"""How much of something that is no name is shown again."""


class BadName(Exception):
    """What cannot be a name, or not at this table: a word code, the name, and the place among
    several.
    """

    def __init__(self, code: str, name: str, at: int = 0) -> None:
        super().__init__(code)
        self.code, self.name, self.at = code, name, at


def tidy(typed: str) -> str:
    """A name in its one spelling: composed signs, single spaces, nothing that cannot be seen or
    turns the line round.
    """
    whole = unicodedata.normalize("NFC", " ".join(typed.split()))
    return " ".join("".join(char for char in whole if not is_hidden(char)).split())


def read_name(typed: str) -> str:
    """The name that was typed; raises BadName where nothing of it shows or it is too long."""
    name = tidy(typed)
    if not any(map(is_visible, name)):
        raise BadName("blank_name", "")
    if len(name) > LONGEST:
        raise BadName("long_name", name[:LONGEST])
    return name


def read_names(typed: Sequence[str]) -> list[str]:
    """The names of a table; raises BadName, also where two are the same."""
    names: list[str] = []
    for at, text in enumerate(typed):
        try:
            name = read_name(text)
        except BadName as bad:
            raise BadName(bad.code, bad.name, at) from bad
        if folded(name) in map(folded, names):
            raise BadName("name_taken", name, at)
        names.append(name)
    return names


def folded(name: str) -> str:
    """What two names have in common that nobody could tell apart."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_sentence(bad: BadName) -> str:
    """What is wrong with a name, to the reader."""
    return words().say(f"error.{bad.code}", {"name": bad.name, "most": LONGEST})


def shown_names(typed: Iterable[str]) -> list[str]:
    """Names as far as they have been typed, to be typed on; one without a visible sign is none."""
    tidied = [tidy(text)[:MAX_TYPED] for text in typed]
    return [name if any(map(is_visible, name)) else "" for name in tidied]
