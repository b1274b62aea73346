"""Rescoring: the same moves under other options or without one; nothing stored changes.

Illegal moves are allowed and reported; the count stops at a move without a prompt.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.event import Event

from .contract import (
    Checked,
    Level,
    Line,
    Move,
    Result,
    Ruling,
    SeatId,
    complete_options,
    rank_by,
    totals,
)
from .game import AnyGame, check, find_prompt
from .history import Broken, History, Played, effective_moves
from .ledger import NO_SUCH_CARD


@dataclass(frozen=True)
class Rescored:
    """A history counted again, as far as possible."""

    history: History
    allowed: tuple[Played, ...] = ()
    """Moves illegal in this count but allowed, with their rulings."""
    broke: Broken | None = None
    """The first move without a prompt, unreadable or impossible; None if all count."""

    @property
    def state(self) -> Any:
        return self.history.state

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.history.lines

    @property
    def totals(self) -> dict[SeatId, int]:
        return totals(self.lines, self.history.seats, sides=self.history.sides)

    @property
    def ranks(self) -> tuple[tuple[SeatId, ...], ...]:
        """Seats in order: as the game ranks them at the end, else by points."""
        if self.result:
            return self.result.ranking
        return rank_by(self.totals, self.history.game.info.low_wins)

    @property
    def result(self) -> Result | None:
        return self.history.result


def rescored(history: History, options: Mapping[str, object]) -> Rescored:
    """The moves under other options, but the same starter; raises Illegal if one is unreadable."""
    asked = {name: value for name, value in options.items() if name != history.game.starts}
    chosen = complete_options(history.game.info, history.seats, {**history.options, **asked})
    fresh = replace(
        history,
        options=chosen,
        start=history.game.setup(history.seats, chosen),
        played=(),
        broken=None,
    )
    return _count(fresh, history.played)


def counted_as(history: History, game: AnyGame) -> Rescored:
    """The moves of a record by another game's rules, with its options as far as they are known."""
    options = complete_options(game.info, history.seats, history.options)
    start = game.setup(history.seats, options)
    fresh = replace(history, game=game, options=options, start=start, played=(), broken=None)
    moves = (
        Played(event.seq, changed, game, None, _as_told(event), (), None)
        for event, changed in effective_moves(history.events)
    )
    return _count(fresh, moves)


def _as_told(event: Event) -> Move:
    """A move as its event has it, unread."""
    return Move(event.kind, event.seat, event.data, event.accept)


def with_move_allowed(history: History, move: Move) -> Rescored:
    """The history with one more move, all its objections accepted."""
    seq = history.revision + 1
    return _count(
        history, (Played(seq, seq, history.game, history.state, move, (), history.state),)
    )


def without(history: History, seq: int) -> Rescored:
    """The history without the move ``seq``; raises KeyError if there is no such valid move."""
    at = next((at for at, played in enumerate(history.played) if played.seq == seq), None)
    if at is None:
        raise KeyError(f"no move {seq} stands")
    return _count(
        replace(history, played=history.played[:at], broken=None), history.played[at + 1 :]
    )


def _count(history: History, moves: Iterable[Played]) -> Rescored:
    game, state, played = history.game, history.state, list(history.played)
    overruled: list[Played] = []
    for made in moves:
        checked = _recheck(game, state, made.move)
        if checked.move is None or any(_stops(ruling, made.move) for ruling in checked.objections):
            event = Event(
                made.seq, "move", made.move.seat, made.move.kind, made.move.data, made.move.accept
            )
            return Rescored(
                replace(history, played=tuple(played)),
                tuple(overruled),
                Broken(made.seq, event, checked.objections),
            )
        accepted = tuple(
            dict.fromkeys((*checked.move.accept, *(ruling.code for ruling in checked.objections)))
        )
        move = replace(checked.move, accept=accepted)
        again = Played(
            made.seq, made.changed, game, state, move, checked.rulings, game.advance(state, move)
        )
        overruled += [again] if checked.objections else []
        played.append(again)
        state = again.state
    return Rescored(replace(history, played=tuple(played)), tuple(overruled))


def _stops(ruling: Ruling, made: Move) -> bool:
    """Whether an objection ends the count: impossible and not accepted in the log. A card too many
    does not: it was on the table, where the decks were different.
    """
    return (
        ruling.level is Level.IMPOSSIBLE
        and ruling.code not in NO_SUCH_CARD
        and ruling.code not in made.accept
    )


def _recheck(game: AnyGame, state: Any, move: Move) -> Checked:
    """The move judged in another state, without the fields not asked there."""
    prompts = game.prompts(state)
    prompt = find_prompt(prompts, move.kind, move.seat)
    wanted = {field.name for field in prompt.fields} if prompt else set()
    told = {name: value for name, value in move.data.items() if name in wanted}
    return check(game, state, move.kind, move.seat, told, move.accept, prompts)


def newly_allowed(before: History, after: History) -> bool:
    """Whether a change allows something that was not allowed before (entry, rule or card)."""
    return bool(_all_allowed(after) - _all_allowed(before))


def _all_allowed(history: History) -> set[tuple[int, str, str, str]]:
    return {
        (played.seq, ruling.code, ruling.clause, str(ruling.params.get("card", "")))
        for played in history.played
        if played.move.accept or played.demands
        for ruling in (*played.rulings, *played.demands)
        if ruling.code in played.move.accept or ruling in played.demands
    }
