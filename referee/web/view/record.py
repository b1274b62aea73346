"""A table's exported record, without hidden entries while entries are secret."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.kernel.concurrent import as_of
from referee.kernel.history import Event, History
from referee.kernel.record import dump
from referee.store.values import PersonRow, SeatRow
from referee.table_events.seats import SEAT
from referee.web.http import context

from .view import View

FORGOTTEN = "?"  # The name shown for forgotten people


def record_of(view: View) -> dict[str, Any]:
    """Return a table's record; with secret entries it ends at the last reveal."""
    return record_and_people(view)[0]


def record_and_people(view: View) -> tuple[dict[str, Any], list[PersonRow | None]]:
    """Return a table's record and its people; None for an unknown person."""
    told = dump(
        public_history(view), view.names, {seat: str(sign) for seat, sign in view.signs.items()}
    )
    rows = context.store().seats(view.table.id)
    known = _known(rows, told["events"])
    # In order of arrival, as signs depend on it; seats of unknown people come last.
    people = [*{row.id: row for row in sorted(known.values(), key=lambda row: row.id)}.values()]
    unknown = sorted(row.seat for row in rows if row.person_id is None)
    places = {asked: 1 + people.index(person) for asked, person in known.items()}
    at_seats = {seat: len(people) + at for at, seat in enumerate(unknown, 1)}
    at_seats |= {row.seat: places[row.person_id] for row in rows if row.person_id is not None}
    record = {
        **told,
        "uid": view.table.uid,
        "people": [
            *({"name": person.name or FORGOTTEN, "sign": str(person.sign)} for person in people),
            *({"name": view.names[seat], "sign": str(view.signs[seat])} for seat in unknown),
        ],
        "seats": [seat | {"person": at_seats[seat["id"]]} for seat in told["seats"]],
        "events": [_numbered(event, places) for event in told["events"]],
    }
    return record, [*people, *(None for _seat in unknown)]


def _known(rows: Sequence[SeatRow], events: list[dict[str, Any]]) -> dict[int, PersonRow]:
    """All known people who ever sat at the table, by their database ids."""
    moved = [
        event["data"].get(name)
        for event in events
        if event["type"] == SEAT
        for name in ("was", "now")
    ]
    return context.store().persons(
        [person for person in (*(row.person_id for row in rows), *moved) if isinstance(person, int)]
    )


def _numbered(event: dict[str, Any], places: Mapping[int, int]) -> dict[str, Any]:
    """A seat event with person ids replaced by positions in the record, from 1."""
    told = {
        name: event["data"][name]
        for name in ("was", "now")
        if event["type"] == SEAT and name in event["data"]
    }
    return event | {
        "data": event["data"] | {name: places.get(person) for name, person in told.items()}
    }


def public_history(view: View) -> History:
    """Return the history up to the last reveal; entries undone before it have no answer."""
    if not view.secret:
        return view.history
    watcher, end = view.watched, _end(view)
    while True:
        part = as_of(view.history, end) if end < view.history.revision else view.history
        hidden = [event for event in part.events if watcher.hides(event)]
        standing = next((event.seq for event in hidden if part.find(_entry(event))), None)
        if standing is None:
            sealed = {event.seq: _sealed(event) for event in hidden}
            return replace(
                part, events=tuple(sealed.get(event.seq, event) for event in part.events)
            )
        end = standing - 1


def _end(view: View) -> int:
    if view.result is not None:
        return view.history.revision
    watcher, end = view.watched, view.sight.revealed
    for event in view.history.events[end:]:
        if watcher.hides(event):
            break
        end = event.seq
    return end


def _entry(event: Event) -> int:
    return int(event.data["of"]) if event.type == "amend" else event.seq


def _sealed(event: Event) -> Event:
    """An undone hidden entry without its content: only seat, time and reference."""
    data = {**event.data, "entry": {}} if event.type == "amend" else {}
    return replace(event, kind="", data=data, accept=())
