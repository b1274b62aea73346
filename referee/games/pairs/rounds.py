"""The rounds of Pairs: the deal with its ties, a card or a fold, the card kept as points, and the deck that is used up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from referee.kernel.board import Say
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Move, SeatId, card_of, totals
from referee.kernel.depth import switched
from referee.kernel.fields import Value
from referee.kernel.frozen import replace
from referee.kernel.turns import left_of, order_from

DECK = pairs()
BURNED = 5
SHARED, LEAST = 60, 11
"""What the losing score is a share of, and the lowest that the source names."""


@dataclass(frozen=True)
class State:
    """A table. ``stacks`` are the cards in front of the seats, ``turn`` is who acts after the deal.

    ``due`` are the seats still to get a card in the deal, or to break its tie. ``deck`` is a number of cards, ``discards`` are those
    known. ``finished`` has one line for each round, with the card that was kept.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    depth: str
    stacks: Mapping[SeatId, tuple[Card, ...]]
    due: tuple[SeatId, ...]
    turn: SeatId | None = None
    deck: int = DECK.size - BURNED
    discards: tuple[Card, ...] = ()
    finished: tuple[Line, ...] = ()
    effects: tuple[Say, ...] = ()


def goal(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> int:
    """The points that lose: 60 ÷ players + 1, for seven and eight players as the table agreed (PA-4, PA-A2)."""
    share = SHARED // len(seats) + 1
    return share if options["many_players"] == "rounded_down" else max(share, LEAST)


def points(state: State) -> dict[SeatId, int]:
    """The points of every seat so far."""
    return totals(state.finished, state.seats)


def over(state: State) -> bool:
    """Whether somebody has lost (PA-3)."""
    return max(points(state).values()) >= goal(state.seats, state.options)


def in_play(state: State) -> tuple[Card, ...]:
    """The cards of this round in all stacks."""
    return tuple(card for stack in state.stacks.values() for card in stack)


def lowest(state: State) -> Card:
    """The lowest card in play (PA-14)."""
    return min(in_play(state), key=int)


def holders(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """The seats that have the lowest card, whoever folds first, then to the left (PA-A1)."""
    return tuple(one for one in order_from(state.seats, seat) if lowest(state) in state.stacks[one])


def holdings(state: State) -> tuple[Holding, ...]:
    """Every card whose place is known."""
    stacks = (Holding(card, seat, "stack") for seat, stack in state.stacks.items() for card in stack)
    kept = (Holding(card, line.seat, "kept") for line in state.finished for card in line.cards)
    return (*stacks, *kept, *(Holding(card, None, "discard") for card in state.discards))


def advance(state: State, move: Move) -> State:
    """The state after a move that stands, with a new deck if that used the old one up (PA-17)."""
    after = _played(replace(state, effects=()), str(move.seat), move)
    if after.deck or over(after):
        return after
    # In mid-round some tables go on without a deck, so that only folding is left.
    if after.turn and after.options["deck_out"] == "finish":
        return replace(after, effects=(*after.effects, Say("only_fold", {}, "PA-A3")))
    return _shuffled(after)


def _played(state: State, seat: SeatId, move: Move) -> State:
    match move.kind:
        case "deal":
            return _deal(state, seat, card_of(move))
        case "draw" if card_of(move) in state.stacks[seat]:
            return _scored(_laid(state, seat, card_of(move)), seat, card_of(move), "PA-12", "pair", {})
        case "draw":
            following = left_of(state.seats, seat)
            said = Say("passes", {"seat": following}, "PA-11")
            return replace(_laid(state, seat, card_of(move)), turn=following, effects=(said,))
        case "fold":
            whose = move.data.get("whose") or holders(state, seat)[0]
            return _scored(state, seat, lowest(state), "PA-14", "fold_own" if whose == seat else "fold", {"whose": str(whose)})
        case _:
            return _scored(state, str(move.data["who"]), str(move.data["points"]), "PA-13", "keeps", {})


def _laid(state: State, seat: SeatId, card: Card) -> State:
    return replace(state, deck=max(0, state.deck - 1), stacks={**state.stacks, seat: (*state.stacks[seat], card)})


def _deal(state: State, seat: SeatId, card: Card) -> State:
    """A card of the deal (PA-6); a paired one is discarded and replaced (PA-9).

    The lowest card goes first (PA-7); of equal ones the cards dealt after them decide, or another one must (PA-8).
    """
    if card in state.stacks[seat]:
        said = Say("replaced", {"seat": seat, "card": card}, "PA-9", (card,))
        return replace(state, deck=max(0, state.deck - 1), discards=(*state.discards, card), effects=(said,))
    laid = replace(_laid(state, seat, card), due=state.due[1:])
    if laid.due:
        return laid
    least = min(laid.stacks.values(), key=lambda stack: tuple(map(int, stack)))
    tied = tuple(one for one in laid.seats if laid.stacks[one] == least)
    if len(tied) > 1:
        return replace(laid, due=tied, effects=(Say("tied", {"who": tied, "card": least[-1]}, "PA-8"),))
    return replace(laid, turn=tied[0], effects=(Say("goes_first", {"seat": tied[0]}, "PA-7"),))


def _scored(state: State, seat: SeatId, card: Card, clause: str, code: str, params: Mapping[str, str]) -> State:
    """One card is kept as points (PA-13), the others are discarded, and a new round begins (PA-15) unless somebody has lost (PA-3)."""
    line = Line(seat, len(state.finished) + 1, int(card), clause, code, {"card": card, **params}, (card,))
    others = Counter(in_play(state)) - Counter(line.cards)
    said = Say(code, {"seat": seat, "points": line.points, **line.params, "tone": "stop"}, clause, line.cards)
    after = replace(state, discards=(*state.discards, *others.elements()), finished=(*state.finished, line), effects=(said,))
    return replace(after, stacks=dict.fromkeys(state.seats, ()), due=state.seats, turn=None)


def _shuffled(state: State) -> State:
    """All but the cards kept and in play shuffled, and five burned again (PA-5, PA-17)."""
    fresh = max(0, DECK.size - BURNED - len(state.finished) - len(in_play(state)))
    return replace(state, deck=fresh, discards=(), effects=(*state.effects, Say("shuffled", {"n": fresh, "burned": BURNED}, "PA-17")))


def switch(state: State, depth: str) -> State:
    """The table at another depth; quick rounds do not tell what is discarded, so the cards are shuffled before they are followed again."""
    after: State = switched(state, depth)
    if depth == state.depth or not state.finished:
        return after
    return _shuffled(after) if depth == "full" else replace(after, discards=())
