"""What an entry leads to: htmx is given it at once, the very page that a browser without script
asks for in a second request.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Response
from flask.testing import FlaskClient

from app import create_app
from tests.support.examples import EXAMPLES

HTMX = {"HX-Request": "true"}
GAME = EXAMPLES[0]
Opened = dict[str, Any]


def steady(page: str) -> str:
    """A page without the keys that each drawing of a form makes anew."""
    return re.sub(r'name="key" value="[^"]*"', "", page)


def sent_on(client: FlaskClient, path: str, form: dict[str, str], **more: Any) -> Response:
    answer: Response = client.post(path, data=form, **more)
    assert answer.status_code == 303
    return answer


def test_htmx_is_given_the_page_that_others_are_sent_to(
    client: FlaskClient, open_table: Callable[..., Opened]
) -> None:
    code = open_table(GAME)["code"]
    form = {"seat": "s1", "cards": ["KH", "QS"], "seen": "1", "key": "once"}
    where = sent_on(client, f"/t/{code}/entry", form).headers["Location"]
    asked = client.get(where, headers=HTMX)
    given = client.post(f"/t/{code}/entry", data=form, headers=HTMX)
    assert given.status_code == 200
    assert given.headers["Content-Location"] == where
    assert steady(given.text) == steady(asked.text)
    assert {
        name: value
        for name, value in given.headers.items()
        if name not in ("Content-Location", "Content-Length", "X-Request-Id")
    } == {
        name: value
        for name, value in asked.headers.items()
        if name not in ("Content-Length", "X-Request-Id")
    }


def test_who_allows_an_entry_is_not_notified_of_it(
    client: FlaskClient, open_table: Callable[..., Opened]
) -> None:
    """The page in the answer knows which changes this phone made itself."""
    code = open_table(GAME, "Ann", "Bo")["code"]
    for at, (seat, cards) in enumerate(
        (("s1", "KH QS 4D AC"), ("s2", "2H 2S"), ("s1", "TH TD 4C AD"))
    ):
        form = {"seat": seat, "cards": cards.split(), "seen": str(at + 1), "key": f"k{at}"}
        allowed = {"overrule": "1", "accept": ["meld_used"], "reason": "agreed"} if at == 2 else {}
        given = client.post(f"/t/{code}/entry", data=form | allowed, headers=HTMX)
    assert given.status_code == 200, given.text
    assert "Allowed:" not in given.text


def test_below_a_path_the_page_is_found_too(tmp_path: Path) -> None:
    app = create_app(
        {
            "DATABASE": str(tmp_path / "referee.db"),
            "URL": "https://cards.example/a/b/",
            "RATE_LIMITS": False,
        }
    )
    client = app.test_client()
    code = client.post(
        "/a/b/api/tables", json={"game": GAME, "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    ).get_json()["code"]
    given = client.post(
        f"/a/b/t/{code}/entry",
        data={"seat": "s1", "cards": ["KH"], "seen": "1", "key": "once"},
        headers=HTMX,
    )
    app.extensions["service"].close()
    assert given.status_code == 200
    assert given.headers["Content-Location"].startswith(f"/a/b/t/{code}")
