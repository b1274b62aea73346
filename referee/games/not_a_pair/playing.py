"""State changes of Not a Pair: play, take and pair off cards; the end of a game (NP-16…NP-21)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel.board import Message
from referee.kernel.cards import Card, Deck, pairs
from referee.kernel.contract import Holding, Line, Move, Result, SeatId, card_of, cards_of, rank_by
from referee.kernel.game import GameState
from referee.kernel.ledger import left
from referee.kernel.turns import order_from
from referee.kernel.wording import ranked_by_two
from referee.shapes.zone import gain, total

HAND = 9
ROUNDS = 8
HIGHEST = {2: 6, 3: 7, 4: 8, 5: 9, 6: 10}
# For each number of players, a Pairs deck up to the highest number in play (NP-2).
DECKS = {
    seats: Deck({card: n for card, n in pairs().counts.items() if int(card) <= highest})
    for seats, highest in HIGHEST.items()
}
# A face-down card that may not be seen yet.
HIDDEN = ""


@dataclass(frozen=True)
class State(GameState):
    """One game. ``laid`` and ``taken`` (taker, owner) are those of the running round.

    ``discards`` are the pairs discarded, ``lasts`` the last hand cards (NP-21).
    ``entered`` are the seats whose final zone was entered (quick entry).
    """

    zones: Mapping[SeatId, tuple[Card, ...]]
    round: int = 1
    laid: Mapping[SeatId, Card] = field(default_factory=dict)
    taken: tuple[tuple[SeatId, SeatId], ...] = ()
    discards: tuple[Card, ...] = ()
    entered: tuple[SeatId, ...] = ()
    lasts: Mapping[SeatId, Card] = field(default_factory=dict)

    @property
    def deck(self) -> Deck:
        """The cards in play (NP-2)."""
        return DECKS[len(self.seats)]

    @cached_property
    def order(self) -> tuple[SeatId, ...]:
        """The seats as the marker passes, from the first start player (NP-12, NP-A8)."""
        return order_from(
            self.seats, str(self.options["start"]), self.options["direction"] == "clockwise"
        )

    @cached_property
    def around(self) -> tuple[SeatId, ...]:
        """The seats of the running round, from its start player on (NP-5, NP-12)."""
        at = (min(self.round, ROUNDS) - 1) % len(self.order)
        return self.order[at:] + self.order[:at]

    @property
    def marker(self) -> SeatId:
        return self.around[0]

    @cached_property
    def phase(self) -> str:
        """``lay``, ``take``, ``zones`` (quick entry), ``last`` (last hand cards) or ``over``."""
        if self.round > ROUNDS:
            if self.options["last_card"] == "yes" and not self._lie_open(self.lasts):
                return "last"
            return "over"
        if self.depth == "quick":
            return "zones"
        return "take" if self._lie_open(self.laid) else "lay"

    def _lie_open(self, cards: Mapping[SeatId, Card]) -> bool:
        """Whether every seat has a card and all are revealed (NP-8)."""
        return len(cards) == len(self.seats) and HIDDEN not in cards.values()

    @cached_property
    def open(self) -> tuple[SeatId, ...]:
        """The owners of cards not yet taken, once all are revealed."""
        gone = {owner for _, owner in self.taken}
        return tuple(seat for seat in self.laid if seat not in gone)

    @cached_property
    def taker(self) -> SeatId | None:
        """Who takes next: the start player, then the owner of the card just taken (NP-9, NP-10)."""
        if self.phase != "take":
            return None
        if not self.taken:
            return self.marker
        took = {taker for taker, _ in self.taken}
        chain = (self.taken[-1][1], *self.laid)
        return next((seat for seat in chain if seat not in took), self.marker)

    @cached_property
    def choices(self) -> tuple[SeatId, ...]:
        """Owners the taker may choose: not the marker or taker, if others are left (NP-9…NP-11)."""
        fair = tuple(seat for seat in self.open if seat not in (self.marker, self.taker))
        return fair or self.open

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card with a known place."""
        shown = (
            self.open
            if self.phase == "take"
            else tuple(seat for seat, card in self.laid.items() if card != HIDDEN)
        )
        fronts = tuple(Holding(self.laid[seat], seat, "front") for seat in shown)
        zones = tuple(
            Holding(card, seat, "zone") for seat in self.seats for card in self.zones[seat]
        )
        kept = self.lasts if self.phase == "last" else {}
        lasts = tuple(Holding(card, seat, "last") for seat, card in kept.items() if card != HIDDEN)
        return (
            *fronts,
            *zones,
            *(Holding(card, None, "discards") for card in self.discards),
            *lasts,
        )


def left_over(seats: int) -> int:
    """How many cards are not dealt and are set aside face down (NP-4)."""
    return DECKS[seats].size - HAND * seats


def see(state: State, seat: SeatId | None) -> State:
    """The state as one seat may know it: secret entry hides others' cards (NP-7, NP-8, NP-A3)."""
    if state.options["entry"] == "open" or state.phase not in ("lay", "last"):
        return state
    return replace(
        state, laid=_covered(state.laid, (seat, state.marker)), lasts=_covered(state.lasts, (seat,))
    )


def _covered(
    cards: Mapping[SeatId, Card], seen: tuple[SeatId | None, ...]
) -> Mapping[SeatId, Card]:
    return {seat: card if seat in seen else HIDDEN for seat, card in cards.items()}


# What a move does


def advance(state: State, move: Move) -> State:
    """The state after a move and the forced takes that follow it."""
    fresh, seat = replace(state, effects=()), str(move.seat)
    match move.kind:
        case "card":
            after = replace(fresh, laid={**fresh.laid, seat: card_of(move)})
            if after.phase == "take":
                # All cards are revealed, and the start player takes first (NP-6…NP-9).
                after = _doubt(
                    replace(after, effects=(Message("all_open", {"who": after.marker}, "NP-9"),)),
                    f"round{after.round}",
                    after.laid,
                )
        case "take":
            after = _take(fresh, seat, str(move.data["owner"]))
        case "last":
            after = _last(fresh, seat, card_of(move))
        case _:
            after = _zone(fresh, seat, cards_of(move))
    # Make forced takes, above all the last player's of the marked card (NP-11).
    while after.taker is not None and len(after.choices) == 1:
        after = _take(after, after.taker, after.choices[0])
    return after


def _doubt(state: State, part: str, turned: Mapping[SeatId, Card]) -> State:
    """Report every card just revealed of which more copies are known than exist (NP-1)."""
    known = Counter(held.card for held in state.holdings)
    many = sorted(
        {card for card in turned.values() if known[card] > state.deck.counts[card]}, key=int
    )
    told = tuple(
        Message(
            "too_many",
            {"card": card, "n": known[card], "copies": state.deck.counts[card]},
            "NP-1",
            (card,),
        )
        for card in many
    )
    first = {card: seat for seat, card in reversed(list(turned.items()))}
    lines = (
        Line(first[said.cards[0]], 1, 0, "NP-1", "too_many", said.params, said.cards, part=part)
        for said in told
    )
    return replace(state, effects=(*state.effects, *told), finished=(*state.finished, *lines))


def _take(state: State, taker: SeatId, owner: SeatId) -> State:
    """A card goes into the taker's zone, or leaves with its equal (NP-9…NP-11, NP-13…NP-15)."""
    card, zone = state.laid[owner], state.zones[taker]
    chain = "NP-9" if not state.taken else "NP-11" if len(state.open) == 1 else "NP-10"
    code, clause = ("paired", "NP-14") if card in zone else ("took", chain)
    params = {"from": owner, "card": card, "sum": total(gain(zone, card))}
    after = replace(
        state,
        taken=(*state.taken, (taker, owner)),
        zones={**state.zones, taker: gain(zone, card)},
        discards=(*state.discards, card, card) if card in zone else state.discards,
        finished=(
            *state.finished,
            Line(taker, 1, 0, clause, code, params, (card,), part=f"round{state.round}"),
        ),
        effects=(
            *state.effects,
            Message(code, {"who": taker, "from": owner, "card": card}, clause, (card,)),
        ),
    )
    if not after.open:
        return _next_round(after)
    if len(after.choices) > 1:
        return replace(
            after, effects=(*after.effects, Message("next_taker", {"who": after.taker}, "NP-10"))
        )
    return after


def _next_round(state: State) -> State:
    """Pass the marker on, until eight rounds are played (NP-12, NP-16)."""
    after = replace(state, round=state.round + 1, laid={}, taken=())
    if after.round <= ROUNDS:
        return replace(
            after, effects=(*after.effects, Message("marker_to", {"who": after.marker}, "NP-12"))
        )
    return replace(after, effects=(*after.effects, Message("rounds_over", {"n": ROUNDS}, "NP-16")))


def _zone(state: State, seat: SeatId, cards: tuple[Card, ...]) -> State:
    """A final zone, in quick entry."""
    entered, zones = (*state.entered, seat), {**state.zones, seat: cards}
    if not state.entered:
        # The final zones replace what was entered round by round.
        zones, state = dict.fromkeys(state.seats, ()) | {seat: cards}, replace(state, discards=())
    return replace(
        state,
        zones=zones,
        entered=entered,
        round=state.round if len(entered) < len(state.seats) else ROUNDS + 1,
    )


def _last(state: State, seat: SeatId, card: Card) -> State:
    """A last hand card; once all are known they go into the zones together (NP-21, NP-A3)."""
    after = replace(state, lasts={**state.lasts, seat: card})
    if after.phase != "last":
        return _all_lasts(after)
    missing, rest = [seat for seat in state.seats if seat not in after.lasts], unseen(after)
    # If no card was left over, the last one missing is the only unseen card (NP-4).
    known = state.options["entry"] == "open" and len(missing) == len(rest) == 1
    return _last(after, missing[0], rest[0]) if known else after


def _all_lasts(state: State) -> State:
    """Each last hand card joins its zone, or leaves it with its pair (NP-21)."""
    zones = {seat: gain(zone, state.lasts[seat]) for seat, zone in state.zones.items()}
    lines, told, paired = list[Line](), list[Message](), list[Card]()
    for seat, zone in zones.items():
        card = state.lasts[seat]
        code = "last_added" if card in zone else "last_paired"
        params = {"card": card, "sum": total(zone)}
        lines.append(Line(seat, 1, 0, "NP-21", code, params, (card,), part="last"))
        told.append(Message(code, {"who": seat, "card": card}, "NP-21", (card,)))
        paired += [card] if code == "last_paired" else []
    after = replace(
        state,
        zones=zones,
        discards=(*state.discards, *paired, *paired),
        finished=(*state.finished, *lines),
        effects=tuple(told),
    )
    return _doubt(after, "last", state.lasts)


# How a game ends


def lines(state: State) -> tuple[Line, ...]:
    """Takes; at the end also results, last hand cards and the card left over (NP-4, NP-17)."""
    if state.phase != "over":
        return state.finished
    first, ends = rank_by(_scores(state))[0], list[Line]()
    for seat, zone in state.zones.items():
        params = {"sum": total(zone), "n": len(zone)}
        ends.append(
            Line(
                seat,
                1,
                int(seat in first),
                "NP-18",
                "won" if seat in first else "lost",
                params,
                zone,
            )
        )
    if rest := unseen(state):
        clause = "NP-4" if state.lasts else "NP-17"
        ends.append(
            Line(
                state.seats[0],
                1,
                0,
                clause,
                "unplayed",
                {"n": len(rest)},
                rest,
                part="rest",
                nobody=True,
            )
        )
    return (*state.finished, *ends)


def unseen(state: State) -> tuple[Card, ...]:
    """The cards nobody has seen; none in quick entry, which does not follow the discards."""
    if state.entered:
        return ()
    return tuple(
        card for card, copies in left(state.deck, state.holdings).items() for _ in range(copies)
    )


def _scores(state: State) -> dict[SeatId, tuple[int, int]]:
    """Sum of each zone, then the card count that breaks ties (NP-18, NP-19, NP-A4, NP-A10)."""
    before, scores = state.options["tie_count"] == "before_option", {}
    for seat, zone in state.zones.items():
        brought = 0 if not (before and state.lasts) else 1 if state.lasts[seat] in zone else -1
        scores[seat] = total(zone), len(zone) - brought
    return scores


def result(state: State) -> Result | None:
    """The end of the game: highest sum, then more cards, then shared (NP-18, NP-19, NP-20)."""
    if state.phase == "over":
        return ranked_by_two(
            _scores(state), "sum", "highest_sum NP-18", "more_cards NP-19", "shared NP-20"
        )
    return None


def highlights(state: State) -> Iterator[Line]:
    """A line per seat with the number of cards in its zone at the end."""
    over = state.phase == "over"
    return (
        Line(seat, 1, len(zone), "NP-18", "long", {"sum": total(zone)}, zone)
        for seat, zone in state.zones.items()
        if over
    )
