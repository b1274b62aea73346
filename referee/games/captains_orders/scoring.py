"""Who is captain and who wins a round: pure functions over the hands shown (CO-2…CO-8, CO-21…CO-24, CO-33…CO-40)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.cards import Card
from referee.kernel.contract import SeatId
from referee.kernel.frozen import replace
from referee.kernel.game import Options

from .state import Ending

Hands = Mapping[SeatId, tuple[Card, ...]]


@dataclass(frozen=True)
class Verdict:
    """How a round ended: ``right`` is whether the accusation or declaration was, ``best`` what the best mutineers hold.

    A rightly declared captain is among the ``captains``, without a card in hand.
    """

    winners: tuple[SeatId, ...]
    captains: tuple[SeatId, ...]
    lowest: int
    right: bool
    points: Mapping[SeatId, int]
    best: int = 0


def points(cards: Sequence[Card]) -> int:
    """The ranks of a hand added up (CO-7)."""
    return sum(map(int, cards))


def captains(hands: Hands) -> tuple[SeatId, ...]:
    """The players whose hand has the lowest card (CO-2, CO-4); a card on the table does not count (CO-A8)."""
    low = lowest(hands)
    return tuple(seat for seat, cards in hands.items() if str(low) in cards)


def lowest(hands: Hands) -> int:
    """The lowest rank in all hands; 0 when no card is in hand."""
    return min((int(card) for cards in hands.values() for card in cards), default=0)


def judge(ending: Ending, hands: Hands, options: Options) -> Verdict:
    """Who wins the round, from all hands as they lie on the table.

    A mutineer who accuses a captain wins alone (CO-21, CO-22, CO-38); otherwise the accuser is out (CO-23, CO-39).
    """
    if ending.kind != "accusation":
        return _declaration(ending, hands, options) if ending.declared else _mutineers(hands, (), options)
    found = captains(hands)
    if ending.seat in found or ending.whom not in found:
        return _mutineers(hands, (ending.seat,), options)
    return replace(_mutineers(hands, (), options), winners=(ending.seat,), right=True)


def _declaration(ending: Ending, hands: Hands, options: Options) -> Verdict:
    """A declared captain wins if no hand has a lower card than the last one played or passed (CO-35, CO-37, CO-A2)."""
    rest = hands if ending.how in ("order", "gone") else {**hands, ending.whom: _without(hands[ending.whom], ending.card)}
    low, last = lowest(rest), int(ending.card)
    right = last < low or low == 0 or (last == low and options["declare_tie"] == "right")
    if not right:
        failed = _mutineers(hands, (ending.seat,), options)
        return replace(failed, winners=()) if options["false_declare"] == "nobody" else failed
    tied = captains(rest) if last == low else ()
    return replace(_mutineers(hands, (), options), winners=(ending.seat,), captains=(ending.seat, *tied), lowest=last, right=True)


def _without(cards: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    at = cards.index(gone) if gone in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def _mutineers(hands: Hands, out: Sequence[SeatId], options: Options) -> Verdict:
    """The mutineers with the most points win, all that tie (CO-24, CO-40); the house says what happens if there are none (CO-A9)."""
    found = captains(hands)
    sums = {seat: points(cards) for seat, cards in hands.items()}
    able = [seat for seat in hands if seat not in found and seat not in out]
    best = max((sums[seat] for seat in able), default=0)
    winners = tuple(seat for seat in able if sums[seat] == best)
    if not able and options["no_mutineer"] == "captains_share":
        winners = tuple(seat for seat in found if seat not in out)
    return Verdict(winners, found, lowest(hands), False, sums, best)
