"""Ask the referee, the one place: the box for words, the entry in question, whole sentences, and
what was found.
"""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES, QUESTIONS
from referee.kernel.contract import complete_options
from referee.kernel.question import Question, opened_with, seats_of
from referee.rulebook import load
from referee.web.ask.place import MOST_SHOWN
from referee.web.ask.unanswered import nameless
from tests.support.at_table import words
from tests.support.examples import kept
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, Open, meld, play, seated, send
from tests.support.tiers import by_turns
from tests.web.people.test_join import joined


def place(client: FlaskClient, opened: Any, **query: object) -> str:
    """The page of a game that is played."""
    asked = {"table": opened["code"], "lang": "en", **query}
    answer = client.get(f"/ask/{CHIEF}", query_string=asked)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def rows(page: str) -> list[str]:
    """The rows that lead somewhere, as they read."""
    return re.findall(r'<li><a href="[^"]*">([^<]+)<', page)


def opened(game: str, question: Question) -> tuple[str, ...]:
    """The values that the sentences of a question tell from home."""
    standard = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    return opened_with(question, standard)


# The place


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_game_is_a_whole_sentence(
    client: FlaskClient, game: str, lang: str
) -> None:
    """Those behind the first five are folded; a word alone never stands for a question."""
    page = html.unescape(client.get(f"/ask/{game}?lang={lang}").text)
    first, _fold, more = page.partition('class="ask-more"')
    every = sum(max(1, len(opened(game, question))) for question in QUESTIONS[game])
    assert len(rows(first)) == min(MOST_SHOWN, every)
    assert len(rows(first)) + len(rows(more)) == every
    assert all(re.search(r"[?？]$", row) for row in rows(page)), rows(page)
    assert 'class="chip"' not in page


OPENED = [
    (game, question) for game in GAMES for question in QUESTIONS[game] if opened(game, question)
]


@pytest.mark.parametrize(
    ("game", "question"), OPENED, ids=[f"{game}-{question.id}" for game, question in OPENED]
)
def test_a_sentence_tells_the_fact_that_its_question_opens_with(
    client: FlaskClient, game: str, question: Question
) -> None:
    """Each leads to the form with that fact told; a table, which knows the fact, has one
    sentence.
    """
    page = html.unescape(client.get(f"/ask/{game}").text)
    for value in opened(game, question):
        address = f"/ask/{game}?q={question.id}&{question.opening}={value}"
        assert f'href="{address}"' in page
        form = client.get(address).text
        assert re.search(rf'name="{question.opening}" value="{value}" checked', form), value


def test_without_a_game_there_are_the_box_and_the_games(client: FlaskClient) -> None:
    page = client.get("/ask?lang=en").text
    assert re.findall(r'<li><a href="/ask/([^"?]+)">', page) == [*QUESTIONS]
    assert 'name="words"' in page
    assert "?q=" not in page


def test_the_newest_entry_comes_first_with_its_questions(client: FlaskClient, chief: Any) -> None:
    page = place(client, chief)
    assert "Cy’s Poor Man, 5" in words(page)
    assert rows(page)[0] == "Why is it 5?"
    chosen = place(client, chief, entry=2)
    assert "Ann’s Beggar, 4" in words(chosen)
    more = ["How many points with another rule?", "What else could these cards make?"]
    assert rows(chosen)[:3] == ["Why is it 4?", *more]
    for href in re.findall(r'<li><a href="([^"]+)">', chosen)[:3]:
        assert client.get(href).status_code == 200, href


def test_another_entry_can_be_chosen(client: FlaskClient, chief: Any) -> None:
    """From the list of entries, where each leads back to the questions about it."""
    (other,) = re.findall(r'href="([^"]+)">Another entry<', place(client, chief))
    page = client.get(f"{other}&lang=en").text
    assert "Ask about which entry?" in page
    found = re.findall(r'<li[^>]*><a href="([^"]+entry=\d+)">.*?fix-name">([^<]+)<', page)
    assert [text for _href, text in found] == ["Cy’s Poor Man", "Bo’s Lawyer", "Ann’s Beggar"]
    assert "Bo’s Lawyer, 25" in words(client.get(html.unescape(found[1][0])).text)


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_played_has_its_place(client: FlaskClient, game: str) -> None:
    """What leads on from there can be opened, before anything is entered and after."""
    history = random_history(game, 3)
    opened = play(client, history)
    page = html.unescape(client.get(f"/ask/{game}?table={opened['code']}&lang=en").text)
    main = page[page.index('id="main"') :]
    for href in re.findall(r'href="(/[^"#]+)', main):
        assert client.get(href).status_code in (200, 303), href


def test_what_is_still_hidden_is_nobodys_question(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", options={"entry": "secret"})
    own = seated(app, opened, "s1")
    assert send(own, opened, meld("poor", "s1", "2S 3S 4H")).status_code == 201
    other = seated(app, opened, "s2")
    for query in ({}, {"entry": 2}):
        assert "Poor" not in words(place(other, opened, **query))
    assert "Poor" not in words(other.get(f"/t/{opened['code']}/fix?ask=1&lang=en").text)


# What the box finds


@pytest.mark.parametrize("typed", ["IC-29", "ic29", "29", "Ic 29"])
def test_a_number_finds_its_rule(client: FlaskClient, typed: str) -> None:
    page = client.get(f"/ask/{CHIEF}", query_string={"words": typed}).text
    assert re.search(r'answer-under">[^/]*<a class="clause" href="[^"]+">IC-29</a>', page)


def test_an_open_point_is_answered_by_what_this_game_plays(
    client: FlaskClient, open_table: Open
) -> None:
    for match, said in (("value", "By value: 10, J, Q and K match"), ("rank", "By rank")):
        opened = open_table(CHIEF, options={"match": match})
        assert said in words(place(client, opened, words="IC-A1"))


def test_the_newest_number_that_rests_on_the_rule_is_told(client: FlaskClient, chief: Any) -> None:
    page = words(place(client, chief, words="IC-A1"))
    assert "Ann’s Beggar is worth 4." in page
    assert "By rank, it would be 2." in page


def test_cards_of_an_entry_are_ruled_on_as_they_were_entered(
    client: FlaskClient, chief: Any
) -> None:
    page = place(client, chief, words="is K♦ 7♦ worth 4?")
    assert "Ann’s Beggar is worth 4." in words(page)
    assert f'href="/t/{chief["code"]}/ruling/1/s1"' in page


LAWYER = "worth?cards=KH+QS+4D+AC"


@pytest.mark.parametrize(
    ("game", "typed", "question"),
    kept(
        [
            ("pyramid", "a 5 on my 7 and 4, is that allowed?", "place?card=5&row_1=7+4"),
            ("pyramid", "7と4の上に5は置ける？", "place?card=5&row_1=7+4"),
            ("dream-team", "gained a 10 and I have 10, 6", "team?cards=10&team=10+6"),
            (CHIEF, "弁護士でハートのK、スペードのQ、ダイヤの4、クラブのA", LAWYER),
            (CHIEF, "is K♥ QS 4 of diamonds and clubs A a lawyer", LAWYER),
            ("pairs", "how many points lose with 4 players", "goal?players=4"),
            ("pairs", "4人なら何点で負け？", "goal?players=4"),
            (CHIEF, "as a lawyer, may I", ""),
            ("pyramid", "can 3 players build with 7 cards", ""),
            ("pyramid", "is a gap allowed", ""),
        ]
    ),
)
def test_cards_that_are_named_are_ruled_on(
    client: FlaskClient, game: str, typed: str, question: str
) -> None:
    address = f"/ask/{game}/{question}"
    page = html.unescape(client.get(f"/ask/{game}?{urlencode({'words': typed})}").text)
    case = re.findall(r'class="plain-link" href="(/ask/[^"]*)"', page)
    assert case == ([address] if question else [])
    assert not question or client.get(address).status_code == 200


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_yes_or_no_is_said_once(client: FlaskClient, lang: str) -> None:
    page = words(client.get(f"/ask/pyramid?words=a+5+on+my+7+and+4?&lang={lang}").text)
    assert not re.search(r"(Yes|No|はい|いいえ)[.。]?\s+\1", page)


@pytest.mark.parametrize(
    ("typed", "several"),
    [
        ("who is next", True),
        ("does a captain win by accusing another captain", False),
        ("indian chief, who wins a tie", False),
    ],
)
def test_where_the_nearest_rules_are_of_several_games_it_is_asked_which(
    client: FlaskClient, typed: str, several: bool
) -> None:
    """Each of them answers the same question by itself."""
    page = html.unescape(client.get("/ask", query_string={"words": typed}).text)
    asked = re.findall(r'class="ask-games">.*?</ul>', page, re.S)
    assert bool(asked) == several
    for href in re.findall(r'href="([^"]+)"', "".join(asked)):
        assert urlencode({"words": typed}) in href
        assert client.get(href).status_code == 200


def test_other_games_are_asked_too_with_their_names(client: FlaskClient) -> None:
    page = words(client.get("/ask?words=how+many+people+can+play&lang=en").text)
    assert len([book for book in map(load, GAMES) if book.short["en"] in page]) > 2
    page = client.get("/ask/blind-date?words=beggar&lang=en").text
    assert "No rule found" in page
    assert "/ask?words=beggar" in page


def test_a_question_that_found_nothing_is_kept_for_the_host_without_names(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Xyx", "Bo", "Cy")
    code, phone = opened["code"], seated(app, opened, "s2")
    address, asked = f"/ask/{CHIEF}?table={code}&lang=en", "&words=qqqx XYX zzzx"
    assert phone.get(address + asked, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
    assert "qqqx" not in client.get(address).text, "what another site asks is not kept"
    for asker in (phone, phone, app.test_client()):
        told_so = "The host will see the question" in asker.get(address + asked).text
        assert told_so == (asker is phone)
    assert "Unanswered questions" not in phone.get(address).text
    assert re.findall("<li>(.*?)</li>", client.get(address).text)[-1] == "qqqx … zzzx"
    assert phone.post(f"/t/{code}/unanswered/clear").status_code == 403
    assert client.post(f"/t/{code}/unanswered/clear").status_code == 303
    assert "qqqx" not in client.get(address).text


@pytest.mark.parametrize(
    ("said_with", "names", "said"),
    [
        ("can ann ANN annex", ["Ann"], "can … … annex"),
        ("花子が2枚　出した", ["花子"], "…が2枚 出した"),
        ("a\x00b\nc", [], "a b c"),
        ("Al and Alan", ["Al", "Alan"], "… and …"),
    ],
)
def test_names_are_taken_out_of_a_kept_question(
    said_with: str, names: list[str], said: str
) -> None:
    assert nameless(said_with, names) == said


def test_what_was_typed_is_escaped_and_kept_in_the_box(client: FlaskClient) -> None:
    page = client.get("/ask?words=%22%3E%3Cscript%3Ethief").text
    assert "<script>thief" not in page
    assert 'value="&#34;&gt;&lt;script&gt;thief"' in page


def test_a_stranger_is_told_nothing_of_a_game(app: Flask, client: FlaskClient, chief: Any) -> None:
    stranger = app.test_client()
    for query in ({}, {"words": "IC-A1"}, {"entry": 2}):
        page = place(stranger, chief, **query)
        assert chief["code"] not in page
        assert "Ann" not in words(page)


# Pausing


def test_who_enters_may_pause_and_who_watches_sees_no_button(
    app: Flask, client: FlaskClient, chief: Any
) -> None:
    code = chief["code"]
    looks = joined(app, chief, "watch")
    for path in (f"/ask/{CHIEF}?table={code}&words=thief", f"/t/{code}/ruling/1/s1"):
        assert f'action="/t/{code}/call"' in client.get(path).text
        assert f'action="/t/{code}/call"' not in looks.get(path).text
    assert looks.post(f"/t/{code}/call", data={"key": "c"}).status_code == 403
