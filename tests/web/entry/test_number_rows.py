"""A round of numbers entered in rows: typed or tapped where they stand, recorded together, and
corrected.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.words import LANGUAGES, catalogue
from tests.support.examples import EXAMPLES
from tests.support.talk import Open, table
from tests.support.tricks import INFO, SIZE, tricks

SHOWN = EXAMPLES[0]
WORDS = {
    "field.bid": "bid",
    "field.tricks": "tricks",
    "kind.bid": "bids",
    "kind.tricks": "tricks",
    "say.round_of": "Hand {n} of {of}",
}


@pytest.fixture
def client(fresh_app: Flask, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A phone at tables where a toy of bids and tricks stands in the place of a game that has a
    rulebook and words.
    """
    known = GAMES[SHOWN].info
    toy = tricks(
        replace(INFO, id=SHOWN, prefix=known.prefix, options=known.options, editions=known.editions)
    )
    monkeypatch.setitem(GAMES, SHOWN, toy)  # type: ignore[arg-type]
    for lang in LANGUAGES:
        for code, text in WORDS.items():
            monkeypatch.setitem(catalogue(lang, SHOWN), code, text)  # type: ignore[arg-type]
    return fresh_app.test_client()


def hidden(page: str) -> dict[str, str]:
    return dict(
        reversed(re.findall(r'<input type="hidden" name="(seen|key|task)" value="([^"]*)"', page))
    )


def test_a_round_of_bids_is_entered_in_rows_and_corrected(
    client: FlaskClient, open_table: Open
) -> None:
    address = f"/t/{(opened := open_table(SHOWN))['code']}"
    for lang in ("en", "ja"):
        page = client.get(f"{address}?lang={lang}")
        assert page.status_code == 200
        for seat in ("s1", "s2", "s3"):
            assert re.search(
                rf'<input class="text" type="number"[^>]*name="bid.{seat}" min="0" max="{SIZE}"'
                r' value=""',
                page.text,
            )
        assert f'<button type="button" class="button" value="{SIZE}">' in page.text
    some = {"bid.s1": "3", "bid.s2": "0"}
    again = client.post(f"{address}/entry", data=hidden(page.text) | some | {"refresh": "1"})
    assert (again.status_code, 'name="bid.s2" min="0" max="7" value="0"' in again.text) == (
        200,
        True,
    )
    sent = client.post(f"{address}/entry", data=hidden(again.text) | some | {"bid.s3": "9"})
    assert sent.status_code == 422
    sent = client.post(
        f"{address}/entry", data=hidden(again.text) | some | {"bid.s3": "7", "key": "two"}
    )
    assert sent.status_code == 303
    assert table(client, opened)["revision"] == 4
    wrong = client.get(f"{address}/correct/3")
    assert (wrong.status_code, 'name="bid.s2" min="0" max="7" value="0"' in wrong.text) == (
        200,
        True,
    )
    changed = client.post(
        f"{address}/correct/3", data=hidden(wrong.text) | {"seat": "s2", "bid.s2": "4"}
    )
    assert (changed.status_code, "/amend/3" in changed.text) == (200, True)


def test_what_was_entered_before_the_others_stands_in_its_row(
    client: FlaskClient, open_table: Open
) -> None:
    address = f"/t/{open_table(SHOWN)['code']}"
    sent = client.post(f"{address}/entry", data=hidden(client.get(address).text) | {"bid.s2": "0"})
    assert sent.status_code == 303
    page = client.get(address).text
    assert 'name="bid.s2"' not in page
    assert re.search(
        r'class="spot spot-int is-fixed"[^>]*>\s*<span class="spot-value">0</span>', page
    )
