"""Who sits where and what each phone may do, in words: for the log, the sheet, the pages of seats and phones."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from referee.kernel.contract import rank_by
from referee.kernel.history import Event
from referee.store import PhoneRow
from referee.table_events.seats import CLOSED, LINKS, NEXT, PHONE, REOPENED, SEAT

from .view import View


def table_event_text(view: View, event: Event) -> str:
    """What happened to seats, phones or the table; nothing for any other event."""
    if event.type == SEAT:
        return _seat_text(view, event)
    if event.type == PHONE:
        return _phone_text(event)
    if event.type == LINKS:
        return _("The code and the links are new; the old ones let nobody in any more.")
    if event.type == CLOSED:
        return _("The table was ended early.")
    if event.type == REOPENED:
        return _("The table was opened again.")
    return _("The next table was opened: %(code)s", code=event.data.get("code", "")) if event.type == NEXT else ""


def _seat_text(view: View, event: Event) -> str:
    told = event.data
    if told.get("change") != "replaced":
        return _("%(name)s’s name was put right.", name=view.names.get(str(told.get("seat")), ""))
    known = view.people
    return _("%(now)s took over from %(was)s.", now=known.get(told.get("now"), "?"), was=known.get(told.get("was"), "?"))


def _phone_text(event: Event) -> str:
    n = event.data.get("phone", 0)
    match event.data.get("change"):
        case "enters":
            return _("Phone %(n)s may enter.", n=n)
        case "watches":
            return _("Phone %(n)s only watches.", n=n)
        case "away":
            renewed = event.data.get("renewed")
            return _("Phone %(n)s was sent away; the code and the links are new.", n=n) if renewed else _("Phone %(n)s was sent away.", n=n)
    return _("Phone %(n)s gave its seat back.", n=n)


def handover_notes(view: View) -> list[str]:
    """One sentence for every seat that was taken over: who played for whom from which round on."""
    if not view.seats.handovers:
        return []
    known = view.people
    return [
        _(
            "%(now)s played for %(was)s from %(round)s on.",
            now=known.get(taken.now, "?"),
            was=known.get(taken.was, "?"),
            round=view.round_name(taken.round),
        )
        for taken in view.seats.handovers
    ]


def taken_over(view: View) -> frozenset[str]:
    """The seats whose numbers were made by more than one person."""
    return frozenset(taken.seat for taken in view.seats.handovers)


def early_end(view: View) -> str:
    """The ranking as it stood when the table was ended early; nothing at any other table."""
    if view.seats.closed is None or view.result is not None:
        return ""
    comma, gap = view.speaker.marks.comma, view.speaker.marks.gap or "　"
    groups = rank_by({seat: shown.value for seat, shown in view.scene.shown.items()} or view.totals, view.low_wins)
    told = comma.join(f"{' = '.join(view.names[seat] for seat in group)}{gap}{_points(view, group[0])}" for group in groups)
    return _("Ended early. As it stands: %(ranking)s", ranking=told)


def _points(view: View, seat: str) -> str:
    shown = view.scene.shown.get(seat)
    return str(shown.value if shown else view.totals[seat]).replace("-", "−")


def phone_label(view: View, phone: PhoneRow) -> str:
    """What a phone is at the table: whose, and what it may do."""
    if phone.away:
        return _("sent away")
    if phone.role == "watch":
        return _("only watches, as the host set it") if phone.held else _("only watches")
    whose = _("%(name)s’s phone", name=view.names[phone.seat]) if phone.seat else _("enters for everyone")
    whose += "" if phone.let_in else " · " + _("came by the code")
    return whose + " · " + _("host") if phone.role == "host" else whose


@dataclass(frozen=True)
class SeatChoice:
    """One answer to whose phone this is."""

    id: str
    name: str
    on: bool
    note: str = ""


def seat_choices(view: View, claimed: frozenset[str]) -> list[SeatChoice]:
    """The answers to whose phone this is: each seat, and everybody."""
    taken = {seat: _("has a phone") for seat in claimed if seat != view.seat}
    rows = [SeatChoice(seat, view.names[seat], seat == view.seat, taken.get(seat, "")) for seat in view.history.seats]
    return [*rows, SeatChoice("", _("I enter for everyone"), view.seat is None)]
