"""The seven melds: how many cards each has and what it scores, one row and one function each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.kernel.cards import RANKS, SUITS, Card, rank, suit
from referee.kernel.contract import Line, Params, SeatId
from referee.kernel.fields import Value
from referee.shapes.poker import CATEGORIES, Split, Splitter

from .state import HAND, VALUES, Meld, State, round_made, value

POKER_POINTS = dict(zip(CATEGORIES, (50, 45, 40, 35, 30, 25, 20, 15, 10, 5), strict=True))
_FACES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_INCLUDED = {
    "five_of_a_kind": ("four_of_a_kind", "three_of_a_kind"),
    "straight_flush": ("flush", "straight"),
    "four_of_a_kind": ("three_of_a_kind",),
    "full_house": ("three_of_a_kind", "two_pairs"),
}


@dataclass(frozen=True)
class Scored:
    """One line of a meld's score before it is known whose and when.

    Only the lines that make up the points name cards; a line that sums up the others, or says why there are none, does not.
    """

    points: int
    clause: str
    code: str
    cards: tuple[Card, ...]
    params: Params


@dataclass(frozen=True)
class View:
    """What a meld is scored with: itself, the other seats' cards of the round, the options and the number of packs."""

    meld: Meld
    others: tuple[Card, ...]
    options: Mapping[str, Value]
    packs: int


Score = Callable[[View], Iterator[Scored]]


@dataclass(frozen=True)
class Kind:
    """A kind of meld."""

    name: str
    size: int
    clause: str
    score: Score


def same(card: Card, options: Mapping[str, Value]) -> int | str:
    """What two cards must share to match: value or rank (IC-A1)."""
    return value(card) if options["match"] == "value" else rank(card)


def _thief(view: View) -> Iterator[Scored]:
    (card,) = view.meld.cards
    face = _FACES.get(rank(card))
    params: Params = {"value": value(card)} | ({"rank": face} if face else {})
    yield Scored(value(card), "IC-18", "thief_face" if face else "thief", view.meld.cards, params)


def _beggar(view: View) -> Iterator[Scored]:
    """Each matching card of the others counts once, or for each of the two it matches; own cards only as they match each other (IC-A2)."""
    mine = {same(card, view.options) for card in view.meld.cards}
    pair = len(mine) == 1
    others = tuple(card for card in view.others if same(card, view.options) in mine)
    own = view.meld.cards if pair and view.options["beggar_own"] == "yes" else ()
    twice = pair and bool(others) and view.options["beggar_pair"] == "twice"
    params: Params = {"n": len(others), "own": len(own)} if twice and own else {"n": len(others + own)}
    code = "beggar_twice_own" if twice and own else "beggar_twice" if twice else "beggar" if others + own else "beggar_none"
    yield Scored(2 * (len(others) * (1 + twice) + len(own)), "IC-29", code, others + own, params)


def _poor(view: View) -> Iterator[Scored]:
    spades = tuple(card for card in view.meld.cards if suit(card) == "S")
    values = [value(card) for card in spades]
    code = ("poor_none", "poor_one", "poor")[min(len(spades), 2)]
    yield Scored(sum(values), "IC-30", code, spades, {"values": values})


def _lawyer(view: View) -> Iterator[Scored]:
    values = [value(card) for card in view.meld.cards]
    points = 25 if sum(values) == 25 else 0
    code = "lawyer" if points else "lawyer_none"
    yield Scored(points, "IC-31", code, view.meld.cards, {"values": values, "total": sum(values)})


def _rich(view: View) -> Iterator[Scored]:
    values = [value(card) for card in view.meld.cards]
    yield Scored(-sum(values), "IC-32", "rich", view.meld.cards, {"values": values})


def _doctor(view: View) -> Iterator[Scored]:
    """The suit with most cards; or 0, and every condition that is not met."""
    cards = view.meld.cards
    failed = list(_failings(view))
    if failed:
        yield Scored(0, "IC-33", "doctor_none", cards, {"missing": [scored.code for scored in failed]})
        yield from failed
        return
    count = Counter(map(suit, cards))
    best = max(SUITS, key=lambda s: count[s])
    chosen = tuple(card for card in cards if suit(card) == best)
    yield Scored(10 * len(chosen), "IC-37", "doctor", chosen, {"n": len(chosen), "suit": best})


def _failings(view: View) -> Iterator[Scored]:
    cards = view.meld.cards
    count = Counter(same(card, view.options) for card in cards)
    alike = tuple(card for card in cards if count[same(card, view.options)] > 1)
    if alike:
        yield Scored(0, "IC-34", f"doctor_same_{view.options['match']}", (), {"alike": list(alike)})
    if not any(suit(card) == "H" for card in cards):
        yield Scored(0, "IC-35", "doctor_no_heart", (), {})
    if not any(rank(card) == "A" for card in cards):
        yield Scored(0, "IC-36", "doctor_no_ace", (), {})


def _chief(view: View) -> Iterator[Scored]:
    """The whole with its split, then both parts, then what the five also are but do not score."""
    declared = view.options["chief_split"] == "declared" and bool(view.meld.two)
    splitter = _splitter(str(view.options["ace_in_straight"]), view.packs)
    split = splitter.declared(view.meld.cards, view.meld.two) if declared else splitter.best(tuple(sorted(view.meld.cards)))
    five, two = _tidy(split)
    whole = {"values": [split.poker, split.rest], "total": split.total, "category": split.category}
    yield Scored(0, "IC-38", "chief_declared" if declared else "chief_best", (), whole)
    clause = "IC-42" if split.category == "five_of_a_kind" else "IC-41"
    yield Scored(split.poker, clause, "chief_poker", five, {"category": split.category})
    values = [value(card) for card in two]
    yield Scored(split.rest, "IC-39", "chief_two", two, {"values": values, "total": sum(values)})
    if split.category in _INCLUDED:
        params = {"category": split.category, "also": list(_INCLUDED[split.category])}
        yield Scored(0, "IC-40", "chief_only_best", (), params)


@lru_cache(maxsize=8)
def _splitter(ace: str, packs: int) -> Splitter:
    return Splitter(POKER_POINTS, VALUES, ace, packs)


def _tidy(split: Split) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Both parts in reading order: by rank, equal ranks of the five first."""
    count = Counter(map(rank, split.five))
    five = sorted(split.five, key=lambda card: (-count[rank(card)], *_order(card)))
    return tuple(five), tuple(sorted(split.two, key=_order))


def _order(card: Card) -> tuple[int, int]:
    return RANKS.index(rank(card)), SUITS.index(suit(card))


def _too_few(view: View) -> Iterator[Scored]:
    """A hand too small for its meld (IC-A10)."""
    yield Scored(0, "IC-A10", "too_few", view.meld.cards, {"n": len(view.meld.cards), "slot": view.meld.kind})


MELDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("thief", 1, "IC-18", _thief),
        Kind("beggar", 2, "IC-29", _beggar),
        Kind("poor", 3, "IC-30", _poor),
        Kind("lawyer", 4, "IC-31", _lawyer),
        Kind("rich", 5, "IC-32", _rich),
        Kind("doctor", 6, "IC-33", _doctor),
        Kind("chief", 7, "IC-38", _chief),
    )
}


def unfilled(state: State, seat: SeatId) -> Kind | None:
    """The smallest meld a seat has left, where its hand is too small for any: the whole hand is laid down as that one (IC-A10)."""
    if state.held[seat] == HAND:
        return None
    free = [kind for kind in MELDS.values() if not round_made(state, seat, kind.name)]
    least = min(free, key=lambda kind: kind.size, default=None)
    return least if least and state.held[seat] < least.size else None


def score_lines(state: State) -> Iterator[Line]:
    """The lines of the running round, seat by seat, from what is shown so far; the first of a seat sums up the others."""
    for seat in state.seats:
        meld = state.melds.get(seat)
        if meld is None or meld.kind not in MELDS:
            continue
        if meld.points is not None:
            yield Line(seat, state.round, meld.points, "IC-12", "told", slot=meld.kind, told=True)
            continue
        view = View(meld, _others(state, seat), state.options, state.packs)
        score = MELDS[meld.kind].score if len(meld.cards) == MELDS[meld.kind].size else _too_few
        for scored in score(view):
            yield Line(seat, state.round, scored.points, scored.clause, scored.code, scored.params, scored.cards, meld.kind)


def _others(state: State, seat: SeatId) -> tuple[Card, ...]:
    melds: Sequence[Meld] = [state.melds[other] for other in state.seats if other != seat and other in state.melds]
    return tuple(card for meld in melds for card in meld.cards)
