"""A row typed at the keyboard, made a move of what is asked: ``Ann: l KH QS 4D AC``.

A line is a seat with a colon, where it is not the one whose turn it is; a kind by the beginning of
its word, which may be left out where only one can be meant; and its fields in their order, with
``/`` between them where they could be told apart in several ways.
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
    """What a line says: a kind, of a seat or of the table, with its fields."""

    kind: str
    seat: SeatId | None
    raw: Mapping[str, Value]


@dataclass(frozen=True)
class Problem:
    """Why a line is no move: a code with parameters, or a ruling on a field; ``at`` is the place in
    the line, from 1.
    """

    code: str
    at: int
    seat: SeatId | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    ruling: Ruling | None = None


@dataclass(frozen=True)
class _Said:
    """A line without its seat: the prompts it may answer, by how likely they are meant, and its
    words.
    """

    line: str
    seat: SeatId | None
    levels: Sequence[Sequence[Prompt]]
    words: Words

    def kinds(self, text: str) -> list[str]:
        """The kinds that a text may mean, those that are waited for first."""
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
        """The prompts of some kinds."""
        return [prompt for level in self.levels for prompt in level if prompt.kind in kinds]


def read(line: str, prompts: Sequence[Prompt], words: Words, turn: SeatId | None) -> Row | Problem:
    """What a line says, of the seat that it names or of the one whose ``turn`` it is; or why it
    cannot be told.
    """
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
    """The seat named before a colon, where the rest begins, and whether a seat seems to be named; a
    colon may belong to a place instead.
    """
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
    """What a line may answer: what is waited for, what the seat may do besides, what the table
    may.
    """
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
    """The rows that a kind makes which is written without a space before its fields."""
    for end in range(start + 1, last):
        text = said.line[start:end]
        kinds = said.kinds(text) or list(filter(None, [said.words.sized(text)]))
        if len(kinds) == 1:
            yield from _fits(said, said.prompts(kinds), end)


def _of_kinds(said: _Said, kinds: Sequence[str], start: int) -> Row | Problem:
    """The row of one of the kinds that a word may mean: the only one that its fields fit."""
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
    """Every way in which the rest of a line answers some prompts, of one prompt two at most."""
    for prompt in prompts:
        for values in Rest(said.line, start, prompt.fields, said.words).ways():
            yield Row(prompt.kind, prompt.seat, values)


def _wrong(said: _Said, prompt: Prompt, start: int) -> Problem:
    """Why the rest of a line does not answer a prompt."""
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
