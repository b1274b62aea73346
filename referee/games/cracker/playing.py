"""Apply moves, score complete rounds, find the next dealer and the winner (CR-18, CR-20…CR-22)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from referee.kernel.board import Message
from referee.kernel.cards import Card
from referee.kernel.contract import Line, Move, Result, SeatId, card_of, cards_of, rank_by, totals
from referee.kernel.earlier import carried
from referee.kernel.game import Told, with_now
from referee.kernel.turns import left_of, order_from
from referee.kernel.wording import message_of, said

from .asking import rivals
from .judging import claimed
from .state import (
    Claim,
    Hand,
    State,
    deal,
    is_due,
    losers,
    loss,
    moment,
    open_hand,
    shape_said,
    winners,
)


def advance(state: State, move: Move) -> State:
    """Return the state after a move; score the round once all is known (CR-18, CR-A8, CR-A17)."""
    after = _enter(state, move)
    now = after.now
    if now.step != "reveal" or losers(after):
        return after
    return after if rivals(after) and move.kind in ("won", "out") else settle(after)


def switch(state: State, depth: str) -> State:
    """Deal the round again at another depth: hands are followed in full entry only."""
    return replace(
        state,
        depth=depth,
        now=deal(state.seats, state.options, depth, state.now.dealer, state.number),
        effects=(),
    )


def _enter(state: State, move: Move) -> State:
    match move.kind:
        case "stop":
            after = with_now(state, step="reveal", stopped=True)
            return replace(
                after,
                effects=(
                    Message("stopped", {"tone": "stop"}, "CR-18"),
                    Message("tell_all", {}, "CR-18"),
                ),
            )
        case "won" | "also" | "out":
            return _claim(state, move)
        case "hand":
            return with_now(
                state, shown={**state.now.shown, str(move.data["who"]): cards_of(move, "hand")}
            )
        case "highs":
            told = {seat: int(str(move.data[f"high_{seat}"])) for seat in losers(state)}
            return with_now(state, highs={**state.now.highs, **told})
        case "pair":
            return _pair(state)
        case "pass":
            return _pass(state, str(move.seat), card_of(move), move.data.get("which") == "other")
        case "change":
            return _change(state, card_of(move))
        case _:
            return _draw(state, card_of(move))


def _go_on(
    state: State,
    hands: Mapping[SeatId, Hand],
    told: Sequence[Message],
    lines: Sequence[Line] = (),
    **changes: object,
) -> State:
    """Replace hands and other parts of the round, extend its log and set the announcements."""
    return replace(
        with_now(
            state, hands={**state.now.hands, **hands}, log=(*state.now.log, *lines), **changes
        ),
        effects=tuple(told),
    )


def _line(
    state: State, seat: SeatId, clause: str, code: str, part: str = "play", **params: object
) -> Line:
    return Line(seat, state.number, 0, clause, code, {"at": seat, **params}, part=part)


def _draw(state: State, card: Card) -> State:
    """Take the dealer's first card as a received card (CR-7)."""
    seat, hand = state.now.active, state.now.hands[state.now.active].with_card(card)
    told = Message("drew", {"seat": seat, "card": card}, "CR-7")
    line = _line(state, seat, "CR-7", "drew", card=card)
    return _go_on(
        state,
        {seat: hand},
        [told],
        [line],
        deck=max(0, state.now.deck - 1),
        step="received",
        received=card,
    )


def _pair(state: State) -> State:
    """Discard the received card and one like it; the trip starts again (CR-8, CR-19)."""
    now, seat, card = state.now, state.now.active, state.now.received
    lines = [_line(state, seat, "CR-8", "paired", card=card)]
    told = [Message("paired", {"seat": seat, "card": card}, "CR-8")]
    if now.trip[1] > 1:
        params = {"card": now.trip[0], "count": now.trip[1], "of": len(state.seats)}
        lines.append(_line(state, seat, "CR-19", "count_again", "play", **params))
        told.append(Message("count_again", params, "CR-19"))
    hand = now.hands[seat].without(card).without(card)
    parts = {"discards": (*now.discards, card, card), "trip": ("", 0)}
    after = _go_on(state, {seat: hand}, told, lines, step="paired", received="", by=None, **parts)
    return after if hand.size else _skip(after, seat)


def _skip(state: State, seat: SeatId) -> State:
    """Give the turn to the next seat with cards, without a received card, or end the round."""
    for neighbour in order_from(state.seats, seat)[1:]:
        if state.now.hands[neighbour].size:
            return with_now(state, step="open", active=neighbour, by=seat)
    return with_now(state, step="reveal", stopped=True)


def _pass(state: State, seat: SeatId, card: Card, other: bool) -> State:
    """Pass a shown card to the left; count equal passes in a row (CR-11, CR-12, CR-17, CR-A3)."""
    now, to = state.now, left_of(state.seats, seat)
    goes_on = (
        card == now.trip[0]
        and not other
        and (state.options["change_count"] == "by_number" or card == now.received)
    )
    hands = {seat: now.hands[seat].without(card), to: now.hands[to].with_card(card)}
    trip = (card, now.trip[1] + 1 if goes_on else 1)
    after = _go_on(state, hands, (), step="received", active=to, received=card, by=seat, trip=trip)
    return replace(
        after,
        effects=(
            Message("passed", {"seat": seat, "card": card, "to": to}, "CR-11"),
            *_trip_told(after),
        ),
    )


def _trip_told(state: State) -> list[Message]:
    """Announce how far the number has gone, and the effect of a full trip (CR-17, CR-18)."""
    (card, count), of, to = state.now.trip, len(state.seats), state.now.active
    if is_due(state):
        known = {"card": card, "to": to}
        return [
            Message("been_round", known, "CR-17")
            if state.now.deck
            else Message("no_change", known, "CR-18")
        ]
    return (
        [Message("gone_past", {"card": card, "count": count, "of": of}, "CR-17")]
        if count > 1
        else []
    )


def _change(state: State, drawn: Card) -> State:
    """Discard the card that went round and draw one; house rule: received (CR-17, CR-A4)."""
    now = state.now
    seat = state.now.active
    gone = (state.now.received,) if state.now.received else ()
    hand = reduce(Hand.without, gone, now.hands[seat]).with_card(drawn)
    step, code = (
        ("received", "may_pair")
        if state.options["change_pair"] == "yes"
        else ("changed", "not_paired")
    )
    known = {"card": now.received or drawn, "drawn": drawn}
    line = replace(
        _line(state, seat, "CR-17", "changed", **known), cards=(*gone, drawn) if gone else ()
    )
    told = (
        Message("changed", {"seat": seat, **known}, "CR-17"),
        Message(code, {"card": drawn}, "CR-A4"),
    )
    parts = {"deck": max(0, now.deck - 1), "discards": (*now.discards, *gone), "trip": ("", 0)}
    return _go_on(state, {seat: hand}, told, [line], step=step, received=drawn, by=None, **parts)


def _claim(state: State, move: Move) -> State:
    """Record who is out, when, and with which hand if it was shown (CR-5, CR-14)."""
    now = state.now
    seat = str(move.data["who"] if move.kind in ("won", "also") else move.seat)
    rival = "passed" if seat == now.by else "received"
    when = (
        "told"
        if state.depth == "quick"
        else rival
        if move.kind == "also"
        else moment(state, seat) or "late"
    )
    cards = claimed(state, move, seat)
    shown = now.shown if cards is None else {**now.shown, seat: cards}
    after = with_now(state, step="reveal", claims=(*now.claims, Claim(seat, when)), shown=shown)
    said = [shape_said(shown[seat], state.options)] if seat in shown else []
    hand = [replace(one, params={"hand": tuple(one.params["hand"])}) for one in said]
    out = Message("is_out", {"seat": seat}, "CR-5" if when == "dealt" else "CR-14")
    return replace(after, effects=(out, *hand, Message("tell_others", {}, "CR-20")))


def settle(state: State) -> State:
    """Score the round and deal the next, unless the match is over (CR-22, CR-A7, CR-A8)."""
    lines = _score_lines(state)
    scored = (*state.finished, *state.now.log, *_end_lines(state), *lines)
    points = {line.seat: line.points for line in lines}
    gains = tuple(
        message_of("gains CR-21", seat=seat, points=points[seat]) for seat in winners(state)
    )
    told = gains or (message_of("all_lose CR-18", tone="stop"),)
    # By house rule a shared first place is played off (CR-A12).
    decided = (
        state.options["final_tie"] == "shared" or len(rank_by(totals(scored, state.seats))[0]) == 1
    )
    if state.number >= state.rounds and decided:
        return replace(state, finished=scored, over=True, effects=told)
    dealer, number = next_dealer(state), state.number + 1
    line = _line(state, dealer, "CR-A7", "deals_next", "end")
    now = deal(state.seats, state.options, state.depth, dealer, number)
    told = (*told, Message("deals_next", {"seat": dealer}, "CR-A7"))
    return replace(state, finished=(*scored, line), number=number, now=now, effects=told)


def next_dealer(state: State) -> SeatId:
    """Return the next dealer; without one winner or loser, from the last dealer's left (CR-A7)."""
    around = list(order_from(state.seats, left_of(state.seats, state.now.dealer)))
    wanted, out = state.options["next_dealer"], winners(state)
    if wanted == "winner":
        around = [seat for seat in around if seat in out] or around
    elif wanted == "loser":
        lost = {seat: loss(state, seat) or 0 for seat in around if seat not in out}
        around = [seat for seat in lost if lost[seat] == max(lost.values())]
    return around[0]


def _end_lines(state: State) -> Iterator[Line]:
    """Yield how the round ended: who went out, or no deck left (CR-5, CR-13…CR-18, CR-A1)."""
    now, out = state.now, winners(state)
    if now.stopped:
        yield _line(state, now.active, "CR-18", "stopped", "end")
        return
    for claim in now.claims:
        clause = {"dealt": "CR-5", "told": "CR-13", "late": "CR-A11"}.get(claim.moment, "CR-14")
        yield _line(state, claim.seat, clause, f"out_{claim.moment}", "end")
        if (cards := now.shown.get(claim.seat)) is not None:
            said = shape_said(cards, state.options)
            yield _line(state, claim.seat, said.clause, said.code, "end", **said.params)
    yield from (
        _line(state, claim.seat, "CR-A1", "came_second", "end", first=out[0])
        for claim in now.claims
        if claim.seat not in out
    )


def _score_lines(state: State) -> tuple[Line, ...]:
    """Return the losses; each seat that is out gains their sum (CR-18, CR-20, CR-21)."""
    out = winners(state)
    lost = {seat: loss(state, seat) or 0 for seat in state.seats if seat not in out}
    gain = sum(lost.values())
    won = {"values": list(lost.values()), "gain": gain}
    return tuple(
        Line(seat, state.number, gain, "CR-21", "gain", won)
        if seat in out
        else _loss_line(state, seat, lost[seat])
        for seat in state.seats
    )


def _loss_line(state: State, seat: SeatId, lost: int) -> Line:
    """Return the loss of a seat, with the hand if it was shown (CR-18, CR-20, CR-A16)."""
    if lost == 0:
        return Line(seat, state.number, 0, "CR-A16", "no_cards", {"at": seat})
    clause = "CR-18" if state.now.stopped else "CR-20"
    hand = tuple(sorted(open_hand(state, seat) or (), key=int))
    code, cards = ("loss_shown", hand) if hand else ("loss", (str(lost),))
    return Line(
        seat, state.number, -lost, clause, code, {"high": str(lost), "hand": list(hand)}, cards
    )


def result(state: State) -> Result | None:
    """Rank by total after the agreed rounds; equal totals share a place (CR-22, CR-A12)."""
    if not state.over:
        return None
    scores = totals(state.finished, state.seats)
    ranking = rank_by(scores)
    first, extra = list(ranking[0]), state.number - state.rounds
    shared = message_of("tie_shared CR-A12", who=first) if len(first) > 1 else ""
    played_off = message_of("tie_extra CR-A12", n=extra) if extra > 0 else ""
    return Result(
        ranking,
        said(
            message_of("highest_total CR-22", who=first, points=scores[first[0]], n=state.number),
            shared or played_off,
        ),
    )


def skipped(state: State, rounds: int, told: Told) -> State:
    """Return the next round with the points of earlier ones (CR-22)."""
    number, dealer = rounds + 1, state.now.dealer
    now = deal(state.seats, state.options, state.depth, dealer, number)
    return replace(state, number=number, now=now, finished=carried(told, "CR-22"))
