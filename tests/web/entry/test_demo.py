"""The demo round: the real rules over a table that is kept nowhere, whatever is sent to it."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.games import GAMES
from referee.kernel.fields import Cards
from referee.kernel.info import Demo, Entered
from referee.web.view.demo import demo, demo_view, played_out, with_moves
from referee.words import LANGUAGES
from tests.properties.test_every_game import well_said
from tests.support.tiers import SLOW

HAVING = sorted(game for game, kept in GAMES.items() if kept.info.demo)
TRIES = 200 if SLOW else 25
pytestmark = pytest.mark.skipif(not HAVING, reason="no game that is kept has a demo")


@pytest.fixture
def shown() -> tuple[str, Demo]:
    """The demo that the first page offers."""
    found = demo()
    assert found is not None
    return found


def send(client: FlaskClient, entered: Entered, **more: str) -> TestResponse:
    """Send an entry as the pad does."""
    told = {
        name: list(value) if isinstance(value, tuple) else str(value)
        for name, value in entered.data.items()
    }
    return client.post(
        "/try?lang=en", data={**told, "seat": entered.seat, "seen": "1", "key": "k", **more}
    )


def stored(app: Flask) -> dict[str, int]:
    """How many rows every table of the database has."""
    with closing(sqlite3.connect(app.config["DATABASE"])) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {name: db.execute(f"SELECT count(*) FROM [{name}]").fetchone()[0] for name in names}


@pytest.mark.parametrize("game_id", HAVING)
def test_what_a_demo_tells_stands_and_ends_its_round(app: Flask, game_id: str) -> None:
    kept = GAMES[game_id].info.demo
    assert kept is not None
    with app.test_request_context("/"):
        view = demo_view(game_id, kept)
        assert view.awaited == (kept.wanted.seat,)
        whole = played_out(with_moves(view.history, [kept.wanted]))
        assert whole.broken is None
        assert whole.game.scene(whole.state).complete == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_the_rules_allow_is_explained_and_nothing_is_kept(
    app: Flask, shown: tuple[str, Demo], lang: str
) -> None:
    """Also what leaves its round open; no page leads to a table, and no device is made."""
    game, kept = shown
    client, before = app.test_client(), stored(app)
    with app.test_request_context("/"):
        view = demo_view(game, kept)
    prompts = [
        prompt
        for prompt in view.prompts
        if prompt.seat == kept.wanted.seat and prompt.form == "pad"
    ]
    for seed in range(TRIES):
        rng = random.Random(seed)
        prompt = prompts[seed % len(prompts)]
        field = next(field for field in prompt.fields if isinstance(field, Cards))
        answer = send(client, Entered(prompt.kind, kept.wanted.seat, {"cards": field.sample(rng)}))
        assert answer.status_code in (303, 422)
        if answer.status_code == 303:
            page = client.get(f"{answer.headers['Location']}&lang={lang}")
            assert page.status_code == 200
            assert page.text.count('class="explained-row"') == len(kept.seats)
            well_said(page.text, answer.headers["Location"])
            assert not re.search(r'(href|action|hx-\w+)="/(t|join|api)/', page.text)
    assert stored(app) == before
    assert client.get_cookie("device") is None


def test_the_rules_refuse_as_at_a_table_and_nobody_lets_it_stand(
    client: FlaskClient, shown: tuple[str, Demo]
) -> None:
    _game, kept = shown
    cards = list(kept.wanted.data["cards"])  # type: ignore[arg-type]
    twice = Entered(kept.wanted.kind, kept.wanted.seat, {"cards": (cards[0],) * 3})
    answer = send(client, twice, overrule="1", reason="because", accept="too_many_copies")
    assert answer.status_code == 422
    assert 'id="refusal-title"' in answer.text
    assert answer.text.count(f'value="{cards[0]}" aria-label') >= 1


@pytest.mark.parametrize(
    "query",
    [
        "",
        "kind=lawyer",
        "kind=steal&whom=s2",
        "kind=lawyer&cards=XX",
        "cards=KS&cards=KS&cards=KS",
        "kind=" + "x" * 500,
        "kind=lawyer&seat=s2&cards=2S",
        "cards=" + "KS " * 500,
        "kind=decline",
        "seat=s9",
        "kind=playoff&winner=s1",
        "accept=x&overrule=1&reason=y&cards=KS&cards=KS&cards=KS",
    ],
)
def test_junk_begins_anew_or_is_refused(client: FlaskClient, query: str) -> None:
    read = client.get(f"/try/read?{query}")
    assert (read.status_code, read.headers.get("Location")) == (303, "/try")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert client.post("/try", data=query, headers=form).status_code in (422, 303)
    assert client.post("/try/preview", data=query, headers=form).status_code == 200
