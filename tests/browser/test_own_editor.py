"""A score sheet made by taps: Wizard from nothing, and a formula that is mended."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from referee.own.packed import packed, unpacked
from referee.samples import sample_sheet
from referee.words import LANGUAGES
from tests.browser.conftest import Counted, MakePhone
from tests.browser.own_scenes import WRONG
from tests.browser.phone import GO, Phone

TAPS = 12
"""From an empty page to the page of players, apart from letters that are typed."""
POINTS = ".try-it output"


def told(phone: Phone) -> dict[str, object]:
    """The sheet of the address."""
    return unpacked(phone.page.url.partition("sheet=")[2].partition("&")[0])


def fits(phone: Phone) -> bool:
    """Whether nothing of the page scrolls."""
    height = "document.documentElement.scrollHeight <= innerHeight"
    width = "document.documentElement.scrollWidth <= innerWidth"
    return bool(phone.page.evaluate(f"{height} && {width}"))


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_wizard_is_made_by_a_few_taps(
    new_phone: MakePhone, counted: Counted, lang: str, script: bool
) -> None:
    """Nothing scrolls on a phone of 360 × 740; the trial counts like the game."""
    phone = new_phone(lang, java_script_enabled=script)
    phone.go("/own/new")
    page, before = phone.page, phone.taps
    phone.tap("#name")
    page.keyboard.type("Wizard")
    phone.tap('[value="players-3"]')
    expect(page.locator('[value="players-3"]')).to_have_attribute("aria-pressed", "true")
    phone.tap('[value="players-6"]')
    expect(page.locator("[aria-pressed=true]")).to_have_count(4)
    phone.tap("label:has([name=over][value=rounds])")
    if not script:
        phone.tap("button.no-script")
    phone.tap('[value="way-divided-0"]')
    expect(page.locator("[name=rounds]")).to_have_value("60")
    expect(page.locator("#name")).to_have_value("Wizard")
    assert not script or fits(phone)
    phone.tap(GO)
    page.wait_for_url("**/own/entries?*")
    phone.tap('[value="add-bid-0"]')
    expect(page.locator(".own-entries li")).to_have_count(2)
    assert not script or fits(phone)
    phone.tap(GO)
    page.wait_for_url("**/own/points?*")
    phone.tap('[value="add-exact-0"]')
    expect(page.locator(POINTS)).to_have_text(["40", "−20"])
    assert not script or fits(phone)
    phone.tap(GO)
    page.wait_for_url("**/new/own-*")
    expect(page.locator("h1")).to_have_text("Wizard")
    counted(f"Wizard from nothing, {lang}", phone.taps - before, TAPS + (not script))


def test_a_gap_is_sent_as_soon_as_it_is_changed(phone: Phone) -> None:
    """The trial follows; a reload, Back and the address keep everything."""
    phone.go("/own/sample/wizard")
    page = phone.page
    expect(page.locator(POINTS)).to_have_text(["40", "−20"])
    page.locator('[name="g.0.N"]').fill("30")
    page.locator('[name="g.0.N"]').blur()
    expect(page.locator(POINTS)).to_have_text(["50", "−20"])
    page.locator('[name="t.1.s2"]').fill("1")
    page.locator('[name="t.1.s2"]').blur()
    expect(page.locator(POINTS)).to_have_text(["50", "40"])
    page.reload()
    expect(page.locator(POINTS)).to_have_text(["50", "40"])
    page.locator('[name="g.0.A"]').select_option("bid")
    expect(page.locator(POINTS)).to_have_text(["50", "40"])
    phone.tap('#actions [value="back"]')
    page.wait_for_url("**/own/entries?*")
    page.go_back()
    page.wait_for_url("**/own/points?*")
    expect(page.locator('[name="g.0.A"]')).to_have_value("bid")
    expect(page.locator('[name="g.0.N"]')).to_have_value("30")


def test_a_formula_is_written_by_keys_and_mended_by_a_tap(phone: Phone) -> None:
    phone.go(f"/own/points/0/formula?sheet={packed(WRONG)}")
    page, formula = phone.page, phone.page.locator("#points")
    expect(page.locator(".formula u")).to_have_text("Bidd")
    phone.tap('[value="mend-1"]')
    expect(page.locator(".field-error")).to_have_count(0)
    expect(page.locator(POINTS)).to_have_text(["40", "−20"])
    formula.fill("5 × ")
    phone.tap('[data-insert="Bid"]')
    phone.tap('[data-insert="+"]')
    phone.tap('[data-insert="highest("]')
    phone.tap('[data-insert="Tricks"]')
    expect(formula).to_have_value("5 × Bid + highest(Tricks")
    expect(formula).to_be_focused()
    expect(page.locator(".field-error")).to_have_count(1)
    page.keyboard.type(")")
    formula.blur()
    expect(page.locator(POINTS)).to_have_text(["13", "8"])
    phone.tap(GO)
    page.wait_for_url("**/own/points?*")
    assert told(phone)["points"] == [{"points": "5 × bid + max(won)"}]


def test_what_is_written_while_an_answer_is_under_way_stays(phone: Phone) -> None:
    """And it is sent, although nobody leaves its field."""
    phone.go("/own/sample/wizard")
    page, held = phone.page, list[Route]()
    page.route("**/own/points", lambda route: held.append(route), times=1)
    with page.expect_request("**/own/points"):
        page.locator('[name="g.0.N"]').fill("30")
        page.locator('[name="g.0.N"]').blur()
    page.locator('[name="g.0.M"]').fill("100")
    held[0].continue_()
    expect(page.locator(POINTS)).to_have_text(["230", "−20"])
    expect(page.locator('[name="g.0.M"]')).to_be_focused()
    expect(page.locator('[name="g.0.M"]')).to_have_value("100")


def test_no_keyboard_rises_after_a_tap(phone: Phone) -> None:
    """What was tapped is gone, and yet the first number is not lit."""
    phone.go("/own/sample/rummy-500")
    page = phone.page
    phone.tap(".own-add > summary")
    phone.tap('[value="add-each-0"]')
    expect(page.locator(".own-saying")).to_have_count(3)
    expect(page.locator(".own-add > summary")).to_be_focused()
    phone.tap(page.locator(".own-more > summary").first)
    phone.tap('[value="drop-0"]')
    expect(page.locator(".own-saying")).to_have_count(2)
    expect(page.locator(".own-add > summary")).to_be_focused()


def test_no_keyboard_rises_after_another_way_to_tell_the_rounds(phone: Phone) -> None:
    phone.go(f"/own/game?sheet={packed({**sample_sheet('golf'), 'over': {'rounds': 9}})}")
    for way in ("divided", "table", "number"):
        phone.tap(f'[value="way-{way}-0"]')
        expect(phone.page.locator(f'[value="way-{way}-0"]')).to_have_count(0)
        expect(phone.page.locator(GO)).to_be_focused()


def test_what_opens_at_the_foot_of_the_page_is_seen(phone: Phone) -> None:
    phone.go(f"/own/entries?sheet={packed(sample_sheet('wizard'))}")
    phone.tap(".own-add > summary")
    last = phone.page.locator(".own-add li").last
    expect(last).to_be_in_viewport(ratio=1)
    below = "(last) => last.getBoundingClientRect().bottom"
    foot = "(foot) => foot.getBoundingClientRect().top"
    assert last.evaluate(below) <= phone.page.locator("#actions").evaluate(foot)


def test_a_tap_and_a_choice_while_an_answer_is_under_way_are_quiet(phone: Phone) -> None:
    """No script fails over what has the focus: a button, or one of some choices."""
    phone.go(f"/own/game?sheet={packed({**sample_sheet('golf'), 'over': {'rounds': 9}})}")
    page, wrong = phone.page, list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    more = page.locator('[value="rounds-more-0"]')
    page.evaluate("document.querySelector('[value=players-4]').click()")
    more.focus()
    expect(page.locator("[aria-pressed=true]")).to_have_text(["4"])
    expect(more).to_be_focused()
    held = list[Route]()
    page.route("**/own/game", lambda route: held.append(route), times=1)
    with page.expect_request("**/own/game"):
        page.locator("label:has([name=wins][value=high])").click()
    page.locator("label:has([name=wins][value=low])").click()
    held[0].continue_()
    expect(page.locator("[name=wins][value=low]")).to_be_checked()
    phone.page.wait_for_function("location.search.length > 0")
    assert wrong == []


def test_fast_thumbs_lose_no_tap(phone: Phone) -> None:
    """Each tap changes what the one before has made, whenever that is answered."""
    phone.go(f"/own/game?sheet={packed({**sample_sheet('golf'), 'over': {'rounds': 9}})}")
    page = phone.page
    page.evaluate(
        """() => {
          document.querySelector('#name').value = 'Mini golf';
          for (const tap of ['rounds-more-0', 'rounds-more-0', 'players-4', 'players-5'])
            document.querySelector(`[value="${tap}"]`).click();
        }"""
    )
    expect(page.locator("[aria-pressed=true]")).to_have_text(["4", "5"])
    expect(page.locator("[name=rounds]")).to_have_value("11")
    assert told(phone)["name"] == "Mini golf"
    assert told(phone)["players"] == [4, 5]


def test_samples_are_beside_the_beginnings_in_a_wide_room(phone: Phone) -> None:
    """Two columns, both from the top."""
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    phone.go("/own")
    ways, samples = (phone.page.locator(one).bounding_box() for one in (".begin-ways", ".samples"))
    assert ways
    assert samples
    assert samples["x"] > ways["x"] + ways["width"]
    assert samples["y"] < ways["y"] + ways["height"]
