"""The score sheet: what happened in a round, what the hands showed, and who got the round, each line with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Line, SeatId
from referee.kernel.frozen import replace
from referee.kernel.turns import left_of

from .scoring import Verdict, judge
from .state import TO_WIN, Ending, Past, State, dealt, emptied

_ACTS = {
    "order": "CO-14",
    "new_order": "CO-29",
    "pass": "CO-15",
    "ask": "CO-17",
    "obey": "CO-27",
    "discard": "CO-A16",
    "dropped": "CO-32",
    "challenge": "CO-26",
}


def settle(state: State) -> State:
    """The round is scored and put away, and the next one is dealt unless the game is over (CO-11, CO-41)."""
    ending = state.now.ending
    assert ending is not None
    hands = {} if ending.kind == "named" else {seat: state.now.hands.get(seat, ()) for seat in state.seats}
    verdict = judge(ending, hands, state.options) if hands else Verdict(state.now.winners, (), 0, False, {})
    lines = (*act_lines(state), *shown(state, hands), *_scores(state, ending, verdict, hands))
    wins = {seat: state.wins[seat] + (seat in verdict.winners) for seat in state.seats}
    past = Past(hands, verdict.captains, verdict.winners, wins)
    dealer = left_of(state.seats, state.dealer)
    after = replace(state, finished=(*state.finished, *lines), past=(*state.past, past), wins=wins, effects=_told(ending, verdict))
    return after if after.over else replace(after, dealer=dealer, now=dealt(state.seats, dealer))


def act_lines(state: State) -> Iterator[Line]:
    """What was done in full view of the table."""
    ending = state.now.ending
    for act in state.now.log:
        yield Line(act.seat, state.round, 0, _ACTS[act.kind], act.kind, {"whom": act.whom, "card": act.card}, part="log")
    if ending is None:
        return
    if ending.kind == "empty" and ending.how in ("pass", "ask") and state.options["last_pass_discard"] == "no":
        yield Line(ending.whom, state.round, 0, "CO-A17", "no_discard", part="log")
    if ending.kind == "accusation":
        yield Line(ending.seat, state.round, 0, "CO-19", "accusation", {"whom": ending.whom}, part="log")
    if ending.kind == "empty" and ending.declared is not None:
        code, clause = ("declaration", "CO-34") if ending.declared else ("silence", "CO-33")
        yield Line(ending.seat, state.round, 0, clause, code, {"card": ending.card}, part="log")


def shown(state: State, hands: Mapping[SeatId, tuple[Card, ...]]) -> Iterator[Line]:
    """The hands that were shown, each with its points (CO-7)."""
    for seat, cards in hands.items():
        if seat != emptied(state.now):
            values = list(map(int, cards))
            yield Line(seat, state.round, 0, "CO-7", "hand", {"values": values, "sum": sum(values)}, part="show")


def _scores(state: State, ending: Ending, verdict: Verdict, hands: Mapping[SeatId, tuple[Card, ...]]) -> Iterator[Line]:
    """One counting line for every seat, and what the show decided (CO-2, CO-4, CO-5, CO-36)."""
    if found := verdict.captains:
        clause, code = ("CO-4", "captains") if len(found) > 1 else ("CO-2", "captain")
        yield Line(found[0], state.round, 0, clause, code, {"card": str(verdict.lowest), "who": list(found)}, part="show")
    if mutineers := [seat for seat in hands if seat not in verdict.captains]:
        yield Line(mutineers[0], state.round, 0, "CO-5", "mutineers", {"who": mutineers}, part="show")
    if ending.declared and not verdict.right and ending.how in ("pass", "ask", "obey"):
        passed = {"card": ending.card, "from": ending.seat}
        yield Line(ending.whom, state.round, 0, "CO-36", "passed_counts", passed, part="show")
    params: dict[str, Any] = {"best": verdict.best, "low": verdict.lowest, "card": str(verdict.lowest)}
    params |= {"by": ending.seat, "whom": ending.whom, "last": ending.card, "who": list(verdict.winners)}
    for seat in state.seats:
        won = seat in verdict.winners
        clause, code = (_won if won else _lost)(seat, ending, verdict)
        yield Line(seat, state.round, int(won), clause, code, {"sum": verdict.points.get(seat, 0), **params}, hands.get(seat, ()))


def _won(seat: SeatId, ending: Ending, verdict: Verdict) -> tuple[str, str]:
    if ending.kind == "named":
        return "CO-6", "named"
    tied = len(verdict.captains) > 1
    if seat in verdict.captains:
        if not verdict.right:
            return "CO-A9", "captains_share"
        return ("CO-37", "emptied_first") if tied else ("CO-35", "emptied_right")
    if verdict.right:
        return ("CO-38", "found_one") if tied else ("CO-21", "found")
    if len(verdict.winners) > 1:
        return "CO-40", "most_tied"
    if seat == ending.seat:
        return "CO-A5", "only_mutineer"
    return ("CO-24", "most_left") if ending.kind == "accusation" else ("CO-6", "most")


def _lost(seat: SeatId, ending: Ending, verdict: Verdict) -> tuple[str, str]:
    captain = seat in verdict.captains
    if ending.kind == "named":
        return "CO-6", "not_named"
    if verdict.right:
        if ending.kind == "accusation":
            return ("CO-21", "found_out") if seat == ending.whom else ("CO-22", "beaten")
        return ("CO-37", "captain_late") if captain else ("CO-35", "too_late")
    if seat == ending.seat and ending.kind == "accusation":
        return ("CO-39", "captain_accused") if captain else ("CO-23", "accused_wrong")
    if seat == ending.seat:
        return ("CO-35", "declared_wrong") if ending.declared else ("CO-A5", "silent")
    if captain:
        return "CO-8", "captain_lost"
    return ("CO-6", "less") if verdict.winners else ("CO-A4", "nobody_wins")


def _told(ending: Ending, verdict: Verdict) -> tuple[Say, ...]:
    """The news of a settled round: who won it, and why."""
    params = {"who": verdict.winners, "seat": ending.seat, "whom": ending.whom}
    if verdict.winners:
        found = [Say("told_won", params, "CO-40" if len(verdict.winners) > 1 else "CO-6")]
    else:
        able = [seat for seat in verdict.points if seat not in (*verdict.captains, ending.seat)]
        found = [Say("told_nobody", {}, "CO-A4" if ending.declared and able else "CO-A9")]
    if ending.kind == "accusation":
        found.append(Say("told_found" if verdict.right else "told_not_found", params, "CO-21" if verdict.right else "CO-23"))
    elif ending.declared:
        found.append(Say("told_right" if verdict.right else "told_wrong", params, "CO-35"))
    if verdict.captains:
        several = len(verdict.captains) > 1
        lowest = {"card": str(verdict.lowest), "who": verdict.captains}
        found.append(Say("told_captains" if several else "told_captain", lowest, "CO-4" if several else "CO-2"))
    if verdict.winners and not verdict.right and verdict.best:
        found.append(Say("told_most", {"best": verdict.best}, "CO-7"))
    return tuple(found)


def reasons(state: State) -> tuple[Say, ...]:
    """Why the game is over (CO-41), and what becomes of a tie (CO-A11)."""
    most = max(state.wins.values())
    first = [seat for seat in state.seats if state.wins[seat] == most]
    said = Say("three_wins", {"who": first, "n": most}, "CO-41")
    tied_before = any(list(past.wins.values()).count(TO_WIN) > 1 for past in state.past[:-1])
    if len(first) > 1:
        return said, Say("shared", {"who": first}, "CO-A11")
    return (said, Say("sole_leader", {"who": first}, "CO-A11")) if tied_before else (said,)
