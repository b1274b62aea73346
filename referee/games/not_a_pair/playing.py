"""What a move does: cards are laid, taken and sorted out of the zones, round after round; and how a game ends (NP-16…NP-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Line, Move, Result, SeatId, card_of, cards_of, rank_by
from referee.kernel.frozen import replace
from referee.shapes.zone import gain, total

from .state import ROUNDS, State


def advance(state: State, move: Move) -> State:
    """The state after a move that stands; what can happen in one way only happens by itself."""
    fresh, seat = replace(state, effects=()), str(move.seat)
    match move.kind:
        case "card":
            after = _turned_up(replace(fresh, laid={**fresh.laid, seat: card_of(move)}))
        case "take":
            after = _take(fresh, seat, str(move.data["owner"]))
        case "last":
            after = _last(fresh, seat, card_of(move))
        case _:
            after = _zone(fresh, seat, cards_of(move))
    # Of takes there may be only one, above all the last player’s of the marked card (NP-11).
    while after.taker is not None and len(after.choices) == 1:
        after = _take(after, after.taker, after.choices[0])
    return after


def _turned_up(state: State) -> State:
    """When all cards lie open, the start player takes first (NP-6…NP-9)."""
    if state.phase != "take":
        return state
    return _doubt(replace(state, effects=(Say("all_open", {"who": state.marker}, "NP-9"),)), f"round{state.round}", state.laid)


def _doubt(state: State, part: str, turned: Mapping[SeatId, Card]) -> State:
    """A remark on every card just turned up of which more copies are known than there are (NP-1)."""
    known = Counter(held.card for held in state.holdings)
    many = sorted({card for card in turned.values() if known[card] > state.deck.counts[card]}, key=int)
    told = tuple(Say("too_many", {"card": card, "n": known[card], "copies": state.deck.counts[card]}, "NP-1", (card,)) for card in many)
    first = {card: seat for seat, card in reversed(list(turned.items()))}
    lines = (Line(first[said.cards[0]], 1, 0, "NP-1", "too_many", said.params, said.cards, part=part) for said in told)
    return replace(state, effects=(*state.effects, *told), finished=(*state.finished, *lines))


def _take(state: State, taker: SeatId, owner: SeatId) -> State:
    """A card goes into the taker’s zone, or away with an equal one (NP-9…NP-11, NP-13…NP-15)."""
    card, zone = state.laid[owner], state.zones[taker]
    chain = "NP-9" if not state.taken else "NP-11" if len(state.open) == 1 else "NP-10"
    code, clause = ("paired", "NP-14") if card in zone else ("took", chain)
    params = {"from": owner, "card": card, "sum": total(gain(zone, card))}
    after = replace(
        state,
        taken=(*state.taken, (taker, owner)),
        zones={**state.zones, taker: gain(zone, card)},
        discards=(*state.discards, card, card) if card in zone else state.discards,
        finished=(*state.finished, Line(taker, 1, 0, clause, code, params, (card,), part=f"round{state.round}")),
        effects=(*state.effects, Say(code, {"who": taker, "from": owner, "card": card}, clause, (card,))),
    )
    if not after.open:
        return _next_round(after)
    return replace(after, effects=(*after.effects, Say("next_taker", {"who": after.taker}, "NP-10"))) if len(after.choices) > 1 else after


def _next_round(state: State) -> State:
    """The marker moves on, until eight rounds are played (NP-12, NP-16)."""
    after = replace(state, round=state.round + 1, laid={}, taken=())
    if after.round <= ROUNDS:
        return replace(after, effects=(*after.effects, Say("marker_to", {"who": after.marker}, "NP-12")))
    said = Say("rounds_over", {"n": ROUNDS}, "NP-16")
    return replace(after, sizes={seat: len(zone) for seat, zone in after.zones.items()}, effects=(*after.effects, said))


def _zone(state: State, seat: SeatId, cards: tuple[Card, ...]) -> State:
    """A zone as it lies after eight rounds, in quick entry."""
    entered, zones = (*state.entered, seat), {**state.zones, seat: cards}
    if not state.entered:
        # What was entered round by round before gives way to what lies there now.
        zones, state = dict.fromkeys(state.seats, ()) | {seat: cards}, replace(state, discards=())
    after = replace(state, zones=zones, entered=entered)
    if len(entered) < len(state.seats):
        return after
    return replace(after, round=ROUNDS + 1, sizes={each: len(zone) for each, zone in zones.items()})


def _last(state: State, seat: SeatId, card: Card) -> State:
    """The last hand card; when all are known they go into the zones together (NP-21, NP-A3)."""
    after = replace(state, lasts={**state.lasts, seat: card})
    if after.phase == "last":
        missing, rest = [seat for seat in state.seats if seat not in after.lasts], unseen(after)
        # If no card was left over, the last one to be told is the only one nobody has seen (NP-4).
        known = state.options["entry"] == "open" and len(missing) == len(rest) == 1
        return _last(after, missing[0], rest[0]) if known else after
    zones = {each: gain(zone, after.lasts[each]) for each, zone in state.zones.items()}
    lines = tuple(
        Line(each, 1, 0, "NP-21", "last_added" if last in zone else "last_paired", {"card": last, "sum": total(zone)}, (last,), part="last")
        for each, zone in zones.items()
        for last in (after.lasts[each],)
    )
    paired = tuple(line.cards[0] for line in lines if line.code == "last_paired")
    told = tuple(Say(line.code, {"who": line.seat, "card": line.cards[0]}, "NP-21", line.cards) for line in lines)
    discards, finished = (*state.discards, *paired, *paired), (*state.finished, *lines)
    return _doubt(replace(after, zones=zones, discards=discards, finished=finished, effects=told), "last", after.lasts)


# How a game ends


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
