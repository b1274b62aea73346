"""The languages of the interface, a line for each; the first is the fallback."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Marks:
    """Punctuation: ``between`` and ``last`` in lists, ``gap`` after sentences, ``plus`` in sums."""

    comma: str
    semicolon: str
    colon: str
    worth: str
    between: str
    last: str
    stop: str
    gap: str
    plus: str

    def listed(self, parts: Sequence[str]) -> str:
        """A list as text: "Ann, Bo and Cy"; アキ・ユウ・ミオ. Markup if any part is."""
        joined = self.last.join(filter(None, (self.between.join(parts[:-1]), *parts[-1:])))
        return Markup(joined) if any(isinstance(part, Markup) for part in parts) else joined


MARKS = {
    "en": Marks(", ", "; ", ": ", ", ", ", ", " and ", ".", " ", " + "),
    "ja": Marks("、", "、", "：", "：", "・", "・", "。", "", "+"),
}
LANGUAGES = tuple(MARKS)
