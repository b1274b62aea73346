"""A score sheet that somebody wrote: what is asked each round, what is checked, what scores."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from .formula import Part
from .kinds import SEAT, TABLE, Known

FORMAT, PREFIX, VERSION = "referee-sheet/1", "R", "1"
ID = "own-"
"""How the id of a game begins that is made of a sheet."""
MOST_BYTES, MOST_ROUNDS, MOST_PLAYERS, MOST_STEPS = 8192, 200, 10, 3
MOST = {"ask": 8, "let": 12, "check": 12, "points": 16, "of": 20}
DEALS = ("left", "nobody", "winner", "loser")
TYPES = ("number", "yes", "who", "some")
PER = {"table": TABLE, "team": 1, "player": SEAT}
LOWEST, HIGHEST = -100_000, 100_000

Path = tuple[str | int, ...]
"""A place in a sheet: ("points", 2, "when")."""
Told = Mapping[str, str]
"""A text that a person wrote, by language; one language at least."""


def canonical(told: Mapping[str, Any]) -> str:
    """The one way of writing a sheet, from which its id and its size are taken."""
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def in_language(told: Told, lang: str) -> str:
    """The text in a language, or in the one it was written in."""
    return told.get(lang) or next(iter(told.values()))


@dataclass(frozen=True)
class Formula:
    """A formula as written, as a tree, and what it gives."""

    text: str
    node: Part
    known: Known


@dataclass(frozen=True)
class SheetEntry:
    """One thing that is entered each round: by every player, every team or once at the table.

    ``low`` and ``high`` limit a number. ``of`` are the things to choose from, with their points:
    the entry is worth their sum. A ``who`` may be nobody if it is ``optional``.
    """

    name: str
    label: Told
    type: Literal["number", "yes", "who", "some"]
    low: Formula | None
    high: Formula | None
    per: int
    step: int
    secret: bool
    optional: bool
    of: tuple[tuple[Told, int], ...]

    @property
    def known(self) -> Known:
        kind = "number" if self.type == "some" else self.type
        return Known(kind, self.per, self.step, kept=kind != "who")


@dataclass(frozen=True)
class SheetValue:
    """A value of the sheet's own, worked out of entries and of those before it."""

    name: str
    label: Told
    formula: Formula


@dataclass(frozen=True)
class Check:
    """What must be true of a round once its step is entered, and what is said if it is not."""

    that: Formula
    say: Told

    @property
    def step(self) -> int:
        return max(1, self.that.known.step)


@dataclass(frozen=True)
class Row:
    """Points of a round, under a condition and with a reason, to a player or to a team.

    ``rule`` says the same in a sentence; where it is empty the formula stands for it.
    """

    points: Formula
    when: Formula | None
    why: Told
    rule: Told
    team: bool


@dataclass(frozen=True)
class Over:
    """When a game is over: after so many rounds, at so many points or under a condition.

    With none of them it goes on until the players stop.
    """

    rounds: Formula | None = None
    points: int | None = None
    when: Formula | None = None


@dataclass(frozen=True)
class GameSheet:
    """A whole sheet, read and checked; ``told`` is the JSON it was read from.

    ``rank`` is compared before the points, higher first. ``shown`` stands beside a name instead
    of the points. ``source`` is where its rules were published.
    """

    name: Told
    players: tuple[int, int]
    low_wins: bool
    teams: int
    over: Over
    deal: str
    asks: tuple[SheetEntry, ...]
    lets: tuple[SheetValue, ...]
    checks: tuple[Check, ...]
    rows: tuple[Row, ...]
    rank: Formula | None
    shown: Formula | None
    source: str
    told: Mapping[str, Any]

    @cached_property
    def id(self) -> str:
        """The id of its game: the same for the same sheet, wherever it is."""
        return ID + hashlib.sha256(canonical(self.told).encode()).hexdigest()[:16]

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The steps of a round in their order."""
        return tuple(sorted({ask.step for ask in self.asks}))

    def is_secret(self, step: int) -> bool:
        """Whether everybody enters a step alone, unseen by the others."""
        return any(ask.secret for ask in self.asks if ask.step == step)

    @cached_property
    def values(self) -> Mapping[str, Part]:
        """The trees of the sheet's own values, by name."""
        return {let.name: let.formula.node for let in self.lets}

    @cached_property
    def formulas(self) -> Mapping[Path, Formula]:
        """Every formula by its place."""
        found: dict[Path, Formula | None] = {
            ("over", "rounds"): self.over.rounds,
            ("over", "when"): self.over.when,
            ("rank",): self.rank,
            ("shown",): self.shown,
        }
        for at, ask in enumerate(self.asks):
            found |= {("ask", at, "low"): ask.low, ("ask", at, "high"): ask.high}
        found |= {("let", at, "value"): let.formula for at, let in enumerate(self.lets)}
        found |= {("check", at, "that"): check.that for at, check in enumerate(self.checks)}
        for at, row in enumerate(self.rows):
            found |= {("points", at, "when"): row.when, ("points", at, "points"): row.points}
        return {path: formula for path, formula in found.items() if formula}

    @cached_property
    def kept(self) -> tuple[str, ...]:
        """The entries and values whose earlier rounds some formula looks at."""
        looked = (name for one in self.formulas.values() for name in _looked_back(one.node))
        return tuple(dict.fromkeys(looked))

    @cached_property
    def clauses(self) -> Mapping[tuple[str, int], str]:
        """The rule numbers: players, entries, values, checks, points, and the end as the last."""
        parts = (
            ("players", 0),
            *(("ask", at) for at in range(len(self.asks))),
            *(("let", at) for at in range(len(self.lets))),
            *(("check", at) for at in range(len(self.checks))),
            *(("points", at) for at in range(len(self.rows))),
            ("over", 0),
        )
        return {part: f"{PREFIX}-{number}" for number, part in enumerate(parts, 1)}


def _looked_back(node: Part) -> Iterator[str]:
    if node.do == "so_far":
        yield str(node.parts[0].value)
    for part in node.parts:
        yield from _looked_back(part)
