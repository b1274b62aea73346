"""Rooms of every size: what a wide one shows beside the pad, what a phone never asks for, and no
key under the verdict on short screens.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import NAMES, Phone, box
from tests.browser.scenes import ENTRY, SCENES, Tables
from tests.browser.survey import SIZES, resize

SHORT = [(360, 640), (375, 667), (390, 664), (740, 360)]
UNDER_THE_BUTTON = in_page("under_the_button")
CROWDED = in_page("crowded")
COVERED = in_page("covered")
KEYS = ("dates-target", "pyramid", "blind-date-reveal", "cracker-highest")
UNDER_THE_THUMB = [scene for scene in ENTRY if not scene.startswith("away")]


def asked_beside(page: Page) -> list[str]:
    """The addresses of what stands beside the pad, as they are asked for."""
    found: list[str] = []
    page.on(
        "request",
        lambda request: found.append(request.url) if request.url.endswith("/beside") else None,
    )
    return found


def entered(app: Flask, code: str, seat: str, *cards: str) -> None:
    """Another phone's entry."""
    client = app.test_client()
    table = app.extensions["service"].store.table_by_code(code)
    answer = client.post(
        f"/api/t/{code}/moves",
        headers={"Authorization": f"Bearer {table.host_link}"},
        json={
            "seen": app.extensions["service"].store.head(table.id),
            "key": f"{seat}{cards}",
            "entries": [{"kind": "beggar", "seat": seat, "data": {"cards": cards}}],
        },
    )
    assert answer.status_code == 201, answer.get_json()


@pytest.mark.slow
def test_a_phone_asks_for_nothing_that_only_a_wide_room_shows(phone: Phone, app: Flask) -> None:
    asked = asked_beside(phone.page)
    code = phone.start("indian-chief", 4)
    entered(app, code, "s2", "KH", "KS")
    phone.page.wait_for_selector("#strip [data-seat=s2] [aria-label='has entered']")
    assert asked == []
    resize(phone.page, 1180, 820)
    phone.page.wait_for_selector(".side-sheet")
    assert len(asked) == 1
    with phone.page.expect_request("**/beside"):
        entered(app, code, "s3", "QH", "QS")
    assert len(asked) == 2


@pytest.mark.slow
def test_what_is_tapped_shows_on_the_sheet_before_it_is_recorded(phone: Phone) -> None:
    resize(phone.page, 1180, 820)
    phone.start("indian-chief", 4)
    phone.page.wait_for_selector("#now-s1")
    for card in ("KH", "QS", "4D", "AC"):
        phone.page.click(f".key[data-card='{card}'] .key-tap")
    phone.page.wait_for_selector("#now-s1 .is-live b:text-is('25')")
    phone.page.click("#actions .button-go")
    phone.page.wait_for_selector(
        ".side-sheet .is-running td:first-of-type .cell:not(.is-live) b:text-is('25')"
    )


@pytest.mark.parametrize(
    "size",
    [
        SIZES[3],
        *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:] if size != SIZES[3]),
    ],
    ids=str,
)
def test_a_room_of_any_size_holds_the_entry(new_phone: MakePhone, size: tuple[int, int]) -> None:
    phone = new_phone()
    resize(phone.page, size[0], size[1])
    phone.start("indian-chief", 4)
    phone.page.wait_for_load_state("networkidle")
    keys = [box(key) for key in phone.page.locator("#pad .key:not(.suit-back)").all()]
    assert len(keys) == 52
    assert min(key["width"] for key in keys) >= 43
    assert min(key["height"] for key in keys) >= 36
    go = box(phone.page.locator("#actions .button-go"))
    assert go["y"] + go["height"] <= size[1] + 1


@pytest.mark.slow
@pytest.mark.parametrize("size", SHORT, ids=str)
def test_no_key_lies_under_the_verdict(new_phone: MakePhone, size: tuple[int, int]) -> None:
    phone = new_phone()
    resize(phone.page, size[0], size[1])
    phone.start("indian-chief", 4)
    for card in ("KH", "QS"):
        phone.page.click(f".key[data-card='{card}'] .key-tap")
    phone.page.wait_for_selector("#verdict .verdict-say")
    assert phone.page.evaluate(COVERED) == []
    keys = phone.page.locator("#pad .key:visible").all()
    assert min(box(key)["height"] for key in keys) >= 40
    assert phone.page.evaluate("document.scrollingElement.scrollHeight") <= size[1]


@pytest.fixture(scope="module")
def tables(chromium: Browser, server: str) -> dict[str, Tables]:
    """The tables of each language, made once."""
    return {}


@pytest.fixture
def scene_at(
    tables: dict[str, Tables], chromium: Browser, server: str, new_phone: MakePhone
) -> Callable[[str, str], Phone]:
    """Opens a scene on a phone of the host's."""

    def opened_at(lang: str, scene: str) -> Phone:
        made = tables.get(lang) or tables.setdefault(lang, Tables(chromium, server, lang))
        phone = new_phone(lang, storage_state=made.cookies, reduced_motion="reduce")
        SCENES[scene](phone, made)
        return phone

    return opened_at


@pytest.mark.parametrize("size", [(820, 1180), (1280, 800), (1920, 1080)], ids=str)
def test_the_sheet_of_eight_tells_all_and_moves_no_line(
    scene_at: Callable[[str, str], Phone], size: tuple[int, int]
) -> None:
    """Over the whole width with names and melds in full; what is opened is a strip below the
    table.
    """
    page = scene_at("en", "sheet-8").page
    resize(page, *size)
    lines = page.locator("#sheet tr:not(.lines)")
    before = [box(line) for line in lines.all()]
    heights = [line["y"] for line in before]
    cell = page.locator(".cell").first
    assert cell.locator(".cell-name").is_visible()
    assert cell.locator(".cell-short").is_hidden()
    assert page.locator("#sheet thead th").all_inner_texts()[1:] == [*NAMES]
    assert page.evaluate(
        "[...document.querySelectorAll('#sheet thead th')].every(name => name.scrollWidth <="
        " name.clientWidth)"
    )
    cell.click()
    strip = box(page.locator("#lines"))
    assert [box(line)["y"] for line in lines.all()] == pytest.approx(heights, abs=0.5)
    assert strip["y"] >= before[-1]["y"] + before[-1]["height"]
    assert strip["width"] == pytest.approx(before[0]["width"], abs=1)
    assert strip["y"] + strip["height"] <= box(page.locator(".result"))["y"]


@pytest.mark.parametrize(
    "scene",
    [
        scene if scene in KEYS else pytest.param(scene, marks=pytest.mark.slow)
        for scene in UNDER_THE_THUMB
    ],
)
def test_on_short_screens_every_key_of_every_game_stands_above_the_button(
    scene_at: Callable[[str, str], Phone], scene: str
) -> None:
    page = scene_at("ja", scene).page
    covered = {}
    for width, height in SHORT:
        resize(page, width, height)
        if found := page.evaluate(UNDER_THE_BUTTON):
            covered[width, height] = found
    assert covered == {}


@pytest.mark.parametrize("scene", ["demo-read", "explained", "finale-finished", "explained-dates"])
def test_the_rules_of_one_entry_stand_far_enough_apart_to_be_hit(
    scene_at: Callable[[str, str], Phone], scene: str
) -> None:
    assert scene_at("en", scene).page.evaluate(CROWDED) == []
