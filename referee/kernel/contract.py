"""The contract between a game and its surroundings: prompts, moves, rulings and lines.

Prompts, ``check`` and ``play`` share one judgement: a disabled button and a refusal agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate
from typing import Any

from .board import BoardRow, Message, Shown
from .cards import Card, Deck
from .fields import Bad, Field, Seat, Value
from .info import Asked, Info, Option, Sheet, Slot, one_of

__all__ = ["Asked", "Info", "Message", "Option", "Sheet", "Slot", "one_of"]

SeatId = str
Params = Mapping[str, Any]
COUNTED = ("score", "season")


class Level(StrEnum):
    """Impossible (cannot be stored), illegal (breaks a clause; may be allowed) or a mere note."""

    IMPOSSIBLE = "impossible"
    ILLEGAL = "illegal"
    NOTE = "note"


@dataclass(frozen=True)
class Ruling:
    """A verdict on a move; ``code`` and ``params`` make its sentence, ``field`` is its input."""

    code: str
    clause: str = ""
    level: Level = Level.ILLEGAL
    params: Params = field(default_factory=dict)
    field: str | None = None


@dataclass(frozen=True)
class Line:
    """One line of the score sheet: seat, round, points, clause, reason code, cards and slot."""

    seat: SeatId
    round: int
    points: int
    clause: str
    code: str
    params: Params = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    slot: str = ""
    part: str = "score"
    nobody: bool = False
    """Whether it concerns the whole table; its seat then only places it on the sheet."""
    told: bool = False
    """Whether a player entered the points directly, so that house rules do not change them."""
    of_side: bool = False
    """Whether the whole side of its seat made it, rather than that seat."""

    @property
    def counts(self) -> bool:
        """Whether it adds to its seat's total; other parts only inform (``game``: own points)."""
        return self.part in COUNTED


@dataclass(frozen=True)
class Move:
    """One entry that answers a prompt; ``accept`` lists the ruling codes that the table allows."""

    kind: str
    seat: SeatId | None = None
    data: Mapping[str, Value] = field(default_factory=dict)
    accept: tuple[str, ...] = ()


def card_of(move: Move, name: str = "card") -> Card:
    """The one card of a move's field."""
    value = move.data[name]
    return value[0] if isinstance(value, tuple) else str(value)


def cards_of(move: Move, name: str = "cards") -> tuple[str, ...]:
    """The cards, or names, of a move's field; empty if it was left out."""
    value = move.data.get(name)
    return value if isinstance(value, tuple) else ()


def number_of(move: Move, name: str) -> int:
    """The number of a move's field, including a Choice of numbers."""
    return int(str(move.data[name]))


@dataclass(frozen=True)
class Prompt:
    """A question the referee asks now, of a seat (None: of the table).

    ``secret`` entries stay hidden until the reveal. ``aside`` prompts are optional; with ``shown``
    they stand beside the others, else in the menu. ``form``: ``pad`` (a seat's cards), ``row`` (the
    same fields for each seat), ``tap`` (a tap on the last field answers) or ``plain``.
    ``overrules`` are objections that every answer must accept; impossible ones nobody can accept.
    Old logs contain such answers without acceptance; these stay valid.
    """

    kind: str
    seat: SeatId | None = None
    fields: tuple[Field, ...] = ()
    clause: str = ""
    secret: bool = False
    aside: bool = False
    shown: bool = False
    form: str = "plain"
    overrules: tuple[Ruling, ...] = ()
    sums: tuple[tuple[tuple[str, ...], int], ...] = ()
    """Numbers that have to add up: the names of their fields, and the sum."""


@dataclass(frozen=True)
class Holding:
    """A physical card with a known place: its seat, and a word code (a slot, ``hand``, ``out``)."""

    card: Card
    seat: SeatId | None
    place: str


@dataclass(frozen=True)
class Scene:
    """The table now: round, place in the game, deck, known cards, board and hints.

    ``ruler`` is (rounds done, rounds in all); ``complete`` is the newest fully scored round.
    ``hint`` stands beside the seats to act. ``effects`` are the results of the newest entry,
    headline first. ``shown`` replaces totals in the scoreboard. ``phase`` is the index of the
    current part of a turn in ``phases``. ``worth`` lists what scores now, with clause and, if
    fixed, ``points``.
    """

    round: int
    where: Message
    deck: Deck
    ruler: tuple[int, int] | None = None
    banner: Message | None = None
    holdings: tuple[Holding, ...] = ()
    complete: int = 0
    board: tuple[BoardRow, ...] = ()
    hint: Message | None = None
    effects: tuple[Message, ...] = ()
    shown: Mapping[SeatId, Shown] = field(default_factory=dict)
    phases: tuple[Message, ...] = ()
    phase: int = 0
    worth: tuple[Message, ...] = ()
    ahead: tuple[SeatId, ...] | None = None
    """The leaders, where the displayed numbers do not tell."""
    dealer: SeatId | None = None
    """The seat that deals or has dealt; None if no player deals."""
    told: Mapping[SeatId, Mapping[str, Value]] = field(default_factory=dict)
    """What each seat has entered before in this round, by the labels of its fields."""

    def numbers(self, sums: Mapping[SeatId, int]) -> dict[SeatId, int]:
        """The displayed number of every seat: its total, or the number in ``shown``."""
        return {
            seat: self.shown[seat].value if seat in self.shown else total
            for seat, total in sums.items()
        }


@dataclass(frozen=True)
class Step:
    """One step of the setup guide: a heading, instructions, and cards or a deal to show."""

    title: Message
    body: tuple[Message, ...] = ()
    cards: tuple[Card, ...] = ()
    deal: tuple[tuple[Message, int, int], ...] = ()
    """Rows of (what is dealt, cards for each seat, cards left over)."""
    count: int = 0
    """Tokens to put out (cubes)."""


@dataclass(frozen=True)
class Result:
    """The end of a game: seats in order, ties grouped, the reasons, and whether anybody has won."""

    ranking: tuple[tuple[SeatId, ...], ...]
    reasons: tuple[Message, ...]
    won: bool = True

    @property
    def winners(self) -> tuple[SeatId, ...]:
        """The seats in first place; empty if all have lost."""
        return self.ranking[0] if self.won else ()


class Illegal(Exception):
    """A refused move; ``rulings`` has every objection at once."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        super().__init__(", ".join(f"{ruling.code} {ruling.clause}".strip() for ruling in rulings))
        self.rulings = tuple(rulings)


@dataclass(frozen=True)
class Checked:
    """Result of ``check``: the move if readable, its rulings, and its prompt's ``overrules``."""

    move: Move | None
    rulings: tuple[Ruling, ...]
    demands: tuple[Ruling, ...] = ()

    @property
    def entered(self) -> Checked:
        """The check of a new answer, with the prompt's objections added to the rulings."""
        told = set(map(id, self.rulings))
        return Checked(
            self.move,
            (*(ruling for ruling in self.demands if id(ruling) not in told), *self.rulings),
        )

    @property
    def objections(self) -> tuple[Ruling, ...]:
        """The rulings that refuse the move: impossible ones, and illegal ones not accepted."""
        accepted = self.move.accept if self.move else ()
        return tuple(
            ruling
            for ruling in self.rulings
            if ruling.level is Level.IMPOSSIBLE
            or (ruling.level is Level.ILLEGAL and ruling.code not in accepted)
        )


def totals(
    lines: Sequence[Line],
    seats: Sequence[SeatId],
    through: int | None = None,
    sides: Sequence[Sequence[SeatId]] = (),
) -> dict[SeatId, int]:
    """Points per seat: the sum of the lines that count, up to round ``through`` if given.

    Every seat of one of the ``sides`` has the points of them all.
    """
    sums = dict.fromkeys(seats, 0)
    for line in lines:
        if line.counts and (through is None or line.round <= through):
            sums[line.seat] += line.points
    for side in sides:
        sums |= dict.fromkeys(side, sum(sums[seat] for seat in side))
    return sums


def cards_behind(lines: Sequence[Line], deck: Deck) -> tuple[Card, ...]:
    """The cards behind a number: those its lines name, each at most as often as the deck has it."""
    most: Counter[Card] = Counter()
    for line in lines:
        most |= Counter(line.cards)
    named = [card for line in lines for card in line.cards]
    left = {card: max(most[card], deck.counts.get(card, 0)) for card in most}
    found = []
    for card in named:
        if left[card] > 0:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def rank_by(scores: Mapping[SeatId, Any], low_wins: bool = False) -> tuple[tuple[SeatId, ...], ...]:
    """Seats grouped by equal score, highest first, or lowest first."""
    best = sorted(set(scores.values()), reverse=not low_wins)
    return tuple(tuple(seat for seat, score in scores.items() if score == value) for value in best)


def places(
    ranking: Sequence[Sequence[SeatId]], sides: Sequence[Sequence[SeatId]] = ()
) -> Iterator[tuple[int, Sequence[SeatId]]]:
    """Each group of equal seats with its place: 1 plus the number of seats, or sides, before it."""
    partners = {seat for side in sides for seat in side[1:]}
    sizes = (sum(seat not in partners for seat in group) for group in ranking)
    return zip(accumulate(sizes, initial=1), ranking, strict=False)


def playoff(state: Any, clause: str) -> tuple[Prompt, ...]:
    """The prompt for the play-off winner, if option ``final_tie`` wants one that is still open."""
    first = rank_by(totals(state.finished, state.seats))[0]
    if state.options["final_tie"] != "playoff" or state.playoff or len(first) == 1:
        return ()
    return (Prompt("playoff", None, (Seat(name="winner", values=first),), clause),)


def played_off(
    ranking: Sequence[tuple[SeatId, ...]], winner: SeatId | None, *reasons: Message
) -> Result | None:
    """The result once the play-off has a winner, else None."""
    first, *others = ranking
    if winner:
        return Result(
            ((winner,), tuple(seat for seat in first if seat != winner), *others), reasons
        )
    return None


def bound(field: Field, seats: Sequence[SeatId]) -> Field:
    """An option's field at one table: a seat field takes the table's seats, default the first."""
    if isinstance(field, Seat):
        return replace(field, values=tuple(seats), default=next(iter(seats), None))
    return field


def read_fields(
    field: Iterable[tuple[Field, str]], raw: Mapping[str, object]
) -> tuple[dict[str, Value], list[Ruling]]:
    """Parse fields; a ruling for each unreadable one cites its own clause or the given one."""
    found: dict[str, Value] = {}
    rulings = []
    for one, clause in field:
        try:
            found[one.name] = one.parse(raw.get(one.name))
        except Bad as bad:
            rulings.append(
                Ruling(bad.code, bad.clause or clause, Level.IMPOSSIBLE, bad.params, one.name)
            )
    return found, rulings


def complete_options(
    info: Info, seats: Sequence[SeatId], raw: Mapping[str, object], edition: str = "page"
) -> dict[str, Value]:
    """Every option with its chosen, edition's or default value; raises Illegal with all errors."""
    field = ((bound(option.field, seats), option.clause) for option in info.options)
    chosen, rulings = read_fields(field, {**info.editions.get(edition, {}), **raw})
    least, most = info.seats
    if not least <= len(seats) <= most:
        params = {"least": least, "most": most, "found": len(seats)}
        rulings.append(Ruling("seats", info.players_clause, Level.IMPOSSIBLE, params))
    if len(set(seats)) != len(seats):
        rulings.append(Ruling("same_seat", "", Level.IMPOSSIBLE))
    if rulings:
        raise Illegal(rulings)
    return chosen
