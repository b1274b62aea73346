"""The Thieves: whose turn it is to steal, what may be stolen, and what the table looks like afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.kernel.cards import RANKS, Card
from referee.kernel.contract import Level, Line, Move, Prompt, Ruling, SeatId, cards_of
from referee.kernel.fields import Many, Place
from referee.kernel.frozen import replace

from .state import ROUNDS, THIEF, Act, Spot, State, value

Target = tuple[SeatId, int]
PAIR = 2
"""It takes two to disagree."""


def thieves(state: State) -> tuple[SeatId, ...]:
    """The seats that show a Thief in this round."""
    shown = [seat for seat in state.seats if seat in state.melds and state.melds[seat].kind == THIEF]
    return tuple(seat for seat in shown if state.melds[seat].cards or state.melds[seat].points is not None)


def steals(state: State) -> bool:
    """Whether Thieves steal in this round (IC-A11)."""
    return state.round < ROUNDS or state.options["round7_steal"] == "play"


def due(state: State) -> tuple[SeatId, ...]:
    """The Thieves whose turn it is: the lowest that have not acted, together if they tie (IC-22, IC-23)."""
    acted = {act.seat for act in state.acts}
    waiting = [seat for seat in thieves(state) if seat not in acted]
    first = min((_order(state, seat) for seat in waiting), default=None)
    return tuple(seat for seat in waiting if _order(state, seat) == first)


def tied(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """The Thieves that tie with this one, itself included."""
    if seat not in thieves(state):
        return ()
    return tuple(other for other in thieves(state) if _order(state, other) == _order(state, seat))


def lay_out(state: State) -> Mapping[SeatId, tuple[Spot, ...]]:
    """The rows of the melds shown so far, before any theft."""
    return {seat: tuple(Spot(card, seat) for card in state.melds[seat].cards) for seat in state.seats if seat in state.melds}


# Prompts


def prompts(state: State) -> tuple[Prompt, ...]:
    """Who may steal what: the Thieves due are waited for; any other theft can be entered as well, to be refused with its clause."""
    now, card = due(state), (_card_field(state),)
    later = tuple(seat for seat in state.seats if seat not in now)
    asked = [Prompt("steal", seat, card, "IC-19", aside=seat in later) for seat in now + later]
    asked += [Prompt("decline", seat, (), "IC-19", aside=_must_steal(state, seat)) for seat in now]
    if now and len(tied(state, now[0])) > 1:
        named = () if state.options["tie_fail"] == "all_tied" else (Many(name="seats", values=now, optional=True, default=now),)
        asked.append(Prompt("no_agreement", None, named, "IC-24", aside=len(now) < PAIR or bool(_agreed(state, now))))
    return tuple(asked)


def early_prompts(state: State) -> tuple[Prompt, ...]:
    """While melds are still being entered: a theft can be tried, and is refused."""
    if state.secret or state.quick:
        return ()
    card = (_card_field(replace(state, rows=lay_out(state))),)
    return tuple(Prompt("steal", seat, card, "IC-19", aside=True) for seat in thieves(state))


def lying(state: State) -> Mapping[str, tuple[SeatId | None, Card]]:
    """The cards in the rows that have not been taken, each by its name, with whose row it is."""
    spots = ((seat, index, spot) for seat, row in state.rows.items() for index, spot in enumerate(row))
    return {f"{seat}:{index}": (seat, spot.card) for seat, index, spot in spots if spot.taken_by is None}


def _card_field(state: State) -> Place:
    values = tuple(f"{seat}:{index}" for seat, row in state.rows.items() for index in range(len(row)))
    return Place(name="card", values=values, shows=lying(state))


# Judgement


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Every objection to a theft, a refusal to steal or a failed agreement."""
    if state.phase == "choosing":
        code, clause = ("steal_too_early", "IC-19") if steals(state) else ("no_steal_in_last_round", "IC-A11")
        yield Ruling(code, clause, Level.IMPOSSIBLE)
    elif move.kind == "steal" and move.seat is not None:
        yield from _judge_thief(state, move.seat)
        yield from _judge_target(state, move.seat, _target(move))
    elif move.kind == "decline" and move.seat is not None:
        if _must_steal(state, move.seat):
            yield Ruling("must_steal", "IC-A6")
    elif move.kind == "no_agreement":
        yield from _judge_disagreement(state, move)


def _judge_thief(state: State, seat: SeatId) -> Iterator[Ruling]:
    done = next((act for act in state.acts if act.seat == seat), None)
    if seat not in thieves(state):
        yield Ruling("not_a_thief", "IC-19", params={"seat": seat, "slot": state.melds[seat].kind})
    elif done and done.kind == "no_agreement":
        yield Ruling("tie_failed", "IC-24", params={"seat": seat})
    elif done:
        yield Ruling("already_stole" if done.kind == "steal" else "already_declined", "IC-19", params={"seat": seat})
    elif seat not in due(state):
        yield Ruling("lower_first", "IC-22", params={"seats": list(due(state)), "card": state.melds[seat].cards[0]})


def _judge_target(state: State, seat: SeatId, target: Target) -> Iterator[Ruling]:
    whom, index = target
    spot = state.rows[whom][index]
    params = {"card": spot.card, "whom": whom, "seat": seat}
    if spot.player == seat and spot.taken_by is None and not (state.options["steal_back_own"] == "yes" and whom != seat):
        yield Ruling("own_card", "IC-27", params=params, field="card")
    if spot.taken_by is not None:
        fellow = spot.taken_by in tied(state, seat) and spot.taken_by not in (seat, spot.player)
        code, clause = ("same_card", "IC-23") if fellow else ("card_gone", "IC-20")
        yield Ruling(code, clause, Level.IMPOSSIBLE, params | {"by": spot.taken_by}, "card")


def _must_steal(state: State, seat: SeatId) -> bool:
    """Whether a Thief may not decline: the table forces thefts, and there is something to steal (IC-A6)."""
    return state.options["steal"] == "forced" and any(
        not any(_judge_target(state, seat, (whom, index))) for whom, row in state.rows.items() for index in range(len(row))
    )


def _judge_disagreement(state: State, move: Move) -> Iterator[Ruling]:
    losing = _losing(state, move)
    if done := _agreed(state, losing):
        yield Ruling("tie_already_stole", "IC-24", params={"seats": done})
    elif len(losing) < PAIR:
        named = state.options["tie_fail"] == "only_conflicting"
        yield Ruling("two_to_disagree", "IC-A8" if named else "IC-24", params={"seats": list(losing)}, field="seats" if named else None)


def _agreed(state: State, now: tuple[SeatId, ...]) -> list[SeatId]:
    """The tied Thieves that have stolen already, so that the tie cannot fail as a whole any more."""
    if state.options["tie_fail"] == "only_conflicting":
        return []
    return [act.seat for act in state.acts if act.kind == "steal" and act.seat in tied(state, now[0])]


def _losing(state: State, move: Move) -> tuple[SeatId, ...]:
    return cards_of(move, "seats") or due(state)


# What happens


def advance(state: State, move: Move) -> State:
    """The table after a theft, a refusal to steal or a failed agreement."""
    if move.kind == "steal":
        return _take(state, str(move.seat), _target(move))
    idle = _losing(state, move) if move.kind == "no_agreement" else (str(move.seat),)
    return replace(state, acts=(*state.acts, *(Act(move.kind, seat) for seat in idle)))


def _take(state: State, seat: SeatId, target: Target) -> State:
    """The card goes to the hand (IC-20) and the Thief's own, unless it has been stolen or moved (IC-A7), into the row (IC-21)."""
    whom, index = target
    spot = state.rows[whom][index]
    own = next(iter(state.rows[seat]), None) if seat in thieves(state) and target != (seat, 0) else None
    if own and own.taken_by is not None:
        own = None
    rows = dict(state.rows)
    rows[whom] = _mark(rows[whom], index, seat)
    if own is not None:
        rows[seat] = _mark(rows[seat], 0, seat)
        rows[whom] = (*rows[whom], Spot(own.card, seat))
    robbed = seat in thieves(state) and state.rows[seat][0].taken_by not in (None, seat)
    act = Act("steal", seat, whom, index, spot.card, own.card if own else "", robbed)
    hands = {**state.hands, seat: (*state.hands[seat], spot.card)}
    return replace(state, rows=rows, hands=hands, acts=(*state.acts, act))


def _mark(row: tuple[Spot, ...], index: int, by: SeatId) -> tuple[Spot, ...]:
    return (*row[:index], replace(row[index], taken_by=by), *row[index + 1 :])


def lines(state: State) -> Iterator[Line]:
    """What the Thieves did, in order; no points change."""
    for act in state.acts:
        yield Line(act.seat, state.round, 0, *_words(state, act), part="theft")
    if state.phase == "over" and not steals(state):
        for seat in thieves(state):
            yield Line(seat, state.round, 0, "IC-A11", "theft_skipped", part="theft")


def _words(state: State, act: Act) -> tuple[str, str, dict[str, object], tuple[Card, ...]]:
    if act.kind == "decline":
        return "IC-19", "theft_declined", {}, ()
    if act.kind == "no_agreement":
        return "IC-24", "theft_failed", {"seats": list(tied(state, act.seat))}, ()
    cards = (act.card, act.marker) if act.marker else (act.card,)
    params = {"card": act.card, "whom": act.whom, "slot": state.melds[act.whom].kind, "marker": act.marker, "index": act.index}
    return *_clause(state, act), {**params, "states": ["gone", "mark"][: len(cards)]}, cards


def _clause(state: State, act: Act) -> tuple[str, str]:
    """The clause that says most about a theft, and its words."""
    player = state.rows[act.whom][act.index].player
    if player == act.seat:
        return "IC-27", "theft_own"
    if act.whom == act.seat:
        return "IC-28", "theft_back"
    code = "theft" if act.marker else "theft_bare"
    if act.robbed:
        return "IC-26", code
    return "IC-25" if player in thieves(state) else "IC-21", code


def _order(state: State, seat: SeatId) -> int:
    """A Thief's place in the order of stealing: equal for Thieves that tie (IC-22, IC-A5)."""
    card = state.melds[seat].cards[0]
    option = state.options["thief_order"]
    if option == "value":
        return value(card)
    return (RANKS[1:] + RANKS[0] if option == "rank_ace_high" else RANKS).index(card[0])


def _target(move: Move) -> Target:
    whom, _, index = str(move.data["card"]).rpartition(":")
    return whom, int(index)
