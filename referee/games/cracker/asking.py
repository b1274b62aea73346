"""Prompts: every card of a round, or who is out in quick entry, and the hands shown at its end."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from referee.kernel.contract import Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Field, Int, Seat
from referee.kernel.turns import order_from

from .state import (
    DEALT,
    DECK,
    State,
    is_due,
    losers,
    moment,
    seen_whole,
    shape,
    winners,
)


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
