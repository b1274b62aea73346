"""Rooms of every size: what a wide one shows beside the pad, what a phone never asks for, and no key under the verdict on short screens."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone

SIZES = [(600, 960), (673, 841), (820, 1180), (1180, 820), (1280, 800), (1280, 640), (1680, 1050), (2560, 1440), (740, 360), (844, 390)]
SHORT = [(360, 640), (375, 667), (390, 664), (740, 360)]
COVERED = """() => [...document.querySelectorAll('#pad .key')].filter((key) => {
  const box = key.getBoundingClientRect();
  return box.width && (!key.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) || box.bottom > innerHeight);
}).map((key) => key.dataset.card)"""
OUTSIDE = """() => [...document.querySelectorAll('#page *')].filter((part) => {
  const box = part.getBoundingClientRect();
  return box.width && box.height && (box.right > innerWidth + 1 || box.left < -1) && !part.closest('.unseen, .sheet-wide, .block, .typed');
}).map((part) => part.className || part.tagName)"""


def asked_beside(page: Page) -> list[str]:
    """The addresses of what stands beside the pad, as they are asked for."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.url.endswith("/beside") else None)
    return found


def entered(app: Flask, code: str, seat: str, *cards: str) -> None:
    """Another phone's entry."""
    client = app.test_client()
    table = app.extensions["desk"].store.table_by_code(code)
    answer = client.post(
        f"/api/t/{code}/moves", headers={"Authorization": f"Bearer {table.host_link}"},
        json={"seen": app.extensions["desk"].store.head(table.id), "key": f"{seat}{cards}", "entries": [{"kind": "beggar", "seat": seat, "data": {"cards": cards}}]},
    )
    assert answer.status_code == 201, answer.get_json()


def opened(phone: Phone, game: str = "indian-chief", *names: str) -> str:
    """A new table of which this phone is the host; its code."""
    names = names or ("Ann", "Bo", "Cy", "Dee")
    answer = phone.page.request.post(f"{phone.base}/api/tables", data={"game": game, "seats": [{"name": name} for name in names]})
    code: str = answer.json()["code"]
    phone.page.goto(f"{phone.base}/t/{code}?go=1")
    return code


@pytest.mark.slow
def test_a_phone_asks_for_nothing_that_only_a_wide_room_shows(phone: Phone, app: Flask) -> None:
    asked = asked_beside(phone.page)
    code = opened(phone)
    entered(app, code, "s2", "KH", "KS")
    phone.page.wait_for_selector("#strip [data-seat=s2] [aria-label='has entered']")
    assert asked == []
    phone.page.set_viewport_size({"width": 1180, "height": 820})
    phone.page.wait_for_selector(".side-sheet")
    assert len(asked) == 1
    with phone.page.expect_request("**/beside"):
        entered(app, code, "s3", "QH", "QS")
    assert len(asked) == 2


@pytest.mark.slow
def test_what_is_tapped_shows_on_the_sheet_before_it_is_recorded(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 1180, "height": 820})
    opened(phone)
    phone.page.wait_for_selector("#now-s1")
    for card in ("KH", "QS", "4D", "AC"):
        phone.page.click(f".key[data-card='{card}'] .key-tap")
    phone.page.wait_for_selector("#now-s1 .is-live b:text-is('25')")
    phone.page.click("#actions .button-go")
    phone.page.wait_for_selector(".side-sheet .is-running td:first-of-type .cell:not(.is-live) b:text-is('25')")


@pytest.mark.parametrize("size", [SIZES[3], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES if size != SIZES[3])], ids=str)
def test_a_room_of_any_size_holds_the_entry(new_phone: MakePhone, size: tuple[int, int]) -> None:
    phone = new_phone()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(phone)
    phone.page.wait_for_load_state("networkidle")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert phone.page.evaluate(OUTSIDE) == []
    keys = [key.bounding_box() or {} for key in phone.page.query_selector_all("#pad .key:not(.suit-back)")]
    assert len(keys) == 52
    assert min(key["width"] for key in keys) >= 43
    assert min(key["height"] for key in keys) >= 36
    go = phone.page.locator("#actions .button-go").bounding_box()
    assert go is not None
    assert go["y"] + go["height"] <= size[1] + 1


@pytest.mark.slow
@pytest.mark.parametrize("size", SHORT, ids=str)
def test_no_key_lies_under_the_verdict(new_phone: MakePhone, size: tuple[int, int]) -> None:
    phone = new_phone()
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(phone)
    for card in ("KH", "QS"):
        phone.page.click(f".key[data-card='{card}'] .key-tap")
    phone.page.wait_for_selector("#verdict .verdict-say")
    assert phone.page.evaluate(COVERED) == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pages_that_are_read_have_two_columns_where_there_is_room(new_phone: MakePhone, lang: str) -> None:
    """What is chosen in stands left of what it shows; nothing leaves the page at any size."""
    phone = new_phone(lang)
    phone.start("indian-chief", 4)
    phone.melds("KH QS 4D AC", "3C 5S", "2H 9S 7S", "9C 8C")
    table = f"/t/{phone.code}"
    for path in ("/", "/rules/indian-chief", f"{table}/sheet?open=1-s1", f"{table}/log", f"{table}/ruling/1/s1", "/ask/indian-chief", "/ask/three-draw"):
        phone.page.goto(phone.base + path)
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert phone.page.evaluate(OUTSIDE) == [], (path, width)
            work, side = phone.page.locator(".leaf .work"), phone.page.locator(".leaf .side")
            if width >= 768 and side.count():
                left, right = work.bounding_box() or {}, side.bounding_box() or {}
                assert right["x"] >= left["x"] + left["width"], (path, width)
