"""How to set the table up, and what 3-Draw is before it starts: seats and house rules."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.board import Say
from referee.kernel.contract import Info, Option, SeatId, Sheet, Step, one_of
from referee.kernel.fields import Seat, Value

from .state import BURNED, DECK, DRAWABLE, target

INFO = Info(
    id="three-draw",
    prefix="TD",
    deck_clause="TD-2",
    turn_clause="TD-A8",
    kinds={"draw": "TD-5", "stop": "TD-8", "pass": "TD-8", "burn": "TD-A7", "round": "TD-11"},
    version="2026.1",
    seats=(2, 6),
    options=(
        one_of("tie", "TD-A1", "discard", "split", "earlier", "later", "fewest_cards", "carry_over"),
        one_of("rounding", "TD-A2", "up", "down", "nearest"),
        one_of("deck_out", "TD-A3", "reshuffle", "reshuffle_burn", "most_points"),
        one_of("next_start", "TD-A4", "next", "left", "winner", "lowest_score"),
        one_of("zero_wins", "TD-A5", "yes", "no"),
        one_of("burn", "TD-A7", "face_down", "face_up"),
        one_of("direction", "TD-A8", "clockwise", "counterclockwise"),
        Option(Seat(name="start", optional=True), "TD-A9"),
        one_of("depth", "TD-5", "full", "quick"),
    ),
    sheet=Sheet(boxes=("cards", "sum"), rows=16, wide=("cards",)),
)


def guide(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
    """The steps from a Pairs deck to the first card, with the rules of this table."""
    points = target(len(seats), options["rounding"])
    zero = (Say("guide_zero_no", {}, "TD-A5"),) if options["zero_wins"] == "no" else ()
    return (
        Step(
            Say("guide_shuffle", {"n": DECK.size}, "TD-2"),
            (Say("guide_burn", {"n": BURNED, "left": DRAWABLE}, "TD-2"), Say(f"guide_burn_{options['burn']}", {}, "TD-A7")),
        ),
        Step(
            Say("guide_target", {"n": points}, "TD-16"),
            (Say("guide_one_point", {}, "TD-13"), Say(f"guide_deck_out_{options['deck_out']}", {}, "TD-A3")),
        ),
        Step(
            Say("guide_start", {"seat": options.get("start") or seats[0]}, "TD-A9"),
            (
                Say("guide_at_least_one", {}, "TD-4"),
                Say(f"guide_{options['direction']}", {}, "TD-A8"),
                Say("guide_no_more", {}, "TD-7"),
                Say(f"guide_next_{options['next_start']}", {}, "TD-A4"),
            ),
        ),
        Step(
            Say("guide_win", {}, "TD-11"),
            (Say("guide_pair", {}, "TD-10"), Say(f"guide_tie_{options['tie']}", {}, "TD-A1"), *zero),
        ),
    )
