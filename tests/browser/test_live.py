"""Two to four phones at one table live: how fast, undisturbed, and through everything that can
happen to a phone or a server.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import pytest
from flask import Flask
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.away_scenes import STANDS, until
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import GO, Phone, make_phone
from tests.browser.test_offline import POOR, cut_off, found, put_aside, sent
from tests.browser.test_two_phones import join, links, recorded
from tests.support.real_server import RealServer

pytestmark = pytest.mark.slow

SECOND = 1000
LONG = 45 * SECOND
LAWYER = "KH QD 4D AC"
THIEVES = ("9C", "8C", "7C", "6C")


def seat_of(phone: Phone, seat: str) -> None:
    """Make a phone one seat's own, by the question that joining leads to, and open its table."""
    assert phone.post(f"/t/{phone.code}/seat", f"seat={seat}") == 303
    phone.table()


def around(phones: Sequence[Phone], **options: str) -> list[Phone]:
    """Phones around one table of as many seats, each with its own."""
    host, *guests = phones
    host.start("indian-chief", len(phones), **options)
    way = links(host)[0]
    seat_of(host, "s1")
    for number, guest in enumerate(guests, 2):
        guest.page.goto(way)
        guest.tap(f'button[name=seat][value="s{number}"]')
        guest.arrive(host.code)
        guest.code = host.code
    for phone in phones:
        live(phone)
    return list(phones)


def live(phone: Phone) -> None:
    """Wait until the line stands and everything that is loaded later has been."""
    until(phone, STANDS, LONG)
    expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=LONG)


@pytest.fixture
def four(new_phone: MakePhone) -> list[Phone]:
    """Four phones, four seats, entered in secret."""
    return around([new_phone() for _ in range(4)], entry="secret")


# How fast

WATCH = in_page("watch")


def test_an_entry_shows_on_every_other_phone(
    new_phone: MakePhone, capsys: pytest.CaptureFixture[str]
) -> None:
    """How long from the tap to the change on the other pages is said, not required: the machine may
    have other things to do.
    """
    host, *guests = around([new_phone() for _ in range(4)])
    took = []
    for number, cards in enumerate((LAWYER, POOR, "9S 9D"), 1):
        for guest in guests:
            guest.page.evaluate(WATCH)
        host.table(seat=f"s{number}")
        host.cards(cards)
        host.settle()
        began = host.page.evaluate("performance.timeOrigin + performance.now()")
        host.tap(GO)
        for guest in guests:
            expect(guest.page.locator("#strip .seat-plus")).to_have_count(number, timeout=LONG)
            took.append(guest.page.evaluate(f"seen[{number}]") - began)
    with capsys.disabled():
        print(
            f"\n  entry to the other phones: median {median(took):.0f} ms, longest {max(took):.0f}"
            f" ms (of {len(took)})"
        )
    assert min(took) > 0


# Together and in secret


def test_all_enter_at_once_and_the_last_turns_all_up(four: list[Phone], app: Flask) -> None:
    """Each had seen an empty table; nobody is asked again, ticks tell who is ready, and no card
    shows before the last.
    """
    for phone, card in zip(four, THIEVES, strict=True):
        phone.cards(card)
        phone.settle()
    for phone in four[:3]:
        phone.page.locator(GO).tap()
    for phone in four:
        until(
            phone, "document.querySelectorAll('#strip a .seat-state.is-waiting').length <= 1", LONG
        )
        expect(phone.page.locator(".mini:visible")).to_have_count(0 if phone is not four[3] else 1)
        expect(phone.page.locator("#strip .seat-plus")).to_have_count(0)
    assert four[3].chosen() == [THIEVES[3]]
    four[3].send()
    for phone in four:
        for number in range(1, 5):
            expect(
                phone.page.locator(f'#strip a[data-seat="s{number}"] .seat-plus')
            ).not_to_be_empty(timeout=LONG)
    assert sorted(recorded(app, four[0])) == [(f"s{number}", "thief") for number in range(1, 5)]


def test_taking_back_is_one_tap_on_the_own_phone(four: list[Phone], app: Flask) -> None:
    """Although another has entered since, who goes on with what was chosen."""
    ann, bo, cy, _dee = four
    ann.meld(THIEVES[0])
    bo.meld(THIEVES[1])
    cy.cards(LAWYER)
    expect(ann.page.locator("#actions .button-undo")).to_contain_text("my entry", timeout=LONG)
    expect(cy.page.locator("#actions .button-undo")).to_have_count(0, timeout=LONG)
    ann.send("#actions .button-undo")
    expect(ann.page.locator("#pad")).to_be_visible(timeout=LONG)
    cy.send()
    assert recorded(app, ann) == [("s2", "thief"), ("s3", "lawyer")]
    expect(bo.page.locator("#news")).to_be_empty()


def test_two_phones_of_one_seat(new_phone: MakePhone, app: Flask) -> None:
    """One stands; the other keeps its cards, is told what happened, and may put them in its
    place.
    """
    one, other = around([new_phone(), new_phone()])
    other.table(seat="s1")
    other.page.context.route("**/live", lambda route: route.abort())
    other.table(seat="s1")
    other.cards(LAWYER)
    other.settle()
    one.meld(POOR)
    other.tap(GO)
    expect(other.page.locator("#news")).to_contain_text("Poor", timeout=LONG)
    assert sorted(other.chosen()) == sorted(LAWYER.split())
    assert recorded(app, one) == [("s1", "poor")]
    expect(other.page.locator(GO)).to_contain_text("Preview changes")
    for phone in (one, other):
        phone.problems[:] = [problem for problem in phone.problems if "ERR_FAILED" not in problem]


def test_a_game_that_moves_away_says_so_on_every_phone(new_phone: MakePhone) -> None:
    """Whoever enters or reads hears of it at once; an entry saved on a phone stays there and says
    why it was not stored.
    """
    host, guest, reader = around([new_phone() for _ in range(3)])
    reader.page.goto(f"{reader.base}/t/{host.code}/sheet")
    live(reader)
    guest.cards(LAWYER)
    guest.settle()
    assert host.post(f"/t/{host.code}/move/file", "") == 303
    for phone in (guest, reader):
        says = phone.page.get_by_text("This game has moved to one phone")
        expect(says).to_be_visible(timeout=LONG)
    assert guest.page.url.endswith("/move")
    assert host.post(f"/t/{host.code}/move/reopen", "") == 303
    expect(reader.page.get_by_text("This game has moved")).to_have_count(0, timeout=LONG)
    guest.table()
    cut_off(guest)
    put_aside(guest, LAWYER, 1)
    assert host.post(f"/t/{host.code}/move/file", "") == 303
    found(guest)
    expect(guest.page.locator("#queue")).to_contain_text("This game has moved", timeout=LONG)
    guest.problems.clear()


# What happens to phones


def frozen(phone: Phone) -> CDPSession:
    """The browser stops the page as it does with one in the background."""
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    return session


def test_a_frozen_page_catches_up(new_phone: MakePhone, app: Flask) -> None:
    """It hears nothing while it is frozen, and shows all of it when it wakes, its half-made choice
    untouched.
    """
    host, guest = around([new_phone(), new_phone()])
    guest.cards("KH QD")
    guest.settle()
    session = frozen(guest)
    host.meld(POOR)
    host.tap("#actions .button-undo")
    expect(host.page.locator("#pad")).to_be_visible(timeout=LONG)
    host.meld_at("s1", "9C")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    guest.gained("s1", "+9", LONG)
    expect(guest.page.locator("#live.is-live")).to_be_visible(timeout=LONG)
    assert sorted(guest.chosen()) == ["KH", "QD"]
    guest.cards("4D AC")
    guest.send()
    assert recorded(app, host) == [("s1", "thief"), ("s2", "lawyer")]


STREAMS = in_page("streams")
ASLEEP = in_page("asleep")


def test_a_phone_that_slept_a_minute_asks_anew(new_phone: MakePhone) -> None:
    """Its stream is dead and nobody told it so; when it is looked at again it opens another, and
    says what is true meanwhile.
    """
    host, guest = new_phone(), new_phone()
    guest.page.add_init_script(STREAMS)
    around([host, guest])
    guest.page.evaluate("() => { streams[0].close(); streams[0].onerror = null; }")
    host.meld(POOR)
    guest.page.evaluate(ASLEEP)
    guest.gained("s1", "+14", LONG)
    until(guest, "streams.length === 2 && streams[1].readyState === EventSource.OPEN", LONG)
    expect(guest.page.locator("#live.is-live")).to_be_visible(timeout=LONG)


def test_offline_and_back_among_four(new_phone: MakePhone, app: Flask) -> None:
    """While one is away the others play on; what it kept is stored behind theirs without a
    question.
    """
    phones = around([new_phone() for _ in range(4)])
    away = phones[3]
    away.page.context.set_offline(True)
    expect(away.page.locator("#live.is-offline")).to_be_visible(timeout=LONG)
    put_aside(away, LAWYER, 1)
    phones[0].meld(POOR)
    phones[1].meld("9S 9D")
    shown = phones[1].page.locator('#strip a[data-seat="s2"] .seat-plus').inner_text()
    phones[2].gained("s2", shown, LONG)
    away.page.context.set_offline(False)
    sent(away)
    for phone in phones:
        expect(phone.page.locator("#strip .seat-plus")).to_have_count(3, timeout=LONG)
        expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=LONG)
    assert recorded(app, away) == [("s1", "poor"), ("s2", "beggar"), ("s4", "lawyer")]
    away.problems.clear()


# What happens to servers


@pytest.fixture
def guests(chromium: Browser) -> Iterator[list[Phone]]:
    """Phones of a server of the test's own; what the browser says of a server that is gone is no
    complaint.
    """
    made: list[Phone] = []
    yield made
    for phone in made:
        phone.page.context.close()


def pair_at(chromium: Browser, guests: list[Phone], *addresses: str) -> list[Phone]:
    """Two phones, each at its own server."""
    guests += [make_phone(chromium, addresses[0]), make_phone(chromium, addresses[-1])]
    host, guest = guests
    host.start("indian-chief", 2)
    link = links(host)[0]
    host.table()
    join(guest, host, guest.base + "/join/" + link.rsplit("/", 1)[1])
    for seat, phone in (("s1", host), ("s2", guest)):
        seat_of(phone, seat)
        live(phone)
    return guests


def test_the_server_is_killed_in_mid_round_and_comes_back(
    chromium: Browser, guests: list[Phone], tmp_path: Path
) -> None:
    """Both phones say so and come back by themselves with everything there, and a half-made choice
    as it was.
    """
    with RealServer(tmp_path) as server:
        host, guest = pair_at(chromium, guests, server.address)
        host.meld(POOR)
        guest.gained("s1", "+14", LONG)
        guest.cards("KH QD")
        guest.settle()
        server.kill()
    for phone in guests:
        expect(phone.page.locator("#live.is-offline")).to_be_visible(timeout=LONG)
    with RealServer(tmp_path, server.port):
        for phone in guests:
            expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=LONG)
            phone.gained("s1", "+14", LONG)
        assert sorted(guest.chosen()) == ["KH", "QD"]
        guest.cards("4D AC")
        guest.send()
        expect(host.page.locator("#explained")).to_be_visible(timeout=LONG)


def test_two_servers_on_one_database_keep_both_phones_live(
    chromium: Browser, guests: list[Phone], tmp_path: Path
) -> None:
    """One phone at each; what one records the other shows, in both directions."""
    with RealServer(tmp_path) as one, RealServer(tmp_path) as other:
        host, guest = pair_at(chromium, guests, one.address, other.address)
        began = time.monotonic()
        host.meld(POOR)
        guest.gained("s1", "+14", LONG)
        print(f"through the database: {1000 * (time.monotonic() - began):.0f} ms with the tap")
        guest.meld(LAWYER)
        expect(host.page.locator("#explained")).to_be_visible(timeout=LONG)
        for phone in guests:
            expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=LONG)
            assert phone.problems == []
