"""The invitation: QR code, short code, who has joined, and the other ways to join."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from referee.service.settings import table_settings
from referee.web.http import rendering
from referee.web.http.parts import Actions, Go, Header, Link, Page
from referee.web.http.permissions import may
from referee.web.http.rendering import address, qr_svg
from referee.web.http.words import gettext as _
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import join_names
from referee.web.view.view import View

from .joining import Joined, joined


@dataclass(frozen=True)
class Invite:
    """An invitation: QR code of a link this phone may share, code, who has joined or not."""

    href: str
    square: Markup
    code: str
    joined: Sequence[Joined]
    joined_href: str
    missing: str


def invite_of(view: View) -> Invite:
    """The invitation as part of another page; a tap enlarges it."""
    here, href = joined(view), view.url("join.share")
    url = address("join.by_link", link=_link(view, _way(view, "")))
    return Invite(
        href,
        qr_svg(url, 2),
        view.table.join_code,
        here,
        view.url("join.share", joined=1),
        _missing(view, here),
    )


@dataclass(frozen=True)
class JoinWay:
    """Another way to join, and what it allows; ``label`` is its button."""

    title: str
    text: str
    href: str
    label: str


@dataclass(frozen=True, kw_only=True)
class JoinPage(Page):
    """The QR code of one link, the code, who has joined, and the other ways to join."""

    title: str
    text: str
    url: str
    square: Markup
    code: str
    joined: Sequence[Joined]
    joined_href: str
    missing: str
    own: Link | None
    more: Sequence[JoinWay]


@dataclass(frozen=True, kw_only=True)
class JoinedPart(Page):
    """Who has joined, alone."""

    joined: Sequence[Joined]
    joined_href: str
    missing: str


def join_page(view: View, way: str) -> Any:
    """The page with the link named by ``way``, if this phone may share it."""
    way, here = _way(view, way), joined(view)
    url = address("join.by_link", link=_link(view, way))
    title, text = _heading(view, way)
    model = JoinPage(
        header=replace(page_header(view, _("Invite"), _go_on(view).href), menu=""),
        view=view,
        title=title,
        text=text,
        url=url,
        square=qr_svg(url, 4),
        code=view.table.join_code,
        joined=here,
        joined_href=view.url("join.share", joined=1),
        missing=_missing(view, here),
        own=_own(view),
        more=_more(view, way),
        actions=Actions(go=_go_on(view)),
    )
    return rendering.page("people/join.html", model)


def joined_part(view: View) -> Any:
    """Who has joined, alone."""
    here = joined(view)
    model = JoinedPart(
        header=Header(),
        joined=here,
        joined_href=view.url("join.share", joined=1),
        missing=_missing(view, here),
    )
    return rendering.page("people/joined.html", model)


def _gives(view: View, link: str) -> bool:
    return may(view.access_level, "join.share", f"{link} link")


def _way(view: View, asked: str) -> str:
    """The link to show: the requested one if allowed, else to enter, else to watch."""
    if asked == "host" and _gives(view, "host"):
        return asked
    return "seat" if asked != "watch" and _gives(view, "seat") else "watch"


def _link(view: View, way: str) -> str:
    return {
        "host": view.table.host_link,
        "seat": view.table.seat_link,
        "watch": view.table.watch_link,
    }[way]


def _heading(view: View, way: str) -> tuple[str, str]:
    if way == "host":
        return _("Scan to become a host"), _("This gives full host rights. Keep it private.")
    if way == "watch":
        return _("Scan to watch"), _("Sees everything, enters nothing.")
    watches = table_settings(view.history.table_events).newcomers == "watch"
    return _("Scan to join"), _("The host lets each phone in.") if watches else ""


def _missing(view: View, here: Sequence[Joined]) -> str:
    """The players without a phone, in games where everybody enters on their own."""
    if not view.secret or view.over:
        return ""
    away = [seat for seat, one in zip(view.history.seats, here, strict=True) if not one.here]
    if not away:
        return _("Everyone has joined.")
    return _("No phone yet: %(names)s", names=join_names(view, away))


def _own(view: View) -> Link | None:
    if view.over or view.held or not view.number:
        return None
    if view.seat:
        text = _("This phone is %(name)s’s.", name=view.names[view.seat])
    else:
        text = (
            _("This phone enters for everyone.")
            if view.is_player
            else _("This phone can only watch.")
        )
    return Link(text, view.url("own_seat.who"))


def _more(view: View, way: str) -> list[JoinWay]:
    """The other ways to join; adding a host comes last."""
    enters = JoinWay(
        _("Join"), _("Enter cards on this phone too."), view.url("join.share"), _("Show")
    )
    watches = JoinWay(
        _("Watch only"),
        _("Sees everything, enters nothing."),
        view.url("join.share", way="watch"),
        _("Show"),
    )
    screen = JoinWay(_("TV"), _("Big scoreboard for the room."), view.url("tv.screen"), _("Open"))
    as_host = _("Can also allow refused entries and remove phones.")
    hosts = JoinWay(_("Add a host"), as_host, view.url("join.share", way="host"), _("Show"))
    offered = (
        (enters, way != "seat" and _gives(view, "seat")),
        (watches, way != "watch"),
        (screen, True),
        (hosts, way != "host" and _gives(view, "host")),
    )
    return [one for one, is_offered in offered if is_offered]


def _go_on(view: View) -> Go:
    """The way back: to the setup before the first entry, else to the game."""
    if view.history.played or view.over:
        return Go(_("Back to the game"), view.url("tables.table"))
    return Go(_("Back to the setup"), view.url("start.setup"))
