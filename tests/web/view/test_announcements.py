"""What is read aloud: one short sentence when scores change, once, to those who may know it."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.at_table import post, record, revision
from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, Opened, seated
from tests.web.entry.test_secret import SECRETIVE
from tests.web.entry.test_secret import opened as secret_table

PART = re.compile(r'<hx-partial hx-target="#aloud"[^>]*>(.*?)</hx-partial>', re.S)


def aloud(client: FlaskClient, opened: Opened, shown: int, lang: str = "en") -> str:
    """What a page in use that shows a revision is told aloud with its next answer."""
    headers = {"HX-Request": "true", "Shown": str(shown)}
    path = f"/t/{opened['code']}?lang={lang}"
    page = client.get(path, headers=headers, follow_redirects=True).text
    assert "<html" not in page
    return "".join(PART.findall(page))


@pytest.fixture
def opened(client: FlaskClient, open_table: Open) -> Opened:
    """A table of three at which Bo has made a Doctor and then Cy a Lawyer: revision 3."""
    made = open_table(CHIEF)
    record(client, made, DOCTOR, LAWYER)
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
    assert aloud(client, opened, 1, lang) == both, "several are told by their numbers"
    assert [aloud(client, opened, shown, lang) for shown in (3, 0, 4)] == [""] * 3
    whole = client.get(f"/t/{opened['code']}?lang={lang}", headers={"Shown": "2"}).text
    silent = '<p class="unseen" id="aloud" role="status"></p>'
    assert silent in whole, "a page that opens says nothing by itself"


def test_what_is_undone_or_corrected_is_told_too(client: FlaskClient, opened: Opened) -> None:
    assert post(client, opened["code"], "undo", of=3).status_code == 303
    assert aloud(client, opened, 3) == "Undone: Cy’s Lawyer. Cy has 0."
    cards = ["AH", "2S", "5S", "8S", "QS", "7H"]
    form = {"cards": cards, "kind": "doctor", "seat": "s2", "reason_kind": "misread"}
    assert post(client, opened["code"], "amend/2", **form).status_code == 303
    assert aloud(client, opened, 4) == "Corrected: Bo’s Doctor, 40. Bo has 40."
    sheet = client.get(f"/t/{opened['code']}/sheet?lang=en").text
    spoken = re.sub(r"<[^>]+>", "", sheet)
    assert "before 50, 40" in spoken, "what was and what is are two numbers for ears too"


@pytest.mark.parametrize("game_id", SECRETIVE)
def test_what_lies_covered_is_told_to_nobody(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Not to the others, nor to the phone that entered it, which may lie open on the table."""
    made = secret_table(open_table, client, game_id, 0)
    newest = revision(client, made["code"])
    for reader in (client, seated(app, made, "s2"), seated(app, made, "s3")):
        assert [aloud(reader, made, shown) for shown in range(newest)] == [""] * newest
