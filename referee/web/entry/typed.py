"""The grammar of typed rows: ``Ann: l KH QS 4D AC`` is read as a move, and a move written as a row.

A row has a seat and colon (optional on its turn), a prefix of the kind (optional if unambiguous),
and the fields in order. ``/`` separates fields that are ambiguous otherwise.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from referee.kernel import fields
from referee.kernel.contract import Level, Move, Prompt, Ruling, SeatId
from referee.kernel.fields import Bad, Field, Value
from referee.words import Translator

from .typed_words import BETWEEN, Words, meant

MAX_LINE = 400
_COLON = re.compile(r"[:：]")
WORD = re.compile(r"[^\s,、;；]+")
SLASH = re.compile(r"[/／]")
# The most words in a name.
MOST_WORDS = 4
Values = tuple[Value, ...]


@dataclass(frozen=True)
class ParsedRow:
    """A parsed row: a kind of a seat or the table, with raw field values."""

    kind: str
    seat: SeatId | None
    raw: Mapping[str, Value]


@dataclass(frozen=True)
class RowProblem:
    """Why a row is no move: a code with parameters, or a ruling; ``at`` is a column from 1."""

    code: str
    at: int
    seat: SeatId | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    ruling: Ruling | None = None


@dataclass(frozen=True)
class _Said:
    """A line without its seat, with the prompts it may answer in order of likelihood."""

    line: str
    seat: SeatId | None
    levels: Sequence[Sequence[Prompt]]
    words: Words

    def kinds(self, text: str) -> list[str]:
        """The kinds that a prefix may mean, from the most likely level only."""
        asked = {
            prompt.kind: self.words.kind(prompt.kind) for level in self.levels for prompt in level
        }
        found = meant(text, asked)
        likely = (
            [kind for kind in dict.fromkeys(prompt.kind for prompt in level) if kind in found]
            for level in self.levels
        )
        return next(filter(None, likely), [])

    def prompts(self, kinds: Iterable[str]) -> list[Prompt]:
        return [prompt for level in self.levels for prompt in level if prompt.kind in kinds]


def parse_row(
    line: str, prompts: Sequence[Prompt], words: Words, turn: SeatId | None
) -> ParsedRow | RowProblem:
    """Parse a line, by default of the seat whose ``turn`` it is; RowProblem says what is wrong."""
    if len(line) > MAX_LINE:
        return RowProblem("too_long", MAX_LINE + 1, turn, {"most": MAX_LINE})
    seat, start, named = seat_of(line, words)
    if seat is None and named:
        return RowProblem("which_seat", 1, params={"name": line[: start - 1].strip()[:40]})
    said = _Said(line, seat or turn, _levels(prompts, seat, turn), words)
    tokens = [found.span() for found in WORD.finditer(line, start)]
    if not tokens:
        return RowProblem("empty", start + 1, said.seat)
    return _read(said, tokens)


def seat_of(line: str, words: Words) -> tuple[SeatId | None, int, bool]:
    """Return seat, start of the rest, and whether a seat is named; a place may contain a colon."""
    colon = _COLON.search(line)
    if colon is None:
        return None, 0, False
    found = words.seat(line[: colon.start()])
    if len(found) == 1:
        return found[0], colon.end(), True
    named = bool(found) or line[colon.end() : colon.end() + 1].isspace() or colon.group() == "："
    return None, colon.end() if named else 0, named


def _levels(
    prompts: Sequence[Prompt], seat: SeatId | None, turn: SeatId | None
) -> list[list[Prompt]]:
    """Prompts by likelihood: awaited ones, the seat's optional ones, the table's optional ones."""
    near = [prompt for prompt in prompts if prompt.seat in ((seat,) if seat else (turn, None))]
    asides = [prompt for prompt in near if prompt.aside]
    return [
        [prompt for prompt in near if not prompt.aside],
        [prompt for prompt in asides if prompt.seat],
        [prompt for prompt in asides if not prompt.seat],
    ]


def _read(said: _Said, tokens: Sequence[tuple[int, int]]) -> ParsedRow | RowProblem:
    (start, end), line = tokens[0], said.line
    for count in range(min(len(tokens), MOST_WORDS), 0, -1):
        if kinds := said.kinds(line[start : tokens[count - 1][1]]):
            return _of_kinds(said, kinds, tokens[count - 1][1])
    word = line[start:end]
    if sized := said.words.sized(word):
        return (
            _of_kinds(said, [sized], end)
            if said.prompts([sized])
            else ParsedRow(sized, said.seat, {})
        )
    waited = next(filter(None, said.levels), [])
    found = [*_glued(said, start, end), *_fits(said, waited, start)]
    if row := _only(found):
        return row
    if found:
        return RowProblem(
            "which_kind",
            start + 1,
            said.seat,
            {"kinds": list(dict.fromkeys(row.kind for row in found))},
        )
    known = meant(word, {kind: said.words.kind(kind) for kind in said.words.game.info.kinds})
    if known:
        return ParsedRow(known[0], said.seat, {})
    if len(waited) == 1:
        return _wrong(said, waited[0], start)
    return RowProblem(
        "unknown",
        start + 1,
        said.seat,
        {"word": word[:40], "kinds": list(dict.fromkeys(one.kind for one in waited))},
    )


def _glued(said: _Said, start: int, last: int) -> Iterator[ParsedRow]:
    """Rows whose kind is written without a space before the fields."""
    for end in range(start + 1, last):
        text = said.line[start:end]
        kinds = said.kinds(text) or list(filter(None, [said.words.sized(text)]))
        if len(kinds) == 1:
            yield from _fits(said, said.prompts(kinds), end)


def _of_kinds(said: _Said, kinds: Sequence[str], start: int) -> ParsedRow | RowProblem:
    """The row of the only kind among ``kinds`` whose fields fit."""
    asked = said.prompts(kinds)
    found = list(_fits(said, asked, start))
    if row := _only(found):
        return row
    if found and len({row.kind for row in found}) == 1:
        return RowProblem("several_ways", start + 1, said.seat)
    if len(kinds) > 1:
        return RowProblem("which_kind", start + 1, said.seat, {"kinds": list(kinds)})
    return _wrong(said, asked[0], start)


def _only(found: Sequence[ParsedRow]) -> ParsedRow | None:
    return found[0] if found and all(row == found[0] for row in found) else None


# Fields


def _fits(said: _Said, prompts: Iterable[Prompt], start: int) -> Iterator[ParsedRow]:
    """Each reading of the rest of a line as fields, at most two for each prompt."""
    for prompt in prompts:
        for values in Rest(said.line, start, prompt.fields, said.words).ways():
            yield ParsedRow(prompt.kind, prompt.seat, values)


def _wrong(said: _Said, prompt: Prompt, start: int) -> RowProblem:
    rest = Rest(said.line, start, prompt.fields, said.words)
    rest.ways()
    failure = rest.failure
    if failure.field is None or failure.bad is None:
        return RowProblem("too_much", failure.at + 1, prompt.seat)
    bad = failure.bad
    ruling = Ruling(
        bad.code, bad.clause or prompt.clause, Level.IMPOSSIBLE, bad.params, failure.field.name
    )
    return RowProblem("field", failure.at + 1, prompt.seat, ruling=ruling)


@dataclass(frozen=True)
class FurthestError:
    """The furthest offset (from 0) where a field is unreadable or nothing more is expected."""

    at: int
    field: Field | None = None
    bad: Bad | None = None


class Rest:
    """The rest of a line, matched to fields; ``failure`` is the furthest one."""

    def __init__(self, line: str, start: int, asked: Sequence[Field], words: Words) -> None:
        self.line, self.start, self.asked, self.words = line, start, asked, words
        self.tokens = [found.span() for found in WORD.finditer(line, start)]
        self.failure = FurthestError(-1)
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
            self.failure = FurthestError(at, field, bad)


# A move as a row


def write(
    move: Move, prompt: Prompt, prompts: Sequence[Prompt], words: Words, turn: SeatId | None = None
) -> str:
    """The shortest row for a move, with spaces or slashes; its seat only if not its ``turn``."""
    row = ParsedRow(
        move.kind, move.seat, {field.name: move.data[field.name] for field in prompt.fields}
    )
    texts = [_text(field, move.data[field.name], words) for field in prompt.fields]
    before = f"{seat_text(move.seat, words)}: " if move.seat and move.seat != turn else ""
    kinds = [*_beginnings(move.kind, words, words.lang), move.kind.replace("_", " ")]
    lines = (
        f"{before}{kind} {rest}".strip()
        for rest in (" ".join(filter(None, texts)), " / ".join(texts))
        for kind in kinds
    )
    return next(
        (line for line in lines if parse_row(line, prompts, words, turn) == row),
        f"{before}{kinds[-1]} {' / '.join(texts)}".strip(),
    )


def seat_text(seat: SeatId, words: Words) -> str:
    """A seat by its name, or by its id if the name is ambiguous."""
    name = words.seats[seat]
    return name if words.seat(name) == [seat] and not {":", "："} & set(name) else seat


def beginning(kind: str, kinds: Sequence[str], words: Words) -> list[str]:
    """The shortest unambiguous prefix of a kind, in English and in the reader's language."""
    names = {one: words.kind(one) for one in kinds}
    found = (
        next(
            (text for text in _beginnings(kind, words, lang) if meant(text, names) == [kind]), kind
        )
        for lang in ("en", words.lang)
    )
    return list(dict.fromkeys(found))


def _beginnings(kind: str, words: Words, lang: str) -> Iterator[str]:
    name = Translator(lang, words.game.info.id, {}).kind(kind).casefold()
    yield from (name[:end] for end in range(1, len(name) + 1) if name[end - 1] != " ")


def _text(field: Field, value: Value, words: Words) -> str:
    if isinstance(field, fields.Many | fields.Cards) and isinstance(value, tuple):
        return " ".join(
            _one(field, one, words) if isinstance(field, fields.Many) else one for one in value
        )
    if isinstance(field, fields.Choice) and isinstance(value, str):
        return _one(field, value, words)
    return "" if value is None or value is False else "+" if value is True else str(value)


def _one(field: fields.Choice, value: str, words: Words) -> str:
    """A value of a choice: its card or one-word name if unambiguous, otherwise the value itself."""
    owner, card = (
        field.shows.get(value, (None, "")) if isinstance(field, fields.Place) else (None, "")
    )
    shown = words.shown(field, value, Translator(words.lang, words.game.info.id, words.seats))
    word = shown if len(BETWEEN.split(shown)) == 1 and "/" not in shown else ""
    lying = (card, f"{card} {seat_text(owner, words)}") if card and owner else (card,)
    return next(
        (text for text in (*lying, word) if text and _tells(field, text, value, words)), value
    )


def _tells(field: fields.Choice, text: str, value: str, words: Words) -> bool:
    try:
        return words.value(field, text) in (value, (value,))
    except Bad:
        return False
