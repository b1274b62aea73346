"""A table of Blind Date for the tests: short entry of rows, and a dealer who plays truthful games
with real hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games.blind_date.cubes import COLOURS
from referee.games.blind_date.dates import DECK, NUMBERS, attributes
from referee.games.blind_date.game import GAME
from referee.games.blind_date.state import State
from referee.kernel.contract import complete_options, totals
from referee.kernel.game import check, play

FOUR = ("n", "e", "s", "w")
THREE = ("n", "e", "s")
Row = tuple[Any, ...]


def turn_of(text: str) -> list[Row]:
    """Rows such as ``n KS JS e, w AD QC s bare``: seat, blind date, match, at whom, and perhaps a
    claim of lying without cubes.
    """
    rows = (entry.split() for entry in text.split(", "))
    return [(seat, blind, match, at, bool(bare)) for seat, blind, match, at, *bare in rows]


FILLERS = (
    turn_of("n KS JS e, e KC JC n, s QS AS w, w QC AC s"),
    turn_of("n KH JH e, e KD JD n, s QH AH w, w QD AD s"),
)
"""Two turns of mix-ups: everybody gets 1, and E and W 2 more from diamonds in summer or from clubs
in autumn.
"""


def table(seats: Sequence[str] = FOUR, **options: object) -> State:
    """A table before its first turn."""
    return GAME.setup(tuple(seats), complete_options(GAME.info, seats, options))


def row(
    state: State,
    seat: str,
    blind: str,
    match: str,
    target: str,
    no_cube: bool = False,
    accept: Sequence[str] = (),
) -> State:
    """One row of quick entry."""
    raw = {"blind": blind, "match": match, "target": target, "no_cube": no_cube}
    return play(GAME, state, "date", seat, raw, accept)


def rows(state: State, turn: Sequence[Row]) -> State:
    """Several rows of quick entry."""
    for entry in turn:
        state = row(state, *entry)
    return state


def skip_to(state: State, turn: int) -> State:
    """The state at the start of a turn, after turns of mix-ups (four seats)."""
    while state.turn < turn:
        state = rows(state, FILLERS[(state.turn - 1) % 2])
    return state


def points(state: State, turn: int) -> dict[str, int]:
    """What each seat got in one turn."""
    return totals([line for line in GAME.lines(state) if line.round == turn], state.seats)


def move(
    state: State, kind: str, seat: str | None, accept: Sequence[str] = (), **raw: object
) -> State:
    """Any move, by the names of its fields."""
    return play(GAME, state, kind, seat, raw, accept)


def objections(state: State, kind: str, seat: str | None, **raw: object) -> list[str]:
    """Code and clause of everything that keeps a move from standing."""
    return [
        f"{ruling.code} {ruling.clause}"
        for ruling in check(GAME, state, kind, seat, raw).objections
    ]


def asked(state: State, kind: str) -> str | None:
    """The seat whose turn it is to tell this."""
    return next(p.seat for p in GAME.prompts(state) if p.kind == kind and not p.aside)


def tell_sums(state: State, totals: Sequence[int]) -> State:
    """The sums of the first seats."""
    for seat, total in zip(state.seats, totals, strict=False):
        state = move(state, "sum", seat, sum=total)
    return state


def put_away(state: State, *cards: str) -> State:
    """The cards that three players put away."""
    for seat, card in zip(state.seats, cards, strict=True):
        state = move(state, "discard", seat, card=card)
    return state


def told(
    sums1: Sequence[int] = (5, 2, 3, 4), seats: Sequence[str] = FOUR, **options: object
) -> State:
    """A table in full entry after the first sums."""
    return tell_sums(table(seats, depth="full", **options), sums1)


def laid(
    cubes: Sequence[Sequence[str]],
    sums1: Sequence[int] = (5, 2, 3, 4),
    seats: Sequence[str] = FOUR,
    **options: object,
) -> State:
    """A table in full entry after the first sums and some seats' cubes, in order of play."""
    state = told(sums1, seats, **options)
    for some in cubes:
        state = move(state, "cubes", asked(state, "cubes"), cubes=list(some))
    return state


def swapped(cubes: Sequence[Sequence[str]], **options: object) -> State:
    """A table of four in full entry after everybody has passed a card to the left."""
    return move(laid(cubes, **options), "exchange", "w", action="free_choice", direction="left")


def exchanged(cubes: Sequence[Sequence[str]], sums2: Sequence[int], **options: object) -> State:
    """The same up to the second sums."""
    return tell_sums(swapped(cubes, **options), sums2)


def matched(cubes: Sequence[Sequence[str]], sums2: Sequence[int]) -> State:
    """The same when everybody has laid a match that is no number card."""
    state = exchanged(cubes, sums2)
    for card in ("JH", "AD", "KD", "QD"):
        state = move(state, "match", asked(state, "match"), card=card, target="n")
    return state


@dataclass
class Dealer:
    """Plays truthful turns by full entry, with hands as they would be at a table; ``quick`` keeps
    the same turns as rows.
    """

    rng: random.Random
    seats: tuple[str, ...]
    hands: dict[str, list[str]] = field(default_factory=dict)
    quick: list[list[Row]] = field(default_factory=list)
    drops: list[dict[str, str]] = field(default_factory=list)
    log: list[dict[str, Any]] = field(default_factory=list)

    def season(self, state: State) -> State:
        """Deal, put cards away where three play, and play two turns."""
        self._deal()
        if len(self.seats) == 3:
            self.drops.append({})
            for seat in self.seats:
                card = self._take(seat)
                self.drops[-1][seat] = card
                state = self._enter(state, "discard", seat, card=card)
        return self._turn(self._turn(state))

    def _deal(self) -> None:
        numbers, courts = list(NUMBERS), [card for card in DECK.counts if card not in NUMBERS]
        self.rng.shuffle(numbers)
        self.rng.shuffle(courts)
        each = 5 if len(self.seats) == 3 else 4
        self.hands = {
            seat: [numbers.pop(), *(courts.pop() for _ in range(each))] for seat in self.seats
        }

    def _enter(self, state: State, kind: str, seat: str | None, **raw: Any) -> State:
        self.log.append({"seat": seat, "kind": kind, **raw})
        return move(state, kind, seat, **raw)

    def _take(self, seat: str) -> str:
        return self.hands[seat].pop(self.rng.randrange(len(self.hands[seat])))

    def _turn(self, state: State) -> State:
        state = self._sums(state)
        blinds, bare = {}, {}
        laid: Counter[str] = Counter()
        while len(blinds) < len(self.seats):
            seat = asked(state, "cubes")
            blinds[seat] = self._take(seat)
            left = [
                colour
                for colour in attributes(blinds[seat])
                if laid[colour] < (1 if colour in COLOURS[4:] else 2)
            ]
            cubes = self.rng.sample(left, self.rng.randint(1, len(left))) if left else []
            laid.update(cubes)
            bare[seat] = not cubes
            state = self._enter(state, "cubes", seat, cubes=cubes)
        state = self._sums(self._exchange(state))
        return self._finish(state, blinds, bare)

    def _sums(self, state: State) -> State:
        for seat in self.seats:
            state = self._enter(
                state, "sum", seat, sum=sum(NUMBERS.get(card, 0) for card in self.hands[seat])
            )
        if any(prompt.kind == "start" for prompt in GAME.prompts(state)):
            told: Mapping[str, int] = state.now.sums2 or state.now.sums1
            best = max(told.values())
            state = self._enter(
                state,
                "start",
                None,
                starter=next(seat for seat in self.seats if told[seat] == best),
            )
        return state

    def _exchange(self, state: State) -> State:
        seat = asked(state, "exchange")
        action = self.rng.choice(("free_choice", "old_maid"))
        direction = self.rng.choice(("left", "right", "opposite")[: len(self.seats) - 1])
        step = {"left": 1, "right": -1, "opposite": 2}[direction] * (
            1 if action == "free_choice" else -1
        )
        given = {giver: self._take(giver) for giver in self.seats}
        for at, giver in enumerate(self.seats):
            self.hands[self.seats[(at + step) % len(self.seats)]].append(given[giver])
        return self._enter(state, "exchange", seat, action=action, direction=direction)

    def _finish(self, state: State, blinds: Mapping[str, str], bare: Mapping[str, bool]) -> State:
        self.quick.append([])
        while len(self.quick[-1]) < len(self.seats):
            seat = asked(state, "match")
            card, target = self._take(seat), self.rng.choice(self.seats)
            self.quick[-1].append((seat, blinds[seat], card, target, bare[seat]))
            state = self._enter(state, "match", seat, card=card, target=target)
        for seat in self.rng.sample(self.seats, len(self.seats)):
            state = self._enter(state, "reveal", seat, card=blinds[seat])
        return state

    def play(self, state: State) -> State:
        """The four seasons of a game."""
        for _ in range(4):
            state = self.season(state)
        return state

    def in_rows(self, state: State, with_drops: bool = True) -> State:
        """The game that was played, told by rows."""
        for at, turn in enumerate(self.quick):
            if self.drops and with_drops and at % 2 == 0:
                state = put_away(state, *self.drops[at // 2].values())
            state = rows(state, turn)
        return state
