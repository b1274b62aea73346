"""A toy of numbers alone: everybody bids a number of tricks, in rows, and the tricks of all are
told in one form.

Each of three hands has seven tricks, so that answers drawn field by field hardly ever add up to it:
the game says how they are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from referee.kernel.cards import french
from referee.kernel.contract import (
    Asked,
    Info,
    Line,
    Message,
    Move,
    Prompt,
    Result,
    Ruling,
    Scene,
    Step,
    number_of,
    rank_by,
    totals,
)
from referee.kernel.fields import Int, Rng, Value
from referee.kernel.game import Game, Seats

HANDS, SIZE, HIT = 3, 7, 10
INFO = Info(
    id="tricks",
    prefix="TR",
    version="1",
    seats=(3, 7),
    family="pack",
    rounds=HANDS,
    kinds={
        "bid": Asked("TR-1", (Int(name="bid", low=0, high=SIZE),)),
        "tricks": Asked("TR-2", (Int(name="tricks_SEAT", low=0, high=SIZE),), table=True),
    },
)


@dataclass(frozen=True)
class State:
    """A table: what was bid for this hand, by seat, and the lines of the hands before."""

    seats: Seats
    prefix: str
    bids: tuple[tuple[str, int], ...] = ()
    finished: tuple[Line, ...] = ()

    def clause(self, number: int) -> str:
        return f"{self.prefix}-{number}"

    @property
    def hand(self) -> int:
        """The hand that is played; one more than there are when all is done."""
        return len(self.finished) // len(self.seats) + 1


def prompts(state: State) -> tuple[Prompt, ...]:
    """The bids that are missing, and then the tricks of all."""
    if state.hand > HANDS:
        return ()
    done = dict(state.bids)
    waiting = [seat for seat in state.seats if seat not in done]
    if waiting:
        return tuple(
            Prompt("bid", seat, (Int(name="bid", low=0, high=SIZE),), state.clause(1), form="row")
            for seat in waiting
        )
    fields = tuple(
        Int(name=f"tricks_{seat}", low=0, high=SIZE, about=seat, label="tricks")
        for seat in state.seats
    )
    return (Prompt("tricks", None, fields, state.clause(2)),)


def judge(state: State, move: Move) -> Iterable[Ruling]:
    """Tricks that do not add up to the hand."""
    told = sum(taken(state, move).values()) if move.kind == "tricks" else SIZE
    params = {"told": told, "size": SIZE}
    return () if told == SIZE else (Ruling("not_all_tricks", state.clause(2), params=params),)


def taken(state: State, move: Move) -> dict[str, int]:
    return {seat: number_of(move, f"tricks_{seat}") for seat in state.seats}


def sample(state: State, prompt: Prompt, rng: Rng) -> Mapping[str, Value] | None:
    """Tricks that add up to the hand: what lies between cuts at random."""
    if prompt.kind != "tricks":
        return None
    cuts = sorted(rng.randint(0, SIZE) for _ in state.seats[1:])
    numbers = (after - before for before, after in pairwise((0, *cuts, SIZE)))
    return {field.name: number for field, number in zip(prompt.fields, numbers, strict=True)}


def advance(state: State, move: Move) -> State:
    if move.kind == "bid":
        return replace(state, bids=(*state.bids, (str(move.seat), number_of(move, "bid"))))
    bids, scored = dict(state.bids), []
    for seat, tricks in taken(state, move).items():
        points, code = (HIT + tricks, "hit") if tricks == bids[seat] else (0, "missed")
        scored.append(Line(seat, state.hand, points, state.clause(3), code, {"n": tricks}))
    return replace(state, bids=(), finished=(*state.finished, *scored))


def scene(state: State) -> Scene:
    done = state.hand - 1
    return Scene(
        min(state.hand, HANDS),
        Message("round_of", {"n": min(state.hand, HANDS), "of": HANDS}),
        french(),
        (done, HANDS),
        complete=done,
    )


def result(state: State) -> Result | None:
    if state.hand <= HANDS:
        return None
    reason = Message("round_of", {"n": HANDS, "of": HANDS}, state.clause(3))
    return Result(rank_by(totals(state.finished, state.seats)), (reason,))


def paper(state: State) -> dict[str, Any]:
    return {"rows": [[line.seat, line.points] for line in state.finished]}


def tricks(info: Info) -> Game[State]:
    """The game under this name, so that pages can show it in the place of one that has a
    rulebook.
    """
    return Game(
        info=info,
        setup=lambda seats, options: State(seats, info.prefix),
        prompts=prompts,
        judge=judge,
        advance=advance,
        scene=scene,
        result=result,
        guide=lambda seats, options: (Step(Message("round_of", {"n": 1, "of": HANDS})),),
        paper=paper,
        sample=sample,
    )


TRICKS = tricks(INFO)
