"""A game moves from a phone to a server and back: closed before it is sent, never there twice."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from referee.browser.phone import Phone, Reply
from referee.event import Event
from referee.web.move import departing_routes
from referee.web.move.departing_routes import BadAddress, read_address
from tests.support.at_table import record, revision
from tests.support.own_phone import SITE, URL, OwnPhone
from tests.support.talk import (
    CHIEF,
    DOCTOR,
    LAWYER,
    MELDS,
    error_of,
    meld,
    opened_by,
    send,
    text_of,
)
from tests.web.move.test_bring import bring, shown

BEGGAR = meld("beggar", "s1", "KD 7D")
FORM = [("Content-Type", "application/x-www-form-urlencoded")]
SERVER = "https://referee.example.org"
THERE = f"{SERVER}/bring/here"


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    opened = Phone(str(tmp_path / "phone.db"), URL)
    yield opened
    opened.close()


def begin(phone: Phone, *entries: Any) -> str:
    """A game with entries on the phone; its code."""
    own = OwnPhone(phone)
    opened = opened_by(own, CHIEF)
    for seen, entry in enumerate(entries, 1):
        assert send(own, opened, entry, seen=seen, key=f"k{seen}").status_code == 201
    return str(opened["code"])


def page(phone: Phone, path: str, status: int = 200) -> str:
    answer = phone.answer("GET", f"/cards{path}", [])
    assert answer.status == status, answer.body.decode()
    return answer.body.decode()


def post(phone: Phone, path: str, **form: Any) -> Reply:
    return phone.answer("POST", f"/cards{path}", FORM, urlencode(form).encode())


def leads(answer: Reply) -> str:
    """Where an answer leads."""
    assert answer.status == 303, answer.body.decode()
    return dict(answer.headers)["Location"].removeprefix("/cards")


def depart(phone: Phone, code: str, by: str, address: str = SERVER) -> None:
    """Close the game, to be sent."""
    assert leads(post(phone, f"/t/{code}/move", address=address, code=by)) == f"/t/{code}/move"


def sent(phone: Phone, code: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page(phone, f"/t/{code}/move/sent"))
    return found


def sent_revision(phone: Phone, code: str) -> str:
    """How far the game had come that was sent."""
    answer = phone.answer("GET", f"/cards/t/{code}/move/sent", [])
    return dict(answer.headers)["X-Revision"]


def arrive(phone: Phone, code: str, server: FlaskClient) -> dict[str, Any]:
    """Send the game as its page does, and tell the phone the answer."""
    told = sent(phone, code)
    answer = bring(server, told["code"], told["record"], told["key"])
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    answered(phone, code, found)
    return found


def answered(phone: Phone, code: str, found: dict[str, Any], **more: Any) -> None:
    """Tell the phone what its page was answered."""
    leads(post(phone, f"/t/{code}/move/arrived", to=THERE, **found, **more))


def joined(server: FlaskClient, token: str) -> str:
    """Become host by the link that was answered; the code of the game there."""
    led = server.post(f"/join/{token}")
    assert led.status_code == 303
    return str(led.headers["Location"].split("/")[2])


def enters(phone: Phone, code: str, entry: Any, seen: int) -> int:
    body = {"seen": seen, "key": f"e{seen}", "entries": [entry]}
    return OwnPhone(phone).post(f"/api/t/{code}/moves", json=body).status_code


def imported(phone: Phone, content: Any) -> str:
    """The page after a file was imported on the phone."""
    file = FileStorage(io.BytesIO(json.dumps(content).encode()), "game.json")
    boundary, body = encode_multipart({"files": file})
    headers = [("Content-Type", f"multipart/form-data; boundary={boundary}")]
    return phone.answer("POST", "/cards/import", headers, body).body.decode()


def test_it_goes_on_there_with_all_that_was_entered(app: Flask, phone: Phone) -> None:
    server, code = app.test_client(), begin(phone, LAWYER)
    depart(phone, code, shown(server))
    there = joined(server, arrive(phone, code, server)["join"])
    moved = page(phone, f"/t/{code}/move")
    assert "This game has moved to referee.example.org" in moved
    assert re.search(rf'href="{SERVER}/join/[\w-]+"', moved)
    assert revision(server, there) == 2
    record(server, {"code": there}, DOCTOR)


def test_the_copy_here_takes_no_entry_and_can_be_read(app: Flask, phone: Phone) -> None:
    server, code = app.test_client(), begin(phone, LAWYER)
    assert "moved" not in page(phone, "/")
    depart(phone, code, shown(server))
    for _state in ("under way", "moved"):
        assert enters(phone, code, DOCTOR, 2) == 409
        undone = OwnPhone(phone).post(f"/api/t/{code}/undo", json={"seen": 2, "key": "u"})
        assert undone.status_code == 409
        assert post(phone, f"/t/{code}/end", key="c", do="close").status == 409
        assert leads(phone.answer("GET", f"/cards/t/{code}", [])) == f"/t/{code}/move"
        assert "25" in page(phone, f"/t/{code}/sheet")
        arrive(phone, code, server)
    home = page(phone, "/")
    assert f'href="/cards/t/{code}/move"' in home
    assert "moved" in home
    # An entry made before, whose answer was lost, is answered as it was then.
    assert enters(phone, code, LAWYER, 1) == 409
    again = OwnPhone(phone).post(
        f"/api/t/{code}/moves", json={"seen": 1, "key": "k1", "entries": [LAWYER]}
    )
    assert again.status_code == 201


def test_a_lost_answer_is_asked_for_again(app: Flask, phone: Phone) -> None:
    """The game is there, and the phone does not know: no second one comes, now or after the code
    has ended.
    """
    server, code = app.test_client(), begin(phone, LAWYER)
    depart(phone, code, shown(server))
    told = sent(phone, code)
    lost = bring(server, told["code"], told["record"], told["key"]).get_json()
    assert "No answer from" in page(phone, f"/t/{code}/move")
    assert arrive(phone, code, server) == lost


def test_reopened_and_sent_again_it_is_still_one_game_there(app: Flask, phone: Phone) -> None:
    """The player went on here although it was there; what is missing there is said."""
    server, code = app.test_client(), begin(phone, LAWYER)
    depart(phone, code, shown(server))
    told = sent(phone, code)
    lost = bring(server, told["code"], told["record"], told["key"]).get_json()
    assert leads(post(phone, f"/t/{code}/move/reopen")) == f"/t/{code}"
    assert enters(phone, code, DOCTOR, 2) == 201
    # There it went on, too: what is missing is not only what is longer.
    there = joined(server, lost["join"])
    record(server, {"code": there}, BEGGAR)
    depart(phone, code, shown(server))
    assert arrive(phone, code, server) == lost | {"missing": 1}
    assert "Entries missing there: 1" in page(phone, f"/t/{code}/move")


def test_what_was_entered_before_the_answer_came_is_missing(app: Flask, phone: Phone) -> None:
    """Another tab reopened the game, and went on, while the first one waited for the answer."""
    server, code = app.test_client(), begin(phone, LAWYER)
    depart(phone, code, shown(server))
    told, head = sent(phone, code), sent_revision(phone, code)
    found = bring(server, told["code"], told["record"], told["key"]).get_json()
    post(phone, f"/t/{code}/move/reopen")
    assert enters(phone, code, DOCTOR, 2) == 201
    answered(phone, code, found, seen=head)
    assert "Entries missing there: 1" in page(phone, f"/t/{code}/move")
    assert enters(phone, code, BEGGAR, 3) == 409


def test_a_second_tap_moves_it_nowhere_else(phone: Phone) -> None:
    """Where a game goes is decided once: the key that is under way stays the one that is known."""
    code = begin(phone)
    depart(phone, code, "CDFGHJKM")
    first = sent(phone, code)
    depart(phone, code, "CDFGHJKM", "https://other.example")
    assert leads(post(phone, f"/t/{code}/move/file")) == f"/t/{code}/move"
    assert sent(phone, code) == first


def test_a_finished_game_stays(app: Flask, phone: Phone) -> None:
    """Nothing more is entered in it, and its result counts once in its group."""
    code = begin(phone, *MELDS)
    post(phone, f"/t/{code}/end", key="c", do="close")
    assert leads(phone.answer("GET", f"/cards/t/{code}/move", [])) == f"/t/{code}"
    assert leads(phone.answer("GET", f"/cards/t/{code}/join", [])) == f"/t/{code}"
    for address in ("move", "move/file"):
        assert leads(post(phone, f"/t/{code}/{address}", address=SERVER, code="CDFGHJKM"))
    assert "moved" not in page(phone, "/")
    menu = page(phone, f"/t/{code}/menu")
    assert f"/t/{code}/join" not in menu
    assert f"/t/{code}/share" in menu


def test_what_is_too_large_stays(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so, and how it goes all the same, before anything is closed."""
    code = begin(phone, LAWYER)
    monkeypatch.setattr(departing_routes, "MAX_BODY", 400)
    refused = post(phone, f"/t/{code}/move", address=SERVER, code="CDFGHJKM")
    assert refused.status == 422
    assert "too large to send" in refused.body.decode()
    assert "?by=file" in refused.body.decode()
    assert enters(phone, code, DOCTOR, 2) == 201


def test_every_page_says_where_the_game_went(app: Flask, phone: Phone) -> None:
    """Also one that was open before, and to whoever only reads."""
    server, code = app.test_client(), begin(phone, LAWYER)
    pages = ("sheet", "tv", "share", "players", "fix", "numbers", "how")
    before = {path: phone.answer("GET", f"/cards/t/{code}/{path}", []) for path in pages}
    read = [path for path, answer in before.items() if answer.status == 200]
    assert {"sheet", "tv", "share"} <= {*read}
    assert all(b"has moved" not in before[path].body for path in read)
    depart(phone, code, shown(server))
    arrive(phone, code, server)
    says = "This game has moved to referee.example.org"
    assert [path for path in read if says not in page(phone, f"/t/{code}/{path}")] == []
    assert json.loads(page(phone, f"/api/t/{code}"))["moved"] == says
    answer = phone.answer("POST", f"/cards/t/{code}/preview", [("HX-Request", "true"), *FORM])
    assert dict(answer.headers)["HX-Redirect"] == f"/cards/t/{code}/move"


def test_a_game_that_is_back_counts_once_in_its_group(app: Flask) -> None:
    """By a file into its group, too: the old table is no table of the group any more."""
    host = app.test_client()
    code = opened_by(host, CHIEF)["code"]
    record(host, {"code": code}, LAWYER)
    store = app.extensions["service"].store
    group = store.group(store.table_by_code(code).group_id)
    assert host.post(f"/t/{code}/move/file").status_code == 303
    file = host.get(f"/t/{code}/record.json").get_json()
    data = {"files": [(io.BytesIO(json.dumps(file).encode()), "game.json")]}
    path = f"/g/{group.link}/import"
    now = code_in(text_of(host.post(path, data=data, content_type="multipart/form-data"), 200))
    assert now != code
    assert "This game is back" in text_of(host.get(f"/t/{code}/move"), 200)
    assert [table.code for table in store.tables_of_group(group.id)] == [now]
    listed = text_of(host.get(f"/g/{group.link}"), 200)
    assert now in listed
    assert code not in listed
    assert len(host.get(f"/g/{group.link}/group.json").get_json()["tables"]) == 1


def test_another_server_is_told_another_key(app: Flask, phone: Phone) -> None:
    """A server that was tried cannot ask the other for the link of its host."""
    code = begin(phone)
    depart(phone, code, "CDFGHJKM")
    first = sent(phone, code)["key"]
    post(phone, f"/t/{code}/move/reopen")
    depart(phone, code, "CDFGHJKM", "https://other.example")
    assert sent(phone, code)["key"] != first


def test_what_the_server_refuses_is_said_and_the_game_goes_on(phone: Phone) -> None:
    code = begin(phone, LAWYER)
    depart(phone, code, "CDFGHJKM")
    there = leads(post(phone, f"/t/{code}/move/reopen", why="move_code"))
    form = page(phone, there)
    assert "The code is wrong or too old" in form
    assert f'value="{SERVER}"' in form
    assert enters(phone, code, DOCTOR, 2) == 201
    assert "The server refused the game" in page(phone, f"/t/{code}/move?why=whatever")


def test_only_the_page_that_sends_reaches_one_other_address(phone: Phone) -> None:
    code = begin(phone)
    depart(phone, code, "ACDFGHJKM")
    policies = {}
    for path in ("/", f"/t/{code}/move", f"/t/{code}/sheet", "/rules"):
        answer = phone.answer("GET", f"/cards{path}", [])
        (policies[path],) = (
            value for name, value in answer.headers if name == "Content-Security-Policy"
        )
    target = f"{SERVER}/bring/A"
    assert f"connect-src 'self' {target};" in policies.pop(f"/t/{code}/move")
    assert all("connect-src 'self';" in policy for policy in policies.values())
    assert f'data-to="{target}"' in page(phone, f"/t/{code}/move")


def test_cards_that_are_not_revealed_move_too(app: Flask, phone: Phone) -> None:
    """To a server everything goes; a file that people may read keeps what is hidden."""
    own, server = OwnPhone(phone), app.test_client()
    opened = opened_by(own, CHIEF, options={"entry": "secret"})
    code = opened["code"]
    assert send(own, opened, LAWYER).status_code == 201
    public = json.loads(page(phone, f"/t/{code}/record.json"))
    assert public["events"] == []
    assert "aren’t revealed yet" in page(phone, f"/t/{code}/move?by=file")
    depart(phone, code, shown(server))
    there = joined(server, arrive(phone, code, server)["join"])
    assert revision(server, there) == 2
    # Whoever watches there sees as little of them as on the phone.
    watcher, store = app.test_client(), app.extensions["service"].store
    joining = watcher.post(f"/join/{store.table_by_code(there).watch_link}")
    assert joining.status_code == 303
    assert watcher.get(f"/t/{there}/record.json").get_json()["events"] == []
    for path in ("", "/sheet", "/tv", "/fix"):
        seen = watcher.get(f"/t/{there}{path}", follow_redirects=True)
        assert "Lawyer" not in text_of(seen, 200)
        assert ">25<" not in seen.text
    record(server, {"code": there}, DOCTOR)


def test_by_a_file_there_and_back(app: Flask, phone: Phone) -> None:
    """The phone's game goes on at the server, and from there on the same phone again."""
    server, code = app.test_client(), begin(phone, LAWYER)
    assert leads(post(phone, f"/t/{code}/move/file")) == f"/t/{code}/move"
    assert "This game has moved to a file" in page(phone, f"/t/{code}/move")
    assert enters(phone, code, DOCTOR, 2) == 409
    file = json.loads(page(phone, f"/t/{code}/record.json"))
    there = code_in(text_of(brought(server, file), 200))
    record(server, {"code": there}, DOCTOR)

    led = server.post(f"/t/{there}/move/file")
    assert led.status_code == 303
    moved = text_of(server.get(f"/t/{there}/move"), 200)
    assert "This game has moved to one phone" in moved
    refused = server.post(
        f"/api/t/{there}/moves", json={"seen": 3, "key": "x", "entries": [BEGGAR]}
    )
    assert error_of(refused, 409)["code"] == "game_moved"
    back = server.get(f"/t/{there}/record.json").get_json()

    now = code_in(imported(phone, back))
    assert now != code
    assert json.loads(page(phone, f"/t/{now}/record.json")) == back
    older = page(phone, f"/t/{code}/move")
    assert "This game is back" in older
    assert f'href="/cards/t/{now}"' in older
    assert enters(phone, now, DOCTOR, 99) != 404
    home = page(phone, "/")
    assert f"/t/{code}" not in home
    assert f"/t/{now}" in home
    # Its group is the same, and nobody is in it twice.
    store = phone.app.extensions["service"].store
    tables = [store.table_by_code(one) for one in (code, now)]
    assert tables[0].group_id == tables[1].group_id
    assert len(store.everybody(tables[0].group_id)) == 3


def code_in(text: str) -> str:
    """The code of the game that an import leads to."""
    found = re.search(r'href="(?:/cards)?/t/(\w+)"', text)
    assert found, text
    return found[1]


def brought(client: FlaskClient, content: Any) -> Any:
    data = {"files": [(io.BytesIO(json.dumps(content).encode()), "game.json")]}
    return client.post("/import", data=data, content_type="multipart/form-data")


def test_by_address_back_from_the_phone_it_is_known_again(app: Flask, phone: Phone) -> None:
    """To the server, back by a file, and there again: the phone still has the key."""
    server, code = app.test_client(), begin(phone, LAWYER)
    depart(phone, code, shown(server))
    there = joined(server, arrive(phone, code, server)["join"])
    assert server.post(f"/t/{there}/move/file").status_code == 303
    now = code_in(imported(phone, server.get(f"/t/{there}/record.json").get_json()))
    depart(phone, now, shown(server))
    again = joined(server, arrive(phone, now, server)["join"])
    assert again != there
    assert f'href="/t/{again}"' in text_of(server.get(f"/t/{there}/move"), 200)
    record(server, {"code": again}, DOCTOR)


def test_only_its_host_brings_a_game_back(app: Flask) -> None:
    """A watcher has the file, too, and must not put another game in the place of the first."""
    host, other = app.test_client(), app.test_client()
    opened = opened_by(host, CHIEF)
    there = opened["code"]
    joining = other.post(opened["links"]["watch"].removeprefix("http://localhost"))
    assert joining.status_code == 303
    assert host.post(f"/t/{there}/move/file").status_code == 303
    file = host.get(f"/t/{there}/record.json").get_json()
    assert "already here" in text_of(brought(other, file), 200)
    assert "This game is back" not in text_of(host.get(f"/t/{there}/move"), 200)
    assert "imported" in text_of(brought(host, file), 200)
    assert "This game is back" in text_of(host.get(f"/t/{there}/move"), 200)
    assert host.post(f"/t/{there}/move/reopen").status_code == 303
    assert "This game is back" in text_of(host.get(f"/t/{there}/move"), 200)


def test_the_host_alone_moves_and_reopens(app: Flask) -> None:
    host, watcher = app.test_client(), app.test_client()
    opened = opened_by(host, CHIEF)
    code = opened["code"]
    joining = watcher.post(opened["links"]["watch"].removeprefix("http://localhost"))
    assert joining.status_code == 303
    for way in ("file", "reopen"):
        assert watcher.post(f"/t/{code}/move/{way}").status_code == 403
    assert watcher.get(f"/t/{code}/move").status_code == 303
    assert host.post(f"/t/{code}/move/file").status_code == 303
    seen = text_of(watcher.get(f"/t/{code}/move"), 200)
    assert "This game has moved to one phone" in seen
    assert "Reopen the game" not in seen
    assert "record.json" not in seen
    assert host.post(f"/t/{code}/move/reopen").status_code == 303
    record(host, opened, LAWYER)


def test_names_change_where_a_game_has_moved(app: Flask) -> None:
    """A person's name is one in all games, wherever one of them goes on."""
    host = app.test_client()
    opened = opened_by(host, CHIEF)
    store = app.extensions["service"].store
    table = store.table_by_code(opened["code"])
    (person, *_rest) = store.everybody(table.group_id)
    store.depart(table.id, "")
    renamed = Event(0, "seat", data={"change": "renamed"})
    store.rename_person(table.group_id, person.id, "Zoe", renamed)
    assert "Zoe" in text_of(host.get(f"/t/{opened['code']}/sheet"), 200)


@pytest.mark.parametrize(
    ("typed", "base", "code"),
    [
        ("referee.example.org", SERVER, ""),
        (" HTTPS://Referee.Example.org/ ", SERVER, ""),
        (f"{SERVER}/bring#CDFGHJKM", SERVER, "CDFGHJKM"),
        (f"{SERVER}/bring#A CDFG-HJKM", SERVER, "ACDFGHJKM"),
        (f"{SERVER}/games/bring#short", f"{SERVER}/games", ""),
        (f"{SERVER}:8443/games", f"{SERVER}:8443/games", ""),
        ("https://[::1]:8000", "https://[::1]:8000", ""),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000", ""),
        ("http://localhost", "http://localhost", ""),
        ("ｈｔｔｐｓ：／／ｒｅｆｅｒｅｅ.example.org/bring＃ｃｄｆｇｈｊｋｍ", SERVER, "CDFGHJKM"),
        ("https://レフェリー.example", "https://xn--hckxeucf7f.example", ""),
    ],
)
def test_an_address_is_read_as_it_is_pasted(typed: str, base: str, code: str) -> None:
    assert read_address(typed) == (base, code)


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "https://", "ftp://x.example", "javascript:alert(1)", "x.example; script-src *"),
        *("https://a:b@x.example", "https://x.example/a b", "https://x.example/;a", "https://[::"),
        *("https://x.example/'none'", "https://x.example,y", "https://*", "data:text/html,x"),
        "https://" + "x" * 400,
    ],
)
def test_what_is_no_address_is_refused(phone: Phone, typed: str) -> None:
    """Nothing of it comes into the policy of the page."""
    with pytest.raises(BadAddress):
        read_address(typed)
    code = begin(phone)
    refused = post(phone, f"/t/{code}/move", address=typed, code="CDFGHJKM")
    assert refused.status == 422
    assert "This is no address of a server." in refused.body.decode()
    assert enters(phone, code, LAWYER, 1) == 201


@pytest.mark.parametrize("typed", ["http://192.168.1.20:8000", "http://127.0.0.1.evil.example"])
def test_an_http_server_is_told_to_use_a_file(phone: Phone, typed: str) -> None:
    code = begin(phone)
    refused = post(phone, f"/t/{code}/move", address=typed, code="CDFGHJKM")
    assert refused.status == 422
    assert "only https addresses" in refused.body.decode()


def test_without_a_code_it_stays(phone: Phone) -> None:
    code = begin(phone)
    for wrong in ("", "CDFG", "CDFGHJKM67"):
        refused = post(phone, f"/t/{code}/move", address=SERVER, code=wrong)
        assert refused.status == 422
        assert "Enter the code" in refused.body.decode()


@pytest.mark.parametrize("join", ["", "../x", "https://evil.example/", "a" * 90, "a/b" * 9])
def test_an_answer_is_only_the_end_of_a_link(phone: Phone, join: str) -> None:
    """Whatever a server answers, the way there stays at that server."""
    code = begin(phone)
    depart(phone, code, "CDFGHJKM")
    form = {"join": join, "to": THERE, "missing": "0"}
    assert post(phone, f"/t/{code}/move/arrived", **form).status == 422
    assert "evil" not in page(phone, f"/t/{code}/move")


def test_the_ways_there_are_shown_where_there_is_no_server(phone: Phone) -> None:
    code = begin(phone)
    assert "/cards/several" in page(phone, "/")
    assert f"/cards/t/{code}/move" in page(phone, "/several")
    invite = page(phone, f"/t/{code}/join")
    assert "Let everyone join" in invite
    assert f'href="/cards/t/{code}/move"' in invite
    form = page(phone, f"/t/{code}/move")
    assert "The names: Ann, Bo, Cy" in form
    assert "No server? Save it as a file" in form
    assert "/cards/import" in page(phone, "/new")


def test_a_server_shows_the_ways_to_and_from_a_phone(app: Flask) -> None:
    host = app.test_client()
    code = opened_by(host, CHIEF)["code"]
    assert f"/t/{code}/move" in text_of(host.get(f"/t/{code}/share"), 200)
    assert "Continue on one phone" in text_of(host.get(f"/t/{code}/move"), 200)
    assert 'href="/bring"' in text_of(host.get("/new"), 200)
    for path in (f"/t/{code}/move/sent", "/several"):
        assert host.get(path).status_code == 404
    assert host.post(f"/t/{code}/move", data={"address": SITE}).status_code in (404, 405)


def test_a_phone_takes_no_game_of_another_site(phone: Phone) -> None:
    assert page(phone, "/bring", 404)
    json_told = [("Content-Type", "application/json")]
    answer = phone.answer("POST", "/cards/bring/here", json_told, b"{}")
    assert answer.status == 404
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
