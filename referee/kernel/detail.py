"""The detail of entries (quick, full), which a table may switch midway: the option ``depth``."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .contract import Move, Prompt
from .fields import Choice
from .game import Game, S

DEPTH = "depth"


def switched(state: Any, depth: str) -> Any:
    """The state with another depth from now on, and no effects."""
    if hasattr(state, "effects"):
        return replace(state, depth=depth, effects=())
    return replace(state, depth=depth)


def with_depth(
    game: Game[S],
    is_open: Callable[[S], bool],
    switch: Callable[[S, str], S] = switched,
    *,
    quick_midway: bool = False,
) -> Game[S]:
    """Add an optional prompt that switches the depth wherever ``is_open``; ``switch`` applies it.

    ``quick_midway`` also allows a switch to quick entry elsewhere, with no way back. The depths and
    clause are those of the option ``depth``; a state has an attribute ``depth``.
    """
    depths, clause = next(
        (one.field, one.clause)
        for one in game.info.options
        if one.field.name == DEPTH and isinstance(one.field, Choice)
    )

    def prompts(state: Any) -> tuple[Prompt, ...]:
        asked = game.prompts(state)
        if is_open(state):
            offered = replace(depths, default=None, holds=state.depth)
        elif quick_midway and asked and state.depth != "quick":
            offered = replace(depths, default=None, holds=state.depth, values=("quick",))
        else:
            return asked
        return (*asked, Prompt(DEPTH, None, (offered,), clause, aside=True, form="tap"))

    def advance(state: Any, move: Move) -> Any:
        if move.kind == DEPTH:
            return switch(state, str(move.data[DEPTH]))
        return game.advance(state, move)

    return replace(game, prompts=prompts, advance=advance)
