"""The languages people read, a line for each; all else of a language is in files of its own.

The first is shown where another lacks a text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Marks:
    """What a language puts between words and sentences."""

    comma: str
    semicolon: str
    colon: str
    worth: str
    """Before what a thing comes to."""
    between: str
    """Between the things of a list."""
    last: str
    """Before the last of them."""
    stop: str
    gap: str
    """Between two sentences."""
    plus: str
    """Between the parts of a sum."""

    def listed(self, parts: Sequence[str]) -> str:
        """Several things in a row: "Ann, Bo and Cy"; アキ・ユウ・ミオ."""
        joined = self.last.join(filter(None, (self.between.join(parts[:-1]), *parts[-1:])))
        return Markup(joined) if any(isinstance(part, Markup) for part in parts) else joined


MARKS = {
    "en": Marks(", ", "; ", ": ", ", ", ", ", " and ", ".", " ", " + "),
    "ja": Marks("、", "、", "：", "：", "・", "・", "。", "", "+"),
}
LANGUAGES = tuple(MARKS)
