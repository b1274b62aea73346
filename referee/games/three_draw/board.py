"""What the table looks like: a row of cards for each seat, with its sum and the sum to beat."""

from referee.kernel.board import BoardRow, Message, Shown, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Scene, SeatId
from referee.shapes.zone import total

from .state import BURNED, DECK, State, paired


def scene(state: State) -> Scene:
    """The board, hint and points; each score names the winning number (TD-16)."""
    unit = Message("of_target", {"n": state.goal}, "TD-16")
    return Scene(
        state.round,
        Message("match_over", {}, "TD-15")
        if state.over
        else Message("round", {"n": state.round}, "TD-9"),
        DECK,
        holdings=state.holdings,
        complete=state.round if state.over else state.round - 1,
        board=_board(state),
        hint=None if state.over else _hint(state),
        effects=state.effects,
        shown={seat: Shown(had, unit) for seat, had in state.points.items()},
    )


def _hint(state: State) -> Message:
    if state.due:
        return Message("burn_left", {"n": state.due}, "TD-2")
    if state.pot:
        return Message("deck_and_pot", {"n": state.deck, "pot": state.pot}, "TD-A1")
    if state.to_shuffle:
        return Message("shuffle_first", {"n": state.discards}, "TD-A3")
    # A reshuffle may have put the five unseen burned cards into the deck (TD-A3, TD-A7).
    kept = state.options["deck_out"] == "reshuffle_burn" or all(
        line.part != "deck" for line in state.finished
    )
    only_burned = kept and state.discards == BURNED and state.options["burn"] == "face_down"
    return Message(
        "deck_and_burned" if only_burned else "deck_and_discards",
        {"n": state.deck, "out": state.discards},
        "TD-2",
    )


def _board(state: State) -> tuple[BoardRow, ...]:
    """The burned cards while they are entered, else a row per seat; empty in quick entry."""
    if state.due:
        shown = [Spot(held.card) for held in state.known if held.place == "burned"]
        empty = [Spot(state="next" if at == 0 else "free") for at in range(state.due)]
        return (BoardRow((*shown, *empty), title=Message("burned", {}, "TD-A7"), active=True),)
    if state.depth == "quick" and not state.rows:
        return ()
    now, best = state.active, state.leaders
    return tuple(_row(state, seat, seat == now, best) for seat in state.order)


def _row(state: State, seat: SeatId, active: bool, best: tuple[SeatId, ...]) -> BoardRow:
    cards, pair = state.row(seat), paired(state.row(seat))
    begun = active or seat in state.done
    return BoardRow(
        _spots(state, seat, pair, active),
        seat,
        note=_note(state, seat),
        value=total(cards) if begun and pair is None else None,
        value_note=_value_note(state, seat, active, best) if begun and pair is None else None,
        stamp=Message("stamp_pair", {}, "TD-10") if pair else None,
        active=active,
    )


def _spots(state: State, seat: SeatId, pair: Card | None, active: bool) -> tuple[Spot, ...]:
    """The cards drawn, a pair side by side; then the places still free."""
    cards = state.row(seat)
    if pair is not None:
        return (
            *(Spot(card) for card in cards if card != pair),
            *(Spot(card, "pair") for card in cards if card == pair),
        )
    free = 0 if seat in state.done or state.over else max(0, state.limit(seat) - len(cards))
    return (
        *map(Spot, cards),
        *(Spot(state="free" if at or not active else "next") for at in range(free)),
    )


def _note(state: State, seat: SeatId) -> Message:
    if paired(state.row(seat)):
        return Message("out", {}, "TD-10")
    if seat == state.start:
        return Message("drew_first" if seat in state.done else "draws_first", {}, "TD-4")
    if seat in state.done:
        if state.row(seat):
            return Message("stopped_at", {"n": len(state.row(seat))}, "TD-8")
        return Message("took_none", {}, "TD-8")
    return Message("up_to", {"limit": str(state.limit(seat))}, "TD-7")


def _value_note(
    state: State, seat: SeatId, active: bool, best: tuple[SeatId, ...]
) -> Message | None:
    """The best sum so far, or the sum to beat (TD-11); None once the match is over."""
    if state.over:
        return None
    others = [
        total(state.row(other)) for other in state.done if other != seat and state.qualified(other)
    ]
    if seat in best and (seat in state.done or (others and len(best) == 1)):
        return Message("best_so_far", {}, "TD-11")
    if active and others:
        return Message("to_beat", {"sum": max(others)}, "TD-11")
    return None
