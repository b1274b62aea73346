"""Ask to be let in: the page of the waiting phone, and the answer of the phones that decide."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, request

from referee.store.signs import Sign
from referee.table_events.asks import ENTERS, WATCHES, Ask
from referee.web.http import context, rendering
from referee.web.http.errors import Fault, message
from referee.web.http.parts import Form, Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.ask_bar import ask_bar
from referee.web.view.page_header import page_header
from referee.web.view.view import View

from .asking import answer, asked_seat, own_ask, phone_name, seconds_to_wait
from .joining import Joined, joined, to

asks_pages = Blueprint("asks", __name__)


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


@asks_pages.get("/t/<code>/asked")
def waits(code: str) -> Any:
    """Wait for the answer: opens the table once allowed, shows a refusal in words."""
    _table, view = open_view()
    ask = own_ask(view)
    if view.over or (ask and ask.outcome == ENTERS and ask.seat in (None, view.seat)):
        return to(view.url("tables.table"))
    if ask is None or not (ask.open or ask.outcome == WATCHES):
        return to(view.url("own_seat.who"))
    return _page(view, ask)


@asks_pages.post("/t/<code>/asks/<int:seq>", endpoint="answer")
def answer_ask(code: str, seq: int) -> Any:
    """Let a phone enter or only watch: 303 to the table, or the bar with the next ask or error."""
    _table, view = open_view()
    trouble, status = "", 200
    try:
        answer(view, seq, request.form.get("do") == "yes", context.sent_key())
    except Fault as fault:
        if fault.problem.status == 403:
            raise
        trouble, status = message(fault.problem), fault.problem.status
    if not rendering.is_fragment():
        return redirect(view.url("tables.table"), 303)
    _table, view = open_view()
    return rendering.page(
        "people/ask_bar.html", BarPart(header=Header(asks=ask_bar(view, trouble))), status
    )


def _page(view: View, ask: Ask) -> Any:
    seat = ask.seat if ask.seat and not ask.watches else asked_seat(view)
    phone = phone_name(view, seat)
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
