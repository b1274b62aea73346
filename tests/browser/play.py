"""What whole games in the browser share: starting by taps, going on, and the engine's word on the
same moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import expect

from referee.kernel.contract import totals
from referee.kernel.history import History, replay
from tests.browser.phone import GO, Phone


def be(phone: Phone, client: FlaskClient) -> None:
    """Let the phone be the one that a client was."""
    cookie = client.get_cookie("device")
    assert cookie is not None
    phone.page.context.add_cookies([{"name": "device", "value": cookie.value, "url": phone.base}])


def history(app: Flask, code: str) -> History:
    """The table's history as the table service has it."""
    service = app.extensions["service"]
    found: History = service.history(service.store.table_by_code(code))
    return found


def replayed_totals(app: Flask, code: str) -> list[int]:
    """The totals of the table's events, replayed from the first one, a side's as one."""
    known = history(app, code)
    again = replay(known.game, known.events)
    assert again.broken is None
    found = totals(again.lines, again.seats, sides=again.sides)
    return [found[side[0]] for side in again.sides]


def type_names(phone: Phone, names: Sequence[str]) -> None:
    """As many lines as names, and the names one after the other; the phone's own Next leads on
    where there is a script.
    """
    set_players(phone, len(names))
    boxes = phone.page.locator("#people input[name=name]")
    boxes.first.focus()
    for at, name in enumerate(names):
        expect(boxes.nth(at)).to_be_visible()
        if not phone.page.evaluate("document.documentElement.classList.contains('js')"):
            boxes.nth(at).fill(name)
            continue
        expect(boxes.nth(at)).to_be_focused()
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")


def set_players(phone: Phone, players: int) -> None:
    """One player more or less until there are so many."""
    while (
        by := players - int(phone.page.locator("#players").input_value())
    ) and phone.page.locator("#count").count():
        phone.tap(f'.count [value="{"more" if by > 0 else "fewer"}"]')


def start_by_taps(phone: Phone, game: str, names: Sequence[str]) -> None:
    """From the first page to the first round by four taps; only the names are typed."""
    phone.go("/")
    phone.tap("main .button-go")
    phone.tap(f'a[href*="/new/{game}"]')
    type_names(phone, names)
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")
    phone.code = phone.path.split("/")[2]
    phone.tap(GO)
    expect(phone.page.locator("#pad")).to_be_visible()


def go_on(phone: Phone) -> None:
    """From the round explained to the next one."""
    phone.tap(GO)
    expect(phone.page.locator("#turn .slots")).to_be_visible()
