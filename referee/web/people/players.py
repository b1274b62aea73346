"""View models of the page on players, phones and joining."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.service.settings import table_settings
from referee.store.values import PhoneRow
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.limits import is_live
from referee.web.http.parts import ChoiceKey, Form, Header, NavRow, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import handover_notes, phone_label, players_title
from referee.web.view.view import View


@dataclass(frozen=True)
class WhoIsThere:
    """Players, watching phones, other phones; ``notes`` say who replaced whom."""

    players: Sequence[NavRow]
    watching: Sequence[NavRow]
    others: Sequence[NavRow]
    notes: Sequence[str]
    href: str


@dataclass(frozen=True)
class Joining:
    """Who can join: two options, and a note on the chosen one."""

    note: str
    options: Sequence[ChoiceKey]
    form: Form


@dataclass(frozen=True, kw_only=True)
class PlayersPage(Page):
    """Players and phones, joining, the code, and the end of the game.

    Without a server nobody joins.
    """

    there: WhoIsThere
    joining: Joining | None
    invite: NavRow
    renew: Form | None
    ending: Form | None


@dataclass(frozen=True, kw_only=True)
class TherePart(Page):
    """The players and phones alone."""

    there: WhoIsThere


def players_page(view: View) -> Any:
    """The page for hosts."""
    key = {"key": context.new_key()}
    model = PlayersPage(
        header=page_header(view, players_title(), view.url("tables.table")),
        view=view,
        there=_who_is_there(view),
        joining=_joining(view, key["key"]) if has_server() else None,
        invite=NavRow(_("Invite"), view.url("join.share"), "invite", _state_of_invite(view)),
        renew=Form(view.url("phones.change"), key) if has_server() else None,
        ending=Form(view.url("seats.end"), key) if view.result is None else None,
    )
    return rendering.page("people/players.html", model)


def _state_of_invite(view: View) -> str:
    return view.table.join_code if has_server() else _("This phone only")


def there_part(view: View) -> Any:
    """The players and phones alone, to be polled: joining makes no event."""
    model = TherePart(header=Header(), there=_who_is_there(view))
    return rendering.page("people/there.html", model)


def phone_name(phone: PhoneRow) -> str:
    """The name of a phone without a player."""
    return _("Phone %(n)s", n=phone.number)


def phone_state(view: View, phone: PhoneRow) -> str:
    """What a phone is and may do, and whether it is this one."""
    said = phone_label(view, phone)
    return f"{_('this phone')} · {said}" if phone.number == view.number else said


def phones_of(view: View) -> Sequence[PhoneRow]:
    """The phones of a game; without a server there is only this one, which is no news."""
    return context.store().phones(view.table.id) if has_server() else ()


def _who_is_there(view: View) -> WhoIsThere:
    phones = phones_of(view)
    own = _by_seat(view, phones)
    spare = [phone for phone in phones if phone.away or not phone.seat]
    watching = [phone for phone in spare if phone.role == "watch" and not phone.away]
    return WhoIsThere(
        players=[_player(view, seat, own.get(seat)) for seat in view.history.seats],
        watching=[_phone(view, phone, "screen") for phone in watching],
        others=[_phone(view, phone, "phone") for phone in spare if phone not in watching],
        notes=handover_notes(view),
        href=view.url("players.players", there=1) if has_server() else "",
    )


def _by_seat(view: View, phones: Sequence[PhoneRow]) -> dict[str, PhoneRow]:
    """The phone of each player; if two phones have one player, this one."""
    found = {phone.seat: phone for phone in phones if phone.seat and not phone.away}
    return found | {
        phone.seat: phone for phone in phones if phone.seat and phone.number == view.number
    }


def _player(view: View, seat: str, phone: PhoneRow | None) -> NavRow:
    if not has_server():
        state = ""
    elif phone is None:
        state = _("no phone: you enter")
    elif phone.number == view.number:
        state = _("this phone")
    else:
        live = is_live(view.table.id, phone.number)
        state = _("own phone, live") if live else _("own phone, asleep")
    note = _("host") if phone and phone.role == "host" else ""
    href, sign = view.url("players.player", seat=seat), view.signs.get(seat)
    return NavRow(view.names[seat], href, state=state, sign=sign, note=note)


def _phone(view: View, phone: PhoneRow, icon: str) -> NavRow:
    href = view.url("players.phone", number=phone.number)
    return NavRow(phone_name(phone), href, icon, phone_state(view, phone))


def _joining(view: View, key: str) -> Joining:
    """Two options for three stored values; by default the QR code lets in, a typed one asks."""
    held = table_settings(view.history.table_events).newcomers
    return Joining(
        note=_("With a typed code, the host is asked.") if held == "link" else "",
        options=[
            ChoiceKey("watch", _("Ask me first"), held == "watch"),
            ChoiceKey(
                held if held != "watch" else "enter", _("Anyone with the code"), held != "watch"
            ),
        ],
        form=Form(view.url("house.save"), {"key": key}),
    )
