"""The twenty cards, what they show, the seasons and the house rules (BD-2, BD-11…BD-13, BD-50)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from referee.kernel.cards import Card, french, rank, suit
from referee.kernel.contract import Info, Option, Sheet, one_of
from referee.kernel.fields import Int
from referee.kernel.game import Options

DECK = french(cards="KS QS JS AS 5S KH QH JH AH 2H KD QD JD AD 4D KC QC JC AC 3C")
NUMBERS: Mapping[Card, int] = {card: int(rank(card)) for card in DECK.counts if rank(card).isdigit()}
COURTS = tuple(card for card in DECK.counts if card not in NUMBERS)

SEASONS = ("summer", "autumn", "winter", "spring")
SEASON_CLAUSES = dict(zip(SEASONS, ("BD-51", "BD-52", "BD-53", "BD-54"), strict=True))
SEASON_SUITS = dict(zip(SEASONS, "DCSH", strict=True))
TURNS = 8

COLOURS = ("male", "female", "healthy", "sick", "upper", "lower")
OPPOSITES = (("male", "female"), ("healthy", "sick"), ("upper", "lower"))
CUBES = 10


def season_of(turn: int) -> str:
    """The season of a turn from 1 to 8 (BD-14, BD-50)."""
    return SEASONS[(turn - 1) // 2]


def first_of_season(turn: int) -> bool:
    """Whether the cards are dealt anew before this turn (BD-49)."""
    return turn % 2 == 1


def is_red(card: Card) -> bool:
    """Whether a card is healthy, that is a heart or a diamond (BD-12)."""
    return suit(card) in "HD"


@lru_cache
def attributes(card: Card) -> tuple[str, ...]:
    """The cube colours true of a card: two for a number card, three for any other (BD-11, BD-12, BD-13)."""
    gender = () if card in NUMBERS else ("male" if rank(card) in "KJ" else "female",)
    state = "healthy" if is_red(card) else "sick"
    return (*gender, state, "upper" if rank(card) in "KQ45" else "lower")


OPTIONS = (
    one_of("entry", "BD-8", "open", "secret"),
    one_of("depth", "BD-31", "quick", "full"),
    one_of("self_match", "BD-A4", "penalty_only", "full", "loss_only", "forbidden"),
    one_of("no_cube_bonus", "BD-A3", "2", "4"),
    one_of("bad_tie", "BD-A5", "all", "none", "first_placed", "last_placed", "split"),
    one_of("good_tie", "BD-A7", "all", "none", "first_placed"),
    one_of("double_when", "BD-A6", "after", "before"),
    one_of("summer", "BD-A8", "owner", "matcher", "value_shift"),
    one_of("summer_self", "BD-A8", "include", "exclude", "cancel"),
    one_of("autumn", "BD-A9", "flat", "only_if_scored", "value_shift"),
    one_of("order_tie", "BD-A12", "highest_card", "previous_start", "clockwise_from_previous", "table_decides"),
    one_of("no_numbers", "BD-A13", "keep_latest", "season_first", "move_left", "random"),
    one_of("direction", "BD-A14", "clockwise", "counterclockwise"),
    one_of("final_tie", "BD-A15", "shared", "playoff"),
    one_of("leftover", "BD-A16", "hidden", "shown"),
    one_of("discard_number", "BD-A17", "yes", "no"),
    one_of("no_cube_means", "BD-A26", "none_fits", "supply_empty"),
    one_of("cube_supply_check", "BD-A1", "off", "on"),
    *(
        Option(Int(name=f"cubes_{colour}", low=0, high=CUBES, default=guess), "BD-A1")
        for colour, guess in zip(COLOURS, (2, 2, 2, 2, 1, 1), strict=True)
    ),
)

INFO = Info(
    id="blind-date",
    prefix="BD",
    deck_clause="BD-2",
    kinds={
        "date": "BD-27",
        "discard": "BD-8",
        "sum": "BD-15",
        "start": "BD-15",
        "cubes": "BD-18",
        "exchange": "BD-22",
        "match": "BD-27",
        "reveal": "BD-31",
        "playoff": "BD-A15",
    },
    version="2026.1",
    seats=(3, 4),
    options=OPTIONS,
    rounds=TURNS,
    sheet=Sheet(papers={"a4": 4, "letter": 4}),
)


def number(options: Options, name: str) -> int:
    """An option that is a number."""
    return int(str(options[name]))
