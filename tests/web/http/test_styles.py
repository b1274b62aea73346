"""Style sheets: an entry stands with those of what it shows; every other page has all that its kind
needs, and whatever is swapped in comes later.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.support.examples import kept
from tests.support.talk import Opened

LINKED = re.compile(r'<link rel="stylesheet" href="/static/(\w+)\.css[^" ]*">')
LATER = re.compile(r'data-styles="([^"]*)"')
NAMES = ("Ann", "Bo", "Cy", "Dee")
SHARED = ["signs", "slots", "cards", "verdict", "form", "numbers", "places", "sheet"]
BOARDS = ["rows", "lanes", "blocks", "board", "keys", "columns"]


def linked(client: FlaskClient, path: str) -> list[str]:
    """The style sheets of a page, in their order."""
    answer = client.get(path)
    assert answer.status_code == 200
    return styles_of(answer.text)


def styles_of(page: str) -> list[str]:
    """The style sheets of a page where scripts run."""
    return LINKED.findall(re.sub("<noscript>.*?</noscript>", "", page, flags=re.DOTALL))


@pytest.mark.parametrize(
    ("game", "wanted"),
    kept(
        [
            ("indian-chief", ["app", "signs", "slots", "cards"]),
            ("blind-date", ["app", "rows"]),
            ("dream-team", ["app", "signs", "lanes", "board", "keys"]),
            ("the-pairs", ["app", "signs", "lanes", "board", "keys"]),
        ]
    ),
)
def test_an_entry_loads_only_what_it_shows(
    client: FlaskClient, open_table: Callable[..., Opened], game: str, wanted: list[str]
) -> None:
    """What is made once, suited keys, rows of seats, each kind of board and keys of numbers have a
    sheet each.
    """
    code = open_table(game, *NAMES)["code"]
    assert linked(client, f"/t/{code}?go=1") == wanted


def test_the_way_back_is_large_before_the_later_styles_come(
    client: FlaskClient, open_table: Callable[..., Opened]
) -> None:
    """A correction is an entry with an arrow, which the first sheet draws."""
    code = open_table("indian-chief", "Ann", "Bo")["code"]
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    path = f"/t/{code}/correct/2"
    assert 'class="bar-back"' in client.get(path).text
    styles = [client.get(f"/static/{name}.css").text for name in linked(client, path)]
    assert any(".bar-back { width: 44px; height: 44px;" in style for style in styles)


def test_a_refusal_has_its_styles_without_script(
    client: FlaskClient, open_table: Callable[..., Opened]
) -> None:
    """The whole page that answers a refused form brings the sheet that draws it."""
    code = open_table("indian-chief", "Ann", "Bo", edition="page")["code"]
    client.post(f"/t/{code}/entry", data={"seat": "s1", "cards": ["QS"], "seen": 1, "key": "a"})
    answer = client.post(
        f"/t/{code}/entry", data={"seat": "s2", "cards": ["QS", "KD"], "seen": 2, "key": "b"}
    )
    assert answer.status_code == 422
    assert styles_of(answer.text) == ["app", *SHARED]


def test_other_pages_have_all_that_pages_share(
    client: FlaskClient, open_table: Callable[..., Opened]
) -> None:
    """Cards, questions and reading, in this order, which the sheets rely on."""
    code = open_table("indian-chief", *NAMES)["code"]
    for path in ("/", "/new", "/rules", f"/t/{code}/sheet", f"/t/{code}/fix", f"/t/{code}/setup"):
        assert linked(client, path)[: len(SHARED) + 1] == ["app", *SHARED], path


@pytest.mark.parametrize("game", ["indian-chief", "blind-date", *kept(["pyramid"])])
def test_what_is_swapped_in_later_has_its_styles(
    client: FlaskClient, open_table: Callable[..., Opened], game: str
) -> None:
    """A table's page names every sheet that one of its pages may need."""
    code = open_table(game, *NAMES)["code"]
    later = LATER.search(client.get(f"/t/{code}?go=1").text)
    assert later
    assert re.findall(r"/static/(\w+)\.css", later[1]) == [
        *SHARED,
        *BOARDS,
        "finale",
        "queue",
        "menu",
        "detail",
    ]
