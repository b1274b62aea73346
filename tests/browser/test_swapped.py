"""What htmx swaps in is what a reload shows, at the steps of every game that there is, played by
taps.

After each step the same address is opened in another tab of the same phone: keys, fields and
buttons stand in the same places there, look the same and say the same, and the two have the same
style sheets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import pytest
from flask import Flask
from playwright.sync_api import Page

from referee.games import GAMES
from referee.kernel.contract import Prompt
from referee.kernel.detail import DEPTH
from referee.kernel.fields import Choice
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import GO, Phone
from tests.browser.play import history
from tests.browser.taps import ready, record
from tests.support.options import depths
from tests.support.tiers import IN_SLOW, IN_SOAK, SLOW, one_in
from tools.sample import Sample, sample_game

FEW, MANY = 2, 4
"""So many entries are made by taps before the way of entering is changed, and as many after it."""
UNTIL = 12
"""So many entries later at most the way of entering can be changed, as that is asked between
turns.
"""
FIRST = 6
"""So many differences are told."""
STANDS = in_page("stands")
LOOK = in_page("look")


@dataclass
class Twin:
    """A phone, and another tab of it in which the same page is loaded anew."""

    phone: Phone
    anew: Page
    seen: set[str] = field(default_factory=set)

    def compare(self, what: str) -> None:
        """The page that came to be and the same address loaded anew are one; each kind of page is
        compared once.
        """
        if what in self.seen:
            return
        self.seen.add(what)
        page = self.phone.page
        self.anew.goto(page.url)
        for each in (page, self.anew):
            each.wait_for_function(STANDS)
        there, here = (each.evaluate(LOOK) for each in (self.anew, page))
        assert here["sheets"] == there["sheets"], what
        assert differing(here["parts"], there["parts"]) == [], (what, page.url)
        # A tab that listens would go on by itself with the next entry.
        self.anew.goto("about:blank")


def differing(here: list[list[str]], there: list[list[str]]) -> list[str]:
    """The first parts that are on one of the pages alone, or stand or look otherwise there."""
    swapped, anew = (Counter(" | ".join(part) for part in parts) for parts in (here, there))
    alone = [("swapped in", part) for part in swapped - anew] + [
        ("loaded", part) for part in anew - swapped
    ]
    return [f"{where}: {part}" for where, part in sorted(alone, key=lambda one: one[1])][:FIRST]


def played(app: Flask, twin: Twin, samples: Iterator[Sample]) -> None:
    """Make entries by taps, comparing what comes of each."""
    phone = twin.phone
    game = history(app, phone.code).game
    for one in samples:
        twin.compare(f"{one.prompt.kind} is asked")
        if one.prompt.aside:
            elsewhere(phone, one)
        else:
            phone.send(ready(phone, one.prompt, one.answer))
        if phone.page.locator("#explained").count():
            twin.compare("explained")
            phone.tap(GO)
            phone.page.locator("#explained").wait_for(state="detached")
            phone.page.wait_for_function(STANDS)
        twin.compare(
            f"after {one.prompt.kind}, {phone.page.locator('#page').get_attribute('class')}"
        )
        if game.result(game.advance(one.state, one.move)) is not None:
            return


def elsewhere(phone: Phone, one: Sample) -> None:
    """What nobody waits for is entered on another phone, and looked up on this one."""
    record(phone, one)
    phone.table()


def depth_asked(app: Flask, phone: Phone) -> Prompt | None:
    """The way of entering, where it can be changed now."""
    table = history(app, phone.code)
    return next(
        (prompt for prompt in table.game.prompts(table.state) if prompt.kind == DEPTH), None
    )


def switch_depth(twin: Twin, asked: Prompt) -> None:
    """More or less detail, chosen in the menu."""
    (choice,) = asked.fields
    assert isinstance(choice, Choice)
    other = next(value for value in choice.values if value != choice.holds)
    twin.phone.tap("#menu summary")
    twin.phone.tap(f'.detail [value="{other}"]')
    twin.phone.page.locator(".tap-band").wait_for(state="attached")
    twin.compare(f"{other} from now on")


def tier(number: int, at: int) -> Sequence[pytest.MarkDecorator]:
    """Every game begins in its usual way: one in the fast tier, the others in the slow one; the
    other ways are for ``make soak``.
    """
    if at:
        return IN_SOAK
    return IN_SLOW if number % 12 else ()


@one_in(3)
@pytest.mark.parametrize(
    ("game", "depth"),
    [
        pytest.param(game, depth, marks=tier(number, at))
        for number, game in enumerate(GAMES)
        for at, depth in enumerate(depths(game))
    ],
)
def test_what_is_swapped_in_is_what_a_reload_shows(
    app: Flask, new_phone: MakePhone, game: str, depth: str
) -> None:
    phone = new_phone("ja" if SLOW else "en")
    phone.start(game, max(2, GAMES[game].info.seats[0]), **({"depth": depth} if depth else {}))
    twin = Twin(phone, phone.page.context.new_page())
    steps, rng = MANY if SLOW else FEW, random.Random(game)

    def play(most: int) -> None:
        now = history(app, phone.code)
        if now.game.result(now.state) is None:
            played(app, twin, islice(sample_game(now.game, now.state, rng), most))

    play(steps)
    for _ in range(UNTIL if depth else 0):
        if asked := depth_asked(app, phone):
            switch_depth(twin, asked)
            play(steps)
            break
        play(1)
