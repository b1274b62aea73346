"""No tap makes a page deaf: whatever was touched, too early or twice, the big button answers, and
what was entered stays.

Pages of every kind at phone size are tapped and typed at as the dice have it. Whenever no request
is under way the big button sends one, moves the focus or changes what is shown; a page loaded anew,
or come back to, holds what it held.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Request

from referee.games import GAMES
from tests.browser.away_scenes import STANDS
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import NAMES, PATIENCE, Phone
from tests.browser.scenes import SCENES, Tables
from tests.support.tiers import IN_SLOW, SOAK, one_in

Opens = Callable[[Phone, Any], None]
STEPS = 12 if SOAK else 8
KINDS = (
    *("new", "new-people", "new-people-first", "new-people-twice", "new-options-dates"),
    *("setup-chief", "entry-verdict", "dates-target", "thefts", "explained", "refusal", "correct"),
    *("correct-changes", "correct-why", "join", "join-link", "join-code", "players-open", "player"),
    *("settings", "menu", "called", "fix-corrected", "typed", "typed-doubtful", "ask", "ask-place"),
    *("ask-answer", "ask-empty", "question", "group", "person", "person-change", "finale-finished"),
)
"""Pages of every kind; of each game there are its start page and its entry beside them."""
FAST = ("entry-indian-chief", "correct")
"""Those that the fast tier taps at; many of the others are alike, as the start of each game."""
TOUCHED = in_page("touched")
"""Whatever a thumb can reach on the screen as it is; links to other pages, printing and files are
others' tests.
"""
BIG = in_page("big_button")
"""The big button, where it lies open to the thumb, and from now on whether it answers; its own
*Recording…* is no answer.
"""
AGAIN = (
    "([x, y]) => document.elementFromPoint(x, y)?.closest('button, summary, label, a, input,"
    " select, textarea')?.click()"
)
"""Clicks what lies at a place now."""
HELD = in_page("held")
"""What the forms of the page hold; the sheet of a refusal goes with it."""
IDLE = f"document.readyState === 'complete' && window.fetching === 0 && {STANDS}"
PAINTED = (
    "new Promise(done => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, 500); })"
)
"""Done once the page was drawn again; a page that is not drawn, as it is about to go, is not waited
for.
"""


@dataclass
class Thumb:
    """A thumb on a phone: it knows which requests are under way, and what it has done."""

    phone: Phone
    rng: random.Random
    open: set[Request] = field(default_factory=set)
    asked: int = 0
    posted: bool = False
    done: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        page = self.phone.page
        page.on("request", self._sent)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    def _sent(self, request: Request) -> None:
        if request.resource_type == "eventsource":
            return
        self.open.add(request)
        self.asked += 1
        if request.is_navigation_request():
            self.posted = request.method == "POST" and not request.redirected_to

    def _ended(self, request: Request) -> None:
        self.open.discard(request)

    def settle(self) -> None:
        """Wait until nothing is under way and the page has all its scripts."""
        ends = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < ends:
            try:
                self.phone.page.evaluate(PAINTED)
                if self.phone.page.evaluate(IDLE) and not self.open:
                    return
            except Error:
                # The page has just gone for another one.
                continue
        raise AssertionError((self.done, [request.url for request in self.open]))

    def touch(self, x: float, y: float) -> None:
        """Touch a place, and now and then once more at once.

        The second is a click from within the page: a touch that comes to a page which is about to
        go is never answered.
        """
        twice = self.rng.choice((1, 1, 1, 2)) == 2
        self.phone.page.touchscreen.tap(x, y)
        if twice:
            # A page that has just gone for another one has nothing more to be touched.
            with suppress(Error):
                self.phone.page.evaluate(AGAIN, [x, y])

    def press(self, early: bool = False) -> None:
        """Tap the big button if there is one; it answers."""
        found: Any = self.phone.page.evaluate(BIG)
        if not found:
            return
        self.done.append(f"big button: {found['said']}{' at once' if early else ''}")
        before, ends = self.asked, time.monotonic() + PATIENCE / 1000
        self.touch(found["x"], found["y"])
        while time.monotonic() < ends:
            try:
                answered = self.phone.page.evaluate("!window.answered || answered()")
                if answered or self.asked > before:
                    return
            except Error:
                return
        raise AssertionError(("deaf", self.done))

    def try_one(self) -> None:
        """Touch or type at anything."""
        reach = self.phone.page.evaluate(TOUCHED)
        if not reach:
            return
        fields = [each for each in reach if each["text"]] if self.rng.random() < 0.3 else []
        one = self.rng.choice(fields or reach)
        self.done.append(one["said"])
        self.touch(one["x"], one["y"])
        if one["text"]:
            self.phone.page.keyboard.insert_text(
                str(self.rng.randint(1, 9)) if one["number"] else self.rng.choice(NAMES[:3])
            )
            if self.rng.random() < 0.2:
                self.phone.page.keyboard.press("Enter")

    def fill(self) -> None:
        """Type into the first fields for text, a name each or a number."""
        for at, name in enumerate(NAMES[:3]):
            fields = [each for each in self.phone.page.evaluate(TOUCHED) if each["text"]]
            if at < len(fields):
                self.phone.page.touchscreen.tap(fields[at]["x"], fields[at]["y"])
                self.phone.page.keyboard.insert_text("3" if fields[at]["number"] else name)
                self.done.append(f"{name} typed")
                self.settle()

    def held(self) -> dict[str, int]:
        """What the forms hold now."""
        self.settle()
        found: dict[str, int] = self.phone.page.evaluate(HELD)
        return found

    def comes_back(self) -> None:
        """What was entered is there after a reload and after Back."""
        page, before = self.phone.page, self.held()
        page.reload()
        assert (self.lost(before), self.done) == ({}, self.done), "lost on reload"
        if self.posted:
            return
        self.phone.go("/settings")
        self.settle()
        page.go_back()
        assert (self.lost(before), self.done) == ({}, self.done), "lost on Back"

    def lost(self, before: dict[str, int]) -> dict[str, int]:
        """What the forms held before and hold no more."""
        return dict(before.items() - self.held().items())


def start_page(game: str) -> Opens:
    """Who plays a game."""
    return lambda phone, _tables: phone.go(f"/new/{game}")


def entry(game: str) -> Opens:
    """The first entry of a game, by as few as can play it."""

    def go(phone: Phone, _tables: Any) -> None:
        phone.start(game, max(2, GAMES[game].info.seats[0]))

    return go


PAGES: dict[str, Opens] = {
    **{f"start-{game}": start_page(game) for game in GAMES},
    **{f"entry-{game}": entry(game) for game in GAMES},
    **{name: SCENES[name] for name in KINDS if name in SCENES},
}


@one_in(5)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FAST else IN_SLOW) for name in PAGES]
)
def test_no_tap_makes_a_page_deaf(
    chromium: Browser, server: str, new_phone: MakePhone, name: str
) -> None:
    tables = Tables(chromium, server, "en") if name in SCENES else None
    phone = new_phone(storage_state=tables.cookies) if tables else new_phone()
    PAGES[name](phone, tables)
    thumb = Thumb(phone, random.Random(name))
    page = phone.page
    page.reload(wait_until="domcontentloaded")
    thumb.press(early=True)
    thumb.settle()
    thumb.fill()
    thumb.press()
    thumb.settle()
    PAGES[name](phone, tables)
    for _ in range(STEPS):
        thumb.settle()
        if thumb.rng.random() < 0.25:
            thumb.press()
        else:
            thumb.try_one()
    thumb.comes_back()
    thumb.press()
    thumb.settle()
    if tables:
        tables.host.page.context.close()
