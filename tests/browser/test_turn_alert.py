"""It is this phone's turn: one soft tone and one short vibration, where they are wanted, and a
title for a page that nobody looks at.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.away_scenes import LIVE, STANDS, until
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import GO, Phone
from tests.browser.test_two_phones import join, links
from tests.support.examples import plays

pytestmark = [pytest.mark.slow, plays("three-draw")]

SECOND = 1000
WAIT = 12 * SECOND
# What the browser would do is counted instead: no machine that tests need have a loudspeaker.
COUNTED = in_page("count_signals")
HIDDEN = """value => {
  Object.defineProperty(Document.prototype, "hidden", { configurable: true, get: () => value });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# To the browser every line that a test evaluates is a touch.
UNTOUCHED = (
    "Object.defineProperty(Navigator.prototype, 'userActivation', { get: () => ({ hasBeenActive:"
    " false }) })"
)
SIGNALS = "[window.tones, window.buzzes.length]"


def wanting(phone: Phone) -> Phone:
    """The phone with the setting on, its sounds counted."""
    phone.page.add_init_script(COUNTED)
    assert phone.post("/settings", "theme=auto&suits=four&awake=1&turn=1") == 303
    return phone


def seated(new_phone: MakePhone, game: str, seat: str, touched: bool = True) -> tuple[Phone, Phone]:
    """A host that enters for everybody at a table of three, and a phone that wants to be told when
    its seat is awaited.
    """
    host, own = new_phone(), wanting(new_phone())
    host.start(game, 3, show=False)
    join(own, host, links(host)[0])
    assert own.post(f"/t/{host.code}/seat", f"seat={seat}") == 303
    if not touched:
        own.page.add_init_script(UNTOUCHED)
    own.table()
    until(
        own,
        f"document.querySelector('script[src*=\"turn_alert.js\"]') && {LIVE}",
    )
    if touched:
        own.tap("h1")
    return host, own


def shows(phone: Phone, revision: int) -> None:
    """Wait until the page is as new as that."""
    expect(phone.page.locator(f'#page[data-revision="{revision}"]')).to_be_attached(timeout=WAIT)


def turn_comes(host: Phone) -> None:
    """The first player draws a card and stops, so that the second is awaited."""
    host.record("draw", "s1", card="7")
    host.record("stop", "s1")


def test_a_turn_is_told_once(new_phone: MakePhone) -> None:
    """Not while others draw, once when the turn comes, not again for what this phone enters, and
    once more the next time.
    """
    host, own = seated(new_phone, "three-draw", "s2")
    assert own.page.evaluate(SIGNALS) == [0, 0]
    host.record("draw", "s1", card="7")
    shows(own, 2)
    assert own.page.evaluate(SIGNALS) == [0, 0]
    host.record("stop", "s1")
    shows(own, 3)
    assert own.page.evaluate(SIGNALS) == [1, 1]
    assert own.page.evaluate("window.buzzes[0].reduce((all, part) => all + part) < 400")
    own.send('#pad .key[data-card="9"]')
    assert own.page.evaluate(SIGNALS) == [1, 1]
    host.record("draw", "s3", card="10")
    shows(own, 5)
    assert own.page.evaluate(SIGNALS) == [2, 2]


def test_a_round_of_all_at_once(new_phone: MakePhone) -> None:
    """Indian Chief: everybody is awaited from the start; having entered, the phone is told when the
    next round begins.
    """
    host, own = seated(new_phone, "indian-chief", "s2")
    own.meld("JS 4S 9H")
    host.meld_at("s1", "KH QS 4D AC")
    shows(own, 3)
    assert own.page.evaluate(SIGNALS) == [0, 0]
    host.meld_at("s3", "2H 3H")
    shows(own, 4)
    assert own.page.evaluate(SIGNALS) == [1, 1]


def test_what_this_phone_enters_for_somebody_else_tells_it_nothing(new_phone: MakePhone) -> None:
    """Its own tap brought the turn, so it knows."""
    host, own = seated(new_phone, "three-draw", "s2")
    host.record("draw", "s1", card="7")
    own.go(f"/t/{host.code}", seat="s1")
    until(own, LIVE)
    own.send()
    expect(own.page.locator("#page[data-awaited]")).to_be_attached()
    assert own.page.evaluate(SIGNALS) == [0, 0]


def test_a_page_that_nobody_looks_at_says_it_in_its_title(new_phone: MakePhone) -> None:
    """Until it is looked at, and no longer."""
    host, own = seated(new_phone, "three-draw", "s2")
    title = own.page.title()
    own.page.evaluate(HIDDEN, True)
    turn_comes(host)
    expect(own.page).to_have_title(f"Your turn · {title}", timeout=WAIT)
    assert own.page.evaluate("window.tones") == 1
    own.page.evaluate(HIDDEN, False)
    expect(own.page).to_have_title(title)


def test_other_pages_of_the_table_tell_it_too(new_phone: MakePhone) -> None:
    """A player who reads the score sheet meanwhile."""
    host, own = seated(new_phone, "three-draw", "s2")
    own.go(f"/t/{host.code}/sheet")
    until(own, LIVE)
    own.tap("h1")
    turn_comes(host)
    shows(own, 3)
    assert own.page.evaluate(SIGNALS) == [1, 1]


def test_nothing_before_the_page_was_touched(new_phone: MakePhone) -> None:
    """A browser would refuse it and complain."""
    host, own = seated(new_phone, "three-draw", "s2", touched=False)
    turn_comes(host)
    shows(own, 3)
    assert own.page.evaluate(SIGNALS) == [0, 0]


@pytest.mark.parametrize("wanted", [False, True])
def test_a_phone_that_does_not_want_it_or_has_no_seat_loads_nothing(
    new_phone: MakePhone, wanted: bool
) -> None:
    """Off by default; and a phone that enters for everybody is always awaited."""
    phone = wanting(new_phone()) if wanted else new_phone()
    phone.start("three-draw", 3)
    until(phone, STANDS)
    if not wanted:
        assert phone.post(f"/t/{phone.code}/seat", "seat=s1") == 303
        phone.table()
        until(phone, STANDS)
    assert phone.page.locator('script[src*="turn_alert.js"]').count() == 0
    assert phone.page.locator("body[data-turn]").count() == 0


def test_the_settings_turn_it_on_and_try_it(phone: Phone) -> None:
    """The switch is off at first; the button beside it lets it be heard and felt."""
    phone.page.add_init_script(COUNTED)
    phone.go("/settings")
    switch = phone.page.get_by_label("Alert me when it’s my turn")
    expect(switch).not_to_be_checked()
    phone.tap("#able button")
    assert phone.page.evaluate(SIGNALS) == [1, 1]
    expect(phone.page.locator("#able p")).to_be_empty()
    phone.tap(phone.page.locator("label.switch", has_text="my turn"))
    phone.tap(GO)
    phone.page.wait_for_url(f"{phone.base}/")
    phone.go("/settings")
    expect(switch).to_be_checked()


def test_the_settings_say_what_a_browser_cannot_do(new_phone: MakePhone) -> None:
    """One that cannot vibrate may still be heard; one that can do neither has nothing to try."""
    phone = new_phone()
    phone.page.add_init_script(COUNTED + "Navigator.prototype.vibrate = undefined;")
    phone.go("/settings")
    expect(phone.page.locator("#able p")).to_have_text("This browser cannot vibrate.")
    expect(phone.page.locator("#able button")).to_be_visible()
    phone.page.add_init_script("window.AudioContext = window.webkitAudioContext = undefined;")
    phone.go("/settings")
    expect(phone.page.locator("#able p")).to_have_text(
        "This browser cannot play a sound. This browser cannot vibrate."
    )
    expect(phone.page.locator("#able button")).to_be_hidden()


def test_the_real_thing_complains_of_nothing(new_phone: MakePhone) -> None:
    """With the browser's own sound and vibration."""
    phone = new_phone()
    phone.go("/settings")
    phone.tap("#able button")
    until(phone, "navigator.userActivation.hasBeenActive")
