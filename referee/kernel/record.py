"""Records: a whole table as JSON, for export, import, golden tests and bug reports.

``{"format": "referee-record/1", "game", "rules_version", "edition"?, "options", "at"?, "uid"?,
"sheet"?, "people"?: [{"name", "sign"}], "seats": [{"id", "name", "sign"?, "person"?}], "events":
[{"seq", "type", "seat", "kind", "data", "accept"?, "reason"?, "at"?, "by"?}]}``; options, seats,
``sheet`` and ``at`` are event 1, so ``events`` begins with number 2.
"""

from collections.abc import Mapping
from typing import Any

from referee.event import Event

from .decisions import whole
from .game import AnyGame
from .history import History, replay
from .strict_json import NotJson, read_json

FORMAT = "referee-record/1"
MAX_EVENTS = 5000
LATEST = 1e11


class BadRecord(ValueError):
    """An unreadable record: ``where`` is the path to the bad part, ``code`` and ``params`` why."""

    def __init__(self, code: str, where: str, **params: Any) -> None:
        super().__init__(f"{where}: {code} {params or ''}".strip())
        self.code, self.where, self.params = code, where, params


def dump(
    history: History, names: Mapping[str, str], signs: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The record of a table, with the names of its seats and their symbols if known."""
    start, stamps = history.events[0], signs or {}
    return {
        "format": FORMAT,
        "game": history.game.info.id,
        "rules_version": start.data.get("rules_version", history.game.info.version),
        "edition": start.data.get("edition", "page"),
        "options": dict(history.options),
        **({"at": start.at} if start.at else {}),
        **({"sheet": start.data["sheet"]} if "sheet" in start.data else {}),
        "seats": [
            {
                "id": seat,
                "name": names.get(seat, seat),
                **({"sign": stamps[seat]} if seat in stamps else {}),
            }
            for seat in history.seats
        ],
        "events": [_dump_event(event) for event in history.events[1:]],
    }


def load(record: object, games: Mapping[str, AnyGame]) -> tuple[History, dict[str, str]]:
    """The history and the seats' names; raises BadRecord, or Illegal for unreadable options."""
    top = _mapping(record, "record")
    if "format" not in top:
        raise BadRecord("no_format", "format")
    if top.get("format") != FORMAT:
        raise BadRecord("unknown_format", "format", found=str(top.get("format"))[:40])
    game = games.get(str(top.get("game")))
    if game is None:
        raise BadRecord("unknown_game", "game", found=str(top.get("game"))[:40])
    names = _seats(top.get("seats"))
    begun = {
        "seats": list(names),
        "options": dict(_mapping(top.get("options", {}), "options")),
        "edition": str(top.get("edition", "page")),
        "rules_version": str(top.get("rules_version", game.info.version)),
        **({"sheet": game.sheet} if game.sheet else {}),
    }
    rows = top.get("events", [])
    if not isinstance(rows, list) or len(rows) > MAX_EVENTS:
        raise BadRecord("not_a_list", "events")
    at = _time(top.get("at", 0), "at")
    return replay(
        game,
        [
            Event(1, "start", data=begun, at=at),
            *(_load_event(row, seq) for seq, row in enumerate(rows, 2)),
        ],
    ), names


def loads(text: str, games: Mapping[str, AnyGame]) -> tuple[History, dict[str, str]]:
    """As ``load``, from JSON text."""
    try:
        record = read_json(text)
    except NotJson as bad:
        raise BadRecord("not_json", "record", **bad.place) from bad
    return load(record, games)


def _dump_event(event: Event) -> dict[str, Any]:
    row = {
        "seq": event.seq,
        "type": event.type,
        "seat": event.seat,
        "kind": event.kind,
        "data": dict(event.data),
    }
    more = {"accept": list(event.accept), "reason": event.reason, "at": event.at, "by": event.by}
    return row | {key: value for key, value in more.items() if value}


def _load_event(row: object, seq: int) -> Event:
    where = f"events[{seq - 2}]"
    fields = _mapping(row, where)
    if fields.get("seq", seq) != seq:
        raise BadRecord("wrong_number", where, found=fields["seq"], wanted=seq)
    data, accept = _mapping(fields.get("data", {}), where + ".data"), fields.get("accept", [])
    if not isinstance(accept, list) or not all(isinstance(code, str) for code in accept):
        raise BadRecord("not_a_list", where + ".accept")
    at = _time(fields.get("at", 0), where + ".at")
    type_, seat = str(fields.get("type", "move")), fields.get("seat")
    if type_ in ("retract", "amend"):
        _check_target(data, where + ".data", type_)
    kind, reason, by = (str(fields.get(name, "")) for name in ("kind", "reason", "by"))
    return Event(
        seq, type_, None if seat is None else str(seat), kind, data, tuple(accept), reason, by, at
    )


def _time(at: object, where: str) -> float:
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < LATEST:
        raise BadRecord("not_a_number", where)
    return float(at)


def _check_target(data: Mapping[str, Any], where: str, kind: str) -> None:
    """An undo or correction needs ``of`` and a list ``drop``, a correction also ``entry``."""
    drop = data.get("drop", [])
    if not whole(data.get("of")) or not isinstance(drop, list):
        raise BadRecord("no_target", where)
    if not all(map(whole, drop)):
        raise BadRecord("not_a_number", where + ".drop")
    if kind == "amend":
        _mapping(data.get("entry"), where + ".entry")


def _seats(rows: object) -> dict[str, str]:
    if not isinstance(rows, list) or not rows:
        raise BadRecord("not_a_list", "seats")
    named = [_mapping(row, f"seats[{at}]") for at, row in enumerate(rows)]
    names = {str(row.get("id", "")): str(row.get("name", row.get("id", ""))) for row in named}
    if len(names) != len(rows) or "" in names:
        raise BadRecord("same_seat", "seats")
    return names


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord("not_an_object", where)
    return value
