"""What is measured on a page, for the properties of accessibility and of layout alike."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.in_page import in_page
from tests.browser.phone import SIZE, Phone, make_phone
from tests.browser.scenes import SCENES, Tables

SIZES = [
    *((320, 640), (673, 841), (820, 1180), (1180, 820)),
    *((1280, 640), (1920, 1080), (2560, 1440), (740, 360)),
]
"""Rooms other than the phone that everything is looked at on, width and height.

The first is a page of 1280 at four times its size, the last a phone on its side.
"""
PLAIN_SIZES = [(320, 640), (820, 1180), (1280, 640)]
"""Those of them that a page without script is looked at on: no script moves anything there."""
Size = tuple[int, int]
LARGER = [(360, 640), (820, 1180)]
"""Those in which the text is also larger."""
EDGES = [(820, 1180), (1180, 820), (1280, 800), (1920, 1080)]
"""Rooms in which everything begins at one left edge."""


@dataclass(frozen=True)
class Looks:
    """What a scene is looked at for beside its first room: the colours in the other light, the same
    page without script, other rooms, larger text and the left edge.
    """

    lights: bool = False
    plain: bool = False
    sizes: Sequence[Size] = ()
    larger: Sequence[Size] = ()
    edges: Sequence[Size] = ()


MOST_LOOKS = 20
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
MORE_RULES = ("target-size", "label-content-name-mismatch")
"""Rules of axe that run only where they are asked for: nothing to tap is smaller than 24 px, and
what is seen is part of what is said.
"""
UNSETTLED = in_page("unsettled")
"""Whether styles or fonts of the page are still to come: some are fetched only when it stands, or
when there is room for them.
"""


def await_styles(page: Page) -> None:
    """Wait until every style and font of the page has come, a few seconds at most."""
    ends = time.monotonic() + 5
    while page.evaluate(UNSETTLED) and time.monotonic() < ends:
        page.wait_for_timeout(20)


def resize(page: Page, width: int, height: int) -> None:
    """Give a page another room, and the styles for it."""
    page.set_viewport_size({"width": width, "height": height})
    await_styles(page)


LAID = in_page("laid")
"""Texts that lie over others or are cut, and those that touch the edge of the room."""

MEASURE = in_page("measure")

BROKEN = in_page("broken")
"""What breaks a page in a room of any size."""

CUT = in_page("cut")
"""Text of which a part is hidden, but for what ends in an ellipsis."""

UNREACHED = in_page("unreached")
"""What is to be tapped and lies under something else, or is less than ``least`` wide or high; not
what a chosen answer brings out by style alone.
"""

ONE_EDGE = in_page("one_edge")
"""What does not begin at the one left edge: the title, or what stands alone at the left of a title,
form, list, table or pad.
"""

STICKY = in_page("sticky")
"""Where the buttons below a page are: with it, or over what is scrolled under them."""

PROMISING = in_page("promising")
"""What the big button says or looks like without script that a tap does not do."""

UNSTYLED = in_page("unstyled")
"""What a page shows and only a style sheet speaks of that it has not."""
SHEETS = {
    file.name: file.read_text()
    for file in sorted((Path(__file__).parents[2] / "static").glob("*.css"))
}


@dataclass(frozen=True)
class Seen:
    """One scene as it was measured: what the accessibility check objects to, texts that lie over
    others or touch the edge of the room, words and numbers that two lines share or that stand on
    end, Japanese that is not marked as such, numbers below zero with a hyphen, and sizes in CSS px.
    """

    violations: list[str]
    width: int
    wide: int
    high: int
    small: list[str]
    over: list[str]
    edge: list[str]
    torn: list[str]
    foreign: list[str]
    hyphens: list[str]
    unstyled: list[str]
    boxes: Mapping[str, Mapping[str, float] | None]
    problems: list[str]
    broken: list[str] = field(default_factory=list)
    """What breaks in other rooms, in larger text, or without script."""


@dataclass
class Survey:
    """Visits scenes; every one starts on a phone of its own, the host's."""

    browser: Browser
    base: str
    tables: dict[str, Tables] = field(default_factory=dict)

    def visit(self, lang: str, scene: str, looks: Looks) -> Seen:
        """The scene's measures, without motion so that nothing is measured half-way, and what the
        other ``looks`` at it found.
        """
        if lang not in self.tables:
            self.tables[lang] = Tables(self.browser, self.base, lang)
        tables = self.tables[lang]
        theme, other = ("light", "dark") if lang == "en" else ("dark", "light")
        kept = {"storage_state": tables.cookies, "reduced_motion": "reduce"}
        phone = make_phone(self.browser, self.base, lang, theme, **kept)
        SCENES[scene](phone, tables)
        seen = look(phone, other if looks.lights else "")
        broken = in_other_rooms(phone.page, looks)
        broken += without_script(phone) if looks.plain else []
        # A browser that closes may be online again for a moment, and what waits must not reach the
        # table.
        phone.page.evaluate("localStorage.clear()")
        phone.page.context.close()
        return replace(seen, broken=broken)


def look(phone: Phone, other: str) -> Seen:
    """Measure the open page, then its colours in the ``other`` light, if any, as nothing else can
    differ there.
    """
    await_styles(phone.page)
    sizes: dict[str, Any] = phone.page.evaluate(MEASURE) | phone.page.evaluate(LAID)
    # What lies under the sticky buttons is brought out by scrolling, so it is not small.
    phone.page.evaluate(STICKY, "static")
    found = objections(Axe().run(phone.page, options=options("tag", TAGS)).response)
    phone.page.evaluate(STICKY, "")
    if other:
        phone.page.emulate_media(color_scheme="dark" if other == "dark" else "light")
        again = phone.page.evaluate(
            "options => axe.run(document, options)", options("rule", ["color-contrast"])
        )
        found += [f"{other}: {one}" for one in objections(again)]
    unstyled = phone.page.evaluate(UNSTYLED, SHEETS)
    return Seen(violations=found, unstyled=unstyled, problems=phone.problems, **sizes)


def in_other_rooms(page: Page, looks: Looks) -> list[str]:
    """What leaves an open page as it is turned, keeps its main button out of the window or makes
    lines too long; and what larger text covers.
    """
    found = _as_it_is_turned(page, looks.sizes) + uneven(page, looks.edges)
    if looks.larger:
        page.evaluate("document.documentElement.style.fontSize = '130%'")
    for width, height in looks.larger:
        resize(page, width, height)
        found += [f"{width} × {height}, larger: {one}" for one in page.evaluate(UNREACHED, 0)]
    return found


def uneven(page: Page, sizes: Sequence[Size]) -> list[str]:
    """What begins elsewhere than at the one left edge in wide rooms; what hangs on a wall has edges
    of its own, as has who cannot fetch the style.
    """
    found: list[str] = []
    for width, height in sizes:
        if page.locator(".page.tv, .live.is-offline, .bar:has(.queue)").count():
            break
        resize(page, width, height)
        found += [f"{width} × {height}: {one}" for one in page.evaluate(ONE_EDGE)]
    return found


def without_script(phone: Phone) -> list[str]:
    """What cannot be tapped on the same page without script, or breaks it as it is turned."""
    context = phone.page.context.browser.new_context(
        java_script_enabled=False,
        storage_state=phone.page.context.storage_state(),
        locale=phone.lang,
        viewport=SIZE,
        service_workers="block",
        has_touch=True,
    )
    page = context.new_page()
    page.goto(phone.page.url)
    found = page.evaluate(UNREACHED, 44) + page.evaluate(PROMISING)
    found += _as_it_is_turned(page, PLAIN_SIZES)
    context.close()
    return [f"without script: {one}" for one in found]


def _as_it_is_turned(page: Page, sizes: Sequence[Size]) -> list[str]:
    found = []
    for width, height in sizes:
        resize(page, width, height)
        found += [f"{width} × {height}: {one}" for one in _lasting(page) + _unread(page)]
    return found


def _unread(page: Page) -> list[str]:
    """Text that lies over other text, and text of which a part is hidden, the round and the numbers
    of seats too.
    """
    over: list[str] = page.evaluate(LAID)["over"]
    return [f"over another: {one}" for one in over] + [f"cut: {one}" for one in page.evaluate(CUT)]


def _lasting(page: Page) -> list[str]:
    """What still breaks a page when what a wider room fetches has come, with its letters."""
    for _ in range(MOST_LOOKS):
        if not (found := page.evaluate(BROKEN)):
            break
        page.wait_for_timeout(100)
    return found


def options(kind: str, values: list[str]) -> dict[str, Any]:
    """What axe is to look for; everything that passes is left out of its answer."""
    more = {"rules": {rule: {"enabled": True} for rule in MORE_RULES}} if kind == "tag" else {}
    return {
        "runOnly": {"type": kind, "values": values},
        "resultTypes": ["violations"],
        "preload": False,
        **more,
    }


def objections(answer: Mapping[str, Any]) -> list[str]:
    """Each violation as one line: the rule, and the first places where it is broken."""
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]} {one['help']}"
        for one in answer["violations"]
    ]
