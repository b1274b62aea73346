"""What the table looks like, how it ended, how it is set up and what the sheet prints."""

from __future__ import annotations

from referee.kernel.board import Row, Say, Shown, Spot
from referee.kernel.contract import Line, Result, Scene, SeatId, Step, rank_by
from referee.kernel.game import Options, Seats

from .rounds import BURNED, DECK, State, goal, holdings, lowest, over, points

_HOW = {"pair": "pair", "fold": "fold", "fold_own": "fold"}


def scene(state: State) -> Scene:
    """Where the game stands; the strip shows points and the number that loses (PA-4), and the board the cards where they are told."""
    ended, done, unit = over(state), len(state.finished), Say("of_goal", {"n": goal(state.seats, state.options)}, "PA-4")
    return Scene(
        done if ended else done + 1,
        Say("match_over", {}, "PA-3") if ended else Say("round", {"n": done + 1}, "PA-6"),
        DECK,
        holdings=holdings(state),
        complete=done,
        board=tuple(_row(state, seat, unit) for seat in state.seats) if state.depth == "full" else (),
        hint=None if ended or state.depth == "quick" else _hint(state),
        effects=state.effects,
        shown={seat: Shown(had, unit) for seat, had in points(state).items()},
    )


def _hint(state: State) -> Say:
    """What a fold would cost; in the deal, how many cards are left."""
    if state.turn is None:
        return Say("in_deck", {"n": state.deck}, "PA-5")
    return Say("fold_costs", {"card": lowest(state), "n": state.deck}, "PA-14")


def _row(state: State, seat: SeatId, unit: Say) -> Row:
    """A seat's stack and its points with the cards kept for them; the next card goes where the empty place is."""
    stack = state.stacks[seat]
    next_one = seat == (state.turn or state.due[0]) and not over(state)
    following = (Spot(state="next"),) if next_one and state.deck else ()
    cards = tuple(card for line in state.finished if line.seat == seat for card in line.cards)
    note = Say("kept", {"cards": cards}, "PA-13") if cards else None
    return Row((*map(Spot, stack), *following), seat, note=note, value=points(state)[seat], value_note=unit, lit=next_one)


def result(state: State) -> Result | None:
    """Nobody has won: whoever has points enough has lost and comes last (PA-3)."""
    if not over(state):
        return None
    had = points(state)
    loser = max(had, key=lambda seat: had[seat])
    reason = Say("loses", {"seat": loser, "points": had[loser], "goal": goal(state.seats, state.options)}, "PA-3")
    return Result(rank_by(had, low_wins=True), (reason,), won=False)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a Pairs deck to the first turn, with the rules of this table."""
    finish = (Say("guide_finish", {}, "PA-A3"),) if options["deck_out"] == "finish" else ()
    return (
        Step(
            Say("guide_shuffle", {"n": DECK.size}, "PA-1"),
            (Say("guide_burn", {"n": BURNED}, "PA-5"), Say("guide_reshuffle", {}, "PA-17"), *finish),
        ),
        Step(
            Say("guide_goal", {"n": goal(seats, options)}, "PA-4"),
            (Say("guide_loser", {}, "PA-3"), Say("guide_kept", {}, "PA-13")),
        ),
        Step(
            Say("guide_deal", {}, "PA-6"),
            (Say("guide_lowest", {}, "PA-7"), Say("guide_tie", {}, "PA-8"), Say("guide_replace", {}, "PA-9")),
        ),
        Step(
            Say("guide_turn", {}, "PA-10"),
            (Say("guide_pair", {}, "PA-12"), Say("guide_fold", {}, "PA-14"), Say("guide_again", {}, "PA-15")),
        ),
    )


def boxes(line: Line) -> tuple[str | None]:
    """The box of the printed sheet: what brought the points, if that is told."""
    return (_HOW.get(line.code),)
