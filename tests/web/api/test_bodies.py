"""What is wrong with a body is said with its place, and nothing of it is taken."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from referee.web.api import bodies
from referee.web.http.errors import Fault
from referee.web.http.security import MAX_NUMBER
from tests.support.talk import DOCTOR

MOVES = {"seen": 1, "key": "k", "entries": [DOCTOR]}
WRONG: list[tuple[type[bodies.Body], Any, str, str, str]] = [
    (bodies.Moves, [], "not_an_object", "body", ""),
    (bodies.Moves, "x", "not_an_object", "body", ""),
    (bodies.Moves, {}, "missing_key", "seen", ""),
    (bodies.Moves, MOVES | {"seen": True}, "wrong_type", "seen", "integer"),
    (bodies.Moves, MOVES | {"seen": 1.0}, "wrong_type", "seen", "integer"),
    (bodies.Moves, MOVES | {"seen": -1}, "wrong_type", "seen", "integer"),
    (bodies.Moves, MOVES | {"seen": MAX_NUMBER + 1}, "wrong_type", "seen", "integer"),
    (bodies.Moves, MOVES | {"seen": 10**30}, "wrong_type", "seen", "integer"),
    (bodies.Moves, MOVES | {"entries": []}, "wrong_type", "entries", "list"),
    (bodies.Moves, MOVES | {"entries": [DOCTOR] * 51}, "wrong_type", "entries", "list"),
    (bodies.Moves, MOVES | {"entries": [DOCTOR, 1]}, "not_an_object", "entries[1]", ""),
    (bodies.Moves, MOVES | {"entries": [{}]}, "missing_key", "entries[0].kind", ""),
    (bodies.Moves, MOVES | {"reason": "x" * 501}, "wrong_type", "reason", "text"),
    (bodies.Moves, MOVES | {"colour": 1}, "unknown_key", "colour", ""),
    (bodies.Moves, MOVES | {"a` - at `$.b": 1}, "unknown_key", "b.a", ""),
    (bodies.Moves, MOVES | {"": 1}, "unknown_key", "body", ""),
    (bodies.Moves, MOVES | {"x\n" * 50: 1}, "unknown_key", "x\n" * 20, ""),
    (bodies.Entries, {"entries": [DOCTOR | {"x": 1}]}, "unknown_key", "entries[0].x", ""),
    (bodies.Entry, DOCTOR | {"kind": "x" * 4001}, "wrong_type", "kind", "text"),
    (bodies.Entry, DOCTOR | {"seat": 2}, "wrong_type", "seat", "text"),
    (bodies.Entry, DOCTOR | {"data": []}, "wrong_type", "data", "object"),
    (bodies.Entry, DOCTOR | {"accept": ["x", 1]}, "wrong_type", "accept[1]", "text"),
    (bodies.Yes, {"yes": 1}, "wrong_type", "yes", "boolean"),
    (bodies.Yes, {"key": 1}, "wrong_type", "key", "text"),
]


@pytest.mark.parametrize(("kind", "sent", "code", "where", "wanted"), WRONG)
def test_the_place_of_a_fault_is_said(
    app: Flask, kind: type[bodies.Body], sent: Any, code: str, where: str, wanted: str
) -> None:
    with app.test_request_context(method="POST", json=sent), pytest.raises(Fault) as refused:
        bodies.body(kind)
    problem = refused.value.problem
    assert (problem.status, problem.code, problem.params["where"]) == (422, code, where)
    assert problem.params.get("wanted", "") == wanted


def test_what_may_be_left_out_has_its_default(app: Flask) -> None:
    with app.test_request_context(
        method="POST", json={"entries": [{"kind": "doctor", "seat": None}]}
    ):
        (entry,) = bodies.body(bodies.Entries).entries
    assert (entry.seat, entry.data, entry.accept) == (None, {}, [])
