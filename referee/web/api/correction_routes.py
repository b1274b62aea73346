"""API routes of corrections: amend an entry, list changes, read and change the settings."""

from collections.abc import Sequence
from typing import Any

from flask import Response, jsonify
from markupsafe import Markup

from referee.event import Event
from referee.service.errors import Refused
from referee.service.settings import VALUES, table_settings
from referee.store.values import MAX_REASON
from referee.web.changes.notifications import change_of
from referee.web.http import context
from referee.web.http.errors import Fault
from referee.web.http.permissions import needs
from referee.web.people.table_settings import change_settings
from referee.web.view.access import amend_entry
from referee.web.view.score_changes import NumberChange
from referee.web.view.view import View

from . import bodies
from .access import api, discreet, open_view, recorded
from .bodies import body, read_key
from .tables_json import picked


@api.post("/t/<code>/amend")
@needs("seat", cases={"let stand": "host"}, own="a secret entry before the reveal")
def amend(code: str) -> Response:
    """Correct the entry ``of``: 201 with the new revision."""
    view = open_view()
    sent = body(bodies.Amend)
    key, entry, reason = read_key(sent), sent.entry.as_entered(), sent.reason[:MAX_REASON].strip()
    _may_correct(view, sent.of, reason)
    try:
        history = amend_entry(view, sent.seen, key, reason, sent.of, entry, sent.rewind)
    except Refused as refused:
        raise discreet(view, entry, refused) from refused
    return recorded(history.revision)


def _may_correct(view: View, of: int, reason: str) -> None:
    """Raise Fault if the entry does not exist, is secret to the caller, or the reason is empty."""
    event = view.history.event(of)
    if event is None or view.history.find(of) is None:
        raise Fault(422, "nothing_to_correct", where="of")
    if view.hides(event):
        raise Fault(403, "forbidden")
    if not reason:
        raise Fault(422, "no_reason", where="reason")


@api.get("/t/<code>/changes")
@needs("watch")
def changes(code: str) -> Response:
    """Changes by other phones this device has not seen, oldest first; for a link the newest."""
    view = open_view()
    return jsonify(
        revision=view.history.revision,
        changes=[_change(view, event) for event in view.unread_events],
    )


@api.post("/t/<code>/seen")
@needs("watch")
def seen(code: str) -> Response:
    """Record that this device was shown the changes up to ``upto``."""
    view = open_view()
    upto = min(body(bodies.Seen).upto, view.history.revision)
    if device := context.device():
        context.store().mark_seen(device, view.table.id, upto)
    return jsonify(revision=upto)


@api.get("/t/<code>/house")
@needs("watch")
def settings(code: str) -> Response:
    """The settings of the table for the phones around it."""
    held = table_settings(open_view().history.table_events)
    return jsonify({name: getattr(held, name) for name in VALUES})


@api.post("/t/<code>/house")
@needs("host")
def set_house(code: str) -> Response:
    """Change settings of the table (hosts only): 201 with the revision."""
    view = open_view()
    sent = body(bodies.NewHouse)
    key = read_key(sent)
    for name, value in sent.settings.items():
        if name not in VALUES:
            raise Fault(422, "unknown_key", where=f"settings.{name[:40]}")
        if value not in VALUES[name]:
            raise Fault(422, "not_offered", where=f"settings.{name}")
    return recorded(change_settings(view, sent.settings, key))


def _change(view: View, event: Event) -> dict[str, Any]:
    """A change as JSON: action, entry, author, reason, and each number before and after."""
    made = change_of(view, event)
    return {
        **picked(event, "seq type by at"),
        "reason": "" if made.hidden else event.reason,
        "move": made.move.seq if made.move else None,
        "text": made.text,
        "clauses": made.clauses,
        "numbers": _numbers(made.rows),
    }


def _numbers(rows: Sequence[NumberChange]) -> list[dict[str, Any]]:
    kinds = {"own": "cell", "cell": "cell", "total": "total"}
    told = [row for row in rows if row.kind in kinds]
    return [
        {
            "kind": kinds[row.kind],
            "label": _plain(row.label),
            "old": _plain(row.old),
            "new": _plain(row.new),
        }
        for row in told
    ]


def _plain(value: object) -> object:
    """Return plain text or a number; None for the dash of an empty cell."""
    if isinstance(value, Markup):
        return str(value.unescape())
    return None if value == "–" else value
