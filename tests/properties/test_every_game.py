"""Every game on every page: half played, finished and, where it can be, played again; in both
languages, on screen and on paper.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.games import GAMES
from referee.kernel.game import find_prompt
from referee.kernel.history import History, Played
from referee.words import LANGUAGES
from tests.support.examples import kept, plays
from tests.support.random_play import json_of, random_history
from tests.support.talk import Open, Opened, ids_of, play, renamed, send
from tests.support.tiers import SLOW, by_turns, in_tiers, property_test

PAGES = ("?", "?go=1", "/sheet?", "/fix?", "/setup?", "/print?", "/share?", "/join?")
PAPERS = ("/sheet.pdf?paper=a4", "/sheet.pdf?paper=letter", "/sheet.svg?")


def upto(history: History, moves: int) -> History:
    """The history after its first moves."""
    return History(
        history.game,
        history.seats,
        history.options,
        history.start,
        history.events[: moves + 1],
        history.played[:moves],
    )


def well_said(text: str, where: str) -> None:
    """No code, placeholder or Python value shows in a page."""
    shown = re.sub(r"<[^>]*>", " ", text)
    assert not re.search(r"\{\w+[:}]|\bNone\b|Undefined|\bline\.|\bsay\.|\bruling\.", shown), where


@by_turns
@in_tiers("seed", 1, 2)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_page_of_a_table_can_be_read(client: FlaskClient, game_id: str, seed: int) -> None:
    """Every page of a table opens in both languages, half played and finished, and shows no code
    and no Python value.
    """
    whole = random_history(game_id, seed)
    for moves in {0, len(whole.played) // 3, 2 * len(whole.played) // 3, len(whole.played)}:
        opened = play(client, upto(whole, moves), ids_of(whole))
        for lang in ("en", "ja"):
            for page in PAGES:
                address = f"/t/{opened['code']}{page}&lang={lang}"
                answer = client.get(address, follow_redirects=True)
                assert answer.status_code == 200, address
                well_said(answer.text, address)


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_cell_of_the_sheet_tells_its_lines(client: FlaskClient, game_id: str) -> None:
    """Every number of the sheet opens its lines with their clauses."""
    whole = random_history(game_id, 1)
    opened = play(client, whole, ids_of(whole))
    cells = re.findall(r'id="cell-([^"]+)"', client.get(f"/t/{opened['code']}/sheet").text)
    assert cells
    for cell in cells[: 12 if SLOW else 4]:
        answer = client.get(f"/t/{opened['code']}/sheet?open={cell}")
        assert 'id="lines"' in answer.text
        assert GAMES[game_id].info.prefix + "-" in answer.text.partition('id="lines"')[2]


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_sheet_is_printed_half_played_and_finished(client: FlaskClient, game_id: str) -> None:
    """The sheet is printed, half played and finished; `paper` gives `rows` as `kernel/paper.py`
    does.
    """
    whole = random_history(game_id, 1)
    for moves, langs in (
        (len(whole.played) // 2, LANGUAGES[:-1]),
        (len(whole.played), LANGUAGES[1:]),
    ):
        opened = play(client, upto(whole, moves), ids_of(whole))
        for lang in LANGUAGES if SLOW else langs:
            for page in PAPERS:
                answer = client.get(f"/t/{opened['code']}{page}&lang={lang}")
                assert answer.status_code == 200, page
                assert answer.data.startswith((b"%PDF", b"<svg"))


@by_turns
@pytest.mark.parametrize("game_id", sorted(name for name, game in GAMES.items() if game.info.tally))
def test_a_game_that_is_over_can_be_played_again_at_the_same_table(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    whole = random_history(game_id, 1)
    opened: Opened = play(client, whole, ids_of(whole))
    sheet = client.get(f"/t/{opened['code']}/sheet").text
    assert "do=again" in sheet
    form = client.get(f"/t/{opened['code']}?do=again&seat=").text
    assert 'name="kind" value="again"' in form
    seen = re.search(r'name="seen" value="(\d+)"', form)
    assert seen is not None
    answer = client.post(
        f"/t/{opened['code']}/entry",
        data={"seen": seen[1], "key": "again", "kind": "again", "seat": "", "start": "s2"},
    )
    assert answer.status_code == 303
    service = app.extensions["service"]
    state = service.history(service.store.table_by_code(opened["code"])).state
    assert state.before == 1
    assert client.get(f"/t/{opened['code']}").status_code == 200


def unseen(page: str) -> dict[str, str]:
    """What the first form of a page sends unseen."""
    hidden = re.findall(r'<input type="hidden" name="(seen|seat|task|kind)" value="([^"]*)"', page)
    return dict(reversed(hidden))


def sent_again(
    client: FlaskClient, address: str, played: Played, ids: dict[str, str]
) -> TestResponse:
    """The page that corrects an entry, sent as it stands: its own hidden fields, and the answer
    filled in as it was.
    """
    page = client.get(address)
    assert page.status_code == 200, address
    hidden = unseen(page.text)
    asked = find_prompt(played.game.prompts(played.before), played.move.kind, played.move.seat)
    assert asked is not None
    row = f".{hidden['seat']}" if asked.form == "row" else ""
    told = {
        name: value
        for name, value in renamed(json_of(played.move.data), ids).items()
        if value is not None and value is not False
    }
    filled = {f"{name}{row}": 1 if value is True else value for name, value in told.items()}
    return client.post(address, data=hidden | filled)


@by_turns
@in_tiers("seed", 1, 2)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_kind_of_entry_is_corrected_on_its_own_page(
    client: FlaskClient, game_id: str, seed: int
) -> None:
    """Every kind of entry opens to be corrected, and can be sent again as it was."""
    whole = random_history(game_id, seed)
    ids = ids_of(whole)
    opened = play(client, whole, ids)
    for kind, played in {played.move.kind: played for played in whole.played}.items():
        answer = sent_again(client, f"/t/{opened['code']}/correct/{played.seq}", played, ids)
        assert answer.status_code == 200, kind
        assert f"/amend/{played.seq}" in answer.text, kind


@by_turns
@pytest.mark.parametrize(
    ("game", "options", "entry", "instead", "told"),
    kept(
        [
            ("long-seat", {}, {"kind": "stop", "seat": "s1", "data": {}}, "draw", {"card": "8"}),
            (
                "the-pairs",
                {"must_draw": "no"},
                {"kind": "keep", "seat": "s1", "data": {}},
                "draw",
                {"source": "deck"},
            ),
            (
                "indian-chief",
                {"depth": "quick"},
                {"kind": "thief", "seat": "s1", "data": {"score": 7}},
                "rich",
                {"lost": "20"},
            ),
        ]
    ),
)
def test_an_entry_is_corrected_to_another_kind(
    client: FlaskClient,
    open_table: Open,
    game: str,
    options: dict[str, str],
    entry: dict[str, Any],
    instead: str,
    told: dict[str, str],
) -> None:
    """An entry can be corrected to another kind that was open then."""
    opened = open_table(game, options=options)
    first = {
        "long-seat": [{"kind": "draw", "seat": "s1", "data": {"card": "7"}}],
        "the-pairs": [{"kind": "play", "seat": "s1", "data": {"card": "7", "place": "pile1"}}],
    }.get(game, [])
    assert send(client, opened, *first, entry).status_code == 201
    address = f"/t/{opened['code']}/correct/{len(first) + 2}"
    assert f'href="{address}?do={instead}"' in client.get(address).text
    page = client.get(f"{address}?do={instead}").text
    hidden = unseen(page)
    assert hidden["kind"] == instead
    assert client.post(address, data=hidden | told).status_code == 200
    changed = client.post(
        address.replace("correct", "amend"),
        data=hidden | told | {"key": "z", "reason_kind": "misread"},
    )
    assert changed.status_code == 303
    newest = client.get(f"/api/t/{opened['code']}").get_json()["revision"]
    assert newest == len(first) + 3


@plays("long-seat")
def test_an_answer_that_was_not_open_is_not_offered_instead(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table("long-seat")
    draw = {"kind": "draw", "seat": "s1", "data": {"card": "7"}}
    assert send(client, opened, draw).status_code == 201
    address = f"/t/{opened['code']}/correct/2"
    assert "do=stop" not in client.get(address).text
    assert client.get(f"{address}?do=stop").text.count('name="kind" value="draw"') == 1


@plays("long-seat")
def test_an_answer_without_fields_is_one_tap_instead(client: FlaskClient, open_table: Open) -> None:
    opened = open_table("long-seat")
    draws = [{"kind": "draw", "seat": "s1", "data": {"card": card}} for card in "78"]
    assert send(client, opened, *draws).status_code == 201
    address = f"/t/{opened['code']}/correct/3"
    assert 'name="kind" value="stop"' in client.get(address).text
    assert client.post(address, data={"kind": "stop", "seat": "s1", "seen": 3}).status_code == 200
