"""Sheets of own games for tests: the samples, and sheets with random damage."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from referee.data_files import read_toml
from referee.files import PACKAGE
from referee.games import GAMES
from referee.kernel.contract import Move, Prompt
from referee.kernel.game import AnyGame
from referee.own.game import own
from referee.own.reading import read_sheet
from referee.own.sheet import ID
from referee.rulebook import Rulebook, load
from referee.sheets import game_of_sheet
from referee.words import Translator

SAMPLES: dict[str, dict[str, Any]] = {
    path.stem: read_toml(path.read_text(encoding="utf-8"))
    for path in sorted((PACKAGE / "own" / "samples").glob("*.toml"))
}
FORMULAS = ("low", "high", "value", "that", "points", "when", "rounds", "rank", "shown")
PIECES = (
    *("(", ")", "+", "−", "×", "÷", "%", "=", "<", "≥", "if", "else", "and", "or", "not", ","),
    *("sum(", "max(", "min(", "team(", "so_far(", "distinct(", "count(", "difference("),
    *("round", "players", "total", "me", "nobody", "bid", "won", "予想", "0", "1", "7", "10000000"),
    *(" ", "$", "9" * 12, "1.5", "\u202e", "x" * 30),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 10**12, 1.5, "", "a", "=", [], {}, [1, 2], {"a": 1}, "é"),
    *("round", "sum(1)", ["x"] * 30, {"en": "x"}, {"fr": "x"}, {"en": "x", "": "y"}, [[]], [{}]),
)


@cache
def game_of(name: str) -> AnyGame:
    """The game of a sample."""
    return own(read_sheet(SAMPLES[name]))


ENDS_SOONER: Mapping[str, Mapping[str, Any]] = {"spades": {"over": {"points": 500, "rounds": 15}}}
"""What is changed of samples whose random games go on for 200 rounds."""


def _named(name: str) -> AnyGame:
    game = game_of_sheet({**SAMPLES[name], **ENDS_SOONER.get(name, {})})
    return replace(game, info=replace(game.info, id=f"{ID}{name}"))


OF_SHEETS: Mapping[str, AnyGame] = {game.info.id: game for game in map(_named, SAMPLES)}
"""The games of the samples, each with an id that tells which it is."""
PLAYED: Mapping[str, AnyGame] = {**GAMES, **OF_SHEETS}
"""Everything that can be played: the games, and those of the samples."""
RANKED_OTHERWISE = frozenset(
    f"{ID}{name}" for name, told in SAMPLES.items() if {"teams", "rank"} & told.keys()
)
"""Partners are ranked by what they have together, and some games rank before the points."""
REFUSES_NOTHING = frozenset(f"{ID}{name}" for name, told in SAMPLES.items() if "check" not in told)
"""Without a check whatever can be entered stands."""


def book_of(game_id: str) -> Rulebook:
    """The rulebook of a game: its own, or that of its folder."""
    game = PLAYED[game_id]
    return game.book() if game.book else load(game_id)


def speaker(game_id: str, lang: str, names: Mapping[str, str]) -> Translator:
    """The words of a game: its own beside those of all sheets, or those of its folder."""
    game = PLAYED[game_id]
    told = game.words(lang) if game.words else None
    return Translator(lang, "own" if told else game_id, names, told=told)


def damaged(rng: random.Random) -> dict[str, Any]:
    """A sample in which some formulas, keys or values are others."""
    found: dict[str, Any] = copy.deepcopy(rng.choice([*SAMPLES.values()]))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = [*_places(found)]
        formulas = [(part, key) for part, key in places if key in FORMULAS]
        how = rng.random()
        if how < 0.6 and formulas:
            part, key = rng.choice(formulas)
            part[key] = _rewritten(str(part[key]), rng)
            continue
        if not places:
            break
        part, key = rng.choice(places)
        if how < 0.75 and isinstance(part, dict):
            del part[key]
        elif how < 0.9:
            part[key] = copy.deepcopy(rng.choice(VALUES))
        else:
            other, its = rng.choice(places)
            part[key] = copy.deepcopy(other[its])
    return found


def _places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a sheet: what holds it, and its key."""
    keys = [*part] if isinstance(part, dict) else [*range(len(part))]
    for key in keys:
        yield part, key
        if isinstance(part[key], dict | list):
            yield from _places(part[key])


def _rewritten(text: str, rng: random.Random) -> str:
    """Another text of the same pieces, or the same with one piece changed."""
    if rng.random() < 0.3:
        return " ".join(rng.choice(PIECES) for _ in range(rng.randint(1, 12)))
    start = rng.randint(0, len(text))
    return text[:start] + rng.choice(PIECES) + text[start + rng.randint(0, 4) :]


def random_move(game: AnyGame, state: Any, rng: random.Random) -> Move | None:
    """A random answer to an open prompt that stands; None once the game is over."""
    waiting: list[Prompt] = [prompt for prompt in game.prompts(state) if not prompt.aside]
    if not waiting:
        return None
    prompt, answer = rng.choice(waiting), None
    while answer is None:
        assert game.sample is not None
        answer = game.sample(state, prompt, rng)
    return Move(prompt.kind, prompt.seat, answer)
