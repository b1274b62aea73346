"""The bar that asks a phone to admit another phone, one at a time."""

from referee.service.join_requests import JoinRequest
from referee.web.http import context
from referee.web.http.parts import JoinRequestBar
from referee.web.http.permissions import may
from referee.web.http.words import gettext as _

from .view import View


def may_answer(view: View, ask: JoinRequest) -> bool:
    """Whether this phone may answer: a host, or the seat's phone if the other would enter."""
    own_seat = ask.seat is not None and ask.seat == view.seat and not ask.watches
    return ask.phone != view.number and (
        own_seat or may(view.access_level, "asks.answer", "any seat")
    )


def answerable(view: View) -> list[JoinRequest]:
    """Return the join requests that this phone may answer, oldest first."""
    return [ask for ask in view.join_requests if may_answer(view, ask)] if view.is_player else []


def join_request_bar(view: View, trouble: str = "") -> JoinRequestBar | None:
    """Return the bar for the oldest join request, or None; `trouble` is why the last tap failed."""
    waiting = answerable(view)
    if not waiting:
        return None
    ask, name = waiting[0], view.names.get(waiting[0].seat or "", "")
    has_phone = ask.seat is not None and ask.seat in context.store().claimed_seats(view.table.id)
    note = _("on another phone") if has_phone and ask.seat != view.seat else ""
    return JoinRequestBar(
        says=_("%(name)s wants to join", name=name)
        if ask.seat
        else _("Someone wants to enter for everyone"),
        sign=view.signs.get(ask.seat or ""),
        note=trouble or note,
        more=len(waiting) - 1,
        action=view.url("asks.answer", seq=ask.seq),
        key=context.new_key(),
    )
