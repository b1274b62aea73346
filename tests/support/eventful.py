"""Eventful tables: random games in whose logs every kind of event stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.kernel.history import History, replay
from referee.store import Store
from referee.store.values import TableRow

from .random_play import EVERY, json_of, random_history

NAMES = ("=1+1", "+Bo", "-Cy", "@Dee", "＝Eve", '"F", "G"', "<b>Hi</b>", "アキ; ミオ", "'Ida", "Jo")
"""Names that a spreadsheet, a page or a CSV might take for something else."""


def eventful(game_id: str, seed: int, entry: str = "") -> History:
    """The whole game of a seed, with corrections, undos, and everything else that goes on at a
    table after its first moves.
    """
    whole = random_history(game_id, seed, entry)
    first = len(whole.played) // 2 if whole.played else 0
    events = list(whole.events[:1])
    moved: dict[int, int] = {}
    for at, made in enumerate(whole.played, 1):
        moved[made.seq] = len(events) + 1
        accept, move = tuple(ruling.code for ruling in made.demands), made.move
        told = (move.seat, move.kind, json_of(made.answer), accept, "so" if accept else "")
        events.append(Event(0, "move", *told, move.seat or "host"))
        if at == first:
            events += _between(moved[made.seq], events[-1], whole.seats)
    numbered = [replace(event, seq=seq, at=1000.5 + seq) for seq, event in enumerate(events, 1)]
    history = replay(EVERY[game_id], _targets(numbered))
    assert history.broken is None, (game_id, seed, history.broken)
    return history


def _targets(events: list[Event]) -> list[Event]:
    """The events, each that says how far back what it is about lies with the number of that."""
    return [
        replace(
            event,
            data={name: value for name, value in event.data.items() if name != "back"}
            | {"of": event.seq - event.data["back"]},
        )
        if "back" in event.data
        else event
        for event in events
    ]


def _between(move: int, made: Event, seats: tuple[str, ...]) -> Iterator[Event]:
    """A correction to the same answer that is undone and redone, an entry let be, a dispute,
    rulings, settings, seats, phones and the end.
    """
    entry = {"of": move, "entry": made.data}
    yield Event(
        0, "proposal", made.seat, made.kind, {**entry, "was": move}, reason="misread", by="s1"
    )
    yield Event(0, "declined", data={"back": 1}, reason="no", by="host")
    yield Event(0, "amend", made.seat, made.kind, entry, made.accept, "misread", "host")
    yield Event(0, "retract", data={"back": 1}, by="host")
    yield Event(0, "retract", data={"back": 1}, by="host")
    call = {"round": 1, "of": move, "waits": False, "phone": "q"}
    yield Event(0, "call", data=call, reason="Why?", by="watch")
    yield Event(0, "go_on", data={"back": 1}, by="host")
    yield Event(0, "settled", data={"back": 2, "outcome": "stands"}, by="host")
    yield Event(0, "ruling", data={"clause": "IC-1"}, reason="=so", by="host")
    yield Event(0, "setting", data={"consent": True, "calls": "go"}, by="host")
    yield Event(0, "seat", data={"seat": seats[0], "change": "renamed", "round": 1}, by="host")
    yield Event(0, "phone", data={"phone": 2, "change": "watches"}, by="host")
    yield Event(0, "links", by="host")
    yield Event(0, "closed", data={"round": 1}, by="host")
    yield Event(0, "reopened", by="host")


def stored(store: Store, history: History, names: tuple[str, ...] = NAMES) -> TableRow:
    """The same as a table of a store."""
    start, *rest = history.events
    seats = [(seat, name, None) for seat, name in zip(history.seats, names, strict=False)]
    table = store.create_table(history.game.info.id, start, seats)
    if rest:
        store.append(table.id, 1, rest, "log")
    return table


def phone(app: Flask, table: TableRow, role: Any = "host", seat: str | None = None) -> FlaskClient:
    """A phone at a table."""
    store, client = app.extensions["service"].store, app.test_client()
    device = store.new_device()
    store.grant(device, table.id, role, seat)
    client.set_cookie("device", device)
    return client
