"""The seven melds: their sizes, their scores and the points each can have."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

from referee.kernel.cards import RANKS, SUITS, Card, rank, suit
from referee.kernel.contract import Line, Params, SeatId
from referee.kernel.info import Slot
from referee.shapes.poker import CATEGORIES, Split, Splitter

from .state import HAND, VALUES, State, round_made, value

POKER_POINTS = dict(zip(CATEGORIES, (50, 45, 40, 35, 30, 25, 20, 15, 10, 5), strict=True))
_FACES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_INCLUDED = {
    "five_of_a_kind": ("four_of_a_kind", "three_of_a_kind"),
    "straight_flush": ("flush", "straight"),
    "four_of_a_kind": ("three_of_a_kind",),
    "full_house": ("three_of_a_kind", "two_pairs"),
}
_CLAUSES = {
    "thief": "IC-18",
    "beggar": "IC-29",
    "poor": "IC-30",
    "lawyer": "IC-31",
    "rich": "IC-32",
    "doctor": "IC-33",
    "chief": "IC-38",
}
MELDS: Mapping[str, Slot] = {
    name: Slot(name, size, clause) for size, (name, clause) in enumerate(_CLAUSES.items(), 1)
}

# Points, clause, code, parameters, cards: a score line without seat and round. Summaries and
# explanations have no cards.
Scored = tuple[int, str, str, Params, tuple[Card, ...]]


def same(card: Card, state: State) -> int | str:
    """Return the value or the rank, whichever matching cards share (IC-A1)."""
    return value(card) if state.options["match"] == "value" else rank(card)


def _thief(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    # A face card counts its value like any other.
    (card,) = cards
    face = _FACES.get(rank(card))
    params: Params = {"value": value(card)} | ({"rank": face} if face else {})
    yield value(card), "IC-18", "thief_face" if face else "thief", params, cards


def _beggar(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    """Count matches, twice for a pair by house rule; own cards only match each other (IC-A2)."""
    mine = {same(card, state) for card in cards}
    melds = (state.melds[other] for other in state.seats if other != seat and other in state.melds)
    others = tuple(card for meld in melds for card in meld.cards if same(card, state) in mine)

    # Only a pair can match itself or count twice.
    pair = len(mine) == 1
    own = cards if pair and state.options["beggar_own"] == "yes" else ()
    twice = pair and bool(others) and state.options["beggar_pair"] == "twice"
    points = 2 * (len(others) * (1 + twice) + len(own))
    yield points, "IC-29", *_beggar_said(len(others), len(own), twice), others + own


def _beggar_said(others: int, own: int, twice: bool) -> tuple[str, Params]:
    """Return the code and parameters of a Beggar, by the matches among others' and own cards."""
    if twice and own:
        return "beggar_twice_own", {"n": others, "own": own}
    if twice:
        return "beggar_twice", {"n": others}
    return "beggar" if others + own else "beggar_none", {"n": others + own}


def _poor(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    # Only spades count.
    spades = tuple(card for card in cards if suit(card) == "S")
    values = [value(card) for card in spades]
    yield (
        sum(values),
        "IC-30",
        ("poor_none", "poor_one", "poor")[min(len(spades), 2)],
        {"values": values},
        spades,
    )


def _lawyer(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    values = [value(card) for card in cards]
    # Exactly 25 in value, or nothing.
    points, code = (25, "lawyer") if sum(values) == 25 else (0, "lawyer_none")
    yield points, "IC-31", code, {"values": values, "total": sum(values)}, cards


def _rich(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    values = [value(card) for card in cards]
    yield -sum(values), "IC-32", "rich", {"values": values}, cards


def _doctor(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    """Score the suit with most cards, or 0 with every condition that is not met."""
    if failed := list(_failings(state, cards)):
        yield 0, "IC-33", "doctor_none", {"missing": [code for _, _, code, *_ in failed]}, cards
        yield from failed
        return
    count = Counter(map(suit, cards))
    best = max(SUITS, key=lambda s: count[s])
    chosen = tuple(card for card in cards if suit(card) == best)
    yield 10 * len(chosen), "IC-37", "doctor", {"n": len(chosen), "suit": best}, chosen


def _failings(state: State, cards: tuple[Card, ...]) -> Iterator[Scored]:
    count = Counter(same(card, state) for card in cards)
    # All six must differ, with a heart and an ace among them.
    if alike := [card for card in cards if count[same(card, state)] > 1]:
        yield 0, "IC-34", f"doctor_same_{state.options['match']}", {"alike": alike}, ()
    if "H" not in map(suit, cards):
        yield 0, "IC-35", "doctor_no_heart", {}, ()
    if "A" not in map(rank, cards):
        yield 0, "IC-36", "doctor_no_ace", {}, ()


def _chief(state: State, seat: SeatId, cards: tuple[Card, ...]) -> Iterator[Scored]:
    """Yield the whole with its split, both parts, then the lesser hands the five contain."""
    two = state.melds[seat].two
    declared = state.options["chief_split"] == "declared" and bool(two)
    splitter = _splitter(str(state.options["ace_in_straight"]), state.packs)
    split = splitter.declared(cards, two) if declared else splitter.best(tuple(sorted(cards)))
    five, two = _tidy(split)
    whole: dict[str, Any] = {
        "values": [split.poker, split.rest],
        "total": split.total,
        "category": split.category,
    }
    if declared:
        whole["best"] = splitter.best(tuple(sorted(cards))).total
    # The whole, then the five and the two on their own, each with its points.
    yield 0, "IC-38", "chief_declared" if declared else "chief_best", whole, ()
    clause = "IC-42" if split.category == "five_of_a_kind" else "IC-41"
    yield split.poker, clause, "chief_poker", {"category": split.category}, five
    values = [value(card) for card in two]
    yield split.rest, "IC-39", "chief_two", {"values": values, "total": sum(values)}, two
    # Of the five only the best hand counts, not those that it contains.
    if split.category in _INCLUDED:
        yield (
            0,
            "IC-40",
            "chief_only_best",
            {"category": split.category, "also": list(_INCLUDED[split.category])},
            (),
        )


@cache
def _splitter(ace: str, packs: int) -> Splitter:
    return Splitter(POKER_POINTS, VALUES, ace, packs)


def _tidy(split: Split) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Sort both parts by rank; in the five, the largest group of equal ranks comes first."""
    five, two = (
        sorted(cards, key=lambda card: (RANKS.index(rank(card)), SUITS.index(suit(card))))
        for cards in (split.five, split.two)
    )
    count = Counter(map(rank, five))
    return tuple(sorted(five, key=lambda card: -count[rank(card)])), tuple(two)


_SCORES: Mapping[str, Callable[[State, SeatId, tuple[Card, ...]], Iterator[Scored]]] = dict(
    zip(MELDS, (_thief, _beggar, _poor, _lawyer, _rich, _doctor, _chief), strict=True)
)


def unfilled(state: State, seat: SeatId) -> Slot | None:
    """Return the smallest unused meld if the hand is too small for it, else None (IC-A10)."""
    if state.held[seat] == HAND:
        return None
    least = next((slot for slot in MELDS.values() if not round_made(state, seat, slot.name)), None)
    return least if least and state.held[seat] < least.size else None


def score_lines(state: State) -> Iterator[Line]:
    """Yield the running round's lines, seat by seat; a summary precedes its parts."""
    for seat in state.seats:
        meld = state.melds.get(seat)
        if meld is None or meld.kind not in MELDS:
            continue
        if meld.points is not None:
            yield Line(seat, state.round, meld.points, "IC-12", "told", slot=meld.kind, told=True)
        elif len(meld.cards) < MELDS[meld.kind].size:
            # A hand too small for its meld.
            yield Line(
                seat,
                state.round,
                0,
                "IC-A10",
                "too_few",
                {"n": len(meld.cards), "slot": meld.kind},
                meld.cards,
                meld.kind,
            )
        else:
            yield from (
                Line(seat, state.round, *scored, meld.kind)
                for scored in _SCORES[meld.kind](state, seat, meld.cards)
            )


def points_of(state: State, seat: SeatId, kind: str, cards: tuple[Card, ...]) -> int:
    """Return the points of cards as this kind of meld; the seat must have shown a meld."""
    return sum(points for points, *_ in _SCORES[kind](state, seat, cards))


# Possible points of a meld entered without its cards (IC-12)

# Cards of one rank in a pack, and cards that count ten.
COPIES, TENS = 4, 16
# The best Chief with one pack (a straight flush) and with two (five of a kind).
BEST = {1: 54, 2: 59}
# The worst Chief: badly split, split in the best way, and so without ace-high straights.
DECLARED, SPLIT, ACE_LOW = 5, 12, 10
RICH = 50


def others_shown(state: State) -> int:
    """Return the most cards that all others together can show."""
    return MELDS["chief"].size * (len(state.seats) - 1)


def _beggar_points(state: State) -> Collection[int]:
    """Return possible Beggar points, for two cards that differ or match (IC-A1, IC-A2)."""
    few = COPIES * state.packs
    many = TENS * state.packs if state.options["match"] == "value" else few
    own = 4 * (state.options["beggar_own"] == "yes")
    times = 4 if state.options["beggar_pair"] == "twice" else 2
    differing, alike = min(others_shown(state), few + many - 2), min(others_shown(state), many - 2)
    return {2 * n for n in range(differing + 1)} | {own + times * n for n in range(alike + 1)}


def _chief_points(state: State) -> Collection[int]:
    least = ACE_LOW if state.options["ace_in_straight"] == "low" else SPLIT
    return range(
        DECLARED if state.options["chief_split"] == "declared" else least, BEST[state.packs] + 1
    )


POSSIBLE: Mapping[str, Callable[[State], Collection[int]]] = {
    "thief": lambda state: range(1, 11),
    "beggar": _beggar_points,
    "poor": lambda state: range(31),
    "lawyer": lambda state: (0, 25),
    # Five aces need two packs.
    "rich": lambda state: range(-RICH, -5 if state.packs == 1 else -4),
    # Six cards in four suits always have two of one suit.
    "doctor": lambda state: (0, 20, 30, 40, 50, 60),
    "chief": _chief_points,
}
