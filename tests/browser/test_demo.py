"""The demo round by taps: the cards that are marked, record, read why; with and without script."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.web.view.demo import demo
from referee.words import LANGUAGES
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone, key
from tests.support.examples import plays

pytestmark = pytest.mark.slow


@plays("indian-chief")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stranger_plays_a_round_and_starts_a_table(
    new_phone: MakePhone, app: Flask, lang: str, script: bool
) -> None:
    """One tap to the pad, one for each card, one to record; the way on starts a real table, the way
    out leads home.
    """
    phone = new_phone(lang, java_script_enabled=script)
    store = app.extensions["service"].store
    before = store.table_ids()
    play_demo(phone, script)
    assert store.table_ids() == before


def play_demo(phone: Phone, script: bool = True) -> None:
    """The whole round from the first page and back to it."""
    found = demo()
    assert found is not None
    wanted = [str(card) for card in found[1].wanted.data["cards"]]  # type: ignore[union-attr]
    phone.go("/")
    phone.tap(".start + .button-full")
    marked = phone.page.locator(".key.is-wanted")
    expect(marked).to_have_count(len(wanted))
    assert sorted(str(one.get_attribute("data-card")) for one in marked.all()) == sorted(wanted)
    for card in wanted:
        phone.tap(f"{key(card)} .key-tap")
    if script:
        expect(phone.page.locator("#verdict")).to_contain_text("25")
    phone.tap(GO)
    expect(phone.page.locator("#explained")).to_be_visible()
    assert phone.taps == len(wanted) + 2
    assert phone.totals()[0] == 25
    phone.tap("#actions a:not(.button-go)")
    expect(phone.page.locator("#pad")).to_be_visible()
    phone.tap(".demo-bar .button")
    expect(phone.page.locator(".start + .button-full")).to_be_visible()
