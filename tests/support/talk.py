"""Talking to the API: entries, links, and whole games played again through it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask
from flask.testing import FlaskClient

from referee.kernel.history import History
from referee.kernel.record import dump
from referee.store.values import TableRow

Opened = dict[str, Any]
Open = Callable[..., Opened]


class Posting(Protocol):
    """Whoever can post JSON as Flask's own client does."""

    def post(self, path: str, /, *, json: Any) -> Any:
        """The answer, with ``status_code`` and ``get_json``."""


@dataclass(frozen=True)
class Told:
    """An answer as Flask's own client gives it, of whoever else posts."""

    status_code: int
    said: Any

    def get_json(self) -> Any:
        """What it says."""
        return self.said


def meld(kind: str, seat: str, cards: str | list[str]) -> Any:
    """An entry of cards."""
    return {"kind": kind, "seat": seat, "data": {"cards": cards}}


CHIEF = "indian-chief"
DOCTOR = meld("doctor", "s2", "AH 2S 5S 8S QS 7S")
LAWYER = meld("lawyer", "s3", ["KH", "QD", "4D", "AC"])
TAKEN = meld("lawyer", "s3", ["KH", "QS", "4D", "AC"])
MELDS = (
    meld("beggar", "s1", "KD 7D"),
    meld("lawyer", "s2", "KH QS 4D AC"),
    meld("poor", "s3", "2S 3S 4H"),
)
"""A round in which a Beggar counts a king and a queen."""


def opened_by(
    phone: Posting, game: str = "blind-date", *names: str, below: str = "", **more: Any
) -> Opened:
    """Start a table, of a site that lies below a path or not; the phone becomes its host."""
    seats = [{"name": name} for name in names or ("Ann", "Bo", "Cy")]
    answer = phone.post(f"{below}/api/tables", json={"game": game, "seats": seats, **more})
    assert answer.status_code == 201, answer.get_json()
    opened: Opened = answer.get_json()
    return opened


def send(
    client: Posting, opened: Opened, *entries: Any, seen: int = 1, key: str = "k", **more: Any
) -> Any:
    """Record entries."""
    return client.post(
        f"/api/t/{opened['code']}/moves",
        json={"seen": seen, "key": key, "entries": list(entries)} | more,
    )


def table(client: FlaskClient, opened: Opened, **more: Any) -> Any:
    """The table as this client sees it."""
    answer = client.get(f"/api/t/{opened['code']}", **more)
    assert answer.status_code == 200
    return answer.get_json()


def text_of(answer: Any, status: int) -> str:
    """The page that came, once its status is the one expected."""
    assert answer.status_code == status, answer.text
    return str(answer.text)


def error_of(answer: Any, status: int) -> dict[str, Any]:
    """What a refused request is told, once its status is the one expected."""
    assert answer.status_code == status, answer.get_data(as_text=True)
    error: dict[str, Any] = answer.get_json()["error"]
    return error


def code_of(answer: Any) -> str:
    """The code of the table to which an answer leads."""
    assert answer.status_code == 303
    return str(answer.headers["Location"]).split("/")[2]


def stored(app: Flask, opened: Opened) -> TableRow:
    """The table as the store has it."""
    found: TableRow = app.extensions["service"].store.table_by_code(opened["code"])
    return found


def link_of(opened: Opened, role: str) -> dict[str, str]:
    """The header that carries one of a table's links."""
    return {"Authorization": "Bearer " + opened["links"][role].rsplit("/", 1)[1]}


def record_of(history: History) -> dict[str, Any]:
    """A record of a played history, as somebody would send it."""
    return dump(history, {seat: seat.upper() for seat in history.seats})


def seated(app: Flask, opened: Opened, seat: str) -> FlaskClient:
    """A phone that has claimed a seat."""
    client = app.test_client()
    store = app.extensions["service"].store
    device = store.new_device()
    store.grant(device, store.table_by_code(opened["code"]).id, "seat", seat)
    client.set_cookie("device", device)
    return client


def renamed(value: Any, ids: dict[str, str]) -> Any:
    """The value with other seat ids, wherever they stand in it."""
    return json.loads(re.sub("|".join(ids), lambda found: ids[found.group()], json.dumps(value)))


def ids_of(history: History) -> dict[str, str]:
    """The seats as the API calls them."""
    return {seat: f"s{at}" for at, seat in enumerate(history.seats, 1)}


def play(client: Posting, played: History, ids: dict[str, str] | None = None) -> Opened:
    """Play a history again through the API, its seats called as the API calls them."""
    *_earlier, opened = play_on(client, played, ids or ids_of(played), played.seats)
    return opened


def play_on(
    client: Posting, played: History, ids: dict[str, str], names: Sequence[str]
) -> Iterator[Opened]:
    """The table of a history that is played again, as it is opened and after each entry."""
    start = played.events[0].data
    body = {
        "game": played.game.info.id,
        "edition": start["edition"],
        "seats": [{"name": name} for _seat, name in zip(played.seats, names, strict=False)],
        "options": renamed(start["options"], ids),
    }
    opened: Opened = client.post("/api/tables", json=body).get_json()
    yield opened
    for event, made in zip(played.events[1:], played.played, strict=True):
        entry = renamed({"kind": event.kind, "seat": event.seat, "data": event.data}, ids)
        told = {"seen": event.seq - 1, "key": f"k{event.seq}"}
        if made.demands:
            entry["accept"] = [ruling.code for ruling in made.demands]
            told["reason"] = "so"
        answer = send(client, opened, entry, **told)
        assert answer.status_code == 201, answer.get_json()
        yield opened
