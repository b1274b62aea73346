"""The button that takes back the newest entry, or puts it back right after."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask_babel import gettext as _

from referee.kernel.history import newest, undone
from referee.table_events.consent import takes_consent
from referee.web.http import context

from .view import View

REDO_SECONDS = 10


@dataclass(frozen=True)
class UndoButton:
    """What the button says and sends."""

    label: str
    icon: str
    detail: str
    action: str
    hidden: dict[str, int | str]


def undo_button(view: View) -> UndoButton | None:
    """Undo names what it takes back; right after an undo the same place offers the reverse."""
    if not view.may_enter:
        return None
    back = undone(view.history.events)
    if back and (not 0 <= time.time() - back.at <= REDO_SECONDS or _is_hidden(view, int(back.data["of"]))):
        back = None
    event = view.history.event(int(back.data["of"])) if back else newest(view.history.events)
    if event and not back and view.hides(event):
        event = view.own_secret or (event if view.may_take_back(event.seq) else None)
    if event is None or (not view.hosts and takes_consent(view.history, event.seq)):
        return None
    named = view.history.event(int(event.data["of"])) if event.type in ("amend", "retract") else event
    return UndoButton(
        label=_("Redo") if back else _("Undo"),
        icon="redo" if back else "undo",
        detail=view.entry_name(named or event),
        action=view.url("corrections.undo"),
        hidden={"of": (back or event).seq, "seen": view.history.revision, "key": context.new_key()},
    )


def _is_hidden(view: View, seq: int) -> bool:
    event = view.history.event(seq)
    return event is not None and view.hides(event)
