"""The rulebook pages: every clause has its address, open points are told as open, and nothing is
sent twice.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.rulebook import Ambiguity, Clause, RuleText, games, load
from referee.web.http import rendering
from referee.web.rulebook import articles

LANGUAGES = ("en", "ja")


def text_of(client: FlaskClient, address: str) -> str:
    """A page's HTML."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.text


def article_of(page: str, entry: str) -> str:
    """One clause of a page."""
    found = re.search(rf'<article class="rule" id="{entry}".*?</article>', page, re.S)
    assert found, entry
    return found.group()


def escaped(text: RuleText, lang: str) -> str:
    """A text as it stands in HTML."""
    return html.escape(text[lang]).replace("&quot;", "&#34;").replace("&#x27;", "&#39;")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_leads_to_every_rulebook(client: FlaskClient, lang: str) -> None:
    page = text_of(client, f"/rules?lang={lang}")
    for game in games():
        assert f'href="/rules/{game}"' in page
        assert escaped(load(game).name, lang) in page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_every_clause_is_there_with_text_example_and_source(
    client: FlaskClient, game: str, lang: str
) -> None:
    book, page = load(game), text_of(client, f"/rules/{game}?lang={lang}")
    for clause in book.clauses:
        article = article_of(page, clause.id)
        assert escaped(clause.text, lang) in article
        assert html.escape(clause.source) in article
        if clause.example:
            assert escaped(clause.example, lang) in article
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_open_points_tell_what_is_open_the_reason_and_every_choice(
    client: FlaskClient, game: str, lang: str
) -> None:
    book, page = load(game), text_of(client, f"/rules/{game}?lang={lang}")
    for point in book.ambiguities:
        article = article_of(page, point.id)
        assert "is-open" in article
        assert ("your choice" in article) == bool(point.options and lang == "en")
        assert all(escaped(text, lang) in article for text in (point.title, point.text, point.why))
        assert all(escaped(choice.text, lang) in article for choice in point.choices)
        assert all(f"#{clause}" in article for clause in point.clauses)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_choices_under_a_clause_stand_under_the_point_they_answer(
    client: FlaskClient, game: str, lang: str
) -> None:
    book, page = load(game), text_of(client, f"/rules/{game}?lang={lang}")
    asked = [(clause, option) for clause in book.clauses for option in clause.options]
    for clause, option in (one for one in asked if book.choices(one[1])):
        title, first = book.about(option).title, escaped(book.choices(option)[0].text, lang)
        article = article_of(page, clause.id)
        before = re.split(f"<li>(?:<b>)?{re.escape(first)}", article)[0]
        assert before != article
        assert f'<p class="rule-asks">{escaped(title, lang)}</p>' in before, clause.id


@pytest.mark.parametrize("game", games())
def test_settings_editions_and_versions_are_told(client: FlaskClient, game: str) -> None:
    book, page = load(game), text_of(client, f"/rules/{game}?lang=en")
    assert all(
        escaped(setting.text, "en") in article_of(page, f"setting-{setting.id}")
        for setting in book.settings
    )
    assert book.version in page
    assert all(escaped(change.text, "en") in page for change in book.changes)
    assert book.source.url in page
    if len(book.editions) > 1:
        assert all(escaped(edition.text, "en") in page for edition in book.editions)


def test_the_edition_marks_its_own_choices(client: FlaskClient) -> None:
    choices = load("indian-chief").choices("match")
    for edition, value in (("page", "value"), ("original", "rank"), ("nonsense", "value")):
        page = text_of(client, f"/rules/indian-chief?lang=en&edition={edition}")
        (own,) = (escaped(choice.text, "en") for choice in choices if choice.value == value)
        assert re.findall("<b>(.*?)</b>", article_of(page, "IC-A1")) == [own]


def test_a_default_is_marked_once_for_every_option(client: FlaskClient) -> None:
    for game in games():
        page = text_of(client, f"/rules/{game}?lang=en")
        for point in load(game).ambiguities:
            listed = {choice.option for choice in point.choices}
            assert article_of(page, point.id).count("(standard)") == len(listed)


@pytest.mark.parametrize("game", games())
def test_every_clause_link_of_the_pages_leads_to_a_clause(client: FlaskClient, game: str) -> None:
    page = text_of(client, f"/rules/{game}")
    targets = set(re.findall(rf'href="/rules/{game}#([^"]+)"', page))
    assert targets
    assert targets <= set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))


@pytest.mark.parametrize("game", games())
def test_every_clause_has_a_small_page_of_its_own(client: FlaskClient, game: str) -> None:
    book = load(game)
    entries: tuple[Clause | Ambiguity, ...] = (*book.clauses, *book.ambiguities)
    for entry in entries:
        assert escaped(entry.text, "en") in text_of(client, f"/rules/{game}/{entry.id}?lang=en")


def test_htmx_gets_the_clause_alone(client: FlaskClient) -> None:
    part = client.get("/rules/indian-chief/IC-29", headers={"HX-Request": "true"}).text
    assert part.strip().startswith("<article")
    assert "<html" not in part


def test_clauses_are_found_in_small_letters_and_only_in_their_game(client: FlaskClient) -> None:
    assert client.get("/rules/indian-chief/ic-29").status_code == 200
    for address in (
        "/rules/blind-date/IC-29",
        "/rules/indian-chief/IC-999",
        "/rules/chess",
        "/rules/chess/IC-1",
        "/rules/../app",
    ):
        assert client.get(address).status_code == 404, address


@pytest.mark.parametrize("address", ["/rules", "/rules/indian-chief", "/rules/blind-date/BD-1"])
def test_an_unchanged_page_is_not_sent_again(client: FlaskClient, address: str) -> None:
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.get_data() == b""
    other = client.get(f"{address}?lang=ja", headers={"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200
    assert "Accept-Language" in first.headers["Vary"]


@pytest.mark.parametrize("game", GAMES)
def test_a_blank_sheet_can_be_printed_from_the_rules(client: FlaskClient, game: str) -> None:
    assert f'href="/print/{game}"' in text_of(client, f"/rules/{game}")


def test_texts_are_escaped(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = articles.article

    def spoiled(*args: Any) -> articles.Article:
        return replace(shown(*args), text="<script>1</script>")

    monkeypatch.setattr(articles, "article", spoiled)
    page = text_of(client, "/rules/indian-chief")
    assert "<script>1" not in page
    assert "&lt;script&gt;1" in page


def test_a_clause_address_leads_to_its_clause(app: Flask) -> None:
    with app.test_request_context():
        assert rendering.clause_url("IC-29") == "/rules/indian-chief#IC-29"
        assert rendering.clause_url("BD-A1") == "/rules/blind-date#BD-A1"
        assert rendering.clause_url("XX-1") == "#"
