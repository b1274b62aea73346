"""An answer takes one screen of 360 × 740: every recorded ruling, and the ruling about any number of a table."""

from __future__ import annotations

import tomllib
from itertools import islice

import pytest
from playwright.sync_api import expect

from referee.games import GAMES, QUESTIONS
from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.browser.scenes import Sampled
from tests.support.golden import folder_of

pytestmark = pytest.mark.slow

LANGUAGES = ("en", "ja")
SCREEN = 740
MOST_PLAYERS = 8
EVERY = [pytest.param(game, lang, id=f"{game}-{lang}") for game in QUESTIONS for lang in LANGUAGES]


def height(phone: Phone) -> int:
    """How tall the page is; nothing may be wider than the phone."""
    wide, high = phone.page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
    assert wide == phone.page.viewport_size["width"]
    return int(high)


def rulings(game: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The path and the facts of every recorded ruling by its question and name."""
    with (folder_of(game) / "desk.toml").open("rb") as file:
        cases = [case for case in tomllib.load(file)["case"] if "verdict" in case]
    return {f"{case['question']}: {case['name']}": (f"/ask/{game}/{case['question']}", _told(case)) for case in cases}


def _told(case: dict[str, dict[str, object]]) -> dict[str, str]:
    told = {**case["facts"], **{f"o.{name}": value for name, value in case.get("options", {}).items()}}
    return {name: ("1" if value else "0") if isinstance(value, bool) else str(value) for name, value in told.items()}


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_recorded_ruling_fits_one_screen(new_phone: MakePhone, game: str, lang: str) -> None:
    """Each in English, which takes more lines, and every second in Japanese."""
    phone = new_phone(lang)
    tall = {}
    for name, (path, facts) in islice(rulings(game).items(), 0, None, 1 if lang == "en" else 2):
        phone.go(path, **facts)
        expect(phone.page.locator("#ruling")).to_be_visible()
        if (high := height(phone)) > SCREEN:
            tall[name] = high
    assert tall == {}


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_the_ruling_about_a_number_fits_one_screen(new_phone: MakePhone, game: str, lang: str) -> None:
    """At a table as full as it may be; whoever scored in the first round, and in the last."""
    phone = new_phone(lang)
    table = Sampled(game, min(MOST_PLAYERS, GAMES[game].info.seats[1]), 5)
    table.make(phone)
    tall = {}
    for number, seat in scored(table):
        phone.table(f"/ruling/{number}/{seat}")
        expect(phone.page.locator("#ruling")).to_be_visible()
        if (high := height(phone)) > SCREEN:
            tall[number, seat] = high
    assert tall == {}


@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_the_rulings_that_every_game_has_fit_one_screen(new_phone: MakePhone, game: str, lang: str) -> None:
    """At a table as full as it may be, once it is over: who has won, what comes now, and a move that may not be made any more."""
    phone = new_phone(lang)
    table = Sampled(game, min(MOST_PLAYERS, GAMES[game].info.seats[1]), 5)
    table.make(phone)
    kind, seat = next(iter(GAMES[game].info.kinds)), "s1"
    tall = {}
    for question, facts in (("end", {}), ("next", {}), ("may", {"move": kind, "mover": seat})):
        phone.go(f"/ask/{game}/{question}", table=phone.code, **facts)
        expect(phone.page.locator("#ruling")).to_be_visible()
        if (high := height(phone)) > SCREEN:
            tall[question] = high
    assert tall == {}


def scored(table: Sampled) -> list[tuple[int, str]]:
    """Rounds and seats with a number on the sheet, of the first round and of the last."""
    game, last = GAMES[table.game], table.whole()[-1]
    cells = sorted({(line.round, line.seat) for line in game.lines(game.advance(last.state, last.move)) if line.counts})
    return [(number, seat) for number, seat in cells if number in (cells[0][0], cells[-1][0])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_folded_opens_with_a_tap_and_without_script(new_phone: MakePhone, lang: str) -> None:
    """A whole turn of a blind date has more reasons than a screen holds; each stands under its fold."""
    phone = new_phone(lang, java_script_enabled=False)
    path, facts = next(one for name, one in rulings("blind-date").items() if name == "turn: E4 number cards in winter")
    phone.go(path, **facts)
    folds = phone.page.locator(".ruling-part")
    assert folds.count() >= 2
    for fold in folds.all():
        expect(fold.locator("p").first).to_be_hidden()
        phone.tap(fold.locator("summary"))
        expect(fold.locator("p").first).to_be_visible()
