"""The API: whole games through it, batches, keys, corrections, records, and its own description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import convert

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.web.api.openapi import KINDS, ROUTES
from tests.support.random_play import open_history, random_history
from tests.support.talk import (
    CHIEF,
    DOCTOR,
    LAWYER,
    TAKEN,
    Open,
    Opened,
    error_of,
    ids_of,
    meld,
    play,
    record_of,
    send,
    stored,
    table,
)
from tests.support.tiers import by_turns

# What there is


def test_the_index_links_to_what_there_is(client: FlaskClient) -> None:
    links = client.get("/api/").get_json()["links"]
    statuses = {name: client.get(href).status_code for name, href in links.items()}
    assert statuses == {"games": 200, "openapi": 200, "tables": 405, "check": 405}


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_game_tells_options_editions_slots_and_kinds(
    client: FlaskClient, game_id: str, lang: str
) -> None:
    told = client.get(f"/api/games/{game_id}?lang={lang}").get_json()
    info = GAMES[game_id].info
    assert told["seats"] == list(info.seats)
    names = [option["name"] for option in told["options"]]
    assert names == [option.field.name for option in info.options]
    assert [edition["id"] for edition in told["editions"]] == list(info.editions)
    assert [slot["name"] for slot in told["slots"]] == [slot.name for slot in info.slots]
    assert {slot.name for slot in info.slots} <= {move["kind"] for move in told["moves"]}
    for option in (option for option in told["options"] if option["type"] == "choice"):
        assert [choice["value"] for choice in option["choices"]] == option["values"]
        assert all(choice["text"] for choice in option["choices"])


def test_a_clause_and_an_open_point_can_be_asked_for(client: FlaskClient) -> None:
    clause = client.get("/api/rules/IC-29?lang=en").get_json()
    assert clause["game"] == CHIEF
    assert clause["kind"] == "computed"
    assert clause["href"].endswith("/rules/indian-chief#IC-29")
    point = client.get("/api/rules/IC-A1?lang=ja").get_json()
    assert point["kind"] == "open"
    assert "IC-29" in point["clauses"]
    assert [choice["value"] for choice in point["choices"] if choice["default"]] == ["value"]
    assert re.search("[ぁ-ん]", point["why"])


# Starting


def record(client: FlaskClient, opened: Opened) -> Any:
    """The record of a table."""
    return client.get(f"/api/t/{opened['code']}/record").get_json()


def checked(client: FlaskClient, told: Any, lang: str = "en") -> Any:
    """What the rules say of a record."""
    return client.post(f"/api/check?lang={lang}", json=told).get_json()


def test_starting_makes_this_device_a_host_and_nobody_else(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    assert table(client, opened)["role"] == "host"
    assert app.test_client().get(f"/api/t/{opened['code']}").status_code == 404
    assert len(set(opened["links"].values())) == 3
    assert all(href.startswith("http://") for href in opened["links"].values())


def test_links_open_the_pages_they_are_for(app: Flask, open_table: Open) -> None:
    for href in open_table(CHIEF)["links"].values():
        assert app.test_client().get(href).status_code == 200


def test_editions_and_options_are_taken_and_checked(client: FlaskClient, open_table: Open) -> None:
    assert table(client, open_table(CHIEF, edition="original"))["options"]["match"] == "rank"
    assert table(client, open_table(CHIEF, options={"match": "rank"}))["options"]["match"] == "rank"
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    body = {"game": CHIEF, "seats": seats}
    answer = client.post("/api/tables", json=body | {"options": {"match": "colour"}})
    (ruling,) = error_of(answer, 422)["rulings"]
    assert (ruling["field"], ruling["level"]) == ("match", "impossible")
    wrongs: tuple[dict[str, Any], ...] = (
        {"edition": "none"},
        {"options": {"colour": "red"}},
        {"game": "chess"},
        {"seats": seats[:1]},
        {"seats": seats * 5},
        {"seats": []},
    )
    for wrong in wrongs:
        assert client.post("/api/tables", json=body | wrong).status_code == 422, wrong


def test_a_table_started_again_joins_the_group_and_takes_its_phones_along(
    client: FlaskClient, app: Flask
) -> None:
    """The same names are the same people; a code is taken of whoever belongs to the group alone."""
    body = {"game": CHIEF, "seats": [{"name": name} for name in ("Ann", "Bo")]}
    store = app.extensions["service"].store

    def opened(phone: FlaskClient, **more: str) -> Any:
        return phone.post("/api/tables", json=body | more)

    code = opened(client).get_json()["code"]
    codes = [code, *(opened(client, again=code).get_json()["code"] for _time in range(3))]
    tables = [store.table_by_code(one) for one in codes]
    assert len({table.group_id for table in tables}) == 1
    assert len(store.people(tables[0].group_id)) == 2
    assert store.table_by_code(opened(client).get_json()["code"]).group_id != tables[0].group_id
    watcher, before = app.test_client(), store.table_ids()
    assert watcher.post("/join", data={"code": code}).status_code == 303
    for phone, asked in (
        (watcher, code),
        (app.test_client(), code),
        (client, "ZZZZ"),
        (client, "é" * 50),
    ):
        assert error_of(opened(phone, again=asked), 403)["code"] == "not_of_the_group"
    assert client.post("/api/tables", json=body | {"again": 7}).status_code == 422
    assert store.table_ids() == before


@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_joins_the_group_whose_link_is_named(
    client: FlaskClient, app: Flask, game_id: str
) -> None:
    """By its address or the link in it; others are answered as on the page of the group, and open
    nothing.
    """
    least = GAMES[game_id].info.seats[0]
    body = {"game": game_id, "seats": [{"name": f"P{at}"} for at in range(least)]}
    store = app.extensions["service"].store
    first = client.post("/api/tables", json=body).get_json()
    group, link = first["group"], first["group"].rpartition("/")[2]
    assert client.get(group).status_code == 200
    for named in (link, group):
        joined = client.post("/api/tables", json=body | {"group": named}).get_json()
        assert joined["group"] == group
        assert stored(app, joined).group_id == stored(app, first).group_id
    assert len(store.people(stored(app, first).group_id)) == least
    watcher, before = app.test_client(), store.table_ids()
    assert watcher.post("/join", data={"code": first["code"]}).status_code == 303
    for phone, asked in (
        (watcher, link),
        (app.test_client(), link),
        (client, "none"),
        (client, first["code"]),
    ):
        refused = phone.post("/api/tables", json=body | {"group": asked})
        status, code = (403, "not_of_the_group") if asked == link else (404, "unknown_group")
        assert error_of(refused, status)["code"] == code
        assert phone.get(f"/g/{asked}/again").status_code == status
    both = client.post("/api/tables", json=body | {"group": link, "again": first["code"]})
    assert error_of(both, 422)["code"] == "again_or_group"
    assert client.post("/api/tables", json=body | {"group": 7}).status_code == 422
    assert store.table_ids() == before


# Playing


@by_turns
@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_through_the_api_scores_what_the_rules_score(
    client: FlaskClient, game_id: str, seed: int
) -> None:
    played = open_history(game_id, seed)
    ids, opened = ids_of(played), play(client, played)
    told, result = table(client, opened), played.game.result(played.state)
    assert result is not None
    assert told["revision"] == len(played.events)
    assert told["result"]["ranking"] == [[ids[seat] for seat in tied] for tied in result.ranking]
    assert list(told["totals"].values()) == list(totals(played.lines, played.seats).values())
    assert len(told["lines"]) == len(played.lines)
    replayed = checked(client, record(client, opened))
    assert replayed["totals"] == told["totals"]
    assert replayed["lines"] == told["lines"]
    assert replayed["stands"] is True


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_line_of_a_game_is_said_in_both_languages(
    client: FlaskClient, game_id: str, lang: str
) -> None:
    told = checked(client, record_of(random_history(game_id, 3)), lang)
    assert told["lines"]
    assert [line["code"] for line in told["lines"] if line["text"] in ("", line["code"])] == []
    assert all(reason["text"] != reason["code"] for reason in told["result"]["reasons"])


def test_a_batch_is_recorded_whole_or_not_at_all(client: FlaskClient, opened: Opened) -> None:
    error = error_of(send(client, opened, DOCTOR, TAKEN), 422)
    assert error["entry"] == 1
    (ruling,) = error["rulings"]
    assert (ruling["code"], ruling["clause"]) == ("no_copy_left", "IC-2")
    assert ruling["text"] not in ("", "no_copy_left")
    assert table(client, opened)["revision"] == 1
    assert send(client, opened, DOCTOR, LAWYER).get_json() == {"revision": 3}


def test_an_overruled_entry_is_recorded_with_its_reason(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"chief_split": "declared"})
    undivided = meld("chief", "s3", "4C 4D 5H 3S KC QD JH") | {"accept": ["split_missing"]}
    answer = send(client, opened, DOCTOR, undivided, reason="agreed by all")
    assert answer.status_code == 201
    told = record(client, opened)
    assert [event.get("accept") for event in told["events"]] == [None, ["split_missing"]]
    assert told["events"][1]["reason"] == "agreed by all"
    (ruling,) = checked(client, told)["rulings"]
    assert (ruling["seq"], ruling["code"]) == (3, "split_missing")


def test_a_card_that_does_not_exist_is_never_allowed_but_an_old_record_keeps_it(
    client: FlaskClient, opened: Opened
) -> None:
    taken, reason = TAKEN | {"accept": ["no_copy_left"]}, {"reason": "two packs got mixed"}
    error = error_of(send(client, opened, DOCTOR, taken, **reason), 422)
    assert (error["code"], error["entry"]) == ("no_such_card", 1)
    assert [ruling["code"] for ruling in error["rulings"]] == ["no_copy_left"]
    assert send(client, opened, DOCTOR).status_code == 201
    told = record(client, opened)
    told["events"].append({"type": "move"} | taken | reason)
    (ruling,) = checked(client, told)["rulings"]
    assert (ruling["seq"], ruling["code"]) == (3, "no_copy_left")


def test_the_same_key_records_once_in_the_body_or_in_the_header(
    client: FlaskClient, opened: Opened
) -> None:
    assert [send(client, opened, DOCTOR).get_json() for _ in range(3)] == [{"revision": 2}] * 3
    body, header = {"seen": 2, "entries": [LAWYER]}, {"Idempotency-Key": "mine"}
    for _ in range(2):
        answer = client.post(f"/api/t/{opened['code']}/moves", json=body, headers=header)
        assert (answer.status_code, answer.get_json()) == (201, {"revision": 3})


def test_an_entry_without_a_key_is_refused(client: FlaskClient, opened: Opened) -> None:
    for key in ("", "a#b", "キー", "x" * 101, "a\nb"):
        assert error_of(send(client, opened, DOCTOR, key=key), 422)["code"] == "no_key"


def test_a_stale_entry_names_the_head(client: FlaskClient, opened: Opened) -> None:
    send(client, opened, DOCTOR)
    stale = error_of(send(client, opened, LAWYER | {"seat": "s2"}, key="other"), 409)
    assert (stale["code"], stale["head"]) == ("stale", 2)


def test_an_entry_beside_those_of_others_is_no_conflict(
    client: FlaskClient, opened: Opened
) -> None:
    send(client, opened, DOCTOR)
    beside = send(client, opened, LAWYER, key="other")
    assert (beside.status_code, beside.get_json()) == (201, {"revision": 3})
    events = [(event["seat"], event["kind"]) for event in record(client, opened)["events"]]
    assert events == [("s2", "doctor"), ("s3", "lawyer")]


def test_checking_tells_points_and_records_nothing(client: FlaskClient, opened: Opened) -> None:
    address = f"/api/t/{opened['code']}/check"
    told = client.post(address, json={"entries": [DOCTOR, LAWYER]}).get_json()
    assert told["stands"] is True
    assert told["points"] == {"s1": 0, "s2": 50, "s3": 25}
    assert {line["clause"] for line in told["lines"]} >= {"IC-31"}
    refused = client.post(address, json={"entries": [DOCTOR, TAKEN]}).get_json()
    assert (refused["stands"], refused["stopped_at"]) == (False, 1)
    assert [ruling["code"] for ruling in refused["rulings"]] == ["no_copy_left"]
    nonsense = {"entries": [meld("doctor", "s2", "nonsense")]}
    unreadable = client.post(address, json=nonsense).get_json()
    assert unreadable["rulings"][0]["level"] == "impossible"
    assert table(client, opened)["revision"] == 1


def test_undo_takes_back_the_newest_or_the_named(client: FlaskClient, opened: Opened) -> None:
    send(client, opened, DOCTOR, LAWYER)
    address = f"/api/t/{opened['code']}/undo"
    named = {"seen": 4, "key": "u2", "of": 2}
    for body, revision in (({"seen": 3, "key": "u1"}, 4), (named, 5), (named, 5)):
        assert client.post(address, json=body).get_json() == {"revision": revision}
    for body in ({"seen": 5, "key": "u3"}, {"seen": 5, "key": "u4", "of": 1}):
        assert error_of(client.post(address, json=body), 422)["code"] == "nothing_to_undo"
    assert table(client, opened)["lines"] == []


def test_an_undo_that_breaks_a_later_entry_says_which(client: FlaskClient) -> None:
    played = random_history(CHIEF, 1, "open")
    opened = play(client, played)
    head = len(played.events)
    answer = client.post(f"/api/t/{opened['code']}/undo", json={"seen": head, "key": "u", "of": 2})
    error = error_of(answer, 409)
    assert error["code"] == "breaks"
    assert 2 < error["seq"] <= head
    assert all(ruling["text"] for ruling in error["rulings"])
    assert error["rulings"]
    assert table(client, opened)["revision"] == head


# Whole records


def test_a_record_that_breaks_off_says_where_and_why(client: FlaskClient, opened: Opened) -> None:
    send(client, opened, DOCTOR, LAWYER)
    broken = record(client, opened)
    broken["events"][1]["data"] = TAKEN["data"]
    told = checked(client, broken)
    assert told["stands"] is False
    assert told["broken"]["seq"] == 3
    assert [ruling["clause"] for ruling in told["broken"]["rulings"]] == ["IC-2"]


def test_a_record_is_a_file_to_keep(client: FlaskClient, opened: Opened) -> None:
    answer = client.get(f"/api/t/{opened['code']}/record")
    file = f'attachment; filename="referee-{opened["code"]}.json"'
    assert answer.headers["Content-Disposition"] == file
    seats = [(seat["id"], seat["name"], seat["sign"]) for seat in answer.get_json()["seats"]]
    assert seats == [
        ("s1", "Ann", "sun-teal"),
        ("s2", "Bo", "moon-plum"),
        ("s3", "Cy", "leaf-olive"),
    ]


# The description


def test_the_description_has_every_route_and_no_other(app: Flask, client: FlaskClient) -> None:
    described = client.get("/api/openapi.json").get_json()
    told = {(method, path) for path, methods in described["paths"].items() for method in methods}
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")]
    served = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert told == served
    assert {f"api.{route.endpoint}" for route in ROUTES} == {rule.endpoint for rule in rules}


def test_every_reference_of_the_description_leads_somewhere(client: FlaskClient) -> None:
    described = client.get("/api/openapi.json").get_json()
    assert described["openapi"].startswith("3.1")
    for name in re.findall(r"#/components/schemas/([\w.-]+)", str(described)):
        assert name in described["components"]["schemas"], name


KEYLESS: Mapping[str, Any] = {
    "entries": [DOCTOR],
    "entry": DOCTOR,
    "reason": "so",
    "clause": "IC-1",
    "outcome": "go",
    "settings": {},
}
"""What bodies hold that lack a key alone."""


def test_the_description_says_where_a_key_is_required(
    client: FlaskClient, open_table: Open
) -> None:
    """Whatever is refused for want of a key has one in the body or the header, and both say so;
    nothing else has.
    """
    described, opened = client.get("/api/openapi.json").get_json(), open_table(CHIEF)
    values = {"code": opened["code"], "seq": 1, "number": 1, "seat": "s1"}
    for route in (route for route in ROUTES if route.body):
        with client.application.app_context():
            path = route.path
        told = described["components"]["schemas"][route.body]["properties"].get("key", {})
        headers = [
            one for one in described["paths"][path]["post"]["parameters"] if one["in"] == "header"
        ]
        assert bool(told) == bool(headers), route
        for said in (told, *headers) if told else ():
            assert "Required unless" in said["description"], route
        required = described["components"]["schemas"][route.body]["required"]
        known = {name: KEYLESS.get(name, 1) for name in required}
        refused = client.post(path.format(**values), json=known)
        assert refused.status_code in (200, 422), route
        assert ("no_key" in refused.text) == bool(told), (route, refused.text)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_description_takes_options_from_the_games_fields(
    client: FlaskClient, game_id: str
) -> None:
    schemas = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    schema = schemas[f"Options.{game_id}"]["properties"]
    for option in GAMES[game_id].info.options:
        values = getattr(option.field, "values", ())
        assert schema[option.field.name].get("enum", sorted(values)) == sorted(values)


@pytest.mark.parametrize("method", ["get", "post"])
def test_answers_are_as_described(client: FlaskClient, opened: Opened, method: str) -> None:
    named = {"game_id": CHIEF, "clause_id": "IC-1", "question_id": "worth"}
    values = named | {"code": opened["code"], "number": 1, "seat": "s2", "seq": 5}
    facts = {"ask": {"cards": "KH QS 4D AC"}, "search_rules": {"q": "Beggar"}}
    if method == "get":
        assert send(client, opened, DOCTOR).status_code == 201
    amended = meld("doctor", "s2", "AH 2S 5S 8S KS 7S")
    bodies = {
        "Moves": {"seen": 1, "key": "k", "entries": [DOCTOR]},
        "Entries": {"entries": [LAWYER]},
        "Undo": {"seen": 3, "key": "u"},
        "Amend": {"seen": 2, "key": "a", "of": 2, "entry": amended, "reason": "misread"},
        "Seen": {"upto": 2},
        "NewHouse": {"settings": {"calls": "go"}, "key": "h"},
        "Keyed": {"key": "n"},
        "Ask": {"seat": "s1", "key": "q"},
        "NewCall": {"words": "Is that so?", "key": "c"},
        "Settlement": {"outcome": "stands", "key": "s"},
        "NewRuling": {"clause": "IC-A1", "option": "match", "value": "rank", "key": "r"},
        "Start": {"game": CHIEF, "seats": [{"name": "Ann"}, {"name": "Bo"}]},
        "Record": record(client, opened),
    }
    order = {"moves": 0, "amend": 1, "undo": 2, "call": 3, "settle": 4}
    # An answer needs an ask: tests/web/people/test_join_requests.py.
    with client.application.app_context():
        asked = [
            (route, route.path.format(**values))
            for route in sorted(ROUTES, key=lambda route: order.get(route.endpoint, 5))
            if route.method == method and route.endpoint != "answer_ask"
        ]
    for route, address in asked:
        body, query = bodies.get(route.body), facts.get(route.endpoint)
        answer = client.open(address, method=method.upper(), json=body, query_string=query)
        assert answer.status_code == route.status, (address, answer.get_json())
        if route.answer != "Any":
            convert(answer.get_json(), KINDS[route.answer])
