"""The rest of a typed row against the fields of a prompt: which words answer which field, and where
that fails.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from referee.kernel import fields
from referee.kernel.fields import Bad, Field, Value

from .typed_words import Words

WORD = re.compile(r"[^\s,、;；]+")
SLASH = re.compile(r"[/／]")
MOST_WORDS = 4
"""As many words as a name may have."""
Values = tuple[Value, ...]


@dataclass(frozen=True)
class Failure:
    """The furthest place in a line, from 0, at which a field cannot be read, or at which nothing
    more is asked.
    """

    at: int
    field: Field | None = None
    bad: Bad | None = None


class Rest:
    """A line from a place on, to be read as the fields of a prompt; ``failure`` is the furthest
    one.
    """

    def __init__(self, line: str, start: int, asked: Sequence[Field], words: Words) -> None:
        self.line, self.start, self.asked, self.words = line, start, asked, words
        self.tokens = [found.span() for found in WORD.finditer(line, start)]
        self.failure = Failure(-1)
        self._from = cache(self._ways)

    def ways(self) -> list[dict[str, Value]]:
        """The ways to read it; two at most, as two are too many already."""
        parted = len(self.asked) > 1 and SLASH.search(self.line, self.start)
        found = self._parted() if parted else self._from(0, 0)
        return [
            dict(zip((field.name for field in self.asked), values, strict=True)) for values in found
        ]

    def _parted(self) -> list[Values]:
        """The way told by a slash after each field."""
        slashes = [found.start() for found in SLASH.finditer(self.line, self.start)]
        if len(slashes) >= len(self.asked):
            self._fails(slashes[len(self.asked) - 1], None, None)
            return []
        ends = [*slashes, *[len(self.line)] * (len(self.asked) - len(slashes))]
        starts = [self.start, *(min(end + 1, len(self.line)) for end in ends[:-1])]
        spans = zip(self.asked, starts, ends, strict=True)
        values = [value for field, start, end in spans for value in self._value(field, start, end)]
        return [tuple(values)] if len(values) == len(self.asked) else []

    def _ways(self, at: int, token: int) -> list[Values]:
        """How the words from one on answer the fields from one on."""
        if at == len(self.asked):
            if token < len(self.tokens):
                self._fails(self.tokens[token][0], None, None)
                return []
            return [()]
        found: dict[Values, None] = {}
        for end in self._ends(self.asked[at], token):
            for value in self._spanned(self.asked[at], token, end):
                found |= dict.fromkeys((value, *others) for others in self._from(at + 1, end))
            if len(found) > 1:
                break
        return list(found)[:2]

    def _ends(self, field: Field, token: int) -> Iterator[int]:
        """Up to which word a field may reach: one that takes many as far as it can, the last one to
        the end.
        """
        last = len(self.tokens)
        if isinstance(field, fields.Int | fields.Flag):
            last = min(last, token + 1)
        elif isinstance(field, fields.Choice) and not isinstance(field, fields.Many):
            last = min(last, token + MOST_WORDS)
        yield from range(last, token, -1)
        yield token

    def _spanned(self, field: Field, token: int, end: int) -> Iterator[Value]:
        if token == end:
            place = self.tokens[token][0] if token < len(self.tokens) else len(self.line)
            yield from self._value(field, place, place)
        else:
            yield from self._value(field, self.tokens[token][0], self.tokens[end - 1][1])

    def _value(self, field: Field, start: int, end: int) -> Iterator[Value]:
        """What a field is told by a part of the line; nothing where it cannot be read."""
        text = self.line[start:end]
        try:
            yield self.words.value(field, text) if text.strip() else field.parse(None)
        except Bad as bad:
            self._fails(start + int(bad.params.get("position", 1)) - 1, field, bad)

    def _fails(self, at: int, field: Field | None, bad: Bad | None) -> None:
        if at > self.failure.at:
            self.failure = Failure(at, field, bad)
