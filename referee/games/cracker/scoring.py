"""What a round is worth, who deals next and who wins (CR-18, CR-20…CR-22)."""

from __future__ import annotations

from referee.kernel.board import Say
from referee.kernel.contract import Line, Result, SeatId, rank_by, totals
from referee.kernel.frozen import replace
from referee.kernel.turns import left_of, order_from

from .state import Claim, State, deal, loss, open_hand, shape, winners

SHAPE_CLAUSES = {"no_card": "CR-A2", "one_card": "CR-A2", "one_number": "CR-15", "run": "CR-16", "none": "CR-13"}


def settle(state: State) -> State:
    """The state after a round is scored: the next one is dealt, unless the agreed rounds are over (CR-22, CR-A7, CR-A8)."""
    scored, told, number = (*state.finished, *state.now.log, *_end_lines(state), *_score_lines(state)), _scored_told(state), state.number
    after = replace(state, finished=scored, effects=told)
    if _decided(after):
        return replace(after, over=True)
    dealer = next_dealer(state)
    line = Line(dealer, number, 0, "CR-A7", "deals_next", {"at": dealer}, part="end")
    now = deal(state.seats, state.options, state.depth, dealer, number + 1)
    said = Say("deals_next", {"seat": dealer}, "CR-A7")
    return replace(after, finished=(*scored, line), number=number + 1, now=now, effects=(*told, said))


def _decided(state: State) -> bool:
    """Whether the agreed rounds are played and, where the house wants it, nobody shares first place (CR-22, CR-A12)."""
    if state.number < state.rounds:
        return False
    return state.options["final_tie"] == "shared" or len(rank_by(totals(state.finished, state.seats))[0]) == 1


def next_dealer(state: State) -> SeatId:
    """Who deals the next round; nobody or several out, or level losses, are told apart from the last dealer’s left (CR-A7)."""
    around = list(order_from(state.seats, left_of(state.seats, state.now.dealer)))
    wanted, out = state.options["next_dealer"], winners(state)
    if wanted == "winner":
        around = [seat for seat in around if seat in out] or around
    elif wanted == "loser":
        lost = {seat: loss(state, seat) or 0 for seat in around if seat not in out}
        around = [seat for seat in lost if lost[seat] == max(lost.values())]
    return around[0]


def _end_lines(state: State) -> tuple[Line, ...]:
    """How the round ended: who went out when and with what, or that there was no deck left (CR-5, CR-13…CR-18, CR-A1)."""
    now, number = state.now, state.number
    if now.stopped:
        return (Line(now.active, number, 0, "CR-18", "stopped", {"at": now.active}, part="end"),)
    out = winners(state)
    found = [line for claim in now.claims for line in _claim_lines(state, claim)]
    late = [claim.seat for claim in now.claims if claim.seat not in out]
    return (*found, *(Line(seat, number, 0, "CR-A1", "came_second", {"at": seat, "first": out[0]}, part="end") for seat in late))


def _claim_lines(state: State, claim: Claim) -> list[Line]:
    seat, cards = claim.seat, state.now.shown.get(claim.seat)
    clause = {"dealt": "CR-5", "told": "CR-13", "late": "CR-A11"}.get(claim.moment, "CR-14")
    lines = [Line(seat, state.number, 0, clause, f"out_{claim.moment}", {"at": seat}, part="end")]
    if cards is not None:
        found = shape(cards, state.options) or "none"
        known = {"at": seat, "hand": sorted(cards, key=int)}
        lines.append(Line(seat, state.number, 0, SHAPE_CLAUSES[found], f"shape_{found}", known, part="end"))
    return lines


def _score_lines(state: State) -> tuple[Line, ...]:
    """A loss for everybody who is not out, and its sum for whoever is; without anybody out only losses (CR-18, CR-20, CR-21)."""
    out = winners(state)
    lost = {seat: loss(state, seat) or 0 for seat in state.seats if seat not in out}
    gain = sum(lost.values())
    params = {"values": list(lost.values()), "gain": gain}
    return tuple(
        Line(seat, state.number, gain, "CR-21", "gain", params) if seat in out else _loss_line(state, seat, lost[seat])
        for seat in state.seats
    )


def _loss_line(state: State, seat: SeatId, lost: int) -> Line:
    """The loss of one seat, with the hand if it was shown (CR-18, CR-20, CR-A16)."""
    if lost == 0:
        return Line(seat, state.number, 0, "CR-A16", "no_cards", {"at": seat})
    clause = "CR-18" if state.now.stopped else "CR-20"
    hand = tuple(sorted(open_hand(state, seat) or (), key=int))
    code, cards = ("loss_shown", hand) if hand else ("loss", (str(lost),))
    return Line(seat, state.number, -lost, clause, code, {"high": str(lost), "hand": list(hand)}, cards)


def _scored_told(state: State) -> tuple[Say, ...]:
    points = {line.seat: line.points for line in _score_lines(state)}
    gains = (Say("gains", {"seat": seat, "points": points[seat]}, "CR-21") for seat in winners(state))
    return tuple(gains) or (Say("all_lose", {"tone": "stop"}, "CR-18"),)


def result(state: State) -> Result | None:
    """The ranking by total after the agreed rounds; equal totals share their place (CR-22, CR-A12)."""
    if not state.over:
        return None
    scores = totals(state.finished, state.seats)
    ranking = rank_by(scores)
    first = ranking[0]
    reasons = [Say("highest_total", {"who": list(first), "points": scores[first[0]], "n": state.number}, "CR-22")]
    if len(first) > 1:
        reasons.append(Say("tie_shared", {"who": list(first)}, "CR-A12"))
    elif state.number > state.rounds:
        reasons.append(Say("tie_extra", {"n": state.number - state.rounds}, "CR-A12"))
    return Result(ranking, tuple(reasons))


def boxes(line: Line) -> tuple[int | None]:
    """The box of the printed sheet: the highest card; empty for whoever went out."""
    return (None if line.code == "gain" else -line.points,)
