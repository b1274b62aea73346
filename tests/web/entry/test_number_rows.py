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
from tests.support.talk import Open, table, text_of
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
        page = text_of(client.get(f"{address}?lang={lang}"), 200)
        for seat in ("s1", "s2", "s3"):
            field = rf'type="number"[^>]*name="bid.{seat}" min="0" max="{SIZE}" value=""'
            assert re.search(rf'<input class="text" {field}', page)
        assert f'<button type="button" class="button" value="{SIZE}">' in page
    some = {"bid.s1": "3", "bid.s2": "0"}
    zero = 'name="bid.s2" min="0" max="7" value="0"'
    again = client.post(f"{address}/entry", data=hidden(page) | some | {"refresh": "1"})
    assert zero in text_of(again, 200)
    sent = hidden(again.text) | some
    assert client.post(f"{address}/entry", data=sent | {"bid.s3": "9"}).status_code == 422
    whole = sent | {"bid.s3": "7", "key": "two"}
    assert client.post(f"{address}/entry", data=whole).status_code == 303
    assert table(client, opened)["revision"] == 4
    wrong = text_of(client.get(f"{address}/correct/3"), 200)
    assert zero in wrong
    changed = hidden(wrong) | {"seat": "s2", "bid.s2": "4"}
    assert "/amend/3" in text_of(client.post(f"{address}/correct/3", data=changed), 200)


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
