"""Random play with legal answers, for the generated documentation and the tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from referee.kernel.contract import Holding, Info, Level, Move, Prompt, SeatId, bound
from referee.kernel.detail import DEPTH
from referee.kernel.fields import Bad, Cards, Choice, Field, Flag, Rng, Value
from referee.kernel.game import AnyGame
from referee.kernel.ledger import left

TRIES = 60
MOST_MOVES = 2000
MOST_RETREATS = 500
ASIDE_ONE_IN = 12


class Stuck(RuntimeError):
    """No legal answer was found, or the game does not end, at ``state`` with prompts ``asked``.

    ``refusals`` are the objections met, most frequent first; empty if there is no end.
    """

    def __init__(
        self, moves: int, state: Any, asked: Sequence[Prompt], refusals: Counter[str] | None = None
    ) -> None:
        self.moves, self.state, self.asked = moves, state, tuple(asked)
        self.refusals = tuple(code for code, _times in (refusals or Counter()).most_common())
        kinds = (
            ", ".join(
                f"{prompt.kind} of {prompt.seat or 'the table'}"
                for prompt in asked
                if not prompt.aside
            )
            or "nothing"
        )
        why = (
            f"no answer stands after {moves} moves ({dict(refusals)})"
            if refusals
            else f"no end after {moves} moves"
        )
        super().__init__(f"{why}; asked: {kinds}")

    @property
    def kind(self) -> str:
        return next((prompt.kind for prompt in self.asked if not prompt.aside), "")


@dataclass(frozen=True)
class Sample:
    """One step of a sample game: state before it, prompt, answer as in JSON, and its move."""

    state: Any
    prompt: Prompt
    answer: Mapping[str, object]
    move: Move


def sample_options(info: Info, seats: Sequence[SeatId], rng: Rng) -> dict[str, Value]:
    """A random value for every option of a game."""
    return {option.field.name: bound(option.field, seats).sample(rng) for option in info.options}


def sample_answer(prompt: Prompt, rng: Rng) -> dict[str, object]:
    """A random value for every field, as in JSON; optional ones are left out half the time."""
    wanted = [
        field
        for field in prompt.fields
        if not ((field.optional or isinstance(field, Flag)) and rng.randint(0, 1))
    ]
    answer: dict[str, object] = {}
    for field in wanted:
        value = _split(field, answer, rng) or field.sample(rng)
        answer[field.name] = _as_json(value)
    return answer


def answer_of(game: AnyGame, state: Any, prompt: Prompt, rng: Rng) -> dict[str, object]:
    """A random answer by the game's own ``sample``, else by random fields."""
    made = game.sample(state, prompt, rng) if game.sample else None
    return (
        sample_answer(prompt, rng)
        if made is None
        else {name: _as_json(value) for name, value in made.items()}
    )


def _as_json(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value


def _split(field: Field, answer: Mapping[str, object], rng: Rng) -> Value:
    """Some of the cards already in the answer, for a field that splits them; else None."""
    cards = next((value for value in answer.values() if isinstance(value, list)), [])
    if not isinstance(field, Cards) or field.layout != "split" or len(cards) < field.most:
        return None
    return tuple(rng.sample(cards, field.most))


def read_answer(prompt: Prompt, answer: Mapping[str, object]) -> Move | None:
    """The move of an answer, or None if a field cannot be read."""
    try:
        return Move(
            prompt.kind,
            prompt.seat,
            {field.name: field.parse(answer.get(field.name)) for field in prompt.fields},
        )
    except Bad:
        return None


def sample_move(
    game: AnyGame, state: Any, asked: Sequence[Prompt], rng: Rng
) -> Sample | Counter[str]:
    """A legal answer, mostly to a required prompt; else the count of each objection met."""
    drawn = _drawn(asked, rng)
    holdings = (
        game.scene(state).holdings
        if any(_unlimited(field) for prompt in drawn for field in prompt.fields)
        else ()
    )
    likely = [_from_what_is_left(prompt, holdings) for prompt in drawn]
    refusals: Counter[str] = Counter()
    for _, prompt in product(range(TRIES), likely):
        answer = answer_of(game, state, prompt, rng)
        move = read_answer(prompt, answer)
        objections = _objections(game, state, prompt, move) if move else ["unreadable"]
        if move and not objections:
            return Sample(state, prompt, answer, move)
        refusals.update(objections)
    return refusals


def _drawn(asked: Sequence[Prompt], rng: Rng) -> list[Prompt]:
    """The required prompts in a random order, now and then after the optional ones."""
    asides = [prompt for prompt in asked if prompt.aside and not ends_detail(prompt)]
    awaited = [prompt for prompt in asked if not prompt.aside]
    groups = [asides, awaited] if rng.randint(1, ASIDE_ONE_IN) == 1 else [awaited]
    return [prompt for group in groups for prompt in rng.sample(group, len(group))]


def ends_detail(prompt: Prompt) -> bool:
    """Whether the prompt only ends full entry for good, which would shorten sample games."""
    return (
        prompt.kind == DEPTH
        and isinstance(prompt.fields[0], Choice)
        and len(prompt.fields[0].values) == 1
    )


def sample_game(
    game: AnyGame, state: Any, rng: Rng, most_retreats: int = MOST_RETREATS
) -> tuple[Sample, ...]:
    """A game played to its end, with undos where no legal answer is found; raises Stuck."""
    done: list[Sample] = []
    retreats = since = furthest = 0
    while True:
        asked = game.prompts(state)
        if all(prompt.aside for prompt in asked):
            return tuple(done)
        found = sample_move(game, state, asked, rng)
        if isinstance(found, Sample):
            done.append(found)
            state = game.advance(state, found.move)
            if len(done) > furthest:
                furthest, since = len(done), 0
        elif retreats < most_retreats and done:
            retreats, since = retreats + 1, since + 1
            # Go further back each time: the cause may be an early answer.
            back = min(len(done), rng.randint(1, 2 + since))
            state = done[-back].state
            del done[-back:]
        else:
            raise Stuck(len(done), state, asked, found)
        if len(done) > MOST_MOVES:
            raise Stuck(len(done), state, game.prompts(state))


def _unlimited(field: Field) -> bool:
    """Whether it is a card field without the copies left."""
    return isinstance(field, Cards) and not field.left


def _from_what_is_left(prompt: Prompt, holdings: Sequence[Holding]) -> Prompt:
    """The prompt with the copies left filled in for its card fields."""

    def narrow(field: Field) -> Field:
        if not isinstance(field, Cards) or field.left:
            return field
        available = left(field.deck, holdings, prompt.seat)
        return replace(field, left=available) if sum(available.values()) >= field.most else field

    return replace(prompt, fields=tuple(map(narrow, prompt.fields)))


def _objections(game: AnyGame, state: Any, prompt: Prompt, move: Move) -> list[str]:
    never = (ruling for ruling in prompt.overrules if ruling.level is Level.IMPOSSIBLE)
    told = (ruling for ruling in game.judge(state, move) if ruling.level is not Level.NOTE)
    return [f"{ruling.code} {ruling.clause}".strip() for ruling in (*never, *told)]
