"""The tests' own client: no test is satisfied by an error page that it did not expect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, redirect
from flask.testing import FlaskClient

from tests.support.client import awaiting, take_unnamed

Look = Callable[[Any], object]


@pytest.fixture
def client() -> FlaskClient:
    """A phone of an application that answers with any status."""
    app = Flask(__name__)

    @app.route("/<int:status>", methods=["GET", "POST"])
    def answer(status: int) -> Any:
        return redirect("/200", status) if 300 <= status < 400 else ("text", status)

    return app.test_client()


@pytest.mark.parametrize(
    "look", [lambda _: None, lambda answer: answer.text, lambda answer: answer.data]
)
@pytest.mark.parametrize("status", [400, 403, 404, 409, 422, 429])
def test_a_refusal_that_nobody_names_fails_the_test(
    client: FlaskClient, status: int, look: Look
) -> None:
    look(client.get(f"/{status}"))
    (told,) = take_unnamed()
    assert f"GET /{status}: {status}" in told
    assert take_unnamed() == []


@pytest.mark.parametrize("look", [lambda answer: answer.text, lambda answer: answer.get_data()])
def test_a_redirect_is_no_page_to_read(client: FlaskClient, look: Look) -> None:
    client.post("/303")
    client.get("/303")
    assert take_unnamed() == []
    look(client.get("/303"))
    assert len(take_unnamed()) == 1


def test_a_status_is_named_before_or_after_the_body_is_read(client: FlaskClient) -> None:
    before, after = client.get("/404"), client.get("/303")
    assert before.status_code == 404
    assert before.text
    assert after.text
    assert after.status_code == 303
    assert take_unnamed() == []


def test_a_followed_redirect_names_nothing(client: FlaskClient) -> None:
    assert client.get("/303", follow_redirects=True).text == "text"
    assert take_unnamed() == []


@pytest.mark.parametrize("status", [500, 503, 507])
def test_a_failure_fails_at_once_unless_it_is_awaited(client: FlaskClient, status: int) -> None:
    with pytest.raises(AssertionError, match="nobody awaits"):
        client.get(f"/{status}")
    with awaiting(status):
        assert client.get(f"/{status}").status_code == status
    with awaiting(501), pytest.raises(AssertionError, match="nobody awaits"):
        client.get(f"/{status}")
