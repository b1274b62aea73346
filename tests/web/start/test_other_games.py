"""Any other game: where to begin, and games that people give each other."""

from __future__ import annotations

import io
import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html

from referee.own.packed import packed
from referee.samples import JUST_POINTS, SAMPLES, sample_sheet
from referee.sheets import game_of_sheet
from referee.words import LANGUAGES
from tests.support.talk import text_of


def id_of(name: str) -> str:
    """The id of a sample's game."""
    return game_of_sheet(sample_sheet(name)).info.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sample_and_just_points_are_offered(client: FlaskClient, lang: str) -> None:
    page = html.document_fromstring(client.get(f"/own?lang={lang}").text)
    ways = [str(one) for one in page.xpath("//main//a/@href")]
    assert f"/new/{id_of(JUST_POINTS)}" in ways
    assert [way for way in ways if "sample" in way] == [f"/own/sample/{name}" for name in SAMPLES]
    for way in ways:
        assert client.get(way, follow_redirects=True).status_code == 200, way


def test_just_points_is_three_taps_from_home(client: FlaskClient) -> None:
    """Start a game, any other game, just points: then the names."""
    at = "/"
    for text in ("Start a game", "Any other game", "Just points"):
        page = html.document_fromstring(client.get(at).text)
        found = page.xpath(f"//main//a[.//text()[contains(., '{text}')] or contains(., '{text}')]")
        at = str(found[0].get("href"))
    assert at == f"/new/{id_of(JUST_POINTS)}"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_game_is_given_and_taken_whole(client: FlaskClient, name: str) -> None:
    given = html.document_fromstring(
        client.get(f"/own/share?sheet={packed(sample_sheet(name))}").text
    )
    (link,) = given.xpath("//input[@readonly]/@value")
    (file,) = given.xpath("//a[@download]/@href")
    told = client.get(str(file)).get_json()
    assert told == sample_sheet(name)
    for sent in (
        {"link": str(link)},
        {"file": (io.BytesIO(json.dumps(told).encode()), "x.referee-game")},
    ):
        answer = client.post("/own/open", data=sent, content_type="multipart/form-data")
        assert answer.status_code == 303
        page = html.document_fromstring(client.get(answer.location).text)
        rules = [row.text_content() for row in page.xpath("//ol[@class='plain-rules']/li")]
        assert len(rules) == len(game_of_sheet(told).book().clauses)  # type: ignore[misc]
        (text,) = page.xpath("//form[@id='take']/input[@name='sheet']/@value")
        taken = client.post("/own/take", data={"sheet": str(text)})
        assert (taken.status_code, taken.location) == (303, f"/new/{id_of(name)}")


@pytest.mark.parametrize(("lang", "said"), [("en", "3–6 players"), ("ja", "3〜6人")])
def test_a_shared_game_says_how_many_play(client: FlaskClient, lang: str, said: str) -> None:
    path = f"/own/shared?lang={lang}&sheet={packed(sample_sheet('wizard'))}"
    assert said in text_of(client.get(path), 200)


def test_what_was_looked_at_is_not_stored(app: Flask, client: FlaskClient) -> None:
    told = {**sample_sheet("golf"), "name": "Ours"}
    game, text = game_of_sheet(told).info.id, packed(told)
    assert client.get(f"/own/shared?sheet={text}").status_code == 200
    assert app.extensions["service"].store.sheet(game) is None
    assert client.get(f"/own/share?sheet={text}").status_code == 200
    assert client.post("/own/take", data={"sheet": text}).status_code == 303
    assert app.extensions["service"].store.sheet(game) == told


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"link": "https://example.org/own/open#abc"}, "no game in this"),
        ({"link": ""}, "no game in this"),
        ({"file": (io.BytesIO(b"{"), "x")}, "no game in this file"),
        ({"file": (io.BytesIO(b"[]"), "x")}, "can’t be read"),
        ({"link": "#" + packed({"format": "referee-sheet/1"})}, "can’t be read"),
        ({"link": "#" + "A" * 20_000}, "no game in this"),
    ],
)
def test_what_is_no_game_is_said_where_it_was_told(
    client: FlaskClient, sent: dict[str, object], said: str
) -> None:
    answer = client.post("/own/open", data=sent, content_type="multipart/form-data")
    page = html.document_fromstring(text_of(answer, 422))
    (wrong,) = page.xpath("//input[@aria-invalid='true']")
    assert wrong.get("name") == next(iter(sent))
    (told,) = page.xpath("//*[@id=$id]", id=wrong.get("aria-describedby"))
    assert said in re.sub(r"\s+", " ", str(told.text_content()))


@pytest.mark.parametrize("path", ["/own/shared", "/own/share?sheet=abc", "/own/file?sheet=AA"])
def test_an_address_without_a_sheet_says_so(client: FlaskClient, path: str) -> None:
    assert "no game in it" in text_of(client.get(path), 422)


def test_a_group_finds_its_own_games_again(client: FlaskClient) -> None:
    assert "Your own games" not in client.get("/new").text
    game = id_of("wizard")
    form = {"name": ["Ann", "Bo", "Cy"], "players": 3, "key": "once"}
    assert client.post(f"/new/{game}/open", data=form).status_code == 303
    page = html.document_fromstring(client.get("/new").text)
    (row,) = page.xpath("//h2[contains(., 'Your own games')]/following-sibling::ul[1]//a")
    assert row.get("href") == f"/new/{game}"
    assert "Wizard" in row.text_content()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sample_says_which_game_it_is(client: FlaskClient, lang: str) -> None:
    page = client.get(f"/own/sample/spades?lang={lang}", follow_redirects=True).text
    (head,) = html.document_fromstring(page).xpath("//h1")
    assert head.text_content() == sample_sheet("spades")["name"][lang]
