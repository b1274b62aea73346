"""The host decides what each phone of a table may do."""

from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.store.errors import LastHost, Unknown
from referee.store.values import NewEvent, Role
from referee.table_events.seats import PHONE
from referee.web.http import context
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by, open_view

from .joining import renew_links
from .player_page import phone_page

phones = Blueprint("phones", __name__)
ROLES: dict[str, Role | None] = {"enters": "seat", "watches": "watch", "away": None}


@phones.post("/t/<code>/phones")
def change(code: str) -> Any:
    """Change a phone's rights, free or remove it, renew the links: 303; 409 for the last host."""
    _table, view = open_view()
    phone, change = number(request.form, "phone"), request.form.get("do", "")
    renew = change == "away" and request.form.get("renew") == "1"
    about = {"phone": phone, "change": change} | ({"renewed": True} if renew else {})
    told = NewEvent(PHONE, data=about, by=entered_by(view)), context.sent_key()
    try:
        if change == "renew":
            renew_links(view, told[1])
        elif change == "freed":
            context.store().free_seat(view.table.id, phone, told)
        elif change in ROLES:
            context.store().decide(view.table.id, phone, ROLES[change], told, renew)
        else:
            abort(422)
    except Unknown:
        abort(422)
    except LastHost:
        row = next(row for row in context.store().phones(view.table.id) if row.number == phone)
        error = _("This is the only host. Make another phone host first.")
        return phone_page(view, row, error, 409)
    # A host who lowered this phone may no longer see the list.
    return redirect(view.url("tables.table" if phone == view.number else "players.players"), 303)
