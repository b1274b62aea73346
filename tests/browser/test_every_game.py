"""Whole games of every game by taps: what the phone records is what the engine was told, to the end; the taps are printed in one table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import ViewportSize, expect

from referee.kernel.contract import Move
from referee.kernel.fields import Value
from referee.kernel.game import AnyGame
from referee.sample import Sample, read_answer, sample_game
from tests.browser.conftest import Counted, MakePhone
from tests.browser.phone import GO, SIZE, Phone
from tests.browser.play import history, replayed_totals
from tests.browser.taps import answer_by_taps
from tests.support.examples import kept

Plays = Callable[[AnyGame, Any, random.Random], Sequence[Sample]]
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE, LARGE = (SIZE, "en", "light"), (TABLET, "ja", "dark")
"""Every game is played on a phone in English by day, and on a tablet in Japanese by night."""
DARES = 4
"""As many cards as are turned up before somebody stops."""
BUDGETS = {("pyramid", "full"): 90, ("pyramid", "quick"): 20, ("dream-team", "quick"): 40}
"""The most taps of a whole game."""
FIGHT = 8
"""The most taps of a fight of The Things in quick entry."""


def dared(game: AnyGame, state: Any, rng: random.Random) -> Iterator[Sample]:
    """A Pyramid as it is played: some cards turned up, and the highest laid first wherever it may lie."""
    while (asked := {prompt.kind: prompt for prompt in game.prompts(state)}) and game.result(state) is None:
        turn = state.now.turn
        if not turn.building and len(turn.flips) < DARES:
            prompt = asked["flip"]
            copies = prompt.fields[0].left.items()  # type: ignore[attr-defined]
            answer: dict[str, object] = {"card": [rng.choice([card for card, n in copies for _ in range(n)])]}
        else:
            prompt, ready = asked["build"], state.now.stopped
            card = ready.turn.hand[0]
            answer = {"card": card, "place": rng.choice([f"r{row}c{column}" for row, column in ready.places_for(card)])}
        move = read_answer(prompt, answer)
        assert move is not None
        yield Sample(state, prompt, answer, move)
        state = game.advance(state, move)


@dataclass(frozen=True)
class Whole:
    """A whole game to be played by taps: the size, language and theme it is seen in, and how it is drawn."""

    game: str
    players: int
    seed: int
    depth: str
    seen: tuple[ViewportSize, str, str]
    plays: Plays = sample_game

    @property
    def name(self) -> str:
        """How it is called in the table and among the tests."""
        return f"{self.game}-{self.depth}"


WHOLE = [Whole(*row) for row in kept([
    ("indian-chief", 3, 3, "quick", LARGE),
    ("three-draw", 3, 13, "full", PHONE),
    ("three-draw", 3, 28, "quick", LARGE),
    ("long-seat", 3, 2, "full", LARGE),
    ("long-seat", 3, 0, "quick", PHONE),
    ("pyramid", 3, 3, "full", PHONE, dared),
    ("pyramid", 3, 1, "quick", LARGE),
    ("not-a-pair", 4, 3, "full", PHONE),
    ("not-a-pair", 4, 0, "quick", LARGE),
    ("the-pairs", 3, 36, "full", PHONE),
    ("the-pairs", 3, 0, "quick", LARGE),
    ("captains-orders", 4, 34, "full", PHONE),
    ("captains-orders", 5, 32, "quick", LARGE),
    ("the-things", 4, 15, "full", PHONE),
    ("the-things", 5, 3, "quick", LARGE),
    ("dream-team", 3, 1, "full", PHONE),
    ("dream-team", 3, 12, "quick", LARGE),
    ("cracker", 3, 33, "full", PHONE),
    ("cracker", 4, 5, "quick", LARGE),
    ("pairs", 3, 1, "full", PHONE),
    ("pairs", 3, 9, "quick", LARGE),
])]
QUICK = "pyramid-quick"
"""The third game of the fast tier, beside Indian Chief and Blind Date, which have tests of their own."""
IN_SIGHT = """() => {
  scrollTo(0, 0);
  return ['#strip', '#actions .button-go'].filter(sign => {
    const place = document.querySelector(sign)?.getBoundingClientRect();
    return place && (place.top < 0 || place.bottom > innerHeight + 1 || place.right > innerWidth + 1);
  });
}"""
"""What of scoreboard and big button is not in sight as a page opens."""


def told(move: Move) -> tuple[str, str | None, dict[str, Value]]:
    """A move; the pad has no order of cards."""
    return move.kind, move.seat, {name: tuple(sorted(value)) if isinstance(value, tuple) else value for name, value in move.data.items()}


@pytest.mark.parametrize("whole", [pytest.param(one, id=one.name, marks=() if one.name == QUICK else pytest.mark.slow) for one in WHOLE])
def test_a_whole_game_by_taps(
    app: Flask, new_phone: MakePhone, counted: Counted, whole: Whole
) -> None:
    size, lang, theme = whole.seen
    phone = new_phone(lang, theme, viewport=size)
    code = phone.start(whole.game, whole.players, depth=whole.depth)
    start = history(app, code)
    moves = [*whole.plays(start.game, start.state, random.Random(whole.seed))]
    fights = [0]
    for move in moves:
        taps = answer_by_taps(phone, move.prompt, move.answer)
        fights.append(taps if (whole.name, move.prompt.kind) == ("the-things-quick", "attack") else 0)
        if phone.page.locator("#explained").count():
            phone.tap(GO)
            expect(phone.page.locator("#turn")).to_be_visible()
        assert phone.page.evaluate(IN_SIGHT) == [], move.prompt
    taps = phone.taps
    played = history(app, code)
    assert [told(one.move) for one in played.played] == [told(one.move) for one in moves]
    ended(app, phone)
    counted(f"{whole.name}, {whole.players} players, {len(moves)} entries", taps, BUDGETS.get((whole.game, whole.depth), 0))
    if any(fights):
        counted(f"{whole.name}, a fight", max(fights), FIGHT)


def ended(app: Flask, phone: Phone) -> None:
    """The game is over, and its sheet has the totals of the engine."""
    expect(phone.page.locator(".finale")).to_be_visible()
    phone.table("/sheet")
    assert phone.totals() == replayed_totals(app, phone.code)
    assert phone.problems == []
