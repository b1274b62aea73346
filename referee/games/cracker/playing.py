"""What a move does: cards go where they are seen to go, and a round whose losses are all known is scored."""

from __future__ import annotations

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Line, Move, SeatId, card_of, cards_of
from referee.kernel.frozen import replace, with_now
from referee.kernel.turns import left_of, order_from

from .judging import claimed
from .prompts import rivals
from .scoring import SHAPE_CLAUSES, settle
from .state import Claim, State, deal, is_due, losers, moment, shape, with_hand


def advance(state: State, move: Move) -> State:
    """The state after a move that stands; the round is scored once everything that scores it is known."""
    after = _enter(state, move)
    now = after.now
    if now.step != "reveal" or losers(after):
        return after
    return after if rivals(after) and move.kind in ("won", "out") else settle(after)


def switch(state: State, depth: str) -> State:
    """The round dealt anew at another depth: hands are followed in full, or not at all."""
    return replace(state, depth=depth, now=deal(state.seats, state.options, depth, state.now.dealer, state.number), effects=())


def _enter(state: State, move: Move) -> State:
    match move.kind:
        case "stop":
            return _stop(state)
        case "won" | "also" | "out":
            return _claim(state, move)
        case "hand":
            return with_now(state, shown={**state.now.shown, str(move.data["who"]): cards_of(move, "hand")})
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


def _say(state: State, *told: Say) -> State:
    return replace(state, effects=told)


def _line(state: State, seat: SeatId, clause: str, code: str, **params: object) -> Line:
    return Line(seat, state.number, 0, clause, code, {"at": seat, **params}, part="play")


def _draw(state: State, card: Card) -> State:
    """The dealer’s first card stands for a card received (CR-7)."""
    now, seat = state.now, state.now.active
    line = _line(state, seat, "CR-7", "drew", card=card)
    now = replace(with_hand(now, seat, now.hands[seat].with_card(card)), deck=max(0, now.deck - 1), step="received", received=card)
    return _say(replace(state, now=replace(now, log=(*now.log, line))), Say("drew", {"seat": seat, "card": card}, "CR-7"))


def _pair(state: State) -> State:
    """The received card and one like it are discarded; the way round is counted anew (CR-8, CR-19)."""
    now, seat, card = state.now, state.now.active, state.now.received
    going, count = now.trip
    lines, told = [_line(state, seat, "CR-8", "paired", card=card)], [Say("paired", {"seat": seat, "card": card}, "CR-8")]
    if count > 1:
        params = {"card": going, "count": count, "of": len(state.seats)}
        lines.append(_line(state, seat, "CR-19", "count_again", **params))
        told.append(Say("count_again", params, "CR-19"))
    hand = now.hands[seat].without(card).without(card)
    now = replace(with_hand(now, seat, hand), discards=(*now.discards, card, card), log=(*now.log, *lines))
    after = _say(replace(state, now=replace(now, step="paired", received="", by=None, trip=("", 0))), *told)
    return after if hand.size else _skip(after, seat)


def _skip(state: State, seat: SeatId) -> State:
    """A turn that ends without a card to pass: the next seat that has cards goes on without a received one."""
    for neighbour in order_from(state.seats, seat)[1:]:
        if state.now.hands[neighbour].size:
            return with_now(state, step="open", active=neighbour, by=seat)
    return with_now(state, step="reveal", stopped=True)


def _pass(state: State, seat: SeatId, card: Card, other: bool) -> State:
    """A shown card goes to the left neighbour, whose turn it is; equal passes in a row are counted (CR-11, CR-12, CR-17, CR-A3)."""
    now, to = state.now, left_of(state.seats, seat)
    goes_on = card == now.trip[0] and not other and (state.options["change_count"] == "by_number" or card == now.received)
    trip = (card, now.trip[1] + 1 if goes_on else 1)
    now = with_hand(now, seat, now.hands[seat].without(card))
    now = with_hand(now, to, now.hands[to].with_card(card))
    after = replace(state, now=replace(now, step="received", active=to, received=card, by=seat, trip=trip))
    return _say(after, Say("passed", {"seat": seat, "card": card, "to": to}, "CR-11"), *_trip_told(after))


def _trip_told(state: State) -> list[Say]:
    """How far the number has gone, and what follows when it has been all the way (CR-17, CR-18)."""
    (card, count), of, to = state.now.trip, len(state.seats), state.now.active
    if is_due(state):
        known = {"card": card, "to": to}
        return [Say("been_round", known, "CR-17") if state.now.deck else Say("no_change", known, "CR-18")]
    return [Say("gone_past", {"card": card, "count": count, "of": of}, "CR-17")] if count > 1 else []


def _change(state: State, drawn: Card) -> State:
    """The card that went round is discarded, one is drawn; only by a house rule it counts as received (CR-17, CR-A4)."""
    now, seat, gone = state.now, state.now.active, state.now.received
    discards = (*now.discards, gone) if gone else now.discards
    hand = (now.hands[seat].without(gone) if gone else now.hands[seat]).with_card(drawn)
    step = "received" if state.options["change_pair"] == "yes" else "changed"
    known = {"card": gone or drawn, "drawn": drawn}
    line = replace(_line(state, seat, "CR-17", "changed", **known), cards=(gone, drawn) if gone else ())
    now = replace(with_hand(now, seat, hand), deck=max(0, now.deck - 1), discards=discards, log=(*now.log, line))
    after = replace(state, now=replace(now, step=step, received=drawn, by=None, trip=("", 0)))
    told = Say("may_pair" if step == "received" else "not_paired", {"card": drawn}, "CR-A4")
    return _say(after, Say("changed", {"seat": seat, **known}, "CR-17"), told)


def _stop(state: State) -> State:
    """No Change can be made: everybody loses (CR-18, CR-A8, CR-A17)."""
    after = with_now(state, step="reveal", stopped=True)
    return _say(after, Say("stopped", {"tone": "stop"}, "CR-18"), Say("tell_all", {}, "CR-18"))


def _claim(state: State, move: Move) -> State:
    """Somebody is out, when, and with which hand as far as it was shown (CR-5, CR-14)."""
    now = state.now
    seat = str(move.data["who"] if move.kind in ("won", "also") else move.seat)
    if state.depth == "quick":
        when = "told"
    elif move.kind == "also":
        when = "passed" if seat == now.by else "received"
    else:
        when = moment(state, seat) or "late"
    cards = claimed(state, move, seat)
    shown = now.shown if cards is None else {**now.shown, seat: cards}
    after = with_now(state, step="reveal", claims=(*now.claims, Claim(seat, when)), shown=shown)
    told = [Say("is_out", {"seat": seat}, "CR-5" if when == "dealt" else "CR-14")]
    if seat in shown:
        found = shape(shown[seat], state.options) or "none"
        told.append(Say(f"shape_{found}", {"hand": tuple(sorted(shown[seat], key=int))}, SHAPE_CLAUSES[found]))
    return _say(after, *told, Say("tell_others", {}, "CR-20"))
