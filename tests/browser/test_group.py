"""A group's page by taps: its name, a person's name and sign, the evening of a column, and the
chart for fingers and keys.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.group_scenes import group, story
from tests.browser.phone import GO, Phone, box
from tests.browser.scenes import Tables


def test_a_name_and_a_sign_changed_by_taps_are_so_everywhere(phone: Phone) -> None:
    tables = Tables(phone.page.context.browser, phone.base, phone.lang)  # type: ignore[arg-type]
    phone.page.context.add_cookies(tables.cookies["cookies"])
    group(phone, tables)
    phone.tap(".pen summary")
    phone.page.locator("#group-name").fill("Friday table")
    phone.tap(".pen button")
    expect(phone.page.locator(".group-top h2")).to_have_text("Friday table")
    phone.tap(phone.page.locator(".tally a").last)
    expect(phone.page.locator("h1")).to_have_text("Friday table")
    phone.tap(".pen summary")
    phone.page.locator("#person-name").fill("Dora")
    phone.tap(phone.page.locator(".choose-sign label").filter(has_text="fish"))
    phone.tap(phone.page.locator(".choose-sign label").filter(has_text="plum"))
    phone.tap(".pen button")
    expect(phone.page.locator(".group-top h2")).to_have_text("Dora")
    expect(phone.page.locator(".stamp-56.of-plum")).to_be_visible()
    tables.open(phone, "finished", "/sheet")
    column = phone.page.locator("#sheet thead th").filter(has_text="Dora")
    assert (column.locator("use").get_attribute("href") or "").endswith("#fish")


def test_a_column_is_one_way_to_its_evening_as_high_as_the_chart(phone: Phone) -> None:
    tables = Tables(phone.page.context.browser, phone.base, phone.lang)  # type: ignore[arg-type]
    phone.page.context.add_cookies(tables.cookies["cookies"])
    story(phone, tables)
    chart = box(phone.page.locator(".when"))
    newest = box(phone.page.locator(".when tbody tr").first.locator("td:not(.when-total)").last)
    assert chart["x"] <= newest["x"], "it begins at its newest evening"
    assert newest["x"] + newest["width"] <= chart["x"] + chart["width"]
    phone.page.touchscreen.tap(
        newest["x"] + newest["width"] / 2, newest["y"] + newest["height"] / 2
    )
    phone.page.wait_for_url("**evening=*")
    opened = phone.page.locator(".sessions details[open]")
    expect(opened).to_have_count(1)
    first = phone.page.locator(".sessions details").first
    assert opened.get_attribute("id") == first.get_attribute("id")
    expect(phone.page.locator(GO)).to_be_visible()
