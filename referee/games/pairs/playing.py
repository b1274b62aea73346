"""The state of Pairs and its moves: the deal, a card, a fold, the end of a round (PA-3…PA-17)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.kernel.board import Message
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Move, SeatId, card_of, totals
from referee.kernel.game import GameState, Options, Seats
from referee.kernel.turns import left_of, order_from

DECK = pairs()
BURNED = 5
SHARED, LEAST = 60, 11
"""The dividend of the losing score, and the lowest losing score in the source."""


@dataclass(frozen=True)
class State(GameState):
    """A table: ``stacks`` are the cards in front of the seats, ``turn`` acts after the deal.

    ``due`` are the seats to be dealt a card, also to break a tie. ``deck`` counts cards left,
    ``discards`` are the known ones. ``finished`` has one line per round, with the card kept.
    """

    stacks: Mapping[SeatId, tuple[Card, ...]]
    due: tuple[SeatId, ...]
    turn: SeatId | None = None
    deck: int = DECK.size - BURNED
    discards: tuple[Card, ...] = ()


def goal(seats: Seats, options: Options) -> int:
    """The losing score: 60 // players + 1, at least 11 unless rounded down (PA-4, PA-A2)."""
    share = SHARED // len(seats) + 1
    return share if options["many_players"] == "rounded_down" else max(share, LEAST)


def points(state: State) -> dict[SeatId, int]:
    """The points of every seat so far."""
    return totals(state.finished, state.seats)


def over(state: State) -> bool:
    """Whether a seat has reached the losing score (PA-3)."""
    return max(points(state).values()) >= goal(state.seats, state.options)


def in_play(state: State) -> tuple[Card, ...]:
    """The cards of this round in all stacks."""
    return tuple(card for stack in state.stacks.values() for card in stack)


def lowest(state: State) -> Card:
    """The lowest card in play (PA-14)."""
    return min(in_play(state), key=int)


def holders(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """The seats with the lowest card, from the folding seat to the left (PA-A1)."""
    return tuple(one for one in order_from(state.seats, seat) if lowest(state) in state.stacks[one])


def holdings(state: State) -> tuple[Holding, ...]:
    """Every card with a known place."""
    stacks = (
        Holding(card, seat, "stack") for seat, stack in state.stacks.items() for card in stack
    )
    kept = (Holding(card, line.seat, "kept") for line in state.finished for card in line.cards)
    return (*stacks, *kept, *(Holding(card, None, "discard") for card in state.discards))


def advance(state: State, move: Move) -> State:
    """The state after an allowed move; an empty deck is reshuffled (PA-17)."""
    after = _played(replace(state, effects=()), str(move.seat), move)
    if after.deck or over(after):
        return after
    # House rule `finish`: mid-round the table plays on without a deck and may only fold (PA-A3).
    # If the deal used the last card, the round has not begun and the deck is reshuffled.
    if state.turn and after.turn and after.options["deck_out"] == "finish":
        return replace(after, effects=(*after.effects, Message("only_fold", {}, "PA-A3")))
    return _shuffled(after)


def _played(state: State, seat: SeatId, move: Move) -> State:
    match move.kind:
        case "deal":
            return _deal(state, seat, card_of(move))
        case "draw" if card_of(move) in state.stacks[seat]:
            return _scored(
                _laid(state, seat, card_of(move)), seat, card_of(move), "PA-12", "pair", {}
            )
        case "draw":
            following = left_of(state.seats, seat)
            said = Message("passes", {"seat": following}, "PA-11")
            return replace(_laid(state, seat, card_of(move)), turn=following, effects=(said,))
        case "fold":
            whose = move.data.get("whose") or holders(state, seat)[0]
            return _scored(
                state,
                seat,
                lowest(state),
                "PA-14",
                "fold_own" if whose == seat else "fold",
                {"whose": str(whose)},
            )
        case _:
            return _scored(
                state, str(move.data["who"]), str(move.data["points"]), "PA-13", "keeps", {}
            )


def _laid(state: State, seat: SeatId, card: Card) -> State:
    return replace(
        state,
        deck=max(0, state.deck - 1),
        stacks={**state.stacks, seat: (*state.stacks[seat], card)},
    )


def _deal(state: State, seat: SeatId, card: Card) -> State:
    """Deal a card (PA-6): replace a pair (PA-9), lowest goes first (PA-7), ties get more (PA-8)."""
    if card in state.stacks[seat]:
        said = Message("replaced", {"seat": seat, "card": card}, "PA-9", (card,))
        return replace(
            state, deck=max(0, state.deck - 1), discards=(*state.discards, card), effects=(said,)
        )
    laid = replace(_laid(state, seat, card), due=state.due[1:])
    if laid.due:
        return laid
    least = min(laid.stacks.values(), key=lambda stack: tuple(map(int, stack)))
    tied = tuple(one for one in laid.seats if laid.stacks[one] == least)
    if len(tied) > 1:
        return replace(
            laid, due=tied, effects=(Message("tied", {"who": tied, "card": least[-1]}, "PA-8"),)
        )
    return replace(laid, turn=tied[0], effects=(Message("goes_first", {"seat": tied[0]}, "PA-7"),))


def _scored(
    state: State, seat: SeatId, card: Card, clause: str, code: str, params: Mapping[str, str]
) -> State:
    """Keep a card as points (PA-13), discard the rest, start a round (PA-15) unless lost (PA-3)."""
    line = Line(
        seat, len(state.finished) + 1, int(card), clause, code, {"card": card, **params}, (card,)
    )
    others = Counter(in_play(state)) - Counter(line.cards)
    said = Message(
        code,
        {"seat": seat, "points": line.points, **line.params, "tone": "stop"},
        clause,
        line.cards,
    )
    after = replace(
        state,
        discards=(*state.discards, *others.elements()),
        finished=(*state.finished, line),
        effects=(said,),
    )
    return replace(after, stacks=dict.fromkeys(state.seats, ()), due=state.seats, turn=None)


def _shuffled(state: State) -> State:
    """Shuffle all cards but those kept and in play; burn five again (PA-5, PA-17)."""
    fresh = max(0, DECK.size - BURNED - len(state.finished) - len(in_play(state)))
    return replace(
        state,
        deck=fresh,
        discards=(),
        effects=(*state.effects, Message("shuffled", {"n": fresh, "burned": BURNED}, "PA-17")),
    )


def switch(state: State, depth: str) -> State:
    """The table at another depth; a round begun card by card is dropped and entered at its end.

    Quick rounds do not record discards, so a return to full depth reshuffles.
    """
    after = replace(
        state,
        depth=depth,
        effects=(),
        stacks=dict.fromkeys(state.seats, ()),
        due=state.seats,
        turn=None,
        deck=state.deck + len(in_play(state)),
    )
    if depth == state.depth or not state.finished:
        return after
    return _shuffled(after) if depth == "full" else replace(after, discards=())
