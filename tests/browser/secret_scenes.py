"""Tables at which entries are secret, with a phone for some of the seats, in the states their
players see them in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import KINDS, NAMES, NAMES_JA, Phone, make_phone

ROUND = ("KH 9D 5C AS", "JS 4S 9S", "2H 6H 9C TD 3C", "QS QH")
CLASH = ("KS", "KS QS 2D")


@dataclass
class Secretive:
    """A table of secret entries that a host opened, and the phones of its seats by their names; the
    host's own is the first seat's.
    """

    host: Phone
    game: str
    players: int
    options: Mapping[str, str] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)
    link: str = ""

    def open(self, *seats: str) -> Secretive:
        """Open the table, and let a phone come for each of these seats."""
        names = (NAMES_JA if self.host.lang == "ja" else NAMES)[: self.players]
        body = {
            "game": self.game,
            "seats": [{"name": name} for name in names],
            "options": {"entry": "secret", **self.options},
        }
        opened = self.host.page.request.post(f"{self.host.base}/api/tables", data=body).json()
        self.host.code, self.link = opened["code"], opened["links"]["seat"]
        for seat in seats:
            phone = self.host if seat == "s1" else self.phone()
            assert phone.post(f"/t/{self.host.code}/seat", f"seat={seat}") == 303
            self.phones[seat] = phone
        return self

    def phone(self) -> Phone:
        """Another phone at the table."""
        browser = self.host.page.context.browser
        assert browser is not None
        phone = make_phone(browser, self.host.base, self.host.lang)
        assert phone.post("/" + self.link.split("/", 3)[3], "") == 303
        phone.code = self.host.code
        return phone

    def meld(self, seat: str, cards: str) -> None:
        """A seat enters a meld, on its own phone or else on the host's."""
        self.phones.get(seat, self.host).record(
            KINDS[len(cards.split())], seat, cards=cards.split()
        )

    def cookies(self, seat: str) -> Any:
        """What makes a phone that of a seat."""
        return self.phones[seat].page.context.cookies()


TABLES: dict[tuple[str, str], Secretive] = {}


def _four(host: Phone) -> Secretive:
    table = Secretive(host, "indian-chief", 4).open("s1", "s2", "s3")
    table.meld("s2", ROUND[1])
    return table


def _four_host(host: Phone) -> Secretive:
    table = _four(host)
    table.meld("s1", ROUND[0])
    return table


def _eight(host: Phone) -> Secretive:
    table = Secretive(host, "indian-chief", 8).open(*(f"s{at}" for at in range(1, 9)))
    for seat in ("s1", "s2", "s5"):
        table.meld(seat, ROUND[int(seat[1]) % 4])
    return table


def _clash(host: Phone) -> Secretive:
    table = Secretive(host, "indian-chief", 3).open("s1", "s2", "s3")
    for seat, cards in zip(("s1", "s2", "s3"), (*CLASH, "4H 5H"), strict=True):
        table.meld(seat, cards)
    return table


def _laid(host: Phone) -> Secretive:
    table = Secretive(host, "not-a-pair", 4).open("s1", "s2", "s3", "s4")
    table.host.record("card", "s1", card="7")
    table.phones["s2"].record("card", "s2", card="5")
    return table


MAKERS = {"four": _four, "four-host": _four_host, "eight": _eight, "clash": _clash, "laid": _laid}


def at(phone: Phone, tables: Any, name: str, seat: str, **query: str) -> None:
    """A table on the phone of one of its seats; with no seat on one that only watches."""
    table = TABLES.get((name, tables.host.base + tables.host.lang))
    if table is None:
        host = make_phone(tables.host.page.context.browser, tables.host.base, tables.host.lang)
        table = TABLES[name, tables.host.base + tables.host.lang] = MAKERS[name](host)
    phone.page.context.clear_cookies()
    if seat:
        phone.page.context.add_cookies(table.cookies(seat))
    phone.code = table.host.code
    phone.table(**query)


def waiting(name: str, seat: str) -> Any:
    """Who is ready, on the phone of a seat."""
    return lambda phone, tables: at(phone, tables, name, seat)


def looking(phone: Phone, tables: Any) -> None:
    """What was laid, held open."""
    at(phone, tables, "four", "s2")
    phone.page.locator("#laid summary").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#laid .hand")).to_be_visible()


def turning(phone: Phone, tables: Any) -> None:
    """All cards turn: the phone that waited sees it."""
    host = make_phone(tables.host.page.context.browser, tables.host.base, tables.host.lang)
    table = Secretive(host, "indian-chief", 4).open("s1", "s2")
    for seat, cards in zip(("s1", "s2", "s3"), ROUND, strict=False):
        table.meld(seat, cards)
    phone.page.context.clear_cookies()
    phone.page.context.add_cookies(table.cookies("s2"))
    phone.code = host.code
    # The page stays on what turns, so that it can be looked at.
    phone.page.route(
        f"**/t/{host.code}",
        lambda route: (
            route.fulfill(status=204)
            if route.request.headers.get("hx-request")
            else route.fallback()
        ),
    )
    phone.table()
    expect(phone.page.locator("#live.is-live")).to_be_visible()
    table.meld("s4", ROUND[3])
    expect(phone.page.locator("#turned")).to_be_visible()
    phone.page.wait_for_timeout(100)


SECRET: Mapping[str, Any] = {
    "secret-pad": waiting("four", "s3"),
    "secret-waiting": waiting("four", "s2"),
    "secret-look": looking,
    "secret-host": waiting("four-host", "s1"),
    "secret-waiting-8": waiting("eight", "s2"),
    "secret-turning": turning,
    "secret-laid": waiting("laid", "s2"),
    "collision": waiting("clash", "s2"),
    "collision-other": waiting("clash", "s3"),
    "collision-host": waiting("clash", "s1"),
}
