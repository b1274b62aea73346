"""Letting stand what the rules refuse is the host's alone, with a reason, whatever way somebody
else tries; it is marked wherever it counts.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Level
from referee.kernel.game import check
from referee.kernel.history import History
from referee.store.values import TableRow
from referee.web.sheet.print_routes import sheet_data
from referee.web.view.access import make_view
from tests.properties.test_every_game import ids_of, upto
from tests.support.at_table import enter, record, revision
from tests.support.random_play import json_of, random_history
from tests.support.talk import (
    CHIEF,
    Open,
    Opened,
    error_of,
    meld,
    play,
    renamed,
    seated,
    send,
    text_of,
)
from tests.support.tiers import cases, property_test
from tests.web.people.test_join import joined
from tests.web.people.test_seats import text
from tools.sample import sample_answer

Entry = dict[str, Any]
SECRET = {"entry": "secret"}
TRIES = 15
TABLES = 8
"""Among as many there is one with something to let stand: quick entry often has nothing."""


def refused_answers(history: History, seed: int, possible: bool = True) -> list[tuple[int, Entry]]:
    """For moves of a game, an answer that was refused there and could be let stand, or cannot:
    after how many moves, and the entry.
    """
    rng, found = random.Random(seed), []
    for at, played in enumerate(history.played):
        for prompt in history.game.prompts(played.before):
            for _ in range(TRIES):
                answer = json_of(sample_answer(prompt, rng))
                asked = prompt.kind, prompt.seat
                against = check(history.game, played.before, *asked, answer).entered.objections
                only_illegal = all(ruling.level is Level.ILLEGAL for ruling in against)
                if against and only_illegal is possible:
                    entry = {"kind": prompt.kind, "seat": prompt.seat, "data": answer}
                    found.append((at, entry | {"accept": [ruling.code for ruling in against]}))
                    break
    return found


def texts(value: Any) -> list[str]:
    return (
        [str(item) for item in value]
        if isinstance(value, list)
        else ["1" if value is True else str(value)]
    )


def form_of(entry: Entry, seen: int, key: str) -> dict[str, Any]:
    data = {
        name: texts(value) for name, value in entry["data"].items() if value not in (None, False)
    }
    return data | {
        "kind": entry["kind"],
        "seat": entry["seat"] or "",
        "accept": entry["accept"],
        "overrule": "1",
        "reason": "we agreed",
        "seen": seen,
        "key": key,
    }


def stored(app: Flask, opened: Opened) -> tuple[Event, ...]:
    store = app.extensions["service"].store
    found: tuple[Event, ...] = store.events(store.table_by_code(opened["code"]).id)
    return found


def accepts(app: Flask, opened: Opened) -> int:
    """How often something was let stand."""
    return sum(bool(event.accept) for event in stored(app, opened))


TAKEN, REFUSED = (200, 201, 204, 303), (403, 404, 409, 422)
Try = Callable[[FlaskClient, str, Entry, int, int], list[Any]]


def by_program(phone: FlaskClient, code: str, entry: Entry, seen: int, of: int) -> list[Any]:
    body = {"seen": seen, "key": "p", "entries": [entry], "reason": "we agreed"}
    return [phone.post(f"/api/t/{code}/moves", json=body)]


def by_correcting(phone: FlaskClient, code: str, entry: Entry, seen: int, of: int) -> list[Any]:
    body = {"key": "b", "entry": entry, "reason": "we agreed", "rewind": True}
    return [
        phone.post(f"/t/{code}/amend/{of}", data=form_of(entry, seen, "a") | {"rewind": "1"}),
        phone.post(f"/api/t/{code}/amend", json={**body, "seen": seen, "of": of}),
    ]


def by_asking(phone: FlaskClient, code: str, entry: Entry, seen: int, of: int) -> list[Any]:
    settled = {"outcome": "stands", "words": "we agreed", "key": "d"}
    return [
        phone.post(f"/api/t/{code}/call", json={"words": "why", "key": "c"}),
        phone.post(f"/api/t/{code}/call/{seen + 1}", json=settled),
    ]


def by_form(phone: FlaskClient, code: str, entry: Entry, seen: int, of: int) -> list[Any]:
    sent = form_of(entry, seen, "f")
    return [
        phone.post(f"/t/{code}/preview", data=sent | {"key": "v"}),
        phone.post(f"/t/{code}/entry", data=sent),
        phone.post(f"/t/{code}/entry", data=sent | {"key": "q", "queued": "1"}),
    ]


WAYS: list[Try] = [by_program, by_correcting, by_asking, by_form]


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_but_a_host_lets_anything_stand(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    """By form, program, queue, correction or question, an answer that a phone accepts is as if it
    accepted nothing; a host may.

    A game may refuse nothing but what cannot be; Indian Chief refuses more.
    """
    tables = (random_history(game_id, seed) for seed in range(3, 3 + TABLES))
    told_of = ((one, told) for one in tables if (told := refused_answers(one, 3)))
    history, found = next(told_of, (random_history(game_id, 3), []))
    assert found or game_id != CHIEF
    for at, entry in random.Random(1).sample(found, min(len(cases(1, 3)), len(found))):
        before = upto(history, at)
        ids = ids_of(before)
        told = renamed(entry, ids)
        for tries in WAYS:
            opened = play(client, before, ids)
            seen, accepted = revision(client, opened["code"]), accepts(app, opened)
            for answer in tries(joined(app, opened, "seat"), opened["code"], told, seen, seen):
                assert answer.status_code in (*TAKEN, *REFUSED), (tries, answer.status)
            assert accepts(app, opened) == accepted, (tries, told)
        record(client, opened, told, reason="so")
        assert set(stored(app, opened)[-1].accept) == set(told["accept"])


@property_test
@pytest.mark.parametrize("game_id", GAMES)
def test_what_cannot_be_is_never_let_stand(app: Flask, client: FlaskClient, game_id: str) -> None:
    """Not by the host, with a reason and all its codes accepted, by whatever way; and the page
    offers no such thing.

    Random answers of a game may never be impossible, as those of Pairs; some of Indian Chief are.
    """
    tables = (random_history(game_id, seed) for seed in range(3, 3 + TABLES))
    told_of = ((one, told) for one in tables if (told := refused_answers(one, 3, possible=False)))
    history, found = next(told_of, (random_history(game_id, 3), []))
    assert found or game_id != CHIEF
    for at, entry in random.Random(1).sample(found, min(len(cases(2, 6)), len(found))):
        before = upto(history, at)
        ids = ids_of(before)
        opened, told = play(client, before, ids), renamed(entry, ids)
        seen = revision(client, opened["code"])
        service = app.extensions["service"]
        for tries in WAYS:
            for answer in tries(client, opened["code"], told, seen, seen):
                assert answer.status_code in (*TAKEN, *REFUSED), (tries, answer.status)
                assert tries is not by_form or 'name="overrule"' not in answer.text
            stand = service.history(service.store.table_by_code(opened["code"])).played
            assert not any(made.impossible for made in stand), (tries, told)


# Secret cards that collide


@pytest.fixture
def opened(open_table: Open) -> Opened:
    """A secret table."""
    return open_table(CHIEF, "Ann", "Bo", options=SECRET)


@pytest.fixture
def bo(app: Flask, client: FlaskClient, opened: Opened) -> FlaskClient:
    """The phone of Bo, at whose table two melds with the same king were revealed."""
    phone = seated(app, opened, "s2")
    record(client, opened, meld("thief", "s1", "KS"))
    record(phone, opened, meld("poor", "s2", "KS QS 2D"))
    return phone


STAND: Entry = {"kind": "stand", "seat": None, "data": {}, "accept": ["copies_collide"]}
NEVER = "You can’t allow a card that doesn’t exist. Fix one entry."


def box_of(page: str) -> str:
    return page.partition('class="refusal"')[2].partition("</section>")[0]


def correct(phone: FlaskClient, opened: Opened, of: int, entry: Entry, **more: Any) -> Any:
    """Correct an entry as a program does."""
    seen = revision(phone, opened["code"])
    body = {"seen": seen, "key": f"c{seen}", "of": of, "entry": entry, "reason": "misread"}
    return phone.post(f"/api/t/{opened['code']}/amend", json=body | more)


def let_stand_before(app: Flask, opened: Opened, *accept: str) -> TableRow:
    """The table, as an old version let both cards stand."""
    store = app.extensions["service"].store
    row: TableRow = store.table_by_code(opened["code"])
    old = Event(0, "move", None, "stand", {}, accept, "double" if accept else "", "host")
    store.append(row.id, 3, [old], "old")
    return row


def test_each_phone_is_offered_what_is_its_own(
    app: Flask, client: FlaskClient, opened: Opened, bo: FlaskClient
) -> None:
    """A player changes their own entry and has the other one asked; the host changes both; nobody
    lets a card stand that does not exist.
    """
    changes = {
        seated(app, opened, "s1"): ((True, False), (False, True)),
        bo: ((False, True), (True, False)),
        client: ((True, True), (False, False)),
        joined(app, opened, "watch"): ((False, False), (False, False)),
    }
    for phone, (fixed, asked) in changes.items():
        box = box_of(text(phone, opened))
        assert box.count("<li>") == 2
        assert box.count("is-bad") == 2, box
        assert tuple(f">Fix {name}’s</a>" in box for name in ("Ann", "Bo")) == fixed
        assert tuple(f"/t/{opened['code']}/look/{seq}" in box for seq in (2, 3)) == asked
        assert 'name="reason"' not in box
        assert 'name="overrule"' not in box
        assert NEVER in box
        assert "IC-2" in box
    assert "Check my cards" in text(bo, opened)
    assert "Check Bo’s cards" in text(client, opened)


def test_who_is_asked_to_look_again_is_told_once_until_the_entry_is_another(
    app: Flask, client: FlaskClient, opened: Opened, bo: FlaskClient
) -> None:
    ann, told = seated(app, opened, "s1"), "Please check your cards again."
    for _ in range(2):
        assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert ann.post(f"/t/{opened['code']}/look/9").status_code == 303
    assert [event.type for event in stored(app, opened)].count("look") == 1
    assert [text(phone, opened, "/sheet").count(told) for phone in (ann, bo, client)] == [1, 0, 0]
    assert "Ask Ann" not in text(bo, opened)
    assert correct(ann, opened, 2, meld("thief", "s1", "KH")).status_code == 201
    assert told not in text(ann, opened, "/sheet")


def test_who_looked_again_is_told_no_more_though_the_cards_still_collide(
    app: Flask, opened: Opened, bo: FlaskClient
) -> None:
    """What is recorded now may be asked about once more, and then it is told once more."""
    ann, told = seated(app, opened, "s1"), "Please check your cards again."
    assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert told in text(ann, opened, "/sheet")
    assert correct(ann, opened, 2, meld("lawyer", "s1", "KS QD 4D AC")).status_code == 201
    assert box_of(text(bo, opened)).count("is-bad") == 2
    assert told not in text(ann, opened, "/sheet")
    assert f"/t/{opened['code']}/look/2" in text(bo, opened)
    assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert told in text(ann, opened, "/sheet")


def test_a_card_that_does_not_exist_is_let_stand_by_nobody(
    app: Flask, client: FlaskClient, opened: Opened, bo: FlaskClient
) -> None:
    assert send(bo, opened, STAND, seen=3, key="bo", reason="so").status_code == 422
    assert bo.post(f"/t/{opened['code']}/entry", data=form_of(STAND, 3, "bf")).status_code == 422
    refused = error_of(send(client, opened, STAND, seen=3, key="h", reason="so"), 422)
    assert refused["code"] == "no_such_card"
    page = client.post(f"/t/{opened['code']}/entry?lang=en", data=form_of(STAND, 3, "hf"))
    assert NEVER in text_of(page, 422)
    bare = STAND | {"accept": []}
    assert send(client, opened, bare, seen=3, key="x", reason="so").status_code == 422
    assert len(stored(app, opened)) == 3
    assert correct(client, opened, 2, meld("thief", "s1", "KH")).status_code == 201
    assert not box_of(text(client, opened))


def test_nobody_else_brings_back_or_widens_what_an_old_log_let_stand(
    app: Flask, client: FlaskClient, opened: Opened, bo: FlaskClient
) -> None:
    path = f"/api/t/{opened['code']}"
    let_stand_before(app, opened, "copies_collide")
    asked = correct(bo, opened, 2, meld("thief", "s1", "QS"), rewind=True)
    assert error_of(asked, 403)["code"] == "host_lets_stand"
    assert client.post(f"{path}/undo", json={"seen": 4, "key": "u", "of": 4}).status_code == 201
    assert bo.post(f"{path}/undo", json={"seen": 5, "key": "r", "of": 5}).status_code == 403
    assert correct(bo, opened, 3, meld("poor", "s2", "QS 2D 3D")).status_code == 201
    assert revision(client, opened["code"]) == 6


@pytest.mark.parametrize("accept", [(), ("copies_collide",)])
def test_logs_from_before_still_stand(
    app: Flask, client: FlaskClient, opened: Opened, bo: FlaskClient, accept: tuple[str, ...]
) -> None:
    """Such a move accepted nothing, or what the host was allowed to let stand; it is marked as it
    was.
    """
    row, service = let_stand_before(app, opened, *accept), app.extensions["service"]
    assert service.history(row).broken is None
    assert not box_of(text(bo, opened))
    if not accept:
        return
    assert "Allowed" in text(bo, opened, "/fix")
    assert text(bo, opened, "/sheet").count('class="overruled"') == 2
    for seat in ("s1", "s2"):
        cell = bo.get(f"/t/{opened['code']}/sheet?open=1-{seat}&lang=en").text
        assert "An extra card in the pack" in cell
    record(client, opened, {"kind": "decline", "seat": "s1", "data": {}})
    with app.test_request_context("/?lang=en"):
        view = make_view(row, service.history(row), {"s1": "Ann", "s2": "Bo"})
        sheet = str(sheet_data(view, "", "", [])["rounds"])
    assert sheet.count("'overruled': True") == 2


def test_a_tapped_reason_is_enough_and_is_kept(
    client: FlaskClient, app: Flask, open_table: Open
) -> None:
    """The box offers usual reasons; the one that is tapped stands in the log in the reader's words,
    and nothing is typed.
    """
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    for seat, card in (("s1", "KS"), ("s2", "2H"), ("s3", "3H")):
        record(client, opened, meld("thief", seat, card))
    for seat in ("s2", "s3", "s1"):
        record(client, opened, {"kind": "decline", "seat": seat, "data": {}})
    page = enter(client, opened["code"], "s1", "QD")
    assert page.status_code == 422
    offered = re.findall(r'name="reason_kind" form="entry" value="(\w+)"', page.text)
    assert offered == ["house", "misdeal", "agreed", "other"]
    assert f'/t/{opened["code"]}/correct/2">The earlier one is wrong</a>' in page.text
    accept = re.findall(r'name="accept" form="entry" value="(\w+)"', page.text)
    allowed = {"accept": accept, "overrule": "1", "reason_kind": "misdeal", "reason": "before"}
    assert enter(client, opened["code"], "s1", "QD", **allowed).status_code == 303
    newest = stored(app, opened)[-1]
    assert (newest.reason, newest.accept) == ("misdeal", ("meld_used",))
    assert "Misdeal" in client.get(f"/t/{opened['code']}/fix?lang=en").text
