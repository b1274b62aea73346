"""Packs, card values and the outcome of fights (TT-5…TT-13, TT-44…TT-51, TT-64…TT-67)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from referee.kernel.cards import Card, Deck, french, rank, suit
from referee.kernel.contract import Line, SeatId
from referee.kernel.game import Options

HAND = 5
COURTS = "JQK"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
# The Thing cards (TT-8, TT-9); all others are human cards.
RED = tuple(card for card in french().counts if suit(card) in "HD")
BLACK = tuple(card for card in french().counts if card not in RED)
# Flame and devour cards (TT-8, TT-9).
SPECIALS = tuple(card for card in french().counts if rank(card) in COURTS)
FLAMES = tuple(card for card in SPECIALS if card in BLACK)
FIRST_THING: Card = "QH"
# The most players for whom the 26 black cards of one pack are enough.
MOST_ONE_PACK = 5
# With the house rule, more equal cards than this no longer raise the factor (TT-A11).
CAP = 4
ATTACK, DEFENCE = SIDES = ("attack", "defence")


def reds(cards: tuple[Card, ...]) -> list[Card]:
    """The red ones of these cards."""
    return [card for card in cards if card in RED]


def value(name: str, options: Options) -> int:
    """The strength of a rank in a fight (TT-12, TT-13, TT-A1, TT-A2)."""
    if name == "A":
        return int(str(options["ace"]))
    return 10 if name in COURTS and options["courts"] == "ten" else RANKS.index(name) + 1


def many(seats: int, options: Options) -> bool:
    """Whether the house rules for larger tables apply (TT-A20)."""
    return seats >= {"four": 4, "five": 5}[str(options["pack_limit"])]


def packs(seats: int, options: Options) -> int:
    """One pack; two if one is too small or a house rule asks for it (TT-5, TT-64, TT-A18)."""
    return (
        2 if seats > MOST_ONE_PACK or (options["packs"] == "more" and many(seats, options)) else 1
    )


def deck(seats: int, options: Options) -> Deck:
    """All cards of the table, from one or two packs."""
    return french(packs(seats, options))


def extra_red(seats: int, options: Options) -> str:
    """Red cards in the dealing pile: ``one`` (only Q♥), ``two`` or ``hidden`` (TT-65, TT-A19)."""
    return str(options["extra_red"]) if many(seats, options) else "one"


@dataclass(frozen=True)
class Play:
    """Cards one player plays at once on one side of a fight."""

    seat: SeatId
    side: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Fight:
    """A fight. ``loser`` is set while the table must say whether flames kill (TT-A3).

    ``passed`` is the number of plays at the last pass of the side that had to answer.
    """

    attacker: SeatId
    target: SeatId
    plays: tuple[Play, ...] = ()
    loser: SeatId | None = None
    passed: int = 0


def line(seat: SeatId, clause: str, code: str, part: str = "turn", **params: object) -> Line:
    """A log line without points."""
    return Line(seat, 1, 0, clause, code, params, part=part)


def worth(name: str, count: int, options: Options) -> int:
    """Strength of ``count`` equal cards: the rank, two × 3, three × 4 and so on (TT-44…TT-46)."""
    factor = 1 if count == 1 else count + 1
    return value(name, options) * (
        min(factor, CAP + 1) if options["five_alike"] == "cap" else factor
    )


def groups(fight: Fight, seat: SeatId, options: Options) -> tuple[tuple[str, int], ...]:
    """(rank, count) pairs of one player, over the whole fight or per play (TT-A6)."""
    laid = [play.cards for play in fight.plays if play.seat == seat]
    heaps = laid if options["pairs"] == "play" else [cards_by(fight, seat)]
    return tuple(pair for heap in heaps for pair in Counter(map(rank, heap)).items())


def cards_by(fight: Fight, seat: SeatId) -> tuple[Card, ...]:
    """The cards one player has played in the fight."""
    return tuple(card for play in fight.plays if play.seat == seat for card in play.cards)


def fighters(fight: Fight, side: str) -> tuple[SeatId, ...]:
    """A side's players in joining order; cards of two players never form a group."""
    return tuple(dict.fromkeys(play.seat for play in fight.plays if play.side == side))


def strength(fight: Fight, seat: SeatId, options: Options) -> int:
    """The strength of one player's cards."""
    return sum(worth(name, count, options) for name, count in groups(fight, seat, options))


def specials(fight: Fight, side: str) -> list[Card]:
    """Flame and devour cards on a side, counted together (TT-49, TT-A3)."""
    return [
        card for play in fight.plays if play.side == side for card in play.cards if card in SPECIALS
    ]


def by_specials(fight: Fight, options: Options) -> bool:
    """Whether only special cards count: one was played, and they have effect (TT-49, TT-67)."""
    return options["special_effect"] == "yes" and any(specials(fight, side) for side in SIDES)


def sides(fight: Fight, options: Options) -> tuple[str, int, int]:
    """``specials`` or ``ranks``, and both sides' totals; strengths of players add up (TT-44)."""
    if by_specials(fight, options):
        return "specials", len(specials(fight, ATTACK)), len(specials(fight, DEFENCE))
    attack, defence = (
        sum(strength(fight, seat, options) for seat in fighters(fight, side)) for side in SIDES
    )
    return "ranks", attack, defence


def verdict(fight: Fight, by: str, attack: int, defence: int) -> tuple[SeatId | None, str]:
    """Who dies, and why: by ranks only the target can, by specials the attacker too (TT-A10)."""
    if attack > defence:
        return fight.target, "TT-50" if by == "specials" else "TT-47"
    return (fight.attacker, "TT-51") if by == "specials" else (None, "TT-48")


def explained(fight: Fight, options: Options) -> Iterator[Line]:
    """A line per player for the cards that count; the clause is that of the largest group."""
    special = by_specials(fight, options)
    for side in SIDES:
        for seat in fighters(fight, side):
            laid = cards_by(fight, seat)
            courts = [card for card in laid if card in SPECIALS]
            if special:
                yield line(
                    seat,
                    "TT-49",
                    "specials" if courts else "no_specials",
                    "fight",
                    side=side,
                    n=len(courts),
                    played=courts,
                )
                continue
            found = groups(fight, seat, options)
            values = [worth(name, count, options) for name, count in found]
            most = max(count for _, count in found)
            clause, code = (
                ("TT-44", "strength"),
                ("TT-45", "strength_pair"),
                ("TT-46", "strength_set"),
            )[min(most, 3) - 1]
            clause = "TT-67" if courts and options["special_effect"] == "no" else clause
            params = {"side": side, "values": values, "sum": sum(values), "played": list(laid)}
            yield line(
                seat, clause, code if len(values) > 1 else f"{code}_alone", "fight", **params
            )
