"""Pages are drawn of a view alone: no request has to be there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, has_request_context
from lxml import html

from app import create_app
from referee.kernel.history import History
from referee.service.draft import Draft
from referee.store.values import TableRow
from referee.web.entry.page import entry_page
from referee.web.http import context
from referee.web.rulings.number import find_cell, number_ruling
from referee.web.rulings.ruling import show_ruling
from referee.web.sheet.routes import sheet_page
from referee.web.view.page_header import page_header
from referee.web.view.view import View
from referee.words import plain_number
from tests.properties.test_every_game import upto
from tests.support.random_play import random_history

LANGUAGES = {"en": "Ann", "ja": "アン"}


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    app: Flask = create_app(
        {"DATABASE": str(tmp_path / "referee.db"), "SERVER_NAME": "referee.example"}
    )
    with app.app_context():
        context.keep_reader(request.param)
        assert not has_request_context()
        yield request.param
        context.forget_reader()
    app.extensions["wake_all"]()


def view_of(history: History, lang: str) -> View:
    names = {seat: f"{LANGUAGES[lang]}{at}" for at, seat in enumerate(history.seats, 1)}
    table = TableRow(1, "ABCDEF", history.game.info.id, 1, 0.0, "h", "s", "w")
    return View(table=table, history=history, names=names, role="host", lang=lang)


def begun(game: str) -> History:
    """A game after its first scored rounds, while it still goes on."""
    whole = random_history(game, 1)
    return upto(whole, len(whole.played) // 2)


def test_a_pad_is_drawn_with_its_form(lang: str) -> None:
    view = view_of(upto(random_history("indian-chief", 1), 0), lang)
    page = html.document_fromstring(entry_page(view, Draft()).get_data(as_text=True))
    (form,) = page.xpath('//form[@id="entry"]')
    assert form.get("action") == "/t/ABCDEF/entry"
    assert form.xpath('.//input[@name="seat"]/@value') == [view.history.seats[0]]
    assert len(page.xpath('//input[@name="cards"]')) >= 52
    assert view.names[view.history.seats[0]] in page.xpath('string(//*[@id="turn"])')
    assert page.get("lang") == lang


def test_a_score_sheet_is_drawn_with_every_total(lang: str) -> None:
    view = view_of(begun("indian-chief"), lang)
    page = html.document_fromstring(sheet_page(view).get_data(as_text=True))
    foot = page.xpath('string(//*[@id="sheet"])')
    assert view.scene.complete > 0
    assert all(plain_number(total) in foot for total in view.totals.values())
    assert all(name in page.text_content() for name in view.names.values())


def test_a_ruling_is_drawn_with_its_clause(lang: str) -> None:
    view = view_of(begun("indian-chief"), lang)
    (round_, seat), lines = next(iter(view.sight.scored.items()))
    ruling = number_ruling(find_cell(view, round_, seat), view.translator)
    page = show_ruling(page_header(view), view, ruling, "").get_data(as_text=True)
    assert view.names[seat] in page
    assert lines[0].clause in page
    assert str(ruling.say) in page
