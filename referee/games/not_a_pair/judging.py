"""What is asked, and the referee's word on the answers."""

from __future__ import annotations

from collections import Counter

from referee.kernel import ledger
from referee.kernel.contract import Level, Move, Prompt, Ruling, SeatId, card_of, cards_of
from referee.kernel.fields import Cards, Place

from .state import ROUNDS, State, see


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; a take out of turn may be told too, to be refused by its clause."""
    secret = state.options["entry"] == "secret"
    match state.phase:
        case "lay":
            if not state.laid:
                return (_card(state, "card", state.marker, "NP-6", False),)
            return tuple(_card(state, "card", seat, "NP-7", secret) for seat in state.around if seat not in state.laid)
        case "take":
            clause, owner = "NP-10" if state.taken else "NP-9", (Place(name="owner", values=tuple(state.laid)),)
            around = sorted(state.laid, key=lambda seat: seat != state.taker)
            return tuple(Prompt("take", seat, owner, clause, aside=seat != state.taker, form="tap") for seat in around)
        case "zones":
            zone = (_cards(state, "cards", 0, ROUNDS),)
            return tuple(Prompt("zone", seat, zone, "NP-18") for seat in state.seats if seat not in state.entered)
        case "last":
            return tuple(_card(state, "last", seat, "NP-21", secret) for seat in state.seats if seat not in state.lasts)
        case _:
            return ()


def depth_is_open(state: State) -> bool:
    """Another way of entering: zones alone before any round, card by card only from the first round on."""
    return state.phase in ("lay", "zones") and state.untouched and (state.depth == "full" or state.round == 1)


def _cards(state: State, name: str, least: int = 1, most: int = 1) -> Cards:
    """Cards in play at this table (NP-2); the copies left are not to be told where it keeps its discards covered (NP-A6)."""
    layout = "pad" if state.options["show_discards"] == "yes" else "memory"
    default = None if least else ()
    return Cards(name=name, deck=state.deck, least=least, most=most, optional=not least, default=default, layout=layout, clause="NP-2")


def _card(state: State, kind: str, seat: SeatId, clause: str, secret: bool) -> Prompt:
    return Prompt(kind, seat, (_cards(state, "card"),), clause, secret, form="tap")


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move, by what its seat may know."""
    match move.kind:
        case "card" | "last":
            return ledger.clash(state.deck, see(state, move.seat).holdings, None, [card_of(move)], "NP-1", "card")
        case "take":
            return (*_turn(state, move), *_taken(state, move))
        case "zone":
            return _final_zone(state, move)
        case _:
            return ()


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """A card laid before the start player’s (NP-6)."""
    if kind != "card" or state.phase != "lay" or state.laid or seat == state.marker:
        return None
    return Ruling("marker_first", "NP-6", params={"seat": seat, "next": state.marker})


def _turn(state: State, move: Move) -> tuple[Ruling, ...]:
    """Taking a second card, or before one’s card was taken (NP-9, NP-10)."""
    if move.seat == state.taker:
        return ()
    if any(taker == move.seat for taker, _ in state.taken):
        return (Ruling("second_take", "NP-9" if move.seat == state.marker else "NP-10", params={"seat": move.seat}),)
    return (Ruling("not_your_take", "NP-10", params={"seat": move.seat, "next": state.taker}),)


def _taken(state: State, move: Move) -> tuple[Ruling, ...]:
    """A card that is gone, one’s own, or the marked one while another lies open (NP-9, NP-10)."""
    owner, clause = str(move.data["owner"]), "NP-10" if state.taken else "NP-9"
    params = {"owner": owner, "card": state.laid[owner], "seat": move.seat}
    if owner not in state.open:
        return (Ruling("already_taken", clause, Level.IMPOSSIBLE, params, "owner"),)
    if owner == move.seat:
        return (Ruling("own_card", clause, params=params, field="owner"),)
    others = [seat for seat in state.open if seat not in (state.marker, move.seat)]
    if owner == state.marker and others:
        return (Ruling("marked_card", "NP-10", params={**params, "others": others}, field="owner"),)
    return ()


def _final_zone(state: State, move: Move) -> tuple[Ruling, ...]:
    """A zone that cannot be: more copies than there are, a number twice, or an odd number of cards (NP-1, NP-14, NP-15)."""
    cards = cards_of(move)
    others = [held for held in state.holdings if held.seat in state.entered]
    twice = sorted((card for card, n in Counter(cards).items() if n > 1), key=int)
    found = [Ruling("twice_in_zone", "NP-15", params={"card": card}, field="cards") for card in twice]
    if len(cards) % 2:
        found.append(Ruling("odd_zone", "NP-14", params={"n": len(cards), "rounds": ROUNDS}, field="cards"))
    return (*ledger.clash(state.deck, others, None, sorted(set(cards), key=int), "NP-1", "cards"), *found)
