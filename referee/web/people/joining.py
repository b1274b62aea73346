"""Coming to a table: let in by link or code, asked which seat is one's own, and the links renewed."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from referee.store.values import NewEvent, Role, TableRow
from referee.table_events.seats import LINKS
from referee.web.http import context
from referee.web.http.parts import Choice
from referee.web.view.access import entered_by
from referee.web.view.seat_words import seat_choices
from referee.web.view.view import View


@dataclass(frozen=True)
class CodeForm:
    """The form for a table's code, with what was typed and why it let nobody in."""

    action: str
    code: str = ""
    error: str = ""


@dataclass(frozen=True)
class ClaimForm:
    """The question whose phone this is."""

    action: str
    seats: Sequence[Choice]
    note: str


def let_in(table: TableRow, role: Role, by_code: bool = False) -> None:
    """Let this device be at a table; raises SentAway. Whoever comes by the code alone is no player of the group."""
    device = context.device(make=True)
    assert device is not None
    context.store().grant(device, table.id, role, let_in=not by_code)


def claim_form(view: View) -> ClaimForm:
    """The question whose phone this is, as this phone is asked."""
    choices = seat_choices(view, context.store().claimed_seats(view.table.id))
    note = _("Your seat then opens first. In secret entry only you see your cards.")
    return ClaimForm(view.url("seats.claim"), choices, note)


def renew_links(view: View, key: str) -> None:
    """Give the table another code and other links; the log tells of it."""
    context.store().renew_links(view.table.id, (NewEvent(LINKS, by=entered_by(view)), key))
