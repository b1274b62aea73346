"""How much of a game is entered, which the table may change as it goes along: the option ``depth``
of a game, and its switch.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .contract import Move, Prompt
from .fields import Choice
from .game import Game, S

DEPTH = "depth"


def switched(state: Any, depth: str) -> Any:
    """The state entered at another depth from now on; nothing else has come of it."""
    return (
        replace(state, depth=depth, effects=())
        if hasattr(state, "effects")
        else replace(state, depth=depth)
    )


def with_depth(
    game: Game[S],
    is_open: Callable[[S], bool],
    switch: Callable[[S, str], S] = switched,
    *,
    quick_midway: bool = False,
) -> Game[S]:
    """A game that asks, aside, how much is entered from now on wherever that ``is_open``;
    ``switch`` is the state after it.

    Where quick entry asks what any player still knows at the end of a round or game, it can be
    chosen ``quick_midway`` too; going on in full from there cannot. Depths and clause are those of
    the game's option ``depth``; a state has the depth it is entered at.
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
        return (
            switch(state, str(move.data[DEPTH]))
            if move.kind == DEPTH
            else game.advance(state, move)
        )

    return replace(game, prompts=prompts, advance=advance)
