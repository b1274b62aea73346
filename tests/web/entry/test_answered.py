"""What an entry leads to: htmx is given it at once, the very page that a browser without script
asks for in a second request.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from tests.support.at_table import enter
from tests.support.examples import EXAMPLES
from tests.support.talk import Open, opened_by

HTMX = {"HX-Request": "true"}
GAME = EXAMPLES[0]
OWN = ("Content-Location", "Content-Length", "X-Request-Id")
"""What only the answer to the form has, or no two answers share."""


def steady(page: str) -> str:
    """A page without the keys that each drawing of a form makes anew."""
    return re.sub(r'name="key" value="[^"]*"', "", page)


def told(headers: Headers) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name not in OWN}


def test_htmx_is_given_the_page_that_others_are_sent_to(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(GAME)["code"]
    form = {"seat": "s1", "cards": ["KH", "QS"], "seen": "1", "key": "once"}
    sent = client.post(f"/t/{code}/entry", data=form)
    assert sent.status_code == 303
    asked = client.get(sent.headers["Location"], headers=HTMX)
    given = client.post(f"/t/{code}/entry", data=form, headers=HTMX)
    assert given.status_code == 200
    assert given.headers["Content-Location"] == sent.headers["Location"]
    assert steady(given.text) == steady(asked.text)
    assert told(given.headers) == told(asked.headers)


def test_who_allows_an_entry_is_not_notified_of_it(client: FlaskClient, open_table: Open) -> None:
    """The page in the answer knows which changes this phone made itself."""
    code = open_table(GAME, "Ann", "Bo")["code"]
    enter(client, code, "s1", "KH QS 4D AC")
    enter(client, code, "s2", "2H 2S")
    client.environ_base["HTTP_HX_REQUEST"] = "true"
    allowed = {"overrule": "1", "accept": "meld_used", "reason": "agreed"}
    given = enter(client, code, "s1", "TH TD 4C AD", **allowed)
    assert given.status_code == 200, given.text
    assert "Allowed:" not in given.text


def test_below_a_path_the_page_is_found_too(new_app: Callable[..., Flask]) -> None:
    client = new_app(URL="https://cards.example/a/b/").test_client()
    code = opened_by(client, GAME, below="/a/b")["code"]
    form = {"seat": "s1", "cards": ["KH"], "seen": "1", "key": "once"}
    given = client.post(f"/a/b/t/{code}/entry", data=form, headers=HTMX)
    assert given.status_code == 200
    assert given.headers["Content-Location"].startswith(f"/a/b/t/{code}")
