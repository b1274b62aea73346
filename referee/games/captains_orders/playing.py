"""Apply moves, from the first order to the last card (CO-13…CO-36)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.kernel.board import Message
from referee.kernel.cards import Card
from referee.kernel.contract import Illegal, Level, Move, Ruling, SeatId, card_of, cards_of
from referee.kernel.earlier import carried
from referee.kernel.fields import Int
from referee.kernel.game import Told, with_now
from referee.kernel.turns import left_of

from .scoring import settle
from .state import TO_WIN, Act, Ending, Order, State


def advance(state: State, move: Move) -> State:
    """Return the state after a move; settle the round once all of it is known."""
    state = _MOVES[move.kind](replace(state, effects=()), move)
    ending = state.now.ending
    if ending is None:
        return _own_order(state)
    known = not state.to_show or ending.kind == "named"
    return settle(state, ending) if state.phase == "show" and known else state


def _order(state: State, move: Move) -> State:
    """Lay a card face up as the order (CO-13, CO-14) and discard an older one (CO-29)."""
    seat, card, old = str(move.seat), card_of(move), state.now.order
    act = Act("new_order", seat, old.owner, card) if old else Act("order", seat, card=card)
    said = Message(
        "told_new_order" if old else "told_order",
        {"seat": seat, "card": card},
        "CO-29" if old else "CO-14",
        (card,),
    )
    state = _laid(_acted(state, act, {seat: -1}), Order(seat, card))
    return _next(
        _gave(state, seat, card), seat, Ending("empty", seat, how="order", card=card), said
    )


def _laid(state: State, order: Order) -> State:
    """Put an order on the table and discard an older one (CO-29)."""
    old = state.now.order
    return with_now(state, order=order, out=(*state.now.out, old.card) if old else state.now.out)


def _hand_over(state: State, move: Move) -> State:
    """Pass or ask for a card face down; its receiver discards one card (CO-15…CO-18)."""
    seat, whom, passes = str(move.seat), str(move.data["whom"]), move.kind == "pass"
    giver, taker = (seat, whom) if passes else (whom, seat)
    discards = state.now.counts[giver] > 1 or state.options["last_pass_discard"] == "yes"
    state = _gave(
        _acted(state, Act(move.kind, seat, whom), {giver: -1, taker: 0 if discards else 1}), giver
    )
    said = [
        Message(f"told_{move.kind}", {"seat": seat, "whom": whom}, "CO-15" if passes else "CO-17")
    ]
    if discards:
        said.append(Message("told_discard", {"seat": taker}, "CO-16" if passes else "CO-18"))
        shows = state.options["discards_open"] == "yes"
        state = with_now(state, discarder=taker) if shows else _gave(state, taker)
    return _next(state, seat, Ending("empty", giver, taker, move.kind), *said)


def _obey(state: State, move: Move) -> State:
    """Give the owner a card face down, at least as high as the order; no discard (CO-25…CO-27)."""
    seat, order, before = str(move.seat), state.now.order, replace(state.now, before=None)
    assert order is not None
    state = _gave(
        _acted(state, Act("obey", seat, order.owner, order.card), {seat: -1, order.owner: 1}), seat
    )
    high = tuple(
        n + (rank <= int(order.card)) for rank, n in enumerate(state.now.least[order.owner], 1)
    )
    state = with_now(state, least={**state.now.least, order.owner: high}, before=before)
    said = Message("told_obey", {"seat": seat, "whom": order.owner, "card": order.card}, "CO-27")
    return _next(state, seat, Ending("empty", seat, order.owner, "obey"), said)


def _acted(state: State, act: Act, changes: Mapping[SeatId, int]) -> State:
    """Log the act and change the number of cards in hands."""
    counts = {seat: max(0, n + changes.get(seat, 0)) for seat, n in state.now.counts.items()}
    return with_now(state, log=(*state.now.log, act), counts=counts, before=None)


def _gave(state: State, seat: SeatId, card: Card = "10") -> State:
    """Update ``least`` once a hand lost a card; a seen card frees no rank above its own (CO-26)."""
    # An empty hand keeps its value: the last card is checked against it.
    if state.now.counts[seat] == 0:
        return state
    lower = [max(0, n - (rank <= int(card))) for rank, n in enumerate(state.now.least[seat], 1)]
    return with_now(
        state, least={**state.now.least, seat: tuple(max(lower[at:]) for at in range(len(lower)))}
    )


def _next(state: State, seat: SeatId, empty: Ending, *said: Message) -> State:
    """Pass the turn to the left, or end the round if a hand is empty (CO-33)."""
    if state.now.counts[empty.seat] == 0:
        return _end(
            state,
            silenced(state, empty),
            *said,
            Message("told_empty", {"seat": empty.seat}, "CO-33"),
        )
    return with_now(replace(state, effects=said), turn=left_of(state.seats, seat))


def silenced(state: State, empty: Ending) -> Ending:
    """Settle the declaration where the house rules leave no choice (CO-A5, CO-A6)."""
    if empty.how == "ask" and state.options["asked_empty"] == "no_declare":
        return replace(empty, declared=False)
    automatic = state.options["undeclared"] == "auto_declare" and empty.card
    return replace(empty, declared=True) if automatic else empty


def _own_order(state: State) -> State:
    """Discard an order that has come round to its owner; the turn goes on to the left (CO-32)."""
    now = state.now
    if now.order is None or now.order.owner != now.turn or now.discarder is not None:
        return state
    card, owner = now.order.card, now.order.owner
    said = Message("told_dropped", {"seat": owner, "card": card}, "CO-32", (card,))
    now = replace(
        now,
        order=None,
        out=(*now.out, card),
        log=(*now.log, Act("dropped", owner, card=card)),
        turn=left_of(state.seats, owner),
    )
    return replace(state, now=now, effects=(*state.effects, said))


def _challenge(state: State, move: Move) -> State:
    """Return a card below the order; its giver takes the turn again (CO-26)."""
    seat, card, before = str(move.seat), card_of(move), state.now.before
    assert before is not None
    back = replace(before, log=(*before.log, Act("challenge", seat, before.turn, card)))
    said = Message(
        "told_challenge",
        {"seat": seat, "whom": before.turn, "card": card, "tone": "stop"},
        "CO-26",
        (card,),
    )
    return replace(state, now=back, effects=(said,))


def _discard(state: State, move: Move) -> State:
    """Record an open discard, seen by all (CO-A16)."""
    seat, card, ending = str(move.seat), card_of(move), state.now.ending
    if ending and card == state.now.last_card and seat == ending.whom:
        ending = replace(ending, how="gone")
    log, out = (*state.now.log, Act("discard", seat, card=card)), (*state.now.out, card)
    return with_now(_gave(state, seat, card), log=log, out=out, discarder=None, ending=ending)


def _end(state: State, ending: Ending, *said: Message) -> State:
    """End the round and show all hands (CO-20, CO-33), unless a declaration may still come."""
    shows = ending.kind == "accusation" or ending.declared is not None
    return with_now(
        replace(state, effects=(*said, Message("told_show", {}, "CO-20")) if shows else said),
        ending=ending,
    )


def _accuse(state: State, move: Move) -> State:
    accuser = str(move.seat or move.data["accuser"])
    return _end(with_now(state, before=None), Ending("accusation", accuser, str(move.data["whom"])))


def _declared(state: State, move: Move) -> State:
    """Apply a quick-entry declaration; a last card that is an order lies on the table."""
    who = str(move.data["who"])
    to = str(move.data["to"] or "")
    how = str(move.data["how"])
    card = card_of(move)
    return _end(
        _laid(state, Order(who, card)) if how == "order" else state,
        Ending("empty", who, to, how, card, True),
    )


def _declare(state: State, move: Move) -> State:
    """Declare with the last card shown, or keep silent (CO-34)."""
    ending, declared = state.now.ending, move.kind == "declare"
    assert ending is not None
    card = (ending.card or "".join(cards_of(move, "card"))) if declared else ""
    said = Message(
        "told_declare" if declared else "told_silent",
        {"seat": ending.seat, "card": card},
        "CO-34" if declared else "CO-A5",
    )
    return _end(state, replace(ending, declared=declared, card=card), said)


def _won(state: State, move: Move) -> State:
    winners = tuple(seat for seat in state.seats if seat in cards_of(move, "winners"))
    return with_now(state, ending=Ending("named"), winners=winners, discarder=None, hands={})


_MOVES: dict[str, Callable[[State, Move], State]] = {
    "depth": lambda state, move: replace(state, depth=str(move.data["depth"])),
    "order": _order,
    "pass": _hand_over,
    "ask": _hand_over,
    "obey": _obey,
    "challenge": _challenge,
    "discard": _discard,
    "hand": lambda state, move: with_now(
        state, hands={**state.now.hands, str(move.seat): tuple(sorted(cards_of(move), key=int))}
    ),
    "accuse": _accuse,
    "accused": _accuse,
    "declared": _declared,
    "emptied": lambda state, move: _end(
        state, Ending("empty", str(move.data["who"]), declared=False)
    ),
    "won": _won,
    "declare": _declare,
    "silent": _declare,
}


WINS = "wins_before"
# The field for the rounds a seat won before the first one entered.
WON_BEFORE = Int(name=WINS, low=0, high=TO_WIN, default=0, label=WINS)


def skipped(state: State, _rounds: int, told: Told) -> State:
    """Start the next round with earlier wins; raise Illegal if they end the game (CO-41)."""
    wins = {seat: int(str(n)) for seat, n in told[WINS].items()}
    after = replace(state, wins=wins, finished=carried(told, "CO-41", WINS))
    if after.over:
        first, bounds = max(wins, key=wins.__getitem__), {"low": 0, "high": TO_WIN - 1}
        wrong = Ruling("out_of_range", "CO-41", Level.IMPOSSIBLE, bounds, f"{WINS}_{first}")
        raise Illegal([wrong])
    return after
