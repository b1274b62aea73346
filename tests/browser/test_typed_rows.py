"""A game played on paper, typed at the keyboard: keys counted, no pointer, nothing asked in
between.
"""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import Counted, MakePhone
from tests.browser.games import CHIEF, CHIEF_BEFORE
from tests.browser.phone import Phone
from tests.browser.play import replayed_totals
from tests.support.examples import plays

pytestmark = plays("indian-chief")

KINDS = " tbplrdc"
THEFTS = {1: ("d",), 2: ("s TC",), 4: ("s JD Cy", "s 6C Cy")}
"""What the Thieves of the game do, typed where it happened."""
SECONDS, MOST_SECONDS = 0.25, 120


def rows_of_the_game() -> list[str]:
    """The whole game as one would type it: a letter for the meld, small letters, no spaces between
    cards.
    """
    rows: list[str] = []
    for round_, (melds, _points) in enumerate(CHIEF, 1):
        rows += [f"{KINDS[len(cards.split())]} {cards.replace(' ', '').lower()}" for cards in melds]
        rows += THEFTS.get(round_, ())
    return rows


def begun(phone: Phone) -> None:
    """A table of four whose rows are typed, once what is typed goes where it belongs."""
    phone.start("indian-chief", 4, show=False)
    phone.table("/rows")
    expect(phone.page.locator("#lines")).to_be_focused()


def test_a_whole_game_is_typed_in_less_than_two_minutes_of_keys(
    phone: Phone, app: Flask, counted: Counted
) -> None:
    begun(phone)
    rows = rows_of_the_game()
    for row in rows:
        phone.page.keyboard.type(row)
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".typed-rows tbody tr")).to_have_count(len(rows))
    expect(phone.page.locator("#kept")).to_have_count(0)
    expect(phone.page.locator("#lines")).to_be_focused()
    expect(phone.page.locator("#lines")).to_have_value("")
    assert replayed_totals(app, phone.code) == CHIEF_BEFORE
    keys = sum(len(row) + 1 for row in rows)
    print(
        f"{len(rows)} rows, {keys} keys, {keys / len(rows):.1f} a row, {keys * SECONDS:.0f} s at"
        f" {SECONDS} s a key"
    )
    counted(
        "indian-chief, 4 players, the whole game typed, keys", keys, int(MOST_SECONDS / SECONDS)
    )


def test_doubtful_rows_wait_while_the_others_go_on_and_nothing_typed_is_lost(phone: Phone) -> None:
    begun(phone)
    for row in ("l kh qs 4d", "p js 4s 9h", "r as 2c 3d 3h tc", "b 9c 9d", "p 2h 3h 4h"):
        phone.page.keyboard.type(row)
        phone.page.keyboard.press("Enter")
    kept = phone.page.locator("#kept")
    expect(phone.page.locator(".typed-rows tbody tr")).to_have_count(3)
    expect(kept).to_have_value("Ann: l kh qs 4d\np 2h 3h 4h")
    kept.fill("Ann: l kh qs 4d ac\np 2h 3h 4h")
    phone.page.locator("#lines").press("Enter")
    expect(phone.page.locator(".typed-rows tbody tr")).to_have_count(5)
    expect(kept).to_have_count(0)


def test_rows_that_could_not_be_sent_stand_in_their_place_again(phone: Phone) -> None:
    begun(phone)
    phone.away = True
    phone.page.context.set_offline(True)
    phone.page.keyboard.type("l kh qs 4d ac")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("#lines")).to_have_value("l kh qs 4d ac\n")
    phone.page.context.set_offline(False)
    phone.problems.clear()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".typed-rows tbody tr")).to_have_count(1)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_same_rows_at_once_without_script(new_phone: MakePhone, app: Flask, lang: str) -> None:
    plain = new_phone(lang, java_script_enabled=False)
    plain.start("indian-chief", 4, show=False)
    plain.table("/rows")
    cy = "ミオ" if lang == "ja" else "Cy"
    plain.page.locator("#lines").fill(
        "\n".join(rows_of_the_game()).replace("Cy", cy).replace("\nd\n", "\ndo\n")
    )
    plain.tap("#paper button")
    expect(plain.page.locator(".typed-rows tbody tr")).to_have_count(len(rows_of_the_game()))
    assert replayed_totals(app, plain.code) == CHIEF_BEFORE
