"""What phones do at a table, each in one line: record entries, send forms, and read what a page
says.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from flask.testing import FlaskClient

from tests.support.talk import Opened, send, text_of

KEYS = count()


def revision(phone: FlaskClient, code: str) -> int:
    """The number of the newest event."""
    return int(text_of(phone.get(f"/t/{code}/rev"), 200))


def record(phone: FlaskClient, opened: Opened, *entries: Any, **more: Any) -> None:
    """Record entries as a program does, each after what stands by then."""
    for entry in entries:
        seen = revision(phone, opened["code"])
        answer = send(phone, opened, entry, seen=seen, key=f"key{next(KEYS)}", **more)
        assert answer.status_code == 201, answer.get_json()


def post(phone: FlaskClient, code: str, way: str, **form: Any) -> Any:
    """Send a form of a page that is up to date."""
    seen = {} if "seen" in form else {"seen": revision(phone, code)}
    data = {"key": f"key{next(KEYS)}"} | seen | form
    return phone.post(f"/t/{code}/{way}", data=data)


def enter(phone: FlaskClient, code: str, seat: str, cards: str, **more: Any) -> Any:
    """Send an entry of cards as the pad does."""
    return post(phone, code, "entry", seat=seat, cards=cards.split(), **more)


def words(html: str) -> str:
    """A page's text without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
