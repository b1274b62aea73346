"""Which game: its drawing, its family and its place among the others."""

from __future__ import annotations

import re
from typing import get_args
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee.game_files import game_file
from referee.games import GAMES
from referee.kernel.info import Family
from referee.web.http.rendering import PLAIN_DRAWING, book, drawing
from referee.web.start.game_list import ordered
from tests.support.paths import ROOT

SHAPES = {"svg", "rect", "circle", "path"}
LARGEST = 1200
KANA = re.compile(r"[ァ-ヴー・]+")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_a_family_a_reading_and_a_drawing(game: str) -> None:
    """A Japanese name with other signs than kana needs its `reading` in the rulebook, by which
    lists are ordered.

    A game without a drawing.svg of its own has the plain one.
    """
    assert GAMES[game].info.family in get_args(Family)
    assert KANA.fullmatch(book(game).kana), (
        f"“{book(game).kana}” is not kana alone: give the rulebook a `reading`"
    )
    assert (drawing(game) != drawing("no-such-game")) == game_file(game, "drawing.svg").exists()


@pytest.mark.parametrize(
    "path",
    [PLAIN_DRAWING, *sorted(ROOT.glob("referee/games/*/drawing.svg"))],
    ids=lambda path: path.parent.name,
)
def test_a_drawing_is_lines_that_any_page_can_hold(path: object) -> None:
    """Of one size, small, and without what the content policy forbids."""
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 44 36"
    assert len(text) < LARGEST
    assert {one.tag.rpartition("}")[2] for one in root.iter()} <= SHAPES
    names = {name for one in root.iter() for name in one.attrib}
    assert not any(name in ("style", "class", "id") or name.startswith("on") for name in names)


def test_a_game_without_a_drawing_has_the_plain_one() -> None:
    assert 'class="drawing" aria-hidden="true"' in drawing("no-such-game")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_game_is_offered_once_and_the_newest_leads_its_family(lang: str) -> None:
    families = get_args(Family)
    assert sorted(game for family in families for game in ordered(family, lang)) == sorted(GAMES)
    for game, kept in GAMES.items():
        shown = ordered(kept.info.family, lang, game)
        assert shown[0] == game
        assert shown[1:] == [other for other in ordered(kept.info.family, lang) if other != game]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_is_listed_with_how_many_play_it(client: FlaskClient, game: str) -> None:
    """A row of the list leads to its players, also for the people of an earlier game."""
    least, most = GAMES[game].info.seats
    row = client.get("/new?lang=en").text.partition(f'href="/new/{game}"')[2].partition("</a>")[0]
    assert f">{least}–{most}<" in row


def test_enter_goes_on_to_an_empty_line_and_long_names_are_said_to_be_long(
    client: FlaskClient,
) -> None:
    """The first button of the form is what Enter presses; it never opens a table nor complains."""
    page = client.post("/new/indian-chief?lang=en", data={"name": ["Ann", "Bo", ""], "do": "line"})
    assert page.status_code == 200
    assert re.search(r'aria-label="Player 3" autofocus', page.text)
    assert page.text.count("autofocus") == 1
    assert re.findall(r'name="do" value="(\w+)', page.text)[0] == "line"
    refused = client.post("/new/indian-chief/open?lang=en", data={"name": ["A" * 40, "Bo"]})
    assert refused.status_code == 422
    assert f'value="{"A" * 40}"' in refused.text
