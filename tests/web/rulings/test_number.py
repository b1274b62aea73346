"""The ruling about one number: its facts, one sentence, the clauses, and whether another reading
would matter.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.rulebook import load
from referee.web.rulings.number import MOST_LINES, ScoredCell
from tests.support.at_table import words
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, Open, link_of, meld, play, seated, send, table
from tests.support.tiers import by_turns
from tests.support.views import view_of
from tests.web.rulings.test_what_if import row


def page(client: FlaskClient, opened: Any, cell: str, lang: str = "en") -> str:
    """The page about a cell ("1/s1")."""
    answer = client.get(f"/t/{opened['code']}/ruling/{cell}?lang={lang}")
    assert answer.status_code == 200
    return answer.text


def shared(html: str) -> str:
    """The address behind the share button."""
    found = re.search(r'href="http://[^/]+(/ruling/[^"]+)" data-share', html)
    assert found
    return found[1]


def told(client: FlaskClient, opened: Any, cell: str) -> Any:
    """The same as JSON."""
    answer = client.get(f"/api/t/{opened['code']}/ruling/{cell}")
    assert answer.status_code == 200
    return answer.get_json()


def test_one_sentence_the_facts_and_the_clauses(client: FlaskClient, chief: Any) -> None:
    html = page(client, chief, "1/s1")
    assert re.search(r'<h2 class="big-line"[^>]*>Ann’s Beggar is worth 4.</h2>', html)
    assert "2 matching cards, 2 points each" in words(html)
    assert html.count("is-hit") == 2
    assert re.search(r'href="/rules/indian-chief#IC-29">IC-29</a><p>The Beggar is two cards', html)
    assert first_reason(html) == "IC-A1"
    assert "Which cards match: By value: 10, J, Q and K match each other" in words(html)


def test_what_people_decided_is_the_number_everywhere_at_once(
    client: FlaskClient, chief: Any
) -> None:
    """On the page of the number, of the round, the sheet, in the totals and for programs; each
    marked.
    """
    call = client.post(f"/t/{chief['code']}/call", data={"key": "c", "of": "2"}).headers["Location"]
    assert client.post(call, data={"key": "r", "answer": "match=rank"}).status_code == 303
    html = page(client, chief, "1/s1")
    assert "You decided: Ann’s Beggar is worth 2." in words(html)
    assert "§ Decided: By rank" in words(html)
    assert "By the rules it would be 4." in words(html)
    told_now = told(client, chief, "1/s1")
    assert (told_now["text"], told_now["points"]) == ("You decided: Ann’s Beggar is worth 2.", 2)
    assert told_now["decided"] == {"option": "match", "value": "rank", "by_rules": 4}
    for path in ("?lang=en&round=1", "/sheet?lang=en&open=1-s1"):
        assert "§ Decided: By rank" in words(client.get(f"/t/{chief['code']}{path}").text), path
    table = client.get(f"/api/t/{chief['code']}").get_json()
    assert (table["totals"]["s1"], table["options"]["match"]) == (2, "value")
    assert "You decided" not in page(client, chief, "1/s2")


def test_does_it_matter_is_answered_before_the_numbers(client: FlaskClient, chief: Any) -> None:
    html = page(client, chief, "1/s1")
    assert html.index("This changes the points, not the leader.") < html.index('class="matter')
    assert row(html, "Ann’s Beggar") == ["4", "changed 2"]
    assert row(html, "Bo") == ["25", "25"]
    assert re.search(r'<th scope="col" class="is-here">.*?<b>this game</b>', html)


def test_where_nothing_differs_it_says_so(client: FlaskClient, chief: Any) -> None:
    html = page(client, chief, "1/s2")
    assert "This doesn’t change the totals." in html
    assert "The rules are clear here." in html
    assert 'class="matter' not in html


def test_readings_that_all_agree_do_not_matter(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Ann", "Bo")
    seven = meld("chief", "s1", "2S 2H 2D 2C 9S 4H 5D")
    assert send(client, opened, seven, meld("poor", "s2", "3S 6S 7H")).status_code == 201
    html = page(client, opened, "1/s1")
    assert "This doesn’t change the totals." in html
    assert "All interpretations give the same totals." in html


def test_who_would_lead_instead(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Ann", "Bo")
    first = (meld("beggar", "s1", "KD 9D"), meld("poor", "s2", "JS QH 9H"))
    second = (meld("thief", "s1", "7D"), meld("beggar", "s2", "4C 5D"))
    decline = {"kind": "decline", "seat": "s1", "data": {}}
    assert send(client, opened, *first, *second, decline).status_code == 201
    html = page(client, opened, "1/s1")
    assert row(html, "Ann")[:2] == ["13", "2nd changed 9"]
    assert row(html, "Bo")[:2] == ["2nd 10", "10"]
    assert "By rank: Bo would lead instead of Ann." in html


@pytest.fixture
def let_stand(client: FlaskClient, open_table: Open) -> Any:
    """A table of two in whose second round Ann's Lawyer, her second one, was let stand."""
    opened = open_table(CHIEF, "Ann", "Bo")
    first, poor = meld("lawyer", "s1", "KH QS 4D AC"), meld("poor", "s2", "2S 3S 4H")
    assert send(client, opened, first, poor).status_code == 201
    second = meld("lawyer", "s1", "KS QD 3D 2C") | {"accept": ["meld_used"]}
    assert send(client, opened, second, seen=3, key="k2", reason="Agreed").status_code == 201
    return opened


def test_an_entry_that_was_let_stand_is_shown_beside_the_table_without_it(
    client: FlaskClient, let_stand: Any
) -> None:
    html = page(client, let_stand, "2/s1")
    assert "Allowed or not?" in html
    assert "Allowed: Agreed" in html
    assert "IC-8" in html
    overruled = told(client, let_stand, "2/s1")["overruled"]
    assert [ruling["code"] for ruling in overruled["rulings"]] == ["meld_used"]
    assert overruled["reason"] == "Agreed"
    assert overruled["without"]["changes"] == [{"round": 2, "seat": "s1", "old": 25, "new": None}]
    assert told(client, let_stand, "1/s1")["overruled"] is None


def test_paper_has_the_totals_with_their_ranks_and_without_what_was_let_stand(
    client: FlaskClient, let_stand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = shared(page(client, let_stand, "2/s1"))
    drawn: list[Any] = []
    monkeypatch.setattr(
        "referee.web.paper.typst.ruling", lambda said, lang, fmt: drawn.append(said) or b"%PDF"
    )
    assert client.get(f"{address}/ruling.pdf?lang=en").status_code == 200
    matter, without = drawn[0]["comparison"], drawn[0]["overruled"]
    assert matter["title"] == "This doesn’t change the totals."
    assert without["title"] == "Allowed or not?"
    assert [
        {(cell["points"], cell["crown"], cell["rank"]) for cell in row["cells"]}
        for row in without["rows"][1:]
    ] == [{(25, "leads", "")}, {(5, "", "2nd")}]


def test_the_json_names_every_reading_with_its_totals(client: FlaskClient, chief: Any) -> None:
    ruling = told(client, chief, "1/s1")
    assert (ruling["round"], ruling["seat"], ruling["points"]) == (1, "s1", 4)
    assert ruling["text"] == "Ann’s Beggar is worth 4."
    assert [line["clause"] for line in ruling["lines"]] == ["IC-29"]
    readings = {(one["option"], one["value"]): one for one in ruling["readings"]}
    assert set(readings) == {("match", "rank"), ("beggar_own", "yes"), ("beggar_pair", "twice")}
    assert readings["match", "rank"]["other"]["totals"] == {"s1": 2, "s2": 25, "s3": 5}
    assert readings["match", "rank"]["matters"] is True
    assert readings["beggar_pair", "twice"]["matters"] is False


@pytest.mark.parametrize("cell", ["1/s9", "9/s1", "0/s1"])
def test_where_nothing_is_scored_there_is_no_ruling(
    client: FlaskClient, chief: Any, cell: str
) -> None:
    assert client.get(f"/t/{chief['code']}/ruling/{cell}").status_code == 404
    assert client.get(f"/api/t/{chief['code']}/ruling/{cell}").status_code == 404


def test_whoever_watches_may_ask_and_nobody_else(app: Flask, chief: Any) -> None:
    other, path = app.test_client(), f"/t/{chief['code']}/ruling/1/s1"
    assert other.get(path).status_code == 404
    assert other.get(f"/api{path}", headers=link_of(chief, "watch")).status_code == 200


def test_what_is_still_hidden_has_no_ruling(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", options={"entry": "secret"})
    own = seated(app, opened, "s1")
    assert send(own, opened, meld("poor", "s1", "2S 3S 4H")).status_code == 201
    other, path = seated(app, opened, "s2"), f"/t/{opened['code']}/ruling/1/s1"
    assert [other.get(address).status_code for address in (path, f"/api{path}")] == [404, 404]
    assert "/ruling/" not in own.get(f"/t/{opened['code']}/sheet?open=1-s1").text
    beggar = meld("beggar", "s2", "4C 7D")
    assert send(other, opened, beggar, seen=2, key="k2").status_code == 201
    assert told(other, opened, "1/s2")["points"] == 2


def test_the_sheet_and_the_explained_round_lead_to_it(client: FlaskClient, chief: Any) -> None:
    address = f'href="/t/{chief["code"]}/ruling/1/s1"'
    assert address in client.get(f"/t/{chief['code']}/sheet?open=1-s1").text
    assert address in client.get(f"/t/{chief['code']}?round=1").text


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_number_of_every_game_has_a_ruling_in_both_languages(
    client: FlaskClient, game_id: str
) -> None:
    played = random_history(game_id, 3)
    opened = play(client, played)
    points = Counter[str]()
    for line in table(client, opened)["lines"]:
        if line["part"] in ("score", "season"):
            points[f"{line['round']}/{line['seat']}"] += line["points"]
    assert points
    for cell in [*points][:: max(1, len(points) // 4)]:
        ruling = told(client, opened, cell)
        assert ruling["points"] == points[cell]
        for lang in ("en", "ja"):
            assert re.search(
                r'<h2 class="big-line"[^>]*>\s*[^\s<]', page(client, opened, cell, lang)
            )
        decides = by_another_reading(game_id, ruling)
        assert not decides or first_reason(page(client, opened, cell)) in decides


def by_another_reading(game_id: str, ruling: Any) -> set[str]:
    """The points by which the number itself would be another."""
    found = (one for one in ruling["readings"] if one.get("points") not in (None, ruling["points"]))
    return {load(game_id).about(one["option"]).id for one in found}


def first_reason(html: str) -> str:
    """The clause of what is read right under the verdict."""
    reason = html[html.index('class="ruling-why"') :]
    found = re.search(r'class="clause"[^>]*>([\w-]+)</a>', reason[: reason.index("</p>")])
    return found[1] if found else ""


def test_japanese(client: FlaskClient, chief: Any) -> None:
    html = page(client, chief, "1/s1", "ja")
    assert "物乞いは4点。" in html
    assert "点は変わるが、首位は変わらない。" in html


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_what_happened_inside_a_game_is_told_only_where_it_is_little(game_id: str) -> None:
    """A ruling names all that counts, and no more lines of a single game than fit a phone."""
    view = view_of(random_history(game_id, 3), {})
    for place, scored in view.sight.scored.items():
        lines = ScoredCell(view, *place).lines
        inside = [line for line in view.lines if line.part == "game" and not line.counts]
        own = [line for line in inside if (line.round, line.seat) == place]
        assert lines == (*scored, *(own if len(own) <= MOST_LINES else ()))
