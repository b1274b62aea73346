"""Pages of seats and phones in the states people see them in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import expect

from tests.browser.away_scenes import STANDS, cut_off, leave_behind, until
from tests.browser.phone import GO, Phone


def ended_early(host: Phone) -> None:
    """A table of eight at which a seat was taken over before it was ended."""
    host.start("indian-chief", 8, show=False)
    host.melds("9C 8C", "KH QS 4D AC")
    for path, form in (
        ("seats", [("do", "replace"), ("seat", "s2"), ("name", "Ida")]),
        ("end", [("do", "close")]),
    ):
        assert host.post(f"/t/{host.code}/{path}", form) == 303


def players_open(phone: Phone, tables: Any) -> None:
    """The players and phones, with the early end unfolded."""
    tables.open(phone, "running", "/players")
    phone.tap("#ending summary")


def menu_of(role: str) -> Any:
    """The menu of somebody who came by a link, as a page of its own."""

    def go(phone: Phone, tables: Any) -> None:
        link = tables.link(role, tables.own("two"))
        phone.page.context.clear_cookies()
        phone.page.goto(link)
        phone.tap('button[name=seat][value="s2"]' if role == "seat" else GO)
        phone.page.wait_for_url("**/t/*")
        phone.page.goto(phone.page.url.partition("?")[0] + "/menu")

    return go


def name_taken(phone: Phone, tables: Any) -> None:
    """A name that somebody else has."""
    tables.open(phone, "running", "/players/s1")
    name = phone.page.locator("#name").input_value()
    tables.open(phone, "running", "/players/s2")
    phone.page.locator("#name").fill(name)
    phone.tap(GO)
    expect(phone.page.locator("[role=alert]")).to_be_visible()


def own_seat(phone: Phone, tables: Any) -> None:
    """The question for somebody who joins by the link."""
    phone.page.context.clear_cookies()
    phone.page.goto(tables.seat)


def seat_taken(phone: Phone, tables: Any) -> None:
    """A seat that another phone has, whose phone is asked."""
    link = tables.link("seat", tables.own("two"))
    for _ in range(2):
        phone.page.context.clear_cookies()
        phone.page.goto(link)
        phone.tap('button[name=seat][value="s1"]')
        phone.page.wait_for_url("**/t/**")
    assert phone.page.url.endswith("/asked")


def asking(phone: Phone, code: str, seat: str) -> None:
    """Come by the code and say whose phone it is."""
    phone.page.context.clear_cookies()
    assert phone.post("/join", [("code", code)]) == 303
    phone.go(f"/t/{code}/seat")
    phone.tap(f'button[name=seat][value="{seat}"]')
    phone.page.wait_for_url("**/asked")


def asked(phone: Phone, tables: Any) -> None:
    """A phone that waits for a yes."""
    asking(phone, tables.own("two"), "s2")


def asked_host(phone: Phone, tables: Any) -> None:
    """The host's pad under the bar of a phone that asks."""
    cookies, code = phone.page.context.cookies(), tables.own("two")
    asking(phone, code, "s2")
    phone.page.context.clear_cookies()
    phone.page.context.add_cookies(cookies)
    phone.code = code
    phone.table(go="1")
    expect(phone.page.locator(".ask-bar")).to_be_visible()


def asked_away(phone: Phone, tables: Any) -> None:
    """The same pad without the server, an entry waiting: nobody can be answered now."""
    asked_host(phone, tables)
    cut_off(phone)
    phone.cards("5H")
    phone.tap(GO)
    expect(phone.page.locator("button#live")).to_be_visible()
    expect(phone.page.locator(".ask-bar")).to_be_hidden()
    expect(phone.page.locator(".queue-note")).to_have_count(0)


def asked_stopped(phone: Phone, tables: Any) -> None:
    """The same pad when the server is back and has refused the entry: both wait for a tap."""
    asked_host(phone, tables)
    until(phone, STANDS)
    leave_behind(phone, "s1", "KH KH KH")
    expect(phone.page.locator("#queue .is-stopped")).to_be_visible()
    expect(phone.page.locator(".ask-bar")).to_be_visible()
    phone.page.keyboard.press("Escape")


def asked_refused(phone: Phone, tables: Any) -> None:
    """A phone that was told no."""
    code = tables.own("two")
    asking(phone, code, "s2")
    tables.host.post(
        f"/t/{code}/asks/{phone.page.request.get(f'{phone.base}/t/{code}/rev').text()}",
        [("do", "watch")],
    )
    phone.page.reload()


def joined_watching(phone: Phone, tables: Any) -> None:
    """The join page of a phone that watches."""
    phone.page.context.clear_cookies()
    phone.page.goto(tables.watch)
    phone.tap(GO)
    phone.page.wait_for_url("**/t/*")
    phone.page.goto(phone.page.url.partition("?")[0] + "/join")


def more_ways(phone: Phone, tables: Any) -> None:
    """The page of the square with its other ways in unfolded."""
    tables.open(phone, "eight", "/join")
    phone.tap("#more-ways summary")


def closed(tail: str) -> Any:
    """A page of the table that was ended early."""
    return lambda phone, tables: tables.open(phone, "early", tail)


SEATS: Mapping[str, Any] = {
    "players": lambda phone, tables: tables.open(phone, "running", "/players"),
    "players-open": players_open,
    "player": lambda phone, tables: tables.open(phone, "running", "/players/s2"),
    "player-name-taken": name_taken,
    "menu-player": menu_of("seat"),
    "menu-watcher": menu_of("watch"),
    "seat-own": own_seat,
    "seat-taken": seat_taken,
    "join-watching": joined_watching,
    "join-more": more_ways,
    "join-host": lambda phone, tables: tables.open(phone, "running", "/join", way="host"),
    "asked": asked,
    "asked-host": asked_host,
    "asked-away": asked_away,
    "asked-stopped": asked_stopped,
    "asked-refused": asked_refused,
    "closed-sheet": closed("/sheet"),
    "closed-players": closed("/players"),
    "closed-fix": closed("/fix"),
}
