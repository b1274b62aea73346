"""What the table looks like: where the game is, whose turn, the order on the table, hands as backs and, once shown, as cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.board import Row, Say, Shown, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Result, Scene, SeatId, rank_by

from .rounds import reasons
from .scoring import points
from .state import DECK, TO_WIN, State, emptied, holdings, phase


def scene(state: State) -> Scene:
    """Where the game stands."""
    where = Say("over", {}, "CO-41") if state.over else Say("round", {"n": state.round, "seat": state.dealer}, "CO-11")
    unit = Say("of_wins", {"n": TO_WIN})
    shown = {seat: Shown(wins, unit) for seat, wins in state.wins.items()}
    return Scene(
        state.round,
        where,
        DECK,
        banner=_banner(state),
        holdings=holdings(state),
        complete=len(state.past),
        board=_board(state),
        hint=_hint(state),
        effects=state.effects,
        shown=shown,
        dealer=state.dealer,
    )


def _banner(state: State) -> Say | None:
    at, ending = phase(state), state.now.ending
    if at == "declare" and ending:
        return Say("empty_hand", {"seat": ending.seat}, "CO-34")
    return Say("show_hands", {}, "CO-33") if at == "show" else None


def _hint(state: State) -> Say | None:
    at, order = phase(state), state.now.order
    if at == "show":
        return Say("hint_show", {}, "CO-20")
    if at == "ending":
        return Say("hint_begins", {"seat": state.now.turn}, "CO-10") if state.fresh else Say("hint_ending", {}, "CO-33")
    if at != "turn":
        return None
    if order is None:
        return Say("hint_free", {}, "CO-12")
    return Say("hint_order" if order.card != "1" else "hint_lowest", {"card": order.card}, "CO-26")


def _board(state: State) -> tuple[Row, ...]:
    """The order and the hands of the running round, at the end of the game those of its last round, if they were shown.

    In quick entry nothing is known of a hand before it is shown.
    """
    if state.past and state.over:
        past = state.past[-1]
        return () if not past.hands else tuple(_shown_row(state, seat, past.hands, past.captains, past.winners) for seat in state.seats)
    if phase(state) == "ending":
        return ()
    rows = [_order_row(state)] if state.now.ending is None and state.depth == "full" else []
    return (*rows, *(_row(state, seat) for seat in state.seats))


def _order_row(state: State) -> Row:
    order = state.now.order
    if order is None:
        return Row((Spot(note=Say("no_order")),), title=Say("on_table"))
    return Row((Spot(order.card, "new"),), title=Say("on_table"), note=Say("order_of", {"seat": order.owner}, "CO-14"))


def _row(state: State, seat: SeatId) -> Row:
    if seat == emptied(state.now):
        return Row(seat=seat, note=Say("no_cards", {}, "CO-33"))
    if seat in state.now.hands:
        return _shown_row(state, seat, state.now.hands, (), ())
    lit = state.now.turn == seat and state.now.ending is None
    owner = state.now.order is not None and state.now.order.owner == seat
    backs = state.now.counts[seat] if state.depth == "full" else None
    note = Say("owns_order", {}, "CO-14") if owner else Say("wins", {"n": state.wins[seat]}, "CO-41")
    return Row(seat=seat, backs=backs, note=note, lit=lit)


def _shown_row(
    state: State, seat: SeatId, hands: Mapping[SeatId, tuple[Card, ...]], captain: tuple[SeatId, ...], winners: tuple[SeatId, ...]
) -> Row:
    cards = hands.get(seat, ())
    low = min(map(int, cards), default=0)
    spots = tuple(Spot(card, "next" if seat in captain and int(card) == low else "") for card in cards)
    note = Say("is_captain", {}, "CO-2") if seat in captain else Say("wins", {"n": state.wins[seat]}, "CO-41")
    value_note = Say("won_round", {}, "CO-6") if seat in winners else None
    return Row(spots, seat, note=note, value=points(cards) if hands else None, value_note=value_note, lit=seat in winners)


def result(state: State) -> Result | None:
    """The ranking by rounds won, once somebody has three (CO-41)."""
    return Result(rank_by(state.wins), reasons(state)) if state.over else None


def paper(state: State) -> dict[str, Any]:
    """``rows``: for each finished round an entry per seat, with the points of the hand in a box (empty where none was shown)."""
    return {
        "rows": [
            [
                {
                    "round": number,
                    "seat": seat,
                    "boxes": [points(past.hands[seat]) if past.hands else None],
                    "points": int(seat in past.winners),
                    "total": past.wins[seat],
                    "won": seat in past.winners,
                }
                for seat in state.seats
            ]
            for number, past in enumerate(state.past, 1)
        ]
    }
