"""Judging a fight: strength, special cards, who dies (TT-44…TT-51, TT-67)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from referee.kernel.cards import Card, rank
from referee.kernel.contract import Line, SeatId
from referee.kernel.game import Options

from .deck import is_flame, is_special, value
from .state import ATTACK, DEFENCE, Fight, Play, State, line

CAP = 4
"""Equal cards that still raise the factor where the house stops the series (TT-A11)."""


@dataclass(frozen=True)
class Verdict:
    """How a fight ends: what was compared (``specials`` or ``ranks``), both sides' numbers, who dies if anyone, and why."""

    by: str
    attack: int
    defence: int
    loser: SeatId | None
    clause: str


def worth(name: str, count: int, options: Options) -> int:
    """What ``count`` cards of one rank count for one player: alone the rank, two three times, three four times … (TT-44…TT-46)."""
    factor = 1 if count == 1 else count + 1
    return value(name, options) * (min(factor, CAP + 1) if options["five_alike"] == "cap" else factor)


def groups(plays: tuple[Play, ...], options: Options) -> tuple[tuple[str, int], ...]:
    """Ranks with their number of cards for one player: over the whole fight, or play by play (TT-A6)."""
    laid = [play.cards for play in plays]
    heaps = laid if options["pairs"] == "play" else [tuple(card for cards in laid for card in cards)]
    return tuple(pair for heap in heaps for pair in Counter(map(rank, heap)).items())


def plays_of(fight: Fight, seat: SeatId) -> tuple[Play, ...]:
    """What one player laid."""
    return tuple(play for play in fight.plays if play.seat == seat)


def cards_by(fight: Fight, seat: SeatId) -> tuple[Card, ...]:
    """The cards one player laid."""
    return tuple(card for play in plays_of(fight, seat) for card in play.cards)


def fighters(fight: Fight, side: str) -> tuple[SeatId, ...]:
    """The players who laid cards on a side, in the order they joined; two players' cards never count together."""
    return tuple(dict.fromkeys(play.seat for play in fight.plays if play.side == side))


def strength(fight: Fight, seat: SeatId, options: Options) -> int:
    """The strength of one player's cards."""
    return sum(worth(name, count, options) for name, count in groups(plays_of(fight, seat), options))


def side_strength(fight: Fight, side: str, options: Options) -> int:
    """The strength of a side, which is the sum of its players' (TT-44)."""
    return sum(strength(fight, seat, options) for seat in fighters(fight, side))


def specials(fight: Fight, side: str) -> int:
    """Flame and devour cards on a side, counted together (TT-49, TT-A3)."""
    return sum(is_special(card) for play in fight.plays if play.side == side for card in play.cards)


def by_specials(fight: Fight, options: Options) -> bool:
    """Whether only special cards count: one was played, and the house lets them (TT-49, TT-67)."""
    return options["special_effect"] == "yes" and any(specials(fight, side) for side in (ATTACK, DEFENCE))


def sides(fight: Fight, options: Options) -> tuple[str, int, int]:
    """What is compared, and both sides' numbers, as the cards lie."""
    if by_specials(fight, options):
        return "specials", specials(fight, ATTACK), specials(fight, DEFENCE)
    return "ranks", side_strength(fight, ATTACK, options), side_strength(fight, DEFENCE, options)


def verdict(fight: Fight, by: str, attack: int, defence: int) -> Verdict:
    """Who dies: the weaker of the two by specials, by ranks only the target (TT-47, TT-48, TT-50, TT-51, TT-A10)."""
    won = attack > defence
    if by == "specials":
        return Verdict(by, attack, defence, fight.target if won else fight.attacker, "TT-50" if won else "TT-51")
    return Verdict(by, attack, defence, fight.target if won else None, "TT-47" if won else "TT-48")


def only_flames(fight: Fight, found: Verdict) -> bool:
    """Whether all special cards of the side that wins are flame cards (TT-A3)."""
    side = ATTACK if found.loser == fight.target else DEFENCE
    return all(is_flame(card) for play in fight.plays if play.side == side for card in play.cards if is_special(card))


def explained(state: State, fight: Fight) -> Iterator[Line]:
    """A line for every player's cards, as far as they count."""
    special = by_specials(fight, state.options)
    for side in (ATTACK, DEFENCE):
        for seat in fighters(fight, side):
            if special:
                cards = [card for card in cards_by(fight, seat) if is_special(card)]
                yield line(seat, "TT-49", "specials" if cards else "no_specials", "fight", side=side, n=len(cards), played=cards)
            else:
                yield _strength_line(state, fight, seat, side)


def _strength_line(state: State, fight: Fight, seat: SeatId, side: str) -> Line:
    """One player's strength, under the clause of the largest group of equal ranks."""
    found = groups(plays_of(fight, seat), state.options)
    values = [worth(name, count, state.options) for name, count in found]
    most = max(count for _, count in found)
    clause, code = (("TT-44", "strength"), ("TT-45", "strength_pair"), ("TT-46", "strength_set"))[min(most, 3) - 1]
    params = {"side": side, "values": values, "sum": sum(values), "played": list(cards_by(fight, seat))}
    house = state.options["special_effect"] == "no" and any(map(is_special, cards_by(fight, seat)))
    return line(seat, "TT-67" if house else clause, code if len(values) > 1 else f"{code}_alone", "fight", **params)
