"""The referee’s word on a move, by what everybody saw: the log of passes, hand sizes, cards known and cards shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from referee.kernel import ledger
from referee.kernel.cards import Card
from referee.kernel.contract import Holding, Level, Move, Ruling, SeatId, card_of, cards_of

from .state import DECK, Hand, State, is_due, losers, moment, open_hand, shape, winners

Rulings = tuple[Ruling, ...]


def judge(state: State, move: Move) -> Rulings:
    """Every objection to a move."""
    judged = _JUDGES.get(move.kind)
    return judged(state, move) if judged else ()


def claimed(state: State, move: Move, seat: SeatId) -> tuple[Card, ...] | None:
    """The hand somebody goes out with: the one shown, else the one everybody has seen; None where it is not told."""
    return cards_of(move, "hand") if "hand" in move.data else open_hand(state, seat)


def _clash(state: State, seat: SeatId | None, cards: tuple[Card, ...], field: str | None) -> Rulings:
    """More copies of a number than the deck has (CR-1)."""
    own = state.now.hands.get(seat, Hand()).known if seat is not None and seat not in state.now.shown else ()
    if all(state.unseen[card] + own.count(card) >= cards.count(card) for card in cards):
        return ()
    return ledger.clash(DECK, state.lying, seat, cards, "CR-1", field or "")


def _draw(state: State, move: Move) -> Rulings:
    """The first card, drawn by the dealer alone (CR-7, CR-A13)."""
    found = _clash(state, None, (card_of(move),), "card")
    return found if state.now.step == "draw" else (Ruling("no_draw", "CR-A13"), *found)


def _pass(state: State, move: Move) -> Rulings:
    """A card passed: in turn, after what must come first, and out of a hand that can hold it (CR-7, CR-11, CR-12, CR-17)."""
    now, seat, card = state.now, str(move.seat), card_of(move)
    found: list[Ruling] = []
    if seat != now.active:
        found.append(Ruling("out_of_turn", "CR-12", params={"next": now.active, "seat": seat}))
    elif now.step == "draw":
        found.append(Ruling("draw_first", "CR-7", params={"seat": seat}))
    elif is_due(state):
        code, clause = ("change_due", "CR-17") if now.deck else ("stop_due", "CR-18")
        found.append(Ruling(code, clause, params={"card": now.received, "seat": seat}))
    copies = (card, card) if move.data.get("which") == "other" and card == now.received else (card,)
    return (*found, *_in_hand(state, seat, copies, "CR-11", "card"))


def _in_hand(state: State, seat: SeatId, cards: tuple[Card, ...], clause: str, field: str | None) -> Rulings:
    """A card that this hand cannot hold: all copies are elsewhere, or all cards of the hand are known (CR-8, CR-11)."""
    card, known = cards[0], state.now.hands[seat].known
    clash = _clash(state, seat, cards, field)
    if clash or state.could[seat][card] >= len(cards):
        return clash
    params = {"card": card, "seat": seat, "n": known.count(card), "known": sorted(known, key=int)}
    return (Ruling("not_in_hand" if len(cards) == 1 else "no_second", clause, params=params, field=field),)


def _pair(state: State, move: Move) -> Rulings:
    """A pair of a card that was not received, instead of a Change, or without an equal card (CR-8, CR-10, CR-A4, CR-A5)."""
    now, seat = state.now, str(move.seat)
    if now.step == "changed":
        return (Ruling("drawn_not_received", "CR-A4", params={"card": now.received}),)
    if now.step != "received":
        return (Ruling("nothing_received", "CR-10", Level.IMPOSSIBLE, {"seat": seat}),)
    found: list[Ruling] = []
    if is_due(state) and state.options["change_order"] == "always":
        found.append(Ruling("change_not_pair", "CR-A5", params={"card": now.received}))
    return (*found, *_in_hand(state, seat, (now.received, now.received), "CR-8", None))


def _change(state: State, move: Move) -> Rulings:
    """A Change before the number has been all the way round, or without a deck (CR-17, CR-18, CR-19)."""
    found: list[Ruling] = []
    if not is_due(state):
        card, count = state.now.trip
        params = {"card": card, "count": count, "of": len(state.seats)}
        found.append(Ruling("change_early", "CR-17", params=params) if count else Ruling("no_trip", "CR-19", params=params))
    if state.now.deck <= 0:
        found.append(Ruling("deck_empty", "CR-18"))
    return (*found, *_clash(state, None, (card_of(move),), "card"))


def _out(state: State, move: Move) -> Rulings:
    """Going out: at a moment when one may, with a hand that wins (CR-13, CR-14, CR-A4, CR-A11)."""
    seat = str(move.seat)
    found: list[Ruling] = []
    if not moment(state, seat):
        own = seat == state.now.active
        changed = own and state.now.step == "changed"
        code, clause = ("out_after_change", "CR-A4") if changed else ("out_moment", "CR-14") if own else ("out_late", "CR-A11")
        found.append(Ruling(code, clause, params={"seat": seat}))
    return (*found, *_shown(state, seat, claimed(state, move, seat) or (), True))


def _shown(state: State, seat: SeatId, cards: tuple[Card, ...], wins: bool) -> Rulings:
    """A hand laid open: as many cards as there must be, those that are known, none that is elsewhere, and winning if it is to be
    (CR-1, CR-3, CR-11, CR-13).
    """
    found: list[Ruling] = []
    hand = state.now.hands.get(seat)
    if hand is not None:
        if len(cards) != hand.size:
            found.append(Ruling("hand_size", "CR-3", params={"seat": seat, "n": hand.size, "found": len(cards)}, field="hand"))
        missing = sorted((Counter(hand.known) - Counter(cards)).elements(), key=int)
        if missing:
            found.append(Ruling("hand_lacks", "CR-11", params={"seat": seat, "missing": missing}, field="hand"))
    found += _clash(state, seat, cards, "hand")
    if wins and not shape(cards, state.options):
        found.append(_not_winning(cards))
    return tuple(found)


def _not_winning(cards: tuple[Card, ...], field: str = "hand") -> Ruling:
    """Why a hand does not win: too few cards, a number twice or a gap (CR-13, CR-16, CR-A2, CR-A15)."""
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


def _hand(state: State, move: Move) -> Rulings:
    """A hand shown at the end; the winner’s must be a winning one."""
    who = str(move.data["who"])
    return _shown(state, who, cards_of(move, "hand"), who in winners(state))


def _also(state: State, move: Move) -> Rulings:
    """Another one going out at the same moment (CR-A1)."""
    who = str(move.data["who"])
    if "hand" in move.data:
        return _shown(state, who, cards_of(move, "hand"), True)
    cards = claimed(state, move, who)
    return () if cards is None or shape(cards, state.options) else (_not_winning(cards, "who"),)


def _highs(state: State, move: Move) -> Rulings:
    """Highest cards that cannot be: a higher one is known, too few low cards are left, or all copies are elsewhere (CR-1, CR-20)."""
    told: list[Holding] = []
    found: list[Ruling] = []
    for seat in losers(state):
        name = f"high_{seat}"
        card = str(move.data[name])
        if card == "0":
            continue
        if state.could[seat][card] <= sum(held.card == card for held in told):
            found += ledger.clash(DECK, (*state.lying, *told), seat, [card], "CR-1", name)
        found += _not_highest(state, seat, int(card), name)
        if seat not in state.now.hands or card not in state.now.hands[seat].known:
            told.append(Holding(card, seat, "high"))
    return tuple(found) or _too_low_together(state, {seat: int(str(move.data[f"high_{seat}"])) for seat in losers(state)})


def _too_low_together(state: State, highs: Mapping[SeatId, int]) -> Rulings:
    """Several hands that would need more low cards than are left for all of them (CR-1)."""
    for high in sorted(set(highs.values())):
        low = [seat for seat, other in highs.items() if other <= high and seat in state.now.hands]
        needed = sum(state.now.hands[seat].unseen for seat in low)
        could = sum(copies for card, copies in state.could[None].items() if int(card) <= high)
        if needed > could:
            return (Ruling("too_low_together", "CR-1", params={"seats": low, "high": str(high), "n": needed, "could": could}),)
    return ()


def _not_highest(state: State, seat: SeatId, high: int, name: str) -> Rulings:
    hand = state.now.hands.get(seat)
    if hand is None:
        return ()
    known = max(map(int, hand.known), default=0)
    if known > high:
        return (Ruling("not_highest", "CR-20", params={"seat": seat, "card": str(known), "high": str(high)}, field=name),)
    could = sum(copies for card, copies in state.could[seat].items() if int(card) <= high)
    if could < hand.size:
        return (Ruling("too_low", "CR-3", params={"seat": seat, "high": str(high), "n": hand.size, "could": could}, field=name),)
    return ()


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
