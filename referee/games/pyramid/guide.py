"""What Pyramid is before it starts, and how to set the table up."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.contract import Info, Option, Say, SeatId, Sheet, Step, one_of
from referee.kernel.fields import Seat, Value

from .state import DECK

INFO = Info(
    id="pyramid",
    prefix="PY",
    deck_clause="PY-1",
    turn_clause="PY-4",
    kinds={"flip": "PY-6", "stop": "PY-9", "build": "PY-9", "rows": "PY-18"},
    version="2026.1",
    seats=(2, 4),
    options=(
        one_of("upper_gaps", "PY-A1", "allowed", "forbidden"),
        one_of("reuse", "PY-A7", "no", "yes"),
        Option(Seat(name="start", optional=True), "PY-A9"),
        one_of("depth", "PY-18", "full", "quick"),
    ),
    tally=True,
    sheet=Sheet(boxes=("rows",), wide=("rows",)),
)


def guide(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
    """The steps from a box of cards to the first turn, with what this table agreed."""
    return (
        Step(Say("guide_shuffle", {"n": DECK.size}, "PY-2"), (Say("guide_no_hands", clause="PY-2"),)),
        Step(
            Say("guide_start", {"seat": options["start"]}, "PY-A9"),
            (Say("guide_suntan", clause="PY-3"), Say("guide_clockwise", clause="PY-4")),
        ),
        Step(Say("guide_flip", clause="PY-6"), (Say("guide_bust", clause="PY-8"),)),
        Step(
            Say("guide_build", clause="PY-9"),
            (
                Say("guide_bottom", clause="PY-11"),
                Say("guide_upper", clause="PY-13"),
                Say(f"guide_gaps_{options['upper_gaps']}", clause="PY-A1"),
                Say("guide_stays", clause="PY-14"),
            ),
        ),
        Step(Say("guide_end", clause="PY-18"), (Say(f"guide_reuse_{options['reuse']}", clause="PY-A7"), Say("guide_ties", clause="PY-19"))),
    )
