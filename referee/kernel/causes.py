"""Which entries a number of the score sheet depends on: those whose change would change it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .contract import Line, Move, Prompt, SeatId
from .fields import Bad, Cards, Field, Many, Rng, Value
from .game import check, find_prompt
from .history import Played

OWN, NEAR, FAR = 40, 12, 2
"""Answers tried per field of an entry: own seat or table, other seats, earlier rounds."""
DRAWS = 5
"""Draws per legal answer wanted; one in DRAWS has another kind, one is drawn completely again."""
BUDGET = 1500
Number = Callable[[Sequence[Line]], object]


@dataclass(frozen=True)
class Causes:
    """The entries a number depends on, oldest first; ``whole`` is False if there are more, or if
    the number's own round could not be searched fully.
    """

    entries: tuple[Played, ...]
    whole: bool


class _Spent(Exception):
    """The budget of trials is used up."""


class _Trial:
    """Replays a game with one entry replaced, to see whether one number changes."""

    def __init__(self, moves: Sequence[Played], number: Number, rng: Rng) -> None:
        self.moves, self.number, self.rng, self.left = moves, number, rng, BUDGET
        self.game = moves[-1].game
        self.now = number(self.game.lines(moves[-1].state))

    def moved_by(self, at: int, tries: int) -> bool:
        """Whether another answer here changes the number while all later moves stay legal."""
        return any(self._leads_elsewhere(at, move) for move in self._instead(self.moves[at], tries))

    def _leads_elsewhere(self, at: int, move: Move) -> bool:
        state = self.game.advance(self.moves[at].before, move)
        for later in self.moves[at + 1 :]:
            again = later.move
            if (
                checked := self._checked(state, again.kind, again.seat, again.data, again.accept)
            ) is None:
                return False
            state = self.game.advance(state, checked)
        return self.number(self.game.lines(state)) != self.now

    def _instead(self, played: Played, tries: int) -> Iterator[Move]:
        """Other legal answers: one field changed, or another kind that was open to the seat."""
        prompts = self.game.prompts(played.before)
        same = find_prompt(prompts, played.move.kind, played.move.seat)
        others = [
            prompt
            for prompt in prompts
            if prompt.seat == played.move.seat and prompt is not same and not prompt.aside
        ]
        tried: list[dict[str, Any]] = [{**played.move.data, "": played.move.kind}]
        tries *= max(1, len(played.move.data))
        for drawn in range(tries * DRAWS):
            prompt = self._prompt(same, others, drawn)
            if prompt is None or len(tried) > tries:
                return
            data = _drawn(prompt, played.move, self.rng, drawn % DRAWS == 1)
            if (key := {**data, "": prompt.kind}) in tried:
                continue
            if move := self._checked(played.before, prompt.kind, prompt.seat, data, ()):
                tried.append(key)
                yield move

    def _prompt(self, same: Prompt | None, others: Sequence[Prompt], drawn: int) -> Prompt | None:
        if same and (drawn % DRAWS or not others):
            return same
        return self.rng.choice(others) if others else None

    def _checked(
        self, state: Any, kind: str, seat: str | None, data: Any, accept: Sequence[str]
    ) -> Move | None:
        self.left -= 1
        if self.left < 0:
            raise _Spent
        checked = check(self.game, state, kind, seat, data, accept)
        return None if checked.objections else checked.move


def causes(
    played: Sequence[Played], cell: tuple[int, SeatId], number: Number, most: int, rng: Rng
) -> Causes:
    """The entries that the number of a round and seat depends on, at most ``most`` of them."""
    round_, seat = cell
    moves = [move for move in played if move.round <= round_]
    if not moves:
        return Causes((), True)
    trial, found = _Trial(moves, number, rng), list[Played]()
    for at in reversed(range(len(moves))):
        near = moves[at].round == round_
        tries = OWN if near and moves[at].move.seat in (seat, None) else NEAR if near else FAR
        try:
            if trial.moved_by(at, tries):
                found.insert(0, moves[at])
        except _Spent:
            return Causes(tuple(found), not near)
        if len(found) > most:
            return Causes(tuple(found[1:]), False)
    return Causes(tuple(found), True)


def _drawn(prompt: Prompt, move: Move, rng: Rng, anew: bool) -> dict[str, Value]:
    """An answer with one field changed or all drawn again (``anew``); other kinds reuse cards."""
    data = {field.name: move.data.get(field.name) for field in prompt.fields}
    if prompt.kind != move.kind:
        return {field.name: _from(field, move, rng) for field in prompt.fields}
    if anew:
        return {field.name: field.sample(rng) for field in prompt.fields}
    if prompt.fields:
        field = rng.choice(prompt.fields)
        data[field.name] = _changed(field, data[field.name], rng)
    return data


def _from(field: Field, move: Move, rng: Rng) -> Value:
    """A value for a field of another kind: as many of the move's cards as it takes, else random."""
    told = next((value for value in move.data.values() if isinstance(value, tuple)), ())
    if isinstance(field, Cards) and len(told) >= field.least:
        return told[: field.most]
    return field.sample(rng)


def _changed(field: Field, value: Value, rng: Rng) -> Value:
    """Another value: mostly one card replaced or one choice toggled, else a random one."""
    if isinstance(field, Cards) and isinstance(value, tuple) and value and rng.randint(0, 3):
        at = rng.randint(0, len(value) - 1)
        return (*value[:at], rng.choice(tuple(field.deck.counts)), *value[at + 1 :])
    if isinstance(field, Many) and isinstance(value, tuple) and rng.randint(0, 1):
        one = rng.choice(field.values)
        return tuple(other for other in value if other != one) if one in value else (*value, one)
    try:
        return field.sample(rng)
    except (Bad, ValueError, IndexError):
        return value
