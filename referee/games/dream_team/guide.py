"""What Dream Team is before it starts: seats, options, and how to set up the table."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.contract import Info, Option, Say, SeatId, Sheet, Step, one_of
from referee.kernel.fields import Seat, Value

from .prompts import DEPTHS
from .state import DECK, TARGET

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
        one_of("depth", "DT-1", *DEPTHS),
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


def start_of(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> SeatId:
    """The start player of the first game (DT-5)."""
    return str(options.get("start") or seats[0])


def guide(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
    """The steps from a box of cards to the first nomination, and how the match ends."""
    row = len(seats) + 1
    unusual = () if len(seats) in MADE_FOR else (Say("guide_players", {"n": len(seats)}, "DT-A1"),)
    return (
        Step(
            Say("guide_shuffle", {"n": DECK.size}, "DT-1"), (Say("guide_marker", {}, "DT-3"), Say("guide_note", {}, "DT-1"), *unusual)
        ),
        Step(Say("guide_row", {"n": row}, "DT-4"), (Say("guide_deck", {"n": DECK.size - row}, "DT-4"),)),
        Step(
            Say("guide_start", {"seat": start_of(seats, options)}, "DT-5"),
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
