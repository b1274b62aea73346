"""Whose phone this is: claimed at once, or asked of the phones that decide; and their answer."""

import time
from dataclasses import replace

from referee.event import Event
from referee.kernel.history import History
from referee.service.join_requests import (
    ALL,
    ANSWER,
    ASK,
    ENTERS,
    WATCHES,
    WITHDRAWN,
    JoinRequest,
    newest_requests,
    open_join_requests,
    too_many,
    wait_for,
)
from referee.store.errors import Stale, Unknown
from referee.web.http import context
from referee.web.http.authorize import role_for_link
from referee.web.http.errors import Fault
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by
from referee.web.view.join_request_bar import may_answer
from referee.web.view.secrecy import hidden_seats
from referee.web.view.view import View

RETRIES = 8


def enters_at_once(view: View) -> bool:
    """Whether this phone may enter without asking: it does already, or the host lets all."""
    return view.is_player or (not view.held and role_for_link(view.table, "code") == "seat")


def face_down(view: View, seat: str) -> bool:
    """Whether the seat's cards are still hidden, so that no other phone may claim it."""
    return seat != view.seat and seat in hidden_seats(view)


def is_taken(view: View, seat: str) -> bool:
    """Whether another phone has this seat."""
    return seat != view.seat and seat in context.store().claimed_seats(view.table.id)


def become(view: View, device: str, seat: str | None, key: str) -> bool:
    """Claim a seat, or all (None): True if done, False if asked. Raises Fault if it may not."""
    if seat and face_down(view, seat):
        raise Fault(409, "seat_face_down", name=view.names[seat])
    if not enters_at_once(view) or (seat and is_taken(view, seat)):
        _ask(view, seat, key)
        return False
    withdraw(view)
    if seat or not view.is_player:
        role = view.role if view.is_player else "seat"
        context.store().grant(device, view.table.id, role, seat, let_in=False)
    if not seat:
        context.store().leave_seat(device, view.table.id)
    return True


def only_watch(view: View, device: str) -> None:
    """Make this phone only watch, unless it is a host's."""
    withdraw(view)
    context.store().only_watch(device, view.table.id)


def _ask(view: View, seat: str | None, key: str) -> None:
    """Ask the phones that decide; the same open request again changes nothing. Raises Fault."""
    if view.held or not view.number:
        raise Fault(403, "may_not_ask")
    named = {"seat": seat} if seat else {"change": ALL}
    data = {"phone": view.number, **named} | ({} if view.is_player else {"watches": True})

    def decide(history: History) -> list[Event]:
        events, now = history.table_events, time.time()
        open_now = _own_open(view, history)
        if open_now and open_now.seat == seat:
            return []
        if (wait := wait_for(events, view.number, now)) > 0:
            raise Fault(429, "asked_too_soon", seconds=int(wait) + 1)
        if too_many(events, view.number, now):
            raise Fault(429, "too_many_asks")
        return [Event(0, ASK, data=data, by=entered_by(view))]

    context.service().write(view.table, key, decide)


def withdraw(view: View) -> None:
    """Withdraw this phone's open join request."""

    def decide(history: History) -> list[Event]:
        ask = _own_open(view, history)
        return [_answer(view, ask, WITHDRAWN)] if ask else []

    if _own_open(view, view.history):
        context.service().write(view.table, context.new_key(), decide)


def decide_request(view: View, seq: int, yes: bool, key: str) -> None:
    """Let the asking phone enter or only watch; raises Fault if not allowed or already answered."""
    for _try in range(RETRIES):
        if context.store().written(view.table.id, key):
            return
        ask = _to_be_answered(view, seq)
        event = _answer(view, ask, ENTERS if yes else WATCHES)
        if yes and ask.seat and face_down(view.watched, ask.seat):
            raise Fault(409, "seat_face_down", name=view.names[ask.seat])
        try:
            if yes:
                alone = bool(ask.seat) and view.secret
                context.store().let_enter(
                    view.table.id,
                    ask.phone,
                    ask.seat,
                    (event, key),
                    view.history.revision,
                    view.hosts,
                    alone,
                )
            else:
                context.store().append(view.table.id, view.history.revision, [event], key)
        except Stale:
            view = replace(view, history=context.service().history(view.table))
        except Unknown:
            raise Fault(409, "ask_answered") from None
        else:
            return
    raise Stale(view.history.revision, context.store().head(view.table.id))


def own_ask(view: View) -> JoinRequest | None:
    """This phone's newest join request."""
    return newest_requests(view.history.table_events).get(view.number)


def seconds_to_wait(view: View) -> int:
    """Seconds until this phone may ask again; 0 for now."""
    wait = wait_for(view.history.table_events, view.number, time.time())
    return int(wait) + 1 if wait else 0


def answering_phone(view: View, seat: str | None) -> str:
    """The phone that answers, to begin a sentence; without a seat the host."""
    return _("%(name)s’s phone", name=view.names[seat]) if seat else _("The host")


def _own_open(view: View, history: History) -> JoinRequest | None:
    return next(
        (ask for ask in open_join_requests(history.table_events) if ask.phone == view.number), None
    )


def _to_be_answered(view: View, seq: int) -> JoinRequest:
    ask = next((ask for ask in view.join_requests if ask.seq == seq), None)
    if ask is None:
        raise Fault(409, "ask_answered")
    if not may_answer(view, ask):
        raise Fault(403, "forbidden")
    return ask


def _answer(view: View, ask: JoinRequest, change: str) -> Event:
    named = {"seat": ask.seat} if ask.seat else {}
    return Event(
        0,
        ANSWER,
        data={"of": ask.seq, "phone": ask.phone, "change": change, **named},
        by=entered_by(view),
    )
