"""What a move does: cards are turned up, gained, placed or lost, and the turn goes on (PY-4…PY-17)."""

from __future__ import annotations

from referee.kernel.cards import Card
from referee.kernel.contract import Line, Move, card_of
from referee.kernel.frozen import replace
from referee.kernel.game import Options, Seats
from referee.kernel.turns import left_of

from .building import Building, read_name
from .ending import end_lines, shape
from .judging import rows_told
from .state import State, Turn


def begin(seats: Seats, options: Options) -> State:
    """The table before the first card."""
    start = str(options["start"])
    return State(seats, options, str(options["depth"]), start, Turn(start), {seat: Building() for seat in seats})


def advance(state: State, move: Move) -> State:
    """The state after a move that stands; a turn ends when all its cards are placed (PY-16)."""
    match move.kind:
        case "flip":
            return _flip(state, card_of(move))
        case "stop":
            state = _gain(state)
        case "build":
            state = _place(state, move)
        case _:
            told = {seat: counts or () for seat, counts in rows_told(state, move).items()}
            return _end(replace(state, told_rows=told))
    return state if state.turn.hand else _finish(state)


def _flip(state: State, card: Card) -> State:
    """One card turned up: a repeated number loses the turn's cards (PY-8); with an empty deck building begins by itself (PY-17)."""
    turn = replace(state.turn, flips=(*state.turn.flips, card))
    state = replace(state, turn=turn, deck=state.deck - 1)
    if turn.bust:
        return _finish(_reshuffle(replace(state, discard=(*state.discard, *turn.flips))))
    state = _reshuffle(state)
    return state if state.deck else _gain(state)


def _reshuffle(state: State) -> State:
    """The discards become the deck when it is empty, where the house plays so (PY-A7)."""
    if state.deck or not state.discard or state.options["reuse"] == "no":
        return state
    turn = replace(state.turn, reshuffled=len(state.turn.flips))
    line = Line(turn.seat, 1, 0, "PY-A7", "reshuffled", {"n": len(state.discard)}, part="turn")
    return replace(state, turn=turn, deck=len(state.discard), discard=(), finished=(*state.finished, line))


def _gain(state: State) -> State:
    """All cards of the turn go to the player, who builds now (PY-9)."""
    hand = tuple(sorted(state.turn.flips, key=int, reverse=True))
    return replace(state, turn=replace(state.turn, building=True, hand=hand))


def _place(state: State, move: Move) -> State:
    turn, card, place = state.turn, card_of(move), read_name(str(move.data["place"]))
    if place is None:
        return state
    hand = tuple(held for held in turn.hand if held != card)
    built = {**state.built, turn.seat: state.built[turn.seat].lay(place, card)}
    return replace(state, built=built, turn=replace(turn, hand=hand, laid=(*turn.laid, (place, card))))


def _finish(state: State) -> State:
    """The turn is written down; the next player is on turn (PY-4), or the game is over with the deck (PY-17)."""
    turn = state.turn
    state = replace(state, finished=(*state.finished, _turn_line(state)), last=turn)
    return replace(state, turn=Turn(left_of(state.seats, turn.seat))) if state.deck else _end(state)


def _turn_line(state: State) -> Line:
    turn = state.turn
    if turn.bust:
        return Line(turn.seat, 1, 0, "PY-8", "bust", {"card": turn.flips[-1], "n": len(turn.flips)}, turn.flips, part="turn")
    if not turn.flips:
        return Line(turn.seat, 1, 0, "PY-6", "passed", part="turn")
    return Line(turn.seat, 1, 0, "PY-16", "built", {"shape": shape(state.built[turn.seat].rows)}, turn.flips, part="turn")


def _end(state: State) -> State:
    """The game is over: the deck is empty (PY-17), and the pyramids are compared."""
    line = Line(state.turn.seat, 1, 0, "PY-17", "deck_empty", part="turn")
    state = replace(state, over=True, turn=Turn(state.turn.seat), finished=(*state.finished, line))
    return replace(state, finished=(*state.finished, *end_lines(state)))
