"""The pages and JSON of Ask the referee: the same address gives the same ruling to anybody, and
what is missing is asked for.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import QUESTIONS
from tests.properties.test_ruling_records import EVERY, OWN, records
from tests.support.examples import plays
from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, Opened, meld, send
from tests.support.tiers import by_turns
from tests.web.ask.test_every_question import address_of
from tests.web.entry.test_entry import words

BEGGAR = "cards=7C+KD&others=7S+7H+2D+KS+QS+TC+5H"
OTHERS = (meld("lawyer", "s2", "7S KS QS TC"), meld("poor", "s3", "7H 2D 5H"))
"""What lies before the other two, so that it can be asked whether it matters."""
WORTH = f"/ask/{CHIEF}/worth?{BEGGAR}"


# Rulings


@by_turns
@pytest.mark.parametrize(("game", "question"), OWN)
@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.slow)])
def test_every_question_has_a_page_a_ruling_and_a_picture(
    client: FlaskClient, game: str, question: str, lang: str
) -> None:
    case = next(one for one in records(game) if one["question"] == question and "verdict" in one)
    path, facts = address_of(game, case, lang)
    assert "/ruling" not in client.get(f"/ask/{game}", query_string={"q": question, **facts}).text
    assert 'class="cited"' in client.get(path, query_string=facts).text
    for fmt, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        picture = client.get(f"{path}/ruling.{fmt}", query_string=facts)
        assert picture.data.startswith(magic)
    assert client.get(f"/api{path}", query_string=facts).get_json()["clauses"]


def test_a_ruling_says_facts_sentence_reasons_clauses_and_readings(client: FlaskClient) -> None:
    text = words(client.get(WORTH + "&asks=Cy&lang=en").text)
    worth = ("Cy asks: What is this hand worth?", "The Beggar is worth 10.", "IC-29", "IC-A1")
    for part in (*worth, "With another interpretation", "The Beggar is worth 6."):
        assert part in text, part


@plays("dream-team", "the-pairs")
def test_a_reading_with_the_same_verdict_says_what_differs(client: FlaskClient) -> None:
    asked = "cards=9+4&team=2+4+6+8+10&gained_how=apart&lang=en"
    otherwise = client.get(f"/ask/dream-team/team?{asked}").text.partition('class="otherwise"')[2]
    assert "Fewer than 7 cards: this team does not end the game." in words(otherwise)
    spoken = client.get("/api/ask/the-pairs/play?cards=1&pile1=10&pile2=2&lang=en").get_json()
    assert [one["why"][0]["text"] for one in spoken["readings"]] == ["1 fits on pile 1."]


@plays("captains-orders", "cracker", "the-things")
def test_facts_that_are_no_cards_are_told_as_well(client: FlaskClient) -> None:
    said = words(client.get("/ask/cracker/out?cards=3+3+3&when=paired&lang=en").text)
    assert "When: after a pair" in said
    order = "card=4&order=5&action=order&own=yes&name.A=<i>&lang=en"
    said = words(client.get(f"/ask/captains-orders/legal?{order}").text)
    assert "Your action: give it as an order · The order is your own" in said
    hands = "cards_A=9S&cards_B=TS&cards_C=4D&cards_D=5D"
    fight = f"/ask/the-things/fight?attacker=A&target=B&{hands}&attackers=C+D"
    assert "Attack helpers: &lt;i&gt;, D" in client.get(f"{fight}&name.C=<i>&lang=en").text
    assert "攻撃に加わる人：C、D" in client.get(f"{fight}&lang=ja").text


@plays("three-draw")
def test_a_point_that_no_house_rule_decides_is_told_where_it_decides(client: FlaskClient) -> None:
    there, elsewhere = (
        f"/ask/three-draw/turn?cards=9+10&first={first}&lang=en" for first in ("6+6", "6+7")
    )
    held = "The rules don’t say. Used here: As many as were drawn, the card that made the pair"
    assert f"{held} included." in words(client.get(there).text)
    assert held not in words(client.get(elsewhere).text)
    assert "TD-A6" in client.get(f"/api{there}").get_json()["clauses"]


def test_a_clause_is_told_once(client: FlaskClient) -> None:
    asked = "blind=JD&matches=QS&own=5S&owner=A&season=summer&lang=en"
    page = client.get(f"/ask/blind-date/date?{asked}").text
    above = page[: page.index('class="otherwise"')]
    cited = re.findall(r'<li><a class="clause"[^>]*>([^<]+)</a>', above)
    # What decides stands under the verdict, and not again among the rules.
    assert re.findall(r'class="ruling-why">.*?>([\w-]+)</a>', above)[0] == "BD-A4"
    assert "BD-A4" not in cited
    # What the other seasons would bring stands beside the verdict with its clause; its text is a
    # tap away.
    assert "BD-53" in page
    assert "BD-53" not in cited


def test_options_are_part_of_the_address(client: FlaskClient) -> None:
    for rule in ("o.match=rank", "edition=original"):
        assert "The Beggar is worth 6." in words(client.get(f"{WORTH}&{rule}&lang=en").text)
    for wrong in ("edition=nonsense", "o.nonsense=1", "o.match=colour"):
        assert client.get(f"{WORTH}&{wrong}").status_code == 400, wrong
        assert client.get(f"/api{WORTH}&{wrong}").status_code == 422, wrong


def test_names_are_told_and_escaped(client: FlaskClient) -> None:
    asked = "players=3&cards_A=4H&cards_B=2S&name.B=<b>Bo</b>&asks=<i>&lang=en"
    page = client.get(f"/ask/{CHIEF}/thieves?{asked}").text
    assert "<b>Bo</b> steals" not in page
    assert "&lt;b&gt;Bo&lt;/b&gt; steals first." in page


@pytest.mark.parametrize(
    "facts", ["", "cards=7C+7C", "cards=XX", "cards=" + "7C+" * 60, "cards=7C&packs=9"]
)
def test_missing_or_impossible_facts_are_asked_for(client: FlaskClient, facts: str) -> None:
    answer = client.get(f"/ask/{CHIEF}/worth?{facts}&lang=en")
    assert answer.status_code == 422
    assert 'id="pad"' in answer.text
    assert 'id="ruling"' not in answer.text
    spoken = client.get(f"/api/ask/{CHIEF}/worth?{facts}&lang=en")
    assert spoken.status_code == 422
    (ruling,) = spoken.get_json()["error"]["rulings"]
    assert ruling["field"] == ("packs" if "packs" in facts else "cards")


def test_a_program_is_told_of_facts_that_are_not_asked_for(client: FlaskClient) -> None:
    spoken = client.get(f"/api/ask/{CHIEF}/worth?cards=7C+KD&other=7S&lang=en&asks=Cy")
    assert spoken.status_code == 422
    assert spoken.get_json()["error"]["rulings"][0]["params"] == {"name": "other"}
    assert client.get(WORTH + "&fbclid=1").status_code == 200


def test_what_is_wrong_is_said_at_its_hand_and_what_was_told_is_kept(client: FlaskClient) -> None:
    page = client.get(f"/ask/{CHIEF}?q=worth&cards=7C+7C&others=2D&lang=en").text
    assert "There is only one" in words(page)
    assert 'name="cards" value="7C 7C"' in page
    assert 'name="others" value="2D"' in page


def test_unknown_games_and_questions(client: FlaskClient) -> None:
    for path in (
        "/ask/poker",
        f"/ask/{CHIEF}?q=nothing",
        f"/ask/{CHIEF}/nothing",
        f"/ask/{CHIEF}/worth/ruling.gif",
        "/api/ask/poker",
        f"/api/ask/{CHIEF}/no",
    ):
        assert client.get(path).status_code == 404, path


@plays("cracker", "pyramid")
def test_the_games_that_a_phone_played_last_stand_first(
    client: FlaskClient, open_table: Open
) -> None:
    def listed() -> list[str]:
        return list(dict.fromkeys(re.findall(r'href="/ask/([^"?]+)', client.get("/ask").text)))

    everybody = listed()
    assert everybody == [*QUESTIONS]
    for game in ("pyramid", "cracker", "pyramid"):
        open_table(game=game)
    assert listed() == [*dict.fromkeys(["pyramid", "cracker", *everybody])]


# Putting cards down without JavaScript


def follow(client: FlaskClient, path: str) -> dict[str, str]:
    """Where a tap leads, as the facts of the address."""
    answer = client.get(path)
    assert answer.status_code == 303
    return dict(parse_qsl(urlsplit(answer.headers["Location"]).query))


def test_a_tap_puts_a_card_down_and_another_takes_it_back(client: FlaskClient) -> None:
    for tapped, row, cards in (
        ("cards=7C&lit=cards&put=KD", "cards", "7C KD"),
        ("cards=7C+KD&lit=cards&put=7C", "cards", "KD"),
        ("cards=7C+KD&take=cards:1", "cards", "7C"),
        ("cards=7C&packs=2&lit=cards&put=7C", "cards", "7C 7C"),
        ("cards=7C&lit=others&typed=ks+10h", "others", "KS TH"),
    ):
        assert follow(client, f"/ask/{CHIEF}?q=worth&{tapped}")[row] == cards


def test_typed_cards_that_cannot_be_read_are_kept_and_named(client: FlaskClient) -> None:
    page = client.get(f"/ask/{CHIEF}?q=worth&cards=7C&lit=cards&typed=KH+XX&lang=en").text
    assert 'value="KH XX"' in page
    assert "XX" in words(page[page.index("typed-error") :])
    assert 'name="cards" value="7C"' in page


@pytest.mark.parametrize(
    "junk",
    [
        "take=cards:" + "9" * 7000,
        "take=:",
        "take=x:1",
        "put=XX",
        "put=",
        "lit=nothing",
        "typed=%00",
        "o.match=",
        "players=" + "9" * 5000,
    ],
)
def test_junk_taps_change_nothing(client: FlaskClient, junk: str) -> None:
    answer = client.get(f"/ask/{CHIEF}?q=worth&cards=7C&{junk}", follow_redirects=True)
    assert answer.status_code == 200
    assert 'name="cards" value="7C"' in answer.text


def test_a_full_hand_lights_the_next(client: FlaskClient) -> None:
    full = follow(client, f"/ask/{CHIEF}?q=split&cards=2H+3H+4H+5H+6H+KS&lit=cards&put=KD")
    assert "lit" not in full
    assert full["cards"] == "2H 3H 4H 5H 6H KS KD"


# From a table


def test_a_table_lends_its_options_names_and_cards(
    client: FlaskClient, open_table: Open, app: Flask
) -> None:
    opened = open_table(CHIEF, options={"match": "rank"})
    send(client, opened, DOCTOR, LAWYER)
    code = opened["code"]
    page = client.get(f"/ask/{CHIEF}?q=thieves&table={code}&lang=en").text
    assert 'value="AH 2S 5S 8S QS 7S"' in page
    assert "Bo" in words(page)
    assert "The Beggar is worth 6." in words(client.get(f"{WORTH}&table={code}&lang=en").text)
    stranger = app.test_client().get(f"{WORTH}&table={code}&lang=en").text
    assert "The Beggar is worth 10." in words(stranger)
    assert "Ann" not in words(stranger)


def test_a_ruling_at_a_table_says_whether_it_matters(client: FlaskClient, opened: Opened) -> None:
    code = opened["code"]
    send(client, opened, meld("beggar", "s1", "7C KD"), *OTHERS)
    text = words(client.get(f"{WORTH}&table={code}&lang=en").text)
    assert "With the other interpretation" in text
    assert "this game" in text
    plain = words(client.get(f"/ask/{CHIEF}/worth?cards=KH+QS+4D+AC&table={code}&lang=en").text)
    assert "This doesn’t change the totals." in plain


def test_a_table_that_shows_too_little_yet_opens_without_an_error(
    client: FlaskClient, open_table: Open
) -> None:
    for game, question in EVERY:
        code = open_table(game, "Ann", "Bo", "Cy", "Dee")["code"]
        page = client.get(f"/ask/{game}?q={question}&table={code}&lang=en")
        assert page.status_code == 200
        assert 'class="field-error"' not in page.text, (game, question)


def test_a_table_with_two_packs_lends_both(client: FlaskClient, open_table: Open) -> None:
    code = open_table(CHIEF, "Ann", "Bo", "Cy", "Dee")["code"]
    page = client.get(f"/ask/{CHIEF}?q=worth&table={code}").text
    assert re.search(r'name="packs" value="2" checked', page)


# The API


def test_the_questions_of_a_game_with_their_fields(client: FlaskClient) -> None:
    spoken = client.get(f"/api/ask/{CHIEF}?lang=ja").get_json()
    assert [question["id"] for question in spoken["questions"]] == [
        question.id for question in QUESTIONS[CHIEF]
    ]
    assert all(field["label"] for question in spoken["questions"] for field in question["fields"])


def test_the_readings_of_a_ruling_in_json(client: FlaskClient) -> None:
    spoken = client.get(f"/api{WORTH}").get_json()
    (reading,) = spoken["readings"]
    assert (reading["option"], reading["value"]) == ("match", "rank")
    assert reading["verdict"]["params"]["n"] == 6


def test_a_message_shows_the_reason_below_the_verdict(client: FlaskClient) -> None:
    page = client.get(f"{WORTH}&lang=en").text
    assert 'property="og:title" content="The Beggar is worth 10."' in page
    assert re.search(r'property="og:description" content="[^"]*matching cards', page)
