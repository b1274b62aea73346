"""The contract between a game and everything around it: values, the Game protocol and the judgement
written once.

``ask`` (prompts), ``check`` and ``play`` share one judgement, so a greyed-out button and a refusal
can never disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate
from typing import Any

from .board import Row, Say, Shown
from .cards import Card, Deck
from .fields import Bad, Field, Seat, Value
from .info import Info, Option, Sheet, Slot, one_of

__all__ = ["Info", "Option", "Say", "Sheet", "Slot", "one_of"]

SeatId = str
Params = Mapping[str, Any]
COUNTED = ("score", "season")


class Level(StrEnum):
    """How grave a ruling is: not storable, breaks a clause (may be overruled), or merely said
    aloud.
    """

    IMPOSSIBLE = "impossible"
    ILLEGAL = "illegal"
    NOTE = "note"


@dataclass(frozen=True)
class Ruling:
    """The referee's word on a move: ``code`` and ``params`` make the sentence, ``field`` is where
    it belongs.
    """

    code: str
    clause: str = ""
    level: Level = Level.ILLEGAL
    params: Params = field(default_factory=dict)
    field: str | None = None


@dataclass(frozen=True)
class Line:
    """One entry of the score sheet: who, in which round and slot, how many points, why, by which
    cards.
    """

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
    """Whether it is about the whole table; its seat then only says where it stands."""
    told: bool = False
    """Whether the points are as somebody told them, so that no house rule makes others of them."""

    @property
    def counts(self) -> bool:
        """Whether it belongs to the total of its seat; the other parts tell what happened, ``game``
        with points of their own.
        """
        return self.part in COUNTED


@dataclass(frozen=True)
class Move:
    """One entry that answers a prompt; ``accept`` lists the ruling codes the table lets stand."""

    kind: str
    seat: SeatId | None = None
    data: Mapping[str, Value] = field(default_factory=dict)
    accept: tuple[str, ...] = ()


def card_of(move: Move, name: str = "card") -> Card:
    """The one card of a move's field."""
    value = move.data[name]
    return value[0] if isinstance(value, tuple) else str(value)


def cards_of(move: Move, name: str = "cards") -> tuple[str, ...]:
    """The cards, or the names, of a move's field; none where it was left out."""
    value = move.data.get(name)
    return value if isinstance(value, tuple) else ()


def number_of(move: Move, name: str) -> int:
    """The number of a move's field, also where it is one of a few."""
    return int(str(move.data[name]))


@dataclass(frozen=True)
class Prompt:
    """What the referee needs to be told now, and by whom (None: by the table).

    ``secret`` entries stay hidden until the reveal. ``aside`` prompts may be answered but are not
    waited for; one that is ``shown`` stands with the answers that are, any other in the menu.
    ``form`` is how it is best entered: ``pad`` (one seat's cards), ``row`` (one row per seat, each
    with the same places: one card, a seat, a number, or yes and no), ``tap`` (one tap on a choice
    of the last field answers), ``plain``. ``overrules`` are the objections that any answer lets
    stand: who enters it must accept them, and what is impossible nobody can. Logs from before hold
    such answers; these stand as they did.
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


@dataclass(frozen=True)
class Holding:
    """A physical card known to be somewhere: whose, and where (a word code: a slot, ``hand``,
    ``out``).
    """

    card: Card
    seat: SeatId | None
    place: str


@dataclass(frozen=True)
class Scene:
    """What the table looks like now: round, where we are, the ruler of rounds, a banner, the deck
    and where its cards lie.

    ``ruler`` is (rounds done, rounds in all). ``complete`` is the newest round that is fully
    scored. ``board`` is drawn from the top down, ``hint`` stands beside whoever acts, ``effects``
    are what the newest entry led to (headline first) and ``shown`` replaces totals in the
    scoreboard. ``phases`` are the parts of a turn in their order, and ``phase`` is the one it
    stands at. ``worth`` is what can be scored now, each with its clause and, where it is always the
    same, its ``points``.
    """

    round: int
    where: Say
    deck: Deck
    ruler: tuple[int, int] | None = None
    banner: Say | None = None
    holdings: tuple[Holding, ...] = ()
    complete: int = 0
    board: tuple[Row, ...] = ()
    hint: Say | None = None
    effects: tuple[Say, ...] = ()
    shown: Mapping[SeatId, Shown] = field(default_factory=dict)
    phases: tuple[Say, ...] = ()
    phase: int = 0
    worth: tuple[Say, ...] = ()
    ahead: tuple[SeatId, ...] | None = None
    """Who leads, where the numbers shown do not say so."""
    dealer: SeatId | None = None
    """Who has dealt, or deals now; nobody where no player deals."""

    def numbers(self, sums: Mapping[SeatId, int]) -> dict[SeatId, int]:
        """The number that every seat is shown with, from its total: that, or what its game counts
        instead.
        """
        return {
            seat: self.shown[seat].value if seat in self.shown else total
            for seat, total in sums.items()
        }


@dataclass(frozen=True)
class Step:
    """One step of the setup guide: a heading, what to do, and cards or a deal to show."""

    title: Say
    body: tuple[Say, ...] = ()
    cards: tuple[Card, ...] = ()
    deal: tuple[tuple[Say, int, int], ...] = ()
    """Rows of (what is dealt, cards for each seat, cards left over)."""
    count: int = 0
    """Tokens to put out (cubes)."""


@dataclass(frozen=True)
class Result:
    """The end: seats in order, tied ones together, how it was decided, and whether anybody has
    won.
    """

    ranking: tuple[tuple[SeatId, ...], ...]
    reasons: tuple[Say, ...]
    won: bool = True

    @property
    def winners(self) -> tuple[SeatId, ...]:
        """The seats in first place; nobody where all have lost."""
        return self.ranking[0] if self.won else ()


class Illegal(Exception):
    """A move that does not stand; ``rulings`` has every objection at once."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        super().__init__(", ".join(f"{ruling.code} {ruling.clause}".strip() for ruling in rulings))
        self.rulings = tuple(rulings)


@dataclass(frozen=True)
class Checked:
    """What ``check`` found: the move if it could be read, every ruling on it, and what its prompt
    demands to be accepted.
    """

    move: Move | None
    rulings: tuple[Ruling, ...]
    demands: tuple[Ruling, ...] = ()

    @property
    def entered(self) -> Checked:
        """The same for an answer that is entered now: what it lets stand is objected to until it is
        accepted.
        """
        told = set(map(id, self.rulings))
        return Checked(
            self.move,
            (*(ruling for ruling in self.demands if id(ruling) not in told), *self.rulings),
        )

    @property
    def objections(self) -> tuple[Ruling, ...]:
        """The rulings that keep the move from standing: those neither noted nor accepted."""
        accepted = self.move.accept if self.move else ()
        return tuple(
            ruling
            for ruling in self.rulings
            if ruling.level is Level.IMPOSSIBLE
            or (ruling.level is Level.ILLEGAL and ruling.code not in accepted)
        )


def totals(
    lines: Sequence[Line], seats: Sequence[SeatId], through: int | None = None
) -> dict[SeatId, int]:
    """Points per seat: only ever a sum of the lines that count; ``through`` leaves out later
    rounds.
    """
    sums = dict.fromkeys(seats, 0)
    for line in lines:
        if line.counts and (through is None or line.round <= through):
            sums[line.seat] += line.points
    return sums


def cards_behind(lines: Sequence[Line], deck: Deck) -> tuple[Card, ...]:
    """The cards that make up a number: those its lines name, a card of several lines as often as
    the deck has it.
    """
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


def places(ranking: Sequence[Sequence[SeatId]]) -> Iterator[tuple[int, Sequence[SeatId]]]:
    """Each group of equal seats after its place: 1 more than how many are before it."""
    return zip(accumulate(map(len, ranking), initial=1), ranking, strict=False)


def playoff(state: Any, clause: str) -> tuple[Prompt, ...]:
    """Who won the play-off of those in first place, where the option ``final_tie`` wants one and
    the state does not know it yet.
    """
    first = rank_by(totals(state.finished, state.seats))[0]
    if state.options["final_tie"] != "playoff" or state.playoff or len(first) == 1:
        return ()
    return (Prompt("playoff", None, (Seat(name="winner", values=first),), clause),)


def played_off(
    ranking: Sequence[tuple[SeatId, ...]], winner: SeatId | None, *reasons: Say
) -> Result | None:
    """The end once the play-off of those in first place has a winner."""
    first, *others = ranking
    return (
        Result(((winner,), tuple(seat for seat in first if seat != winner), *others), reasons)
        if winner
        else None
    )


def bound(field: Field, seats: Sequence[SeatId]) -> Field:
    """An option's field at a certain table: a seat is one of its seats, by default the first."""
    return (
        replace(field, values=tuple(seats), default=next(iter(seats), None))
        if isinstance(field, Seat)
        else field
    )


def read_fields(
    field: Iterable[tuple[Field, str]], raw: Mapping[str, object]
) -> tuple[dict[str, Value], list[Ruling]]:
    """The values of fields, and a ruling for each that cannot be read by the clause it comes with,
    or one of its own.
    """
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
    """Every option of a game with its chosen, edition's or default value; raises Illegal naming
    each unreadable one.
    """
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
