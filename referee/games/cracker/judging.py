"""Objections to a move, by the cards that everybody saw."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from referee.kernel.cards import Card
from referee.kernel.contract import (
    Holding,
    Level,
    Move,
    Ruling,
    SeatId,
    card_of,
    cards_of,
    number_of,
)
from referee.kernel.ledger import clash

from .state import (
    DECK,
    Hand,
    State,
    is_due,
    losers,
    moment,
    open_hand,
    shape,
    winners,
)

Rulings = Iterator[Ruling]


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Object to a Change that is due with no deck left: the round stops (CR-18)."""
    due = seat == state.now.active and is_due(state)
    return (
        Ruling("deck_empty", "CR-18") if kind == "change" and due and state.now.deck <= 0 else None
    )


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Return every objection to a move."""
    judged = _JUDGES.get(move.kind)
    return tuple(judged(state, move)) if judged else ()


def claimed(state: State, move: Move, seat: SeatId) -> tuple[Card, ...] | None:
    """Return the hand a seat goes out with, as shown or seen by everybody; None if unknown."""
    return cards_of(move, "hand") if "hand" in move.data else open_hand(state, seat)


def _clash(state: State, seat: SeatId | None, cards: tuple[Card, ...], field: str) -> Rulings:
    """Object to more copies of a number than the deck has (CR-1)."""
    yield from clash(DECK, state.lying, seat, cards, "CR-1", field)


def _draw(state: State, move: Move) -> Rulings:
    """Judge the first card, which only the dealer draws (CR-7, CR-A13)."""
    if state.now.step != "draw":
        yield Ruling("no_draw", "CR-A13")
    yield from _clash(state, None, (card_of(move),), "card")


def _pass(state: State, move: Move) -> Rulings:
    """Judge a pass: the turn, a draw or Change due first, the hand (CR-7, CR-11, CR-12, CR-17)."""
    now, seat, card = state.now, str(move.seat), card_of(move)
    if seat != now.active:
        yield Ruling("out_of_turn", "CR-12", params={"next": now.active, "seat": seat})
    elif now.step == "draw":
        yield Ruling("draw_first", "CR-7", params={"seat": seat})
    elif is_due(state):
        code, clause = ("change_due", "CR-17") if now.deck else ("stop_due", "CR-18")
        yield Ruling(code, clause, params={"card": now.received, "seat": seat})
    copies = (card, card) if move.data.get("which") == "other" and card == now.received else (card,)
    yield from _in_hand(state, seat, copies, "CR-11", "card")


def _in_hand(
    state: State, seat: SeatId, cards: tuple[Card, ...], clause: str, field: str | None
) -> Rulings:
    """Object to cards a hand cannot have: copies are elsewhere, or all are known (CR-8, CR-11)."""
    card, known = cards[0], state.now.hands[seat].known
    if clashes := tuple(_clash(state, seat, cards, field or "")):
        yield from clashes
    elif state.could[seat][card] < len(cards):
        params = {
            "card": card,
            "seat": seat,
            "n": known.count(card),
            "known": sorted(known, key=int),
        }
        yield Ruling(
            "not_in_hand" if len(cards) == 1 else "no_second", clause, params=params, field=field
        )


def _pair(state: State, move: Move) -> Rulings:
    """Judge a pair: one card received, no Change due, an equal card (CR-8, CR-10, CR-A4, CR-A5)."""
    now, seat = state.now, str(move.seat)
    if now.step == "changed":
        yield Ruling("drawn_not_received", "CR-A4", params={"card": now.received})
    elif now.step != "received":
        yield Ruling("nothing_received", "CR-10", Level.IMPOSSIBLE, {"seat": seat})
    else:
        if is_due(state) and state.options["change_order"] == "always":
            yield Ruling("change_not_pair", "CR-A5", params={"card": now.received})
        yield from _in_hand(state, seat, (now.received, now.received), "CR-8", None)


def _change(state: State, move: Move) -> Rulings:
    """Judge a Change: the number has gone round, and a deck is left (CR-17, CR-18, CR-19)."""
    if not is_due(state):
        card, count = state.now.trip
        code, clause = ("change_early", "CR-17") if count else ("no_trip", "CR-19")
        yield Ruling(code, clause, params={"card": card, "count": count, "of": len(state.seats)})
    if state.now.deck <= 0:
        yield Ruling("deck_empty", "CR-18")
    yield from _clash(state, None, (card_of(move),), "card")


def _out(state: State, move: Move) -> Rulings:
    """Judge going out: the moment and a winning hand (CR-13, CR-14, CR-A4, CR-A11)."""
    seat = str(move.seat)
    if not moment(state, seat):
        own = seat == state.now.active
        changed = own and state.now.step == "changed"
        code, clause = (
            ("out_after_change", "CR-A4")
            if changed
            else ("out_moment", "CR-14")
            if own
            else ("out_late", "CR-A11")
        )
        yield Ruling(code, clause, params={"seat": seat})
    yield from _shown(state, seat, claimed(state, move, seat) or (), True)


def _shown(state: State, seat: SeatId, cards: tuple[Card, ...], wins: bool) -> Rulings:
    """Judge a shown hand: size, known cards, copies, winning shape (CR-1, CR-3, CR-11, CR-13)."""
    if hand := state.now.hands.get(seat):
        if len(cards) != hand.size:
            yield Ruling(
                "hand_size",
                "CR-3",
                params={"seat": seat, "n": hand.size, "found": len(cards)},
                field="hand",
            )
        if missing := sorted((Counter(hand.known) - Counter(cards)).elements(), key=int):
            yield Ruling(
                "hand_lacks", "CR-11", params={"seat": seat, "missing": missing}, field="hand"
            )
    yield from _clash(state, seat, cards, "hand")
    if wins and not shape(cards, state.options):
        yield _not_winning(cards)


def _not_winning(cards: tuple[Card, ...], field: str = "hand") -> Ruling:
    """Return why a hand does not win: size, a repeat or a gap (CR-13, CR-16, CR-A2, CR-A15)."""
    in_order = sorted(cards, key=int)
    params = {"hand": in_order}
    if len(cards) < 2:
        return Ruling("too_few_to_win", "CR-A2", params={**params, "n": len(cards)}, field=field)
    twice = next((card for card, n in Counter(in_order).items() if n > 1), None)
    if twice:
        return Ruling("number_twice", "CR-13", params={**params, "card": twice}, field=field)
    if {"1", "10"} <= set(cards):
        return Ruling("no_wrap", "CR-A15", params=params, field=field)
    gap = next(str(n) for n in range(int(in_order[0]), int(in_order[-1])) if str(n) not in cards)
    return Ruling("gap", "CR-16", params={**params, "card": gap}, field=field)


def _also(state: State, move: Move) -> Rulings:
    """Judge another seat going out at the same moment (CR-A1)."""
    who = str(move.data["who"])
    cards = claimed(state, move, who)
    if "hand" in move.data:
        yield from _shown(state, who, cards_of(move, "hand"), True)
    elif cards is not None and not shape(cards, state.options):
        yield _not_winning(cards, "who")


def _hand(state: State, move: Move) -> Rulings:
    who = str(move.data["who"])
    return _shown(state, who, cards_of(move, "hand"), who in winners(state))


def _highs(state: State, move: Move) -> Rulings:
    """Object to impossible highest cards, by known cards and the copies left (CR-1, CR-20)."""
    told: list[Holding] = []
    found: list[Ruling] = []
    highs = {seat: number_of(move, f"high_{seat}") for seat in losers(state)}
    for seat, high in highs.items():
        card, name = str(high), f"high_{seat}"
        if not high:
            continue
        if state.could[seat][card] <= sum(held.card == card for held in told):
            found += clash(DECK, (*state.lying, *told), seat, [card], "CR-1", name)
        found += _not_highest(state, seat, high, name)
        if seat not in state.now.hands or card not in state.now.hands[seat].known:
            told.append(Holding(card, seat, "high"))
    return iter(found) if found else _too_low_together(state, highs)


def _low_cards(state: State, seat: SeatId | None, high: int) -> int:
    return sum(copies for card, copies in state.could[seat].items() if int(card) <= high)


def _too_low_together(state: State, highs: Mapping[SeatId, int]) -> Rulings:
    """Object if several hands need more low cards than are left (CR-1)."""
    for high in sorted(set(highs.values())):
        low = [seat for seat, other in highs.items() if other <= high and seat in state.now.hands]
        needed = sum(state.now.hands[seat].unseen for seat in low)
        could = _low_cards(state, None, high)
        if needed > could:
            yield Ruling(
                "too_low_together",
                "CR-1",
                params={"seats": low, "high": str(high), "n": needed, "could": could},
            )
            return


def _not_highest(state: State, seat: SeatId, high: int, name: str) -> Rulings:
    hand = state.now.hands.get(seat, Hand(0))
    known, could = max(map(int, hand.known), default=0), _low_cards(state, seat, high)
    if known > high:
        yield Ruling(
            "not_highest",
            "CR-20",
            params={"seat": seat, "card": str(known), "high": str(high)},
            field=name,
        )
    elif could < hand.size:
        yield Ruling(
            "too_low",
            "CR-3",
            params={"seat": seat, "high": str(high), "n": hand.size, "could": could},
            field=name,
        )


_JUDGES: dict[str, Callable[[State, Move], Rulings]] = {
    "draw": _draw,
    "pass": _pass,
    "pair": _pair,
    "change": _change,
    "out": _out,
    "also": _also,
    "hand": _hand,
    "highs": _highs,
}
