"""The page of a player, or of a phone without one: name, symbol, replacement, rights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.contract import SeatId
from referee.store.values import PhoneRow
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Form, NavRow, Page
from referee.web.http.permissions import may, permits
from referee.web.http.words import gettext as _
from referee.web.view.page_header import page_header
from referee.web.view.symbols import Choosable, ink_choices, shape_choices
from referee.web.view.view import View

from .naming import MAX_TYPED
from .players import phone_name, phone_state, phones_of

MOST_ASKED, MOST_OFFERED = 60, 12


@dataclass(frozen=True)
class PhonePart:
    """A phone; ``ways`` are the host's options, each with its button's text."""

    number: int
    name: str
    state: str
    ways: Sequence[tuple[str, str]]
    removable: bool


@dataclass(frozen=True)
class NameForm:
    """The rename form: the typed name, its error and the symbols to choose from."""

    form: Form
    typed: str
    error: str
    shapes: Sequence[Choosable]
    inks: Sequence[Choosable]


@dataclass(frozen=True)
class ReplaceForm:
    """The form to replace a player; ``known`` names are offered."""

    form: Form
    typed: str
    error: str
    known: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PlayerPage(Page):
    """A player with phones, or one phone; ``own`` asks whose phone this is, ``claim`` answers."""

    phones: Sequence[PhonePart]
    phone_form: Form
    own: NavRow | None = None
    claim: Form | None = None
    naming: NameForm | None = None
    replacing: ReplaceForm | None = None
    error: str = ""


def may_change_player(view: View, seat: SeatId, change: str) -> bool:
    """Whether this phone may replace a player (hosts) or rename one (also its own)."""
    case = "take over" if change == "replace" else "another seat"
    if may(view.access_level, "seats.change", case):
        return True
    is_own = change == "rename" and seat == view.seat
    return is_own and permits(view.access_level, "seats.change")


def player_page(
    view: View,
    seat: SeatId,
    typed: Mapping[str, str] | None = None,
    error: str = "",
    status: int = 200,
) -> Any:
    """The page of a player; ``typed`` is the refused form, ``error`` the reason."""
    refused, key = typed or {}, context.new_key()
    renamed, replaced = (refused if refused.get("do") == do else {} for do in ("rename", "replace"))
    back = view.url("players.players" if view.hosts else "tables.table")
    phones = phones_of(view) if view.hosts else ()
    model = PlayerPage(
        header=page_header(view, view.names[seat], back),
        view=view,
        own=_own(view, seat),
        claim=_claim(view, seat, key),
        naming=_naming(view, seat, key, renamed, error),
        replacing=_replacing(view, seat, key, replaced, error),
        phones=[
            _part(view, phone, phones) for phone in phones if phone.seat == seat and not phone.away
        ],
        phone_form=Form(view.url("phones.change"), {"key": key}),
    )
    return rendering.page("people/player.html", model, status)


def phone_page(view: View, phone: PhoneRow, error: str = "", status: int = 200) -> Any:
    """The page of a phone without a player; ``error`` says why a change was refused."""
    model = PlayerPage(
        header=page_header(view, phone_name(phone), view.url("players.players")),
        view=view,
        phones=[_part(view, phone, context.store().phones(view.table.id))],
        phone_form=Form(view.url("phones.change"), {"key": context.new_key()}),
        error=error,
    )
    return rendering.page("people/player.html", model, status)


def _own(view: View, seat: SeatId) -> NavRow | None:
    """The way to become another player, on this player's phone."""
    if seat != view.seat or view.over:
        return None
    name, href = view.names[seat], view.url("own_seat.who")
    asks = _("not %(name)s? only watching?", name=name)
    return NavRow(_("You are %(name)s", name=name), href, "phone", asks)


def _claim(view: View, seat: SeatId, key: str) -> Form | None:
    """The form to become this player, on a phone without one."""
    if view.seat or view.over or not view.number or not has_server():
        return None
    return Form(view.url("own_seat.claim"), {"key": f"{key}-claim", "seat": seat})


def _naming(
    view: View, seat: SeatId, key: str, refused: Mapping[str, str], error: str
) -> NameForm | None:
    sign = view.signs.get(seat)
    if sign is None or not may_change_player(view, seat, "rename"):
        return None
    taken = {other.shape: view.names[whose] for whose, other in view.signs.items() if whose != seat}
    return NameForm(
        form=Form(view.url("seats.change"), {"key": f"{key}-rename", "seat": seat, "do": "rename"}),
        typed=refused.get("name", view.names[seat])[:MAX_TYPED],
        error=error if refused else "",
        shapes=shape_choices(sign, taken),
        inks=ink_choices(sign),
    )


def _replacing(
    view: View, seat: SeatId, key: str, refused: Mapping[str, str], error: str
) -> ReplaceForm | None:
    if not may_change_player(view, seat, "replace") or view.result:
        return None
    group = context.store().people(view.table.group_id, MOST_ASKED)
    known = [person.name for person in group if person.name not in view.names.values()]
    hidden = {"key": f"{key}-replace", "seat": seat, "do": "replace"}
    return ReplaceForm(
        form=Form(view.url("seats.change"), hidden),
        typed=refused.get("name", "")[:MAX_TYPED],
        error=error if refused else "",
        known=known[:MOST_OFFERED],
    )


def _part(view: View, phone: PhoneRow, found: Sequence[PhoneRow]) -> PhonePart:
    """The host's options for a phone; the only host cannot be lowered or removed."""
    hosts = [one.number for one in found if one.role == "host" and not one.away]
    stays = hosts == [phone.number]
    return PhonePart(
        number=phone.number,
        name=phone_name(phone),
        state=phone_state(view, phone),
        ways=list(_ways(phone, stays)),
        removable=not phone.away and not stays,
    )


def _ways(phone: PhoneRow, stays: bool) -> Iterator[tuple[str, str]]:
    """What a host may do with a phone, in words; ``stays``: it is the only host."""
    if phone.away:
        yield "enters", _("Let in again")
        return
    if phone.role == "watch":
        yield "enters", _("Let in")
        return
    if not phone.let_in:
        yield "enters", _("Let in as a player")
    if phone.role == "host" and not stays:
        yield "enters", _("Remove as host")
    if phone.seat is not None:
        yield "freed", _("Unassign player")
    if not stays:
        yield "watches", _("Watch only")
