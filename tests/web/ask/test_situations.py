"""Asked at a table: whether a move may be made as it stands, whether it is over, what comes now;
with what was tapped, and step by step.
"""

from __future__ import annotations

import random
import re
from html import unescape
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.contract import complete_options
from referee.kernel.detail import DEPTH
from referee.kernel.question import LETTERS, choices, seats_of
from referee.kernel.situations import MOST_DONE
from referee.kernel.told_moves import read_move, told_move
from referee.web.ask import inquiry
from referee.words import Translator
from tests.support.random_play import MAY_CONTRADICT
from tests.support.talk import CHIEF, DOCTOR, LAWYER, TAKEN, Open, Opened, meld, seated, send, table
from tests.web.entry.test_entry import words
from tests.web.people.test_join import joined
from tools.sample import MOST_RETREATS, sample_game

LAYS = {"move": "lawyer", "mover": "s3", "cards": "KH QS 4D AC"}
MAY = f"/ask/{CHIEF}/may"
DECIDED = {"clause": "IC-A1", "option": "match", "value": "rank", "key": "r"}


def page_of(client: FlaskClient, path: str, **facts: str) -> str:
    answer = client.get(path, query_string={**facts, "lang": "en"})
    assert answer.status_code == 200, words(answer.text)
    return answer.text


def lead_of(client: FlaskClient, path: str = MAY, **facts: str) -> str:
    """What the ruling begins with."""
    return found_in(page_of(client, path, **facts), r'id="ruling"[^>]*><b class="lead">([^<]+)')


def found_in(page: str, pattern: str) -> str:
    """What a page has there, as it reads."""
    found = re.search(pattern, page)
    assert found
    return unescape(found[1])


def query_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


def test_a_move_is_judged_on_the_table_as_it_stands(client: FlaskClient, opened: Opened) -> None:
    there = {"table": opened["code"], **LAYS}
    assert lead_of(client, **there) == "Yes"
    send(client, opened, DOCTOR)
    assert lead_of(client, **there) == "No"
    assert "IC-2" in words(page_of(client, MAY, **there))
    assert client.get(f"/api{MAY}", query_string=there).get_json()["yes"] is False
    assert lead_of(client, table=opened["code"], move="steal", mover="s2") == "No"


def test_what_it_would_lead_to_is_told(client: FlaskClient, opened: Opened) -> None:
    send(client, opened, DOCTOR, meld("poor", "s1", "2C 3C 4C"))
    lays = LAYS | {"cards": "KH QD 4D AC"}
    said = words(page_of(client, MAY, table=opened["code"], **lays))
    assert "Cy: " in said, "a reason says whose it is"
    assert "25" in said


def test_the_steps_of_a_moment_are_asked_one_after_the_other(client: FlaskClient) -> None:
    page = page_of(client, MAY, players="3", **LAYS | {"mover": "A"})
    then = found_in(page, r'href="([^"]+)">And then\?')
    assert "After: A: Lawyer" in words(client.get(then).text)
    there = {**query_of(then), "move": "thief", "mover": "B"}
    assert [lead_of(client, **there, cards=card) for card in ("QS", "QD")] == ["No", "Yes"]


def test_what_was_tapped_and_not_recorded_is_asked_about(
    client: FlaskClient, opened: Opened
) -> None:
    tapped = {"table": opened["code"], "draft": "1", "seat": "s3"}
    there, nothing = (
        client.get(f"/ask/{CHIEF}", query_string=tapped | cards).headers["Location"]
        for cards in (TAKEN["data"], {})
    )
    assert query_of(there).items() >= {"q": "may", **LAYS}.items()
    page = client.get(f"{there}&lang=en").text
    assert "Yes" in words(page[page.index('id="verdict"') :])
    assert "move" not in query_of(nothing)


def test_the_ruling_that_is_sent_stays_as_it_was_and_opens_nothing_else(
    client: FlaskClient, opened: Opened, app: Flask
) -> None:
    page = page_of(client, MAY, q="may", table=opened["code"], **LAYS)
    sent = found_in(page, r'href="([^"]+)"[^>]*data-share')
    send(client, opened, DOCTOR)
    stranger, path, query = app.test_client(), urlsplit(sent).path, query_of(sent)
    assert lead_of(stranger, path, **query) == lead_of(client, path, **query) == "Yes"
    before = {"at": query.pop("revision"), **query}
    assert lead_of(stranger, path, **before) == "Yes", "links that were sealed earlier"
    newer = ({"revision": before["at"], "seal": "x"}, {"revision": ""})
    for wrong in ({"at": "3"}, {"seal": "x"}, {"at": ""}, *newer):
        answer = stranger.get(path, query_string={**before, **wrong, "lang": "en"})
        assert answer.status_code in (200, 422)
        assert "Bo" not in words(answer.text)
    assert stranger.get(f"/t/{opened['code']}").status_code != 200


def seen_by(phone: FlaskClient, path: str, asked: dict[str, str]) -> str:
    """What a phone is answered, without the code of the table it asks about, and the seal made of
    it.
    """
    answer = phone.get(path, query_string=asked)
    said = re.sub(r"seal=\w+", "seal=", words(answer.text))
    return f"{answer.status_code} {said.replace(asked['table'], '')}"


@pytest.mark.parametrize(
    "rules",
    [
        [{}],
        *(
            [{f"o.{option.field.name}": str(value)} for value in choices(option)]
            for option in GAMES[CHIEF].info.options
            if choices(option)
        ),
    ],
    ids=lambda rules: next(iter(rules[0]), "as played"),
)
def test_nothing_that_lies_covered_shows_in_what_others_ask(
    client: FlaskClient, open_table: Open, app: Flask, rules: list[dict[str, str]]
) -> None:
    """Whatever house rule stands in the address: not how the table is entered, nor whether what
    lies covered could be counted otherwise; to readers and to programs.
    """
    lays = {"move": "doctor", "mover": "s2", "cards": "2H 3H 4H 5H 6H QD"}
    asked = (lays, {"move": "steal", "mover": "s2"}, {"q": "end"}, {"q": "next"})
    pages: list[list[str]] = []
    for cards in ("KH QD 4D AC", "KH QS 5D AC"):
        opened = open_table(CHIEF, options={"entry": "secret"})
        send(client, opened, LAWYER | {"data": {"cards": cards}})
        other = seated(app, opened, "s2")
        pages.append(
            [
                seen_by(other, path, {**facts, **rule, "table": opened["code"]})
                for rule in rules
                for facts in asked
                for question in (f"/ask/{CHIEF}/{facts.get('q', 'may')}",)
                for path in (f"/ask/{CHIEF}", question, f"/api{question}")
            ]
        )
    assert pages[0] == pages[1]


def test_a_table_is_counted_once_under_house_rules_however_many_values_of_facts_are_tried(
    client: FlaskClient, opened: Opened
) -> None:
    send(client, opened, DOCTOR)
    rules = {"o.match": "rank", "o.chief_split": "declared"}
    with mock.patch.object(inquiry, "otherwise", wraps=inquiry.otherwise) as counted:
        page_of(client, f"/ask/{CHIEF}", q="may", move="chief", table=opened["code"], **rules)
    assert counted.call_count == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_asked_these_questions_at_a_table(
    client: FlaskClient, open_table: Open, game: str, lang: str
) -> None:
    opened = open_table(game, "Ann", "Bo", "Cy", "Dee")
    at_table = f"table={opened['code']}&lang={lang}"
    kinds = {prompt["kind"] for prompt in table(client, opened)["prompts"]} - {DEPTH}
    for query in ("end", "next", "may", *(f"may&move={kind}" for kind in kinds)):
        assert client.get(f"/ask/{game}?q={query}&{at_table}").status_code == 200
    for question in ("end", "next"):
        assert 'id="ruling"' in client.get(f"/ask/{game}/{question}?{at_table}").text


def test_house_rules_are_chosen_before_asking(client: FlaskClient, open_table: Open) -> None:
    page = client.get(f"/ask/{CHIEF}?q=worth&cards=7C+KD&lang=en").text
    rules = page[page.index('id="rules"') :]
    assert 'name="o.match" value="rank"' in rules
    assert 'name="cards" value="7C KD"' in rules
    opened = open_table(CHIEF, options={"match": "rank"})
    chosen = client.get(f"/ask/{CHIEF}?q=worth&table={opened['code']}&lang=en").text
    assert re.search(r'name="o.match" value="rank" checked', chosen)


def test_what_the_group_ruled_is_offered_at_its_table_and_on_the_phones_that_belong_to_it(
    client: FlaskClient, opened: Opened, app: Flask
) -> None:
    client.post(f"/api/t/{opened['code']}/rulings", json=DECIDED)
    home = f"/ask/{CHIEF}?q=worth&lang=en"
    for address in (f"{home}&table={opened['code']}", home):
        link = found_in(client.get(address).text, r'href="([^"]+)">Our decisions')
        assert re.search(r'name="o.match" value="rank" checked', client.get(link).text)
    assert ">Our decisions" not in app.test_client().get(home).text


def test_what_the_group_ruled_is_not_offered_to_whoever_only_watches_or_was_sent_a_ruling(
    client: FlaskClient, opened: Opened, app: Flask
) -> None:
    client.post(f"/api/t/{opened['code']}/rulings", json=DECIDED)
    page = page_of(client, f"/ask/{CHIEF}/next", table=opened["code"])
    sent = urlsplit(found_in(page, r'href="([^"]+)"[^>]*data-share'))
    asked = f"/ask/{CHIEF}?{sent.query}&q=next"
    assert ">Our decisions" in client.get(asked).text
    for phone in (app.test_client(), joined(app, opened, "watch")):
        assert ">Our decisions" not in phone.get(asked).text


def test_from_home_the_moment_stands_above_the_answer(client: FlaskClient) -> None:
    """A No at the start of a game is none for the middle of one; page, form and programs say so."""
    asked = {"move": "steal", "mover": "A", "players": "3", "lang": "en"}
    form = page_of(client, f"/ask/{CHIEF}", q="may", **asked)
    for page, verdict in ((page_of(client, MAY, **asked), "ruling"), (form, "verdict")):
        assert 0 < page.index("At the start of a game") < page.index(f'id="{verdict}"'), verdict
    spoken = client.get(f"/api{MAY}", query_string=asked).get_json()
    assert spoken["when"]["text"] == "At the start of a game"


def steps_of(game: str, most: int) -> str:
    """The first steps of a game from home, as many as these characters hold, told over and over."""
    question, seats = find_question(game, "next"), seats_of(GAMES[game])
    assert question is not None
    assert question.moment is not None
    options = complete_options(GAMES[game].info, seats, {})
    first = question.moment(options, {"players": len(seats)})
    retreats = MOST_RETREATS if game in MAY_CONTRADICT else 0
    moves = [
        told_move(one.move)
        for one in sample_game(GAMES[game], first, random.Random(game), retreats)
    ]
    return "; ".join(moves * most)[:most].rpartition(";")[0]


@pytest.mark.parametrize("game", GAMES)
def test_too_many_steps_are_refused_in_a_sentence(client: FlaskClient, game: str) -> None:
    """The page and the API say what is too long; nothing is cut off and answered about another
    moment.
    """
    asked = {"players": str(len(seats_of(GAMES[game]))), "lang": "en"}
    asked["done"] = steps_of(game, MOST_DONE + 500)
    refused = client.get(f"/api/ask/{game}/next", query_string=asked)
    assert refused.status_code == 422
    (ruling,) = refused.get_json()["error"]["rulings"]
    assert (ruling["code"], ruling["field"]) == ("too_many_steps", "done")
    for path, status in ((f"/ask/{game}", 200), (f"/ask/{game}/next", 422)):
        page = client.get(path, query_string={"q": "next", **asked})
        assert page.status_code == status
        assert "Too many earlier actions" in words(page.text), path


@pytest.mark.parametrize("game", GAMES)
def test_every_step_that_is_shown_has_its_words(client: FlaskClient, game: str) -> None:
    """The newest steps are named by who made them and what they are, each alike."""
    done = steps_of(game, 60)
    players = str(len(seats_of(GAMES[game])))
    page = page_of(client, f"/ask/{game}", q="next", players=players, done=done)
    said = Translator("en", game, {seat: seat for seat in LETTERS})
    wanted = [read_move(step.strip())[:2] for step in done.split(";")]
    assert found_in(page, r'class="inset ask-done">After: ([^<]*)<') == " · ".join(
        f"{seat}: {said.kind(kind)}" if seat else said.kind(kind) for kind, seat in wanted
    )


def test_the_last_step_that_can_be_told_says_so(client: FlaskClient) -> None:
    """Where no further step has room, the ruling says so in the place of the way there."""
    first = "lawyer A cards=KH,QS,4D,AC"
    there = {"players": "3", "move": "thief", "mover": "B", "cards": "QD"}
    assert "And then?" in page_of(client, MAY, **there, done=first)
    said = words(page_of(client, MAY, **there, done=first.ljust(MOST_DONE - 5) + ";"))
    assert "And then?" not in said
    assert "add more steps here" in said


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_is_not_asked_is_named(client: FlaskClient, game: str) -> None:
    """Also one called as sealed links called their revision: it is refused in a sentence, not
    dropped.
    """
    for question in QUESTIONS[game]:
        options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
        asked = {field.name for field in question.fields(options, {})}
        for name in {"at", "wherever"} - asked:
            refused = client.get(
                f"/api/ask/{game}/{question.id}", query_string={name: "1", "lang": "en"}
            )
            assert refused.status_code == 422
            said = [one["text"] for one in refused.get_json()["error"]["rulings"]]
            assert f"“{name}” is not asked here" in said, question.id
