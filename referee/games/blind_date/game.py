"""Black Plague Blind Date: four seasons of two turns, in which matches are laid at face-down blind dates."""

from __future__ import annotations

from referee.kernel.contract import Line
from referee.kernel.depth import with_depth
from referee.kernel.game import Game, Options, Seats

from . import judging, phases, playing, scene, worlds
from .deck import INFO
from .state import State, see


def setup(seats: Seats, options: Options) -> State:
    """A table before its first turn."""
    return State(seats, options, str(options["depth"]), worlds.dealt(seats))


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet; finished turns are kept, only the current one is worked out."""
    return state.finished if state.over else (*state.finished, *playing.turn_lines(state))


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=phases.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lines,
        scene=scene.scene,
        result=scene.result,
        guide=scene.guide,
        paper=scene.paper,
        see=see,
    ),
    phases.depth_is_open,
)
