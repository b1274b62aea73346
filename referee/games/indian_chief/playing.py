"""What a move does: thefts, the end of a round with its refill, the lines that stay, the winner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.kernel.cards import Card
from referee.kernel.contract import (
    Illegal,
    Level,
    Line,
    Move,
    Result,
    Ruling,
    Say,
    SeatId,
    played_off,
    rank_by,
    totals,
)
from referee.kernel.earlier import MOST_POINTS, POINTS, carried, points_before
from referee.kernel.fields import Field
from referee.kernel.game import Told
from referee.kernel.turns import left_of, order_from

from .judging import losing, meld_of, target
from .melds import MELDS, score_lines, unfilled
from .state import (
    HAND,
    ROUNDS,
    THIEF,
    Act,
    Meld,
    Past,
    Spot,
    State,
    due,
    in_hand,
    lay_out,
    overfull,
    steals,
    thieves,
    tied,
)

_TIE_SLOTS = {"highest_chief": "chief", "fewest_negative": "rich"}


def advance(state: State, move: Move) -> State:
    """The table after a move."""
    if move.kind in ("steal", "decline", "no_agreement"):
        return _settle(act(state, move))
    if move.kind == "stand":
        return _after_scores(state)
    if move.kind == "playoff":
        return replace(state, playoff=str(move.data["winner"]))
    state = replace(state, melds={**state.melds, str(move.seat): meld_of(move)})
    if len(state.melds) < len(state.seats):
        return state
    return (
        replace(state, phase="conflict")
        if state.secret and overfull(state)
        else _after_scores(state)
    )


def _after_scores(state: State) -> State:
    """All scores are recorded: the Thieves are due, or the round is over.

    Where only points are told, nobody can say any more which stolen card is still in a hand.
    """
    hands = {seat: () if state.quick else in_hand(state, seat) for seat in state.seats}
    return _settle(replace(state, phase="thefts", hands=hands, rows=lay_out(state)))


# Thefts


def act(state: State, move: Move) -> State:
    """The table after a theft, a refusal to steal or a failed agreement, before the round is
    closed.
    """
    if move.kind == "steal":
        return _take(state, str(move.seat), *target(move))
    idle = losing(state, move) if move.kind == "no_agreement" else (str(move.seat),)
    return replace(state, acts=(*state.acts, *(Act(move.kind, seat) for seat in idle)))


def _take(state: State, seat: SeatId, whom: SeatId, index: int) -> State:
    """The card goes to the hand (IC-20) and the Thief's own, unless it has been stolen or moved
    (IC-A7), into the row (IC-21).
    """
    card = state.rows[whom][index].card
    own = state.rows[seat][0] if seat in thieves(state) else None
    marker = own.card if own and own.taken_by is None and (whom, index) != (seat, 0) else ""
    rows = {**state.rows, whom: _mark(state.rows[whom], index, seat)}
    if marker:
        rows[seat] = _mark(rows[seat], 0, seat)
        rows[whom] = (*rows[whom], Spot(marker, seat))
    robbed = own is not None and own.taken_by not in (None, seat)
    stolen = Act("steal", seat, whom, index, card, marker, robbed)
    return replace(
        state,
        rows=rows,
        hands={**state.hands, seat: (*state.hands[seat], card)},
        acts=(*state.acts, stolen),
    )


def _mark(row: tuple[Spot, ...], index: int, by: SeatId) -> tuple[Spot, ...]:
    return (*row[:index], replace(row[index], taken_by=by), *row[index + 1 :])


def theft_lines(state: State) -> Iterator[Line]:
    """What the Thieves did, in order; no points change."""
    for done in state.acts:
        yield Line(done.seat, state.round, 0, *_words(state, done), part="theft")
    if state.phase == "over" and not steals(state):
        for seat in thieves(state):
            yield Line(seat, state.round, 0, "IC-A11", "theft_skipped", part="theft")


def _words(state: State, done: Act) -> tuple[str, str, dict[str, object], tuple[Card, ...]]:
    """The clause that says most about what a Thief did, and its words."""
    if done.kind == "decline":
        return "IC-19", "theft_declined", {}, ()
    if done.kind == "no_agreement":
        return "IC-24", "theft_failed", {"seats": list(tied(state, done.seat))}, ()
    cards = (done.card, done.marker) if done.marker else (done.card,)
    player, code = (
        state.rows[done.whom][done.index].player,
        "theft" if done.marker else "theft_bare",
    )
    if player == done.seat:
        clause, code = "IC-27", "theft_own"
    elif done.whom == done.seat:
        clause, code = "IC-28", "theft_back"
    else:
        clause = "IC-26" if done.robbed else "IC-25" if player in thieves(state) else "IC-21"
    params = {
        "card": done.card,
        "whom": done.whom,
        "slot": state.melds[done.whom].kind,
        "marker": done.marker,
        "index": done.index,
    }
    return clause, code, {**params, "states": ["gone", "mark"][: len(cards)]}, cards


# The end of a round


def _settle(state: State) -> State:
    """The next round, or the end of the game, once no theft is due any more; with points alone
    thefts are not told.
    """
    if not state.quick and steals(state) and due(state):
        return state
    state = replace(state, past=(*state.past, Past(state.melds, state.acts)))
    if state.round < ROUNDS:
        return _next_round(state)
    over = replace(state, phase="over")
    return replace(over, finished=(*over.finished, *running_lines(over)))


def _next_round(state: State) -> State:
    draws = refill(state)
    held = {seat: hand + draws[seat] for seat, hand in _hands_before(state).items()}
    finished = (*state.finished, *running_lines(state), *_refill_lines(state, draws))
    after = replace(
        state,
        round=state.round + 1,
        phase="choosing",
        melds={},
        rows={},
        acts=(),
        held=held,
        finished=finished,
    )
    if after.quick:
        return after
    # The melds of empty hands need not be told (IC-A10); with points alone nobody knows which hands
    # are.
    empty = ((seat, unfilled(after, seat)) for seat in after.seats if not held[seat])
    return replace(after, melds={seat: Meld(kind.name) for seat, kind in empty if kind})


def running_lines(state: State) -> Iterator[Line]:
    """Scores and thefts of the running round."""
    yield from score_lines(state)
    yield from theft_lines(state)


def _hands_before(state: State) -> Mapping[SeatId, int]:
    """Cards in each hand before the refill: a stolen card is one of them."""
    after = dict(state.held)
    for seat, meld in state.melds.items():
        # Where the cards of a meld are not told, they are as many as it has or the hand had.
        after[seat] -= (
            len(meld.cards) if meld.points is None else min(MELDS[meld.kind].size, state.held[seat])
        )
    for done in state.acts:
        after[done.seat] += done.kind == "steal"
    return after


def refill(state: State) -> Mapping[SeatId, int]:
    """Cards each seat draws, the dealer last (IC-A14): up to eight (IC-13), or what the deck still
    has when it may run out (IC-A10).
    """
    before = _hands_before(state)
    left = state.deck.size - (
        sum(state.held.values()) if state.options["short"] == "deal_fewer" else 0
    )
    draws = {}
    for seat in order_from(state.seats, left_of(state.seats, str(state.options["dealer"]))):
        draws[seat] = min(left, max(0, HAND - before[seat]))
        left -= draws[seat]
    return draws


def _refill_lines(state: State, draws: Mapping[SeatId, int]) -> Iterator[Line]:
    before, left = _hands_before(state), state.deck.size - sum(state.held.values())
    stole = {done.seat for done in state.acts if done.kind == "steal"}
    for seat, n in draws.items():
        wanted, thief = HAND - before[seat], state.quick and state.melds[seat].kind == THIEF
        clause, code = (
            "IC-13",
            "refill_thief" if thief else "refill_stolen" if seat in stole else "refill",
        )
        if n < wanted:
            clause, code = "IC-A10", "refill_fewer"
        yield Line(seat, state.round, 0, clause, code, {"n": n, "due": wanted}, part="refill")
        if 0 <= left < n:
            yield Line(
                seat, state.round, 0, "IC-A10", "refill_reshuffle", {"left": left}, part="refill"
            )
        left -= n


def result(state: State) -> Result | None:
    """The ranking after round 7 (IC-43), a tie for first place decided by the table's option
    (IC-A9).
    """
    if state.phase != "over":
        return None
    sums = totals(state.finished, state.seats)
    first, *others = ranking = rank_by(sums)
    highest = Say("highest_total", {"seats": list(first), "n": sums[first[0]]}, "IC-43")
    if len(first) == 1:
        return Result(ranking, (highest,))
    option = str(state.options["final_tie"])
    if option == "playoff":
        return played_off(
            ranking, state.playoff, highest, Say("tie_playoff", {"seat": state.playoff}, "IC-A9")
        )
    slot = _TIE_SLOTS.get(option)
    broken = rank_by(_made(state, first, slot)) if slot else (first,)
    key = (
        f"tie_{option}"
        if option not in _TIE_SLOTS or len(broken[0]) == 1
        else f"tie_{option}_equal"
    )
    return Result((*broken, *others), (highest, Say(key, {"seats": list(broken[0])}, "IC-A9")))


def _made(state: State, seats: Sequence[SeatId], slot: str) -> dict[SeatId, int]:
    """What the meld that breaks a tie has brought each of these seats.

    Raises Illegal where that was in an earlier round and is not told.
    """
    own = [line for line in state.finished if line.slot == slot]
    made = {seat: [line.points for line in own if line.seat == seat] for seat in seats}
    unknown = [seat for seat, points in made.items() if not points]
    if unknown and any(line.code == POINTS for line in state.finished):
        names = (f"{slot}_before_{seat}" for seat in unknown)
        raise Illegal([Ruling("missing", "IC-A9", Level.IMPOSSIBLE, {}, name) for name in names])
    return {seat: sum(points) for seat, points in made.items()}


# Rounds before the one that is told


def asks_earlier(state: State) -> tuple[Field, ...]:
    """The points of each seat so far, and those of the meld that breaks a tie (IC-A9)."""
    points, slot = points_before(-MOST_POINTS), _TIE_SLOTS.get(str(state.options["final_tie"]))
    if slot is None:
        return (points,)
    made = f"{slot}_before"
    return (points, replace(points, name=made, label=made, default=None, optional=True))


def skipped(state: State, rounds: int, told: Told) -> State:
    """The next round with the points of earlier ones, and of the melds that break a tie."""
    finished = [*carried(told, "IC-43")]
    for slot in _TIE_SLOTS.values():
        made = {seat: n for seat, n in told.get(f"{slot}_before", {}).items() if isinstance(n, int)}
        before = (Line(seat, 0, n, "IC-A9", POINTS, slot=slot) for seat, n in made.items())
        finished += [replace(line, part="before") for line in before]
    return replace(state, round=rounds + 1, finished=tuple(finished))
