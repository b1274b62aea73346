"""Several nodes behind one address: codes, links and phones find the node that keeps a table,
wherever they are asked first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.test import Client, TestResponse

from referee.event import Event
from referee.store import Store
from referee.web.move.departing_routes import read_address, target
from tests.support.nodes import URL, Behind
from tests.support.talk import CHIEF, Opened, opened_by

NEW = {"name": ["Ann", "Bo", "Cy"], "edition": "page"}


@pytest.fixture
def behind(new_app: Callable[..., Flask]) -> Behind:
    """A node with two letters, two with one."""
    return Behind({letters: new_app(NODE=letters) for letters in ("AB", "C", "K")})


def opened_at(app: Flask) -> Opened:
    return opened_by(app.test_client(), CHIEF)


def typed(phone: Client, code: str) -> TestResponse:
    return phone.post("/join?lang=en", data={"code": code}, follow_redirects=True)


def cookie(phone: Client, name: str) -> str:
    found = phone.get_cookie(name)
    return found.value if found else ""


@pytest.mark.parametrize("where", ["AB", "C", "K"])
def test_a_code_typed_anywhere_leads_to_its_table(behind: Behind, where: str) -> None:
    """By a phone that is known at each of the nodes in turn, and by a new one; small letters and
    gaps do not matter.
    """
    code = opened_at(behind.nodes[where])["code"]
    assert code[0] in where
    for other in behind.nodes:
        phone = behind.phone()
        typed(phone, opened_at(behind.nodes[other])["code"])
        assert cookie(phone, "nodes") in other
        answer = typed(phone, f" {code[0].lower()} {code[1:]}")
        assert answer.status_code == 200
        assert answer.request.path == f"/t/{code}/seat"
        assert phone.get(f"/t/{code}").status_code == 200


@pytest.mark.parametrize("where", ["AB", "C", "K"])
def test_a_game_from_a_phone_comes_to_the_node_that_shows_the_code(
    behind: Behind, where: str
) -> None:
    """The phone makes the address of the code alone; any node may be asked first."""
    page = behind.nodes[where].test_client().post("/bring").text
    code = read_address(re.findall(r'value="(\S+/bring#\w+)"', page)[0])[1]
    there = target(read_address(URL)[0], code)
    record = {"game": CHIEF, "format": "none"}
    sent = {"code": code, "key": "k" * 24, "record": record}
    answer = behind.phone().post(urlsplit(there).path, json=sent)
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "bad_record")
    other = behind.phone().post("/bring/here", json=sent | {"code": "CDFGHJKM"})
    assert (other.status_code, other.json["error"]["code"]) == (403, "move_code")


def test_a_code_of_another_node_is_led_on_once_and_then_told_of(behind: Behind) -> None:
    """Where nothing in front knows the way, or no node has the letter."""
    code = opened_at(behind.nodes["C"])["code"]
    alone = behind.nodes["K"].test_client()
    answer = alone.post("/join", data={"code": code})
    assert (answer.status_code, answer.headers["Location"]) == (307, f"/t/{code}/join")
    for told in (typed(alone, code), typed(behind.phone(), "Q" + code[1:])):
        assert told.status_code == 404
        assert "Another server may have it" in told.text


@pytest.mark.parametrize("code", ["R6FX", "CXXXX", "あいう", "?", "A"])
def test_a_code_that_nobody_has_is_told_so_at_its_node(behind: Behind, code: str) -> None:
    answer = typed(behind.phone(), code)
    assert answer.status_code == 404
    assert "No game has the code" in answer.text


def test_a_link_of_another_node_is_told_of_as_such(behind: Behind) -> None:
    opened, phone = opened_at(behind.nodes["C"]), behind.nodes["K"].test_client()
    link = opened["links"]["host"].rsplit("/", 1)[1]
    for path in (f"/join/{link}", f"/g/{link}", "/at/C"):
        answer = phone.get(path, query_string={"lang": "en"})
        assert answer.status_code == 404, path
        assert "Another server may have it" in answer.text
    answer = phone.get(f"/t/{opened['code']}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/join?code={opened['code']}")


def test_no_answer_but_a_guess_tells_which_codes_there_are(
    tmp_path: Path, new_app: Callable[..., Flask]
) -> None:
    """Whatever a code looks like: a table of a node, one from before there were nodes, none."""
    store = Store(tmp_path / "A.db")
    old = store.create_table(CHIEF, Event(0, "start"), [("s1", "Ann", None)]).code
    store.close()
    app = new_app(DATABASE=str(tmp_path / "A.db"), NODE="A")
    own = opened_at(app)["code"]

    def answers(code: str) -> list[tuple[int, str]]:
        """To a stranger who may not guess any more."""
        told = []
        for method, path in (
            ("POST", "/join"),
            ("POST", f"/t/{code}/join"),
            ("GET", f"/t/{code}"),
            ("GET", f"/api/t/{code}"),
        ):
            form = {"code": code} if path == "/join" else None
            answer = app.test_client().open(path, method=method, data=form)
            text = answer.text + answer.headers.get("Location", "")
            told.append((answer.status_code, text.replace(code, "CODE")))
        return told

    app.extensions["guesses"].begin = lambda _sender: False
    missing = {
        old: "".join(reversed(old)) if old != old[::-1] else "CDFG",
        own: "A" + "".join(reversed(own[1:])) + "C",
    }
    for known, unknown in missing.items():
        assert answers(known) == answers(unknown)


def test_a_phone_is_one_device_at_every_node_and_finds_all_its_tables(behind: Behind) -> None:
    phone = behind.phone()
    tables = {where: opened_at(app)["code"] for where, app in behind.nodes.items()}
    for code in tables.values():
        typed(phone, code)
    assert cookie(phone, "nodes") in ("KCA", "KCB"), "the last one first"
    device = cookie(phone, "device")
    for app in behind.nodes.values():
        assert app.extensions["service"].store.knows_device(device)
    home = phone.get("/").text
    assert tables["K"] in home
    for letter, where in (("C", "C"), (cookie(phone, "nodes")[2], "AB")):
        assert f'href="/at/{letter}"' in home
        assert f'hx-get="/at/{letter}"' in home
        assert tables[where] in phone.get(f"/at/{letter}").text
        assert tables[where] in phone.get(f"/at/{letter}", headers={"HX-Request": "true"}).text


def test_a_phone_starts_its_next_table_where_it_was_last(behind: Behind) -> None:
    """So the people that are offered and the group that they are of are at one node."""
    phone = behind.phone()
    for where in ("C", "AB"):
        typed(phone, opened_at(behind.nodes[where])["code"])
    for _ in range(3):
        answer = phone.post(f"/new/{CHIEF}/open", data=NEW)
        assert answer.status_code == 303
        assert answer.headers["Location"][3] in "AB"


def test_while_a_node_is_away_others_show_the_first_page(behind: Behind) -> None:
    phone = behind.phone()
    code = opened_at(behind.nodes["C"])["code"]
    typed(phone, code)
    behind.down.add("C")
    assert phone.get(f"/t/{code}").status_code == 502
    home = phone.get("/")
    assert home.status_code == 200
    assert 'href="/at/C"' in home.text
    assert phone.post(f"/new/{CHIEF}/open", data=NEW).status_code == 303
    behind.down.clear()
    assert phone.get(f"/t/{code}").status_code == 200, "another node has made it another device"


@pytest.mark.parametrize("sent", ["", "short", "x" * 25, "x" * 23 + "/", "x" * 23 + "é"])
def test_an_id_that_no_node_gives_is_not_taken_over(behind: Behind, sent: str) -> None:
    phone = behind.nodes["C"].test_client()
    phone.set_cookie("device", sent)
    opened_by(phone, CHIEF)
    assert len(cookie(phone, "device")) == 24
    assert cookie(phone, "device") != sent


def test_a_single_server_takes_over_no_id_and_knows_no_nodes(app: Flask) -> None:
    phone = app.test_client()
    phone.set_cookie("device", "x" * 24)
    opened = opened_by(phone, CHIEF)
    assert cookie(phone, "device") != "x" * 24
    assert not cookie(phone, "nodes")
    assert len(opened["code"]) == 4
    assert "/at/" not in phone.get("/").text
    assert app.test_client().post("/join", data={"code": "R6FXQ"}).status_code == 404


def test_what_was_there_before_nodes_is_found_at_the_first(new_app: Callable[..., Flask]) -> None:
    """Tables, links and phones without a letter; what is made there from now on has one."""
    before = new_app()
    old = before.test_client()
    opened = opened_by(old, CHIEF)
    before.extensions["service"].close()
    nodes = {"A": new_app(NODE="A", DATABASE=before.config["DATABASE"]), "C": new_app(NODE="C")}
    behind = Behind(nodes)
    phone = behind.phone()
    phone.set_cookie("device", cookie(old, "device"))
    assert opened["code"] in phone.get("/").text
    assert cookie(phone, "nodes") == "A"
    for other in (phone, behind.phone()):
        assert typed(other, opened["code"]).status_code == 200
        assert other.get(f"/t/{opened['code']}").status_code == 200
    at_c = behind.phone()
    typed(at_c, opened_at(nodes["C"])["code"])
    assert typed(at_c, opened["code"]).request.path == f"/t/{opened['code']}/seat"
    led = nodes["C"].test_client().post("/join", data={"code": "CJ36"})
    assert (led.status_code, led.headers["Location"]) == (307, "/t/CJ36/join")
    link = opened["links"]["seat"].rsplit("/", 1)[1]
    assert behind.phone().get(f"/join/{link}").status_code == 200
    again = phone.post(f"/t/{opened['code']}/end", data={"do": "close", "key": "e"})
    assert again.status_code == 303
    following = phone.post(f"/t/{opened['code']}/again", data={"key": "n"})
    assert following.headers["Location"].startswith("/t/A")


def test_the_worker_and_all_files_are_the_same_at_every_node(behind: Behind) -> None:
    for path in ("/sw.js", "/rules", "/offline", "/print"):
        assert len({app.test_client().get(path).data for app in behind.nodes.values()}) == 1, path


def test_a_link_of_a_node_that_is_pasted_is_followed(behind: Behind) -> None:
    link = opened_at(behind.nodes["K"])["links"]["seat"]
    answer = typed(behind.phone(), link)
    assert (answer.status_code, answer.request.path) == (200, "/join/" + link.rsplit("/", 1)[1])
