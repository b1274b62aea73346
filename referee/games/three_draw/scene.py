"""What the table looks like, how it ended and what the sheet prints."""

from __future__ import annotations

from referee.kernel.board import Row, Say, Shown, Spot
from referee.kernel.cards import Card
from referee.kernel.contract import Line, Result, Scene, SeatId, rank_by, totals
from referee.shapes.zone import total

from .rounds import leaders, qualified
from .state import BURNED, DECK, State, active, goal, holdings, limit, order, paired, row

QUICK = ("shared_cards", "won_cards", "tied_cards", "not_highest", "nobody")
"""Codes of lines of which no card is known."""


def scene(state: State) -> Scene:
    """Where the game stands; the strip shows points and the number that wins (TD-16)."""
    points = totals(state.finished, state.seats)
    unit = Say("of_target", {"n": goal(state)}, "TD-16")
    return Scene(
        state.round,
        Say("match_over", {}, "TD-15") if state.over else Say("round", {"n": state.round}, "TD-9"),
        DECK,
        holdings=holdings(state),
        complete=state.round if state.over else state.round - 1,
        board=_board(state),
        hint=None if state.over else _hint(state),
        effects=state.effects,
        shown={seat: Shown(points[seat], unit) for seat in state.seats},
    )


def _hint(state: State) -> Say:
    if state.due:
        return Say("burn_left", {"n": state.due}, "TD-2")
    if state.pot:
        return Say("deck_and_pot", {"n": state.deck, "pot": state.pot}, "TD-A1")
    # A reshuffle may have taken the five burned unseen into the deck (TD-A3, TD-A7).
    kept = state.options["deck_out"] == "reshuffle_burn" or all(line.part != "deck" for line in state.finished)
    only_burned = kept and state.discards == BURNED and state.options["burn"] == "face_down"
    return Say("deck_and_burned" if only_burned else "deck_and_discards", {"n": state.deck, "out": state.discards}, "TD-2")


def _board(state: State) -> tuple[Row, ...]:
    """The burned cards while they are told, else a row for every seat in turn order; nothing where only winners are told."""
    if state.due:
        shown = [Spot(held.card) for held in state.known if held.place == "burned"]
        empty = [Spot(state="next" if at == 0 else "free") for at in range(state.due)]
        return (Row((*shown, *empty), title=Say("burned", {}, "TD-A7"), lit=True),)
    if state.depth == "quick" and not state.rows:
        return ()
    now, best = active(state), leaders(state)
    return tuple(_row(state, seat, seat == now, best) for seat in order(state))


def _row(state: State, seat: SeatId, lit: bool, best: tuple[SeatId, ...]) -> Row:
    cards, pair = row(state, seat), paired(row(state, seat))
    begun = lit or seat in state.done
    return Row(
        _spots(state, seat, pair, lit),
        seat,
        note=_note(state, seat),
        value=total(cards) if begun and pair is None else None,
        value_note=_value_note(state, seat, lit, best) if begun and pair is None else None,
        stamp=Say("stamp_pair", {}, "TD-10") if pair else None,
        lit=lit,
    )


def _spots(state: State, seat: SeatId, pair: Card | None, lit: bool) -> tuple[Spot, ...]:
    """The cards drawn, a pair side by side; then the places that may still be filled."""
    cards = row(state, seat)
    if pair is not None:
        return (*(Spot(card) for card in cards if card != pair), *(Spot(card, "pair") for card in cards if card == pair))
    free = 0 if seat in state.done or state.over else max(0, limit(state, seat) - len(cards))
    states = ["next" if lit else "free", *["free"] * free][:free]
    return (*map(Spot, cards), *(Spot(state=shown) for shown in states))


def _note(state: State, seat: SeatId) -> Say:
    if paired(row(state, seat)):
        return Say("out", {}, "TD-10")
    if seat == state.start:
        return Say("drew_first" if seat in state.done else "draws_first", {}, "TD-4")
    if seat in state.done:
        return Say("stopped_at", {"n": len(row(state, seat))}, "TD-8") if row(state, seat) else Say("took_none", {}, "TD-8")
    return Say("up_to", {"limit": str(limit(state, seat))}, "TD-7")


def _value_note(state: State, seat: SeatId, lit: bool, best: tuple[SeatId, ...]) -> Say | None:
    """The best sum so far, or the sum that is to be beaten (TD-11); nothing once the match is over."""
    if state.over:
        return None
    others = [total(row(state, other)) for other in state.done if other != seat and qualified(state, other)]
    if seat in best and (seat in state.done or (others and len(best) == 1)):
        return Say("best_so_far", {}, "TD-11")
    if lit and others:
        return Say("to_beat", {"sum": max(others)}, "TD-11")
    return None


def result(state: State) -> Result | None:
    """The ranking by points, and why the game is over (TD-15, TD-A3)."""
    if not state.over:
        return None
    points = totals(state.finished, state.seats)
    ranking = rank_by(points)
    first, best = ranking[0], points[ranking[0][0]]
    if best >= goal(state):
        reason = Say("reached", {"who": list(first), "points": best, "target": goal(state)}, "TD-15")
    else:
        reason = Say("most_points", {"who": list(first), "points": best}, "TD-A3")
    return Result(ranking, (reason, *([Say("shared_win", {"who": list(first)}, reason.clause)] if len(first) > 1 else [])))


def boxes(line: Line) -> tuple[str | int | None, str | int | None]:
    """The boxes of the printed sheet: the cards and their sum; empty where only the winner was told."""
    if line.code in QUICK:
        return None, None
    return " ".join(line.cards), "out" if line.code == "out" else total(line.cards)
