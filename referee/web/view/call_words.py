"""Calls for the referee in one line each: what a call is about, who calls, and how it was settled."""

from __future__ import annotations

from flask_babel import gettext as _

from referee.kernel.history import Event
from referee.table_events.calls import CALL, GO_ON, SETTLED, Call

from .option_words import chosen_text
from .view import View, leading

AFFAIRS = (CALL, SETTLED, GO_ON)


def subject(view: View, call: Call) -> str:
    """What a call is about: an entry, else a clause, else the table."""
    event = view.history.event(call.of)
    return view.entry_name(event) if event else call.clause or _("the table")


def sentence(view: View, call: Call, by: str) -> str:
    """Who calls, and about what; ``by`` is the caller's name."""
    return leading(_("%(who)s calls the referee: %(what)s", who=by, what=subject(view, call)))


def call_log_text(view: View, event: Event, by: str) -> str:
    """What an event of a call says in the log; ``by`` is the name of who made it."""
    found = view.calls.get(event.seq if event.type == CALL else int(event.data.get("of", 0)))
    if found is None:
        return event.type
    if event.type == CALL:
        return sentence(view, found, by)
    if event.type == GO_ON:
        return _("Entering goes on meanwhile: %(what)s", what=subject(view, found))
    return settled_text(view, event, subject(view, found))


def settled_text(view: View, event: Event, what: str) -> str:
    """How a call was settled, in one line."""
    match event.data.get("outcome"):
        case "corrected":
            return _("Settled, put right: %(what)s", what=what)
        case "withdrawn":
            return _("Question withdrawn: %(what)s", what=what)
        case "ruled":
            return _("Settled, %(what)s. Ruled: %(how)s", what=what, how=ruled_text(view, event))
    stands = view.calls[int(event.data["of"])].of
    return _("Settled, it stands: %(what)s", what=what) if stands else _("Settled: %(what)s", what=what)


def ruled_text(view: View, event: Event) -> str:
    """The ruling that a settlement made: a reading, or words."""
    option = event.data.get("option")
    return chosen_text(view.table.game, option, event.data.get("value")) if option else event.reason or str(event.data.get("clause", ""))
