"""What an entry leads to within a turn: markers, lotteries, cards gained and thrown away (DT-8…DT-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce

from referee.kernel.cards import Card
from referee.kernel.contract import SeatId
from referee.kernel.frozen import replace
from referee.shapes import zone

from .matches import finish_turn
from .state import State, believe, contestants, discard, event, open_places, order, tell, unknown, waiting, with_turn, without_card


def lay(state: State, card: Card) -> State:
    """One more card in the row (DT-4)."""
    state = replace(believe(state, (card,)), shuffled=False)
    return with_turn(state, row=(*state.now.row, card))


def nominate(state: State, seat: SeatId, place: int) -> State:
    """A marker is put down; the last one decides who gains what (DT-6, DT-7)."""
    state = with_turn(state, marks={**state.now.marks, seat: place})
    if not waiting(state):
        return _resolve(state)
    rivals = [other for other, mark in state.now.marks.items() if mark == place]
    if len(rivals) == 1:
        return state
    return tell(state, "DT-7", "joined", seats=rivals, card=state.now.row[place])


def _resolve(state: State) -> State:
    """Whoever is alone gains the card; the others are in for lotteries, from left to right (DT-8, DT-14)."""
    marks = Counter(state.now.marks.values())
    for place in sorted(marks):
        if marks[place] == 1:
            seat = next(seat for seat, mark in state.now.marks.items() if mark == place)
            state = take(state, seat, (place,), "DT-8", "alone")
    state = _next_lottery(with_turn(state, lots=tuple(sorted(place for place in marks if marks[place] > 1))))
    # What everybody waits for is the lottery; who has a card already comes after it.
    return replace(state, effects=(state.effects[-1], *state.effects[:-1])) if state.now.lots else state


def _next_lottery(state: State) -> State:
    """The leftmost contested card comes to its lottery (DT-14); without one, the losers nominate again or the rest is given out."""
    if not state.now.lots:
        return _after_lotteries(state)
    seats = contestants(state)
    card = state.now.row[state.now.lots[0]]
    return event(state, seats[0], "DT-14", "clash", "lottery", (card,), seats=list(seats), card=card)


def draw(state: State, seat: SeatId, card: Card) -> State:
    """A card of the lottery: equal to one that lies there it wins (DT-15…DT-18)."""
    state = replace(believe(state, (card,)), shuffled=False)
    drawn = tuple(other for _, other in state.now.draws)
    if card not in drawn:
        state = with_turn(state, draws=(*state.now.draws, (seat, card)))
        return tell(state, "DT-16", "no_match", card=card) if drawn else state
    place, pair = state.now.lots[0], len(drawn) == 1
    state = with_turn(state, draws=(), lots=state.now.lots[1:])
    code, clause = ("won_pair", "DT-15") if pair else ("won_match", "DT-17")
    state = event(state, seat, clause, code, "lottery", (*drawn, card), card=state.now.row[place], drawn=card)
    state = take(state, seat, (place,), "", "")
    state = discard(event(state, seat, "DT-18", "cleared", "lottery", n=len(drawn) + 1), (*drawn, card))
    return _next_lottery(state)


def _after_lotteries(state: State) -> State:
    """The card left over has its owner, the last player gains two, or the losers nominate again (DT-21, DT-23, DT-25)."""
    losers, rest = without_card(state), open_places(state)
    if len(losers) > 1:
        state = with_turn(state, marks={}, nominations=state.now.nominations + 1)
        return tell(state, "DT-21", "again", seats=list(losers))
    if losers:
        return finish_turn(take(state, losers[0], rest, "DT-23", "last"))
    # The one card left goes to the owner of the rightmost card of the last nominations, or of all.
    clause, marks = "DT-25" if state.now.nominations == 1 else "DT-A5", state.now.marks
    if state.options["leftover"] == "overall" or clause == "DT-25":
        return finish_turn(take(state, state.now.owners[max(state.now.owners)], rest, clause, "leftover"))
    return finish_turn(take(state, max(marks, key=lambda seat: marks[seat]), rest, clause, "leftover_again"))


def take(state: State, seat: SeatId, places: tuple[int, ...], clause: str, code: str) -> State:
    """A seat gains the cards of some places at once; an empty code where it has been told how."""
    cards = tuple(state.now.row[place] for place in places)
    state = with_turn(state, owners={**state.now.owners, **dict.fromkeys(places, seat)})
    if code:
        state = event(state, seat, clause, code, "turn", cards)
    return _join_team(state, seat, cards, at_once="DT-24" if code == "last" else "DT-9")


def _join_team(state: State, seat: SeatId, cards: Sequence[Card], at_once: str, peak: bool = False) -> State:
    """Cards come into a team together: equal numbers leave it, and a full team makes this the last turn (DT-9…DT-11, DT-27).

    ``peak``: the team was full before the second of the cards came.
    """
    before = state.teams[seat]
    team = reduce(zone.gain, cards, before)
    state = replace(state, teams={**state.teams, seat: team}, fresh=_added(state.fresh, seat, [card for card in cards if card in team]))
    for card in dict.fromkeys(cards):
        copies = (*before, *cards).count(card)
        if copies > 1:
            clause, code = ("DT-11", "one_stays") if copies == 3 else (at_once, "pair") if card in before else ("DT-10", "pair_new")
            state = event(state, seat, clause, code, "turn", (card, card), card=card)
            state = discard(replace(state, thrown=_added(state.thrown, seat, (card, card))), (card, card))
    if state.options["end_check"] == "immediately" and (peak or len(team) >= state.end_at) and seat not in state.now.full:
        state = event(state, seat, "DT-27", "full", "turn", n=max(len(team), state.end_at))
        state = with_turn(state, full=(*state.now.full, seat))
    return state


def _added(to: Mapping[SeatId, tuple[Card, ...]], seat: SeatId, cards: Sequence[Card]) -> Mapping[SeatId, tuple[Card, ...]]:
    return {**to, seat: (*to.get(seat, ()), *cards)}


# Entry by turns


def peaking(state: State) -> tuple[SeatId, ...]:
    """The seats whose team may have been full between two cards, which nobody can see from the cards alone (DT-27, DT-A4)."""
    now = state.now
    if state.options["end_check"] != "immediately" or any(now.peaks.values()):
        return ()
    if any(len(reduce(zone.gain, cards, state.teams[seat])) >= state.end_at for seat, cards in now.gains.items()):
        return ()
    most = {seat: max(len(zone.gain(state.teams[seat], card)) for card in cards) for seat, cards in now.gains.items()}
    return tuple(seat for seat in most if most[seat] >= state.end_at and seat not in now.peaks)


def settle_gains(state: State) -> State:
    """The teams after a turn that was told by what was gained, once everything about it is known."""
    if len(state.now.gains) < len(state.seats) or peaking(state):
        return state
    gains, peaks = state.now.gains, state.now.peaks
    # The lotteries were not seen, so neither the discards nor the deck are known any more.
    state = with_turn(unknown(state), gains={})
    for seat in order(state):
        state = event(state, seat, "DT-8", "gained", "turn", sorted(gains[seat], key=int))
        state = _join_team(state, seat, gains[seat], at_once="DT-9", peak=peaks.get(seat, False))
    return finish_turn(state)
