"""Read typed player names, the same way for pages and the API."""

import unicodedata
from collections.abc import Iterable, Sequence

from referee.store.values import is_hidden, is_visible
from referee.web.http.errors import error_translator

LONGEST = 30
# Characters of an invalid name that are shown again.
MAX_TYPED = 120


class BadName(Exception):
    """An invalid name: a word code, the name, and its index among several."""

    def __init__(self, code: str, name: str, at: int = 0) -> None:
        super().__init__(code)
        self.code, self.name, self.at = code, name, at


def tidy(typed: str) -> str:
    """Normalise to NFC and single spaces, without hidden or direction-changing characters."""
    whole = unicodedata.normalize("NFC", " ".join(typed.split()))
    return " ".join("".join(char for char in whole if not is_hidden(char)).split())


def read_name(typed: str) -> str:
    """The tidied name; raises BadName if nothing is visible or it is too long."""
    name = tidy(typed)
    if not any(map(is_visible, name)):
        raise BadName("blank_name", "")
    if len(name) > LONGEST:
        raise BadName("long_name", name[:LONGEST])
    return name


def read_names(typed: Sequence[str]) -> list[str]:
    """The tidied names of a table; raises BadName, also for a duplicate."""
    names: list[str] = []
    for at, text in enumerate(typed):
        try:
            name = read_name(text)
        except BadName as bad:
            raise BadName(bad.code, bad.name, at) from bad
        if name_key(name) in map(name_key, names):
            raise BadName("name_taken", name, at)
        names.append(name)
    return names


def name_key(name: str) -> str:
    """A key that is equal for names nobody could tell apart."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_sentence(bad: BadName) -> str:
    """Why a name was refused, in the reader's language."""
    return error_translator().say(f"error.{bad.code}", {"name": bad.name, "most": LONGEST})


def shown_names(typed: Iterable[str]) -> list[str]:
    """Unfinished names to show in the form again; an invisible one becomes empty."""
    tidied = [tidy(text)[:MAX_TYPED] for text in typed]
    return [name if any(map(is_visible, name)) else "" for name in tidied]
