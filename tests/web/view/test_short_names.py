"""Names in narrow columns: short, and still told apart."""

from __future__ import annotations

import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import Message
from referee.web.forms.options import option_label
from referee.web.http import rendering
from referee.web.view.pages import distinct_names
from referee.web.view.seat_words import sentences
from referee.words import MARKS
from tests.support.at_table import enter


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Ann", "Bo"], ["Ann", "Bo"]),
        (["Katharina", "Bo"], ["Kath", "Bo"]),
        (["Marie", "Mario"], ["Marie", "Mario"]),
        (["Ann", "Anna", "Annabel"], ["Ann", "Anna", "Annab"]),
        (["Player 1", "Player 2", "Player 10"], ["P…1", "P…2", "P…10"]),
        (["Alexander", "Alexandra"], ["A…er", "A…ra"]),
        (["ひろし", "ひろみ", "まさひこ"], ["ひろし", "ひろみ", "まさひ"]),
    ],
)
def test_short_names_tell_the_seats_apart(names: list[str], short: list[str]) -> None:
    """A beginning is enough, unless so much of it is shared that it would not fit."""
    told = distinct_names({f"s{at}": name for at, name in enumerate(names, 1)})
    assert [told[f"s{at}"] for at in range(1, len(names) + 1)] == short
    assert len(set(told.values())) == len(names)


def test_eight_long_names_are_cut_where_there_is_little_room_and_read_out_whole(
    client: FlaskClient, open_table: Any
) -> None:
    """The refill names eight players by what tells them apart."""
    alike = ("Alexandra", "Alexander", "Bartholomew", "Christopher")
    others = ("Maximiliane", "Wolfgang", "Guinevere", "Hildegard")
    code = open_table("indian-chief", *alike, *others)["code"]
    for at in range(1, 9):
        enter(client, code, f"s{at}", f"{at + 1}S {at + 1}H")
    page = client.get(f"/t/{code}").text.partition('class="numbers"')[2]
    assert '<span aria-hidden="true">Bart</span><span class="unseen">Bartholomew</span>' in page
    assert '<span aria-hidden="true">A…er</span><span class="unseen">Alexander</span>' in page
    told = re.findall(r"<b([^>]*)>(Wolfgang|Bartholomew)</b>", client.get(f"/t/{code}").text)
    assert told == [(' class="is-long"', "Bartholomew"), ("", "Wolfgang")]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_house_rule_has_a_name_of_its_own(app: Flask, lang: str) -> None:
    """Two fields of one game never bear the same label."""
    with app.test_request_context(f"/?lang={lang}"):
        for name, game in GAMES.items():
            book = rendering.book(name)
            wanted = [option.field for option in game.info.options]
            labels = Counter(
                option_label(book, lang, field, len(book.about(field.name).options) > 1)
                for field in wanted
            )
            assert [label for label, times in labels.items() if times > 1] == []


@pytest.mark.parametrize(("lang", "told"), [("en", "One. Two. Three"), ("ja", "One。Two.Three")])
def test_sentences_in_a_row_are_ended(lang: str, told: str) -> None:
    """One that has no stop of its own gets one before the next begins."""
    said = [Message("One"), Message("Two."), Message("Three")]
    view: Any = SimpleNamespace(
        translator=SimpleNamespace(marks=MARKS[lang]), say=lambda one: one.code
    )
    assert sentences(view, said) == told
