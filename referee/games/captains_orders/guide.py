"""How to set the table up, and what Captain's Orders is before it starts: seats and options."""

from __future__ import annotations

from referee.kernel.board import Say
from referee.kernel.contract import Info, Option, SeatId, Sheet, Step, one_of
from referee.kernel.fields import Seat
from referee.kernel.game import Options, Seats
from referee.kernel.turns import left_of

from .state import DECK, HAND, TO_WIN

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


def first_dealer(seats: Seats, options: Options) -> SeatId:
    """Who deals first."""
    return str(options.get("first_dealer") or seats[0])


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """From the deck to the first turn, what a turn is, and how a round ends."""
    dealer = first_dealer(seats, options)
    rest = DECK.size - HAND * len(seats)
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
        Step(Say("guide_end", {}, "CO-33"), tuple(_end(options))),
        Step(Say("guide_win", {"n": TO_WIN}, "CO-41"), (Say(f"guide_double_{options['double_three']}", {}, "CO-A11"),)),
    )


def _end(options: Options) -> list[Say]:
    """What this table has agreed about accusing and declaring."""
    return [
        Say("guide_accuse", {}, "CO-19"),
        Say(f"guide_captain_{options['captain_accuses']}", {}, "CO-A3"),
        Say(f"guide_tie_{options['declare_tie']}", {}, "CO-A2"),
        Say(f"guide_asked_{options['asked_empty']}", {}, "CO-A6"),
        Say(f"guide_silent_{options['undeclared']}", {}, "CO-A5"),
        Say(f"guide_false_{options['false_declare']}", {}, "CO-A4"),
        Say(f"guide_last_discard_{options['last_pass_discard']}", {}, "CO-A17"),
        Say(f"guide_alone_{options['no_mutineer']}", {}, "CO-A9"),
    ]
