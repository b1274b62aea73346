"""Style sheets: an entry stands with one; every other page has that of what is read, too, which an
entry gets later.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.support.at_table import enter
from tests.support.examples import kept
from tests.support.paths import ROOT
from tests.support.talk import Open

LINKED = re.compile(r'<link rel="stylesheet" href="/static/(\w+)\.css[^" ]*">')
LATER = re.compile(r'data-read="/static/(\w+)\.css[^"]*" data-wide="/static/(\w+)\.css')
NAMES = ("Ann", "Bo", "Cy", "Dee")
SHEETS = sorted((ROOT / "static").glob("*.css"))


@pytest.fixture
def code(open_table: Open) -> str:
    """A table of two."""
    return str(open_table("indian-chief", "Ann", "Bo")["code"])


def linked(client: FlaskClient, path: str) -> list[str]:
    """The style sheets of a page, in their order."""
    answer = client.get(path)
    assert answer.status_code == 200
    return styles_of(answer.text)


def styles_of(page: str) -> list[str]:
    """The style sheets of a page where scripts run."""
    return LINKED.findall(re.sub("<noscript>.*?</noscript>", "", page, flags=re.DOTALL))


@pytest.mark.parametrize(
    "game", kept(["indian-chief", "blind-date", "dream-team", "the-pairs", "pyramid"])
)
def test_an_entry_stands_with_one_sheet(client: FlaskClient, open_table: Open, game: str) -> None:
    """Whatever the game; what is swapped in later has its styles by then."""
    code = open_table(game, *NAMES)["code"]
    page = client.get(f"/t/{code}?go=1").text
    assert styles_of(page) == ["entry"]
    assert LATER.findall(page) == [("read", "wide")]


def test_without_script_an_entry_has_what_is_read(client: FlaskClient, code: str) -> None:
    """Nothing could fetch it later."""
    assert LINKED.findall(client.get(f"/t/{code}?go=1").text) == ["entry", "read"]


def test_a_wide_room_has_all_sheets_at_once(client: FlaskClient, code: str) -> None:
    """Whoever had one before; a phone would load them for nothing."""
    client.set_cookie("room", "wide")
    page = re.sub("<noscript>.*?</noscript>", "", client.get(f"/t/{code}?go=1").text)
    assert re.findall(r'href="/static/(\w+)\.css', page) == ["entry", "read", "wide"]


def test_the_way_back_is_large_before_the_later_styles_come(client: FlaskClient, code: str) -> None:
    """A correction is an entry with an arrow, which the first sheet draws."""
    enter(client, code, "s1", "QS")
    path = f"/t/{code}/correct/2"
    assert 'class="bar-back"' in client.get(path).text
    styles = [client.get(f"/static/{name}.css").text for name in linked(client, path)]
    assert any(re.search(r"\.bar-back \{\s+width: 44px; height: 44px;", one) for one in styles)


def test_a_refusal_has_its_styles_without_script(client: FlaskClient, code: str) -> None:
    """The whole page that answers a refused form brings the sheet that draws it."""
    enter(client, code, "s1", "QS")
    answer = enter(client, code, "s2", "QS KD")
    assert answer.status_code == 422
    assert styles_of(answer.text) == ["entry", "read"]


def test_other_pages_have_what_is_read(client: FlaskClient, code: str) -> None:
    for path in ("/", "/new", "/rules", f"/t/{code}/sheet", f"/t/{code}/fix", f"/t/{code}/setup"):
        assert linked(client, path) == ["entry", "read"], path


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_every_rule_stands_in_a_layer(sheet: Path) -> None:
    """The order of the layers is declared once, so that no rule has to outweigh another."""
    text = re.sub(r"/\*.*?\*/|@layer [\w, ]+;", "", sheet.read_text(encoding="utf-8"), flags=re.S)
    deep, heads = 0, []
    for part in re.split(r"([{}])", text):
        if not deep and part not in "{}":
            heads.append(part.strip())
        deep += (part == "{") - (part == "}")
    assert [head for head in heads if head and not re.fullmatch(r"@layer \w+", head)] == []


def test_the_order_of_the_layers_is_declared_once() -> None:
    declared = {sheet.name: re.findall(r"@layer [\w, ]+;", sheet.read_text()) for sheet in SHEETS}
    assert [name for name, found in declared.items() if found] == ["entry.css"]
    assert declared["entry.css"] == ["@layer ground, entry, wide, read, tv;"]
