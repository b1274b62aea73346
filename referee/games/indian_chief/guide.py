"""How to set the table up, and what Indian Chief is before it starts: seats, options, melds."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.contract import Info, Option, Say, SeatId, Sheet, Slot, Step, one_of
from referee.kernel.fields import Seat, Value

from .melds import MELDS
from .state import HAND, ROUNDS


def packs_for(seats: tuple[SeatId, ...]) -> int:
    """One pack for two or three seats, two for more (IC-2)."""
    return 1 if len(seats) <= 3 else 2


INFO = Info(
    id="indian-chief",
    prefix="IC",
    deck_clause="IC-2",
    kinds={
        **dict.fromkeys(MELDS, "IC-8"),
        "steal": "IC-19",
        "decline": "IC-19",
        "no_agreement": "IC-24",
        "stand": "IC-2",
        "playoff": "IC-A9",
    },
    version="2026.1",
    seats=(2, 8),
    sheet=Sheet(papers={"a4": 8, "letter": 8, "a5": 2}),
    options=(
        one_of("match", "IC-A1", "value", "rank"),
        one_of("beggar_own", "IC-A2", "no", "yes"),
        one_of("beggar_pair", "IC-A2", "once", "twice"),
        one_of("ace_in_straight", "IC-A3", "both", "low", "high", "wrap"),
        one_of("chief_split", "IC-A4", "best", "declared"),
        one_of("thief_order", "IC-A5", "value", "rank_ace_low", "rank_ace_high"),
        one_of("steal", "IC-A6", "optional", "forced"),
        one_of("steal_back_own", "IC-A7", "no", "yes"),
        one_of("tie_fail", "IC-A8", "all_tied", "only_conflicting"),
        one_of("final_tie", "IC-A9", "shared", "highest_chief", "fewest_negative", "playoff"),
        one_of("short", "IC-A10", "early_reshuffle", "deal_fewer"),
        one_of("round7_steal", "IC-A11", "skip", "play"),
        Option(Seat(name="dealer", optional=True), "IC-A14", passes=True),
        one_of("entry", "IC-10", "open", "secret"),
        one_of("depth", "IC-12", "full", "quick"),
    ),
    editions={"page": {}, "original": {"match": "rank"}},
    slots=tuple(Slot(kind.name, kind.size, kind.clause) for kind in MELDS.values()),
    rounds=ROUNDS,
)


def guide(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
    """The steps from a box of cards to the first round."""
    packs = packs_for(seats)
    left = 52 * packs - HAND * len(seats)
    entry = Say("enter_points", {}, "IC-12") if options["depth"] == "quick" else Say(f"enter_{options['entry']}", {}, "IC-10")
    return (
        Step(Say("take_packs", {"packs": packs, "n": 52 * packs}, "IC-2"), (Say("no_jokers", {}, "IC-2"),)),
        Step(
            Say("deal", {"n": HAND}, "IC-5"),
            (Say("dealer", {"seat": options["dealer"]}, "IC-A14"), Say("rest_is_deck", {"n": left}, "IC-5")),
            deal=((Say("deal_hands", {}, "IC-5"), HAND, left),),
        ),
        Step(
            Say("choose_together", {}, "IC-10"),
            (
                Say("each_meld_once", {"n": ROUNDS}, "IC-8"),
                Say("sizes_tell", {}, "IC-7"),
                Say("card_values", {}, "IC-17"),
                entry,
            ),
        ),
        Step(Say("reveal_together", {}, "IC-11"), (Say("then_thieves", {}, "IC-19"), Say("then_refill", {"n": HAND}, "IC-13"))),
    )
