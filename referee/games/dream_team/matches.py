"""The end of a turn, of a game and of the match (DT-19, DT-26…DT-32)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.cards import Card
from referee.kernel.contract import Line, Result, Say, SeatId, rank_by
from referee.kernel.frozen import replace
from referee.shapes import zone

from .state import TARGET, State, Turn, discard, event, in_deck, order, tell, unknown


def finish_turn(state: State) -> State:
    """The next turn with the start player moved on (DT-26), or the end of the game (DT-27, DT-A4)."""
    if state.options["end_check"] == "turn_end":
        for seat in order(state):
            if len(state.teams[seat]) >= state.end_at:
                state = event(state, seat, "DT-27", "ends", "turn", n=len(state.teams[seat]))
                state = replace(state, now=replace(state.now, full=(*state.now.full, seat)))
    if state.now.full:
        return finish_game(state, {seat: zone.total(team) for seat, team in state.teams.items()}, state.teams)
    start = order(state)[1] if state.start else None
    state = replace(state, now=Turn(), turn=state.turn + 1, start=start)
    return tell(state, "DT-26", "next_turn", seat=start) if start else tell(state, "DT-26", "next_row")


def finish_game(state: State, points: Mapping[SeatId, int], teams: Mapping[SeatId, tuple[Card, ...]] | None) -> State:
    """The sums are noted (DT-28, DT-29); the match is over, or its next game begins."""
    scores = {seat: state.scores[seat] + points[seat] for seat in state.seats}
    lines = tuple(_score(state, seat, points[seat], teams) for seat in state.seats)
    state = replace(state, log=(*state.log, *lines), scores=scores)
    best = [seat for seat in state.seats if points[seat] == max(points.values())]
    headline = Say("game_over", {"game": state.game, "seats": tuple(best), "n": max(points.values())}, "DT-28")
    state = replace(state, effects=(headline, *state.effects), over=max(scores.values()) >= TARGET)
    return replace(state, finished=(*state.finished, *state.log), log=()) if state.over else _next_game(state)


def _score(state: State, seat: SeatId, points: int, teams: Mapping[SeatId, tuple[Card, ...]] | None) -> Line:
    """What a team scores: the sum of its numbers (DT-28)."""
    if teams is None:
        return Line(seat, state.game, points, "DT-28", "team_told")
    cards = tuple(sorted(teams[seat], key=int))
    code = ("team_none", "team_one")[len(cards)] if len(cards) < 2 else "team"
    return Line(seat, state.game, points, "DT-28", code, {"values": [int(card) for card in cards]}, cards)


def _next_game(state: State) -> State:
    """The team cards are discarded and the deck goes on, or all cards are shuffled (DT-29, DT-A10)."""
    cards = tuple(card for team in state.teams.values() for card in team)
    first = state.seats[0]
    if state.options["reshuffle"] == "full":
        state = replace(event(state, first, "DT-A10", "all_back", "deck"), discards=(), exact=True, shuffled=False)
    else:
        state = event(state, first, "DT-29", "teams_discarded", "deck")
        state = unknown(state) if state.depth == "quick" else discard(state, cards)
    start = _next_start(state)
    state = tell(state, "DT-A9", "next_game", seat=start) if start else state
    return replace(
        state,
        game=state.game + 1,
        turn=1,
        now=Turn(),
        start=start,
        teams=dict.fromkeys(state.seats, ()),
        finished=(*state.finished, *state.log),
        log=(),
        fresh={},
        thrown={},
    )


def _next_start(state: State) -> SeatId | None:
    """Who starts the next game; None where the table draws lots or this cannot be known (DT-A9)."""
    known = state.start is not None and state.depth != "quick"
    match state.options["next_start"]:
        case "move_left":
            return order(state)[1] if known else None
        case "lowest_total":
            lowest = min(state.scores.values())
            after = (*order(state)[1:], order(state)[0])
            level = [seat for seat in after if state.scores[seat] == lowest]
            return level[0] if known or len(level) == 1 else None
        case _:
            return None


def restock(state: State, before: tuple[Card, ...]) -> State:
    """The discards become the deck as soon as it has run out (DT-19, DT-A11).

    What this entry added to those ``before`` came after the last card of the deck: only a table that waited shuffles that in too.
    """
    if state.over or not state.discards or in_deck(state) != 0:
        return state
    laying = 0 < len(state.now.row) < state.row_size
    clause, seat, n = "DT-A11" if laying else "DT-19", state.start or state.seats[0], len(state.discards)
    after = event(replace(state, discards=(), shuffled=True), seat, clause, "reshuffle", "deck", n=n)
    return after if state.discards == before else unknown(after)


def result(state: State) -> Result | None:
    """The ranking once somebody has reached 100 (DT-30…DT-32, DT-A13)."""
    if not state.over:
        return None
    ranking = rank_by(state.scores)
    reached = [seat for seat in state.seats if state.scores[seat] >= TARGET]
    first, points = ranking[0], max(state.scores.values())
    reasons = [Say("reached", {"seats": reached, "n": TARGET}, "DT-30")]
    if len(first) > 1:
        reasons.append(Say("shared", {"seats": list(first), "n": points}, "DT-32"))
    elif len(reached) > 1:
        reasons.append(Say("higher_total", {"seat": first[0], "n": points}, "DT-31"))
    return Result(ranking, tuple(reasons))
