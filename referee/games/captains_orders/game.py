"""Captain's Orders: mutineers look for the captain, who holds the lowest card; the first to win three rounds wins."""

from __future__ import annotations

from referee.kernel.board import Say
from referee.kernel.contract import Info, Line, Option, Sheet, Step, one_of
from referee.kernel.fields import Seat
from referee.kernel.game import Game, Options, Seats
from referee.kernel.turns import left_of

from . import asking, judging, playing, rounds, scene
from .state import DECK, HAND, TO_WIN, State, dealt

INFO = Info(
    id="captains-orders",
    prefix="CO",
    deck_clause="CO-1",
    turn_clause="CO-10",
    kinds={
        "order": "CO-13",
        "obey": "CO-25",
        "pass": "CO-15",
        "ask": "CO-17",
        "accuse": "CO-19",
        "declare": "CO-34",
        "silent": "CO-A5",
        "discard": "CO-A16",
        "challenge": "CO-26",
        "hand": "CO-20",
        "accused": "CO-19",
        "declared": "CO-34",
        "emptied": "CO-33",
        "won": "CO-6",
    },
    version="2026.1",
    seats=(4, 8),
    options=(
        one_of("declare_tie", "CO-A2", "right", "wrong"),
        one_of("captain_accuses", "CO-A3", "failed", "forbidden"),
        one_of("false_declare", "CO-A4", "best_mutineer", "nobody"),
        one_of("undeclared", "CO-A5", "best_mutineer", "auto_declare"),
        one_of("asked_empty", "CO-A6", "may_declare", "no_declare"),
        one_of("no_mutineer", "CO-A9", "nobody", "captains_share"),
        one_of("double_three", "CO-A11", "shared", "play_on"),
        one_of("discards_open", "CO-A16", "no", "yes"),
        one_of("last_pass_discard", "CO-A17", "no", "yes"),
        Option(Seat(name="first_dealer", optional=True), "CO-11"),
        one_of("depth", "CO-20", "quick", "full"),
    ),
    sheet=Sheet(boxes=("hand",), rows=10),
)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """From the deck to the first turn, what a turn is, and how a round ends."""
    dealer = str(options["first_dealer"] or seats[0])
    rest = DECK.size - HAND * len(seats)
    ending = (
        Say("guide_accuse", {}, "CO-19"),
        *(
            Say(f"guide_{code}_{options[name]}", {}, clause)
            for code, name, clause in (
                ("captain", "captain_accuses", "CO-A3"),
                ("tie", "declare_tie", "CO-A2"),
                ("asked", "asked_empty", "CO-A6"),
                ("silent", "undeclared", "CO-A5"),
                ("false", "false_declare", "CO-A4"),
                ("last_discard", "last_pass_discard", "CO-A17"),
                ("alone", "no_mutineer", "CO-A9"),
            )
        ),
    )
    discards = Say(f"guide_discards_{options['discards_open']}", {}, "CO-A16")
    return (
        Step(Say("guide_shuffle", {"n": DECK.size}, "CO-1"), (Say("guide_deck", {}, "CO-1"),)),
        Step(
            Say("guide_deal", {"seat": dealer, "n": HAND}, "CO-9"),
            (Say("guide_rest", {"n": rest}, "CO-9"), Say("guide_first", {"seat": left_of(seats, dealer)}, "CO-10")),
            deal=((Say("guide_hands", {}, "CO-9"), HAND, rest),),
        ),
        Step(Say("guide_free", {}, "CO-12"), (Say("guide_free_how", {}, "CO-12"), discards)),
        Step(Say("guide_order", {}, "CO-12"), (Say("guide_order_how", {}, "CO-26"), Say("guide_own", {}, "CO-32"))),
        Step(Say("guide_end", {}, "CO-33"), ending),
        Step(Say("guide_win", {"n": TO_WIN}, "CO-41"), (Say(f"guide_double_{options['double_three']}", {}, "CO-A11"),)),
    )


def setup(seats: Seats, options: Options) -> State:
    """A table before its first round."""
    dealer = str(options["first_dealer"] or seats[0])
    return State(seats, options, str(options["depth"]), dealer, dealt(seats, dealer), dict.fromkeys(seats, 0))


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet; finished rounds are kept, only the running one is worked out."""
    return state.finished if state.over else (*state.finished, *rounds.act_lines(state), *rounds.shown(state, state.now.hands))


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
