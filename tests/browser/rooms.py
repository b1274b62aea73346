"""The rooms a game is played in: two sizes in two languages, each size and each language in both
lights.

A phone goes from one to the next in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import ViewportSize, expect

from tests.browser.in_page import in_page
from tests.browser.phone import GO, NAMES, SIZE, Phone
from tests.browser.survey import BROKEN, LAID, MEASURE, await_styles

TABLET: ViewportSize = {"width": 820, "height": 1180}
Room = tuple[ViewportSize, str, Literal["light", "dark"]]
DARK: tuple[Room, ...] = ((SIZE, "en", "dark"), (TABLET, "ja", "dark"))
LIGHT: tuple[Room, ...] = ((SIZE, "ja", "light"), (TABLET, "en", "light"))
"""Both sizes and both languages each."""
IN_SIGHT = in_page("in_sight")
"""What of scoreboard and big button is not in sight as a page opens."""
UNTRANSLATED = in_page("untranslated_names")
"""Words of a Japanese page that no Japanese reader can read; the code of a table is none."""


def flaws(phone: Phone) -> list[str]:
    """What is wrong with the open page, whichever it is."""
    await_styles(phone.page)
    seen: dict[str, Any] = phone.page.evaluate(MEASURE) | phone.page.evaluate(LAID)
    found = [
        f"{sign}: {one}"
        for sign in ("over", "edge", "torn", "foreign", "hyphens", "small")
        for one in seen[sign]
    ]
    found += phone.page.evaluate(BROKEN)
    found += [f"out of sight: {one}" for one in phone.page.evaluate(IN_SIGHT)]
    found += [f"untranslated: {one}" for one in phone.page.evaluate(UNTRANSLATED, NAMES)]
    return found + phone.problems


@dataclass
class Tour:
    """A phone on its way through rooms: how often it has moved on, and which pages it has looked
    at.
    """

    phone: Phone
    rooms: Sequence[Room]
    moves: int = 0
    seen: set[str] = field(default_factory=set)

    def move(self) -> None:
        """See the open page in the next room."""
        self.enter(self.rooms[self.moves % len(self.rooms)])
        self.moves += 1

    def look(self, page: str) -> None:
        """Look at the open page in every room when it is met for the first time."""
        if page in self.seen:
            return
        self.seen.add(page)
        for room in self.rooms:
            self.enter(room)
            found = flaws(self.phone)
            assert found == [], (page, room, found)

    def enter(self, room: Room) -> None:
        """See the open page in a room; the table is as far as it was, and so are its numbers."""
        phone, (size, lang, theme) = self.phone, room
        page, before = phone.page, progress(phone)
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme)
        page.context.add_cookies([{"name": "lang", "value": lang, "url": phone.base}])
        asked = not page.locator("#explained").count()
        phone.go(phone.path)
        if asked and page.locator("#explained").count():
            page.tap(GO)
            expect(page.locator("#explained")).to_have_count(0)
        assert progress(phone) == before, "nothing is lost on the way"


def progress(phone: Phone) -> tuple[int, list[str]]:
    """How far the table is, and the numbers of the scoreboard."""
    return phone.revision, phone.page.locator("#strip .seat-total").all_inner_texts()
