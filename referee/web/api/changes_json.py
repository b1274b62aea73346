"""What other phones changed, and what waits for the host, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from referee.kernel.history import Event
from referee.table_events.consent import Proposal
from referee.web.changes.notices import change_of, proposed, said
from referee.web.view.score_changes import Change
from referee.web.view.view import View


def change_json(view: View, event: Event) -> dict[str, Any]:
    """A change: what was done to which entry, by whom and why, and every number before and after."""
    told = change_of(view, event)
    return {
        **_event(event, "" if told.hidden else event.reason),
        "move": told.move.seq if told.move else None,
        "text": said(told),
        "clauses": told.clauses,
        "numbers": _numbers(told.rows),
    }


def proposal_json(view: View, proposal: Proposal) -> dict[str, Any]:
    """A correction that waits for the host, with what it would change; none of it if its time has passed."""
    model = proposed(view, proposal)
    return {
        **_event(proposal.event, proposal.event.reason),
        "move": proposal.of,
        "text": model.text,
        "outdated": model.outdated,
        "numbers": _numbers(model.rows),
    }


def _event(event: Event, reason: str) -> dict[str, Any]:
    return {"seq": event.seq, "type": event.type, "by": event.by, "at": event.at, "reason": reason}


def _numbers(rows: Sequence[Change]) -> list[dict[str, Any]]:
    return [{"kind": row.kind, "label": _plain(row.label), "old": _plain(row.old), "new": _plain(row.new)} for row in rows]


def _plain(value: object) -> object:
    """A number or a text; None where there is nothing."""
    if isinstance(value, Markup):
        return str(value.unescape())
    return None if value == "–" else value
