"""What is seen without the server and on other screens: entries that wait, what was refused, the
page that stands for others, the screen in the room.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import ViewportSize, expect

from tests.browser.phone import GO, Phone

Go = Callable[[Phone, Any], None]
SCREEN: ViewportSize = {"width": 1280, "height": 720}
LAWYER, POOR = "KH QS 4D AC", "JS 4S 9H"
PATIENCE = 12


QUEUE = """(script => script && import(script.src))(
  document.querySelector('script[src$="/queue.js"]'))"""
"""The script that keeps entries, as a page imports it, if it has come to that."""
STANDS = f"{QUEUE}?.then(Boolean)"
"""Whether the scripts that come after the page are at work, the one that keeps entries last."""
LIVE = f"document.querySelector('#live.is-live') && {STANDS}"
"""The same, and the page follows its table."""


def until(phone: Phone, true: str, seconds: float = PATIENCE) -> None:
    """Wait until an expression is true in the page; the browser's own way would need eval, which
    the pages forbid.
    """
    ends = time.monotonic() + seconds
    while not phone.page.evaluate(true):
        assert time.monotonic() < ends, true
        phone.page.wait_for_timeout(50)


def cut_off(phone: Phone) -> None:
    """Cut the line and wait until the phone says so; what the browser says of that is no complaint
    about the page.
    """
    until(phone, LIVE)
    phone.away = True
    phone.page.context.set_offline(True)
    expect(phone.page.locator("#live.is-offline")).to_be_visible(timeout=PATIENCE * 1000)


def away(name: str, *melds: str, chosen: str = "", **query: str) -> Go:
    """A table without the server: melds that wait, and cards tapped for the next."""

    def go(phone: Phone, tables: Any) -> None:
        tables.open(phone, name, **query)
        cut_off(phone)
        for meld in melds:
            phone.cards(meld)
            phone.tap(GO)
        phone.cards(chosen)

    return go


def listed(phone: Phone, tables: Any) -> None:
    """The list of what waits, open."""
    away("fresh", LAWYER, POOR)(phone, tables)
    phone.tap("#live")
    expect(phone.page.locator("#queue li").last).to_be_visible()


def rows(phone: Phone, tables: Any) -> None:
    """Blind Date: a turn that waits, the next begun with one of its cards."""
    tables.open(phone, "dates3")
    cut_off(phone)
    for at, (blind, match) in enumerate((("KS", "QS"), ("KH", "QH"), ("KD", "QD"))):
        for card in (blind, match):
            phone.tap(f'#pad button[value="{card}"]')
        phone.tap(phone.page.locator(".target button").nth((at + 1) % 3))
    phone.tap(GO)
    phone.tap('#pad button[value="KS"]')
    expect(phone.page.locator("#held")).to_be_visible()


def refused(phone: Phone, tables: Any) -> None:
    """An entry that did not fit when the server was back; what waits behind it."""
    tables.open(phone, "tie")
    until(phone, STANDS)
    leave_behind(phone, "s1", "KH KH KH")
    expect(phone.page.locator("#queue .is-stopped")).to_be_visible(timeout=PATIENCE * 1000)


def leave_behind(phone: Phone, seat: str, cards: str) -> None:
    """Two entries made long ago that still wait on the phone, the first of which is not taken as it
    is.
    """
    chosen = "".join(f"&cards={card}" for card in cards.split())
    table, body = f"/t/{phone.code}", f"seen=1&seat={seat}{chosen}"
    entry = {
        "table": table,
        "url": f"{table}/entry",
        "body": body,
        "seen": "1",
        "seat": seat,
        "name": "Ann",
        "cards": cards,
        "state": "waiting",
    }
    phone.page.evaluate(
        "list => localStorage.setItem('queue', JSON.stringify(list))",
        [entry | {"key": "away-one"}, entry | {"key": "away-two"}],
    )
    phone.page.reload()


def screen(name: str, size: ViewportSize | None = SCREEN) -> Go:
    """The screen in the room, as large as a television; without a size, on a phone."""

    def go(phone: Phone, tables: Any) -> None:
        if size:
            phone.page.set_viewport_size(size)
        tables.open(phone, name, "/tv")
        expect(phone.page.locator(".tv-corner")).to_be_attached()

    return go


def unconnected(phone: Phone, tables: Any) -> None:
    """The page that stands for any other while nothing answers."""
    phone.go("/offline")


# At these something is entered, so nothing may need scrolling.
AWAY_ENTRY: Mapping[str, Go] = {
    "away": away("fresh"),
    "away-waiting": away("fresh", LAWYER, chosen=POOR),
    "away-twice": away("stands", "6H", chosen="6H", go="1"),
    "away-8": away("eight", "5D 5H AS", go="1"),
    "away-rows": rows,
    "away-tap": away("three-draw", go="1"),
    "away-place": away("the-pairs", go="1"),
    "away-wide": away("pyramid-wide", go="1"),
}
AWAY: Mapping[str, Go] = {
    "away-listed": listed,
    "away-refused": refused,
    "offline": unconnected,
    **{
        f"tv-{name}": screen(name)
        for name in (
            *("running", "finished", "eight", "dates4"),
            *("three-draw", "pyramid-wide", "the-things"),
        )
    },
    **{f"tv-phone-{name}": screen(name, None) for name in ("running", "finished", "pyramid")},
}
