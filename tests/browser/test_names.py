"""Who plays, by taps: signs, places, known people, what differs from the standard rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.games import GAMES
from referee.words import LANGUAGES
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone
from tests.browser.play import type_names
from tests.support.examples import plays

pytestmark = [pytest.mark.slow, plays("indian-chief")]


def names(phone: Phone) -> list[str]:
    """The names as they stand in the lines that show."""
    return [box.input_value() for box in phone.page.locator("#people .text:visible").all()]


def shapes(phone: Phone) -> list[str]:
    """The shapes in the lines, in their order."""
    return [str(use.get_attribute("href")).partition("#")[2] for use in phone.page.locator("#people summary use[href*=signs]").all()]


def test_names_are_typed_without_a_tap_and_lines_come_by_themselves(phone: Phone) -> None:
    """The button counts, an unfinished list is not sent, and Enter on the empty last line closes the keyboard."""
    phone.go("/new/indian-chief")
    assert names(phone) == ["", ""]
    phone.tap(GO)
    expect(phone.page.locator("#people .text").first).to_be_focused()
    type_names(phone, ["Ann", "Bo", "Cy"])
    assert names(phone) == ["Ann", "Bo", "Cy", ""]
    expect(phone.page.locator(GO)).to_have_text("Open the table for 3")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#people .text").nth(3)).not_to_be_focused()
    assert phone.path == "/new/indian-chief"
    for at, name in enumerate("DEFGH", 3):
        phone.page.locator("#people .text").nth(at).fill(name)
    assert names(phone) == ["Ann", "Bo", "Cy", *"DEFGH"]


def test_a_person_is_moved_and_taken_out_with_the_sign_and_the_deal(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo", "Cy"])
    before = shapes(phone)
    phone.tap(".change-rules > summary")
    phone.tap(".fold summary")
    phone.tap(phone.page.locator("label:has([name=dealer][value=s2])"))
    expect(phone.page.locator("#begins")).to_have_text("Bo deals.")
    phone.tap(phone.page.locator(".move summary").nth(1))
    phone.tap('[value="up-1"]')
    assert names(phone)[:3] == ["Bo", "Ann", "Cy"]
    assert shapes(phone)[:3] == [before[1], before[0], before[2]]
    expect(phone.page.locator("#begins")).to_have_text("The first deals.")
    phone.tap('[value="drop-1"]')
    assert names(phone) == ["Bo", "Cy", ""]
    assert shapes(phone)[:2] == [before[1], before[2]]
    expect(phone.page.locator(GO)).to_have_text("Open the table for 2")


def test_a_sign_is_chosen_and_whoever_had_it_gets_the_other(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo"])
    first, second = shapes(phone)[:2]
    phone.tap(phone.page.locator(".sign-choice summary").first)
    phone.tap(phone.page.locator(f'.shapes [value="{second}"]').first)
    assert shapes(phone)[:2] == [second, first]
    phone.tap(GO)
    phone.page.wait_for_url("**/setup")
    phone.go(f"/t/{phone.path.split('/')[2]}")
    drawn = [str(use.get_attribute("href")).partition("#")[2] for use in phone.page.locator("#strip .stamp use").all()]
    assert drawn == [second, first]


def test_what_differs_is_said_and_taken_back(phone: Phone) -> None:
    phone.go("/new/indian-chief")
    type_names(phone, ["Ann", "Bo"])
    expect(phone.page.locator("#changed")).to_be_hidden()
    phone.tap(".change-rules > summary")
    phone.tap(phone.page.locator("label:has([name=depth][value=quick])"))
    phone.tap(phone.page.locator("label:has([name=entry][value=secret])"))
    expect(phone.page.locator("#changed b")).to_have_text("In secret, each on their own phone; Meld and points only")
    expect(phone.page.locator("#standard")).to_be_hidden()
    phone.tap("#changed button")
    expect(phone.page.locator("#changed")).to_be_hidden()
    assert phone.page.locator("[name=depth]:checked").get_attribute("value") == "full"
    assert phone.page.locator("[name=entry]:checked").get_attribute("value") == "open"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_standard_rules_mean_takes_two_lines_at_most(new_phone: MakePhone, lang: str) -> None:
    phone = new_phone(lang)
    long = []
    for game in GAMES:
        phone.go(f"/new/{game}")
        said = phone.page.locator("#standard .small")
        height = said.evaluate("node => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight)")
        long += [(game, said.inner_text())] if height > 2.1 else []
    assert long == []
