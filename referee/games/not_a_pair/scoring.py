"""How a game ends: sums of the zones, ties, and the cards nobody played (NP-16…NP-21)."""

from __future__ import annotations

from collections import Counter

from referee.kernel.cards import Card
from referee.kernel.contract import Line, Result, Say, SeatId, rank_by
from referee.shapes.zone import total

from .state import State


def end_lines(state: State) -> tuple[Line, ...]:
    """One line a seat for winning or losing the game, and the last hand cards and the card left over (NP-4, NP-17)."""
    if state.phase != "over":
        return ()
    first, lines = _ranking(state)[0], list[Line]()
    for seat, zone in state.zones.items():
        params = {"sum": total(zone), "n": len(zone)}
        lines.append(Line(seat, 1, int(seat in first), "NP-18", "won" if seat in first else "lost", params, zone))
    if rest := unseen(state):
        clause = "NP-4" if state.lasts else "NP-17"
        lines.append(Line(state.seats[0], 1, 0, clause, "unplayed", {"n": len(rest)}, rest, part="rest", nobody=True))
    return tuple(lines)


def unseen(state: State) -> tuple[Card, ...]:
    """The cards of which nobody has seen where they went; none where zones were told and not what became of the others."""
    if state.entered:
        return ()
    seen = Counter(held.card for held in state.holdings)
    return tuple(card for card, copies in state.deck.counts.items() for _ in range(copies - seen[card]))


def counted(state: State, seat: SeatId) -> int:
    """The number of cards that decides a tie (NP-19, NP-A4, NP-A10)."""
    return state.sizes[seat] if state.options["tie_count"] == "before_option" else len(state.zones[seat])


def _ranking(state: State) -> tuple[tuple[SeatId, ...], ...]:
    """The seats by the sum of their zone, then by its number of cards (NP-18, NP-19)."""
    return rank_by({seat: (total(state.zones[seat]), counted(state, seat)) for seat in state.seats})


def result(state: State) -> Result | None:
    """The end of the game: highest sum, then more cards, then shared (NP-18, NP-19, NP-20)."""
    if state.phase != "over":
        return None
    ranking = _ranking(state)
    first = ranking[0]
    best = total(state.zones[first[0]])
    level = [seat for seat in state.seats if total(state.zones[seat]) == best]
    reasons = [Say("highest_sum", {"who": level, "sum": best}, "NP-18")]
    if len(first) < len(level):
        reasons.append(Say("more_cards", {"who": list(first), "n": counted(state, first[0])}, "NP-19"))
    if len(first) > 1:
        reasons.append(Say("shared", {"who": list(first)}, "NP-20"))
    return Result(ranking, tuple(reasons))
