"""Who is captain, and who wins a round (CO-2…CO-8, CO-21…CO-24, CO-35…CO-40)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.kernel.contract import SeatId
from referee.kernel.game import Options, Seats
from referee.shapes.zone import total

from .state import Ending, Hands


@dataclass(frozen=True)
class Verdict:
    """How a round ended.

    ``right``: the accusation or declaration was. ``best``: the most points of a mutineer. A rightly
    declared captain is among the ``captains``, without a card in hand.
    """

    winners: Seats
    captains: Seats = ()
    lowest: int = 0
    right: bool = False
    points: Mapping[SeatId, int] = field(default_factory=dict)
    best: int = 0


def captains(hands: Hands) -> Seats:
    """Return the seats with the lowest card (CO-2, CO-4); table cards do not count (CO-A8)."""
    low = str(lowest(hands))
    return tuple(seat for seat, cards in hands.items() if low in cards)


def lowest(hands: Hands) -> int:
    """Return the lowest rank in all hands, or 0 if they are empty."""
    return min((int(card) for cards in hands.values() for card in cards), default=0)


def judged(ending: Ending, hands: Hands, options: Options) -> Verdict:
    """Decide who wins the round, from all hands as shown."""
    if ending.declared:
        return _declaration(ending, hands, options)
    if ending.kind != "accusation":
        return _mutineers(hands, (), options)
    # A mutineer who accuses a captain wins alone (CO-21, CO-22, CO-38); otherwise the accuser is
    # out (CO-23, CO-39).
    found = captains(hands)
    if ending.seat in found or ending.whom not in found:
        return _mutineers(hands, (ending.seat,), options)
    return replace(_mutineers(hands, (), options), winners=(ending.seat,), right=True)


def _declaration(ending: Ending, hands: Hands, options: Options) -> Verdict:
    """Accept a declaration if no hand has a card below the last one (CO-35, CO-37, CO-A2)."""
    rest = dict(hands)
    if ending.how not in ("order", "gone"):
        rest[ending.whom] = tuple((Counter(rest[ending.whom]) - Counter([ending.card])).elements())
    low, last = lowest(rest), int(ending.card)
    if not (last < low or low == 0 or (last == low and options["declare_tie"] == "right")):
        failed = _mutineers(hands, (ending.seat,), options)
        return replace(failed, winners=()) if options["false_declare"] == "nobody" else failed
    tied = captains(rest) if last == low else ()
    return replace(
        _mutineers(hands, (), options),
        winners=(ending.seat,),
        captains=(ending.seat, *tied),
        lowest=last,
        right=True,
    )


def _mutineers(hands: Hands, out: Sequence[SeatId], options: Options) -> Verdict:
    """Let the best mutineers win, ties included (CO-24, CO-40); with none, see CO-A9."""
    found = captains(hands)
    sums = {seat: total(cards) for seat, cards in hands.items()}
    able = [seat for seat in hands if seat not in found and seat not in out]
    best = max((sums[seat] for seat in able), default=0)
    winners = tuple(seat for seat in able if sums[seat] == best)
    if not able and options["no_mutineer"] == "captains_share":
        winners = tuple(seat for seat in found if seat not in out)
    return Verdict(winners, found, lowest(hands), False, sums, best)
