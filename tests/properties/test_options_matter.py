"""Every value of every option makes a difference: to what is asked, ruled, counted or shown.

Tables are compared along golden records, and in random play where no record settles it. What only
players can see, as what they may talk about, stands in the guide.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import bound
from referee.kernel.fields import Choice, Field, Flag, Int, Seat, Value
from referee.kernel.game import AnyGame, check
from referee.rulebook import load
from tests.properties.test_reached import damaged
from tests.support.random_play import first_state, start_event
from tests.support.tiers import cases, property_test
from tools.conformance import answer, files, read
from tools.sample import Sample, sample_move

TRIED = 3
"""Damaged answers that are judged by both tables at each moment."""
Entry = tuple[str, str | None, Mapping[str, object], tuple[str, ...]]
Play = Callable[[Any], Iterator[Entry]]
"""What is told next at a state, until something stands; where nothing does, the table is at its
end.
"""
CASES = [
    pytest.param(game_id, option.field.name, marks=pytest.mark.slow if at % 3 else ())
    for game_id, game in GAMES.items()
    for at, option in enumerate(game.info.options)
]
"""Every third option of a game in the fast tier, the others in the slow one."""


def others(field: Field) -> tuple[Value, ...]:
    """The values of an option besides its default; of many numbers the bounds."""
    match field:
        case Choice() | Seat():
            values: tuple[Value, ...] = field.values
        case Flag():
            values = (False, True)
        case Int():
            values = (field.low, field.high)
        case _:
            raise TypeError(field)
    return tuple(value for value in values if value != field.default)


def setup(game: AnyGame, seed: int, name: str, value: Value) -> Any:
    """The state before the first move of the table of a seed, one of whose options is fixed."""
    return first_state(game, start_event(game, seed, **{name: value}))


def told(game: AnyGame, state: Any) -> Iterator[Any]:
    """What a table says of itself: what it asks, its lines, its scene and its result."""
    yield game.prompts(state)
    yield game.lines(state)
    yield game.result(state)
    yield game.scene(state)


def differ(game: AnyGame, one: Any, other: Any, play: Play) -> bool:
    """Whether two tables ever differ that are told the same answers."""
    while True:
        if [*told(game, one)] != [*told(game, other)]:
            return True
        for entry in play(one):
            checks = [check(game, state, *entry) for state in (one, other)]
            if checks[0] != checks[1]:
                return True
            if (move := checks[0].move) and not checks[0].objections:
                one, other = (game.advance(state, move) for state in (one, other))
                break
        else:
            return False


def at_random(game: AnyGame, rng: random.Random) -> Play:
    """Damaged answers, and last one that stands; nothing at the end."""

    def play(state: Any) -> Iterator[Entry]:
        asked = game.prompts(state)
        lying = [held.card for held in game.scene(state).holdings]
        for prompt in rng.sample(asked, min(TRIED, len(asked))):
            raw = damaged(prompt, lying, rng)
            if check(game, state, prompt.kind, prompt.seat, raw).objections:
                yield prompt.kind, prompt.seat, raw, ()
        found = sample_move(game, state, asked, rng)
        if isinstance(found, Sample):
            yield found.prompt.kind, found.prompt.seat, found.answer, ()

    return play


def as_written(moves: Iterable[Mapping[str, Any]]) -> Play:
    """The moves of a golden record, those that are refused as well."""
    entries = [
        (move["kind"], move.get("seat"), answer(move), tuple(move.get("accept", ())))
        for move in moves
    ]
    rest = iter(entries)
    return lambda _state: rest


def settled(game: AnyGame, name: str) -> set[Value]:
    """The values that make a difference in the golden records that choose them."""
    found: set[Value] = set()
    for path in files(game.info.id):
        case = read(path)
        value, seats = case["options"][name], tuple(case["seats"])
        default = bound(option_of(game, name), seats).default
        if value != default and value not in found:
            tables = [game.setup(seats, {**case["options"], name: one}) for one in (default, value)]
            found |= {value} if differ(game, *tables, as_written(case["moves"])) else set()
    return found


def left_to_players(game_id: str, name: str) -> bool:
    """Whether an option changes only what the referee cannot see, as what may be talked about."""
    changed = [clause.kind for clause in load(game_id).clauses if name in clause.options]
    return bool(changed) and {*changed} == {"table"}


def guided(game: AnyGame, name: str, value: Value) -> bool:
    """Whether the guide of a table tells the value."""
    first, other = (setup(game, 0, name, one) for one in (option_of(game, name).default, value))
    return game.guide(first.seats, first.options) != game.guide(other.seats, other.options)


def option_of(game: AnyGame, name: str) -> Field:
    """The field of an option."""
    return next(option.field for option in game.info.options if option.field.name == name)


@property_test
@pytest.mark.parametrize(("game_id", "name"), CASES)
def test_every_value_of_an_option_makes_a_difference(game_id: str, name: str) -> None:
    """Along a golden record that chooses the value, or a random game, the table asks, rules or
    counts otherwise than one that kept the default.
    """
    game = GAMES[game_id]
    done = settled(game, name)
    left = [value for value in others(option_of(game, name)) if value not in done]
    if left_to_players(game_id, name):
        left = [value for value in left if not guided(game, name, value)]
    for seed in cases(40, 200):
        field = bound(option_of(game, name), tuple(start_event(game, seed).data["seats"]))
        kept = setup(game, seed, name, field.default)
        seated = others(field) if isinstance(field, Seat) else left
        rng = random.Random(seed)
        left = [
            value
            for value in seated
            if not differ(game, kept, setup(game, seed, name, value), at_random(game, rng))
        ]
        if not left:
            return
    assert not left, f"{name} = {', '.join(map(str, left))} changes nothing"
