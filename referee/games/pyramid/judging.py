"""The referee's word on a move, with the clause it breaks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.kernel.contract import Level, Move, Ruling, SeatId, card_of
from referee.kernel.ledger import clash

from .building import adjoins, legal_places, read_name, under
from .fields import read_rows
from .state import DECK, State


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    match move.kind:
        case "flip":
            return clash(DECK, state.holdings, None, [card_of(move)], "PY-1", "card")
        case "stop":
            return () if state.turn.flips else (Ruling("nothing_turned_up", "PY-6", params={"seat": move.seat}),)
        case "build":
            return tuple(_build(state, move))
        case "rows":
            return tuple(_rows(state, move))
        case _:
            return ()


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Going on after a bust (PY-8)."""
    last, turn = state.last, state.turn
    if last is None or not last.bust or last.seat != seat or turn.flips or seat == turn.seat:
        return None
    return Ruling("bust_ends_turn", "PY-8", params={"seat": seat, "card": last.flips[-1], "next": turn.seat})


def rows_told(state: State, move: Move) -> dict[SeatId, tuple[int, ...] | None]:
    """Every seat’s rows as quick entry tells them; None where they cannot be read."""
    return {seat: read_rows(str(move.data[f"rows_{seat}"])) for seat in state.seats}


def _build(state: State, move: Move) -> Iterator[Ruling]:
    """Why a card may lie there, or what keeps it away: a card there, a gap, too little below, something lower (PY-11…PY-14, PY-A1)."""
    building, card, place = state.built[str(move.seat)], card_of(move), read_name(str(move.data["place"]))
    if place is None:
        return
    below = under(building, place)
    if place in legal_places(state.open_places, card):
        end = place[0] == 1
        params = {"card": card} if end else {"card": card, "below": list(below)}
        yield Ruling("lies_at_end" if end else "rests_on", "PY-11" if end else "PY-13", Level.NOTE, params)
    elif place in building.laid:
        yield Ruling("place_taken", "PY-14", Level.IMPOSSIBLE, {"card": building.laid[place]}, "place")
    elif place[0] == 1:
        yield Ruling("bottom_gap", "PY-11", params={"card": card}, field="place")
    elif len(below) < 2:
        yield Ruling("not_on_two", "PY-12", params={"card": card}, field="place")
    else:
        most = min(map(int, below))
        if int(card) > most:
            yield Ruling("too_high", "PY-13", params={"card": card, "below": list(below), "most": most}, field="place")
        if not state.gaps and not adjoins(building, place):
            yield Ruling("upper_gap", "PY-A1", params={"card": card}, field="place")


def _rows(state: State, move: Move) -> Iterator[Ruling]:
    """Rows that no pyramid has, or rows that are not the deck’s together: too many (PY-1), or a single card lost (PY-8).

    A bust costs two cards at least; where discards come back, all are built in (PY-A7).
    """
    told = rows_told(state, move)
    for seat, counts in told.items():
        yield from _row_counts(seat, counts)
    used, all_read = sum(sum(counts or ()) for counts in told.values()), None not in told.values()
    params = {"n": used, "size": DECK.size}
    if used > DECK.size:
        yield Ruling("too_many_in_all", "PY-1", params=params)
    elif all_read and used < DECK.size and state.options["reuse"] == "yes":
        yield Ruling("cards_missing", "PY-A7", Level.NOTE, params)
    elif all_read and used == DECK.size - 1:
        yield Ruling("one_card_lost", "PY-8", params=params)


def _row_counts(seat: SeatId, counts: tuple[int, ...] | None) -> Iterator[Ruling]:
    """One pyramid's rows: each has at most one card fewer than the row below it (PY-12)."""
    if counts is None:
        yield Ruling("rows_unreadable", "PY-18", Level.IMPOSSIBLE, {"seat": seat}, f"rows_{seat}")
        return
    for row, (below, count) in enumerate(pairwise(counts), 2):
        if count >= below:
            params = {"seat": seat, "row": row, "n": count, "below": below, "most": max(0, below - 1)}
            yield Ruling("row_too_wide", "PY-12", params=params, field=f"rows_{seat}")
