"""The course of a round: drawing, turns that end by themselves, scoring, the deck that runs out, the next round."""

from __future__ import annotations

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Holding, Line, Move, SeatId, card_of, totals
from referee.kernel.frozen import replace
from referee.kernel.turns import left_of
from referee.shapes.zone import total

from . import scoring
from .state import BURNED, State, active, goal, limit, order, paired, reserve, row


def advance(state: State, move: Move) -> State:
    """The state after a move that stands."""
    seat = str(move.seat)
    match move.kind:
        case "burn":
            return replace(state, due=state.due - 1, known=(*state.known, Holding(card_of(move), None, "burned")), effects=())
        case "draw":
            return _settle(_draw(state, seat, card_of(move)), active(state))
        case "round":
            return _quick_round(state, move)
        case _:
            return _settle(_stop(state, seat), active(state))


def named(move: Move) -> tuple[SeatId, ...]:
    """The seats that a round entered quickly names as having the highest sum."""
    value = move.data["winners"]
    return value if isinstance(value, tuple) else ()


def _stop(state: State, seat: SeatId) -> State:
    """A turn ended before the limit, or without a card (TD-3, TD-8)."""
    cards = row(state, seat)
    stopped = Say("stopped", {"seat": seat, "sum": total(cards)}, "TD-3" if seat == state.start else "TD-8")
    said = stopped if cards else Say("drew_nothing", {"seat": seat}, "TD-8")
    return replace(state, done=(*state.done, seat), rows={**state.rows, seat: cards}, effects=(said,))


def _draw(state: State, seat: SeatId, card: Card) -> State:
    """A card drawn and laid open at once (TD-5); a pair or the last card allowed is said (TD-6, TD-7)."""
    cards = (*row(state, seat), card)
    drawn = replace(state, rows={**state.rows, seat: cards}, deck=max(0, state.deck - 1), effects=())
    if paired(cards) is not None:
        said = Say("pair_out", {"pair": f"pair_{paired(cards)}", "seat": seat, "tone": "stop"}, "TD-6", (card, card))
        return replace(drawn, effects=(said,))
    if len(cards) < limit(drawn, seat):
        return drawn
    clause = "TD-3" if seat == state.start else "TD-7"
    return replace(drawn, effects=(Say("drawn_all", {"seat": seat, "sum": total(cards)}, clause),))


def _settle(state: State, before: SeatId | None) -> State:
    """Turns that are over end by themselves; when all are, the round is scored and the next one begins (TD-6, TD-9).

    ``before`` is whose turn it was.
    """
    for seat in order(state):
        if seat in state.done:
            continue
        if paired(row(state, seat)) is None and len(row(state, seat)) < limit(state, seat):
            break
        state = replace(state, done=(*state.done, seat))
    now = active(state)
    if now is not None and not state.deck:
        state = _refill(state)
        if not state.deck:
            state = replace(state, done=order(state), effects=(*state.effects, Say("nothing_to_draw", {}, "TD-A3")))
    if len(state.done) == len(state.seats):
        return _score(state, scoring.leaders(state), sum(map(len, state.rows.values())))
    if now not in (None, before):
        passes = Say("passes", {"seat": now, "start": state.start, "limit": str(limit(state, str(now)))}, "TD-7")
        return replace(state, effects=(*state.effects, passes))
    return state


def _refill(state: State) -> State:
    """The discards shuffled into the deck where the table does that and there are any (TD-A3)."""
    fresh, burn = reserve(state), BURNED if state.options["deck_out"] == "reshuffle_burn" else 0
    if not fresh:
        return state
    asked = burn and state.options["burn"] == "face_up" and state.depth == "full"
    return replace(
        state,
        deck=state.deck + fresh,
        discards=burn,
        due=burn if asked else 0,
        known=tuple(held for held in state.known if held.place in ("won", "carried")),
        effects=(*state.effects, Say("reshuffled_burn" if burn else "reshuffled", {"n": fresh}, "TD-A3")),
        finished=(*state.finished, Line(state.start, state.round, 0, "TD-A3", "reshuffled", {"n": fresh}, part="deck", nobody=True)),
    )


def _quick_round(state: State, move: Move) -> State:
    drawn = int(str(move.data["drawn"]))
    state = replace(state, effects=())
    if drawn > state.deck:
        state = _refill(state)
    top = tuple(seat for seat in order(state) if seat in named(move))
    return _score(replace(state, deck=max(0, state.deck - drawn)), top, drawn)


def _score(state: State, top: tuple[SeatId, ...], drawn: int) -> State:
    """The round written down (TD-12, TD-14), and the next one begun unless the game is over (TD-15)."""
    found = scoring.outcome(state, top, drawn)
    scored = replace(
        state,
        finished=(*state.finished, *scoring.lines(state, found)),
        known=scoring.put_away(state, found),
        discards=state.discards + scoring.left_over(found),
        pot=0 if found.gains else found.pot + (found.drawn if found.fate == "tie_carry_over" else 0),
        effects=(scoring.headline(state, found), *state.effects),
    )
    points = totals(scored.finished, state.seats)
    if max(points.values()) >= goal(state):
        return replace(scored, over=True)
    if not scored.deck and not reserve(scored):
        return replace(scored, over=True, effects=(*scored.effects, Say("deck_empty", {}, "TD-A3")))
    start = _next_start(scored, found)
    said = Say("next_round", {"seat": start, "n": state.round + 1}, "TD-A4")
    fresh = replace(scored, round=state.round + 1, start=start, rows={}, done=(), effects=(*scored.effects, said))
    return fresh if fresh.deck else _refill(fresh)


def _next_start(state: State, found: scoring.Outcome) -> SeatId:
    """Who starts the next round (TD-A4); without a single winner the next one in the order of turns does."""
    first, *others = order(state)
    rule = state.options["next_start"]
    if rule == "left":
        return left_of(state.seats, first)
    if rule == "winner" and len(found.gains) == 1:
        return next(iter(found.gains))
    if rule == "lowest_score":
        points = totals(state.finished, state.seats)
        return min((*others, first), key=lambda seat: points[seat])
    return others[0]
