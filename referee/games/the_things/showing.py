"""The end: a call, the hands or sides shown, who wins and the lines of the evening (TT-1…TT-3, TT-59…TT-61)."""

from __future__ import annotations

from referee.kernel.board import Say
from referee.kernel.contract import Line, Move, Result, SeatId, cards_of
from referee.kernel.frozen import replace

from . import deck
from .asking import CALL_CLAUSES, to_show
from .state import HUMAN, THING, Call, State, line, logged, side_of, told_sides

CLAIMS = {"rescue": HUMAN, "departure": THING}
OTHER = {HUMAN: THING, THING: HUMAN}


def tell_sides(state: State, move: Move) -> State:
    """The sides that were told, each for its seat."""
    assert state.call is not None
    return replace(state, call=replace(state.call, sides={**state.call.sides, **told_sides(state, move)}))


def lay_hand(state: State, move: Move) -> State:
    """A hand laid down: one red card makes a Thing (TT-10, TT-11, TT-A16)."""
    assert state.call is not None
    seat, cards, call = str(move.seat), cards_of(move, "hand"), state.call
    side = THING if any(map(deck.is_red, cards)) else HUMAN
    return replace(state, call=replace(call, hands={**call.hands, seat: cards}, sides={**call.sides, seat: side}))


def settle(state: State) -> State:
    """The end, once all sides are known; a false call that is void is put aside as soon as it shows (TT-A13)."""
    call = state.call
    assert call is not None
    if is_false(state, call) and state.options["false_call"] == "void":
        return _void(state, call)
    return state if to_show(state) else _end(state)


def is_false(state: State, call: Call) -> bool:
    """Whether the caller is known not to be of the side that may call so (TT-A13)."""
    return side_of(state, call.caller) == OTHER[CLAIMS[call.kind]]


def _void(state: State, call: Call) -> State:
    """Play goes on where it was; what the caller's hand proved stays known."""
    side = OTHER[CLAIMS[call.kind]]
    things, humans = (
        (*(seat for seat in known if seat != call.caller), *((call.caller,) if side == proved else ()))
        for proved, known in ((THING, state.things), (HUMAN, state.humans))
    )
    code = f"void_{call.kind}"
    after = replace(state, call=None, things=things, humans=humans)
    return logged(after, line(call.caller, "TT-A13", code, "end"), effects=(Say(code, {"seat": call.caller}, "TT-A13"),))


def side_that_wins(state: State, call: Call) -> tuple[str, str]:
    """The winning side with its clause: the call was true, or it was not (TT-1, TT-2, TT-3, TT-A13)."""
    claim = CLAIMS[call.kind]
    if is_false(state, call):
        return claim, "TT-A13"
    alike = all(side_of(state, seat) == claim for seat in state.alive)
    if call.kind == "rescue":
        return (HUMAN, "TT-1") if alike else (THING, "TT-2")
    return (THING if alike else HUMAN), "TT-3"


def wins(state: State, seat: SeatId, side: str) -> bool:
    """Whether a seat shares the victory of its side; the dead do where the house lets them (TT-61, TT-A22)."""
    return side_of(state, seat) == side and (seat not in state.dead or state.options["dead_share"] == "yes")


def _end(state: State) -> State:
    """The game is over: everybody's side, and one line each that counts."""
    call = state.call
    assert call is not None
    side, clause = side_that_wins(state, call)
    was = {THING: ("TT-11", "was_thing"), HUMAN: ("TT-10", "was_human"), None: ("TT-10", "was_human")}
    shown = [line(seat, *was[side_of(state, seat)], "end") for seat in state.seats]
    called = line(call.caller, CALL_CLAUSES[call.kind], f"called_{call.kind}", "end")
    scored = [_score(state, seat, side, clause) for seat in state.seats]
    return logged(replace(state, over=True), called, *shown, *scored, effects=(_verdict(state, call, side, clause),))


def _score(state: State, seat: SeatId, side: str, clause: str) -> Line:
    won, own = wins(state, seat, side), str(side_of(state, seat))
    code = "won" if won else "lost"
    if seat in state.dead:
        shares = state.options["dead_share"] == "yes"
        clause, code = ("TT-61", f"{code}_dead") if shares else ("TT-A22", "dead_lost")
    return Line(seat, 1, int(won), clause, code, {"side": own, "winner": side})


def _verdict(state: State, call: Call, side: str, clause: str) -> Say:
    code = "false_call" if clause == "TT-A13" else "call_true" if side == CLAIMS[call.kind] else "call_wrong"
    return Say(f"{code}_{call.kind}", {"seat": call.caller}, clause)


def result(state: State) -> Result | None:
    """Winners first, then the others; nobody may have won, when nobody of that side is left to win."""
    if not state.over or state.call is None:
        return None
    side, clause = side_that_wins(state, state.call)
    reason = _verdict(state, state.call, side, clause)
    groups = [tuple(seat for seat in state.seats if wins(state, seat, side) is won) for won in (True, False)]
    extra = () if groups[0] else (Say(f"no_{side}", clause="TT-A22"),)
    return Result(tuple(group for group in groups if group), (reason, *extra), won=bool(groups[0]))
