"""What may be told now: one action a turn in full entry, how a round ended in quick entry, then the hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.kernel.contract import Holding, Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Field, Many, Seat
from referee.kernel.ledger import left

from .state import DECK, HAND, State, holdings, phase, to_show

SLACK = 2
"""By how many cards a hand may differ from its count and still be entered, to be refused with its clause."""


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; what is an aside can be answered, but nobody waits for it."""
    return tuple(_prompts(state, phase(state)))


def _prompts(state: State, at: str) -> Iterator[Prompt]:
    match at:
        case "over":
            return
        case "turn":
            yield from _turn(state)
        case "ending":
            yield from _ending(state)
        case "declare":
            yield from _declare(state)
        case "discard":
            yield Prompt("discard", state.now.discarder, (_card(state),), "CO-A16", form="tap")
        case _:
            held = holdings(state)
            yield from (Prompt("hand", seat, (_hand(state, seat, held),), "CO-20", form="pad") for seat in to_show(state))
    before = state.now.before
    if state.depth == "full" and before and before.order:
        # Whoever got a card for an order may show at once that it is too low.
        yield Prompt("challenge", before.order.owner, (_card(state),), "CO-26", aside=True, form="pad")
    if at == "turn" or (at == "ending" and state.fresh):
        # Once a round is under way, entry can only become quick.
        values, default = (("quick", "full"), state.depth) if state.fresh else (("quick",), "quick")
        yield Prompt("depth", None, (Choice(name="depth", values=values, default=default),), "CO-20", aside=True)
    if at in ("turn", "show"):
        yield _won(state, aside=True)


def _declare(state: State) -> Iterator[Prompt]:
    ending = state.now.ending
    assert ending is not None
    card = () if ending.card else (_card(state),)
    yield Prompt("declare", ending.seat, card, "CO-34", form="tap" if card else "plain")
    if state.options["undeclared"] == "best_mutineer":
        yield Prompt("silent", ending.seat, (), "CO-A5")


def _turn(state: State) -> Iterator[Prompt]:
    """Every action for every seat: those that are not possible now can be tried, and are refused with their clause (CO-10, CO-12)."""
    pad, other = (_card(state),), (Seat(name="whom", values=state.seats),)
    order = state.now.order is not None
    actions: tuple[tuple[str, tuple[Field, ...], str, bool], ...] = (
        ("order", pad, "CO-28" if order else "CO-13", True),
        ("obey", (), "CO-25", order),
        ("pass", other, "CO-15", not order),
        ("ask", other, "CO-17", not order),
        ("accuse", other, "CO-30" if order else "CO-19", True),
    )
    for seat in state.seats:
        for kind, fields, clause, fits in actions:
            aside = state.now.turn != seat or not fits
            yield Prompt(kind, seat, fields, clause, aside=aside, form="tap" if fields else "plain")
    yield from (Prompt("declare", seat, pad, "CO-34", aside=True, form="tap") for seat in state.seats)


def _ending(state: State) -> Iterator[Prompt]:
    """Quick entry: who accused whom, who emptied the hand, or simply who won.

    A hand may be emptied in silence where the house has no declaration (CO-A5, CO-A6).
    """
    seats = state.seats
    who, how = Seat(name="who", values=seats), Choice(name="how", values=("order", "pass", "ask", "obey"))
    yield Prompt("accused", None, (Seat(name="accuser", values=seats), Seat(name="whom", values=seats)), "CO-19", form="tap")
    yield Prompt("declared", None, (who, how, Seat(name="to", values=seats, optional=True), _card(state)), "CO-34", form="tap")
    if state.options["undeclared"] == "best_mutineer" or state.options["asked_empty"] == "no_declare":
        yield Prompt("emptied", None, (who,), "CO-33", form="tap")
    yield _won(state)


def _hand(state: State, seat: SeatId, held: Sequence[Holding]) -> Cards:
    """The cards of a hand: about as many as were counted, or in quick entry no more than are left of those dealt (CO-9)."""
    if state.depth == "full":
        count = state.now.counts[seat]
        least, most = max(1, count - SLACK), count + SLACK
    else:
        shown = sum(map(len, state.now.hands.values()))
        least, most = 1, max(1, HAND * len(state.seats) - shown - len(to_show(state)) + 1)
    return Cards(name="cards", deck=DECK, least=least, most=most, left=left(DECK, held, seat))


def _won(state: State, aside: bool = False) -> Prompt:
    return Prompt("won", None, (Many(name="winners", values=state.seats),), "CO-6", aside=aside)


def _card(state: State) -> Cards:
    return Cards(name="card", deck=DECK, left=left(DECK, holdings(state)))
