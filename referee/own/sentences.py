"""How points follow, as sentences with gaps: each stands for one or two lines of a sheet.

A line of a sheet is recognised by its formula alone, so that every sheet can be read in sentences
as far as there are some, and no sheet holds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from .draft import Draft, all_names
from .matching import AMOUNT, ENTRY, GAPS, NUMBER, WHO, YES, Gaps, filled, matched, read

Lines = tuple[tuple[str, str], ...]
"""Condition and points of each line; an empty condition is none."""
TYPES = {ENTRY: ("number", "some"), WHO: ("who",), YES: ("yes",)}
AMOUNTS = ("round", "players")


@dataclass(frozen=True)
class SentenceKind:
    """A kind of sentence: how it is written, how else it may be, and what a new one holds.

    Each of the ``others`` has the gaps that it leaves out.
    """

    lines: Lines
    new: Gaps = field(default_factory=dict)
    others: Sequence[tuple[Lines, Gaps]] = ()


@dataclass(frozen=True)
class SheetSentence:
    """A sentence with what stands in its gaps."""

    kind: str
    gaps: Gaps


@dataclass(frozen=True)
class Said:
    """Lines of a sheet from ``at`` on, and the sentence for them if there is one."""

    at: int
    count: int
    sentence: SheetSentence | None


_OFF = "K × difference(A, B)"
KINDS: Mapping[str, SentenceKind] = {
    "exact": SentenceKind(
        (("A = B", "N + M × C"), ("A ≠ B", _OFF)),
        {"N": 20, "M": 10, "K": -10},
        [((("A = B", "N + C"), ("A ≠ B", _OFF)), {"M": 1})],
    ),
    "as_entered": SentenceKind((("", "A"),)),
    "minus": SentenceKind((("", "−A"),), {}, [((("A > 0", "−A"),), {})]),
    "each": SentenceKind((("", "N × A"),), {"N": 5}, [((("", "A × N"),), {})]),
    "to_who": SentenceKind((("W = me", "N"),), {"N": 25}, [((("me = W", "N"),), {})]),
    "value_to_who": SentenceKind((("W = me", "A"),), {}, [((("me = W", "A"),), {})]),
    "to_yes": SentenceKind((("Y", "N"),), {"N": 25}),
    "same": SentenceKind(
        (("A = B", "N + M × C"),), {"N": 10, "M": 1}, [((("A = B", "N + C"),), {"M": 1})]
    ),
    "apart": SentenceKind((("", _OFF),), {"K": -1}, [((("A ≠ B", _OFF),), {})]),
    "most": SentenceKind((("A = max(A)", "N"),), {"N": 10}),
    "fewest": SentenceKind((("A = min(A)", "N"),), {"N": 10}),
    "all": SentenceKind((("max(A) = sum(A) and A < max(A)", "N"),), {"N": 26}),
    "someone": SentenceKind((("max(A) = T and A < T", "N"),), {"T": 26, "N": 26}),
    "unless": SentenceKind((("max(A) < T", "A"),), {"T": 26}),
}
"""Every kind of sentence for points, in the order in which they are tried."""
OFFERED = (
    *("as_entered", "minus", "each", "exact", "same", "to_who", "value_to_who", "to_yes"),
    *("most", "fewest", "all", "unless", "someone", "apart"),
)
"""The same in the order in which they are offered."""
CHECKS: Mapping[str, SentenceKind] = {
    "total": SentenceKind((("", "sum(A) = X"),), {"X": "round"}),
    "not_total": SentenceKind((("", "sum(A) ≠ X"),), {"X": "round"}),
    "someone_has": SentenceKind((("", "count(A = N) ≥ 1"),), {"N": 0}),
    "different": SentenceKind((("", "distinct(A)"),)),
    "steps": SentenceKind((("", "A % N = 0"),), {"N": 50}),
}
"""Every kind of sentence for checks."""
SHOWN: Mapping[str, SentenceKind] = {"shown": SentenceKind((("", "so_far(A)"),))}
"""What may stand beside a name instead of the total."""


def gaps_of(kind: SentenceKind) -> list[str]:
    """The gaps of a kind of sentence."""
    letters = "".join("".join(line) for line in kind.lines)
    return [gap for gap in GAPS if gap in letters]


def choices(told: Draft, gap: str) -> list[str]:
    """The names that may stand in a gap."""
    kind = GAPS[gap]
    own = [str(one["name"]) for one in told.get("let", ()) if "name" in one]
    if kind in TYPES:
        asks = [
            str(one["name"])
            for one in told.get("ask", ())
            if "name" in one and one.get("type", "number") in TYPES[kind]
        ]
        return [*asks, *own] if kind == ENTRY else asks
    return [*AMOUNTS, *own] if kind == AMOUNT else []


def new_sentence(
    kind: str,
    told: Draft,
    kinds: Mapping[str, SentenceKind] = KINDS,
    used: Collection[str] = (),
) -> SheetSentence | None:
    """A sentence of a kind with the entries that fit best, those ``used`` last; None without."""
    found = dict(kinds[kind].new)
    gaps = [gap for gap in gaps_of(kinds[kind]) if gap not in found and GAPS[gap] != NUMBER]
    if "B" in gaps:
        pair = _pair(told)
        return (
            SheetSentence(kind, found | {gap: pair[gap == "B"] for gap in gaps}) if pair else None
        )
    named = {gap: sorted(choices(told, gap), key=used.__contains__) for gap in gaps}
    if not all(named.values()):
        return None
    return SheetSentence(kind, found | {gap: names[0] for gap, names in named.items()})


def _pair(told: Draft) -> tuple[str, str] | None:
    """Two entries to be compared, the later one first: those with the same limit if there are."""
    names = choices(told, "A")
    limits = {one.get("name"): str(one.get("high", "")) for one in told.get("ask", ())}
    pairs = [*combinations(names, 2)]
    alike = [
        (one, other) for one, other in pairs if limits.get(one) and limits[one] == limits.get(other)
    ]
    first = next(iter([*alike, *pairs]), None)
    return (first[1], first[0]) if first else None


def offered(told: Draft) -> list[SheetSentence]:
    """A new sentence for points of each kind for which the sheet has entries."""
    sentences = (one.sentence for one in said(told))
    used = {name for one in sentences if one for name in used_names(one)}
    found = (new_sentence(kind, told, used=used) for kind in OFFERED)
    return [*filter(None, found)]


def lines_of(sentence: SheetSentence, told: Draft) -> list[dict[str, Any]]:
    """The lines of a sheet that a sentence stands for."""
    to = {"to": "team"} if _is_of_team(sentence, told) else {}
    return [
        {
            **({"when": filled(when, sentence.gaps)} if when else {}),
            "points": filled(points, sentence.gaps),
            **to,
        }
        for when, points in KINDS[sentence.kind].lines
    ]


def _is_of_team(sentence: SheetSentence, told: Draft) -> bool:
    """Whether a team scores, not each of its players: all entries are those of teams."""
    per = {one.get("name"): one.get("per", "player") for one in told.get("ask", ())}
    used = [value for gap, value in sentence.gaps.items() if GAPS[gap] == ENTRY]
    return bool(told.get("teams") and used) and all(per.get(name) == "team" for name in used)


def said(told: Draft) -> list[Said]:
    """All points of a sheet in their order: as sentences, else line by line."""
    rows, found, at = told.get("points", []), [], 0
    while at < len(rows):
        found.append(_said(told, rows, at))
        at += found[-1].count
    return found


def _said(told: Draft, rows: Sequence[Draft], at: int) -> Said:
    for kind, pattern in KINDS.items():
        count = len(pattern.lines)
        lines = rows[at : at + count]
        sentence = _sentence(kind, pattern, lines, told) if len(lines) == count else None
        if sentence and all(
            (row.get("to") == "team") == _is_of_team(sentence, told) for row in lines
        ):
            return Said(at, count, sentence)
    return Said(at, 1, None)


def sentence_of(
    formula: object, told: Draft, kinds: Mapping[str, SentenceKind]
) -> SheetSentence | None:
    """The sentence of a kind for one formula without a condition."""
    row = [{"points": formula}]
    found = (_sentence(kind, pattern, row, told) for kind, pattern in kinds.items())
    return next(filter(None, found), None)


def formula_of(sentence: SheetSentence, kinds: Mapping[str, SentenceKind]) -> str:
    """The one formula of a check, or of what is shown."""
    return filled(kinds[sentence.kind].lines[0][1], sentence.gaps)


def _sentence(
    kind: str, pattern: SentenceKind, rows: Sequence[Draft], told: Draft
) -> SheetSentence | None:
    """The sentence of a kind for some lines; its gaps hold what may stand there."""
    names = all_names(told)
    for lines, left_out in ((pattern.lines, {}), *pattern.others):
        gaps = dict(left_out)
        if all(_fits(line, row, gaps, names) for line, row in zip(lines, rows, strict=True)):
            named = ((gap, value) for gap, value in gaps.items() if isinstance(value, str))
            if all(value in choices(told, gap) for gap, value in named):
                return SheetSentence(kind, gaps)
    return None


def _fits(line: tuple[str, str], row: Draft, gaps: dict[str, int | str], names: set[str]) -> bool:
    """Whether a line has this pattern; what stands in its gaps is added, the same in all lines."""
    if bool(line[0]) != ("when" in row) or "points" not in row:
        return False
    for pattern, key in islice(zip(line, ("when", "points"), strict=True), not line[0], None):
        found = matched(pattern, read(row[key], names))
        if found is None or any(
            gaps.setdefault(gap, value) != value for gap, value in found.items()
        ):
            return False
    return True


def is_whole(
    sentence: SheetSentence, told: Draft, kinds: Mapping[str, SentenceKind] = KINDS
) -> bool:
    """Whether every gap of a sentence holds what may stand there."""
    return all(_is_held(gap, sentence.gaps.get(gap), told) for gap in gaps_of(kinds[sentence.kind]))


def _is_held(gap: str, value: object, told: Draft) -> bool:
    if isinstance(value, int):
        return GAPS[gap] in (NUMBER, AMOUNT)
    return value in choices(told, gap)


def used_names(sentence: SheetSentence) -> Iterator[str]:
    """The names that stand in a sentence."""
    yield from (value for value in sentence.gaps.values() if isinstance(value, str))
