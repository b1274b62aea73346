"""Calls for the referee as JSON."""

from __future__ import annotations

from typing import Any

from referee.web.calls.notice import call_line
from referee.web.view.view import View


def calls_json(view: View) -> list[dict[str, Any]]:
    """The open calls of a table."""
    return [
        {
            "seq": one.seq,
            "round": one.round,
            "of": one.of or None,
            "clause": one.clause or None,
            "option": one.option or None,
            "words": one.event.reason,
            "by": one.event.by,
            "at": one.event.at,
            "waits": one.waits,
            "text": call_line(view, one),
        }
        for one in view.calls.values()
        if one.open
    ]
