"""The phones at a table: what each may do, and the host's word on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.store.errors import LastHost, Unknown
from referee.store.values import NewEvent, PhoneRow, Role
from referee.table_events.seats import PHONE
from referee.web.http import context, rendering
from referee.web.http.parts import Form, Page
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by, open_view
from referee.web.view.log_words import clock
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import phone_label
from referee.web.view.view import View

from .joining import renew_links

phones = Blueprint("phones", __name__)


@dataclass(frozen=True)
class ListedPhone:
    """A phone, what it may do, and what the host may do about it: each with what its button says."""

    number: int
    name: str
    own: bool
    since: str
    what: str
    ways: Sequence[tuple[str, str]]
    away_href: str | None


@dataclass(frozen=True, kw_only=True)
class PhonesPage(Page):
    """Every phone that was let in, and the one about which it is asked whether it is sent away."""

    phones: Sequence[ListedPhone]
    away: ListedPhone | None
    error: str
ROLES: dict[str, Role | None] = {"enters": "seat", "watches": "watch", "away": None}


@phones.get("/t/<code>/phones")
def listed(code: str) -> Any:
    """Every phone that was let in, with what the host may change about it; for hosts."""
    _table, view = open_view()
    return _page(view)


@phones.post("/t/<code>/phones")
def change(code: str) -> Any:
    """Let a phone enter, let it only watch, free its seat, send it away, or renew the links: 303 to the list. The last host stays."""
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
        return _page(view, _("This is the table’s only host. Let another phone be a host first, by the host’s link."), 409)
    return redirect(view.url("phones.listed") if phone != view.number else view.url("tables.table"), 303)


def _page(view: View, error: str = "", status: int = 200) -> Any:
    own, found = view.number, context.store().phones(view.table.id)
    hosts = [phone.number for phone in found if phone.role == "host" and not phone.away]
    rows, asked = [_row(view, phone, own, hosts) for phone in found], number(request.args, "away")
    model = PhonesPage(
        header=page_header(view, _("Phones at this table"), view.url("join.share")),
        view=view,
        phones=rows,
        away=next((row for row in rows if row.number == asked and row.away_href), None),
        form=Form(view.url("phones.change"), {"key": context.new_key()}),
        error=error,
    )
    return rendering.page("people/phones.html", model, status)


def _row(view: View, phone: PhoneRow, own: int, hosts: list[int]) -> ListedPhone:
    enters, stays = phone.role != "watch" and not phone.away, hosts == [phone.number]
    ways = [
        ("enters", _("Let it in again") if phone.away else _("Let it enter"), not enters),
        ("enters", _("Let it in as a player"), enters and not phone.let_in),
        ("enters", _("No longer host"), phone.role == "host" and not phone.away and not stays),
        ("freed", _("Free the seat"), enters and phone.seat is not None),
        ("watches", _("Only watch"), enters and not stays),
    ]
    away = view.url("phones.listed", away=phone.number, _anchor="away") if not phone.away and not stays else None
    return ListedPhone(
        number=phone.number,
        name=_("Phone %(n)s", n=phone.number),
        own=phone.number == own,
        since=_("since %(time)s", time=clock(phone.at)),
        what=phone_label(view, phone),
        ways=[(do, text) for do, text, offered in ways if offered],
        away_href=away,
    )
