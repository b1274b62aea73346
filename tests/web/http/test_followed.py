"""What an entry leads to: htmx is given it at once, the very page that a browser without script
asks for in a second request.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, redirect, request
from flask.testing import FlaskClient

from app import create_app
from referee.web.http.followed import followed
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
    app.extensions["desk"].close()
    assert given.status_code == 200
    assert given.headers["Content-Location"].startswith(f"/a/b/t/{code}")


@pytest.fixture
def small() -> Flask:
    """An application of nothing else than what sends on."""
    made = Flask(__name__)
    made.wsgi_app = followed(made.wsgi_app)  # type: ignore[method-assign]
    return made


@pytest.mark.parametrize(
    "where",
    ["//elsewhere.example/rules", "https://elsewhere.example/rules", "/rules?cookie=1", "rules"],
)
def test_what_leads_elsewhere_or_sets_a_cookie_is_left_to_the_browser(
    small: Flask, where: str
) -> None:
    @small.post("/sends")
    def sends() -> Response:
        answer = redirect(where, 303)
        answer.autocorrect_location_header = False
        if "cookie" in where:
            answer.set_cookie("seen", "1")
        return answer

    given = small.test_client().post("/sends", headers=HTMX)
    assert (given.status_code, given.headers["Location"]) == (303, where)


def test_pages_that_lead_to_each_other_come_to_an_end(small: Flask) -> None:
    seen: list[str] = []

    @small.route("/round", methods=["GET", "POST"])
    def again() -> Response:
        seen.append(request.method)
        return redirect("/round", 303)

    assert small.test_client().post("/round", headers=HTMX).status_code == 303
    assert seen == ["POST", "GET", "GET", "GET"]


def test_what_refuses_there_is_the_answer(small: Flask) -> None:
    @small.post("/sends")
    def sends() -> Response:
        return redirect("/gone", 303)

    given = small.test_client().post("/sends", headers=HTMX)
    assert (given.status_code, given.headers["Content-Location"]) == (404, "/gone")
