"""The course of a round: draws, ends of turns, its score, an empty deck (TD-3…TD-15)."""

from dataclasses import replace

from referee.kernel.board import Message
from referee.kernel.cards import Card
from referee.kernel.contract import (
    Holding,
    Line,
    Move,
    SeatId,
    card_of,
    cards_of,
    number_of,
)
from referee.kernel.turns import left_of
from referee.shapes.zone import total

from .scoring import RoundEnd, headline, left_over, outcome, put_away, score_lines
from .state import BURNED, State, kept, paired


def advance(state: State, move: Move) -> State:
    """The state after a move."""
    seat = str(move.seat)
    match move.kind:
        case "burn":
            shuffled = state if state.due else _refill(state)
            burned = Holding(card_of(move), None, "burned")
            known = (*shuffled.known, burned)
            return replace(shuffled, due=shuffled.due - 1, known=known, effects=())
        case "draw":
            ready = _refill(state) if state.to_shuffle else state
            return _settle(_draw(ready, seat, card_of(move)), state.active)
        case "round":
            return _quick_round(state, move)
        case _:
            return _settle(_stop(state, seat), state.active)


def _stop(state: State, seat: SeatId) -> State:
    """End a turn before the limit, or without a card (TD-3, TD-8)."""
    cards = state.row(seat)
    stopped = Message(
        "stopped", {"seat": seat, "sum": total(cards)}, "TD-3" if seat == state.start else "TD-8"
    )
    said = stopped if cards else Message("drew_nothing", {"seat": seat}, "TD-8")
    return replace(
        state, done=(*state.done, seat), rows={**state.rows, seat: cards}, effects=(said,)
    )


def _draw(state: State, seat: SeatId, card: Card) -> State:
    """Draw a card face up (TD-5); report a pair or the last card allowed (TD-6, TD-7)."""
    cards, said = (*state.row(seat), card), list[Message]()
    if paired(cards) is not None:
        said.append(
            Message(
                "pair_out",
                {"pair": f"pair_{paired(cards)}", "seat": seat, "tone": "stop"},
                "TD-6",
                (card, card),
            )
        )
    elif len(cards) >= state.limit(seat):
        said.append(
            Message(
                "drawn_all",
                {"seat": seat, "sum": total(cards)},
                "TD-3" if seat == state.start else "TD-7",
            )
        )
    return replace(
        state, rows={**state.rows, seat: cards}, deck=max(0, state.deck - 1), effects=tuple(said)
    )


def _settle(state: State, before: SeatId | None) -> State:
    """End turns that are over; after the last one, score the round and begin the next (TD-6, TD-9).

    ``before`` is the seat that was on turn.
    """
    while (now := state.active) and (
        paired(state.row(now)) or len(state.row(now)) >= state.limit(now)
    ):
        state = replace(state, done=(*state.done, now))
    if now and not state.deck:
        gone = Message("nothing_to_draw", {}, "TD-A3")
        if state.reserve:
            gone = Message("shuffle_first", {"n": state.discards}, "TD-A3")
        done = state.done if state.reserve else state.order
        state = replace(state, done=done, effects=(*state.effects, gone))
    if len(state.done) == len(state.seats):
        return _score(state, state.leaders, sum(map(len, state.rows.values())))
    if now and now != before:
        passes = Message(
            "passes", {"seat": now, "start": state.start, "limit": str(state.limit(now))}, "TD-7"
        )
        return replace(state, effects=(*state.effects, passes))
    return state


def _refill(state: State) -> State:
    """Shuffle the discards into the deck, if there are any and the option does so (TD-A3)."""
    fresh, burn = state.reserve, BURNED if state.options["deck_out"] == "reshuffle_burn" else 0
    if not fresh:
        return state
    return replace(
        state,
        deck=state.deck + fresh,
        discards=burn,
        due=burn if state.burns_openly else 0,
        known=kept(state.known),
        effects=(
            *state.effects,
            Message("reshuffled_burn" if burn else "reshuffled", {"n": fresh}, "TD-A3"),
        ),
        finished=(
            *state.finished,
            Line(
                state.start,
                state.round,
                0,
                "TD-A3",
                "reshuffled",
                {"n": fresh},
                part="deck",
                nobody=True,
            ),
        ),
    )


def _quick_round(state: State, move: Move) -> State:
    drawn = number_of(move, "drawn")
    state = replace(state, effects=())
    if drawn > state.deck:
        state = _refill(state)
    top = tuple(seat for seat in state.order if seat in cards_of(move, "winners"))
    return _score(replace(state, deck=max(0, state.deck - drawn)), top, drawn)


def _score(state: State, top: tuple[SeatId, ...], drawn: int) -> State:
    """Score the round (TD-12, TD-14); begin the next one unless the game is over (TD-15)."""
    found = outcome(state, top, drawn)
    # A table that shuffled before this round's discards does not have them in its deck.
    early = state.to_shuffle and left_over(found) > 0
    scored = replace(
        state,
        exact=state.exact and not early,
        finished=(*state.finished, *score_lines(state, found)),
        known=put_away(state, found),
        discards=state.discards + left_over(found),
        pot=0
        if found.gains
        else found.pot + (found.drawn if found.fate == "tie_carry_over" else 0),
        effects=(headline(state, found), *state.effects),
    )
    if max(scored.points.values()) >= state.goal:
        return replace(scored, over=True)
    if not scored.deck and not scored.reserve:
        return replace(
            scored, over=True, effects=(*scored.effects, Message("deck_empty", {}, "TD-A3"))
        )
    start = _next_start(scored, found)
    said = Message("next_round", {"seat": start, "n": state.round + 1}, "TD-A4")
    fresh = replace(
        scored,
        round=state.round + 1,
        start=start,
        rows={},
        done=(),
        effects=(*scored.effects, said),
    )
    return fresh if fresh.deck else _refill(fresh)


def _next_start(state: State, found: RoundEnd) -> SeatId:
    """Who starts the next round (TD-A4); without a single winner, the next in turn order."""
    first, *others = state.order
    rule = state.options["next_start"]
    if rule == "left":
        return left_of(state.seats, first)
    if rule == "winner" and len(found.gains) == 1:
        return next(iter(found.gains))
    if rule == "lowest_score":
        return min((*others, first), key=state.points.__getitem__)
    return others[0]
