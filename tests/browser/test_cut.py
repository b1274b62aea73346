"""What a phone of 360 pixels shows: nothing cut, nothing complained of; nothing recorded that was
not judged before.
"""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from referee.games import GAMES
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO
from tests.browser.play import be
from tests.browser.survey import CUT
from tests.browser.taps import RESTED
from tests.properties.test_every_game import ids_of
from tests.support.examples import plays
from tests.support.random_play import random_history
from tests.support.talk import play_on
from tests.support.tiers import one_in

pytestmark = pytest.mark.slow

NAMES = {
    "en": (
        *("Maximilian", "Wilhelmina", "Bartholomy", "Josephinep"),
        *("Christophe", "Alexandria", "Montgomery", "Gwendolynn"),
    ),
    "ja": tuple("あいうえおかきくけ" + last for last in "一二三四五六七八"),
}


@one_in(5)
@pytest.mark.parametrize(
    ("game_id", "lang"), [(game, lang) for game in sorted(GAMES) for lang in NAMES]
)
def test_no_sign_is_cut_where_names_are_long_and_players_many(
    app: Flask, new_phone: MakePhone, game_id: str, lang: str
) -> None:
    phone, client = new_phone(lang), app.test_client()
    most = min(8, GAMES[game_id].info.seats[1])
    whole = next(
        found
        for seed in range(1, 200)
        if len((found := random_history(game_id, seed)).seats) == most
    )
    stops = {0, len(whole.played) // 2, len(whole.played) - 1}
    for at, opened in enumerate(play_on(client, whole, ids_of(whole), NAMES[lang])):
        if at in stops:
            be(phone, client)
            phone.go(f"/t/{opened['code']}", go="1")
            cut = phone.page.evaluate(CUT)
            assert cut == [], f"after {at}: {cut}"
            phone.page.goto("about:blank")


@plays("dream-team")
def test_a_typed_number_is_judged_before_it_is_recorded(new_phone: MakePhone) -> None:
    phone = new_phone("en")
    code = phone.start("dream-team", 2, show=False, depth="quick")
    phone.table(go="1")
    first, second = phone.page.locator("#entry input[type=number]").all()
    first.press_sequentially("49")
    expect(phone.page.locator(GO)).to_contain_text("Missing")
    held: list[Route] = []
    phone.page.route("**/preview", lambda route: held.append(route))
    second.press_sequentially("32")
    phone.page.locator(GO).click()
    phone.page.wait_for_timeout(RESTED)
    assert held, "nothing asked for a verdict"
    assert phone.page.context.request.get(f"{phone.base}/api/t/{code}").json()["revision"] == 1, (
        "recorded without a verdict"
    )
    phone.page.route("**/preview", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(phone.page.locator(f"{GO}:not(.is-open)")).to_be_visible()
    phone.page.locator(GO).click()
    expect(phone.page.locator(".explained-row").first).to_be_visible()
