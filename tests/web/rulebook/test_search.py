"""The search over the rules: with and without script, from a table with its options, and as JSON."""

from __future__ import annotations

import html
import re
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.rulebook import Setting, games, load
from referee.web.rulebook.unanswered import nameless
from tests.support.examples import kept
from tests.support.talk import CHIEF, Open, seated

HTMX = {"HX-Request": "true"}
STRANGE = ["", " ", "?", '"', "''", "AND OR NOT", "NEAR(", "a*", "*", "-x", "^x", "text : y", "😀🎴", "\x00", "%_", "x" * 7_000, "あ" * 700, "💥 \" ) OR 1=1 --"]


def shown(client: FlaskClient, **query: str) -> list[str]:
    """The ids of the rules on the result page."""
    answer = client.get("/rules/search", query_string=query)
    assert answer.status_code == 200
    return re.findall(r'<article class="rule" id="found-([^"]+)"', answer.get_data(as_text=True))


def text_of(client: FlaskClient, address: str, **more: dict[str, str]) -> str:
    """A page's HTML."""
    answer = client.get(address, **more)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_every_rules_page_has_a_box_that_works_without_script(client: FlaskClient) -> None:
    for address, game in (("/rules", ""), ("/rules/search", ""), *((f"/rules/{game}", game) for game in games())):
        form = re.search(r'<form class="search".*?</form>', text_of(client, address), re.S)
        assert form, address
        assert 'method="get" action="/rules/search"' in form.group()
        assert 'name="q"' in form.group()
        assert (f'name="game" value="{game}"' in form.group()) == bool(game)


@pytest.mark.parametrize("typed", ["IC-29", "ic29", "29", "Ic 29"])
def test_a_number_finds_its_clause(client: FlaskClient, typed: str) -> None:
    assert shown(client, q=typed, game=CHIEF)[0] == "IC-29"


def test_a_rule_is_shown_whole_and_says_its_game_where_all_are_asked(client: FlaskClient) -> None:
    clause = load(CHIEF).entry("IC-29")
    own = text_of(client, "/rules/search?q=IC-29&game=indian-chief&lang=en")
    every = text_of(client, "/rules/search?q=IC-29&lang=en")
    for page in (own, every):
        assert clause.text["en"].split(".")[0] in page
        assert all(f">{choice.text['en']}" in page for option in clause.options for choice in load(CHIEF).choices(option))
    assert 'class="rule-game">Indian Chief' in every
    assert "rule-game" not in own


def test_what_other_games_say_about_the_same_stands_beside_with_their_names_once(client: FlaskClient) -> None:
    page = text_of(client, "/rules/search?q=how+many+people+can+play&lang=en")
    first = re.findall(r'<article class="rule".*?</article>', page, re.S)[0]
    for game, rule in (("indian-chief", "IC-1"), ("blind-date", "BD-1")):
        assert f'id="found-{rule}"' in first
        assert f'class="rule-game">{load(game).short.en}' in first
    anchors = re.findall(r' id="(found-[^"]+)"', page)
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_both_languages_find_on_a_page_in_either(client: FlaskClient, lang: str) -> None:
    for words in ("thief", "泥棒", "どろぼう", "theif"):
        found = shown(client, q=words, game=CHIEF, lang=lang)
        assert {f"IC-{number}" for number in range(18, 28)} & set(found), words


@pytest.mark.parametrize(("game", "typed", "address"), kept([
    ("pyramid", "a 5 on my 7 and 4, is that allowed?", "/ask/pyramid/place?card=5&row_1=7+4"),
    ("pyramid", "7と4の上に5は置ける？", "/ask/pyramid/place?card=5&row_1=7+4"),
    ("dream-team", "gained a 10 and I have 10, 6", "/ask/dream-team/team?cards=10&team=10+6"),
    (CHIEF, "弁護士でハートのK、スペードのQ、ダイヤの4、クラブのA", "/ask/indian-chief/worth?cards=KH+QS+4D+AC"),
    (CHIEF, "is K♥ QS 4 of diamonds and clubs A a lawyer", "/ask/indian-chief/worth?cards=KH+QS+4D+AC"),
    (CHIEF, "as a lawyer, may I", ""),
    ("pyramid", "can 3 players build with 7 cards", ""),
    ("pyramid", "is a gap allowed", ""),
]))
def test_cards_that_are_named_fill_the_desks_question(client: FlaskClient, game: str, typed: str, address: str) -> None:
    page = html.unescape(text_of(client, f"/rules/search?{urlencode({'game': game, 'q': typed})}"))
    assert re.findall(r'href="(/ask/[^"?]+\?[^"]*)"', page) == ([address] if address else [])
    assert not address or client.get(address).status_code == 200


def test_at_most_ten_and_none_twice(client: FlaskClient) -> None:
    for game in ("", *games()):
        found = shown(client, q="how many cards", game=game)
        assert 0 < len(found) <= 10
        assert len(set(found)) == len(found)


def test_another_games_rules_come_only_where_this_one_has_none(client: FlaskClient) -> None:
    page = text_of(client, "/rules/search?q=beggar&game=blind-date&lang=en")
    assert "Nothing in this game, but in others" in page
    assert 'id="found-IC-' in page
    assert all(entry.startswith("IC-") or load(CHIEF).about(entry) for entry in shown(client, q="beggar", game=CHIEF))


def test_nothing_found_is_told_with_a_way_on(client: FlaskClient) -> None:
    for game, way in (("", "/rules"), ("blind-date", "/rules/blind-date")):
        page = text_of(client, f"/rules/search?q=qqqqxxxx&game={game}&lang=en")
        assert "No rule was found" in page
        assert f'class="button button-small" href="{way}"' in page


def test_a_question_that_found_nothing_is_kept_for_the_host_without_names(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Xyx", "Bo", "Cy")
    code, phone = opened["code"], seated(app, opened, "s2")
    address, asked = f"/rules/search?table={code}&lang=en", "&q=qqqx XYX zzzx"
    assert phone.get(address + asked, headers=HTMX).status_code == 200
    assert phone.get(address + asked, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
    assert "qqqx" not in text_of(client, address), "what is still typed is not kept, nor what another site asks"
    for asker in (phone, phone, app.test_client()):
        assert ("is kept for the host" in text_of(asker, address + asked)) == (asker is phone)
    assert "Questions that found no rule" not in text_of(phone, address)
    assert re.findall("<li>(.*?)</li>", text_of(client, address)) == ["qqqx … zzzx"]
    assert phone.post(f"/t/{code}/unanswered/clear").status_code == 403
    assert client.post(f"/t/{code}/unanswered/clear").status_code == 303
    assert "qqqx" not in text_of(client, address)


@pytest.mark.parametrize(("words", "names", "said"), [
    ("can ann ANN annex", ["Ann"], "can … … annex"), ("花子が2枚　出した", ["花子"], "…が2枚 出した"), ("a\x00b\nc", [], "a b c"), ("Al and Alan", ["Al", "Alan"], "… and …"),
])
def test_names_are_taken_out_of_a_kept_question(words: str, names: list[str], said: str) -> None:
    assert nameless(words, names) == said


@pytest.mark.parametrize("typed", STRANGE)
def test_no_question_fails(client: FlaskClient, typed: str) -> None:
    for game in ("", CHIEF):
        assert client.get("/rules/search", query_string={"q": typed, "game": game}).status_code == 200
        assert client.get("/api/rules/search", query_string={"q": typed, "game": game}).status_code == 200


def test_what_was_typed_is_escaped_and_kept_in_the_box(client: FlaskClient) -> None:
    page = text_of(client, "/rules/search?q=%22%3E%3Cscript%3Ethief")
    assert "<script>thief" not in page
    assert 'value="&#34;&gt;&lt;script&gt;thief"' in page


def test_htmx_gets_the_list_alone_and_nothing_is_sent_twice(client: FlaskClient) -> None:
    answer = client.get("/rules/search?q=thief", headers=HTMX)
    part = answer.get_data(as_text=True)
    assert part.strip().startswith('<h2 class="found-said"')
    assert "<html" not in part
    assert client.get("/rules/search?q=", headers=HTMX).get_data(as_text=True).strip() == ""
    again = client.get("/rules/search?q=thief", headers=HTMX | {"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert "HX-Request" in answer.headers["Vary"]


def test_from_a_table_its_options_are_marked_and_back_leads_there(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, options={"match": "rank"})
    code = opened["code"]
    assert f'href="/rules/{CHIEF}?table={code}"' in text_of(client, f"/t/{code}/menu")
    ranks = {choice.value: choice.text["en"] for choice in load(CHIEF).choices("match")}
    for address in (f"/rules/search?table={code}&q=IC-A1", f"/rules/{CHIEF}?table={code}", f"/rules/{CHIEF}/IC-A1?table={code}"):
        page = text_of(client, f"{address}&lang=en")
        assert f"<b>{ranks['rank']}</b>" in page
        assert f"<b>{ranks['value']}</b>" not in page
    for address in (f"/rules/search?table={code}", f"/rules/{CHIEF}?table={code}"):
        page = text_of(client, address)
        assert f'class="bar-back" href="/t/{code}"' in page
        assert f'name="table" value="{code}"' in page


def test_a_table_one_was_not_let_in_to_tells_nothing(app: Flask, open_table: Open) -> None:
    code = open_table(CHIEF, options={"match": "rank"})["code"]
    stranger = app.test_client()
    for address in (f"/rules/search?game={CHIEF}&table={code}&q=IC-A1", f"/rules/{CHIEF}?table={code}"):
        page = text_of(stranger, f"{address}&lang=en")
        assert code not in page
        assert f"<b>{load(CHIEF).choices('match')[0].text['en']}</b>" in page


def test_an_unknown_game_is_not_found(client: FlaskClient) -> None:
    assert client.get("/rules/search?q=x&game=chess").status_code == 404
    answer = client.get("/api/rules/search?q=x&game=chess")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "unknown_game")


def test_the_api_answers_in_the_language_asked_for(client: FlaskClient) -> None:
    for lang in ("en", "ja"):
        rules = client.get("/api/rules/search", query_string={"q": "泥棒", "game": CHIEF, "lang": lang}).get_json()["rules"]
        assert rules
        assert [rule["score"] for rule in rules] == sorted((rule["score"] for rule in rules), reverse=True)
        first = load(CHIEF).entry(rules[0]["id"])
        assert rules[0]["text"] == first.text[lang]


def test_the_api_finds_settings(client: FlaskClient) -> None:
    setting = next(one for one in load(CHIEF).settings if isinstance(one, Setting))
    rules = client.get("/api/rules/search", query_string={"q": setting.text["en"], "game": CHIEF}).get_json()["rules"]
    found = next(rule for rule in rules if rule["kind"] == "setting")
    assert found["href"] == f"/rules/{CHIEF}#setting-{setting.id}"
    assert len(found["choices"]) == len(setting.choices)


@pytest.mark.parametrize("path", ["/rules", "/rules/search?q=thief", "/print/indian-chief?players=4&paper=a4"])
def test_a_page_that_is_refused_is_not_sent(client: FlaskClient, path: str) -> None:
    """A condition that no page here fulfils is refused without the page."""
    answer = client.get(path, headers={"If-Match": "*"})
    assert answer.status_code == 412
    assert answer.data == b""
