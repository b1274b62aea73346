"""The end of a game: whether a call is true, and who wins (TT-1…TT-3, TT-59…TT-61)."""

from dataclasses import replace

from referee.kernel.board import Message
from referee.kernel.contract import Line, Result, SeatId

from .asking import CALL_CLAUSES, CLAIMS, to_show
from .fights import line
from .state import HUMAN, THING, Call, State

OTHER = {HUMAN: THING, THING: HUMAN}


def after_show(state: State, call: Call) -> State:
    """End the game once all sides are known; a false call that is void lets play go on (TT-A13)."""
    if is_false(state, call) and state.options["false_call"] == "void":
        code = f"void_{call.kind}"
        said = Message(code, {"seat": call.caller}, "TT-A13")
        return replace(state, call=None).logged(
            line(call.caller, "TT-A13", code, "end"), effects=(said,)
        )
    if to_show(state, call):
        return state
    side, clause = side_that_wins(state, call)
    was = {THING: ("TT-11", "was_thing"), HUMAN: ("TT-10", "was_human")}
    shown = [line(seat, *was[state.sides[seat]], "end") for seat in state.seats]
    called = line(call.caller, CALL_CLAUSES[call.kind], f"called_{call.kind}", "end")
    scored = [_score(state, seat, side, clause) for seat in state.seats]
    return replace(state, over=True).logged(
        called, *shown, *scored, effects=(_reason(call, side, clause),)
    )


def is_false(state: State, call: Call) -> bool:
    """Whether the caller is known to belong to the wrong side for this call (TT-A13)."""
    return state.sides.get(call.caller) == OTHER[CLAIMS[call.kind]]


def side_that_wins(state: State, call: Call) -> tuple[str, str]:
    """The winning side and the clause that decides it (TT-1, TT-2, TT-3, TT-A13)."""
    claim = CLAIMS[call.kind]
    if is_false(state, call):
        return claim, "TT-A13"
    alike = all(state.sides[seat] == claim for seat in state.alive)
    if call.kind == "rescue":
        return (HUMAN, "TT-1") if alike else (THING, "TT-2")
    return (THING if alike else HUMAN), "TT-3"


def wins(state: State, seat: SeatId, side: str) -> bool:
    """Whether a seat shares its side's victory; the dead by house rule (TT-61, TT-A22)."""
    return state.sides[seat] == side and (
        seat not in state.dead or state.options["dead_share"] == "yes"
    )


def _score(state: State, seat: SeatId, side: str, clause: str) -> Line:
    won = wins(state, seat, side)
    code = "won" if won else "lost"
    if seat in state.dead:
        clause, code = (
            ("TT-61", f"{code}_dead")
            if state.options["dead_share"] == "yes"
            else ("TT-A22", "dead_lost")
        )
    return Line(seat, 1, int(won), clause, code, {"side": state.sides[seat], "winner": side})


def _reason(call: Call, side: str, clause: str) -> Message:
    code = (
        "false_call"
        if clause == "TT-A13"
        else "call_true"
        if side == CLAIMS[call.kind]
        else "call_wrong"
    )
    return Message(f"{code}_{call.kind}", {"seat": call.caller}, clause)


def result(state: State) -> Result | None:
    """Winners, then the others; there may be no winner (TT-A22)."""
    if not state.over or state.call is None:
        return None
    side, clause = side_that_wins(state, state.call)
    groups = [
        tuple(seat for seat in state.seats if wins(state, seat, side) is won)
        for won in (True, False)
    ]
    extra = () if groups[0] else (Message(f"no_{side}", clause="TT-A22"),)
    return Result(
        tuple(group for group in groups if group),
        (_reason(state.call, side, clause), *extra),
        won=bool(groups[0]),
    )
