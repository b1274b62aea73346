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
from referee.web.sheet.print_routes import sheet_data
from referee.web.view.access import make_view
from tests.properties.test_every_game import ids_of, upto
from tests.support.random_play import json_of, random_history
from tests.support.talk import CHIEF, Open, Opened, error_of, play, renamed, seated, send, table
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
                checked = check(
                    history.game, played.before, prompt.kind, prompt.seat, answer
                ).entered
                if (
                    checked.objections
                    and all(ruling.level is Level.ILLEGAL for ruling in checked.objections)
                    is possible
                ):
                    codes = [ruling.code for ruling in checked.objections]
                    found.append(
                        (
                            at,
                            {
                                "kind": prompt.kind,
                                "seat": prompt.seat,
                                "data": answer,
                                "accept": codes,
                            },
                        )
                    )
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
            seen, accepted = (
                table(client, opened)["revision"],
                sum(bool(event.accept) for event in stored(app, opened)),
            )
            for answer in tries(joined(app, opened, "seat"), opened["code"], told, seen, seen):
                assert answer.status_code in (*TAKEN, *REFUSED), (tries, answer.status)
            assert sum(bool(event.accept) for event in stored(app, opened)) == accepted, (
                tries,
                told,
            )
        assert (
            send(
                client,
                opened,
                told,
                seen=table(client, opened)["revision"],
                key="host",
                reason="so",
            ).status_code
            == 201
        )
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
        seen = table(client, opened)["revision"]
        service = app.extensions["service"]
        for tries in WAYS:
            for answer in tries(client, opened["code"], told, seen, seen):
                assert answer.status_code in (*TAKEN, *REFUSED), (tries, answer.status)
                assert tries is not by_form or 'name="overrule"' not in answer.text
            stand = service.history(service.store.table_by_code(opened["code"])).played
            assert not any(made.impossible for made in stand), (tries, told)


# Secret cards that collide


def collision(app: Flask, client: FlaskClient, open_table: Open) -> tuple[Opened, FlaskClient]:
    """Two secret melds with the same king, revealed; the phone of Bo."""
    opened = open_table(CHIEF, "Ann", "Bo", options=SECRET)
    bo = seated(app, opened, "s2")
    assert (
        send(client, opened, {"kind": "thief", "seat": "s1", "data": {"cards": "KS"}}).status_code
        == 201
    )
    assert (
        send(
            bo,
            opened,
            {"kind": "poor", "seat": "s2", "data": {"cards": "KS QS 2D"}},
            seen=2,
            key="b",
        ).status_code
        == 201
    )
    return opened, bo


STAND: Entry = {"kind": "stand", "seat": None, "data": {}, "accept": ["copies_collide"]}


def box_of(page: str) -> str:
    return page.partition('class="refusal"')[2].partition("</section>")[0]


def test_each_phone_is_offered_what_is_its_own(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """A player changes their own entry and has the other one asked; the host changes both; nobody
    lets a card stand that does not exist.
    """
    opened, bo = collision(app, client, open_table)
    ann = seated(app, opened, "s1")
    changes = {
        ann: (True, False),
        bo: (False, True),
        client: (True, True),
        joined(app, opened, "watch"): (False, False),
    }
    for phone, offered in changes.items():
        box = box_of(text(phone, opened))
        assert box.count("<li>") == 2
        assert box.count("is-bad") == 2, box
        assert tuple(f">Fix {name}’s</a>" in box for name in ("Ann", "Bo")) == offered
        assert tuple(f"/t/{opened['code']}/look/{seq}" in box for seq in (2, 3)) == (
            (False, True) if phone is ann else (True, False) if phone is bo else (False, False)
        )
        assert 'name="reason"' not in box
        assert 'name="overrule"' not in box
        assert "You can’t allow a card that doesn’t exist. Fix one entry." in box
        assert "IC-2" in box
    assert "Check my cards" in text(bo, opened)
    assert "Check Bo’s cards" in text(client, opened)


def test_who_is_asked_to_look_again_is_told_once_until_the_entry_is_another(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened, bo = collision(app, client, open_table)
    ann, told = seated(app, opened, "s1"), "Please check your cards again."
    for _ in range(2):
        assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert ann.post(f"/t/{opened['code']}/look/9").status_code == 303
    assert [event.type for event in stored(app, opened)].count("look") == 1
    assert [text(phone, opened, "/sheet").count(told) for phone in (ann, bo, client)] == [1, 0, 0]
    assert "Ask Ann" not in text(bo, opened)
    change = {"kind": "thief", "seat": "s1", "data": {"cards": "KH"}}
    body = {"seen": 4, "key": "c", "of": 2, "entry": change, "reason": "misread"}
    assert ann.post(f"/api/t/{opened['code']}/amend", json=body).status_code == 201
    assert told not in text(ann, opened, "/sheet")


def test_who_looked_again_is_told_no_more_though_the_cards_still_collide(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """What is recorded now may be asked about once more, and then it is told once more."""
    opened, bo = collision(app, client, open_table)
    ann, told = seated(app, opened, "s1"), "Please check your cards again."
    assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert told in text(ann, opened, "/sheet")
    lawyer = {"kind": "lawyer", "seat": "s1", "data": {"cards": "KS QD 4D AC"}}
    body = {"seen": 4, "key": "c", "of": 2, "entry": lawyer, "reason": "misread"}
    assert ann.post(f"/api/t/{opened['code']}/amend", json=body).status_code == 201
    assert box_of(text(bo, opened)).count("is-bad") == 2
    assert told not in text(ann, opened, "/sheet")
    assert f"/t/{opened['code']}/look/2" in text(bo, opened)
    assert bo.post(f"/t/{opened['code']}/look/2").status_code == 303
    assert told in text(ann, opened, "/sheet")


def test_a_card_that_does_not_exist_is_let_stand_by_nobody(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened, bo = collision(app, client, open_table)
    assert send(bo, opened, STAND, seen=3, key="bo", reason="so").status_code == 422
    assert bo.post(f"/t/{opened['code']}/entry", data=form_of(STAND, 3, "bf")).status_code == 422
    assert (
        error_of(send(client, opened, STAND, seen=3, key="h", reason="so"), 422)["code"]
        == "no_such_card"
    )
    page = client.post(f"/t/{opened['code']}/entry?lang=en", data=form_of(STAND, 3, "hf"))
    assert page.status_code == 422
    assert "You can’t allow a card that doesn’t exist. Fix one entry." in page.text
    assert (
        send(client, opened, STAND | {"accept": []}, seen=3, key="x", reason="so").status_code
        == 422
    )
    assert len(stored(app, opened)) == 3
    thief = {"kind": "thief", "seat": "s1", "data": {"cards": "KH"}}
    body = {"seen": 3, "key": "c", "of": 2, "entry": thief, "reason": "misread"}
    assert client.post(f"/api/t/{opened['code']}/amend", json=body).status_code == 201
    assert not box_of(text(client, opened))


def test_nobody_else_brings_back_or_widens_what_an_old_log_let_stand(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened, bo = collision(app, client, open_table)
    path = f"/api/t/{opened['code']}"
    old = [Event(0, "move", None, "stand", {}, ("copies_collide",), "double", "host")]
    store = app.extensions["service"].store
    store.append(store.table_by_code(opened["code"]).id, 3, old, "old")
    wider = {"kind": "poor", "seat": "s2", "data": {"cards": "QS 2D 3D"}}
    thief = {"kind": "thief", "seat": "s1", "data": {"cards": "QS"}}
    asked = {"seen": 4, "key": "w", "of": 2, "entry": thief, "reason": "misread", "rewind": True}
    assert error_of(bo.post(f"{path}/amend", json=asked), 403)["code"] == "host_lets_stand"
    assert client.post(f"{path}/undo", json={"seen": 4, "key": "u", "of": 4}).status_code == 201
    assert bo.post(f"{path}/undo", json={"seen": 5, "key": "r", "of": 5}).status_code == 403
    assert (
        bo.post(
            f"{path}/amend",
            json={"seen": 5, "key": "ok", "of": 3, "entry": wider, "reason": "misread"},
        ).status_code
        == 201
    )
    assert table(client, opened)["revision"] == 6


@pytest.mark.parametrize("accept", [(), ("copies_collide",)])
def test_logs_from_before_still_stand(
    app: Flask, client: FlaskClient, open_table: Open, accept: tuple[str, ...]
) -> None:
    """Such a move accepted nothing, or what the host was allowed to let stand; it is marked as it
    was.
    """
    opened, bo = collision(app, client, open_table)
    store = app.extensions["service"].store
    row = store.table_by_code(opened["code"])
    store.append(
        row.id,
        3,
        [Event(0, "move", None, "stand", {}, accept, "double" if accept else "", "host")],
        "old",
    )
    assert app.extensions["service"].history(row).broken is None
    assert not box_of(text(bo, opened))
    if not accept:
        return
    assert "Allowed" in text(bo, opened, "/fix")
    assert text(bo, opened, "/sheet").count('class="overruled"') == 2
    for seat in ("s1", "s2"):
        assert (
            "An extra card in the pack"
            in bo.get(f"/t/{opened['code']}/sheet?open=1-{seat}&lang=en").text
        )
    assert (
        send(
            client, opened, {"kind": "decline", "seat": "s1", "data": {}}, seen=4, key="d"
        ).status_code
        == 201
    )
    with app.test_request_context("/?lang=en"):
        sheet = str(
            sheet_data(
                make_view(row, app.extensions["service"].history(row), {"s1": "Ann", "s2": "Bo"}),
                "",
                "",
                [],
            )["rounds"]
        )
    assert sheet.count("'overruled': True") == 2


def test_a_tapped_reason_is_enough_and_is_kept(
    client: FlaskClient, app: Flask, open_table: Open
) -> None:
    """The box offers usual reasons; the one that is tapped stands in the log in the reader's words,
    and nothing is typed.
    """
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    assert (
        send(client, opened, {"kind": "thief", "seat": "s1", "data": {"cards": "KS"}}).status_code
        == 201
    )
    for seen, (seat, cards) in enumerate((("s2", "2H"), ("s3", "3H")), 2):
        assert (
            send(
                client,
                opened,
                {"kind": "thief", "seat": seat, "data": {"cards": cards}},
                seen=seen,
                key=seat,
            ).status_code
            == 201
        )
    for seen, seat in enumerate(("s2", "s3", "s1"), 4):
        assert (
            send(
                client,
                opened,
                {"kind": "decline", "seat": seat, "data": {}},
                seen=seen,
                key=f"d{seat}",
            ).status_code
            == 201
        )
    form = {"seen": table(client, opened)["revision"], "seat": "s1", "cards": "QD", "key": "a"}
    page = client.post(f"/t/{opened['code']}/entry?lang=en", data=form)
    assert page.status_code == 422
    offered = re.findall(r'name="reason_kind" form="entry" value="(\w+)"', page.text)
    assert offered == ["house", "misdeal", "agreed", "other"]
    assert f'/t/{opened["code"]}/correct/2">The earlier one is wrong</a>' in page.text
    accept = re.findall(r'name="accept" form="entry" value="(\w+)"', page.text)
    allowed = form | {
        "accept": accept,
        "overrule": "1",
        "reason_kind": "misdeal",
        "reason": "typed before",
    }
    assert client.post(f"/t/{opened['code']}/entry", data=allowed).status_code == 303
    assert (stored(app, opened)[-1].reason, stored(app, opened)[-1].accept) == (
        "misdeal",
        ("meld_used",),
    )
    assert "Misdeal" in client.get(f"/t/{opened['code']}/fix?lang=en").text
