"""The log: every event, who, when, what changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask_babel import gettext as _

from referee.rules.history import Event, standing
from referee.words import plain_number

from .options import chosen_text
from .seating import affair_text
from .view import View, undo_button

REASONS = ("misread", "key", "player")


def clock(at: float) -> str:
    """Hours and minutes, as the table's clock says."""
    return datetime.fromtimestamp(at).strftime("%H:%M") if at else ""


def who(view: View, by: str) -> str:
    """The name of whoever entered: a seat's, else the role of the phone."""
    return view.names.get(by) or {"host": _("the host’s phone"), "seat": _("a phone at the table")}.get(by, by)


def reason_text(reason: str) -> str:
    """A reason as this reader understands it: a ready-made one in their language, any other as it was written."""
    return {"misread": _("Misread"), "key": _("Wrong key"), "player": _("Wrong player")}.get(reason, reason)


def log_rows(view: View) -> list[dict[str, Any]]:
    """Every event, newest first; what was taken back is struck, not removed."""
    stand = {event.seq for event, _changed in standing(view.history.events)}
    retracted = {int(event.data["of"]) for event in view.history.events if event.type == "retract"}
    undo = undo_button(view)
    return [_row(view, event, stand, retracted, undo) for event in reversed(view.history.events)]


def _row(view: View, event: Event, stand: set[int], retracted: set[int], undo: dict[str, Any] | None) -> dict[str, Any]:
    undone = event.seq in retracted or (event.type == "move" and event.seq not in stand)
    hides = view.hides(event)
    may_correct = view.may_enter and event.type == "move" and not undone and not hides
    return {
        "seq": event.seq,
        "at": clock(event.at),
        "at_iso": datetime.fromtimestamp(event.at).isoformat(timespec="seconds"),
        "kind_label": _kind_label(event),
        "what": _what(view, event, hides),
        "who": who(view, event.by),
        "detail": reason_text(event.reason),
        "clause": event.data.get("clause", "") if event.type == "ruling" else "",
        "cards": []
        if hides
        else [
            card
            for value in event.data.get("entry", event.data).values()
            if isinstance(value, list)
            for card in value
            if card in view.scene.deck.counts
        ],
        "undone": undone,
        "undo": undo if undo and undo["hidden"]["of"] == event.seq else None,
        "correct_href": view.url("corrections.correct", seq=event.seq) if may_correct else None,
    }


def _kind_label(event: Event) -> str | None:
    if event.type == "amend":
        return _("Corrected")
    if event.type == "retract":
        return _("Undone")
    return _("Overruled") if event.accept else None


def _what(view: View, event: Event, hides: bool) -> str:
    if event.type == "start":
        return _("The table was opened.")
    if event.type == "retract":
        target = view.history.event(int(event.data["of"]))
        return _what(view, target, False) if target else ""
    if event.type == "ruling":
        return _ruled(view, event)
    if event.type not in ("move", "amend"):
        return affair_text(view, event) or event.kind or event.type
    if hides:
        return view.plain.seat(event.seat)
    played = next((found for found in view.history.played if found.changed == event.seq), None)
    made = any(slot.name == event.kind for slot in view.history.game.info.slots)
    points = view.points(played.round, event.seat) if played and event.seat and made else None
    return view.entry_name(event) + (f", {plain_number(points)}" if points is not None else "")


def _ruled(view: View, event: Event) -> str:
    """What the table ruled, or gave up."""
    told = event.data
    option = told.get("option", "")
    if told.get("withdrawn"):
        return _("Ruling given up: %(clause)s", clause=told.get("clause", ""))
    text = chosen_text(view.table.game, option, told.get("value")) if option else told.get("clause", "")
    return _("Ruled: %(what)s", what=text)


def happened(view: View, since: int) -> dict[str, Any]:
    """One line that says what others recorded since a revision."""
    newer = [event for event in view.history.events if event.seq > since and event.type != "start"]
    texts = [
        _("Taken back: %(what)s", what=_what(view, event, False)) if event.type == "retract" else _what(view, event, view.hides(event))
        for event in newer[-3:]
    ]
    return {"text": _("Meanwhile: %(what)s", what="; ".join(texts)), "href": None, "link": None}
