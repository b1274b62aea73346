"""What is asked at each point of a match."""

from __future__ import annotations

from referee.kernel.contract import Prompt, SeatId
from referee.kernel.fields import Cards, Choice, Int, Place, Seat

from . import sums
from .state import DECK, State, Turn, contestants, drawer, waiting
from .turns import peaking


def phase(state: State) -> str:
    """Where the table is: start, row, nominate or draw; gain or peak (entry by turns); sums (quick entry); or over."""
    if state.over:
        return "over"
    if state.depth == "quick":
        return "sums"
    if state.depth == "turns":
        return "peak" if len(state.now.gains) == len(state.seats) else "gain"
    if state.start is None:
        return "start"
    if len(state.now.row) < state.row_size:
        return "row"
    return "draw" if state.now.lots else "nominate"


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; a seat out of turn is asked too, so that its clause can be named."""
    match phase(state):
        case "start":
            clause = "DT-5" if state.game == 1 else "DT-A9"
            return (Prompt("start", None, (Seat(name="start", values=state.seats),), clause, form="tap"),)
        case "row":
            return (Prompt("row", None, (_card(state),), "DT-4" if state.turn == 1 else "DT-26", form="tap"),)
        case "nominate":
            return _nominations(state)
        case "draw":
            return _draws(state)
        case "gain":
            cards = Cards(name="cards", deck=DECK, least=1, most=2, left=state.copies)
            return tuple(Prompt("gain", seat, (cards,), "DT-8") for seat in state.seats if seat not in state.now.gains)
        case "peak":
            held = Choice(name="held", values=("yes", "no"))
            return tuple(Prompt("peak", seat, (held,), "DT-A4", form="tap") for seat in peaking(state)[:1])
        case "sums":
            most = sums.highest(state.end_at)
            fields = tuple(Int(name=f"sum_{seat}", low=0, high=most, about=seat, label="sum") for seat in state.seats)
            return (Prompt("sums", None, fields, "DT-28"),)
        case _:
            return ()


def _nominations(state: State) -> tuple[Prompt, ...]:
    place = Place(name="place", values=tuple(str(n) for n in range(1, state.row_size + 1)))
    clause = "DT-6" if state.now.nominations == 1 else "DT-21"
    due = waiting(state)[0]
    return tuple(Prompt("nominate", seat, (place,), clause, aside=seat != due, form="tap") for seat in _first(state, due))


def _draws(state: State) -> tuple[Prompt, ...]:
    drawn, first_pass, due = len(state.now.draws), len(contestants(state)) + 1, drawer(state)
    clause = "DT-15" if drawn < 2 else "DT-17" if drawn < first_pass else "DT-A6"
    card = _card(state)
    return tuple(Prompt("draw", seat, (card,), clause, aside=seat != due, form="tap") for seat in _first(state, due))


def _first(state: State, due: SeatId) -> tuple[SeatId, ...]:
    """All seats, the one whose turn it is before the others."""
    return (due, *(seat for seat in state.seats if seat != due))


def _card(state: State) -> Cards:
    return Cards(name="card", deck=DECK, left=state.copies)


def may_change_depth(state: State) -> bool:
    """Whether the way of entering may change: at the start of a turn, in quick entry at the start of a game."""
    return not state.over and state.now == Turn() and (state.depth != "quick" or not any(state.teams.values()))
