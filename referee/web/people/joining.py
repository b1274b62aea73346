"""Join a table: admission, the question whose phone this is, who has joined, new links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Response, abort, redirect

from referee.event import Event
from referee.service.seats import LINKS
from referee.store.codes import SHORTEST
from referee.store.symbols import Sign
from referee.store.values import Role, TableRow
from referee.web.http import context, rendering
from referee.web.http.errors import Fault, error_sentence
from referee.web.http.parts import Form, Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by
from referee.web.view.page_header import page_header
from referee.web.view.secrecy import phones_of
from referee.web.view.view import View

from .join_requests import answering_phone, become, face_down, is_taken, only_watch


@dataclass(frozen=True)
class CodeForm:
    """The form for a table's code, with the typed code and its error."""

    action: str
    code: str = ""
    error: str = ""

    @property
    def boxes(self) -> int:
        """Characters of a new code: one more where there are several nodes."""
        return SHORTEST + bool(context.node())


def let_in(table: TableRow, role: Role, by_code: bool = False) -> str:
    """Let this device in: its id; raises PhoneRemoved. A code alone makes no group member."""
    device = context.device(make=True)
    assert device is not None
    context.store().grant(device, table.id, role, let_in=not by_code)
    return device


def renew_links(view: View, key: str) -> None:
    """Replace the table's code and links, and log it."""
    context.store().renew_links(view.table.id, (Event(0, LINKS, by=entered_by(view)), key))


# Who is there


@dataclass(frozen=True)
class Joined:
    """A seat, whether its phone is ``here``, and the same as a word with an icon."""

    name: str
    sign: Sign | None
    here: bool
    word: str
    icon: str = ""


def joined(view: View, asks: str | None = None) -> list[Joined]:
    """Every seat in order; ``asks`` is the one this phone asks for."""
    claimed = context.store().claimed_seats(view.table.id)
    return [
        Joined(
            view.names[seat],
            view.signs.get(seat),
            seat in (*claimed, view.seat, asks),
            *_word(view, seat, seat in claimed, asks),
        )
        for seat in view.history.seats
    ]


def _word(view: View, seat: str, here: bool, asks: str | None) -> tuple[str, str]:
    if seat == asks:
        return _("(you)"), ""
    if seat == view.seat:
        return _("this phone"), "tick"
    if here and asks is not None and seat in view.awaited:
        return _("enters"), "pen"
    return (_("has joined"), "tick") if here else (_("not yet"), "")


# Whose phone this is


@dataclass(frozen=True)
class SeatOffer:
    """A seat to claim; ``free`` if at most the host has to allow it."""

    id: str
    name: str
    sign: Sign | None
    note: str
    free: bool


@dataclass(frozen=True, kw_only=True)
class WhoPage(Page):
    """The question whose phone this is: the seats, free ones first, and other options."""

    lead: str
    offers: Sequence[SeatOffer]
    may_watch: bool
    hint: str
    error: str


def who_page(
    view: View, action: str, at_once: bool, error: str = "", status: int = 200
) -> Response:
    """Ask whose phone this is; ``at_once`` if nobody has to allow the answer."""
    phone = answering_phone(view, phones_of(view).host)
    offers = [_offer(view, seat, at_once) for seat in view.history.seats]
    model = WhoPage(
        header=_header(view),
        view=view if view.number else None,
        form=Form(action, {"key": context.new_key()}),
        lead=_lead(view, at_once, phone),
        offers=sorted(offers, key=lambda offer: not offer.free),
        may_watch=not view.hosts,
        hint=_("Not listed? %(phone)s can change a name.", phone=phone),
        error=error,
    )
    return rendering.page("people/who.html", model, status)


def handle_answer(
    view: View, device: str, given: Mapping[str, str], action: str, at_once: bool
) -> Response:
    """Handle the answer: to the table, to the waiting page, or the question with an error."""
    seat = given.get("seat", "")
    if seat and seat not in view.history.seats:
        abort(422)
    if given.get("do") == "watch":
        only_watch(view, device)
        return to(view.url("tables.table"))
    try:
        entered = become(view, device, seat or None, given.get("key", "")[:60] or context.new_key())
    except Fault as fault:
        return who_page(view, action, at_once, error_sentence(fault.problem), fault.problem.status)
    return to(view.url("tables.table" if entered else "asks.waits"))


def to(href: str) -> Response:
    """Redirect the whole page, even if only a fragment was requested."""
    if rendering.is_fragment():
        return Response(headers={"HX-Redirect": href})
    return redirect(href, 303)  # type: ignore[return-value]


def _header(view: View) -> Header:
    header = page_header(view)
    if not view.number:
        return Header(title=header.game_name, back=context.path("home.home"))
    return replace(header, where="", ruler=None, banner=None)


def _lead(view: View, at_once: bool, phone: str) -> str:
    if not at_once:
        return _("%(phone)s has to let you in.", phone=phone)
    if view.secret:
        return _("Only this phone will show that player’s cards.")
    return _("You will enter that player’s cards here.")


def _offer(view: View, seat: str, at_once: bool) -> SeatOffer:
    taken, hidden = is_taken(view, seat), face_down(view, seat)
    note = _("this phone") if seat == view.seat else ""
    if hidden:
        note = _("cards hidden until the reveal")
    elif taken:
        note = _("on another phone; we’ll ask it first") if at_once else _("on another phone")
    return SeatOffer(seat, view.names[seat], view.signs.get(seat), note, not taken and not hidden)
