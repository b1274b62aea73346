"""Captain's Orders: mutineers look for the captain, who holds the lowest card; the first to win three rounds wins."""

from __future__ import annotations

from referee.kernel.contract import Line
from referee.kernel.game import Game, Options, Seats

from . import asking, judging, playing, rounds, scene
from .guide import INFO, first_dealer, guide
from .state import State, dealt


def setup(seats: Seats, options: Options) -> State:
    """A table before its first round."""
    dealer = first_dealer(seats, options)
    return State(seats, options, str(options["depth"]), dealer, dealt(seats, dealer), dict.fromkeys(seats, 0))


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet; finished rounds are kept, only the running one is worked out."""
    return state.finished if state.over else (*state.finished, *rounds.running_lines(state))


GAME = Game(
    info=INFO,
    setup=setup,
    prompts=asking.prompts,
    judge=judging.judge,
    advance=playing.advance,
    lines=lines,
    scene=scene.scene,
    result=scene.result,
    guide=guide,
    paper=scene.paper,
)
