"""An answer takes one screen of 360 × 740: every recorded ruling, and the ruling about any number
of a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from referee.games import GAMES, QUESTIONS
from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import SIZE, Phone
from tests.browser.sampled import Sampled
from tests.browser.survey import await_styles
from tests.support.golden import records
from tests.support.tiers import one_in

pytestmark = pytest.mark.slow

LANGUAGES = ("en", "ja")
SCREEN = SIZE["height"]
MOST_PLAYERS = 8
EVERY = [pytest.param(game, lang, id=f"{game}-{lang}") for game in QUESTIONS for lang in LANGUAGES]


SIZES = in_page("icon_sizes")
"""Width, height and number of rulings of each page, whose bodies the open page takes; none for
those with other styles than the first.
"""


def tall(phone: Phone, addresses: Mapping[Any, str]) -> dict[Any, int]:
    """Those of these pages, all of one kind, that are taller than the screen; none may be wider."""
    left, high = dict(addresses), {}
    while left:
        phone.go(next(iter(left.values())))
        expect(phone.page.locator("#ruling")).to_be_visible()
        await_styles(phone.page)
        sizes = phone.page.evaluate(SIZES, [phone.base + address for address in left.values()])
        measured = {name: size for name, size in zip(left, sizes, strict=True) if size}
        assert {(width, shown) for width, _, shown in measured.values()} == {(SIZE["width"], 1)}
        high |= {name: size[1] for name, size in measured.items()}
        left = {name: address for name, address in left.items() if name not in measured}
    return {name: size for name, size in high.items() if size > SCREEN}


def rulings(game: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The path and the facts of every recorded ruling by its question and name."""
    return {
        f"{case['question']}: {case['name']}": (f"/ask/{game}/{case['question']}", _told(case))
        for case in records(game)
        if "verdict" in case
    }


def _told(case: dict[str, dict[str, object]]) -> dict[str, str]:
    told = {
        **case["facts"],
        **{f"o.{name}": value for name, value in case.get("options", {}).items()},
    }
    return {
        name: ("1" if value else "0") if isinstance(value, bool) else str(value)
        for name, value in told.items()
    }


@one_in(3)
@pytest.mark.parametrize(("game", "lang"), EVERY)
def test_every_recorded_ruling_fits_one_screen(new_phone: MakePhone, game: str, lang: str) -> None:
    """Each in English, which takes more lines, and every second in Japanese."""
    step = 1 if lang == "en" else 2
    asked = {name: f"{path}?{urlencode(facts)}" for name, (path, facts) in rulings(game).items()}
    assert tall(new_phone(lang), dict(islice(asked.items(), 0, None, step))) == {}


@one_in(4)
@pytest.mark.parametrize("game", QUESTIONS)
def test_the_rulings_of_a_whole_table_fit_one_screen(new_phone: MakePhone, game: str) -> None:
    """At a table as full as it may be, once it is over.

    About a number of whoever scored in the first round, and in the last; who has won, what comes
    now, and a move that may not be made any more.
    """
    phone = new_phone()
    table = Sampled(game, min(MOST_PLAYERS, GAMES[game].info.seats[1]), 5)
    table.make(phone)
    move = urlencode({"move": next(iter(GAMES[game].info.kinds)), "mover": "s1"})
    numbers = {cell: "/t/{}/ruling/{}/{}".format(phone.code, *cell) for cell in scored(table)}
    asked = {
        name: f"/ask/{game}/{name}?table={phone.code}&{move}" for name in ("end", "next", "may")
    }
    for lang in LANGUAGES:
        phone.page.context.add_cookies([{"name": "lang", "value": lang, "url": phone.base}])
        assert (tall(phone, numbers), tall(phone, asked)) == ({}, {}), lang


def scored(table: Sampled) -> list[tuple[int, str]]:
    """Rounds and seats with a number on the sheet, of the first round and of the last."""
    game, last = GAMES[table.game], table.whole()[-1]
    cells = sorted(
        {
            (line.round, line.seat)
            for line in game.lines(game.advance(last.state, last.move))
            if line.counts
        }
    )
    return [(number, seat) for number, seat in cells if number in (cells[0][0], cells[-1][0])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_folded_opens_with_a_tap_and_without_script(
    new_phone: MakePhone, lang: str
) -> None:
    """A whole turn of a blind date has more reasons than a screen holds; each stands under its
    fold.
    """
    phone = new_phone(lang, java_script_enabled=False)
    path, facts = next(
        one
        for name, one in rulings("blind-date").items()
        if name == "turn: E4 number cards in winter"
    )
    phone.go(path, **facts)
    folds = phone.page.locator(".ruling-part")
    assert folds.count() >= 2
    for fold in folds.all():
        expect(fold.locator("p").first).to_be_hidden()
        phone.tap(fold.locator("summary"))
        expect(fold.locator("p").first).to_be_visible()
