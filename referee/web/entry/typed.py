"""Parse a typed row as a move: ``Ann: l KH QS 4D AC``.

A row has a seat and colon (optional on its turn), a prefix of the kind (optional if unambiguous),
and the fields in order. ``/`` separates fields that are ambiguous otherwise.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.contract import Level, Prompt, Ruling, SeatId
from referee.kernel.fields import Value

from .typed_fields import MOST_WORDS, WORD, Rest
from .typed_words import Words, meant

MAX_LINE = 400
_COLON = re.compile(r"[:：]")


@dataclass(frozen=True)
class Row:
    """A parsed row: a kind of a seat or the table, with raw field values."""

    kind: str
    seat: SeatId | None
    raw: Mapping[str, Value]


@dataclass(frozen=True)
class Problem:
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


def read(line: str, prompts: Sequence[Prompt], words: Words, turn: SeatId | None) -> Row | Problem:
    """Parse a line, by default of the seat whose ``turn`` it is; a Problem says what is wrong."""
    if len(line) > MAX_LINE:
        return Problem("too_long", MAX_LINE + 1, turn, {"most": MAX_LINE})
    seat, start, named = seat_of(line, words)
    if seat is None and named:
        return Problem("which_seat", 1, params={"name": line[: start - 1].strip()[:40]})
    said = _Said(line, seat or turn, _levels(prompts, seat, turn), words)
    tokens = [found.span() for found in WORD.finditer(line, start)]
    if not tokens:
        return Problem("empty", start + 1, said.seat)
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
    if seat:
        own = [prompt for prompt in prompts if prompt.seat == seat]
        return [[prompt for prompt in own if prompt.aside == aside] for aside in (False, True)]
    near = [prompt for prompt in prompts if prompt.seat in (turn, None)]
    return [
        [prompt for prompt in near if not prompt.aside],
        [prompt for prompt in near if prompt.aside and prompt.seat],
        [prompt for prompt in near if prompt.aside and not prompt.seat],
    ]


def _read(said: _Said, tokens: Sequence[tuple[int, int]]) -> Row | Problem:
    (start, end), line = tokens[0], said.line
    for count in range(min(len(tokens), MOST_WORDS), 0, -1):
        if kinds := said.kinds(line[start : tokens[count - 1][1]]):
            return _of_kinds(said, kinds, tokens[count - 1][1])
    word = line[start:end]
    if sized := said.words.sized(word):
        return _of_kinds(said, [sized], end) if said.prompts([sized]) else Row(sized, said.seat, {})
    waited = next(filter(None, said.levels), [])
    found = [*_glued(said, start, end), *_fits(said, waited, start)]
    if row := _only(found):
        return row
    if found:
        return Problem(
            "which_kind",
            start + 1,
            said.seat,
            {"kinds": list(dict.fromkeys(row.kind for row in found))},
        )
    known = meant(word, {kind: said.words.kind(kind) for kind in said.words.game.info.kinds})
    if known:
        return Row(known[0], said.seat, {})
    if len(waited) == 1:
        return _wrong(said, waited[0], start)
    return Problem(
        "unknown",
        start + 1,
        said.seat,
        {"word": word[:40], "kinds": list(dict.fromkeys(one.kind for one in waited))},
    )


def _glued(said: _Said, start: int, last: int) -> Iterator[Row]:
    """Rows whose kind is written without a space before the fields."""
    for end in range(start + 1, last):
        text = said.line[start:end]
        kinds = said.kinds(text) or list(filter(None, [said.words.sized(text)]))
        if len(kinds) == 1:
            yield from _fits(said, said.prompts(kinds), end)


def _of_kinds(said: _Said, kinds: Sequence[str], start: int) -> Row | Problem:
    """The row of the only kind among ``kinds`` whose fields fit."""
    asked = said.prompts(kinds)
    found = list(_fits(said, asked, start))
    if row := _only(found):
        return row
    if found and len({row.kind for row in found}) == 1:
        return Problem("several_ways", start + 1, said.seat)
    if len(kinds) > 1:
        return Problem("which_kind", start + 1, said.seat, {"kinds": list(kinds)})
    return _wrong(said, asked[0], start)


def _only(found: Sequence[Row]) -> Row | None:
    return found[0] if found and all(row == found[0] for row in found) else None


# Fields


def _fits(said: _Said, prompts: Iterable[Prompt], start: int) -> Iterator[Row]:
    """Each reading of the rest of a line as fields, at most two for each prompt."""
    for prompt in prompts:
        for values in Rest(said.line, start, prompt.fields, said.words).ways():
            yield Row(prompt.kind, prompt.seat, values)


def _wrong(said: _Said, prompt: Prompt, start: int) -> Problem:
    rest = Rest(said.line, start, prompt.fields, said.words)
    rest.ways()
    failure = rest.failure
    if failure.field is None or failure.bad is None:
        return Problem("too_much", failure.at + 1, prompt.seat)
    bad = failure.bad
    ruling = Ruling(
        bad.code, bad.clause or prompt.clause, Level.IMPOSSIBLE, bad.params, failure.field.name
    )
    return Problem("field", failure.at + 1, prompt.seat, ruling=ruling)
