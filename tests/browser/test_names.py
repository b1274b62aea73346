"""Who plays, by taps: how many, symbols, places, known people, what differs from the standard
rules.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.games import GAMES
from referee.words import LANGUAGES
from tests.browser.conftest import Counted, MakePhone
from tests.browser.phone import GO, Phone
from tests.browser.play import set_players, type_names
from tests.support.examples import plays
from tests.support.tiers import one_in

pytestmark = [pytest.mark.slow, plays("indian-chief")]
COUNT = "#count"


def names(phone: Phone) -> list[str]:
    """The names as they stand in the lines that show."""
    return [box.input_value() for box in phone.page.locator("#people .text:visible").all()]


def shapes(phone: Phone) -> list[str]:
    """The shapes in the lines, in their order."""
    return [
        str(use.get_attribute("href")).partition("#")[2]
        for use in phone.page.locator("#people summary use[href*=signs]").all()
    ]


@one_in(5)
@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("script", [True, False])
def test_from_the_address_to_the_first_pad_without_a_name(
    new_phone: MakePhone, counted: Counted, game: str, script: bool
) -> None:
    """The game, the players, the setup: three taps, whatever the game, also without a script."""
    phone = new_phone(java_script_enabled=script)
    phone.go("/")
    before = phone.taps
    phone.tap(f'.game-cells a[href="/new/{game}"]')
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")
    phone.tap(GO)
    phone.page.wait_for_url("**/t/*")
    expect(phone.page.locator("#turn, #rows, #board").first).to_be_visible()
    counted(f"{game} to the first entry", phone.taps - before, 4)


def test_the_number_stops_at_the_limits_and_no_tap_makes_the_button_deaf(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    expect(phone.page.locator(COUNT)).to_have_text("4 players")
    set_players(phone, 2)
    phone.tap('.count [value="fewer"]')
    expect(phone.page.locator("#stopped")).to_have_text("Indian Chief needs at least 2 players.")
    set_players(phone, 8)
    phone.tap('.count [value="more"]')
    expect(phone.page.locator("#stopped")).to_have_text("Indian Chief is for 8 players at most.")
    assert names(phone) == [""] * 8
    expect(phone.page.locator(GO)).to_have_text("Start with 8 players")
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")


def test_what_was_typed_is_there_after_a_refusal_a_reload_and_back(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo", "Bo"])
    phone.tap(GO)
    expect(phone.page.locator(".person-line .field-error")).to_be_visible()
    assert names(phone) == ["Ann", "Bo", "Bo"]
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "", "Cy", "", "Eve"])
    phone.page.reload()
    assert names(phone) == ["Ann", "", "Cy", "", "Eve"]
    expect(phone.page.locator(COUNT)).to_have_text("5 players")
    phone.go("/settings")
    phone.page.go_back()
    assert names(phone) == ["Ann", "", "Cy", "", "Eve"]
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")
    expect(phone.page.locator("#here b")).to_have_text(["Ann", "Player 2", "Cy", "Player 4", "Eve"])


def test_known_people_come_into_the_line_that_is_typed_in(phone: Phone) -> None:
    phone.start("indian-chief", 3, show=False)
    phone.go("/new/indian-chief")
    expect(phone.page.locator(COUNT)).to_have_text("3 players")
    first, second, third = phone.page.locator(".known .chip").all_inner_texts()
    phone.page.locator("#people .text").nth(1).focus()
    phone.tap(phone.page.locator(".known .chip").first)
    assert names(phone) == ["", first, ""]
    phone.tap(phone.page.locator(".known .chip:visible").first)
    phone.tap(phone.page.locator(".known .chip:visible").first)
    assert sorted(names(phone)) == sorted([first, second, third])
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")


def test_a_person_is_moved_and_taken_out_with_the_symbol_and_the_deal(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo", "Cy"])
    before = shapes(phone)
    phone.tap(".change-rules > summary")
    phone.tap(".fold summary")
    phone.tap(phone.page.locator("label:has([name=dealer][value=s2])"))
    expect(phone.page.locator("#begins")).to_have_text("Bo deals.")
    phone.tap(phone.page.locator(".move summary").nth(1))
    phone.tap('[value="up-1"]')
    assert names(phone) == ["Bo", "Ann", "Cy"]
    assert shapes(phone)[:3] == [before[1], before[0], before[2]]
    expect(phone.page.locator("#begins")).to_have_text("Bo deals.")
    phone.tap(phone.page.locator(".sign-choice summary").nth(1))
    phone.tap('[value="drop-1"]')
    assert names(phone) == ["Bo", "Cy"]
    assert shapes(phone)[:2] == [before[1], before[2]]
    expect(phone.page.locator(GO)).to_have_text("Start with 2 players")


def test_a_symbol_is_chosen_and_whoever_had_it_gets_the_other(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo"])
    first, second = shapes(phone)[:2]
    phone.tap(phone.page.locator(".sign-choice summary").first)
    phone.tap(phone.page.locator(f'.shapes [value="{second}"]').first)
    assert shapes(phone)[:2] == [second, first]
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")
    phone.go(f"/t/{phone.path.split('/')[2]}")
    drawn = [
        str(use.get_attribute("href")).partition("#")[2]
        for use in phone.page.locator("#strip .stamp use").all()
    ]
    assert drawn == [second, first]


def test_what_differs_is_said_and_taken_back(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo"])
    expect(phone.page.locator("#changed")).to_be_hidden()
    phone.tap(phone.page.locator("label:has([name=depth][value=quick])"))
    expect(phone.page.locator("#changed")).to_be_hidden()
    phone.tap(".change-rules > summary")
    phone.tap(phone.page.locator("label:has([name=entry][value=secret])"))
    expect(phone.page.locator("#changed small")).to_have_text("In secret, on each phone")
    expect(phone.page.locator("#standard")).to_be_hidden()
    phone.tap("#back-to-standard button")
    expect(phone.page.locator("#changed")).to_be_hidden()
    assert phone.page.locator("[name=entry]:checked").get_attribute("value") == "open"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_players_fit_a_short_phone(new_phone: MakePhone, lang: str) -> None:
    """Of every game, with nothing typed: the number, four lines, the detail and the rules stand
    above the button.
    """
    phone = new_phone(lang, viewport={"width": 360, "height": 640})
    long = []
    for game in GAMES:
        phone.go(f"/new/{game}")
        over = phone.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        long += [(game, over)] if over > 0 else []
    assert long == []
