"""Whole games of every game by taps: what the phone records is what the engine was told, to the
end; the taps are printed in one table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.kernel.contract import Move
from referee.kernel.fields import Value
from referee.kernel.game import AnyGame
from tests.browser.conftest import Counted, MakePhone
from tests.browser.phone import GO
from tests.browser.play import history, replayed_totals
from tests.browser.rooms import DARK, LIGHT, Room, Tour, flaws
from tests.browser.taps import ready
from tests.support.examples import kept
from tests.support.tiers import IN_SLOW, IN_SOAK
from tools.sample import Sample, read_answer, sample_game

Plays = Callable[[AnyGame, Any, random.Random], Sequence[Sample]]
DARES = 4
"""As many cards as are turned up before somebody stops."""
BUDGETS = {("pyramid", "full"): 90, ("pyramid", "quick"): 20, ("dream-team", "quick"): 40}
"""The most taps of a whole game."""
FIGHT = 8
"""The most taps of a fight of The Things in quick entry."""


def dared(game: AnyGame, state: Any, rng: random.Random) -> Iterator[Sample]:
    """A Pyramid as it is played: some cards turned up, and the highest laid first wherever it may
    lie.
    """
    while (asked := {prompt.kind: prompt for prompt in game.prompts(state)}) and game.result(
        state
    ) is None:
        turn = state.now.turn
        if not turn.building and len(turn.flips) < DARES:
            prompt = asked["flip"]
            copies = prompt.fields[0].left.items()  # type: ignore[attr-defined]
            answer: dict[str, object] = {
                "card": [rng.choice([card for card, n in copies for _ in range(n)])]
            }
        else:
            prompt, ready = asked["build"], state.now.stopped
            card = ready.turn.hand[0]
            answer = {
                "card": card,
                "place": rng.choice([f"r{row}c{column}" for row, column in ready.places_for(card)]),
            }
        move = read_answer(prompt, answer)
        assert move is not None
        yield Sample(state, prompt, answer, move)
        state = game.advance(state, move)


@dataclass(frozen=True)
class Whole:
    """A whole game to be played by taps, and how it is drawn."""

    game: str
    players: int
    seed: int
    depth: str
    plays: Plays = sample_game

    @property
    def name(self) -> str:
        """How it is called in the table and among the tests."""
        return f"{self.game}-{self.depth}"


WHOLE = [
    Whole(*row)
    for row in kept(
        [
            ("indian-chief", 3, 3, "quick"),
            ("indian-chief", 3, 3, "full"),
            ("three-draw", 3, 13, "full"),
            ("three-draw", 3, 28, "quick"),
            ("long-seat", 3, 2, "full"),
            ("long-seat", 3, 0, "quick"),
            ("pyramid", 3, 3, "full", dared),
            ("pyramid", 3, 1, "quick"),
            ("not-a-pair", 4, 3, "full"),
            ("not-a-pair", 4, 0, "quick"),
            ("the-pairs", 3, 36, "full"),
            ("the-pairs", 3, 0, "quick"),
            ("captains-orders", 4, 34, "full"),
            ("captains-orders", 5, 32, "quick"),
            ("the-things", 4, 15, "full"),
            ("the-things", 5, 3, "quick"),
            ("dream-team", 3, 1, "full"),
            ("dream-team", 3, 12, "quick"),
            ("cracker", 3, 33, "full"),
            ("cracker", 4, 5, "quick"),
            ("pairs", 3, 1, "full"),
            ("pairs", 3, 9, "quick"),
        ]
    )
]
QUICK = "pyramid-quick"
"""The third game of the fast tier, beside Indian Chief and Blind Date, which have tests of their
own.
"""


def told(move: Move) -> tuple[str, str | None, dict[str, Value]]:
    """A move; the pad has no order of cards."""
    data = {
        name: tuple(sorted(value)) if isinstance(value, tuple) else value
        for name, value in move.data.items()
    }
    return move.kind, move.seat, data


def ways() -> Iterator[object]:
    """Every game and its rooms."""
    for at, one in enumerate(WHOLE):
        if one.name == QUICK:
            yield pytest.param(one, DARK[1:], id=f"{one.name}-by-night")
        tier = IN_SLOW if at // 2 % 2 == at % 2 else IN_SOAK
        yield pytest.param(one, (DARK, LIGHT)[at % 2], id=one.name, marks=tier)


@pytest.mark.parametrize(
    ("whole", "rooms"),
    [*ways()],
)
def test_a_whole_game_by_taps(
    app: Flask, new_phone: MakePhone, counted: Counted, whole: Whole, rooms: Sequence[Room]
) -> None:
    """Some entries on in another room, and a short game again until it was played in all of them;
    what is new is looked at.

    A game is dark when it is entered quickly, light in full or the other way round; both see both
    sizes and both languages. The slow tier plays each game in one way, ``make soak`` in the other.
    """
    tour = Tour(new_phone(), rooms)
    while tour.moves < len(rooms):
        play(app, tour, whole, counted)
        expect(tour.phone.page.locator(".finale")).to_be_visible()
        tour.look("end")
        tour.phone.table("/sheet")
        assert tour.phone.totals() == replayed_totals(app, tour.phone.code)
        tour.look("sheet")


def play(app: Flask, tour: Tour, whole: Whole, counted: Counted) -> None:
    """Play the game to its end, going through the rooms once, and count the taps."""
    phone = tour.phone
    code, before = phone.start(whole.game, whole.players, depth=whole.depth), phone.taps
    start = history(app, code)
    moves = [*whole.plays(start.game, start.state, random.Random(whole.seed))]
    rounds: Counter[int] = Counter()
    fights, stay = list[int](), max(1, len(moves) // max(1, len(tour.rooms)))
    for at, move in enumerate(moves):
        tour.look(f"{move.prompt.kind} is asked")
        moved = at % stay == 0
        if moved:
            tour.move()
        taps = phone.taps
        last = ready(phone, move.prompt, move.answer)
        assert not moved or flaws(phone) == [], move.prompt
        phone.send(last)
        if (whole.name, move.prompt.kind) == ("the-things-quick", "attack"):
            fights.append(phone.taps - taps)
        if phone.page.locator("#explained").count():
            tour.look("explained")
            phone.tap(GO)
            expect(phone.page.locator("#turn")).to_be_visible()
        rounds[start.game.scene(move.state).round] += phone.taps - taps
    recorded = history(app, code).played
    assert [told(one.move) for one in recorded] == [told(one.move) for one in moves]
    counted(
        f"{whole.name}, {whole.players} players, {len(moves)} entries",
        phone.taps - before,
        BUDGETS.get((whole.game, whole.depth), 0),
    )
    counted(f"{whole.name}, {whole.players} players, a round", max(rounds.values()))
    if fights:
        counted(f"{whole.name}, a fight", max(fights), FIGHT)
