"""The screen is kept awake at a table: by the browser where it can, else by a film that nobody
sees, hears or reaches; not once the game is over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.browser.away_scenes import STANDS, until
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import Phone
from tests.browser.scenes import ENDS
from tests.browser.taps import record
from tests.support.examples import plays

pytestmark = pytest.mark.slow

SECOND = 1000
NO_LOCK = (
    "Object.defineProperty(Navigator.prototype, 'wakeLock', { configurable: true, get: () =>"
    " undefined })"
)
COUNTED = in_page("count_locks")
FILM = in_page("film")
UNSEEN = {
    "playing": True,
    "inline": True,
    "looped": False,
    "controls": False,
    "tab": -1,
    "hidden": "true",
    "seen": False,
    "tapped": False,
}


def at_table(
    new_phone: MakePhone, script: str, game: str = "indian-chief", looks: str = ""
) -> Phone:
    """A table of four on a phone with that kind of browser, its later scripts loaded."""
    phone = new_phone()
    phone.page.add_init_script(script)
    if looks:
        assert phone.post("/settings", looks) == 303
    phone.start(game, 4)
    until(phone, STANDS)
    return phone


def film_of(phone: Phone) -> Any:
    """What there is to tell of the film."""
    return phone.page.evaluate(FILM)


def test_by_a_film_where_the_browser_has_no_other_way(new_phone: MakePhone) -> None:
    """From the first tap on, and past its end; nobody sees it, reaches it by key or touches it."""
    phone = at_table(new_phone, NO_LOCK)
    assert phone.page.locator("video").count() == 0 or film_of(phone)["hidden"] == "true"
    phone.tap("#pad .key >> nth=0")
    until(phone, "document.querySelector('video')?.paused === false")
    assert film_of(phone) == UNSEEN
    until(phone, "document.querySelector('video').currentTime > 1")
    phone.page.wait_for_timeout(5 * SECOND)
    assert film_of(phone)["playing"]


def test_by_the_browser_where_it_can(new_phone: MakePhone) -> None:
    """One lock, without any tap, and no film."""
    phone = at_table(new_phone, COUNTED)
    until(phone, "window.locks === 1")
    phone.cards("KH QD")
    phone.settle()
    assert phone.page.evaluate("window.locks") == 1
    assert phone.page.locator("video").count() == 0


def test_not_where_the_settings_say_so(new_phone: MakePhone) -> None:
    """Neither way."""
    for script in (NO_LOCK, COUNTED):
        phone = at_table(new_phone, script, looks="theme=auto&suits=four")
        phone.tap("#pad .key >> nth=0")
        phone.settle()
        assert phone.page.locator("video").count() == 0
        assert not phone.page.evaluate("window.locks ?? 0")


@plays("long-seat")
def test_not_once_the_game_is_over(new_phone: MakePhone) -> None:
    """The entry that ends it lets the phone sleep, without loading the page anew; taking it back
    wakes it again.
    """
    phone = new_phone()
    phone.page.add_init_script(COUNTED)
    replace(ENDS["long-seat-end"], moves=-1).make(phone)
    phone.table("/sheet")
    until(phone, "window.locks === 1 && Boolean(document.querySelector('#live.is-live'))")
    record(phone, ENDS["long-seat-end"].whole()[-1])
    until(phone, "window.locks === 0 && Boolean(document.querySelector('#page[data-over]'))")
    assert phone.post(f"/t/{phone.code}/undo", f"seen={phone.revision}&of={phone.revision}") == 303
    until(phone, "window.locks === 1 && !document.querySelector('#page[data-over]')")
