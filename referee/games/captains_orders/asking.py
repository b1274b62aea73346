"""What may be told now: one action a turn in full entry, how a round ended in quick entry, then the hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.kernel.contract import Holding, Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Field, Many, Seat
from referee.kernel.ledger import left

from .state import DECK, HAND, State, holdings, option, phase, to_show

SLACK = 2
"""By how many cards a hand may differ from its count and still be entered, to be refused with its clause."""


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; what is an aside can be answered, but nobody waits for it."""
    at = phase(state)
    if at == "over":
        return ()
    found = _ASKED[at](state)
    if state.depth == "full":
        found += _challenges(state)
    if at == "turn" or (at == "ending" and state.fresh):
        found.append(_depth(state))
    if at in ("turn", "show"):
        found.append(_won(state, aside=True))
    return tuple(found)


def _turn(state: State) -> list[Prompt]:
    """Every action for every seat: those that are not possible now can be tried, and are refused with their clause (CO-10, CO-12)."""
    pad = (_card(state),)
    other = (Seat(name="whom", values=state.seats),)
    asked = [prompt for seat in state.seats for prompt in _actions(state, seat, pad, other)]
    claims = [Prompt("declare", seat, pad, "CO-34", aside=True, form="tap") for seat in state.seats]
    return [*asked, *claims]


def _actions(state: State, seat: SeatId, pad: tuple[Field, ...], other: tuple[Field, ...]) -> list[Prompt]:
    now, order = state.now.turn == seat, state.now.order is not None

    def action(kind: str, fields: tuple[Field, ...], clause: str, fits: bool) -> Prompt:
        return Prompt(kind, seat, fields, clause, aside=not (now and fits), form="tap" if fields else "plain")

    return [
        action("order", pad, "CO-28" if order else "CO-13", True),
        action("obey", (), "CO-25", order),
        action("pass", other, "CO-15", not order),
        action("ask", other, "CO-17", not order),
        action("accuse", other, "CO-30" if order else "CO-19", True),
    ]


def _ending(state: State) -> list[Prompt]:
    """Quick entry: who accused whom, who emptied the hand, or simply who won."""
    seats = state.seats
    found = [_plain("accused", "CO-19", Seat(name="accuser", values=seats), Seat(name="whom", values=seats))]
    how = Choice(name="how", values=("order", "pass", "ask", "obey"))
    to = Seat(name="to", values=seats, optional=True)
    found.append(_plain("declared", "CO-34", Seat(name="who", values=seats), how, to, _card(state)))
    if may_be_silent(state):
        found.append(_plain("emptied", "CO-33", Seat(name="who", values=seats)))
    return [*found, _won(state)]


def may_be_silent(state: State) -> bool:
    """Whether a player without cards need not declare (CO-A5), or may not (CO-A6)."""
    return option(state, "undeclared") == "best_mutineer" or option(state, "asked_empty") == "no_declare"


def _declare(state: State) -> list[Prompt]:
    ending = state.now.ending
    assert ending is not None
    card = () if ending.card else (_card(state),)
    found = [Prompt("declare", ending.seat, card, "CO-34", form="tap" if card else "plain")]
    if option(state, "undeclared") == "best_mutineer":
        found.append(Prompt("silent", ending.seat, (), "CO-A5"))
    return found


def _discard(state: State) -> list[Prompt]:
    return [Prompt("discard", state.now.discarder, (_card(state),), "CO-A16", form="tap")]


def _show(state: State) -> list[Prompt]:
    held = holdings(state)
    return [Prompt("hand", seat, (_hand(state, seat, held),), "CO-20", form="pad") for seat in to_show(state)]


def _hand(state: State, seat: SeatId, held: Sequence[Holding]) -> Cards:
    """The cards of a hand: about as many as were counted, or in quick entry no more than are left of those dealt (CO-9)."""
    if state.depth == "full":
        count = state.now.counts[seat]
        least, most = max(1, count - SLACK), count + SLACK
    else:
        shown = sum(map(len, state.now.hands.values()))
        least, most = 1, max(1, HAND * len(state.seats) - shown - len(to_show(state)) + 1)
    return Cards(name="cards", deck=DECK, least=least, most=most, left=left(DECK, held, seat))


def _challenges(state: State) -> list[Prompt]:
    """Whoever got a card for an order may show at once that it is too low (CO-26)."""
    before = state.now.before
    if before is None or before.order is None:
        return []
    return [Prompt("challenge", before.order.owner, (_card(state),), "CO-26", aside=True, form="pad")]


def _depth(state: State) -> Prompt:
    """Quick or full entry; once a round is under way it can only become quick."""
    values = ("quick", "full") if state.fresh else ("quick",)
    default = state.depth if state.fresh else "quick"
    return Prompt("depth", None, (Choice(name="depth", values=values, default=default),), "CO-20", aside=True)


def _won(state: State, aside: bool = False) -> Prompt:
    return Prompt("won", None, (Many(name="winners", values=state.seats),), "CO-6", aside=aside)


def _plain(kind: str, clause: str, *fields: Field) -> Prompt:
    return Prompt(kind, None, fields, clause, form="tap")


def _card(state: State) -> Cards:
    return Cards(name="card", deck=DECK, left=left(DECK, holdings(state)))


_ASKED: Mapping[str, Callable[[State], list[Prompt]]] = {
    "turn": _turn,
    "ending": _ending,
    "declare": _declare,
    "discard": _discard,
    "show": _show,
}
