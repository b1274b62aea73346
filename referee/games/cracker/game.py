"""Cracker: hand cards go round to the left until somebody’s hand is one number or a run; the others lose their highest card."""

from __future__ import annotations

from referee.kernel.contract import Line
from referee.kernel.depth import with_depth
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import printed

from . import judging, playing, prompts, scene, scoring
from .state import INFO, State, deal


def setup(seats: Seats, options: Options) -> State:
    """A table before its first round."""
    depth = str(options["depth"])
    return State(seats, options, depth, deal(seats, options, depth, str(options["dealer"]), 1))


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet; the running round adds what happened so far."""
    return state.finished if state.over else (*state.finished, *state.now.log)


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts.prompts,
        judge=judging.judge,
        advance=playing.advance,
        lines=lines,
        scene=scene.scene,
        result=scoring.result,
        guide=scene.guide,
        paper=printed(lines, scoring.boxes, ("gain",)),
    ),
    prompts.depth_is_open,
    playing.switch,
)
