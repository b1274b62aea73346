"""Play a sheet at random before anybody does: what can never be entered, reached or counted."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.contract import Move, Prompt
from referee.kernel.fields import Rng
from referee.kernel.game import Seats

from .game import judge, own, prompts
from .part import SheetFault
from .playing import State, advance, asked_of, entered, moment
from .sampling import sample
from .sheet import GameSheet
from .values import Moment, NoValue, evaluate

ROUNDS, ANSWERS = 50, 20


def tried(sheet: GameSheet, rng: Rng) -> tuple[SheetFault, ...]:
    """The first faults that random play finds, with the fewest or with the most players."""
    for count in dict.fromkeys(sheet.players):
        found = tuple(_faults(sheet, tuple(f"s{at + 1}" for at in range(count)), rng))
        if found:
            return found
    return ()


def _faults(sheet: GameSheet, seats: Seats, rng: Rng) -> Iterator[SheetFault]:
    """Play some rounds; stop at the first one that cannot be played."""
    game = own(sheet)
    state = game.setup(seats, {"dealer": seats[0]} if game.starts else {})
    while not state.ended and len(state.rounds) < ROUNDS:
        prompt = prompts(state)[0]
        yield from (found := [*_crossed(state)])
        answer = None if found else sample(state, prompt, rng)
        if answer is None:
            yield from () if found else _never(state, prompt, rng)
            return
        move = Move(prompt.kind, prompt.seat, answer)
        if any(True for _ in judge(state, move)):
            yield from _failing(sheet, moment(state, entered(state, move)))
            return
        state = advance(state, move)
    if sheet.over.points is not None and not any(line.points > 0 for line in state.finished):
        yield SheetFault("never_over", ("over", "points"), {"points": sheet.over.points})


def _crossed(state: State) -> Iterator[SheetFault]:
    """Entries of this step whose smallest number is above their largest."""
    now = moment(state, state.entries)
    for at, ask in enumerate(state.sheet.asks):
        if ask not in state.asks or not ask.high:
            continue
        for seat in state.seats:
            try:
                low = int(evaluate(ask.low.node, now, seat)) if ask.low else 0
                high = int(evaluate(ask.high.node, now, seat))
            except NoValue as none:
                yield SheetFault(none.code, ("ask", at, "high"), {"round": state.round}, none.at)
                return
            if low > high:
                told = {"round": state.round, "low": low, "high": high}
                yield SheetFault("low_above_high", ("ask", at, "high"), told)
                return


def _never(state: State, prompt: Prompt, rng: Rng) -> Iterator[SheetFault]:
    """The checks that no answer meets: each alone, or all of them together."""
    moments = [_random_moment(state, prompt, rng) for _ in range(ANSWERS)]
    broken = [_times_broken(state, at, moments) for at in range(len(state.sheet.checks))]
    alone = max(broken, default=0) == ANSWERS
    least, code = (ANSWERS, "never") if alone else (1, "never_together")
    for at, times in enumerate(broken):
        if times >= least:
            yield SheetFault(code, ("check", at, "that"))


def _random_moment(state: State, prompt: Prompt, rng: Rng) -> Moment:
    """The moment after an answer that need not meet any check."""
    answer = {field.name: field.sample(rng) for field in prompt.fields}
    return moment(state, entered(state, Move(prompt.kind, prompt.seat, answer)))


def _times_broken(state: State, at: int, moments: list[Moment]) -> int:
    """How often a check of this step is not met."""
    if state.sheet.checks[at].step != state.step:
        return 0
    return sum(not _is_met(state, now, at) for now in moments)


def _is_met(state: State, now: Moment, at: int) -> bool:
    check = state.sheet.checks[at]
    try:
        return all(evaluate(check.that.node, now, seat) for seat in asked_of(state, check))
    except NoValue:
        return False


def _failing(sheet: GameSheet, now: Moment) -> Iterator[SheetFault]:
    """The first formula without a value at this moment, with the place of its fault."""
    for path, formula in sheet.formulas.items():
        for seat in now.seats:
            try:
                evaluate(formula.node, now, seat)
            except NoValue as none:
                yield SheetFault(none.code, path, {"round": now.round, **none.params}, none.at)
                return
            except KeyError:
                # It uses what is entered in a later step.
                break
