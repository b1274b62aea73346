"""The packs, what the cards are worth, the dealing pile and the house rules (TT-5…TT-13, TT-64, TT-65)."""

from __future__ import annotations

from referee.kernel.cards import Card, Deck, french, rank, suit
from referee.kernel.contract import Info, Option, Sheet, one_of
from referee.kernel.fields import Seat
from referee.kernel.game import Options

HAND = 5
COURTS = "JQK"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
FIRST_THING: Card = "QH"
MOST_ONE_PACK = 5
"""As many players as the 26 black cards of one pack are enough for."""


def is_red(card: Card) -> bool:
    """Whether it is a Thing card (TT-8, TT-9)."""
    return suit(card) in "HD"


def is_black(card: Card) -> bool:
    """Whether it is a human card (TT-8)."""
    return not is_red(card)


def is_any(card: Card) -> bool:
    """Whether it is a card at all."""
    return bool(card)


def is_special(card: Card) -> bool:
    """Whether it is a flame or a devour card (TT-8, TT-9)."""
    return rank(card) in COURTS


def is_flame(card: Card) -> bool:
    """Whether it is a black king, queen or jack (TT-8)."""
    return is_special(card) and not is_red(card)


def value(name: str, options: Options) -> int:
    """What a rank counts in a fight (TT-12, TT-13, TT-A1, TT-A2)."""
    if name == "A":
        return int(str(options["ace"]))
    if name in COURTS and options["courts"] == "ten":
        return 10
    return RANKS.index(name) + 1


def many(seats: int, options: Options) -> bool:
    """Whether the house rules for larger tables apply (TT-A20)."""
    return seats >= {"four": 4, "five": 5}[str(options["pack_limit"])]


def packs(seats: int, options: Options) -> int:
    """One pack, or two where one is not enough or the house wants them (TT-5, TT-64, TT-A18)."""
    return 2 if seats > MOST_ONE_PACK or (options["packs"] == "more" and many(seats, options)) else 1


def deck(seats: int, options: Options) -> Deck:
    """Every card of the table."""
    return _DECKS[packs(seats, options)]


BLACK = tuple(card for card in french().counts if is_black(card))
_DECKS = {count: french(count) for count in (1, 2)}


def extra_red(seats: int, options: Options) -> str:
    """How further red cards come into the dealing pile: ``one`` (only Q♥), ``two`` or ``hidden`` (TT-65, TT-A19)."""
    return str(options["extra_red"]) if many(seats, options) else "one"


OPTIONS = (
    Option(Seat(name="start"), "TT-14"),
    one_of("depth", "TT-43", "quick", "full"),
    one_of("ace", "TT-A1", "1", "11", "14"),
    one_of("courts", "TT-A2", "rank", "ten"),
    one_of("specials", "TT-A3", "together", "flame_spares_humans"),
    one_of("min_attack", "TT-A5", "one", "none"),
    one_of("pairs", "TT-A6", "fight", "play"),
    one_of("late_join", "TT-A7", "yes", "no"),
    one_of("speaking", "TT-A8", "clockwise", "free"),
    one_of("five_alike", "TT-A11", "series", "cap"),
    one_of("call_when", "TT-A12", "any_moment", "between_actions", "own_turn"),
    one_of("false_call", "TT-A13", "opponents", "void"),
    one_of("may_refuse", "TT-A14", "no", "yes"),
    one_of("packs", "TT-A18", "needed", "more"),
    one_of("extra_red", "TT-A19", "one", "two", "hidden"),
    one_of("pack_limit", "TT-A20", "four", "five"),
    one_of("auto_end", "TT-A21", "ask", "off"),
    one_of("dead_share", "TT-A22", "yes", "no"),
    one_of("trade", "TT-62", "one", "several"),
    one_of("nobody_willing", "TT-63", "forced", "search"),
    one_of("search_discards", "TT-66", "face_down", "face_up"),
    one_of("special_effect", "TT-67", "yes", "no"),
)

INFO = Info(
    id="the-things",
    prefix="TT",
    deck_clause="TT-5",
    kinds={
        "search": "TT-20",
        "talk": "TT-24",
        "test": "TT-33",
        "attack": "TT-36",
        "play": "TT-42",
        "attack_passes": "TT-42",
        "defence_passes": "TT-42",
        "judge": "TT-43",
        "fate": "TT-A3",
        "draw": "TT-54",
        "red": "TT-55",
        "call": "TT-59",
        "hand": "TT-59",
        "sides": "TT-59",
    },
    two_colours=True,
    seats_clause="TT-4",
    version="2026.1",
    seats=(3, 10),
    options=OPTIONS,
    tally=True,
    sheet=Sheet(("side",), wide=("side",)),
)
