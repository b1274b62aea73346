"""A small game that has one of everything, for tests of the kernel: two rounds of laying one or two
cards.

Each round every seat lays a card (a slot of one) or two (a slot of two), each slot once; the ranks'
values are its points. When all have laid, somebody names the round's favourite, who gets a bonus. A
fine may be noted at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from referee.kernel.cards import RANKS, Card, french, rank
from referee.kernel.contract import (
    Holding,
    Info,
    Level,
    Line,
    Message,
    Move,
    Option,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Slot,
    Step,
    rank_by,
    totals,
)
from referee.kernel.fields import Cards, Choice, Field, Flag, Int, Many, Place, Seat, Text, Value
from referee.kernel.game import Game
from referee.kernel.info import SEAT, Asked
from referee.kernel.ledger import clash

DECK = french(cards="AS 2S 3S 4S 5S AH 2H 3H 4H 5H")
SLOTS = (Slot("one", 1, "TO-2"), Slot("two", 2, "TO-2"))
FOR = Many(name="for", values=("size", "looks"))
FINE = (
    Seat(name="seat"),
    Int(name="points", low=1, high=9),
    Text(name="why", optional=True, most=20),
)
SPOT = Place(name="spot", values=(f"{SEAT}:0", f"{SEAT}:1"))
BONUS = {"big": 5, "small": 1}


@dataclass(frozen=True)
class State:
    """A table: what was laid, per round, by whom and as what; the favourites and fines as they were
    named.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    laid: tuple[tuple[int, SeatId, str, tuple[Card, ...]], ...] = ()
    favourites: tuple[tuple[SeatId, int], ...] = ()
    fines: tuple[tuple[int, SeatId, int], ...] = ()

    @property
    def round(self) -> int:
        """The round being played; one more than there are when all is done."""
        return len(self.favourites) + 1

    @property
    def over(self) -> bool:
        """Whether both rounds are done."""
        return self.round > len(SLOTS)

    def waiting(self) -> list[SeatId]:
        """The seats that have not laid in this round."""
        done = [seat for round_, seat, _, _ in self.laid if round_ == self.round]
        return [seat for seat in self.seats if seat not in done]


def asked_of(slot: Slot) -> tuple[Field, ...]:
    """The fields of a slot."""
    return (Cards(name="cards", deck=DECK, least=slot.size, most=slot.size), Flag(name="gladly"))


class Toy:
    """The game itself."""

    info = Info(
        id="toy",
        prefix="TO",
        version="1",
        seats=(2, 4),
        family="pack",
        slots=SLOTS,
        rounds=2,
        options=(
            Option(Choice(name="entry", values=("open", "secret"), default="open"), "TO-1"),
            Option(Choice(name="bonus", values=("big", "small"), default="big"), "TO-3"),
            Option(Seat(name="dealer"), "TO-1"),
            Option(Int(name="most_fine", low=1, high=9, default=3), "TO-4"),
            Option(Flag(name="even", default=False), "TO-3"),
        ),
        editions={"page": {}, "small": {"bonus": "small"}},
        kinds={
            **{slot.name: Asked("TO-2", asked_of(slot)) for slot in SLOTS},
            "favourite": Asked("TO-3", (SPOT, FOR), table=True),
            "fine": Asked("TO-4", FINE, table=True, aside=True),
        },
    )

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
        return State(seats, options)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if state.over:
            return ()
        seat, points, why = FINE
        most = int(str(state.options["most_fine"]))
        fields = (replace(seat, values=state.seats), replace(points, high=most), why)
        fine = Prompt("fine", None, fields, "TO-4", aside=True)
        return (*self._rest(state), fine)

    def _rest(self, state: State) -> list[Prompt]:
        waiting = state.waiting()
        if waiting:
            secret = state.options["entry"] == "secret"
            return [
                Prompt(slot.name, seat, asked_of(slot), slot.clause, secret=secret, form="pad")
                for seat in waiting
                for slot in SLOTS
                if slot.name not in self._used(state, seat)
            ]
        spots = {
            f"{seat}:{n}": (seat, card)
            for round_, seat, _, cards in state.laid
            if round_ == state.round
            for n, card in enumerate(cards)
        }
        spot = replace(SPOT, values=tuple(spots), shows=spots)
        return [Prompt("favourite", None, (spot, FOR), "TO-3")]

    def _used(self, state: State, seat: SeatId) -> list[str]:
        return [slot for _, who, slot, _ in state.laid if who == seat]

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        if move.kind in BONUS or move.kind not in ("one", "two"):
            return ()
        cards = self._cards(move)
        rulings = clash(DECK, self._holdings(state), move.seat, cards, "TO-1", "cards")
        if move.data.get("gladly"):
            rulings += (Ruling("missing", "TO-2", Level.NOTE),)
        return rulings

    def _cards(self, move: Move) -> tuple[Card, ...]:
        cards = move.data["cards"]
        return cards if isinstance(cards, tuple) else ()

    def _holdings(self, state: State) -> tuple[Holding, ...]:
        """Secret cards may only be held against others once the round is complete, and then they
        are the round's before.
        """
        hidden = state.options["entry"] == "secret"
        return tuple(
            Holding(card, seat, slot)
            for round_, seat, slot, cards in state.laid
            if round_ == state.round and not hidden
            for card in cards
        )

    def advance(self, state: State, move: Move) -> State:
        if move.kind == "fine":
            fine = (state.round, str(move.data["seat"]), int(str(move.data["points"])))
            return replace(state, fines=(*state.fines, fine))
        if move.kind == "favourite":
            seat = str(move.data["spot"]).partition(":")[0]
            reasons = move.data["for"] if isinstance(move.data["for"], tuple) else ()
            return replace(state, favourites=(*state.favourites, (seat, len(reasons))))
        laid = (state.round, str(move.seat), move.kind, self._cards(move))
        return replace(state, laid=(*state.laid, laid))

    def lines(self, state: State) -> tuple[Line, ...]:
        lines, bonus = [], BONUS[str(state.options["bonus"])]
        for round_, seat, slot, cards in state.laid:
            if self._open(state, round_):
                points = sum(RANKS.index(rank(card)) + 1 for card in cards)
                told = {"n": len(cards)}
                lines.append(Line(seat, round_, points, self._clause(2), "laid", told, cards, slot))
        for n, (seat, more) in enumerate(state.favourites, 1):
            told, clause = {"more": more}, self._clause(3)
            lines.append(Line(seat, n, bonus + more, clause, "loved", told, part="season"))
        for round_, seat, points in state.fines:
            lines.append(Line(seat, round_, -points, self._clause(4), "fined", part="season"))
        return tuple(lines)

    def _clause(self, number: int) -> str:
        return f"{self.info.prefix}-{number}"

    def _open(self, state: State, round_: int) -> bool:
        return state.options["entry"] == "open" or round_ < state.round or not state.waiting()

    def see(self, state: State, seat: SeatId | None) -> State:
        if self._open(state, state.round):
            return state
        laid = tuple(
            one if one[0] < state.round or one[1] == seat else (one[0], one[1], "", ())
            for one in state.laid
        )
        return replace(state, laid=laid)

    def scene(self, state: State) -> Scene:
        done = state.round - 1
        return Scene(
            min(state.round, 2),
            Message("round_of", {"n": min(state.round, 2), "of": 2}),
            DECK,
            (done, 2),
            holdings=self._holdings(state),
            complete=done,
        )

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        ranking = rank_by(totals(self.lines(state), state.seats), self.info.low_wins)
        return Result(ranking, (Message("round_of", {"n": 2, "of": 2}, "TO-4"),))

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        return (Step(Message("round_of", {"n": 1, "of": 2}), cards=tuple(DECK.counts)),)

    def paper(self, state: State) -> dict[str, Any]:
        done = [one for one in state.laid if one[0] < state.round]
        return {"rounds": [[seat, list(cards)] for _round, seat, _slot, cards in done]}


class LowToy(Toy):
    """The same game played for the lowest total."""

    info = replace(Toy.info, id="low-toy", prefix="TL", low_wins=True)


def as_game(rules: object) -> Game[Any]:
    """A game of an object whose methods are its rules."""
    names = [field.name for field in fields(Game) if hasattr(rules, field.name)]
    return Game(**{name: getattr(rules, name) for name in names})


TOY, LOW_TOY = as_game(Toy()), as_game(LowToy())
