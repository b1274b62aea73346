"""Dream Team: nominate cards of a row, draw lots for contested ones, and collect a team without equal numbers; a match to 100."""

from __future__ import annotations

from referee.kernel.contract import Info, Line, Move, Option, Say, Sheet, Step, card_of, cards_of, number_of, one_of
from referee.kernel.depth import with_depth
from referee.kernel.fields import Seat
from referee.kernel.frozen import replace
from referee.kernel.game import Game, Options, Seats
from referee.kernel.paper import printed

from . import judging, matches, scene, turns
from .state import DECK, TARGET, State, believe, unknown, with_turn

MADE_FOR = (3, 4)
INFO = Info(
    id="dream-team",
    prefix="DT",
    deck_clause="DT-1",
    kinds={"row": "DT-4", "nominate": "DT-6", "draw": "DT-14", "gain": "DT-8", "peak": "DT-A4", "sums": "DT-28"},
    seats_clause="DT-2",
    version="2026.1",
    seats=(2, 6),
    sheet=Sheet(("team",), wide=("team",)),
    options=(
        Option(Seat(name="start", optional=True), "DT-5"),
        one_of("depth", "DT-1", "full", "turns", "quick"),
        one_of("direction", "DT-A2", "clockwise", "counterclockwise"),
        one_of("end_at", "DT-A3", "6", "7"),
        one_of("end_check", "DT-A4", "immediately", "turn_end"),
        one_of("leftover", "DT-A5", "last_round", "overall"),
        one_of("second_pass", "DT-A6", "one", "two"),
        one_of("rejoin", "DT-A8", "yes", "no"),
        one_of("next_start", "DT-A9", "move_left", "lowest_total", "random"),
        one_of("reshuffle", "DT-A10", "continue", "full"),
    ),
)


def setup(seats: Seats, options: Options) -> State:
    """The table before the first row."""
    start = str(options.get("start") or seats[0])
    return State(seats, options, str(options["depth"]), start, dict.fromkeys(seats, ()), dict.fromkeys(seats, 0))


def advance(state: State, move: Move) -> State:
    """The table after a move, with the deck shuffled if it has run out."""
    return matches.restock(_enter(replace(state, effects=(), fresh={}, thrown={}), move), state.discards)


def switch(state: State, depth: str) -> State:
    """The table at another depth; what that does not tell may have brought every discard back."""
    fresh = unknown(state) if state.depth == "full" and state.holdings else state
    return matches.restock(replace(fresh, depth=depth, effects=(), fresh={}, thrown={}), state.discards)


def _enter(state: State, move: Move) -> State:
    seat = str(move.seat)
    match move.kind:
        case "start":
            return replace(state, start=str(move.data["start"]))
        case "row":
            return turns.lay(state, card_of(move))
        case "nominate":
            return turns.nominate(state, seat, number_of(move, "place") - 1)
        case "draw":
            return turns.draw(state, seat, card_of(move))
        case "gain":
            cards = cards_of(move)
            told = with_turn(believe(state, cards), gains={**state.now.gains, seat: cards})
            return turns.settle_gains(told)
        case "peak":
            peaks = {**state.now.peaks, seat: move.data["held"] == "yes"}
            return turns.settle_gains(with_turn(state, peaks=peaks))
        case _:
            return matches.finish_game(state, judging.sums_of(state, move), None)


def lines(state: State) -> tuple[Line, ...]:
    """The score sheet: finished games as they were kept, then what happened in this one."""
    return (*state.finished, *state.log)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a box of cards to the first nomination, and how the match ends."""
    row = len(seats) + 1
    unusual = () if len(seats) in MADE_FOR else (Say("guide_players", {"n": len(seats)}, "DT-A1"),)
    return (
        Step(Say("guide_shuffle", {"n": DECK.size}, "DT-1"), (Say("guide_marker", {}, "DT-3"), Say("guide_note", {}, "DT-1"), *unusual)),
        Step(Say("guide_row", {"n": row}, "DT-4"), (Say("guide_deck", {"n": DECK.size - row}, "DT-4"),)),
        Step(
            Say("guide_start", {"seat": options.get("start") or seats[0]}, "DT-5"),
            (Say("guide_mark_start", {}, "DT-5"), Say(f"guide_{options['direction']}", {}, "DT-A2")),
        ),
        Step(
            Say("guide_nominate", {}, "DT-6"),
            (Say("guide_alone", {}, "DT-8"), Say("guide_pair", {}, "DT-9"), Say("guide_lottery", {}, "DT-14")),
        ),
        Step(
            Say("guide_end", {"n": int(str(options["end_at"]))}, "DT-27"),
            (Say(f"guide_{options['end_check']}", {}, "DT-A4"), Say("guide_match", {"n": TARGET}, "DT-30")),
        ),
    )


def boxes(line: Line) -> tuple[str | None]:
    """The box of the printed sheet: the team, unless only its sum is known."""
    return (None if line.code == "team_told" else " ".join(line.cards),)


GAME = with_depth(
    Game(
        info=INFO, setup=setup, prompts=judging.prompts, judge=judging.judge, advance=advance, lines=lines,
        scene=scene.scene, result=matches.result, guide=guide, paper=printed(lines, boxes),
    ),
    judging.may_change_depth,
    switch,
)
