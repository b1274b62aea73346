"""The end of a round and of the game: the refill, the lines that stay, the next round, the winner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.kernel.contract import Line, Prompt, Result, Say, SeatId, rank_by, totals
from referee.kernel.fields import Seat
from referee.kernel.frozen import replace
from referee.kernel.turns import left_of, order_from

from . import thefts
from .melds import MELDS, score_lines, unfilled
from .state import HAND, HIDDEN, ROUNDS, THIEF, Meld, Past, State, in_hand

_TIE_SLOTS = {"highest_chief": "chief", "fewest_negative": "rich"}


def after_scores(state: State) -> State:
    """All scores are recorded: the Thieves are due, or the round is over.

    Where only points are told, nobody can say any more which stolen card is still in a hand.
    """
    hands = {seat: () if state.quick else in_hand(state, seat) for seat in state.seats}
    return settle(replace(state, phase="thefts", hands=hands, rows=thefts.lay_out(state)))


def settle(state: State) -> State:
    """The next round, or the end of the game, once no theft is due any more; with points alone thefts are not told."""
    if not state.quick and thefts.steals(state) and thefts.due(state):
        return state
    if state.round == ROUNDS:
        over = replace(state, phase="over", past=(*state.past, Past(state.melds, state.acts)))
        return replace(over, finished=(*over.finished, *running_lines(over)))
    return _next_round(state)


def _next_round(state: State) -> State:
    draws = refill(state)
    held = {seat: hand + draws[seat] for seat, hand in _hands_before(state).items()}
    after = replace(
        state,
        round=state.round + 1,
        phase="choosing",
        melds={},
        rows={},
        acts=(),
        held=held,
        past=(*state.past, Past(state.melds, state.acts)),
        finished=(*state.finished, *running_lines(state), *_refill_lines(state, draws)),
    )
    if after.quick:
        return after
    # The melds of empty hands need not be told (IC-A10); with points alone nobody knows which hands are.
    empty = ((seat, unfilled(after, seat)) for seat in after.seats if not held[seat])
    return replace(after, melds={seat: Meld(kind.name) for seat, kind in empty if kind})


def running_lines(state: State) -> Iterator[Line]:
    """Scores and thefts of the running round."""
    yield from score_lines(state)
    yield from thefts.lines(state)


# The refill


def _hands_before(state: State) -> Mapping[SeatId, int]:
    """Cards in each hand before the refill: a stolen card is one of them."""
    after = dict(state.held)
    for seat, meld in state.melds.items():
        # Where the cards of a meld are not told, they are as many as it has or the hand had.
        after[seat] -= len(meld.cards) if meld.points is None else min(MELDS[meld.kind].size, state.held[seat])
    for act in state.acts:
        after[act.seat] += act.kind == "steal"
    return after


def refill(state: State) -> Mapping[SeatId, int]:
    """Cards each seat draws, the dealer last (IC-A14): up to eight (IC-13), or what the deck still has when it may run out (IC-A10)."""
    before = _hands_before(state)
    left = state.deck.size - (sum(state.held.values()) if state.options["short"] == "deal_fewer" else 0)
    draws = {}
    for seat in order_from(state.seats, left_of(state.seats, str(state.options["dealer"]))):
        draws[seat] = min(left, max(0, HAND - before[seat]))
        left -= draws[seat]
    return draws


def _refill_lines(state: State, draws: Mapping[SeatId, int]) -> Iterator[Line]:
    before, left = _hands_before(state), state.deck.size - sum(state.held.values())
    stole = {act.seat for act in state.acts if act.kind == "steal"}
    for seat, n in draws.items():
        wanted, thief = HAND - before[seat], state.quick and state.melds[seat].kind == THIEF
        clause, code = "IC-13", "refill_thief" if thief else "refill_stolen" if seat in stole else "refill"
        if n < wanted:
            clause, code = "IC-A10", "refill_fewer"
        yield Line(seat, state.round, 0, clause, code, {"n": n, "due": wanted}, part="refill")
        if 0 <= left < n:
            yield Line(seat, state.round, 0, "IC-A10", "refill_reshuffle", {"left": left}, part="refill")
        left -= n


# The end


def result(state: State) -> Result | None:
    """The ranking after round 7 (IC-43), a tie for first place decided by the table's option (IC-A9)."""
    if state.phase != "over":
        return None
    sums = totals(state.finished, state.seats)
    ranking = rank_by(sums)
    first = ranking[0]
    reasons = [Say("highest_total", {"seats": list(first), "n": sums[first[0]]}, "IC-43")]
    if len(first) == 1:
        return Result(ranking, tuple(reasons))
    option = str(state.options["final_tie"])
    if option == "playoff":
        if state.playoff is None:
            return None
        rest = tuple(seat for seat in first if seat != state.playoff)
        return Result(((state.playoff,), rest, *ranking[1:]), (*reasons, Say("tie_playoff", {"seat": state.playoff}, "IC-A9")))
    slot = _TIE_SLOTS.get(option)
    made = {seat: sum(line.points for line in state.finished if line.seat == seat and line.slot == slot) for seat in first}
    broken = rank_by(made) if slot else (first,)
    key = f"tie_{option}" if option not in _TIE_SLOTS or len(broken[0]) == 1 else f"tie_{option}_equal"
    reasons.append(Say(key, {"seats": list(broken[0])}, "IC-A9"))
    return Result((*broken, *ranking[1:]), tuple(reasons))


def playoff_prompts(state: State) -> tuple[Prompt, ...]:
    """Who won the play-off of the tied seats, where the house wants one (IC-A9)."""
    first = rank_by(totals(state.finished, state.seats))[0]
    if state.options["final_tie"] != "playoff" or state.playoff or len(first) == 1:
        return ()
    return (Prompt("playoff", None, (Seat(name="winner", values=first),), "IC-A9"),)


def see(state: State, seat: SeatId | None) -> State:
    """What a seat may know: in secret entry the others' melds stay hidden until all are in, but who is ready shows."""
    if not state.secret or state.phase != "choosing":
        return state
    hidden = {other: replace(meld, kind=HIDDEN, cards=(), two=()) for other, meld in state.melds.items() if other != seat}
    return replace(state, melds={**state.melds, **hidden})
