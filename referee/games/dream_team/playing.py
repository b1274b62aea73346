"""State changes of Dream Team: markers, lotteries, gains, ends of turns and games (DT-8…DT-32)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from referee.kernel.cards import Card
from referee.kernel.contract import (
    Line,
    Message,
    Move,
    Result,
    SeatId,
    card_of,
    cards_of,
    number_of,
    rank_by,
)
from referee.kernel.earlier import POINTS, carried
from referee.kernel.game import Told, with_now
from referee.kernel.wording import message_of, said
from referee.shapes import zone

from .judging import peaking, sums_of
from .state import TARGET, State, Turn, believe, discard, event, tell, unknown


def advance(state: State, move: Move) -> State:
    """The state after a move; the deck is reshuffled if it has run out."""
    return restock(_enter(replace(state, effects=(), fresh={}, thrown={}), move), state.discards)


def switch(state: State, depth: str) -> State:
    """Change the depth, dropping the running turn; discards are unknown after full entry."""
    fresh = unknown(state) if state.depth == "full" and state.holdings else state
    return restock(
        replace(fresh, depth=depth, effects=(), fresh={}, thrown={}, now=Turn()), state.discards
    )


def _enter(state: State, move: Move) -> State:
    seat = str(move.seat)
    match move.kind:
        case "start":
            return replace(state, start=str(move.data["start"]))
        case "row":
            state = replace(believe(state, (card_of(move),)), shuffled=False)
            return with_now(state, row=(*state.now.row, card_of(move)))
        case "nominate":
            return nominate(state, seat, number_of(move, "place") - 1)
        case "draw":
            return draw(state, seat, card_of(move))
        case "gain":
            cards = cards_of(move)
            return settle_gains(
                with_now(believe(state, cards), gains={**state.now.gains, seat: cards})
            )
        case "peak":
            return settle_gains(
                with_now(state, peaks={**state.now.peaks, seat: move.data["held"] == "yes"})
            )
        case _:
            return finish_game(state, sums_of(state, move), None)


# Within a turn


def nominate(state: State, seat: SeatId, place: int) -> State:
    """Put down a marker; the last one decides who gains which card (DT-6, DT-7)."""
    state = with_now(state, marks={**state.now.marks, seat: place})
    if not state.waiting:
        return _resolve(state)
    rivals = [other for other, mark in state.now.marks.items() if mark == place]
    if len(rivals) == 1:
        return state
    return tell(state, "DT-7", "joined", seats=rivals, card=state.now.row[place])


def _resolve(state: State) -> State:
    """A player alone on a card gains it; others draw lots from left to right (DT-8, DT-14)."""
    marks = state.now.marks
    count = Counter(marks.values())
    for seat in sorted(marks, key=lambda seat: marks[seat]):
        if count[marks[seat]] == 1:
            state = take(state, seat, (marks[seat],), "DT-8", "alone")
    state = _next_lottery(
        with_now(state, lots=tuple(sorted(place for place in count if count[place] > 1)))
    )
    # The lottery is announced first, then the cards already gained.
    if state.now.lots:
        return replace(state, effects=(state.effects[-1], *state.effects[:-1]))
    return state


def _next_lottery(state: State) -> State:
    """Start the lottery for the leftmost contested card (DT-14), or finish the lotteries."""
    if not state.now.lots:
        return _after_lotteries(state)
    seats = state.contestants
    card = state.now.row[state.now.lots[0]]
    return event(
        state, seats[0], "DT-14", "clash", "lottery", (card,), seats=list(seats), card=card
    )


def draw(state: State, seat: SeatId, card: Card) -> State:
    """Draw a lottery card; one equal to a card already drawn wins (DT-15…DT-18)."""
    state = replace(believe(state, (card,)), shuffled=False)
    drawn = tuple(other for _, other in state.now.draws)
    if card not in drawn:
        state = with_now(state, draws=(*state.now.draws, (seat, card)))
        return tell(state, "DT-16", "no_match", card=card) if drawn else state
    place, pair = state.now.lots[0], len(drawn) == 1
    state = with_now(state, draws=(), lots=state.now.lots[1:])
    code, clause = ("won_pair", "DT-15") if pair else ("won_match", "DT-17")
    state = event(
        state, seat, clause, code, "lottery", (*drawn, card), card=state.now.row[place], drawn=card
    )
    state = take(state, seat, (place,), "", "")
    state = discard(
        event(state, seat, "DT-18", "cleared", "lottery", n=len(drawn) + 1), (*drawn, card)
    )
    return _next_lottery(state)


def _after_lotteries(state: State) -> State:
    """Losers nominate again, the last one gains two, or one card is left (DT-21, DT-23, DT-25)."""
    losers, rest = state.without_card, state.open_places
    if len(losers) > 1:
        state = with_now(state, marks={}, nominations=state.now.nominations + 1)
        return tell(state, "DT-21", "again", seats=list(losers))
    if losers:
        return finish_turn(take(state, losers[0], rest, "DT-23", "last"))
    # The card left goes to the owner of the rightmost card of the last nominations, or of all.
    clause, marks = "DT-25" if state.now.nominations == 1 else "DT-A5", state.now.marks
    if state.options["leftover"] == "overall" or clause == "DT-25":
        return finish_turn(
            take(state, state.now.owners[max(state.now.owners)], rest, clause, "leftover")
        )
    return finish_turn(
        take(state, max(marks, key=lambda seat: marks[seat]), rest, clause, "leftover_again")
    )


def take(state: State, seat: SeatId, places: tuple[int, ...], clause: str, code: str) -> State:
    """A seat gains the cards of these places at once; an empty code adds no line."""
    cards = tuple(state.now.row[place] for place in places)
    state = with_now(state, owners={**state.now.owners, **dict.fromkeys(places, seat)})
    if code:
        state = event(state, seat, clause, code, "turn", cards)
    return _join_team(state, seat, cards, at_once="DT-24" if code == "last" else "DT-9")


def _join_team(
    state: State, seat: SeatId, cards: Sequence[Card], at_once: str, peak: bool = False
) -> State:
    """Add cards to a team together: equal numbers leave it (DT-9…DT-11).

    A full team makes this the last turn (DT-27). ``peak``: it was full before the second card came.
    """
    before = state.teams[seat]
    team = reduce(zone.gain, cards, before)
    state = replace(
        state,
        teams={**state.teams, seat: team},
        fresh=_added(state.fresh, seat, [card for card in cards if card in team]),
    )
    for card in dict.fromkeys(cards):
        copies = (*before, *cards).count(card)
        if copies > 1:
            clause, code = (
                ("DT-11", "one_stays")
                if copies == 3
                else (at_once, "pair")
                if card in before
                else ("DT-10", "pair_new")
            )
            state = event(state, seat, clause, code, "turn", (card, card), card=card)
            state = discard(
                replace(state, thrown=_added(state.thrown, seat, (card, card))), (card, card)
            )
    if (
        state.options["end_check"] == "immediately"
        and (peak or len(team) >= state.end_at)
        and seat not in state.now.full
    ):
        state = event(state, seat, "DT-27", "full", "turn", n=max(len(team), state.end_at))
        state = with_now(state, full=(*state.now.full, seat))
    return state


def _added(
    to: Mapping[SeatId, tuple[Card, ...]], seat: SeatId, cards: Sequence[Card]
) -> Mapping[SeatId, tuple[Card, ...]]:
    return {**to, seat: (*to.get(seat, ()), *cards)}


def settle_gains(state: State) -> State:
    """Apply the gains of a turn once all gains and peaks are known (entry by turns)."""
    if len(state.now.gains) < len(state.seats) or peaking(state):
        return state
    gains, peaks = state.now.gains, state.now.peaks
    # The lotteries were not entered, so the discards and the deck are no longer known.
    state = with_now(unknown(state), gains={})
    for seat in state.order:
        state = event(state, seat, "DT-8", "gained", "turn", sorted(gains[seat], key=int))
        state = _join_team(state, seat, gains[seat], at_once="DT-9", peak=peaks.get(seat, False))
    return finish_turn(state)


# The end


def finish_turn(state: State) -> State:
    """Start the next turn, the start player moved on (DT-26), or end the game (DT-27, DT-A4)."""
    if state.options["end_check"] == "turn_end":
        for seat in state.order:
            if len(state.teams[seat]) >= state.end_at:
                state = event(state, seat, "DT-27", "ends", "turn", n=len(state.teams[seat]))
                state = with_now(state, full=(*state.now.full, seat))
    if state.now.full:
        return finish_game(
            state, {seat: zone.total(team) for seat, team in state.teams.items()}, state.teams
        )
    start = state.order[1] if state.start else None
    state = replace(state, now=Turn(), turn=state.turn + 1, start=start)
    return (
        tell(state, "DT-26", "next_turn", seat=start) if start else tell(state, "DT-26", "next_row")
    )


def finish_game(
    state: State, points: Mapping[SeatId, int], teams: Mapping[SeatId, tuple[Card, ...]] | None
) -> State:
    """Score the sums (DT-28, DT-29); then end the match or start its next game."""
    scores = {seat: state.scores[seat] + points[seat] for seat in state.seats}
    lines = tuple(_score(state, seat, points[seat], teams) for seat in state.seats)
    state = replace(state, log=(*state.log, *lines), scores=scores)
    best = [seat for seat in state.seats if points[seat] == max(points.values())]
    headline = Message(
        "game_over", {"game": state.game, "seats": tuple(best), "n": max(points.values())}, "DT-28"
    )
    state = replace(state, effects=(headline, *state.effects), over=max(scores.values()) >= TARGET)
    if state.over:
        return replace(state, finished=(*state.finished, *state.log), log=())
    return _next_game(state)


def _score(
    state: State, seat: SeatId, points: int, teams: Mapping[SeatId, tuple[Card, ...]] | None
) -> Line:
    """The score line of a team: the sum of its numbers (DT-28)."""
    if teams is None:
        return Line(seat, state.game, points, "DT-28", "team_told")
    cards = tuple(sorted(teams[seat], key=int))
    code = ("team_none", "team_one")[len(cards)] if len(cards) < 2 else "team"
    return Line(
        seat, state.game, points, "DT-28", code, {"values": [int(card) for card in cards]}, cards
    )


def _next_game(state: State) -> State:
    """Discard the team cards and keep the deck, or shuffle all cards (DT-29, DT-A10)."""
    cards = tuple(card for team in state.teams.values() for card in team)
    first = state.seats[0]
    if state.options["reshuffle"] == "full":
        state = replace(
            event(state, first, "DT-A10", "all_back", "deck"),
            discards=(),
            exact=True,
            shuffled=False,
        )
    else:
        state = event(state, first, "DT-29", "teams_discarded", "deck")
        state = unknown(state) if state.depth == "quick" else discard(state, cards)
    start = _next_start(state)
    state = tell(state, "DT-A9", "next_game", seat=start) if start else state
    finished, teams = (*state.finished, *state.log), dict.fromkeys(state.seats, ())
    state = replace(state, finished=finished, log=(), teams=teams, fresh={}, thrown={})
    return replace(state, game=state.game + 1, turn=1, now=Turn(), start=start)


def _next_start(state: State) -> SeatId | None:
    """Who starts the next game (DT-A9); None if unknown or drawn by lot."""
    known = state.start is not None and state.depth != "quick"
    after = (*state.order[1:], state.order[0])
    if state.options["next_start"] == "lowest_total":
        after = tuple(seat for seat in after if state.scores[seat] == min(state.scores.values()))
        known = known or len(after) == 1
    return after[0] if known and state.options["next_start"] != "random" else None


def restock(state: State, before: tuple[Card, ...]) -> State:
    """Shuffle the discards into the deck once it has run out (DT-19, DT-A11).

    Cards discarded since ``before`` came after the last card of the deck. Only a table that
    shuffled later has them in its new deck, so the discards become unknown.
    """
    if state.over or not state.discards or state.in_deck != 0:
        return state
    laying = 0 < len(state.now.row) < state.row_size
    clause = "DT-A11" if laying else "DT-19"
    seat = state.start or state.seats[0]
    n = len(state.discards)
    after = event(
        replace(state, discards=(), shuffled=True), seat, clause, "reshuffle", "deck", n=n
    )
    return after if state.discards == before else unknown(after)


def result(state: State) -> Result | None:
    """The ranking once a player has reached 100 (DT-30…DT-32, DT-A13)."""
    if not state.over:
        return None
    ranking = rank_by(state.scores)
    reached = [seat for seat in state.seats if state.scores[seat] >= TARGET]
    first, points = list(ranking[0]), max(state.scores.values())
    shared = message_of("shared DT-32", seats=first, n=points) if len(first) > 1 else ""
    higher = message_of("higher_total DT-31", seat=first[0], n=points) if len(reached) > 1 else ""
    return Result(
        ranking, said(message_of("reached DT-30", seats=reached, n=TARGET), shared or higher)
    )


def skipped(state: State, rounds: int, told: Told) -> State:
    """The next game of a match, with the totals of earlier games (DT-28, DT-30)."""
    scores = {seat: int(str(n)) for seat, n in told[POINTS].items()}
    return replace(state, game=rounds + 1, scores=scores, finished=carried(told, "DT-28"))
