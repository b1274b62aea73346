"""The board and one-tap entry: what may be tapped is a button or a key of the form, and only what
fits is lit.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.at_table import record
from tests.support.examples import plays
from tests.support.talk import Open, Opened
from tests.web.people.test_join import joined

pytestmark = plays(
    "captains-orders", "dream-team", "long-seat", "pyramid", "the-things", "three-draw"
)


def page(client: FlaskClient, opened: Opened, **query: str) -> str:
    """The table's page."""
    return client.get(f"/t/{opened['code']}", query_string=query or None).text


def form_of(text: str) -> str:
    """The form of an entry."""
    return text.partition('id="entry"')[2].partition("</form>")[0]


def tap(client: FlaskClient, opened: Opened, text: str, **form: Any) -> Any:
    """Send the page's form with one more field, as a tap on a key does."""
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form_of(text)))
    return client.post(f"/t/{opened['code']}/entry", data=hidden | form)


def entry(kind: str, seat: str | None, **data: Any) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "data": data}


def flipped(seat: str, *cards: str) -> list[dict[str, Any]]:
    """Cards turned up one after the other, and the stop after them."""
    return [*(entry("flip", seat, card=[card]) for card in cards), entry("stop", seat)]


def built(seat: str, card: str, place: str) -> dict[str, Any]:
    return entry("build", seat, card=card, place=place)


BUILT = (("6", "r1c0"), ("9", "r1c1"), ("3", "r2c0"))


@pytest.fixture
def drawing(client: FlaskClient, open_table: Open) -> Opened:
    return open_table("three-draw")


@pytest.fixture
def building(client: FlaskClient, open_table: Open) -> Opened:
    """A pyramid of three cards, 6 and 9 at the bottom and 3 between them, and 5 and 2 in hand."""
    opened = open_table("pyramid", "Ann", "Bo", options={"depth": "full"})
    record(client, opened, *flipped("s1", "6", "3", "9"))
    record(client, opened, *(built("s1", card, place) for card, place in BUILT))
    record(client, opened, *flipped("s2", "10"), built("s2", "10", "r1c0"))
    record(client, opened, *flipped("s1", "8", "2"))
    return opened


def test_one_tap_on_a_key_records_a_card(client: FlaskClient, drawing: Opened) -> None:
    text = page(client, drawing)
    assert '<button class="key ink-" name="card" value="7"' in text
    assert tap(client, drawing, text, card="7").status_code == 303
    assert "Ann’s 7" in page(client, drawing)


def test_what_may_be_done_instead_is_the_big_button(client: FlaskClient, drawing: Opened) -> None:
    tap(client, drawing, page(client, drawing), card="7")
    text = page(client, drawing)
    assert 'name="instead" value="stop"' in text
    assert tap(client, drawing, text, instead="stop").status_code == 303
    assert "Bo draws" in page(client, drawing)


def test_a_pair_is_stamped_and_told_with_its_clauses(client: FlaskClient, drawing: Opened) -> None:
    for card in ("8", "8"):
        tap(client, drawing, page(client, drawing), card=card)
    text = page(client, drawing)
    assert 'class="lane-stamp"' in text
    assert "is-pair" in text
    told = text.partition('id="effects"')[2].partition("</div>")[0]
    assert "#stop" in told
    assert "TD-6" in told


def test_a_key_says_how_many_are_left_and_closes_with_the_last(
    client: FlaskClient, drawing: Opened
) -> None:
    assert "1 left" in page(client, drawing)
    tap(client, drawing, page(client, drawing), card="1")
    text = page(client, drawing)
    assert re.search(r'class="key is-closed[^"]*" aria-disabled="true" data-card="1"', text)
    assert "TD-2" in text


def test_an_open_place_answers_by_a_tap_and_is_lit_only_for_what_it_takes(
    client: FlaskClient, building: Opened
) -> None:
    keys = r'<button class="(lie[^"]*)" form="entry" name="place" value="([^"]*)"'
    found = dict(re.findall(keys, page(client, building)))
    lit = {place for look, place in found.items() if "is-next" in look}
    assert {"r1c-1", "r1c2"} >= lit
    assert lit


def test_a_place_that_does_not_take_the_card_is_refused_with_its_clause(
    client: FlaskClient, building: Opened
) -> None:
    answer = tap(client, building, page(client, building), card="8", place="r2c0")
    assert answer.status_code == 422
    assert "PY-1" in answer.text


def test_a_phone_that_waits_is_shown_what_is_asked_in_place(
    client: FlaskClient, drawing: Opened
) -> None:
    form = {"kind": "draw", "seat": "s1", "task": "r99-draw"}
    path, htmx = f"/t/{drawing['code']}/preview", {"HX-Request": "true"}
    answer = client.post(path, data=form, headers=htmx)
    assert answer.headers["HX-Retarget"] == "#page"
    assert 'id="page"' in answer.text
    assert 'name="card" value="7"' in answer.text


def test_who_only_watches_sees_the_board_and_no_keys(
    app: Flask, client: FlaskClient, drawing: Opened
) -> None:
    tap(client, drawing, page(client, drawing), card="7")
    text = page(joined(app, drawing, "watch"), drawing)
    assert 'id="board"' in text
    assert 'name="card"' not in text


def test_what_is_told_names_every_clause_once(client: FlaskClient, open_table: Open) -> None:
    """Two are named at once and two get the card they wanted: the clause of these two stands there
    once.
    """
    opened = open_table("dream-team", "Ann", "Bo", "Cy", "Dee")
    record(client, opened, *(entry("row", None, card=[card]) for card in "62799"))
    for seat, place in (("s1", "4"), ("s2", "1"), ("s3", "1"), ("s4", "2")):
        record(client, opened, entry("nominate", seat, place=place))
    told = page(client, opened).partition('id="effects"')[2].partition("</div>")[0]
    assert re.findall(r">(DT-\d+)</a>", told) == ["DT-14", "DT-8"]


@pytest.mark.parametrize(
    ("lang", "places"), [("en", ["1st", *["2nd="] * 3]), ("ja", ["1位", *["2位タイ"] * 3])]
)
def test_a_shared_place_is_said_as_the_language_says_it(
    client: FlaskClient, open_table: Open, lang: str, places: list[str]
) -> None:
    opened = open_table("captains-orders", "Ann", "Bo", "Cy", "Dee")
    record(client, opened, *[entry("won", None, winners=["s1"])] * 3)
    client.set_cookie("lang", lang)
    text = client.get(f"/t/{opened['code']}/sheet").text
    assert re.findall(r"<small>(?:<svg.*?</svg>)?([^<]+)</small></td>", text) == places
    assert 'class="lane' not in text, "no hand was shown that could be drawn"


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", ["Ann: A pair of 7: 2 cards taken, −2"]), ("ja", ["Ann：7がペア。2枚を引き取る：−2"])],
)
def test_the_turns_told_say_whose_they_are(
    client: FlaskClient, open_table: Open, lang: str, said: list[str]
) -> None:
    opened = open_table("long-seat", "Ann", "Bo", "Cy")
    record(client, opened, *[entry("draw", "s1", card=["7"])] * 2)
    client.set_cookie("lang", lang)
    text = page(client, opened, round="1")
    told = re.findall(r'class="happened-text">(.*?)<small>', text)
    assert [re.sub("<[^>]*>", "", one) for one in told] == said


def test_a_number_of_many_entries_leads_to_the_list_of_them(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table("three-draw", "Ann", "Bo")
    record(client, opened, *(entry("draw", "s1", card=[card]) for card in "792"))
    record(client, opened, *(entry("draw", "s2", card=[card]) for card in "356"))
    lines = client.get(f"/t/{opened['code']}/sheet?open=1-s2").text.partition('id="lines"')[2]
    assert f'href="/t/{opened["code"]}/fix">Fix it</a>' in lines
    assert "/correct/" not in lines


@pytest.mark.parametrize(
    ("game", "tens", "ones"),
    [
        ("dream-team", "1234", [*map(str, range(10))]),
        ("three-draw", "", [*map(str, range(1, 10))]),
        ("pyramid", "", [*map(str, range(14))]),
    ],
)
def test_numbers_are_keys_for_every_one_or_tens_and_ones_of_large_ones(
    client: FlaskClient, open_table: Open, game: str, tens: str, ones: list[str]
) -> None:
    quick = page(client, open_table(game, "Ann", "Bo", "Cy", options={"depth": "quick"}))
    keys = quick.partition('class="numpad"')[2].partition("</form>")[0]
    assert re.findall(r'value="(\d+)" data-tens', keys) == [*tens]
    assert re.findall(r'value="(\d+)">', keys) == ones


def test_nobody_is_offered_as_their_own_target(client: FlaskClient, open_table: Open) -> None:
    """Nobody can ask themselves for a card, CO-17."""
    opened = open_table("captains-orders", "Ann", "Bo", "Cy", "Dee", options={"depth": "full"})
    asked = form_of(page(client, opened, seat="s1", do="ask"))
    assert re.findall(r'class="button" name="whom" value="(\w+)"', asked) == ["s2", "s3", "s4"]


def test_a_number_can_be_taken_as_often_as_it_is_there(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table("captains-orders", "Ann", "Bo", "Cy", "Dee")
    record(client, opened, entry("accused", None, accuser="s1", whom="s2"))
    text = page(client, opened)
    key = text.partition('class="key key-many" data-card="9"')[2].partition("</span>")[0]
    assert key.count('value="9"') >= 1
    assert "key-less" in text


@pytest.mark.parametrize(
    ("lang", "reason"), [("en", "KS is in the discards"), ("ja", "KSは捨て札にあります")]
)
def test_a_pad_has_the_cards_that_fit_and_a_closed_key_says_where_its_card_lies(
    client: FlaskClient, open_table: Open, lang: str, reason: str
) -> None:
    """Blood is tested with a flame, TT-33."""
    opened = open_table("the-things", options={"depth": "full"})
    record(client, opened, entry("test", "s2", card=["KS"], target="s1"), entry("draw", "s2"))
    client.set_cookie("lang", lang)
    text = page(client, opened, seat="s3", do="test")
    assert set(re.findall(r'data-card="(\w+)"', text)) == {"JS", "QS", "KS", "JC", "QC", "KC"}
    closed = text.partition('aria-disabled="true" data-card="KS"')[2].partition("</button>")[0]
    said = re.sub(r"<[^>]+>", "", closed.partition('class="key-reason">')[2])
    assert said.removeprefix("K") == reason.removeprefix("K")
