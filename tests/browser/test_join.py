"""Joining and changing seats with two and three real pages: what one phone does shows on the others
by itself.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone
from tests.browser.test_two_phones import links

pytestmark = pytest.mark.slow


@pytest.fixture
def host(new_phone: MakePhone) -> Phone:
    """The host of a table of four."""
    made = new_phone()
    made.start("indian-chief", 4)
    return made


def by_code(phone: Phone, host: Phone) -> None:
    """Type the code that somebody read out."""
    phone.go("/")
    phone.page.locator("input[name=code]").fill(host.code.lower())
    phone.tap("form.code button")
    phone.page.wait_for_url("**/seat")
    phone.tap('button[value="watch"]')
    phone.arrive(host.code)
    phone.code = host.code
    lit(phone)


def by_link(phone: Phone, host: Phone, seat: str) -> None:
    """Open the seat link and answer whose phone it is."""
    phone.page.goto(links(host)[0])
    phone.code = host.code
    phone.tap(f'button[name=seat][value="{seat}"]')
    phone.arrive(host.code)
    lit(phone)


def lit(phone: Phone) -> None:
    expect(phone.page.locator("#live.is-live")).to_be_visible()


def test_by_code_and_by_link_late_in_mid_round(host: Phone, new_phone: MakePhone) -> None:
    """Two melds lie already: the watcher sees them and has nothing to tap, the player's own seat
    opens.
    """
    host.meld_at("s1", "JS 4S 9H")
    host.meld_at("s4", "9C")
    watcher, player = new_phone(), new_phone()
    by_code(watcher, host)
    watcher.gained("s1", "+14")
    expect(watcher.page.locator("#pad")).to_have_count(0)
    by_link(player, host, "s2")
    assert player.seat == "s2"
    player.meld("KH QS 4D AC")
    watcher.gained("s2", "+25")


def test_the_host_lowers_and_raises_a_phone_that_shows_it(
    host: Phone, new_phone: MakePhone
) -> None:
    """With cards half tapped it turns into a watching page by itself; let in again it has its pad
    back.
    """
    player = new_phone()
    by_link(player, host, "")
    player.cards("KH QS")
    host.table("/players/phone/2")
    host.tap('button[value="watches"]')
    expect(player.page.locator("#turn h2")).to_have_text("Watching")
    expect(player.page.locator("#pad")).to_have_count(0)
    host.table("/players/phone/2")
    host.tap('button[value="enters"]')
    expect(player.page.locator("#pad")).to_be_visible()


def test_a_phone_that_joins_appears_on_the_hosts_list(host: Phone, new_phone: MakePhone) -> None:
    """By itself, while the host looks at it."""
    watcher = new_phone()
    host.table("/players")
    expect(host.page.locator("#there li", has_text="Phone 2")).to_have_count(0)
    by_code(watcher, host)
    found = host.page.locator("#there li", has_text="Phone 2")
    expect(found).to_contain_text("watch only")


def test_a_phone_sent_away_is_led_out(host: Phone, new_phone: MakePhone) -> None:
    """It lands on the page for codes, and the code does not let it back in."""
    player = new_phone()
    by_link(player, host, "s3")
    host.table("/players/s3")
    host.tap("#remove-2 summary")
    host.tap("#remove-2 .switch")
    host.tap('#remove-2 button[value="away"]')
    expect(player.page.locator("form.code")).to_be_visible()
    player.tap("form.code button:visible")
    expect(player.page.locator("#join-error")).to_contain_text("removed this phone")


def test_a_seat_that_has_a_phone_is_asked_of_that_phone(host: Phone, new_phone: MakePhone) -> None:
    """The bar comes there while cards are chosen, and no key moves; one tap, and the second phone
    has its pad.
    """
    first, second = new_phone(), new_phone()
    by_link(first, host, "s2")
    first.cards("KH QS")
    place = first.page.locator("#pad").bounding_box()
    second.page.goto(links(host)[0])
    second.code = host.code
    second.tap('button[name=seat][value="s2"]')
    expect(second.page.locator(".who-title")).to_have_text("Waiting for Bo’s phone")
    expect(first.page.locator(".ask-bar")).to_contain_text("Bo wants to join")
    assert first.page.locator("#pad").bounding_box() == place
    first.tap('.ask-bar button[value="yes"]')
    second.arrive(host.code)
    assert second.seat == "s2"
    expect(first.page.locator(".ask-bar")).to_have_count(0)
    assert first.chosen() == ["QS", "KH"]


def asks_by_code(phone: Phone, host: Phone, seat: str) -> None:
    """Come by the code and say whose phone it is."""
    phone.go("/")
    phone.page.locator("input[name=code]").fill(host.code.lower())
    phone.tap("form.code button")
    phone.code = host.code
    phone.tap(f'button[name=seat][value="{seat}"]')
    phone.page.wait_for_url("**/asked")


def test_by_the_code_one_tap_of_the_host_opens_the_pad(host: Phone, new_phone: MakePhone) -> None:
    """Two wait one behind the other; what the host has chosen stays chosen."""
    host.table()
    bo, cy = new_phone(), new_phone()
    host.cards("KH QS")
    asks_by_code(bo, host, "s2")
    asks_by_code(cy, host, "s3")
    bar = host.page.locator(".ask-bar")
    expect(bar).to_contain_text("Bo wants to join")
    expect(bar).to_contain_text("+1")
    host.tap(bar.locator('button[value="yes"]'))
    bo.arrive(host.code)
    assert bo.seat == "s2"
    expect(bar).to_contain_text("Cy wants to join")
    host.tap(bar.locator('button[value="watch"]'))
    expect(cy.page.locator(".who-title")).to_contain_text("lets you watch only")
    expect(bar).to_have_count(0)
    assert host.chosen() == ["QS", "KH"]


def test_who_asks_is_seen_while_the_host_sets_up(host: Phone, new_phone: MakePhone) -> None:
    """It is the page that a host reads while people come in: the bar rises by itself, stays after a
    reload, and one tap is enough.
    """
    host.table("/setup")
    bo = new_phone()
    asks_by_code(bo, host, "s2")
    bar = host.page.locator(".ask-bar")
    expect(bar).to_contain_text("Bo wants to join")
    host.page.reload()
    host.tap(bar.locator('button[value="yes"]'))
    bo.arrive(host.code)
    expect(bar).to_have_count(0)
    assert host.path.endswith("/setup")


def test_who_has_joined_shows_on_the_page_of_the_square(host: Phone, new_phone: MakePhone) -> None:
    """By itself; the link is copied and says so for a moment."""
    bo = new_phone()
    host.table("/join")
    expect(host.page.locator("#here .is-absent")).to_have_count(4)
    square = host.page.url
    by_link(bo, host, "s2")
    host.page.goto(square)
    expect(host.page.locator("#here .is-absent")).to_have_count(3)
    host.tap("[data-link]")
    expect(host.page.locator("[data-link]")).to_have_text("Copied")
    expect(host.page.locator("[data-link]")).to_have_text("Copy link")


def test_a_rename_and_a_replacement_appear_on_the_other_phone(
    host: Phone, new_phone: MakePhone
) -> None:
    """The strip of a phone in the middle of an entry has the new names; its cards stay chosen."""
    player = new_phone()
    by_link(player, host, "s3")
    player.cards("KH QS")
    change(host, "s2", "name", "Beau")
    name = player.page.locator('#strip a[data-seat="s2"] .seat-name')
    expect(name).to_have_text("Beau")
    change(host, "s2", "replace", "Gil")
    expect(name).to_have_text("Gil")
    assert player.chosen() == ["QS", "KH"]
    player.table("/sheet")
    expect(player.page.locator("#sheet thead")).to_contain_text("Gil*")
    expect(player.page.locator(".result")).to_contain_text("Gil replaced Beau from round 1 on.")


def change(host: Phone, seat: str, verb: str, name: str) -> None:
    """Change a name on the page of a player."""
    host.table(f"/players/{seat}")
    if verb == "replace":
        host.tap("#replacing summary")
    host.page.locator(f"#{verb}").fill(name)
    host.tap("#replacing button" if verb == "replace" else GO)
    expect(host.page.locator("#there")).to_contain_text(name)


def test_ended_early_and_on_to_the_next_table(host: Phone, new_phone: MakePhone) -> None:
    """Everybody sees the end and who led; one tap leads each phone to the next table, with its
    seat.
    """
    player, watcher = new_phone(), new_phone()
    by_link(player, host, "s2")
    by_code(watcher, host)
    host.table("/players")
    host.tap("#ending summary")
    host.tap("#ending button")
    host.page.wait_for_url("**/result")
    for phone in (player, watcher):
        expect(phone.page.locator("main h2").first).to_have_text("Ended early")
    host.tap(GO)
    host.page.wait_for_url("**/setup")
    code = host.path.split("/")[2]
    assert code != host.code
    for phone in (player, watcher):
        banner = phone.page.locator(".banner", has_text="The next game is ready.")
        expect(banner).to_be_visible()
        phone.tap(banner.locator("a"))
        phone.page.wait_for_url(re.compile(f"/t/{code}$"))
    assert player.seat == "s2"
    expect(watcher.page.locator("#turn h2")).to_have_text("Watching")
