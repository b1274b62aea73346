"""The lines and sentences of a round that is over, and the next deal."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel.board import Message
from referee.kernel.contract import Line, SeatId
from referee.kernel.turns import left_of
from referee.shapes.zone import total

from .state import Ending, Hands, Past, State, dealt
from .winning import Verdict, judged

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


# Codes of the lines that win a round.
WON = (
    "named",
    "captains_share",
    "emptied_first",
    "emptied_right",
    "found_one",
    "found",
    "most_tied",
    "only_mutineer",
    "most_left",
    "most",
)


def settle(state: State, ending: Ending) -> State:
    """Score and store the round; deal the next unless the game is over (CO-11, CO-41)."""
    # An empty hand has not been shown.
    hands = (
        {}
        if ending.kind == "named"
        else {seat: state.now.hands.get(seat, ()) for seat in state.seats}
    )
    verdict = judged(ending, hands, state.options) if hands else Verdict(state.now.winners)
    lines = (*round_lines(state, hands), *_scores(state, ending, verdict, hands))
    wins = {seat: state.wins[seat] + (seat in verdict.winners) for seat in state.seats}
    past = (*state.past, Past(hands, verdict.captains, verdict.winners, wins))
    after = replace(
        state,
        finished=(*state.finished, *lines),
        past=past,
        wins=wins,
        effects=tuple(_told(ending, verdict)),
    )
    dealer = left_of(state.seats, state.dealer)
    return after if after.over else replace(after, dealer=dealer, now=dealt(state.seats, dealer))


def round_lines(state: State, hands: Hands) -> Iterator[Line]:
    """Yield the round's log and each shown hand with its points (CO-7)."""
    ending = state.now.ending
    for act in state.now.log:
        yield Line(
            act.seat,
            state.round,
            0,
            _ACTS[act.kind],
            act.kind,
            {"whom": act.whom, "card": act.card},
            part="log",
        )
    if ending is not None and ending.kind == "empty":
        if ending.how in ("pass", "ask") and state.options["last_pass_discard"] == "no":
            yield Line(ending.whom, state.round, 0, "CO-A17", "no_discard", part="log")
        if ending.declared is not None:
            code, clause = ("declaration", "CO-34") if ending.declared else ("silence", "CO-33")
            yield Line(ending.seat, state.round, 0, clause, code, {"card": ending.card}, part="log")
    elif ending is not None and ending.kind == "accusation":
        yield Line(
            ending.seat, state.round, 0, "CO-19", "accusation", {"whom": ending.whom}, part="log"
        )
    for seat, cards in hands.items():
        if seat != state.now.emptied:
            yield Line(
                seat,
                state.round,
                0,
                "CO-7",
                "hand",
                {"values": list(map(int, cards)), "sum": total(cards)},
                part="show",
            )


def _scores(state: State, ending: Ending, verdict: Verdict, hands: Hands) -> Iterator[Line]:
    """Yield who was captain, then one counting line per seat (CO-2, CO-4, CO-5, CO-36)."""
    if found := verdict.captains:
        clause, code = ("CO-4", "captains") if len(found) > 1 else ("CO-2", "captain")
        yield Line(
            found[0],
            state.round,
            0,
            clause,
            code,
            {"card": str(verdict.lowest), "who": list(found)},
            part="show",
        )
    if mutineers := [seat for seat in hands if seat not in verdict.captains]:
        yield Line(
            mutineers[0], state.round, 0, "CO-5", "mutineers", {"who": mutineers}, part="show"
        )
    if ending.declared and not verdict.right and ending.how in ("pass", "ask", "obey"):
        params = {"card": ending.card, "from": ending.seat}
        yield Line(ending.whom, state.round, 0, "CO-36", "passed_counts", params, part="show")
    known = {
        "best": verdict.best,
        "low": verdict.lowest,
        "card": str(verdict.lowest),
        "by": ending.seat,
        "whom": ending.whom,
    }
    known |= {"last": ending.card, "who": list(verdict.winners)}
    for seat in state.seats:
        won = seat in verdict.winners
        clause, code = (_why_won if won else _why_lost)(seat, ending, verdict)
        yield Line(
            seat,
            state.round,
            int(won),
            clause,
            code,
            {"sum": verdict.points.get(seat, 0), **known},
            hands.get(seat, ()),
        )


def _why_won(seat: SeatId, ending: Ending, verdict: Verdict) -> tuple[str, str]:
    """Return the clause and code by which a seat wins the round."""
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


def _why_lost(seat: SeatId, ending: Ending, verdict: Verdict) -> tuple[str, str]:
    """Return the clause and code by which a seat does not win the round."""
    captain = seat in verdict.captains
    if ending.kind == "named":
        return "CO-6", "not_named"
    if verdict.right:
        return _why_beaten(seat == ending.whom, captain, ending)
    if seat == ending.seat:
        return _why_wrong(captain, ending)
    if captain:
        return "CO-8", "captain_lost"
    return ("CO-6", "less") if verdict.winners else ("CO-A4", "nobody_wins")


def _why_beaten(accused: bool, captain: bool, ending: Ending) -> tuple[str, str]:
    if ending.kind == "accusation":
        return ("CO-21", "found_out") if accused else ("CO-22", "beaten")
    return ("CO-37", "captain_late") if captain else ("CO-35", "too_late")


def _why_wrong(captain: bool, ending: Ending) -> tuple[str, str]:
    if ending.kind == "accusation":
        return ("CO-39", "captain_accused") if captain else ("CO-23", "accused_wrong")
    return ("CO-35", "declared_wrong") if ending.declared else ("CO-A5", "silent")


def _told(ending: Ending, verdict: Verdict) -> Iterator[Message]:
    """Yield the announcements of the end of a round, headline first."""
    params = {"who": verdict.winners, "seat": ending.seat, "whom": ending.whom}
    if verdict.winners:
        yield Message("told_won", params, "CO-40" if len(verdict.winners) > 1 else "CO-6")
    else:
        able = set(verdict.points) - {*verdict.captains, ending.seat}
        yield Message("told_nobody", {}, "CO-A4" if ending.declared and able else "CO-A9")

    if ending.kind == "accusation":
        code, clause = ("told_found", "CO-21") if verdict.right else ("told_not_found", "CO-23")
        yield Message(code, params, clause)
    elif ending.declared:
        yield Message("told_right" if verdict.right else "told_wrong", params, "CO-35")

    yield from _told_hands(verdict)


def _told_hands(verdict: Verdict) -> Iterator[Message]:
    """Yield who was captain (CO-2, CO-4), and the most points if they have won (CO-7)."""
    if verdict.captains:
        code, clause = (
            ("told_captains", "CO-4") if len(verdict.captains) > 1 else ("told_captain", "CO-2")
        )
        yield Message(code, {"card": str(verdict.lowest), "who": verdict.captains}, clause)
    if verdict.winners and not verdict.right and verdict.best:
        yield Message("told_most", {"best": verdict.best}, "CO-7")
