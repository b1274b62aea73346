"""A phone that lost the server: it keeps its page and its entries, sends them in order, and shows
what no longer fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from tests.browser.away_scenes import LIVE, QUEUE, STANDS, cut_off, until
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone, key, make_phone
from tests.browser.play import history
from tests.browser.secret_scenes import Secretive
from tests.browser.test_two_phones import pair, recorded
from tests.support.examples import plays
from tests.support.real_server import RealServer, free_port

pytestmark = pytest.mark.slow

SECOND = 1000
WAIT = 12 * SECOND
LAWYER, POOR, RICH = "KH QD 4D AC", "JS 4S 9H", "2S 3S 4H 5H 6H"


def found(phone: Phone) -> None:
    """Mend the line; what the browser said of the gap is no complaint about the page."""
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#live.is-offline")).to_have_count(0, timeout=WAIT)
    phone.problems.clear()
    phone.away = False


def put_aside(phone: Phone, cards: str, waiting: int) -> None:
    """Tap cards and the big button; so many entries wait then."""
    phone.cards(cards)
    phone.tap(GO)
    expect(phone.page.locator("#live")).to_have_text(
        f"Offline · {waiting} saved", use_inner_text=True
    )


def typed(phone: Phone, cards: str) -> None:
    """Type cards instead of tapping them."""
    phone.page.locator("#typing").evaluate("box => { box.open = true; }")
    phone.page.fill("#typed", cards)


def sent(phone: Phone) -> None:
    """Wait until nothing waits any more, neither in the phone's storage nor on its page."""
    until(phone, "JSON.parse(localStorage.getItem('queue') ?? '[]').length === 0")
    expect(phone.page.locator("#queue li")).to_have_count(0, timeout=WAIT)


@pytest.fixture
def host(new_phone: MakePhone) -> Iterator[Phone]:
    """The only phone of a table of four."""
    phone = new_phone()
    phone.start("indian-chief", 4)
    yield phone
    phone.problems.clear()


def test_entries_wait_and_are_sent_in_their_order(host: Phone, app: Flask) -> None:
    """The pad goes on to the next seat, the light counts, and on return each entry is recorded
    once.
    """
    cut_off(host)
    put_aside(host, LAWYER, 1)
    expect(host.page.locator("#turn h2")).to_have_text("Bo")
    expect(host.page.get_by_role("img", name="entering")).to_have_count(1)
    expect(host.page.locator('#strip [data-seat="s2"] .seat-state')).to_have_attribute(
        "aria-label", "entering"
    )
    expect(host.page.locator("#turn")).not_to_contain_text("4 cards make")
    put_aside(host, POOR, 2)
    expect(host.page.locator(".bar .where")).to_have_text("1/7")
    assert recorded(app, host) == []
    found(host)
    sent(host)
    assert recorded(app, host) == [("s1", "lawyer"), ("s2", "poor")]
    host.gained("s2", "+14")
    expect(host.page.locator("#strip [aria-current]")).to_have_attribute("data-seat", "s3")


def test_the_pad_says_that_nobody_judges(host: Phone) -> None:
    """No verdict is made up: the box says that there is none, and the button what will be kept."""
    cut_off(host)
    host.cards(LAWYER)
    expect(host.page.locator("#verdict")).to_contain_text("Will be checked when you’re back online")
    expect(host.page.locator("#verdict")).to_contain_text("K♥ 4♦ Q♦ A♣")
    expect(host.page.locator(GO)).to_have_text("Save on this phone")


def test_an_entry_can_be_taken_back_before_it_is_sent(host: Phone, app: Flask) -> None:
    """The light opens the list, which has Undo in every row and tries at once; what is undone is on
    the pad again.
    """
    cut_off(host)
    put_aside(host, LAWYER, 1)
    put_aside(host, POOR, 2)
    host.tap("#live")
    rows = host.page.locator("#queue li")
    expect(rows.locator("b")).to_have_text(["Ann’s Lawyer", "Bo’s Poor Man"])
    expect(rows.first.locator(".mini")).to_have_count(4)
    host.tap(host.page.get_by_role("button", name="Try now"))
    expect(host.page.get_by_role("button", name="Still offline")).to_be_visible(timeout=WAIT)
    host.tap(rows.first.get_by_role("button", name="Undo"))
    expect(host.page.locator("#queue")).to_be_hidden()
    assert sorted(host.chosen()) == sorted(LAWYER.split())
    host.tap("#live")
    host.tap(rows.first.get_by_role("button", name="Undo"))
    expect(host.page.locator("#live")).to_have_text("Offline")
    found(host)
    assert recorded(app, host) == []


def test_what_is_saved_shows_where_it_was_entered(host: Phone, app: Flask) -> None:
    """Its cards stand as cards, its tab is marked, the button says what comes next; Undo gives it
    back as it was chosen.
    """
    cut_off(host)
    put_aside(host, LAWYER, 1)
    verdict = host.page.locator("#verdict")
    tab = host.page.locator('#strip [data-seat="s1"] .seat-state')
    expect(verdict).to_contain_text("Ann’s Lawyer: saved on this phone")
    expect(verdict.locator(".mini")).to_have_count(4)
    expect(tab).to_have_attribute("aria-label", "saved on this phone")
    expect(host.page.locator(GO)).to_have_text("Tap Bo’s cards")
    host.tap("#actions .button-undo")
    assert sorted(host.chosen()) == sorted(LAWYER.split())
    expect(tab).to_have_attribute("aria-label", "entering")
    host.tap(GO)
    found(host)
    sent(host)
    assert recorded(app, host) == [("s1", "lawyer")]


def test_in_secret_nobody_enters_twice(new_phone: MakePhone, app: Flask) -> None:
    """The pad of a phone’s own seat is shut until what it saved is sent or undone."""
    table = Secretive(new_phone(), "indian-chief", 3).open("s1", "s2")
    bo = table.phones["s2"]
    bo.table()
    cut_off(bo)
    put_aside(bo, LAWYER, 1)
    expect(bo.page.locator("#verdict")).to_contain_text("Your cards are saved")
    bo.page.locator(key("2S")).tap(force=True)
    bo.tap(GO)
    assert (bo.chosen(), bo.page.evaluate(f"{QUEUE}.then(queue => queue.waiting())")) == ([], 1)
    found(bo)
    sent(bo)
    assert recorded(app, bo) == [("s2", "lawyer")]
    bo.page.context.close()


def test_nothing_moves_while_entries_wait(host: Phone) -> None:
    """What was saved stands in the verdict’s place, no note covers the title, the list lies over
    the page: the pad never scrolls away.
    """
    places = (
        "['#strip', '#pad', '#verdict', '#actions'].map(name =>"
        " JSON.stringify(document.querySelector(name).getBoundingClientRect()))"
    )
    before = host.page.evaluate(places)
    cut_off(host)
    put_aside(host, LAWYER, 1)
    expect(host.page.locator(".queue-note")).to_have_count(0)
    assert host.page.evaluate(places)[:2] == before[:2]
    before = host.page.evaluate(places)
    host.tap("#live")
    expect(host.page.locator("#queue li")).to_be_in_viewport(ratio=1)
    assert host.page.evaluate(places) == before
    assert host.page.evaluate("document.scrollingElement.scrollHeight") == 740
    host.page.keyboard.press("Escape")
    expect(host.page.locator("#queue li")).to_be_hidden()
    host.tap("#live")
    host.tap(host.page.get_by_role("button", name="Back to the game"))
    expect(host.page.locator("#queue li")).to_be_hidden()


def test_cards_that_wait_are_marked_on_the_pad(new_phone: MakePhone) -> None:
    """One pack: hatched and told why, and yet to be tapped; the mark goes when the entry is taken
    back.
    """
    phone = new_phone()
    phone.start("indian-chief", 3)
    cut_off(phone)
    marked = phone.page.locator("#pad .is-kept")
    expect(marked).to_have_count(0)
    put_aside(phone, LAWYER, 1)
    cards = marked.evaluate_all("keys => keys.map(key => key.dataset.card)")
    assert sorted(cards) == sorted(LAWYER.split())
    expect(phone.page.locator(key("KH")).locator("input").first).to_have_attribute(
        "title", "K♥: in an entry saved on this phone"
    )
    phone.cards("KH")
    assert phone.chosen() == ["KH"]
    expect(phone.page.locator("#verdict")).to_contain_text("K♥: in an entry saved on this phone")
    phone.tap("#live")
    phone.tap("#queue li .button")
    expect(marked).to_have_count(0)
    expect(phone.page.locator("#verdict")).not_to_contain_text("in an entry saved")
    found(phone)


def test_a_second_copy_is_not_marked(host: Phone, app: Flask) -> None:
    """Two packs: one of the two dots goes out, both must wait before the key is hatched; sent, it
    is the server's word again.
    """
    cut_off(host)
    put_aside(host, "KH", 1)
    expect(host.page.locator(f"{key('KH')} .is-left.is-kept")).to_have_count(1)
    expect(host.page.locator("#pad .key.is-kept")).to_have_count(0)
    put_aside(host, "KH 2S", 2)
    expect(host.page.locator("#pad .key.is-kept")).to_have_attribute("data-card", "KH")
    found(host)
    sent(host)
    assert recorded(app, host) == [("s1", "thief"), ("s2", "beggar")]
    expect(host.page.locator(f"{key('KH')}.is-closed")).to_be_attached(timeout=WAIT)
    expect(host.page.locator("#pad .is-kept")).to_have_count(0)


@plays("the-pairs")
def test_an_empty_answer_is_not_kept(new_phone: MakePhone) -> None:
    """Where a card is asked for, the big button alone keeps nothing."""
    phone = new_phone()
    phone.start("the-pairs", 3)
    cut_off(phone)
    expect(phone.page.locator(GO)).to_have_text("Tap Ann’s cards")
    phone.tap(GO)
    expect(phone.page.locator(".queue-note")).to_have_text("Tap the cards")
    expect(phone.page.locator("#live")).to_have_text("Offline")
    found(phone)


@plays("the-things")
def test_the_button_is_free_again_once_its_entry_waits(new_phone: MakePhone) -> None:
    """A page without a pad: the button no longer says that it is recording."""
    phone = new_phone()
    phone.start("the-things", 4)
    cut_off(phone)
    words = phone.page.locator(GO).inner_text()
    phone.tap(GO)
    expect(phone.page.locator("#live")).to_have_text("Offline · 1 saved")
    expect(phone.page.locator(GO)).to_have_text(words)
    found(phone)
    sent(phone)


def test_no_tap_loses_the_page(host: Phone) -> None:
    """Links and Undo would need the server: the page stays and says so."""
    host.meld(LAWYER)
    cut_off(host)
    host.cards(POOR)
    host.tap("#menu summary")
    host.tap('#menu a[href$="/sheet"]')
    expect(host.page.locator("#queue-note")).to_contain_text("need a connection")
    host.page.locator("#menu").evaluate("menu => { menu.open = false; }")
    host.tap("#actions .button-undo")
    assert sorted(host.chosen()) == sorted(POOR.split())
    found(host)


def test_a_reload_loses_nothing(host: Phone, app: Flask) -> None:
    """What waits is in the phone's storage: the page that opens again sends it."""
    cut_off(host)
    put_aside(host, LAWYER, 1)
    put_aside(host, POOR, 2)
    host.page.context.set_offline(False)
    host.page.goto("about:blank")
    host.problems.clear()
    host.table()
    sent(host)
    assert recorded(app, host) == [("s1", "lawyer"), ("s2", "poor")]


def test_an_answer_that_got_lost_counts_once(host: Phone, app: Flask) -> None:
    """The server recorded it, the phone never heard: it is sent again and is the same entry."""
    until(host, STANDS)

    def swallow(route) -> None:  # type: ignore[no-untyped-def]
        route.fetch(max_redirects=0)
        route.abort()

    host.page.route("**/entry", swallow, times=1)
    host.cards(LAWYER)
    host.tap(GO)
    sent(host)
    host.gained("s1", "+25")
    assert recorded(app, host) == [("s1", "lawyer")]


def in_conflict(host: Phone, guest: Phone, *saved: str) -> None:
    """Both enter Ann’s first meld, the guest without a line; what is saved there comes back to two
    answers.
    """
    cut_off(guest)
    host.meld("8C")
    for waiting, cards in enumerate(saved, 1):
        put_aside(guest, cards, waiting)
    found(guest)
    expect(guest.page.locator("#conflict")).to_be_visible(timeout=WAIT)


@pytest.mark.parametrize("use", [False, True])
def test_two_phones_in_conflict(new_phone: MakePhone, app: Flask, use: bool) -> None:
    """Somebody entered for the same seat: both stand side by side, one tap decides; what is for
    another seat goes without a question.
    """
    host, guest = pair(new_phone(), new_phone())
    in_conflict(host, guest, "7C", POOR)
    box = guest.page.locator("#conflict")
    expect(box).to_contain_text("Ann’s cards are already in")
    expect(box.locator("li")).to_have_count(2)
    expect(box.locator(".mini")).to_have_count(2)
    expect(box.get_by_role("button")).to_have_text(["Use 7", "Keep 8"])
    until(guest, "JSON.parse(localStorage.getItem('queue')).length === 1")
    assert recorded(app, host) == [("s1", "thief"), ("s2", "poor")]
    guest.tap(box.get_by_role("button", name="Use 7" if use else "Keep 8"))
    sent(guest)
    first, second = (sorted(played.cards) for played in history(app, host.code).played)
    assert (first, second) == (["7C" if use else "8C"], sorted(POOR.split()))
    guest.gained("s1", "+7" if use else "+8")
    for phone in (host, guest):
        phone.problems.clear()


def test_the_same_entered_on_two_phones_is_no_conflict(new_phone: MakePhone, app: Flask) -> None:
    """Nobody is asked which of two equal entries is right, and it counts once."""
    host, guest = pair(new_phone(), new_phone())
    cut_off(guest)
    host.meld(LAWYER)
    put_aside(guest, LAWYER, 1)
    found(guest)
    sent(guest)
    assert recorded(app, host) == [("s1", "lawyer")]
    for phone in (host, guest):
        phone.problems.clear()


def test_a_question_left_open_is_asked_again(new_phone: MakePhone, app: Flask) -> None:
    """Closed without an answer, and loaded anew, it is there again: nothing is dropped by
    itself.
    """
    host, guest = pair(new_phone(), new_phone())
    in_conflict(host, guest, "7C")
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("#live")).to_have_text("1 not recorded")
    guest.page.reload()
    expect(guest.page.locator("#conflict")).to_be_visible(timeout=WAIT)
    assert recorded(app, host) == [("s1", "thief")]
    for phone in (host, guest):
        phone.problems.clear()


def test_what_was_refused_is_told_on_every_page(new_phone: MakePhone, app: Flask) -> None:
    """Also on one without a bar, from where it leads to its table; there it stands open."""
    host, guest = pair(new_phone(), new_phone())
    in_conflict(host, guest, "7C")
    guest.go("/")
    expect(guest.page.locator("#saved-row")).to_have_text("1 not recorded")
    guest.tap(guest.page.get_by_role("link", name="Go to that game"))
    expect(guest.page.locator("#conflict")).to_be_visible(timeout=WAIT)
    assert recorded(app, host) == [("s1", "thief")]
    for phone in (host, guest):
        phone.problems.clear()


def test_a_refused_entry_is_changed_in_its_place(new_phone: MakePhone, app: Flask) -> None:
    """A card that lies elsewhere: the refusal, the pad with its cards, another card, and the rest
    of the queue follows.
    """
    phone = new_phone()
    phone.start("indian-chief", 3)
    phone.meld(LAWYER)
    cut_off(phone)
    typed(phone, "KH JS 4S")
    phone.tap(GO)
    expect(phone.page.locator("#live")).to_have_text("Offline · 1 saved")
    put_aside(phone, "9H 2C", 2)
    found(phone)
    stopped = phone.page.locator("#queue .is-stopped")
    expect(stopped).to_contain_text("Bo’s Poor Man was not recorded", timeout=WAIT)
    phone.tap(stopped.get_by_role("button", name="Fix it"))
    expect(phone.page.locator("#refusal-title")).to_be_visible()
    phone.tap("#refusal .button-go")
    phone.tap(key("KH"))
    phone.tap(key("KS"))
    phone.settle()
    phone.tap(GO)
    sent(phone)
    assert recorded(app, phone) == [("s1", "lawyer"), ("s2", "poor"), ("s3", "beggar")]
    phone.problems.clear()


def test_rows_are_filled_without_the_server(new_phone: MakePhone, app: Flask) -> None:
    """Blind Date: each tap fills the lit place, the whole turn waits as one entry."""
    phone = new_phone()
    phone.start("blind-date", 3)
    cut_off(phone)
    for blind, match, whom in (("KS", "QS", "Bo"), ("KH", "QH", "Cy"), ("KD", "QD", "Ann")):
        phone.tap(f'#pad button[value="{blind}"]')
        phone.tap(f'#pad button[value="{match}"]')
        phone.tap(phone.page.locator(".target button", has_text=whom))
    phone.tap(GO)
    expect(phone.page.locator("#live")).to_have_text("Offline · 1 saved")
    found(phone)
    sent(phone)
    assert recorded(app, phone) == [("s1", "date"), ("s2", "date"), ("s3", "date")]
    phone.problems.clear()


@plays("three-draw")
def test_a_tap_on_a_key_waits_too(new_phone: MakePhone, app: Flask) -> None:
    """A game of one tap a card: what comes next is not guessed, the key itself waits."""
    phone = new_phone()
    phone.start("three-draw", 3)
    cut_off(phone)
    phone.tap('#pad .key[data-card="7"]')
    expect(phone.page.locator("#live")).to_have_text("Offline · 1 saved")
    expect(phone.page.locator("#queue li b")).to_have_text("Ann: 7")
    expect(phone.page.locator("#verdict")).to_contain_text("Tap the next player.")
    found(phone)
    sent(phone)
    assert recorded(app, phone) == [("s1", "draw")]
    phone.problems.clear()


# The server that people really run, killed in the middle of a round


def test_the_server_goes_away_in_mid_round(chromium: Browser, tmp_path: Path) -> None:
    """Killed and started again on the same file: the light tells each state, and what waited is
    recorded.
    """
    port = free_port()
    with RealServer(tmp_path, port) as server:
        phone = make_phone(chromium, server.address)
        phone.start("indian-chief", 4)
        phone.meld(LAWYER)
        until(phone, LIVE)
    expect(phone.page.locator("#live.is-offline")).to_be_visible(timeout=WAIT)
    put_aside(phone, POOR, 1)
    put_aside(phone, "9S 9D", 2)
    with RealServer(tmp_path, port):
        expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=2 * WAIT)
        sent(phone)
        phone.gained("s2", "+14")
        expect(phone.page.locator('#page[data-revision="4"]')).to_be_attached(timeout=WAIT)
        phone.page.context.close()


# An app on the phone


@pytest.mark.parametrize("below", ["", "/referee"])
def test_rulebooks_and_sheets_open_without_the_server(
    chromium: Browser, tmp_path: Path, below: str
) -> None:
    """Once the worker stands: rulebooks, clauses and blank sheets from the phone, under the same
    policy as ever, and below a path, as behind a proxy.
    """
    port = free_port()
    site = f"http://127.0.0.1:{port}{below}"
    with RealServer(tmp_path, port, *(("--url", site) if below else ())):
        phone = make_phone(chromium, site, service_workers="allow")
        phone.start("indian-chief", 4)
        until(
            phone,
            "navigator.serviceWorker.getRegistration().then(one => navigator.serviceWorker"
            f".controller !== null && new URL(one.scope).pathname === '{below}/')",
            60,
        )
        until(
            phone,
            f"caches.match('{below}/print/sheet?game=blind-date&players=4&paper=letter&rules=yes',"
            " {ignoreVary: true}).then(Boolean)",
            60,
        )
        until(phone, LIVE)
        phone.meld(LAWYER)
        until(
            phone,
            "caches.match(location.pathname).then(found => found ? found.text() : '').then(text =>"
            " text.includes('data-revision=\"2\"'))",
        )
        phone.page.context.set_offline(True)
        phone.go("/rules")
        phone.tap(f'a[href="{below}/rules/blind-date"]')
        expect(phone.page.locator("#main")).to_contain_text("Blind Date")
        phone.go("/rules/indian-chief/IC-29")
        expect(phone.page).to_have_url(f"{site}/rules/indian-chief#IC-29")
        phone.go("/ask/blind-date")
        expect(phone.page.locator("#main")).to_contain_text("work offline")
        phone.tap("#known-games a")
        expect(phone.page).to_have_url(f"{site}/t/{phone.code}")
        expect(phone.page.locator("#live.is-offline")).to_be_visible(timeout=WAIT)
        put_aside(phone, POOR, 1)
        phone.page.reload()
        expect(phone.page.locator("#live")).to_have_text("Offline · 1 saved", timeout=WAIT)
        expect(phone.page.locator("#turn h2")).to_have_text("Cy")
        phone.page.context.set_offline(False)
        sent(phone)
        phone.gained("s2", "+14")
        assert not [line for line in phone.problems if "Content Security" in line]
        cookies = phone.page.context.cookies()
        assert {one["path"] for one in cookies if one["name"] == "device"} == {f"{below}/"}
        phone.page.context.close()
