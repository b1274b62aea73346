"""Match the rest of a typed row to the fields of a prompt, and report where that fails."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from referee.kernel import fields
from referee.kernel.fields import Bad, Field, Value

from .typed_words import Words

WORD = re.compile(r"[^\s,、;；]+")
SLASH = re.compile(r"[/／]")
# The most words in a name.
MOST_WORDS = 4
Values = tuple[Value, ...]


@dataclass(frozen=True)
class Failure:
    """The furthest offset (from 0) where a field is unreadable or nothing more is expected."""

    at: int
    field: Field | None = None
    bad: Bad | None = None


class Rest:
    """The rest of a line, matched to fields; ``failure`` is the furthest one."""

    def __init__(self, line: str, start: int, asked: Sequence[Field], words: Words) -> None:
        self.line, self.start, self.asked, self.words = line, start, asked, words
        self.tokens = [found.span() for found in WORD.finditer(line, start)]
        self.failure = Failure(-1)
        self._from = cache(self._ways)

    def ways(self) -> list[dict[str, Value]]:
        """The readings of the line, at most two, as two already make it ambiguous."""
        parted = len(self.asked) > 1 and SLASH.search(self.line, self.start)
        found = self._parted() if parted else self._from(0, 0)
        return [
            dict(zip((field.name for field in self.asked), values, strict=True)) for values in found
        ]

    def _parted(self) -> list[Values]:
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
        """The readings of the tokens from ``token`` on as the fields from ``at`` on."""
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
        """Token ends of a field, longest first: numbers and flags take one, choices a few."""
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
        """Yield the value of a field, or record the failure."""
        text = self.line[start:end]
        try:
            yield self.words.value(field, text) if text.strip() else field.parse(None)
        except Bad as bad:
            self._fails(start + int(bad.params.get("position", 1)) - 1, field, bad)

    def _fails(self, at: int, field: Field | None, bad: Bad | None) -> None:
        if at > self.failure.at:
            self.failure = Failure(at, field, bad)
