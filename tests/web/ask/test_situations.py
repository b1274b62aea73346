"""Asked at a table: whether a move may be made as it stands, whether it is over, what comes now;
with what was tapped, and step by step.
"""

from __future__ import annotations

import random
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES, QUESTIONS, find_question
from referee.kernel.contract import Option, complete_options
from referee.kernel.detail import DEPTH
from referee.kernel.question import LETTERS, choices, seats_of
from referee.kernel.situations import MOST_DONE
from referee.kernel.told_moves import read_move, told_move
from referee.web.ask import inquiry
from referee.web.rulings.recount import otherwise
from referee.words import Translator
from tests.support.random_play import MAY_CONTRADICT
from tests.support.talk import CHIEF, DOCTOR, LAWYER, TAKEN, Open, Opened, meld, seated, send
from tests.web.ask.test_ask import told
from tests.web.people.test_join import joined
from tools.sample import MOST_RETREATS, sample_game

ASKED = {"q": "may", "move": "lawyer", "mover": "s3", "cards": "KH QS 4D AC"}
NOT_MADE = "2C 3C 4C"


def ruled(client: FlaskClient, path: str, **facts: str) -> str:
    answer = client.get(path, query_string={**facts, "lang": "en"})
    assert answer.status_code == 200, told(answer.text)
    return told(answer.text)


def lead_of(client: FlaskClient, path: str, **facts: str) -> str:
    """What the ruling begins with."""
    page = client.get(path, query_string={**facts, "lang": "en"}).text
    found = re.search(r'id="ruling"[^>]*><b class="lead">([^<]+)', page)
    assert found
    return found[1]


def test_a_move_is_judged_on_the_table_as_it_stands(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, options={"entry": "open"})
    there = {"table": opened["code"], "move": "lawyer", "mover": "s3"}
    assert lead_of(client, f"/ask/{CHIEF}/may", **there, cards="KH QS 4D AC") == "Yes"
    send(client, opened, DOCTOR)
    assert lead_of(client, f"/ask/{CHIEF}/may", **there, cards="KH QS 4D AC") == "No"
    said = ruled(client, f"/ask/{CHIEF}/may", **there, cards="KH QS 4D AC")
    assert "IC-2" in said
    assert (
        lead_of(client, f"/ask/{CHIEF}/may", table=opened["code"], move="steal", mover="s2") == "No"
    )


def test_what_it_would_lead_to_is_told(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, options={"entry": "open"})
    send(client, opened, DOCTOR, meld("poor", "s1", NOT_MADE))
    said = ruled(
        client,
        f"/ask/{CHIEF}/may",
        table=opened["code"],
        move="lawyer",
        mover="s3",
        cards="KH QD 4D AC",
    )
    assert "Cy: " in said, "a reason says whose it is"
    assert "25" in said


def test_the_steps_of_a_moment_are_asked_one_after_the_other(client: FlaskClient) -> None:
    page = client.get(
        f"/ask/{CHIEF}/may",
        query_string={
            "players": "3",
            "move": "lawyer",
            "mover": "A",
            "cards": "KH QS 4D AC",
            "lang": "en",
        },
    ).text
    then = unescape(re.search(r'href="([^"]+)">And then\?', page)[1])  # type: ignore[index]
    form = client.get(then).text
    assert "After: A: Lawyer" in told(form)
    there = {name: values[0] for name, values in parse_qs(urlsplit(then).query).items()}
    assert (
        lead_of(client, f"/ask/{CHIEF}/may", **there, move="thief", mover="B", cards="QS") == "No"
    )
    assert (
        lead_of(client, f"/ask/{CHIEF}/may", **there, move="thief", mover="B", cards="QD") == "Yes"
    )


def test_what_was_tapped_and_not_recorded_is_asked_about(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"entry": "open"})
    answer = client.get(
        f"/ask/{CHIEF}",
        query_string={
            "table": opened["code"],
            "draft": "1",
            "seat": "s3",
            "cards": TAKEN["data"]["cards"],
        },
    )
    assert answer.status_code == 303
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert {name: asked[name] for name in ("q", "move", "mover", "cards")} == {
        name: [value] for name, value in ASKED.items()
    }
    page = client.get(answer.headers["Location"] + "&lang=en").text
    assert "Yes" in told(page[page.index('id="verdict"') :])
    nothing = client.get(
        f"/ask/{CHIEF}", query_string={"table": opened["code"], "draft": "1", "seat": "s3"}
    )
    assert "move" not in parse_qs(urlsplit(nothing.headers["Location"]).query)


def test_the_ruling_that_is_sent_stays_as_it_was_and_opens_nothing_else(
    client: FlaskClient, open_table: Open, app: Flask
) -> None:
    opened = open_table(CHIEF, options={"entry": "open"})
    page = client.get(
        f"/ask/{CHIEF}/may", query_string={**ASKED, "table": opened["code"], "lang": "en"}
    ).text
    sent = unescape(re.search(r'href="([^"]+)"[^>]*data-share', page)[1])  # type: ignore[index]
    send(client, opened, DOCTOR)
    stranger = app.test_client()
    path, query = (
        urlsplit(sent).path,
        {name: values[0] for name, values in parse_qs(urlsplit(sent).query).items()},
    )
    assert lead_of(stranger, path, **query) == lead_of(client, path, **query) == "Yes"
    before = {"at": query.pop("revision"), **query}
    assert lead_of(stranger, path, **before) == "Yes", "links that were sealed earlier"
    newer = ({"revision": before["at"], "seal": "x"}, {"revision": ""})
    for wrong in ({"at": "3"}, {"seal": "x"}, {"at": ""}, *newer):
        answer = stranger.get(path, query_string={**before, **wrong, "lang": "en"})
        assert answer.status_code in (200, 422)
        assert "Bo" not in told(answer.text)
    assert stranger.get(f"/t/{opened['code']}").status_code != 200


def test_nothing_that_lies_covered_shows_in_what_others_ask(
    client: FlaskClient, open_table: Open, app: Flask
) -> None:
    pages = []
    for cards in ("KH QD 4D AC", "KH QS 5D AC"):
        opened = open_table(CHIEF, options={"entry": "secret"})
        send(client, opened, LAWYER | {"data": {"cards": cards}})
        other = seated(app, opened, "s2")
        for facts in (
            {"move": "doctor", "mover": "s2", "cards": "2H 3H 4H 5H 6H QD"},
            {"move": "steal", "mover": "s2"},
        ):
            pages.append(
                ruled(other, f"/ask/{CHIEF}/may", table=opened["code"], **facts).replace(
                    opened["code"], ""
                )
            )
        pages += [
            ruled(other, f"/ask/{CHIEF}/{question}", table=opened["code"])
            for question in ("end", "next")
        ]
    half = len(pages) // 2
    assert pages[:half] == pages[half:]


def seen_by(phone: FlaskClient, path: str, asked: dict[str, str]) -> str:
    """What a phone is answered, without the code of the table it asks about, and the seal made of
    it.
    """
    answer = phone.get(path, query_string=asked)
    said = re.sub(r"seal=\w+", "seal=", told(answer.text))
    return f"{answer.status_code} {said.replace(asked['table'], '')}"


@pytest.mark.parametrize(
    "option",
    [option for option in GAMES[CHIEF].info.options if choices(option)],
    ids=lambda option: option.field.name,
)
def test_no_house_rule_in_an_address_uncovers_anything(
    client: FlaskClient, open_table: Open, app: Flask, option: Option
) -> None:
    """Not how the table is entered, nor whether what lies covered could be counted otherwise; to
    readers and to programs.
    """
    pages: list[list[str]] = []
    for cards in ("KH QD 4D AC", "KH QS 5D AC"):
        opened = open_table(CHIEF, options={"entry": "secret"})
        send(client, opened, LAWYER | {"data": {"cards": cards}})
        other = seated(app, opened, "s2")
        asked = {"move": "doctor", "mover": "s2", "cards": "2H 3H 4H 5H 6H QD"}
        pages.append(
            [
                seen_by(
                    other,
                    path,
                    {**facts, "table": opened["code"], f"o.{option.field.name}": str(value)},
                )
                for value in choices(option)
                for facts in (asked, {"q": "end"}, {"q": "next"})
                for path in (
                    f"/ask/{CHIEF}",
                    f"/ask/{CHIEF}/{facts.get('q', 'may')}",
                    f"/api/ask/{CHIEF}/{facts.get('q', 'may')}",
                )
            ]
        )
    assert pages[0] == pages[1]


def test_a_table_is_counted_once_under_house_rules_however_many_values_of_facts_are_tried(
    client: FlaskClient, open_table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, asked = open_table(CHIEF, options={"entry": "open"}), list[object]()
    send(client, opened, DOCTOR)
    monkeypatch.setattr(
        inquiry,
        "otherwise",
        lambda view, options: asked.append(options) or otherwise(view, options),
    )
    query = {
        "q": "may",
        "move": "chief",
        "table": opened["code"],
        "o.match": "rank",
        "o.chief_split": "declared",
    }
    assert client.get(f"/ask/{CHIEF}", query_string=query).status_code == 200
    assert len(asked) == 1


def test_programs_are_told_of_the_table_what_readers_are(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"entry": "open"})
    send(client, opened, DOCTOR)
    asked = {"move": "lawyer", "mover": "s3", "cards": "KH QS 4D AC", "table": opened["code"]}
    answer = client.get(f"/api/ask/{CHIEF}/may", query_string=asked)
    assert answer.status_code == 200, answer.get_json()
    assert answer.get_json()["yes"] is False


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_asked_these_questions_at_a_table(
    client: FlaskClient, open_table: Open, game: str, lang: str
) -> None:
    code = open_table(game, "Ann", "Bo", "Cy", "Dee")["code"]
    for question in ("may", "end", "next"):
        assert client.get(f"/ask/{game}?q={question}&table={code}&lang={lang}").status_code == 200
    for question in ("end", "next"):
        assert 'id="ruling"' in client.get(f"/ask/{game}/{question}?table={code}&lang={lang}").text
    for kind in {
        prompt.kind
        for prompt in GAMES[game].prompts(GAMES[game].setup(("A", "B", "C", "D"), _options(game)))
    } - {DEPTH}:
        assert (
            client.get(f"/ask/{game}?q=may&table={code}&move={kind}&lang={lang}").status_code == 200
        )


def _options(game: str) -> dict[str, object]:
    return complete_options(GAMES[game].info, ("A", "B", "C", "D"), {})


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
    told_so = client.post(
        f"/api/t/{opened['code']}/rulings",
        json={"clause": "IC-A1", "option": "match", "value": "rank", "key": "r"},
    )
    assert told_so.status_code == 201
    for address in (
        f"/ask/{CHIEF}?q=worth&table={opened['code']}&lang=en",
        f"/ask/{CHIEF}?q=worth&lang=en",
    ):
        page = client.get(address).text
        link = unescape(re.search(r'href="([^"]+)">Our decisions', page)[1])  # type: ignore[index]
        assert re.search(r'name="o.match" value="rank" checked', client.get(link).text)
    assert ">Our decisions" not in app.test_client().get(f"/ask/{CHIEF}?q=worth&lang=en").text


def test_what_the_group_ruled_is_not_offered_to_whoever_only_watches_or_was_sent_a_ruling(
    client: FlaskClient, opened: Opened, app: Flask
) -> None:
    client.post(
        f"/api/t/{opened['code']}/rulings",
        json={"clause": "IC-A1", "option": "match", "value": "rank", "key": "r"},
    )
    page = client.get(
        f"/ask/{CHIEF}/next", query_string={"table": opened["code"], "lang": "en"}
    ).text
    sent = urlsplit(unescape(re.search(r'href="([^"]+)"[^>]*data-share', page)[1]))  # type: ignore[index]
    asked = f"/ask/{CHIEF}?{sent.query}&q=next"
    assert ">Our decisions" in client.get(asked).text
    for phone in (app.test_client(), joined(app, opened, "watch")):
        assert ">Our decisions" not in phone.get(asked).text


def test_from_home_the_moment_stands_above_the_answer(client: FlaskClient) -> None:
    """A No at the start of a game is none for the middle of one; page, form and programs say so."""
    asked = {"move": "steal", "mover": "A", "players": "3", "lang": "en"}
    for path in (f"/ask/{CHIEF}/may", f"/ask/{CHIEF}"):
        about = {} if path.endswith("may") else {"q": "may"}
        page = client.get(path, query_string={**asked, **about}).text
        verdict = page.index('id="ruling"' if path.endswith("may") else 'id="verdict"')
        assert 0 < page.index("At the start of a game") < verdict, path
    spoken = client.get(f"/api/ask/{CHIEF}/may", query_string=asked).get_json()
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
    asked = {
        "players": str(len(seats_of(GAMES[game]))),
        "lang": "en",
        "done": steps_of(game, MOST_DONE + 500),
    }
    refused = client.get(f"/api/ask/{game}/next", query_string=asked)
    assert refused.status_code == 422
    (ruling,) = refused.get_json()["error"]["rulings"]
    assert (ruling["code"], ruling["field"]) == ("too_many_steps", "done")
    for path, status in ((f"/ask/{game}", 200), (f"/ask/{game}/next", 422)):
        page = client.get(path, query_string={"q": "next", **asked})
        assert page.status_code == status
        assert "Too many earlier actions" in told(page.text), path


@pytest.mark.parametrize("game", GAMES)
def test_every_step_that_is_shown_has_its_words(client: FlaskClient, game: str) -> None:
    """The newest steps are named by who made them and what they are, each alike."""
    done = steps_of(game, 60)
    asked = {"q": "next", "players": str(len(seats_of(GAMES[game]))), "lang": "en", "done": done}
    page = client.get(f"/ask/{game}", query_string=asked)
    assert page.status_code == 200
    shown = re.search(r'class="inset ask-done">After: ([^<]*)<', page.text)
    assert shown
    steps = [step.strip() for step in done.split(";")]
    words = Translator("en", game, {seat: seat for seat in LETTERS})
    wanted = [read_move(step)[:2] for step in steps]
    assert unescape(shown[1]) == " · ".join(
        f"{seat}: {words.kind(kind)}" if seat else words.kind(kind) for kind, seat in wanted
    )


def test_the_last_step_that_can_be_told_says_so(client: FlaskClient) -> None:
    """Where no further step has room, the ruling says so in the place of the way there."""
    first = "lawyer A cards=KH,QS,4D,AC"
    there = {"players": "3", "move": "thief", "mover": "B", "cards": "QD", "lang": "en"}
    assert "And then?" in ruled(client, f"/ask/{CHIEF}/may", **there, done=first)
    said = ruled(client, f"/ask/{CHIEF}/may", **there, done=first.ljust(MOST_DONE - 5) + ";")
    assert "And then?" not in said
    assert "add more steps here" in said


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_is_not_asked_is_named(client: FlaskClient, game: str) -> None:
    """Also one called as sealed links called their revision: it is refused in a sentence, not
    dropped.
    """
    for question in QUESTIONS[game]:
        asked = {
            field.name
            for field in question.fields(
                complete_options(GAMES[game].info, seats_of(GAMES[game]), {}), {}
            )
        }
        for name in {"at", "wherever"} - asked:
            refused = client.get(
                f"/api/ask/{game}/{question.id}", query_string={name: "1", "lang": "en"}
            )
            assert refused.status_code == 422
            said = [one["text"] for one in refused.get_json()["error"]["rulings"]]
            assert f"“{name}” is not asked here" in said, question.id
