"""Whose phone this is: the question, the wait to be let in, and the answer of those who decide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, request

from referee.service.join_requests import ENTERS, WATCHES, JoinRequest
from referee.store.symbols import Sign
from referee.web.http import context, rendering
from referee.web.http.edition import server_only
from referee.web.http.errors import Fault, error_sentence
from referee.web.http.parts import Form, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.join_request_bar import join_request_bar
from referee.web.view.page_header import page_header
from referee.web.view.secrecy import phones_of
from referee.web.view.view import View

from .join_requests import (
    answering_phone,
    decide_request,
    enters_at_once,
    own_ask,
    seconds_to_wait,
)
from .joining import Joined, handle_answer, joined, to, who_page

own_seat = Blueprint("own_seat", __name__)
join_request_pages = Blueprint("asks", __name__)


@dataclass(frozen=True, kw_only=True)
class AskedPage(Page):
    """What this phone asked, or the refusal; ``wait``: seconds until it may ask again."""

    title: str
    sign: Sign | None
    refused: bool
    wait: int
    joined: Sequence[Joined]


@dataclass(frozen=True, kw_only=True)
class BarPart(Page):
    """The bar alone, or its empty place."""


@own_seat.get("/t/<code>/seat")
@needs("watch")
@server_only
def who(code: str) -> Any:
    """Ask whose phone this is; 303 to the table if it is over or the host set this to watch."""
    _table, view = open_view()
    if view.over or (view.held and not view.is_player):
        return to(view.url("tables.table"))
    return who_page(view, view.url("own_seat.claim"), enters_at_once(view))


@own_seat.post("/t/<code>/seat")
@needs("watch")
@server_only
def claim(code: str) -> Any:
    """Claim a seat, enter for everybody, or watch: 303 to the table, or to the waiting page."""
    _table, view = open_view()
    device = context.device()
    if device is None or not view.number:
        abort(422)
    return handle_answer(
        view, device, request.form, view.url("own_seat.claim"), enters_at_once(view)
    )


@join_request_pages.get("/t/<code>/asked")
@needs("watch")
@server_only
def waits(code: str) -> Any:
    """Wait for the answer: opens the table once allowed, shows a refusal in words."""
    _table, view = open_view()
    ask = own_ask(view)
    if view.over or (ask and ask.outcome == ENTERS and ask.seat in (None, view.seat)):
        return to(view.url("tables.table"))
    if ask is None or not (ask.open or ask.outcome == WATCHES):
        return to(view.url("own_seat.who"))
    return _page(view, ask)


@join_request_pages.post("/t/<code>/asks/<int:seq>", endpoint="answer")
@needs("seat", cases={"any seat": "host"}, own="a seat")
@server_only
def answer_ask(code: str, seq: int) -> Any:
    """Let a phone enter or only watch: 303 to the table, or the bar with the next one or error."""
    _table, view = open_view()
    trouble, status = "", 200
    try:
        decide_request(view, seq, request.form.get("do") == "yes", context.sent_key())
    except Fault as fault:
        if fault.problem.status == 403:
            raise
        trouble, status = error_sentence(fault.problem), fault.problem.status
    if not rendering.is_fragment():
        return redirect(view.url("tables.table"), 303)
    _table, view = open_view()
    return rendering.page(
        "people/join_request_bar.html",
        BarPart(header=Header(join_request=join_request_bar(view, trouble))),
        status,
    )


def _page(view: View, ask: JoinRequest) -> Any:
    seat = ask.seat if ask.seat and not ask.watches else phones_of(view).host
    phone = answering_phone(view, seat)
    waiting = _("Waiting for %(phone)s", phone=phone) if seat else _("Waiting for the host")
    told = (
        _("%(phone)s lets you watch only", phone=phone)
        if ask.watches
        else _("%(phone)s is staying with this player", phone=phone)
    )
    model = AskedPage(
        header=replace(page_header(view), where="", banner=None),
        view=view,
        title=waiting if ask.open else told,
        sign=view.signs.get(ask.seat or ""),
        refused=not ask.open,
        wait=0 if ask.open else seconds_to_wait(view),
        joined=joined(view, ask.seat or ""),
        form=Form(view.url("own_seat.claim"), {"key": context.new_key()}),
    )
    return rendering.page("people/asked.html", model)
