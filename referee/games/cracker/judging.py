"""Prompts (every card, or who is out in quick entry) and objections by the cards everybody saw."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from referee.kernel.cards import Card
from referee.kernel.contract import (
    Holding,
    Level,
    Move,
    Prompt,
    Ruling,
    SeatId,
    card_of,
    cards_of,
    number_of,
)
from referee.kernel.fields import Cards, Choice, Field, Int, Seat
from referee.kernel.ledger import clash
from referee.kernel.turns import order_from

from .state import (
    DEALT,
    DECK,
    Hand,
    State,
    is_due,
    losers,
    moment,
    open_hand,
    seen_whole,
    shape,
    winners,
)

Rulings = Iterator[Ruling]


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return every possible prompt; an aside is not awaited, or is only there to be refused."""
    if state.over:
        return ()
    if state.now.step == "reveal":
        return tuple(_reveal(state))
    if state.now.step == "quick":
        return Prompt(
            "won", None, (Seat(name="who", values=state.seats),), "CR-13", form="tap"
        ), Prompt("stop", None, (), "CR-18")
    return (*_turn(state), *_out_of_turn(state))


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Object to a Change that is due with no deck left: the round stops (CR-18)."""
    due = seat == state.now.active and is_due(state)
    return (
        Ruling("deck_empty", "CR-18") if kind == "change" and due and state.now.deck <= 0 else None
    )


def _turn(state: State) -> list[Prompt]:
    """Return the actions of the seat in turn, the commonest first (CR-7…CR-17)."""
    now, seat, out = state.now, state.now.active, _ask_out(state, state.now.active)
    if now.step == "draw":
        return [_ask_draw(state), out, _later(seat)]
    if is_due(state):
        first = _ask_change(state, False) if now.deck else Prompt("stop", seat, (), "CR-18")
        return [
            first,
            _ask_pair(state, state.options["change_order"] == "always"),
            out,
            _later(seat),
        ]
    found = [
        _ask_pass(state),
        _ask_pair(state, now.step != "received"),
        out,
        _ask_change(state, True),
    ]
    return [*found, _ask_draw(state)] if now.step == "open" else found


def _out_of_turn(state: State) -> Iterable[Prompt]:
    """Ask the others; a last passer whose hand is known to win is awaited (CR-12, CR-A11)."""
    for seat in order_from(state.seats, state.now.active)[1:]:
        out = _ask_out(state, seat)
        yield replace(out, aside=bool(out.fields)) if moment(state, seat) else _late(seat)
        yield _later(seat)


@cache
def _later(seat: SeatId) -> Prompt:
    """Return a pass before the turn, there to be refused by its clause."""
    return Prompt("pass", seat, (Cards(name="card", deck=DECK),), "CR-11", form="tap", aside=True)


@cache
def _late(seat: SeatId) -> Prompt:
    """Return going out at the wrong moment, there to be refused by its clause."""
    return Prompt(
        "out", seat, (Cards(name="hand", deck=DECK, least=0, most=DEALT + 1),), "CR-14", aside=True
    )


def _ask_draw(state: State) -> Prompt:
    card = Cards(name="card", deck=DECK, left=state.could[None])
    return Prompt(
        "draw", state.now.active, (card,), "CR-7", form="tap", aside=state.now.step == "open"
    )


def _ask_pass(state: State) -> Prompt:
    """Ask for the card passed; by house rule also whether it is the same one (CR-11, CR-A3)."""
    now, left = state.now, state.could[state.now.active]
    fields: tuple[Field, ...] = (Cards(name="card", deck=DECK, left=left),)
    if (
        state.options["change_count"] == "same_card"
        and now.received
        and now.trip[0] == now.received
        and left[now.received] > 1
    ):
        fields = (Choice(name="which", values=("same", "other"), default="same"), *fields)
    return Prompt("pass", now.active, fields, "CR-11", form="tap")


def _ask_pair(state: State, aside: bool) -> Prompt:
    """Offer a pair of the received card, as an aside if the hand cannot have one (CR-8)."""
    received = state.now.received
    possible = bool(received) and state.could[state.now.active][received] > 1
    return Prompt("pair", state.now.active, (), "CR-8", aside=aside or not possible)


def _ask_change(state: State, aside: bool) -> Prompt:
    card = Cards(name="card", deck=DECK, left={} if aside else state.could[None])
    return Prompt("change", state.now.active, (card,), "CR-17", form="tap", aside=aside)


def _ask_out(state: State, seat: SeatId) -> Prompt:
    """Offer going out; a hand that everybody has seen is not asked for (CR-13, CR-14)."""
    seen = seen_whole(state, seat)
    if not moment(state, seat) or (seen is not None and not shape(seen, state.options)):
        return _late(seat)
    return Prompt("out", seat, () if seen is not None else (_ask_hand(state, (seat,)),), "CR-14")


def _reveal(state: State) -> Iterator[Prompt]:
    """Ask for the highest cards, a whole hand or a second seat going out (CR-20, CR-A1)."""
    quick, asked = state.depth == "quick", losers(state)
    highs = (
        Int(name=f"high_{seat}", low=0 if quick else 1, high=DEALT, about=seat, label="high")
        for seat in asked
    )
    yield Prompt("highs", None, tuple(highs), "CR-20")
    unseen = [seat for seat in winners(state) if quick and seat not in state.now.shown]
    if values := tuple(seat for seat in state.seats if seat in (*asked, *unseen)):
        yield Prompt(
            "hand", None, (Seat(name="who", values=values), _ask_hand(state, values)), "CR-20"
        )
    if others := rivals(state):
        told = quick or seen_whole(state, others[0]) is not None
        yield Prompt(
            "also",
            None,
            (Seat(name="who", values=others), *(() if told else (_ask_hand(state, others),))),
            "CR-A1",
        )


def _ask_hand(state: State, seats: tuple[SeatId, ...]) -> Cards:
    """Ask for a hand laid open by one of these seats."""
    could = [state.could[seat] for seat in seats]
    return Cards(
        name="hand",
        deck=DECK,
        least=0,
        most=DEALT + 1,
        left={card: max(left[card] for left in could) for card in DECK.counts},
    )


def rivals(state: State) -> tuple[SeatId, ...]:
    """Return who may have gone out at the same moment, if that changes the score (CR-A1)."""
    now, wanted = state.now, state.options["simultaneous"]
    if len(now.claims) != 1:
        return ()
    first = now.claims[0]
    if first.moment == "told":
        around = order_from(state.seats, first.seat)
        others = (around[1], around[-1])
        return others if wanted == "both" else ()
    if first.moment == "passed":
        return (now.active,) if wanted != "passer" and now.received else ()
    if first.moment == "received" and now.by is not None:
        return (now.by,) if wanted != "receiver" else ()
    return ()


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
        needed, could = (
            sum(state.now.hands[seat].unseen for seat in low),
            _low_cards(state, None, high),
        )
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
