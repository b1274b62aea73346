"""A game declares in ``INFO.kinds`` what its prompts ever ask: nothing else is asked, and all of it
is asked along some golden record or in some random game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import Prompt
from referee.kernel.fields import Bad, Cards, Choice, Field, Int, Many, Seat
from referee.kernel.game import AnyGame
from referee.kernel.info import SEAT, Asked
from referee.own.playing import NOBODY
from tests.properties.test_game_properties import states
from tests.support.golden import files
from tests.support.random_play import ALL, random_history
from tests.support.tiers import cases, property_test
from tools.conformance import played, read
from tools.docs import declared


def tables(game: AnyGame) -> Iterator[Any]:
    """Every state along the golden records of a game and in random games."""
    for path in files(game.info.id) if game.info.id in GAMES else ():
        case = read(path)
        state = game.setup(tuple(case["seats"]), case["options"])
        yield state
        yield from (after for _move, _checked, after in played(game, state, case["moves"]))
    for seed in cases(6, 60):
        yield from states(random_history(game.info.id, seed))


def fits(told: Field, field: Field, seats: tuple[str, ...]) -> bool:
    """Whether a field asks for no more than the declared one."""
    if type(told) is not type(field) or field.optional > told.optional:
        return False
    if isinstance(told, Cards) and isinstance(field, Cards):
        inside = told.least <= field.least and field.most <= told.most
        return inside and {*field.cards} <= {*told.cards}
    if isinstance(told, Int) and isinstance(field, Int):
        return told.low <= field.low and field.high <= told.high
    if isinstance(field, Seat):
        # Only an entry of a sheet may be nobody.
        nobody = {NOBODY} & {*getattr(told, "values", ())}
        return {*field.values} <= {*seats, *nobody}
    if isinstance(field, Choice):
        return all(readable(told, of_any_seat(value, seats)) for value in field.values)
    return getattr(told, "most", 0) >= getattr(field, "most", 0)


def readable(told: Field, value: str) -> bool:
    try:
        told.parse([value] if isinstance(told, Many) else value)
    except Bad:
        return False
    return True


def of_any_seat(value: str, seats: tuple[str, ...]) -> str:
    return re.sub(rf"^({'|'.join(seats)})(?=:|$)", SEAT, value)


def named(field: Field) -> str:
    return field.name.removesuffix(field.about) + SEAT if field.about else field.name


def signature(field: Field) -> tuple[str, type[Field]]:
    return named(field), type(field)


def wrong(prompt: Prompt, asked: Asked | None, seats: tuple[str, ...]) -> str:
    """What a prompt asks that is not declared, or lacks; empty if nothing."""
    if asked is None:
        return "kind"
    names = [named(field) for field in prompt.fields]
    lacks = {field.name for field in asked.fields} - {*names, *asked.sometimes}
    strange = [
        name
        for name, field in zip(names, prompt.fields, strict=True)
        if not any(told.name == name and fits(told, field, seats) for told in asked.fields)
    ]
    never = asked.aside and not prompt.aside and (prompt.seat is None) is asked.table
    return ", ".join([*strange, *(f"no {name}" for name in sorted(lacks)), *["aside"] * never])


@property_test
@pytest.mark.parametrize("name", ALL)
def test_prompts_ask_what_is_declared_and_all_of_it(name: str) -> None:
    """Every prompt fits `INFO.kinds`, and every kind and field declared there is asked."""
    game, kinds = ALL[name], declared(ALL[name])
    seen: dict[str, set[Any]] = {kind: set() for kind in kinds}
    for state in tables(game):
        for prompt in game.prompts(state):
            assert wrong(prompt, kinds.get(prompt.kind), state.seats) == "", prompt
            seen[prompt.kind] |= {prompt.seat is None, *map(signature, prompt.fields)}
    for kind, asked in kinds.items():
        assert {asked.table, *map(signature, asked.fields)} - seen[kind] == set(), kind
