"""Tables of a game that was removed: every address says so, lists name them, and everything else
goes on.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.service import supported_games
from referee.web.http.edition import has_view
from referee.web.http.permissions import at_table, right_of
from referee.web.start import game_list
from referee.words import LANGUAGES
from tests.support.talk import Open, Opened, stored
from tests.web.group.test_group import group_of

SENTENCE = {"en": "installed any more", "ja": "もうここにない"}


@pytest.fixture
def lost(open_table: Open, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A table of a game that is there no more, after it another one that is."""
    opened = open_table(next(iter(GAMES)))
    for module in (supported_games, game_list):
        monkeypatch.setattr(module, "GAMES", dict(list(GAMES.items())[1:]))
    return opened


def addresses(app: Flask, code: str) -> list[tuple[str, str]]:
    """Every address of a table with its method, whatever else stands in it."""
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if at_table(right_of(app, rule.endpoint)) and has_view(app, rule.endpoint)
    ]
    filled = {r"<code>": code, r"<int:\w+>": "1", r"<any.*>": "log", r"<\w+>": "s1"}
    found = []
    for rule in rules:
        path = rule.rule
        for place, value in filled.items():
            path = re.sub(place, value, path)
        found += [(method, path) for method in rule.methods or () if method in ("GET", "POST")]
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_address_of_its_tables_says_so(
    app: Flask, client: FlaskClient, lost: Opened, lang: str
) -> None:
    found = addresses(app, lost["code"])
    assert len(found) > 40
    for method, path in found:
        answer = client.open(f"{path}?lang={lang}", method=method)
        assert answer.status_code == 410, (method, path)
        said = answer.get_json()["error"]["message"] if answer.is_json else answer.text
        assert SENTENCE[lang] in said, (method, path)


def test_nobody_joins_it(app: Flask, lost: Opened) -> None:
    guest = app.test_client()
    link = lost["links"]["seat"].rpartition("/join/")[2]
    assert guest.get(f"/join/{link}").status_code == 410
    assert guest.post(f"/join/{link}").status_code == 410
    joining = stored(app, lost).join_code
    assert guest.post("/join", data={"code": joining or lost["code"]}).status_code == 410


@pytest.mark.parametrize(("lang", "words"), [("en", "no longer supported"), ("ja", "対応終了")])
def test_lists_name_it_and_go_on(
    client: FlaskClient, lost: Opened, open_table: Open, lang: str, words: str
) -> None:
    past = client.get(f"/?lang={lang}&played=all").text
    assert lost["code"] in past
    assert words in past
    group = group_of(client)
    assert words in client.get(f"{group}?lang={lang}").text
    assert client.get(f"{group}/t/{lost['code']}").status_code == 410
    assert client.get(f"/new?again={lost['code']}").status_code == 410
    assert client.get("/new").status_code == 200
    assert client.get(f"/t/{open_table()['code']}").status_code == 200
