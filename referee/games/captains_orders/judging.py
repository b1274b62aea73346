"""Every objection to a move, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.kernel.cards import Card
from referee.kernel.contract import Level, Move, Ruling, SeatId, cards_of
from referee.kernel.ledger import clash

from .scoring import captains
from .state import DECK, State, card_of, emptied, holdings, last_card, phase, to_show


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    judged = _JUDGES.get(move.kind)
    return tuple(judged(state, move)) if judged else ()


def _accused(state: State, move: Move) -> Iterator[Ruling]:
    if move.data["accuser"] == move.data["whom"]:
        yield Ruling("accuse_self", "CO-19", Level.IMPOSSIBLE, field="whom")


def _no_copy(state: State, move: Move, seat: SeatId | None = None) -> tuple[Ruling, ...]:
    """A card of which every copy is known to lie elsewhere (CO-1)."""
    return clash(DECK, holdings(state), seat, (card_of(move),), "CO-1", "card")


def _turn(state: State, move: Move) -> Iterator[Ruling]:
    """Whose turn it is, and what an order on the table allows (CO-10, CO-12, CO-31, CO-32)."""
    now, seat = state.now, str(move.seat)
    if seat != now.turn:
        last = now.log[-1] if now.log else None
        used = last and last.kind == "dropped" and last.seat == seat
        params = {"seat": seat, "next": now.turn, **({"card": last.card} if last and used else {})}
        yield Ruling("turn_used", "CO-32", params=params) if used else Ruling("not_your_turn", "CO-10", params=params)
    if move.kind in ("pass", "ask") and now.order:
        yield Ruling("order_lies", "CO-12", params={"seat": now.order.owner, "card": now.order.card})
    if move.kind == "obey" and not now.order:
        yield Ruling("no_order", "CO-12", Level.IMPOSSIBLE)
    if move.kind in ("obey", "order") and now.order and now.order.owner == seat:
        yield Ruling("own_order", "CO-31", Level.IMPOSSIBLE if move.kind == "obey" else Level.ILLEGAL, {"card": now.order.card})
    if move.kind in ("pass", "ask", "accuse") and move.data["whom"] == seat:
        clause = {"pass": "CO-15", "ask": "CO-17", "accuse": "CO-19"}[move.kind]
        yield Ruling(f"{move.kind}_self", clause, Level.IMPOSSIBLE, field="whom")
    if move.kind == "order":
        card = card_of(move)
        if now.order and int(card) >= int(now.order.card):
            yield Ruling("order_not_lower", "CO-28", params={"card": card, "order": now.order.card}, field="card")
        yield from _no_copy(state, move)
        yield from _kept(state, seat, card, now.counts[seat])


def _challenge(state: State, move: Move) -> Iterator[Ruling]:
    """Only a card below the order is a breach (CO-26)."""
    before = state.now.before
    if before is not None and before.order is not None and int(card_of(move)) >= int(before.order.card):
        yield Ruling("obeyed_well", "CO-26", params={"card": card_of(move), "order": before.order.card}, field="card")
    yield from _no_copy(state, move)


def _declare(state: State, move: Move) -> Iterator[Ruling]:
    """Only whoever has no cards left may declare, and the last card must have been a legal one (CO-26, CO-34)."""
    if phase(state) != "declare":
        n = state.now.counts[str(move.seat)]
        yield Ruling("cards_left", "CO-34", Level.IMPOSSIBLE, {"seat": move.seat, "n": n})
        return
    now, card = state.now, card_of(move)
    if not card or now.ending is None:
        return
    yield from _no_copy(state, move)
    if now.ending.how == "obey" and now.order:
        yield from below(now.order.card, card)
    yield from _kept(state, now.ending.seat, card, 1)


def below(order: Card, card: Card) -> tuple[Ruling, ...]:
    """The objection to a card given for an order that is higher (CO-26)."""
    if int(card) >= int(order):
        return ()
    return (Ruling("obeyed_below", "CO-26", params={"card": card, "order": order}, field="card"),)


def _declared(state: State, move: Move) -> Iterator[Ruling]:
    """Quick entry: the last card went to another player, unless it is an order (CO-34, CO-A6)."""
    who, to, how = move.data["who"], move.data["to"], move.data["how"]
    if how != "order" and to is None:
        yield Ruling("to_whom", "CO-34", Level.IMPOSSIBLE, field="to")
    if how != "order" and to == who:
        yield Ruling("pass_self", "CO-15", Level.IMPOSSIBLE, field="to")
    if how == "order" and to is not None:
        yield Ruling("order_to_nobody", "CO-13", Level.IMPOSSIBLE, field="to")
    if how == "ask" and state.options["asked_empty"] == "no_declare":
        yield Ruling("asked_no_declare", "CO-A6", params={"seat": who}, field="how")
    yield from _no_copy(state, move)


def _hand(state: State, move: Move) -> Iterator[Ruling]:
    """A shown hand must fit the deck, the counts, the cards it was given and the orders it was obeyed with."""
    seat, cards = str(move.seat), cards_of(move)
    yield from clash(DECK, holdings(state), seat, cards, "CO-1", "cards")
    if state.depth == "full":
        yield from _size(state, seat, len(cards))
        yield from _obeyed(state, seat, cards)
    yield from _passed(state, seat, cards)
    yield from _accuser(state, seat, cards)


def _accuser(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Ruling]:
    """Where a captain may not accuse, the last hand shows whether one did (CO-39, CO-A3)."""
    ending = state.now.ending
    forbidden = ending is not None and ending.kind == "accusation" and state.options["captain_accuses"] == "forbidden"
    if ending and forbidden and to_show(state) == (seat,) and ending.seat in captains({**state.now.hands, seat: cards}):
        yield Ruling("captain_may_not", "CO-A3", params={"seat": ending.seat})


def _size(state: State, seat: SeatId, found: int) -> Iterator[Ruling]:
    """Every hand has as many cards as were counted: six dealt, one less or more with each act (CO-9, CO-16, CO-18, CO-27)."""
    count = state.now.counts[seat]
    if found == count:
        return
    params = {"seat": seat, "n": count, "found": found}
    log = state.now.log
    kept = [act.kind for act in log if (act.kind == "pass" and act.whom == seat) or (act.kind == "ask" and act.seat == seat)]
    if found > count and kept:
        clause = "CO-16" if "pass" in kept else "CO-18"
        yield Ruling("hand_too_large", clause, params=params, field="cards")
    elif found < count and any(act.kind == "obey" and act.whom == seat for act in log):
        yield Ruling("hand_too_small", "CO-27", params=params, field="cards")
    else:
        yield Ruling("hand_size", "CO-9", params=params, field="cards")


def _obeyed(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Ruling]:
    """Cards received for an order are as high as it (CO-26): so many must still be there."""
    for rank, wanted in reversed(tuple(enumerate(state.now.least[seat], 1))):
        found = sum(int(card) >= rank for card in cards) if wanted else 0
        if found < wanted:
            params: dict[str, Any] = {"seat": seat, "n": wanted, "card": str(rank), "found": found}
            yield Ruling("obey_contradicted", "CO-26", params=params, field="cards")
            return


def _kept(state: State, seat: SeatId, card: Card, held: int) -> Iterator[Ruling]:
    """A card played or shown out of a hand of so many: those received for an order must be among the others (CO-26)."""
    for rank, wanted in reversed(tuple(enumerate(state.now.least[seat], 1))):
        if int(card) < rank and held - 1 < wanted:
            params = {"seat": seat, "n": wanted, "card": str(rank), "found": held - 1}
            yield Ruling("obey_contradicted", "CO-26", params=params, field="card")
            return


def _passed(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Ruling]:
    """The last card shown belongs to the hand it was passed to (CO-36), unless it may have been discarded since (CO-A17)."""
    now, passed = state.now, last_card(state.now)
    if now.ending is None or not passed or seat != now.ending.whom or passed in cards:
        return
    if now.ending.how == "obey" or state.options["last_pass_discard"] == "no":
        yield Ruling("passed_card_missing", "CO-36", params={"seat": seat, "card": passed, "from": emptied(now)}, field="cards")


def _won(state: State, move: Move) -> Iterator[Ruling]:
    """Winners named by the table: somebody was captain (CO-2), and a found captain or a true declaration has one winner."""
    named, ending = set(cards_of(move, "winners")), state.now.ending
    if named == set(state.seats):
        yield Ruling("all_win", "CO-2", field="winners")
    if ending is None or ending.seat not in named or len(named) < 2:
        return
    if ending.kind == "accusation":
        yield Ruling("finder_alone", "CO-22", params={"seat": ending.seat}, field="winners")
    if ending.declared:
        yield Ruling("declarer_alone", "CO-35", params={"seat": ending.seat}, field="winners")


_JUDGES: dict[str, Callable[[State, Move], Iterable[Ruling]]] = {
    **dict.fromkeys(("order", "obey", "pass", "ask", "accuse"), _turn),
    "accused": _accused,
    "declared": _declared,
    "declare": _declare,
    "challenge": _challenge,
    "discard": lambda state, move: _no_copy(state, move, move.seat),
    "hand": _hand,
    "won": _won,
}
