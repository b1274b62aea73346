"""Not a Pair's state and what a move does to it: cards are laid, taken and sorted out of the zones;
and how a game ends (NP-16…NP-21).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel.board import Say
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
DECKS = {
    seats: Deck({card: n for card, n in pairs().counts.items() if int(card) <= highest})
    for seats, highest in HIGHEST.items()
}
"""For each number of players, a Pairs deck without the numbers above the highest (NP-2)."""
HIDDEN = ""
"""Stands for a card that lies face down and may not be seen yet."""


@dataclass(frozen=True)
class State(GameState):
    """One game. ``laid`` and ``taken`` (taker, owner) are the running round's; ``lasts`` are the
    last hand cards (NP-21).

    ``discards`` went away in pairs, ``entered`` are the seats whose zone was entered as it lies at
    the end.
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
        """The seats in the order the marker goes round, from the first start player (NP-12,
        NP-A8).
        """
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
        """The start player of the running round."""
        return self.around[0]

    @cached_property
    def phase(self) -> str:
        """``lay`` or ``take`` a card, ``zones`` (quick entry), ``last`` hand cards, or ``over``."""
        if self.round > ROUNDS:
            return (
                "last"
                if self.options["last_card"] == "yes" and not self._lie_open(self.lasts)
                else "over"
            )
        if self.depth == "quick":
            return "zones"
        return "take" if self._lie_open(self.laid) else "lay"

    def _lie_open(self, cards: Mapping[SeatId, Card]) -> bool:
        """Whether everybody has laid a card and all of them can be seen (NP-8)."""
        return len(cards) == len(self.seats) and HIDDEN not in cards.values()

    @cached_property
    def open(self) -> tuple[SeatId, ...]:
        """Whose cards still lie in front of them, once all lie open."""
        gone = {owner for _, owner in self.taken}
        return tuple(seat for seat in self.laid if seat not in gone)

    @cached_property
    def taker(self) -> SeatId | None:
        """Who takes next: the start player, then whoever lost the card just taken (NP-9, NP-10)."""
        if self.phase != "take":
            return None
        if not self.taken:
            return self.marker
        took = {taker for taker, _ in self.taken}
        chain = (self.taken[-1][1], *self.laid)
        return next((seat for seat in chain if seat not in took), self.marker)

    @cached_property
    def choices(self) -> tuple[SeatId, ...]:
        """The owners of the cards that may be taken next: none that is marked or the taker’s own
        while there are others (NP-9…NP-11).
        """
        fair = tuple(seat for seat in self.open if seat not in (self.marker, self.taker))
        return fair or self.open

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card whose whereabouts are known."""
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
    """Cards that are not dealt and lie face down aside (NP-4)."""
    return DECKS[seats].size - HAND * seats


def see(state: State, seat: SeatId | None) -> State:
    """The state as one seat may know it: in secret entry, cards that lie face down are their
    owners’ alone (NP-7, NP-8, NP-A3).
    """
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
    """The state after a move that stands; what can happen in one way only happens by itself."""
    fresh, seat = replace(state, effects=()), str(move.seat)
    match move.kind:
        case "card":
            after = replace(fresh, laid={**fresh.laid, seat: card_of(move)})
            if after.phase == "take":
                # All cards lie open, and the start player takes first (NP-6…NP-9).
                after = _doubt(
                    replace(after, effects=(Say("all_open", {"who": after.marker}, "NP-9"),)),
                    f"round{after.round}",
                    after.laid,
                )
        case "take":
            after = _take(fresh, seat, str(move.data["owner"]))
        case "last":
            after = _last(fresh, seat, card_of(move))
        case _:
            after = _zone(fresh, seat, cards_of(move))
    # Of takes there may be only one, above all the last player’s of the marked card (NP-11).
    while after.taker is not None and len(after.choices) == 1:
        after = _take(after, after.taker, after.choices[0])
    return after


def _doubt(state: State, part: str, turned: Mapping[SeatId, Card]) -> State:
    """A remark on every card just turned up of which more copies are known than there are
    (NP-1).
    """
    known = Counter(held.card for held in state.holdings)
    many = sorted(
        {card for card in turned.values() if known[card] > state.deck.counts[card]}, key=int
    )
    told = tuple(
        Say(
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
    """A card goes into the taker’s zone, or away with an equal one (NP-9…NP-11, NP-13…NP-15)."""
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
            Say(code, {"who": taker, "from": owner, "card": card}, clause, (card,)),
        ),
    )
    if not after.open:
        return _next_round(after)
    return (
        replace(after, effects=(*after.effects, Say("next_taker", {"who": after.taker}, "NP-10")))
        if len(after.choices) > 1
        else after
    )


def _next_round(state: State) -> State:
    """The marker moves on, until eight rounds are played (NP-12, NP-16)."""
    after = replace(state, round=state.round + 1, laid={}, taken=())
    if after.round <= ROUNDS:
        return replace(
            after, effects=(*after.effects, Say("marker_to", {"who": after.marker}, "NP-12"))
        )
    return replace(after, effects=(*after.effects, Say("rounds_over", {"n": ROUNDS}, "NP-16")))


def _zone(state: State, seat: SeatId, cards: tuple[Card, ...]) -> State:
    """A zone as it lies after eight rounds, in quick entry."""
    entered, zones = (*state.entered, seat), {**state.zones, seat: cards}
    if not state.entered:
        # What was entered round by round before gives way to what lies there now.
        zones, state = dict.fromkeys(state.seats, ()) | {seat: cards}, replace(state, discards=())
    return replace(
        state,
        zones=zones,
        entered=entered,
        round=state.round if len(entered) < len(state.seats) else ROUNDS + 1,
    )


def _last(state: State, seat: SeatId, card: Card) -> State:
    """The last hand card; when all are known they go into the zones together (NP-21, NP-A3)."""
    after = replace(state, lasts={**state.lasts, seat: card})
    if after.phase == "last":
        missing, rest = [seat for seat in state.seats if seat not in after.lasts], unseen(after)
        # If no card was left over, the last one to be told is the only one nobody has seen (NP-4).
        known = state.options["entry"] == "open" and len(missing) == len(rest) == 1
        return _last(after, missing[0], rest[0]) if known else after
    zones = {each: gain(zone, after.lasts[each]) for each, zone in state.zones.items()}
    lines = tuple(
        Line(
            each,
            1,
            0,
            "NP-21",
            "last_added" if last in zone else "last_paired",
            {"card": last, "sum": total(zone)},
            (last,),
            part="last",
        )
        for each, zone in zones.items()
        for last in (after.lasts[each],)
    )
    paired = tuple(line.cards[0] for line in lines if line.code == "last_paired")
    told = tuple(
        Say(line.code, {"who": line.seat, "card": line.cards[0]}, "NP-21", line.cards)
        for line in lines
    )
    discards, finished = (*state.discards, *paired, *paired), (*state.finished, *lines)
    return _doubt(
        replace(after, zones=zones, discards=discards, finished=finished, effects=told),
        "last",
        after.lasts,
    )


# How a game ends


def lines(state: State) -> tuple[Line, ...]:
    """What was taken; at the end who has won or lost the game, the last hand cards and the card
    left over (NP-4, NP-17).
    """
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
    """The cards of which nobody has seen where they went; none where zones were told and not what
    became of the others.
    """
    if state.entered:
        return ()
    return tuple(
        card for card, copies in left(state.deck, state.holdings).items() for _ in range(copies)
    )


def _scores(state: State) -> dict[SeatId, tuple[int, int]]:
    """The sums of the zones, then the numbers of cards that decide a tie (NP-18, NP-19, NP-A4,
    NP-A10).
    """
    before, scores = state.options["tie_count"] == "before_option", {}
    for seat, zone in state.zones.items():
        brought = 0 if not (before and state.lasts) else 1 if state.lasts[seat] in zone else -1
        scores[seat] = total(zone), len(zone) - brought
    return scores


def result(state: State) -> Result | None:
    """The end of the game: highest sum, then more cards, then shared (NP-18, NP-19, NP-20)."""
    return (
        ranked_by_two(
            _scores(state), "sum", "highest_sum NP-18", "more_cards NP-19", "shared NP-20"
        )
        if state.phase == "over"
        else None
    )


def feats(state: State) -> Iterator[Line]:
    """How many cards without a pair everybody has at the end."""
    over = state.phase == "over"
    return (
        Line(seat, 1, len(zone), "NP-18", "long", {"sum": total(zone)}, zone)
        for seat, zone in state.zones.items()
        if over
    )
