"""A fight of The Things by the words of the rules: strength, special cards, verdict, and who wins
when hands are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.cards import rank, suit

Plays = Sequence[tuple[str, Sequence[str]]]
"""Every play on one side in order: (seat, cards)."""

BLACK = "SC"
COURTS = {"J": 11, "Q": 12, "K": 13}


def value(card: str, options: Mapping[str, Any]) -> int:
    """TT-12, TT-13, TT-A1, TT-A2: the strength of a card alone."""
    letter = rank(card)
    if letter == "A":
        return int(options["ace"])
    if letter in COURTS:
        return 10 if str(options["courts"]) == "10" else COURTS[letter]
    return 10 if letter == "T" else int(letter)


def is_flame(card: str) -> bool:
    """TT-8: a black king, queen or jack."""
    return rank(card) in COURTS and suit(card) in BLACK


def is_devour(card: str) -> bool:
    """TT-9: a red king, queen or jack."""
    return rank(card) in COURTS and suit(card) not in BLACK


def is_red(card: str) -> bool:
    """TT-9: a Thing card."""
    return suit(card) not in BLACK


def times(copies: int, options: Mapping[str, Any]) -> int:
    """TT-45, TT-46, TT-A11: how often a rank counts that one player has played so many times."""
    if copies == 1:
        return 1
    if copies >= 5 and options["kind5"] == "cap5":
        return 5
    return copies + 1


def strength_of(cards: Sequence[str], options: Mapping[str, Any]) -> int:
    """The strength of cards of one player that count together."""
    copies = Counter(rank(card) for card in cards)
    values = {rank(card): value(card, options) for card in cards}
    return sum(values[letter] * times(count, options) for letter, count in copies.items())


def strength(plays: Plays, options: Mapping[str, Any]) -> int:
    """TT-44: the strength of a side; equal cards count together for each player (TT-45), over the
    fight or per play (TT-A6).
    """
    if options["pairs"] == "perPlay":
        return sum(strength_of(cards, options) for _, cards in plays)
    players = dict.fromkeys(seat for seat, _ in plays)
    return sum(
        strength_of([card for who, cards in plays if who == seat for card in cards], options)
        for seat in players
    )


def specials(plays: Plays) -> int:
    """TT-49, TT-A3: the number of special cards of a side, flame and devour together."""
    return sum(is_flame(card) or is_devour(card) for _, cards in plays for card in cards)


def verdict(attack: int, defence: int, attack_specials: int, defence_specials: int) -> str:
    """Who dies: ``target``, ``active`` or nobody (``""``)."""
    if attack_specials or defence_specials:  # TT-49
        return "target" if attack_specials > defence_specials else "active"  # TT-50, TT-51
    return "target" if attack > defence else ""  # TT-47, TT-48


def plays_both_kinds(cards: Sequence[str]) -> bool:
    """TT-41: flame and devour cards of one player in one fight (TT-A4)."""
    return any(map(is_flame, cards)) and any(map(is_devour, cards))


def plays_whole_thing_hand(cards: Sequence[str], hand: int) -> bool:
    """TT-40: a Thing, known by a red card among those played, that keeps nothing."""
    return len(cards) >= hand and any(map(is_red, cards))


def only_flames(plays: Plays) -> bool:
    """TT-A3: whether every special card on a side is a flame card; by a house rule these kill only
    Things.
    """
    return all(
        is_flame(card) for _, cards in plays for card in cards if is_flame(card) or is_devour(card)
    )


def side_that_wins(call: str, caller: str, thing: Mapping[str, bool], dead: Sequence[str]) -> str:
    """The side that wins (``human`` or ``thing``) once it is known who is a Thing."""
    survivors = [is_thing for seat, is_thing in thing.items() if seat not in dead]
    if call == "rescue":
        if thing[caller]:
            return "human"  # TT-A13: the caller's opponents
        return "thing" if any(survivors) else "human"  # TT-1, TT-2
    if not thing[caller]:
        return "thing"  # TT-A13
    return "thing" if all(survivors) else "human"  # TT-3


def winners(
    call: str,
    caller: str,
    thing: Mapping[str, bool],
    dead: Sequence[str],
    options: Mapping[str, Any],
) -> set[str]:
    """TT-61, TT-A22: everybody of that side, the dead perhaps not."""
    side = side_that_wins(call, caller, thing, dead)
    of_side = {seat for seat, is_thing in thing.items() if is_thing == (side == "thing")}
    return of_side if options["deadShare"] == "yes" else of_side - set(dead)
