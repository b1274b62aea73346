"""Points told without their cards: what is asked for each meld, and what it can be worth at all (IC-12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from referee.kernel.contract import Move, Prompt, Ruling, SeatId
from referee.kernel.fields import Choice, Field, Int

from .melds import MELDS, unfilled
from .state import Meld, State, round_made

COPIES, TENS = 4, 16
"""Cards of one rank in a pack, and cards that count ten."""
LONGEST = max(kind.size for kind in MELDS.values())
BEST = {1: 54, 2: 59}
"""The best Chief with one pack (a straight flush) and with two (five of a kind)."""
DECLARED, SPLIT, ACE_LOW = 5, 12, 10
"""The worst Chief: badly split, split in the best way, and so where no straight ends with the ace."""
DOCTOR = (0, 20, 30, 40, 50, 60)
"""Six cards in four suits always have two of one suit."""
RICH = 50


def prompts(state: State, seat: SeatId) -> tuple[Prompt, ...]:
    """A seat's seven melds: those it still has first; one that is used up can be told too, and is refused."""
    used = {kind for kind in MELDS if round_made(state, seat, kind)}
    asked = (Prompt(name, seat, (_field(state, seat, name),), kind.clause, aside=name in used) for name, kind in MELDS.items())
    return tuple(sorted(asked, key=lambda prompt: prompt.aside))


def _field(state: State, seat: SeatId, kind: str) -> Field:
    """What the points of a meld are told with; its bounds are those of every house rule."""
    short = MELDS[kind] is unfilled(state, seat)
    if kind in ("lawyer", "doctor"):
        return Choice(name="score", values=tuple(map(str, _POSSIBLE[kind](state))))
    if kind == "rich":
        return Int(name="lost", low=0 if short else -max(_rich(state)), high=RICH)
    # No Beggar is worth more than every matching card counted twice, the own two as well.
    beggar = 4 * (min(_others(state), TENS * state.packs) + 2)
    bounds = {"thief": (1, 10), "beggar": (0, beggar), "poor": (0, 30), "chief": (DECLARED, BEST[state.packs])}
    low, high = bounds[kind]
    return Int(name="score", low=0 if short else low, high=high)


def meld(move: Move) -> Meld:
    """The meld as it was told."""
    lost = move.data.get("lost")
    return Meld(move.kind, points=int(str(move.data["score"])) if lost is None else -int(str(lost)))


def judge(state: State, seat: SeatId, told: Meld) -> Iterator[Ruling]:
    """Points that no cards of this meld can make; a hand that may be too small for it is worth nothing (IC-A10)."""
    short = told.points == 0 and MELDS[told.kind] is unfilled(state, seat)
    if not short and told.points not in _POSSIBLE[told.kind](state):
        params = {"slot": told.kind, "n": told.points}
        yield Ruling("score_impossible", MELDS[told.kind].clause, params=params, field="lost" if told.kind == "rich" else "score")


# What a meld can be worth


def _others(state: State) -> int:
    return LONGEST * (len(state.seats) - 1)


def _beggar(state: State) -> Collection[int]:
    """Matching cards by pairs of points: for two cards that differ, and for two that match each other (IC-A1, IC-A2)."""
    few = COPIES * state.packs
    many = TENS * state.packs if state.options["match"] == "value" else few
    own, times = 4 * (state.options["beggar_own"] == "yes"), 4 if state.options["beggar_pair"] == "twice" else 2
    differing, alike = min(_others(state), few + many - 2), min(_others(state), many - 2)
    return {2 * n for n in range(differing + 1)} | {own + times * n for n in range(alike + 1)}


def _rich(state: State) -> Collection[int]:
    """Five aces need two packs."""
    return range(-RICH, -5 if state.packs == 1 else -4)


def _chief(state: State) -> Collection[int]:
    if state.options["chief_split"] == "declared":
        least = DECLARED
    else:
        least = ACE_LOW if state.options["ace_in_straight"] == "low" else SPLIT
    return range(least, BEST[state.packs] + 1)


_POSSIBLE: Mapping[str, Callable[[State], Collection[int]]] = {
    "thief": lambda state: range(1, 11),
    "beggar": _beggar,
    "poor": lambda state: range(31),
    "lawyer": lambda state: (0, 25),
    "rich": _rich,
    "doctor": lambda state: DOCTOR,
    "chief": _chief,
}
