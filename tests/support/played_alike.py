"""A random game told step by step, so that two Pythons can be asked for the same one.

``answer`` plays it from its seed alone: entries are drawn from what is asked, and judged until one
stands. So each Python has to ask, judge and draw alike at every step, or their games part.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from random import Random
from typing import Any

from referee.games import GAMES
from referee.kernel.contract import Level, Move, Prompt, Ruling
from referee.kernel.game import AnyGame, check
from referee.kernel.history import History, Played, replay
from tests.support.options import depths
from tests.support.random_play import play_events
from tools.sample import answer_of

WHOLE = 4
"""At each fourth step the state itself is told, and what a seat may know of it."""
PLAIN = (str, int, bool, type(None))
JUNK: tuple[object, ...] = (
    *(None, "", "ZZ", "AS", "２", "日本", "as", " KH", "x" * 50, "1", "-1"),
    *(0, -1, 7, 10**12, 1.5, True, [], ["AS", "AS"], [None], [["KH"]], {"AS": 1}),
)


def answer(line: str) -> str:
    """What a game of a seed tells: a hash of each step, or the whole of one that is asked for."""
    game_id, seed, *step = json.loads(line)
    told = steps(game_id, seed)
    if step:
        return json.dumps(list(told)[step[0]])
    return json.dumps([hashlib.sha256(text.encode()).hexdigest()[:16] for text in told])


def steps(game_id: str, seed: int) -> Iterator[str]:
    """The table before the first entry, after each, and at the end, with refusals in between."""
    game = GAMES[game_id]
    ways = depths(game_id)
    depth = {"depth": ways[seed // 2 % len(ways)]} if ways[0] else {}
    events = play_events(game, seed, **depth)
    history = replay(game, events)
    rng, text = Random(f"{game_id} {seed} refused"), Spelling()
    yield text([events[0].data, history.seats, history.options])
    yield text([*table(game, history.start), *tried(game, history.start, rng), history.start])
    for at, made in enumerate(history.played):
        state, seat = made.state, history.seats[at % len(history.seats)]
        whole = [] if at % WHOLE else [state, game.see(state, seat)]
        yield text([entry(made), *table(game, state), *tried(game, state, rng), *whole])
    yield text([len(events), history.broken, history.state, *at_the_end(history)])


def entry(made: Played) -> list[Any]:
    """An entry that stands, and what was said of it."""
    return [made.seq, made.move, made.rulings, made.demands, made.answer, made.allowed]


def table(game: AnyGame, state: Any) -> list[Any]:
    """Everything a page is made of."""
    return [game.prompts(state), game.lines(state), game.scene(state), game.result(state)]


def tried(game: AnyGame, state: Any, rng: Random) -> Iterator[Any]:
    """A random answer that mostly does not stand, what is said of it, and what it leads to."""
    asked = game.prompts(state)
    if asked:
        prompt = rng.choice(asked)
        data = answer_of(game, state, prompt, rng)
        spoils = rng.randrange(2)
        kind, seat = (
            spoilt(data, prompt, asked, state, rng) if spoils else (prompt.kind, prompt.seat)
        )
        checked = check(game, state, kind, seat, data, (), asked)
        yield [kind, seat, data, checked, *allowed(game, state, checked.move, checked.rulings)]


def spoilt(
    data: dict[str, object], prompt: Prompt, asked: Sequence[Prompt], state: Any, rng: Random
) -> tuple[str, str | None]:
    """Make an answer one that cannot be read, or one to a question of another kind or seat."""
    how = rng.randrange(4)
    if how == 0:
        return rng.choice(asked).kind, rng.choice([*state.seats, None, "nobody"])
    if how == 1:
        data[rng.choice(["more", "cards", "日本", ""])] = rng.choice(JUNK)
    for field in prompt.fields:
        if how > 1 and rng.randrange(2):
            data[field.name] = rng.choice(JUNK)
    return prompt.kind, prompt.seat


def allowed(
    game: AnyGame, state: Any, move: Move | None, rulings: Sequence[Ruling]
) -> Iterator[Any]:
    """The table after an illegal entry that the players allow."""
    if move is None or any(ruling.level is Level.IMPOSSIBLE for ruling in rulings):
        return
    accept = tuple(ruling.code for ruling in rulings if ruling.level is Level.ILLEGAL)
    data = {name: list(one) if isinstance(one, tuple) else one for name, one in move.data.items()}
    again = check(game, state, move.kind, move.seat, data, accept)
    assert again.move is not None
    after = game.advance(state, again.move)
    yield again, game.prompts(after), game.lines(after), game.scene(after), game.result(after)


def at_the_end(history: History) -> Iterator[Any]:
    """What is told of a whole game: the guide, paper, highlights and statistics."""
    game, state, lines = history.game, history.state, history.lines
    yield game.guide(history.seats, history.options)
    yield game.paper(state)
    yield [*game.highlights(state)] if game.highlights else None
    yield [*game.counted(lines)] if game.counted else None


class Spelling:
    """Spells values: no address, no order of a set, the same in every Python.

    Each is spelled once, as a table after an entry is mostly the one before; none may change later.
    """

    def __init__(self) -> None:
        self._spelt: dict[int, tuple[str, object]] = {}

    def __call__(self, value: Any) -> str:
        """A value as text; the order of a mapping is kept, as pages show it."""
        if type(value) in PLAIN:
            return repr(value)
        if id(value) not in self._spelt:
            self._spelt[id(value)] = self._spell(value), value
        return self._spelt[id(value)][0]

    def _spell(self, value: Any) -> str:
        kind = type(value)
        if kind is tuple or kind is list:
            return f"[{', '.join(map(self, value))}]"
        if is_dataclass(kind):
            parts = [self(getattr(value, name)) for name in names(kind)]
            return f"{kind.__name__}({', '.join(parts)})"
        if isinstance(value, Mapping):
            parts = [f"{self(name)}: {self(one)}" for name, one in value.items()]
            return f"{{{', '.join(parts)}}}"
        if isinstance(value, frozenset | set):
            return f"{{{', '.join(sorted(map(self, value)))}}}"
        if isinstance(value, tuple | list):
            return self._spell([*value])
        return getattr(value, "__qualname__", None) or repr(value)


@lru_cache
def names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(field.name for field in fields(kind))
