"""Names at a table: pages and programs read them by one rule, and refuse the same."""

from __future__ import annotations

import unicodedata

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.games import GAMES
from referee.store.values import is_hidden
from referee.web.people.naming import LONGEST, BadName, read_name, read_names
from tests.support.talk import CHIEF, Open, Opened, table

REFUSED = [
    *([empty] for empty in ("", " \u3000", "\u3164", "\x00\n\u202e")),
    *(["Bo", same] for same in ("Bo", "bO ", "Ｂｏ", "B\u200eo", "B\x00o")),
    ["e\u0301va", "\u00e9va"],
    ["A" * (LONGEST + 1), "Bo"],
]
READ = {
    "  Ann  Lee ": "Ann Lee",
    "A\x00n\nn": "An n",
    "\u202eAnn\u202c": "Ann",
    "e\u0301va": "\u00e9va",
    "山田\u3000太郎": "山田 太郎",
    "👩\u200d🚀": "👩\u200d🚀",
}


def by_page(client: FlaskClient, game: str, names: list[str]) -> int:
    form = {"name": names, "edition": "page", "key": "k"}
    return client.post(f"/new/{game}/open", data=form).status_code


def by_program(client: FlaskClient, game: str, names: list[str]) -> int:
    body = {"game": game, "seats": [{"name": name} for name in names]}
    return client.post("/api/tables", json=body).status_code


@pytest.mark.parametrize("names", REFUSED)
def test_pages_and_programs_refuse_the_same_names(client: FlaskClient, names: list[str]) -> None:
    """A line of the page in which nothing shows is nobody, so there is one player too few."""
    for game in GAMES:
        least = GAMES[game].info.seats[0]
        whole = [*names, *(f"More {n}" for n in range(least - len(names)))]
        assert [by_page(client, game, whole), by_program(client, game, whole)] == [422, 422], game


@pytest.mark.parametrize("name", ["", "Bo", "A" * (LONGEST + 1), "\u202e"])
def test_seats_and_groups_refuse_what_no_table_would_begin_with(
    client: FlaskClient, opened: Opened, name: str
) -> None:
    form = {"do": "rename", "seat": "s1", "name": name}
    answer = client.post(f"/t/{opened['code']}/seats?lang=ja", data=form)
    assert answer.status_code == 422
    assert "field-error" in answer.text


@pytest.mark.parametrize("typed", READ)
def test_a_name_is_kept_as_it_was_read(client: FlaskClient, open_table: Open, typed: str) -> None:
    seats = table(client, open_table(CHIEF, typed, "Bo"))["seats"]
    assert [seat["name"] for seat in seats] == [READ[typed], "Bo"]


@given(st.text())
def test_what_is_read_shows_is_short_and_is_read_again_as_itself(typed: str) -> None:
    try:
        name = read_name(typed)
    except BadName:
        return
    assert name == read_name(name) == unicodedata.normalize("NFC", name)
    assert 0 < len(name) <= LONGEST
    assert not any(map(is_hidden, name))


@given(st.lists(st.text(max_size=4), max_size=4))
def test_no_two_names_of_a_table_look_the_same(typed: list[str]) -> None:
    try:
        names = read_names(typed)
    except BadName:
        return
    looks = {unicodedata.normalize("NFKC", name).casefold() for name in names}
    assert len(looks) == len(names) == len(typed)
