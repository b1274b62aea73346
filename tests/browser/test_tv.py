"""The screen in the room in a browser: it follows the table by itself, needs no scrolling, and
passes the accessibility check.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import ViewportSize, expect

from referee.games import GAMES
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import Phone
from tests.browser.play import be
from tests.browser.survey import TAGS, objections, options
from tests.properties.test_every_game import ids_of, upto
from tests.support.random_play import EVERY, random_history, start_event
from tests.support.talk import play
from tests.support.tiers import one_in

pytestmark = pytest.mark.slow

SCREEN: ViewportSize = {"width": 1280, "height": 720}
SCREENS: tuple[ViewportSize, ...] = (
    SCREEN,
    {"width": 1920, "height": 1080},
    {"width": 1024, "height": 768},
    {"width": 768, "height": 1024},
)
SEEDS = range(1, 400, 2)
OUTSIDE = in_page("outside")


def seed_for(game: str, players: int) -> int:
    """A seed whose table has so many seats."""
    return next(
        seed for seed in SEEDS if len(start_event(EVERY[game], seed).data["seats"]) == players
    )


def screen_at(app: Flask, phone: Phone, game: str, players: int, part: float) -> None:
    """A table as far as ``part`` of its game, on a screen in the room."""
    whole = random_history(game, seed_for(game, players))
    client = app.test_client()
    phone.code = play(client, upto(whole, round(len(whole.played) * part)), ids_of(whole))["code"]
    be(phone, client)
    phone.page.set_viewport_size(SCREEN)
    phone.table("/tv")


@pytest.fixture
def host_and_screen(new_phone: MakePhone) -> tuple[Phone, Phone]:
    """The host of a table of three, and a screen in the room that follows it."""
    host, screen = new_phone(), new_phone()
    host.start("indian-chief", 3)
    screen.page.set_viewport_size(SCREEN)
    screen.post("/join", f"code={host.code}")
    screen.code = host.code
    screen.table("/tv")
    expect(screen.page.locator("#live.is-live")).to_be_visible()
    return host, screen


def counts(game: str) -> list[int]:
    """The numbers of players to try: few, four, eight, and as many as may play."""
    least, most = GAMES[game].info.seats
    return sorted({min(max(n, least), most) for n in (2, 4, 8, most)})


TABLES = [(game, players) for game in sorted(GAMES) for players in counts(game)]


@one_in(3)
@pytest.mark.parametrize(
    ("game", "players"), TABLES, ids=[f"{game}-{players}" for game, players in TABLES]
)
def test_nothing_scrolls_and_nothing_is_outside(
    app: Flask, new_phone: MakePhone, game: str, players: int
) -> None:
    """At every size, half played and at the end."""
    phone = new_phone(reduced_motion="reduce")
    for part in (0.5, 1):
        screen_at(app, phone, game, players, part)
        for size in SCREENS:
            phone.page.set_viewport_size(size)
            assert phone.page.evaluate(OUTSIDE) == [], (part, size)


def test_an_entry_shows_by_itself_and_nothing_moves(host_and_screen: tuple[Phone, Phone]) -> None:
    host, screen = host_and_screen
    expect(screen.page.locator(".tv-doing")).to_have_text(["to enter"] * 3)
    boxes = (
        "[...document.querySelectorAll('.tv-seat, .tv-corner')].map(one => { const at ="
        " one.getBoundingClientRect(); return [at.x, at.y, at.right, at.bottom].map(Math.round); })"
    )
    before = screen.page.evaluate(boxes)
    screen.page.evaluate("window.total = document.querySelector('#tv-s2-0')")
    host.meld_at("s1", "9C")
    expect(screen.page.locator(".tv-doing")).to_have_text(["entered", "to enter", "to enter"])
    expect(screen.page.locator("#tv-s1 .tv-total small")).to_have_text("+9")
    assert screen.page.evaluate(boxes) == before
    assert screen.page.evaluate("window.total.isConnected"), (
        "a number that stays is not put in anew, so it does not fade in"
    )


def test_a_finished_round_brings_totals_and_reasons(host_and_screen: tuple[Phone, Phone]) -> None:
    host, screen = host_and_screen
    host.melds("KH QS 4D AC", "3C 5S", "2H 9S 7S")
    expect(screen.page.locator("#tv-s1-25")).to_be_visible()
    expect(screen.page.locator(".tv-why").first).to_contain_text("10 + 10 + 4 + 1 = 25")
    assert screen.page.evaluate(OUTSIDE) == []


def test_the_keyboard_finds_the_way_back(new_phone: MakePhone) -> None:
    """One tab stop on the whole page: unseen until it is reached."""
    phone = new_phone()
    phone.start("indian-chief", 3)
    phone.page.set_viewport_size(SCREEN)
    phone.table("/tv")
    back = phone.page.locator(".tv-back")
    assert (back.bounding_box() or {})["width"] <= 1
    phone.page.keyboard.press("Tab")
    expect(back).to_be_focused()
    assert (back.bounding_box() or {})["width"] > 60
    others = "button, input, select, textarea, summary, [tabindex], main a"
    expect(phone.page.locator(others)).to_have_count(0)
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url(f"**/t/{phone.code}")


@one_in(5)
@pytest.mark.parametrize(
    ("game", "theme"), [(game, theme) for game in sorted(GAMES) for theme in ("light", "dark")]
)
def test_no_violation(app: Flask, new_phone: MakePhone, game: str, theme: str) -> None:
    """A screen is light in English and dark in Japanese."""
    phone = new_phone("en" if theme == "light" else "ja", reduced_motion="reduce")
    for part in (0.5, 1):
        screen_at(app, phone, game, counts(game)[-1], part)
        phone.table("/tv", theme=theme)
        assert objections(Axe().run(phone.page, options=options("tag", TAGS)).response) == []
