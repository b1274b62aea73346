"""Apply moves: thefts, the end of a round with its refill, score lines and the winner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.kernel.cards import Card
from referee.kernel.contract import (
    Illegal,
    Level,
    Line,
    Message,
    Move,
    Result,
    Ruling,
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
    LaidCard,
    Meld,
    Past,
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
    """Return the state after a move."""
    if move.kind in ("steal", "decline", "no_agreement"):
        return _settle(act(state, move))
    if move.kind == "stand":
        return _after_scores(state)
    if move.kind == "playoff":
        return replace(state, playoff=str(move.data["winner"]))
    state = replace(state, melds={**state.melds, str(move.seat): meld_of(move)})
    if len(state.melds) < len(state.seats):
        return state
    if state.secret and overfull(state):
        return replace(state, phase="conflict")
    return _after_scores(state)


def _after_scores(state: State) -> State:
    """Start the thefts. Quick entry does not know the stolen cards still in a hand."""
    hands = {seat: () if state.quick else in_hand(state, seat) for seat in state.seats}
    return _settle(replace(state, phase="thefts", hands=hands, rows=lay_out(state)))


# Thefts


def act(state: State, move: Move) -> State:
    """Apply a theft, a refusal or a failed agreement; the round stays open."""
    if move.kind == "steal":
        return _take(state, str(move.seat), *target(move))
    idle = losing(state, move) if move.kind == "no_agreement" else (str(move.seat),)
    return replace(state, acts=(*state.acts, *(Act(move.kind, seat) for seat in idle)))


def _take(state: State, seat: SeatId, whom: SeatId, index: int) -> State:
    """Take a card (IC-20) and leave the Thief in its row (IC-21), unless that is gone (IC-A7)."""
    card = state.rows[whom][index].card
    own = state.rows[seat][0] if seat in thieves(state) else None
    marker = own.card if own and own.taken_by is None and (whom, index) != (seat, 0) else ""
    rows = {**state.rows, whom: _mark(state.rows[whom], index, seat)}
    if marker:
        rows[seat] = _mark(rows[seat], 0, seat)
        rows[whom] = (*rows[whom], LaidCard(marker, seat))
    robbed = own is not None and own.taken_by not in (None, seat)
    stolen = Act("steal", seat, whom, index, card, marker, robbed)
    return replace(
        state,
        rows=rows,
        hands={**state.hands, seat: (*state.hands[seat], card)},
        acts=(*state.acts, stolen),
    )


def _mark(row: tuple[LaidCard, ...], index: int, by: SeatId) -> tuple[LaidCard, ...]:
    return (*row[:index], replace(row[index], taken_by=by), *row[index + 1 :])


def theft_lines(state: State) -> Iterator[Line]:
    """Yield a line without points for each of the Thieves' acts, in order."""
    for done in state.acts:
        yield Line(done.seat, state.round, 0, *_words(state, done), part="theft")
    if state.phase == "over" and not steals(state):
        for seat in thieves(state):
            yield Line(seat, state.round, 0, "IC-A11", "theft_skipped", part="theft")


def _words(state: State, done: Act) -> tuple[str, str, dict[str, object], tuple[Card, ...]]:
    """Return the clause, code, parameters and cards that say most about a Thief's act."""
    if done.kind == "decline":
        return "IC-19", "theft_declined", {}, ()
    if done.kind == "no_agreement":
        return "IC-24", "theft_failed", {"seats": list(tied(state, done.seat))}, ()
    cards = (done.card, done.marker) if done.marker else (done.card,)
    player = state.rows[done.whom][done.index].player
    code = "theft" if done.marker else "theft_bare"
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
    """Start the next round or end the game once no theft is due; quick entry has no thefts."""
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
    # Empty hands need not enter a meld (IC-A10); quick entry does not know which are empty.
    empty = ((seat, unfilled(after, seat)) for seat in after.seats if not held[seat])
    return replace(after, melds={seat: Meld(kind.name) for seat, kind in empty if kind})


def running_lines(state: State) -> Iterator[Line]:
    """Yield the scores and thefts of the running round."""
    yield from score_lines(state)
    yield from theft_lines(state)


def _hands_before(state: State) -> Mapping[SeatId, int]:
    """Count the cards of each hand before the refill, stolen cards included."""
    after = dict(state.held)
    for seat, meld in state.melds.items():
        # A meld without known cards has its full size, or the whole hand if that is smaller.
        after[seat] -= (
            len(meld.cards) if meld.points is None else min(MELDS[meld.kind].size, state.held[seat])
        )
    for done in state.acts:
        after[done.seat] += done.kind == "steal"
    return after


def refill(state: State) -> Mapping[SeatId, int]:
    """Count each seat's draw, dealer last (IC-A14): up to eight (IC-13) or the rest (IC-A10)."""
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
        clause = "IC-13"
        code = "refill_thief" if thief else "refill_stolen" if seat in stole else "refill"
        if n < wanted:
            clause, code = "IC-A10", "refill_fewer"
        yield Line(seat, state.round, 0, clause, code, {"n": n, "due": wanted}, part="refill")
        if 0 <= left < n:
            yield Line(
                seat, state.round, 0, "IC-A10", "refill_reshuffle", {"left": left}, part="refill"
            )
        left -= n


def result(state: State) -> Result | None:
    """Rank the seats after round 7 (IC-43); an option breaks a tie for first place (IC-A9)."""
    if state.phase != "over":
        return None
    sums = totals(state.finished, state.seats)
    first, *others = ranking = rank_by(sums)
    highest = Message("highest_total", {"seats": list(first), "n": sums[first[0]]}, "IC-43")
    if len(first) == 1:
        return Result(ranking, (highest,))
    option = str(state.options["final_tie"])
    if option == "playoff":
        return played_off(
            ranking,
            state.playoff,
            highest,
            Message("tie_playoff", {"seat": state.playoff}, "IC-A9"),
        )
    slot = _TIE_SLOTS.get(option)
    broken = rank_by(_made(state, first, slot)) if slot else (first,)
    key = (
        f"tie_{option}"
        if option not in _TIE_SLOTS or len(broken[0]) == 1
        else f"tie_{option}_equal"
    )
    return Result((*broken, *others), (highest, Message(key, {"seats": list(broken[0])}, "IC-A9")))


def _made(state: State, seats: Sequence[SeatId], slot: str) -> dict[SeatId, int]:
    """Sum each seat's tie-breaking meld points; raise Illegal if skipped rounds lack them."""
    own = [line for line in state.finished if line.slot == slot]
    unknown = set(seats) - {line.seat for line in own}
    if unknown and any(line.code == POINTS for line in state.finished):
        raise _unknown(slot, [seat for seat in seats if seat in unknown])
    return {seat: sum(line.points for line in own if line.seat == seat) for seat in seats}


def _unknown(slot: str, seats: Sequence[SeatId]) -> Illegal:
    names = (f"{slot}_before_{seat}" for seat in seats)
    return Illegal([Ruling("missing", "IC-A9", Level.IMPOSSIBLE, {}, name) for name in names])


# Rounds before the first one entered


def asks_earlier(state: State) -> tuple[Field, ...]:
    """Ask for each seat's points so far and those of the tie-breaking meld (IC-A9)."""
    points, slot = points_before(-MOST_POINTS), _TIE_SLOTS.get(str(state.options["final_tie"]))
    if slot is None:
        return (points,)
    made = f"{slot}_before"
    return (points, replace(points, name=made, label=made, default=None, optional=True))


def skipped(state: State, rounds: int, told: Told) -> State:
    """Start the next round with the points of earlier rounds and tie-breaking melds."""
    finished = [*carried(told, "IC-43")]
    for slot in _TIE_SLOTS.values():
        made = {seat: n for seat, n in told.get(f"{slot}_before", {}).items() if isinstance(n, int)}
        before = (Line(seat, 0, n, "IC-A9", POINTS, slot=slot) for seat, n in made.items())
        finished += [replace(line, part="before") for line in before]
    return replace(state, round=rounds + 1, finished=tuple(finished))
