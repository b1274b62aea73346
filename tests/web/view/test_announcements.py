"""What is read aloud: one short sentence when scores change, once, to those who may know it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.examples import kept
from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, Opened, seated, send
from tests.web.entry.test_secret import GAMES, OPTIONS

PART = re.compile(r'<hx-partial hx-target="#aloud"[^>]*>(.*?)</hx-partial>', re.S)


def aloud(client: FlaskClient, opened: Opened, shown: int, lang: str = "en", **more: Any) -> str:
    """What a page in use that shows a revision is told aloud with its next answer."""
    headers = {"HX-Request": "true", "Shown": str(shown)}
    page = client.get(
        f"/t/{opened['code']}",
        query_string={"lang": lang, **more},
        headers=headers,
        follow_redirects=True,
    ).text
    assert "<html" not in page
    return "".join(PART.findall(page))


@pytest.fixture
def opened(client: FlaskClient, open_table: Open) -> Opened:
    """A table of three at which Bo has made a Doctor and then Cy a Lawyer: revision 3."""
    made = open_table(CHIEF)
    for seen, entry in enumerate((DOCTOR, LAWYER), 1):
        assert send(client, made, entry, seen=seen, key=f"k{seen}").status_code == 201
    return made


@pytest.mark.parametrize(
    ("lang", "said", "both"),
    [
        ("en", "Cy’s Lawyer, 25. Cy has 25.", "Bo has 50. Cy has 25."),
        ("ja", "Cyの弁護士：25。Cyは今25。", "Boは今50。Cyは今25。"),
    ],
)
def test_a_score_that_changed_is_told_once(
    client: FlaskClient, opened: Opened, lang: str, said: str, both: str
) -> None:
    assert aloud(client, opened, 2, lang) == said
    assert aloud(client, opened, 1, lang) == both, (
        "what several did meanwhile is told by its numbers"
    )
    assert [aloud(client, opened, shown, lang) for shown in (3, 0, 4)] == [""] * 3
    whole = client.get(
        f"/t/{opened['code']}", query_string={"lang": lang}, headers={"Shown": "2"}
    ).text
    assert '<p class="unseen" id="aloud" role="status"></p>' in whole, (
        "a page that opens says nothing by itself"
    )


def test_what_is_undone_or_corrected_is_told_too(client: FlaskClient, opened: Opened) -> None:
    form = {"of": 3, "seen": 3, "key": "u"}
    assert client.post(f"/t/{opened['code']}/undo?lang=en", data=form).status_code == 303
    assert aloud(client, opened, 3) == "Undone: Cy’s Lawyer. Cy has 0."
    data = {
        "seen": 4,
        "key": "a",
        "cards": ["AH", "2S", "5S", "8S", "QS", "7H"],
        "kind": "doctor",
        "seat": "s2",
        "reason_kind": "misread",
    }
    assert client.post(f"/t/{opened['code']}/amend/2?lang=en", data=data).status_code == 303
    assert aloud(client, opened, 4) == "Corrected: Bo’s Doctor, 40. Bo has 40."
    sheet = client.get(f"/t/{opened['code']}/sheet?lang=en").text
    assert "before 50, 40" in re.sub(r"<[^>]+>", "", sheet), (
        "what was and what is are two numbers for ears too"
    )


@pytest.mark.parametrize("game_id", kept(sorted(GAMES)))
def test_what_lies_covered_is_told_to_nobody(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Not to the others, nor to the phone that entered it, which may lie open on the table."""
    made = open_table(
        game_id, "Ann", "Bo", "Cy", options={"entry": "secret"} | OPTIONS.get(game_id, {})
    )
    before, secrets, _tried, _rest = GAMES[game_id]
    for seen, entry in enumerate([*before, secrets[0]], 1):
        assert send(client, made, entry, seen=seen, key=f"b{seen}").status_code == 201
    newest = len(before) + 1
    for reader in (client, seated(app, made, "s2"), seated(app, made, "s3")):
        assert [aloud(reader, made, shown) for shown in range(newest + 1)] == [""] * (newest + 1)
