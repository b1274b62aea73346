"""The referee's word on a move: drawing out of turn or too much, cards that cannot exist, rounds that cannot have ended so."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.contract import Level, Move, Ruling, SeatId, card_of
from referee.kernel.ledger import clash

from .rounds import named
from .state import DECK, State, active, holdings, limit, paired, reserve, row


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    match move.kind:
        case "draw" | "burn":
            early = _turn(state, move.seat) if move.seat else ()
            return (*early, *clash(DECK, holdings(state), None, (card_of(move),), "TD-2", "card"))
        case "pass" if move.seat == state.start:
            return (Ruling("draw_one_first", "TD-4", Level.IMPOSSIBLE, {"seat": move.seat}),)
        case "round":
            return tuple(_round(state, named(move), int(str(move.data["drawn"]))))
        case _:
            return ()


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Ending a turn that is over or has not come, or before the first card (TD-4)."""
    if active(state) is None or state.depth == "quick" or seat is None or kind not in ("draw", "stop", "pass"):
        return None
    if kind == "stop" and seat == active(state) == state.start and not row(state, seat):
        return Ruling("draw_one_first", "TD-4", params={"seat": seat})
    return next(_turn(state, seat), None)


def _turn(state: State, seat: SeatId) -> Iterator[Ruling]:
    """Drawing although the turn is over (TD-3, TD-6, TD-7) or has not come yet (TD-A8)."""
    cards, now = row(state, seat), active(state)
    if seat == now:
        return
    if seat not in state.done:
        yield Ruling("not_yet", "TD-A8", params={"seat": seat, "next": now})
    elif paired(cards) is not None:
        yield Ruling("pair_ends_turn", "TD-6", params={"seat": seat, "pair": f"pair_{paired(cards)}"})
    elif len(cards) < limit(state, seat):
        yield Ruling("has_stopped", "TD-3" if seat == state.start else "TD-8", params={"seat": seat, "next": now})
    elif seat == state.start:
        yield Ruling("three_at_most", "TD-3", params={"seat": seat})
    else:
        yield Ruling("no_more_than_first", "TD-7", params={"seat": seat, "start": state.start, "n": limit(state, seat)})


def _round(state: State, top: tuple[SeatId, ...], drawn: int) -> Iterator[Ruling]:
    """A whole round told at once that the deck or the rules do not allow."""
    if len(set(top)) < len(top):
        yield Ruling("named_twice", "TD-11", field="winners")
    most = state.deck + reserve(state)
    if drawn > most:
        yield Ruling("deck_too_small", "TD-2", params={"n": drawn, "most": most}, field="drawn")
    least = _least(state, top)
    if drawn < least and top:
        yield Ruling("too_few_cards", "TD-11" if state.start in top else "TD-4", params={"least": least, "found": drawn}, field="drawn")
    elif drawn < least:
        yield Ruling("too_few_for_pairs", "TD-14", params={"n": drawn, "least": least}, field="drawn")


def _least(state: State, top: tuple[SeatId, ...]) -> int:
    """The fewest cards with which a round can end so (TD-4, TD-11, TD-14, TD-A5)."""
    zero, others = state.options["zero_wins"] == "yes", len(state.seats) - len(top)
    if not top:
        # Everybody has a pair, which takes two cards each; where drawing nothing cannot win, one pair is enough.
        return 2 * (others if zero else 1)
    each = len(top) + (state.start not in top)
    # Somebody wins with no card only if everybody else, the start player too, has a pair.
    return min(each, 2 * others) if zero and state.start not in top else each
