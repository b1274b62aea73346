"""What if, and the ruling about one number, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.rescore import without
from referee.web.http import rendering
from referee.web.http.errors import rulings_json
from referee.web.rulings.comparison import instead
from referee.web.rulings.number import Dispute, objections, rests_on, said
from referee.web.rulings.recount import Otherwise, Reading, counted, standing
from referee.web.view.score_changes import cells
from referee.web.view.view import View

from .tables_json import lines_json, result_json


def what_if_json(view: View, found: Otherwise, asked: Mapping[str, object]) -> dict[str, Any]:
    """The table beside itself under other options."""
    return {"options": dict(found.other.history.options), "asked": dict(asked), **_beside(view, found)}


def ruling_json(dispute: Dispute) -> dict[str, Any]:
    """One number of the sheet: its lines and clauses, and the readings by which it, a total or the lead would be another."""
    view, mattering = dispute.view, {(one.option, one.value) for one in dispute.mattering}
    readings = [{**_reading(dispute, one), "matters": (one.option, one.value) in mattering} for one in dispute.readings]
    return {
        "round": dispute.round,
        "seat": dispute.seat,
        "points": dispute.points,
        "text": said(dispute),
        "lines": lines_json(dispute.lines, view.plain),
        "clauses": [{"id": cited.id, "href": cited.href, "text": cited.text} for cited in rests_on(view, dispute.clauses)],
        "matters": bool(mattering),
        "here": _standing(view),
        "readings": readings,
        "overruled": _overruled(dispute),
    }


def _reading(dispute: Dispute, one: Reading) -> dict[str, Any]:
    text = rendering.book(dispute.view.table.game).choice_text(one.option, one.value, dispute.view.plain.lang)
    points = None if one.counted.broke else dispute.by(one)
    found = {"option": one.option, "value": one.value, "text": text, "counted": one.counted.broke is None, "points": points}
    return found | {"other": _standing(one.counted.other)}


def _overruled(dispute: Dispute) -> dict[str, Any] | None:
    played = dispute.overruled
    if played is None:
        return None
    event = dispute.view.history.event(played.changed)
    found = counted(dispute.view, without(dispute.view.history, played.seq))
    return {
        "seq": played.seq,
        "reason": event.reason if event else "",
        "rulings": rulings_json(objections(played), dispute.view.plain),
        "without": _beside(dispute.view, found),
    }


def _beside(view: View, found: Otherwise) -> dict[str, Any]:
    said, broke = view.plain, found.broke
    rows = [(played, objections(played)) for played in found.overruled]
    return {
        "text": instead(found.here, found.other),
        "here": _standing(found.here),
        "other": _standing(found.other),
        "changes": _changes(found),
        "lines": lines_json(found.other.lines, said),
        "result": result_json(found.other.result, said),
        "refused": [{"seq": played.seq, "round": played.round, "rulings": rulings_json(against, said)} for played, against in rows],
        "stopped": {"seq": broke.seq, "round": found.other.scene.round, "rulings": rulings_json(broke.rulings, said)} if broke else None,
    }


def _changes(found: Otherwise) -> list[dict[str, Any]]:
    old, new = cells(found.here, found.here.history), cells(found.other, found.other.history)
    changed = sorted(cell for cell in {**old, **new} if old.get(cell) != new.get(cell))
    return [{"round": cell[0], "seat": cell[1], "old": old.get(cell), "new": new.get(cell)} for cell in changed]


def _standing(view: View) -> dict[str, Any]:
    places = standing(view)
    return {
        "totals": {seat: place.total for seat, place in places.items()},
        "places": {seat: place.place for seat, place in places.items()},
        "ahead": [seat for seat, place in places.items() if place.first],
    }
