"""What is asked: in quick entry who went out, in full entry every card; then the highest cards of the losers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from referee.kernel.contract import Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Field, Int, Seat
from referee.kernel.frozen import replace
from referee.kernel.turns import order_from

from .state import DEALT, DECK, State, is_due, is_fresh, losers, moment, seen_whole, shape, winners


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now. An aside is not waited for, or is there to be refused by its clause."""
    if state.over:
        return ()
    if state.now.step == "reveal":
        return _reveal(state)
    if state.now.step == "quick":
        who = Seat(name="who", values=state.seats)
        return Prompt("won", None, (who,), "CR-13", form="tap"), Prompt("stop", None, (), "CR-18")
    return (*_turn(state), *_out_of_turn(state))


def depth_is_open(state: State) -> bool:
    """How much is entered may change before a round."""
    return not state.over and state.now.step != "reveal" and is_fresh(state)


def _turn(state: State) -> list[Prompt]:
    """What the seat in turn may do, the commonest first (CR-7…CR-17)."""
    now, seat, out = state.now, state.now.active, _out(state, state.now.active)
    if now.step == "draw":
        return [_draw(state), out, _later(seat)]
    if is_due(state):
        first = _change(state, False) if now.deck else Prompt("stop", seat, (), "CR-18")
        return [first, _pair(state, state.options["change_order"] == "always"), out, _later(seat)]
    found = [_pass(state), _pair(state, now.step != "received"), out, _change(state, True)]
    return [*found, _draw(state)] if now.step == "open" else found


def _out_of_turn(state: State) -> Iterable[Prompt]:
    """The other seats: whoever passed last may still go out, which is awaited where all see that the hand wins (CR-12, CR-A11)."""
    for seat in order_from(state.seats, state.now.active)[1:]:
        out = _out(state, seat)
        yield replace(out, aside=bool(out.fields)) if moment(state, seat) else _late(seat)
        yield _later(seat)


@cache
def _later(seat: SeatId) -> Prompt:
    """Passing before one may, there to be refused by its clause."""
    return Prompt("pass", seat, (Cards(name="card", deck=DECK),), "CR-11", form="tap", aside=True)


@cache
def _late(seat: SeatId) -> Prompt:
    """Going out when one may not, there to be refused by its clause."""
    return Prompt("out", seat, (Cards(name="hand", deck=DECK, least=0, most=DEALT + 1),), "CR-14", aside=True)


def _draw(state: State) -> Prompt:
    card = Cards(name="card", deck=DECK, left=state.could[None])
    return Prompt("draw", state.now.active, (card,), "CR-7", form="tap", aside=state.now.step == "open")


def _pass(state: State) -> Prompt:
    """The card passed; where only the very same card counts, whether it is that one, if it could be another (CR-11, CR-A3)."""
    now, left = state.now, state.could[state.now.active]
    fields: tuple[Field, ...] = (Cards(name="card", deck=DECK, left=left),)
    if state.options["change_count"] == "same_card" and now.received and now.trip[0] == now.received and left[now.received] > 1:
        fields = (Choice(name="which", values=("same", "other"), default="same"), *fields)
    return Prompt("pass", now.active, fields, "CR-11", form="tap")


def _pair(state: State, aside: bool) -> Prompt:
    """The pair of the card just received; no choice where no equal card can be in the hand (CR-8)."""
    received = state.now.received
    possible = bool(received) and state.could[state.now.active][received] > 1
    return Prompt("pair", state.now.active, (), "CR-8", aside=aside or not possible)


def _change(state: State, aside: bool) -> Prompt:
    card = Cards(name="card", deck=DECK, left={} if aside else state.could[None])
    return Prompt("change", state.now.active, (card,), "CR-17", form="tap", aside=aside)


def _out(state: State, seat: SeatId) -> Prompt:
    """Going out with the hand shown; a hand that everybody has seen is not asked for (CR-13, CR-14)."""
    seen = seen_whole(state, seat)
    if not moment(state, seat) or (seen is not None and not shape(seen, state.options)):
        return _late(seat)
    return Prompt("out", seat, () if seen is not None else (_hand(state, (seat,)),), "CR-14")


def _reveal(state: State) -> tuple[Prompt, ...]:
    """The highest cards in one form; instead of one, a hand may be shown. A second one may have gone out too (CR-20, CR-A1)."""
    quick, asked = state.depth == "quick", losers(state)
    low = 0 if quick else 1
    highs = tuple(Int(name=f"high_{seat}", low=low, high=DEALT, about=seat, label="high") for seat in asked)
    unseen = tuple(seat for seat in winners(state) if quick and seat not in state.now.shown)
    who = Seat(name="who", values=tuple(seat for seat in state.seats if seat in (*asked, *unseen)))
    found = [Prompt("highs", None, highs, "CR-20")]
    if who.values:
        found.append(Prompt("hand", None, (who, _hand(state, who.values)), "CR-20"))
    others = rivals(state)
    if others:
        fields: tuple[Field, ...] = (Seat(name="who", values=others),)
        told = quick or seen_whole(state, others[0]) is not None
        found.append(Prompt("also", None, fields if told else (*fields, _hand(state, others)), "CR-A1"))
    return tuple(found)


def _hand(state: State, seats: tuple[SeatId, ...]) -> Cards:
    could = [state.could[seat] for seat in seats]
    return Cards(name="hand", deck=DECK, least=0, most=DEALT + 1, left={card: max(left[card] for left in could) for card in DECK.counts})


def rivals(state: State) -> tuple[SeatId, ...]:
    """Who may have gone out at the same moment, where that would change the score (CR-A1)."""
    now, wanted = state.now, state.options["simultaneous"]
    if len(now.claims) != 1:
        return ()
    first = now.claims[0]
    if first.moment == "told":
        around = order_from(state.seats, first.seat)
        return (around[1], around[-1]) if wanted == "both" else ()
    if first.moment == "passed":
        return (now.active,) if wanted != "passer" and now.received else ()
    if first.moment == "received" and now.by is not None:
        return (now.by,) if wanted != "receiver" else ()
    return ()
