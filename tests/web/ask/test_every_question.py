"""One question, three doors: its page, the API and the command line say the same, and every fact
told reaches the answer.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games import QUESTIONS
from referee.kernel.missing_facts import evaluate
from referee.kernel.question import Answer
from referee.rulebook import load
from referee.words import LANGUAGES
from tests.properties.test_ruling_records import asked, named, records
from tests.support.commands import Run
from tests.support.tiers import by_turns

SUITS = str.maketrans("♠♥♦♣", "SHDC")
"""Suits are drawn on a page; what is read aloud there has their letters."""


def text_of(html: str) -> str:
    """What a page says, without its markup and joints."""
    shown = re.sub(r"[\u2060\u200b]", "", unescape(re.sub(r"<[^>]+>", "", html)))
    return re.sub(r"[\s.。]+", "", shown).translate(SUITS)


def address_of(game: str, case: dict[str, Any], lang: str) -> tuple[str, dict[str, Any]]:
    _question, _options, facts = asked(game, case)
    own = {f"o.{name}": value for name, value in case.get("options", {}).items()}
    told = {
        name: ("yes" if value else "no") if isinstance(value, bool) else value
        for name, value in {**facts, **own}.items()
    }
    return f"/ask/{game}/{case['question']}", {**told, "lang": lang}


def own_facts(facts: dict[str, Any]) -> dict[str, str]:
    """Those that are neither a house rule nor the language."""
    return {name: str(value) for name, value in facts.items() if name != "lang" and "." not in name}


def reasons(answer: Any) -> list[tuple[str, str]]:
    """Why a question was refused."""
    return [(ruling["field"], ruling["code"]) for ruling in answer["error"]["rulings"]]


@by_turns
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", QUESTIONS)
def test_page_and_api_say_the_same_to_every_recorded_question(
    client: FlaskClient, game: str, lang: str
) -> None:
    for case in records(game):
        with named(case):
            path, facts = address_of(game, case, lang)
            page = client.get(path, query_string=facts)
            spoken = client.get(f"/api{path}", query_string=facts)
            assert spoken.status_code == (422 if "refused" in case else 200)
            # A program must tell every fact; a page also answers where what is missing could change
            # nothing.
            assert page.status_code == (
                200 if isinstance(evaluate(*asked(game, case)).answer, Answer) else 422
            )
            if "refused" in case:
                refused = (case["refused"]["field"], case["refused"]["code"])
                assert refused in reasons(spoken.json)
                continue
            answer = spoken.json
            assert answer["facts"] == own_facts(facts)
            leads = {"en": ("No", "Yes"), "ja": ("いいえ", "はい")}[lang]
            lead = "" if answer["yes"] is None else leads[answer["yes"]]
            ruling = page.text[page.text.index('id="ruling"') :]
            assert text_of(lead + answer["verdict"]["text"]) in text_of(ruling)
            for said in (*answer["why"], *answer["also"]):
                assert text_of(said["text"]) in text_of(ruling)


@pytest.mark.parametrize("game", QUESTIONS)
def test_the_point_that_decides_is_said_right_under_the_verdict(
    client: FlaskClient, game: str
) -> None:
    """Where another choice of an option would change the answer, what holds here is read first."""
    for case in records(game):
        with named(case):
            if not case.get("readings"):
                continue
            path, facts = address_of(game, case, "en")
            page = client.get(path, query_string=facts)
            assert page.status_code == 200
            above, why, below = page.text.partition('id="ruling"')[2].partition(
                'class="ruling-why"'
            )
            said = below.partition("</p>")[0]
            assert why
            assert "<details" not in above
            points = {load(game).about(option).id for option in case["readings"]}
            assert any(f">{point}</a>" in said for point in points), said


@by_turns
@pytest.mark.parametrize("game", QUESTIONS)
def test_the_command_line_says_what_the_api_says(client: FlaskClient, run: Run, game: str) -> None:
    for case in records(game):
        with named(case):
            path, facts = address_of(game, case, "en")
            answer = client.get(f"/api{path}", query_string=facts)
            spoken = answer.get_json()
            assert (answer.status_code == 200) is ("error" not in spoken)
            told = [f"{name}={value}" for name, value in own_facts(facts).items()]
            rules = {name[2:]: value for name, value in facts.items() if "." in name}
            own = [f"--option={name}={value}" for name, value in rules.items()]
            status, printed = run("ask", game, case["question"], *told, *own)
            assert (status == 0) is ("error" not in spoken)
            if status == 0:
                # Only a server knows the addresses of its pages.
                assert printed == {
                    name: told for name, told in spoken.items() if name not in ("cited", "links")
                }
            else:
                assert reasons(printed) == reasons(spoken)
