"""Pyramid's state and moves (PY-4…PY-17), and how pyramids compare (PY-18…PY-21).

Rows count from 1 at the bottom. The first card of the bottom row is in column 0; columns to its
left are negative. A card in column c rests on columns c and c + 1 of the row below.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Message, Move, Result, SeatId, card_of, rank_by
from referee.kernel.game import GameState
from referee.kernel.turns import left_of

DECK = pairs()
HIGHEST = 10
Position = tuple[int, int]
"""Row and column."""
Pyramid = Mapping[Position, Card]
"""The cards by position, in the order laid."""
PLACE_NAME = re.compile(r"r([1-9]\d?)c(-?\d{1,2})")
"""An entered place: ``r2c-1`` is row 2, column −1."""
_APART = re.compile(r"[\s,.;:/・、。\-]+")
DECIDED = (("PY-18", "most_rows"), ("PY-19", "top_row"), ("PY-20", "lower_row"))
"""Clause and word code for a win by number of rows, by the top row, by a lower row."""


def name(place: Position) -> str:
    """The form value of a place, such as ``r2c-1``."""
    return f"r{place[0]}c{place[1]}"


def place_of(move: Move) -> Position:
    """The position a build move names."""
    row, column = str(move.data["place"])[1:].split("c")
    return int(row), int(column)


def under(built: Pyramid, place: Position) -> tuple[Card, ...]:
    """The cards right below a place, from the left; a card needs two (PY-12)."""
    row, column = place
    return tuple(
        built[spot] for spot in ((row - 1, column), (row - 1, column + 1)) if spot in built
    )


def adjoins(built: Pyramid, place: Position) -> bool:
    """Whether a card there would leave no gap in its row (PY-11, PY-A1)."""
    row, column = place
    return (
        (row, column - 1) in built
        or (row, column + 1) in built
        or all(other != row for other, _ in built)
    )


@dataclass(frozen=True)
class Turn:
    """One turn; ``hand`` is still to be built, highest first, ``laid`` is built already."""

    seat: SeatId
    flips: tuple[Card, ...] = ()
    building: bool = False
    hand: tuple[Card, ...] = ()
    laid: tuple[tuple[Position, Card], ...] = ()

    @property
    def bust(self) -> bool:
        """Whether the newest card repeats a number of this turn (PY-8)."""
        return len(set(self.flips)) < len(self.flips)


@dataclass(frozen=True)
class State(GameState):
    """``deck`` counts cards left, ``last`` is the turn before, ``told_rows`` quick entry."""

    turn: Turn
    built: Mapping[SeatId, Pyramid]
    deck: int = DECK.size
    discard: tuple[Card, ...] = ()
    last: Turn | None = None
    over: bool = False
    told_rows: Mapping[SeatId, tuple[int, ...]] = field(default_factory=dict)

    @property
    def phase(self) -> str:
        """``flip``, ``build``, ``rows`` (quick entry) or ``over``."""
        if self.over:
            return "over"
        if self.depth == "quick":
            return "rows"
        return "build" if self.turn.building else "flip"

    @property
    def gaps(self) -> bool:
        """Whether upper rows may have gaps (PY-A1)."""
        return self.options["upper_gaps"] == "allowed"

    @cached_property
    def stopped(self) -> "State":
        """The state after a stop: the revealed cards are in hand, to be built (PY-9)."""
        if self.turn.building or not self.turn.flips:
            return self
        turn = replace(
            self.turn, building=True, hand=tuple(sorted(self.turn.flips, key=int, reverse=True))
        )
        return replace(self, turn=turn)

    @cached_property
    def open_places(self) -> dict[Position, int]:
        """Each open place from the bottom left, with its highest number (PY-10…PY-13, PY-A1)."""
        if not self.turn.building:
            return {}
        built = self.built[self.turn.seat]
        ends = {(1, column + step) for row, column in built if row == 1 for step in (-1, 1)}
        above = {(row + 1, column) for row, column in built}
        found = {}
        for place in sorted((ends | above or {(1, 0)}) - built.keys()):
            carried = under(built, place)
            if place[0] == 1 or (len(carried) == 2 and (self.gaps or adjoins(built, place))):
                found[place] = min(map(int, carried), default=HIGHEST)
        return found

    def places_for(self, card: Card) -> tuple[Position, ...]:
        """The open places that take a card; the ends of the bottom row always do."""
        return tuple(place for place, most in self.open_places.items() if int(card) <= most)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card with a known place: pyramids, this turn, discards not yet reshuffled."""
        turned_up = self.turn.hand if self.turn.building else self.turn.flips
        return (
            *(
                Holding(card, seat, "pyramid")
                for seat, built in self.built.items()
                for card in built.values()
            ),
            *(Holding(card, self.turn.seat, "turned_up") for card in turned_up),
            *(Holding(card, None, "discards") for card in self.discard),
        )

    @cached_property
    def rows(self) -> Mapping[SeatId, tuple[int, ...]]:
        """Every pyramid's row counts from the bottom up."""
        counts = {seat: Counter(row for row, _ in built) for seat, built in self.built.items()}
        return self.told_rows or {
            seat: tuple(cards[row] for row in sorted(cards)) for seat, cards in counts.items()
        }


def read_rows(text: str) -> tuple[int, ...] | None:
    """Row counts from the bottom up, without empty top rows; None for unreadable text."""
    parts = [part for part in _APART.split(unicodedata.normalize("NFKC", text)) if part]
    if not parts or not all(part.isdecimal() and len(part) < 3 for part in parts):
        return None
    rows = [int(part) for part in parts]
    while rows and rows[-1] == 0:
        rows.pop()
    return tuple(rows)


def rows_told(state: State, move: Move) -> dict[SeatId, tuple[int, ...] | None]:
    """Every seat's row counts from quick entry; None if unreadable."""
    return {seat: read_rows(str(move.data[f"rows_{seat}"])) for seat in state.seats}


# Moves


def advance(state: State, move: Move) -> State:
    """The state after an allowed move."""
    match move.kind:
        case "flip":
            return _flip(state, card_of(move))
        case "stop":
            return _gain(state)
        case "build":
            return _place(state.stopped, card_of(move), place_of(move))
        case _:
            return _end(
                replace(
                    state,
                    told_rows={
                        seat: counts or () for seat, counts in rows_told(state, move).items()
                    },
                )
            )


def _flip(state: State, card: Card) -> State:
    """Reveal a card: a repeat loses the turn's cards (PY-8); an empty deck stops it (PY-17)."""
    turn = replace(state.turn, flips=(*state.turn.flips, card))
    state = replace(state, turn=turn, deck=state.deck - 1)
    if turn.bust:
        said = (
            Message("bust", {"seat": turn.seat, "card": card, "tone": "stop"}, "PY-8"),
            Message("lost", {"cards": turn.flips}, "PY-8"),
        )
        lost = _reshuffle(replace(state, discard=(*state.discard, *turn.flips), effects=said))
        return _finish(lost, "PY-8", "bust", card=card, n=len(turn.flips))
    stays = Message("no_pair" if len(turn.flips) > 1 else "first_card", {"card": card}, "PY-6")
    state = _reshuffle(replace(state, effects=(stays,)))
    return state if state.deck else _gain(state)


def _reshuffle(state: State) -> State:
    """Turn the discards into the deck when it is empty, under the house rule (PY-A7)."""
    if state.deck or not state.discard or state.options["reuse"] == "no":
        return state
    line = Line(
        state.turn.seat, 1, 0, "PY-A7", "reshuffled", {"n": len(state.discard)}, part="turn"
    )
    said = Message("reshuffle", clause="PY-A7")
    return replace(
        state,
        deck=len(state.discard),
        discard=(),
        finished=(*state.finished, line),
        effects=(*state.effects, said),
    )


def _gain(state: State) -> State:
    """Give the player all cards of the turn, to be built now (PY-9)."""
    seat, flips = state.turn.seat, state.turn.flips
    if not flips:
        return _finish(replace(state, effects=()), "PY-6", "passed")
    last = () if state.deck else (Message("last_turn", clause="PY-17"),)
    return replace(
        state.stopped, effects=(Message("gains", {"seat": seat, "cards": flips}, "PY-9"), *last)
    )


def _place(state: State, card: Card, place: Position) -> State:
    """Lay one card, which never moves again (PY-14); the last one ends the turn (PY-16)."""
    turn = state.turn
    hand = tuple(held for held in turn.hand if held != card)
    built = {**state.built, turn.seat: {**state.built[turn.seat], place: card}}
    after = replace(
        state, built=built, turn=replace(turn, hand=hand, laid=(*turn.laid, (place, card)))
    )
    if not hand:
        placed = replace(
            after,
            effects=(Message("all_placed", {"seat": turn.seat, "n": len(turn.flips)}, "PY-16"),),
        )
        return _finish(placed, "PY-16", "built", shape=shape(after.rows[turn.seat]))
    said = Message("lies_at_bottom", {"card": card}, "PY-11")
    if len(below := under(built[turn.seat], place)) == 2:
        said = Message("rests_on", {"card": card, "left": below[0], "right": below[1]}, "PY-13")
    return replace(after, effects=(said, Message("still_to_place", {"cards": hand}, "PY-16")))


def _finish(state: State, clause: str, code: str, **params: object) -> State:
    """Record the turn, then pass it on (PY-4) or end the game with the deck (PY-17)."""
    turn = state.turn
    line = Line(turn.seat, 1, 0, clause, code, params, turn.flips, part="turn")
    state = replace(state, finished=(*state.finished, line), last=turn)
    if state.deck:
        return replace(state, turn=Turn(left_of(state.seats, turn.seat)))
    return _end(replace(state, effects=(*state.effects, Message("game_ends", clause="PY-17"))))


def _end(state: State) -> State:
    """End the game (PY-17) and compare the pyramids."""
    seat, effects = state.turn.seat, (*state.effects, *_reasons(state))
    line = Line(seat, 1, 0, "PY-17", "deck_empty", part="turn")
    return replace(
        state,
        over=True,
        turn=Turn(seat),
        finished=(*state.finished, line, *_end_lines(state)),
        effects=effects,
    )


# End of the game


def height(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The sort key of a pyramid: rows, then cards per row from the top (PY-18…PY-20)."""
    return (len(counts), *reversed(counts))


def shape(counts: tuple[int, ...]) -> str:
    """Row counts from the bottom up, joined by slashes, such as ``4/3/1``."""
    return "/".join(map(str, counts)) or "0"


def ranking(state: State) -> tuple[tuple[SeatId, ...], ...]:
    """The seats by pyramid, highest first; equal ones share a place."""
    return rank_by({seat: height(counts) for seat, counts in state.rows.items()})


def result(state: State) -> Result | None:
    """The ranking and its reasons, or None before the end."""
    return Result(ranking(state), tuple(_reasons(state))) if state.over else None


def _end_lines(state: State) -> Iterator[Line]:
    """One line per seat: 1 for a winner, with the pyramid's shape and the deciding clause."""
    order = ranking(state)
    alone = len(order[0]) == 1
    ends = dict.fromkeys(
        order[0], (next(_reasons(state)).clause, "won") if alone else ("PY-21", "won_shared")
    )
    for (better, *_), group in pairwise(order):
        for seat in group:
            ends[seat] = (
                DECIDED[min(2, _differ(state, better, seat))][0],
                "lost" if state.rows[seat] else "nothing_built",
            )
    for seat in state.seats:
        yield Line(seat, 1, int(seat in order[0]), *ends[seat], {"shape": shape(state.rows[seat])})


def _differ(state: State, better: SeatId, worse: SeatId) -> int:
    """The index at which the heights of two pyramids first differ."""
    figures = zip(height(state.rows[better]), height(state.rows[worse]), strict=False)
    return next(at for at, (one, other) in enumerate(figures) if one != other)


def _reasons(state: State) -> Iterator[Message]:
    """Why the winners beat the next best, and whether they share (PY-18…PY-21)."""
    winners, *others = ranking(state)
    if others:
        at = _differ(state, winners[0], others[0][0])
        best, next_best = (height(state.rows[group[0]]) for group in (winners, others[0]))
        clause, code = DECIDED[min(2, at)]
        row = {"rows": best[0], "row": best[0] - at + 1} if at else {}
        yield Message(
            code,
            {"who": winners, "others": others[0], "n": best[at], "m": next_best[at], **row},
            clause,
        )
    if len(winners) > 1:
        yield Message("shared", {"who": winners}, "PY-21")


def highlights(state: State) -> Iterator[Line]:
    """The number of rows of every seat's pyramid."""
    return (
        Line(seat, 1, len(counts), "PY-18", "tall", {"shape": shape(counts)})
        for seat, counts in state.rows.items()
    )
