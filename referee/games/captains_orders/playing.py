"""What a move does: turns are taken, hands empty, hands are shown, and a round that is known is settled."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Move, SeatId, cards_of
from referee.kernel.frozen import replace, with_now
from referee.kernel.turns import left_of

from . import rounds
from .state import Act, Ending, Order, State, card_of, last_card, phase, to_show


def advance(state: State, move: Move) -> State:
    """The state after a move; a round of which everything is known is settled."""
    state = _enter(replace(state, effects=()), move)
    if state.now.ending is None:
        return _own_order(state)
    known = not to_show(state) or state.now.ending.kind == "named"
    return rounds.settle(state) if phase(state) == "show" and known else state


def _enter(state: State, move: Move) -> State:
    seat = str(move.seat)
    match move.kind:
        case "depth":
            return replace(state, depth=str(move.data["depth"]))
        case "order":
            return _order(state, seat, card_of(move))
        case "pass" | "ask":
            return _hand_over(state, move.kind, seat, str(move.data["whom"]))
        case "obey":
            return _obey(state, seat)
        case "challenge":
            return _challenge(state, seat, card_of(move))
        case "discard":
            return _discard(state, seat, card_of(move))
        case "hand":
            return with_now(state, hands={**state.now.hands, seat: tuple(sorted(cards_of(move), key=int))})
        case "won":
            winners = tuple(each for each in state.seats if each in cards_of(move, "winners"))
            return with_now(state, ending=Ending("named"), winners=winners, discarder=None, hands={})
        case "declare" | "silent":
            return _declare(state, move.kind == "declare", card_of(move))
        case _:
            return _end(with_now(state, before=None), _ending(move))


def _ending(move: Move) -> Ending:
    data = move.data
    if move.kind in ("accuse", "accused"):
        return Ending("accusation", str(data.get("accuser", move.seat)), str(data["whom"]))
    if move.kind == "emptied":
        return Ending("empty", str(data["who"]), declared=False)
    return Ending("empty", str(data["who"]), str(data["to"] or ""), str(data["how"]), card_of(move), True)


def _order(state: State, seat: SeatId, card: Card) -> State:
    """A card face up is the order (CO-13, CO-14); an older one is discarded (CO-29)."""
    old = state.now.order
    act = Act("new_order", seat, old.owner, card) if old else Act("order", seat, card=card)
    said = Say("told_new_order" if old else "told_order", {"seat": seat, "card": card}, "CO-29" if old else "CO-14", (card,))
    state = _acted(state, act, order=Order(seat, card), out=(*state.now.out, *((old.card,) if old else ())))
    state = _gave(_counted(state, {seat: -1}), seat, card)
    return _next(replace(state, effects=(said,)), seat, Ending("empty", seat, how="order", card=card))


def _hand_over(state: State, kind: str, seat: SeatId, whom: SeatId) -> State:
    """A card passed, or asked for, changes hands face down; whoever gets it discards one card (CO-15…CO-18)."""
    giver, taker = (seat, whom) if kind == "pass" else (whom, seat)
    empties = state.now.counts[giver] <= 1
    discards = not empties or state.options["last_pass_discard"] == "yes"
    state = _gave(_acted(_counted(state, {giver: -1, taker: 0 if discards else 1}), Act(kind, seat, whom)), giver)
    said = [Say(f"told_{kind}", {"seat": seat, "whom": whom}, "CO-15" if kind == "pass" else "CO-17")]
    if discards:
        said.append(Say("told_discard", {"seat": taker}, "CO-16" if kind == "pass" else "CO-18"))
        shows = state.options["discards_open"] == "yes"
        state = with_now(state, discarder=taker) if shows else _gave(state, taker)
    return _next(replace(state, effects=tuple(said)), seat, Ending("empty", giver, taker, kind))


def _obey(state: State, seat: SeatId) -> State:
    """A card face down to the owner, as high as the order or higher, and no discard (CO-25…CO-27)."""
    order = state.now.order
    assert order is not None
    before = replace(state.now, before=None)
    state = _gave(_acted(_counted(state, {seat: -1, order.owner: 1}), Act("obey", seat, order.owner, order.card)), seat)
    high = tuple(n + (rank <= int(order.card)) for rank, n in enumerate(state.now.least[order.owner], 1))
    state = with_now(state, least={**state.now.least, order.owner: high}, before=before)
    said = Say("told_obey", {"seat": seat, "whom": order.owner, "card": order.card}, "CO-27")
    return _next(replace(state, effects=(said,)), seat, Ending("empty", seat, order.owner, "obey"))


def _acted(state: State, act: Act, **changes: object) -> State:
    return with_now(state, log=(*state.now.log, act), before=None, **changes)


def _counted(state: State, changes: Mapping[SeatId, int]) -> State:
    counts = {seat: max(0, n + changes.get(seat, 0)) for seat, n in state.now.counts.items()}
    return with_now(state, counts=counts)


def _gave(state: State, seat: SeatId, card: Card = "") -> State:
    """What must still be in a hand after it has lost a card: a card seen takes away nothing above its rank (CO-26).

    Of an empty hand it is remembered what its last card must have been.
    """
    if state.now.counts[seat] == 0:
        return state
    seen = int(card) if card else 10
    lower = [max(0, n - (rank <= seen)) for rank, n in enumerate(state.now.least[seat], 1)]
    return with_now(state, least={**state.now.least, seat: tuple(max(lower[at:]) for at in range(len(lower)))})


def _next(state: State, seat: SeatId, empty: Ending) -> State:
    """The turn goes to the left, unless a hand is empty, which ends the round (CO-33)."""
    if state.now.counts[empty.seat] == 0:
        said = Say("told_empty", {"seat": empty.seat}, "CO-33")
        return _end(replace(state, effects=(*state.effects, said)), silenced(state, empty))
    return with_now(state, turn=left_of(state.seats, seat))


def silenced(state: State, empty: Ending) -> Ending:
    """The ending with its declaration settled where there is no choice (CO-A5, CO-A6)."""
    if empty.how == "ask" and state.options["asked_empty"] == "no_declare":
        return replace(empty, declared=False)
    automatic = state.options["undeclared"] == "auto_declare" and empty.card
    return replace(empty, declared=True) if automatic else empty


def _own_order(state: State) -> State:
    """An order whose owner's turn has come again is discarded, and the turn goes on to the left (CO-32)."""
    now = state.now
    if now.order is None or now.order.owner != now.turn or now.discarder is not None:
        return state
    card, owner = now.order.card, now.order.owner
    said = Say("told_dropped", {"seat": owner, "card": card}, "CO-32", (card,))
    now = replace(now, order=None, out=(*now.out, card), log=(*now.log, Act("dropped", owner, card=card)), turn=left_of(state.seats, owner))
    return replace(state, now=now, effects=(*state.effects, said))


def _challenge(state: State, seat: SeatId, card: Card) -> State:
    """A card below the order goes back, and whoever gave it takes the turn again (CO-26)."""
    before = state.now.before
    assert before is not None
    back = replace(before, log=(*before.log, Act("challenge", seat, before.turn, card)))
    said = Say("told_challenge", {"seat": seat, "whom": before.turn, "card": card, "tone": "stop"}, "CO-26", (card,))
    return replace(state, now=back, effects=(said,))


def _discard(state: State, seat: SeatId, card: Card) -> State:
    """An open discard is seen by all (CO-A16)."""
    act = Act("discard", seat, card=card)
    state = with_now(_gave(state, seat, card), log=(*state.now.log, act), out=(*state.now.out, card), discarder=None)
    ending = state.now.ending
    if ending and card == last_card(state.now) and seat == ending.whom:
        return with_now(state, ending=replace(ending, how="gone"))
    return state


def _end(state: State, ending: Ending) -> State:
    """The round is over: all hands are shown (CO-20, CO-33).

    A last card that is an order, told in quick entry, lies on the table, where an older one made way for it (CO-29).
    """
    told = Say("told_show", {}, "CO-20")
    said = () if ending.kind == "empty" and ending.declared is None else (told,)
    old = state.now.order
    if ending.declared and ending.how == "order" and state.depth == "quick":
        state = with_now(state, order=Order(ending.seat, ending.card), out=(*state.now.out, *((old.card,) if old else ())))
    return with_now(replace(state, effects=(*state.effects, *said)), ending=ending)


def _declare(state: State, declared: bool, card: Card) -> State:
    """The player without cards declares, showing the last card, or keeps silent (CO-34)."""
    ending = state.now.ending
    assert ending is not None
    known = replace(ending, declared=declared, card=(ending.card or card) if declared else "")
    said = Say("told_declare" if declared else "told_silent", {"seat": ending.seat, "card": known.card}, "CO-34" if declared else "CO-A5")
    return with_now(replace(state, effects=(said, Say("told_show", {}, "CO-20"))), ending=known)
