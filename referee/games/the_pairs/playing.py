"""The Pairs' state and moves; forced moves happen automatically."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel import ledger
from referee.kernel.board import Message
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Move, SeatId, card_of, number_of
from referee.kernel.game import GameState
from referee.kernel.turns import left_of

DECK = pairs()
HAND = 4
PILES = ("pile1", "pile2")
RESERVE = "reserve"
SOURCES = ("deck", RESERVE)


@dataclass(frozen=True)
class Turn:
    """A turn: whether it ``paired`` a pile top or laid a card in ``reserved``."""

    seat: SeatId
    paired: bool = False
    reserved: bool = False


@dataclass(frozen=True)
class State(GameState):
    """A game: ``known`` are hand cards everybody has seen: reserve cards picked up again.

    ``phase`` is ``play``, ``draw``, ``won`` or ``lost``; ``out`` is the seat that could not play;
    ``left`` counts unplayed cards, from quick entry.
    """

    hands: Mapping[SeatId, int]
    deck: int
    turn: Turn
    before: Turn | None = None
    phase: str = "play"
    piles: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    reserves: Mapping[SeatId, Card] = field(default_factory=dict)
    known: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    turns: Mapping[SeatId, int] = field(default_factory=dict)
    pairs: Mapping[SeatId, int] = field(default_factory=dict)
    out: SeatId | None = None
    left: int | None = None

    @property
    def at(self) -> SeatId:
        """The seat on turn."""
        return self.turn.seat

    @property
    def over(self) -> bool:
        return self.phase in ("won", "lost")

    @property
    def to_go(self) -> int:
        """The number of cards not yet on the piles."""
        if self.left is None:
            return self.deck + sum(self.hands.values()) + len(self.reserves)
        return self.left

    @cached_property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of each pile, None for an empty one."""
        return tuple(pile[-1] if pile else None for pile in self.piles)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        piles = tuple(
            Holding(card, None, name)
            for name, pile in zip(PILES, self.piles, strict=True)
            for card in pile
        )
        reserves = tuple(Holding(card, seat, "reserve") for seat, card in self.reserves.items())
        return (
            *piles,
            *reserves,
            *(Holding(card, seat, "hand") for seat, cards in self.known.items() for card in cards),
        )


def deck_size(seats: int) -> int:
    """Cards left to draw after the deal (TP-2)."""
    return DECK.size - HAND * seats


def fits(card: Card, top: Card | None, wrap: bool) -> bool:
    """Whether a card may go on a pile with this top card (TP-10, TP-11, TP-A4)."""
    if top is None or abs(int(card) - int(top)) <= 1:
        return True
    return wrap and {int(card), int(top)} == {1, 10}


def places_for(state: State, card: Card) -> tuple[str, ...]:
    """The piles that take a card (TP-10, TP-11, TP-13)."""
    wrap = state.options["wrap"] == "yes"
    return tuple(name for name, top in zip(PILES, state.tops, strict=True) if fits(card, top, wrap))


def reason_to_play(state: State, seat: SeatId) -> str | None:
    """A word code for why the seat can certainly play; None if only its hand tells (TP-17)."""
    known = state.known.get(seat, ())
    if seat not in state.reserves:
        return "reserve_free" if state.hands[seat] else None
    if places_for(state, state.reserves[seat]):
        return "reserve_fits"
    if any(places_for(state, card) for card in known):
        return "known_fits"
    useless = sum(
        copies
        for card, copies in ledger.left(DECK, state.holdings).items()
        if not places_for(state, card)
    )
    return "some_fits" if useless < state.hands[seat] - len(known) else None


def certainly_stuck(state: State, seat: SeatId) -> bool:
    """Whether the reserve place is full and no card the seat can have fits (TP-17)."""
    hidden = state.hands[seat] > len(state.known.get(seat, ()))
    unseen = [
        card for card, copies in ledger.left(DECK, state.holdings).items() if copies and hidden
    ]
    return (
        seat in state.reserves
        and not reason_to_play(state, seat)
        and not any(places_for(state, card) for card in unseen)
    )


# Moves


def advance(state: State, move: Move) -> State:
    """The state after an allowed move."""
    fresh, seat, data = replace(state, effects=()), str(move.seat), move.data
    match move.kind:
        case "won":
            return replace(fresh, phase="won", left=0)
        case "lost":
            return replace(fresh, phase="lost", left=number_of(move, "left"))
        case "stuck":
            return _out(fresh, seat, "TP-17")
        case "pass":
            return _next_turn(replace(fresh, turn=Turn(seat)))
        case "keep":
            return _next_turn(fresh)
        case "draw":
            after = _draw(fresh, seat, str(data["source"]))
            return _next_turn(after) if state.phase == "draw" and seat == state.at else after
        case "from_reserve":
            return _play_reserve(fresh, seat, str(data["place"]))
        case _:
            return _play(fresh, seat, card_of(move), str(data["place"]))


def _play(state: State, seat: SeatId, card: Card, place: str) -> State:
    """Play a hand card to a pile or to the reserve place (TP-8, TP-14)."""
    known = list(state.known.get(seat, ()))
    if card in known:
        known.remove(card)
    after = replace(
        state,
        hands={**state.hands, seat: state.hands[seat] - 1},
        known={**state.known, seat: tuple(known)},
    )
    if place != RESERVE:
        return _after_play(_onto_pile(after, seat, card, place, hand=True))
    if seat in after.reserves:
        after = _take_back(after, seat)
    said = Message("reserved", {"who": seat, "card": card}, "TP-14", (card,))
    effects, reserves = (*after.effects, said), {**after.reserves, seat: card}
    return _after_play(
        replace(after, reserves=reserves, turn=Turn(seat, reserved=True), effects=effects)
    )


def _onto_pile(state: State, seat: SeatId, card: Card, place: str, hand: bool) -> State:
    """Lay a card on a pile; an equal number makes a pair (TP-9, TP-10…TP-12, TP-18, TP-A2)."""
    at = PILES.index(place)
    equal = state.tops[at] == card
    paired = equal and (hand or state.options["reserve_pair"] == "yes")
    piles = tuple(
        (*pile, card) if name == place else pile
        for name, pile in zip(PILES, state.piles, strict=True)
    )
    fitting = "TP-11" if state.tops[at] else "TP-10"
    code, clause = (
        ("pair_made", "TP-18")
        if paired
        else ("played", fitting)
        if hand
        else ("reserve_played", "TP-9")
    )
    said = Message(code, {"who": seat, "card": card, "place": place}, clause, (card,))
    pairs = _more(state.pairs, seat) if paired else state.pairs
    return replace(
        state,
        piles=(piles[0], piles[1]),
        turn=Turn(seat, paired=paired),
        pairs=pairs,
        effects=(*state.effects, said),
    )


def _play_reserve(state: State, seat: SeatId, place: str) -> State:
    return _after_play(
        _onto_pile(_without_reserve(state, seat), seat, state.reserves[seat], place, hand=False)
    )


def _without_reserve(state: State, seat: SeatId) -> State:
    return replace(
        state, reserves={each: card for each, card in state.reserves.items() if each != seat}
    )


def _more(counts: Mapping[SeatId, int], seat: SeatId) -> dict[SeatId, int]:
    return {**counts, seat: counts.get(seat, 0) + 1}


def _after_play(state: State) -> State:
    """The draw: none after a pair, automatic if forced (TP-18…TP-20, TP-23, TP-A5, TP-A7)."""
    if state.turn.paired:
        return _next_turn(state)
    reserve = (RESERVE,) if state.at in state.reserves and not state.turn.reserved else ()
    may = (*(("deck",) if state.deck else ()), *reserve)
    if not may:
        return _next_turn(_told(state, "nothing_to_draw", "TP-20"))
    if len(may) > 1 or state.options["must_draw"] == "no":
        return replace(state, phase="draw")
    return _next_turn(_draw(state, state.at, may[0]))


def _draw(state: State, seat: SeatId, source: str) -> State:
    """Draw an unknown card from the deck or the known reserve card (TP-21, TP-22)."""
    if source == RESERVE:
        return _take_back(state, seat) if seat in state.reserves else state
    if not state.deck:
        return state
    drawn = replace(state, deck=state.deck - 1, hands={**state.hands, seat: state.hands[seat] + 1})
    return _told(drawn, "drew", "TP-21", who=seat)


def _take_back(state: State, seat: SeatId) -> State:
    card = state.reserves[seat]
    hands = {**state.hands, seat: state.hands[seat] + 1}
    known = {**state.known, seat: (*state.known.get(seat, ()), card)}
    return _told(
        replace(_without_reserve(state, seat), hands=hands, known=known),
        "took_back",
        "TP-22",
        who=seat,
        card=card,
    )


def _next_turn(state: State) -> State:
    """Pass the turn left, skipping players without cards (TP-4, TP-16, TP-24)."""
    state = replace(state, phase="play", turns=_more(state.turns, state.at))
    for _ in (*state.seats, *state.seats):
        if state.to_go == 0:
            return _told(replace(state, phase="won"), "all_laid", "TP-24")
        state = replace(state, before=state.turn, turn=Turn(left_of(state.seats, state.at)))
        if state.hands[state.at] or state.at in state.reserves:
            return _begin(state)
        if state.deck and state.options["empty_hand"] == "eliminated":
            return _out(state, state.at, "TP-A1")
        if state.deck and state.options["empty_hand"] == "draw_instead":
            state = replace(_draw(state, state.at, "deck"), turns=_more(state.turns, state.at))
        else:
            state = _told(state, "passes", "TP-A1" if state.deck else "TP-16", who=state.at)
    # Everybody passed with cards left, so no play can follow.
    return _out(state, state.at, "TP-A1")


def _begin(state: State) -> State:
    """Begin a turn: out if stuck (TP-17); a lone reserve card with one place is played (TP-9)."""
    if certainly_stuck(state, state.at):
        return _out(state, state.at, "TP-17")
    if state.hands[state.at]:
        return state
    places = places_for(state, state.reserves[state.at])
    return _play_reserve(state, state.at, places[0]) if len(places) == 1 else state


def _told(state: State, code: str, clause: str, **params: str) -> State:
    return replace(state, effects=(*state.effects, Message(code, params, clause)))


def _out(state: State, seat: SeatId, clause: str) -> State:
    """End the game: a player is stuck and the team loses (TP-17, TP-25)."""
    said = Message("out", {"who": seat, "n": state.to_go, "tone": "stop"}, clause)
    return replace(state, phase="lost", out=seat, effects=(said, *state.effects))
