"""*Try it*: a round with invented players, whose numbers are in the address."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.info import sides_of
from referee.own.draft import Draft
from referee.own.tryout import Tryout, first_values, seats_of, tried_once
from referee.own.values import Value
from referee.web.http.context import language
from referee.web.http.parts import ChoiceKey
from referee.web.http.words import gettext as _
from referee.words import plain_number

from .address import said_in, sent_number
from .sheet_words import fault_text

NOBODY, YES, NO = "nobody", "y", "n"
BETWEEN_SEATS, BETWEEN_ENTRIES = ".", "~"
SEAT_ID = re.compile(r"s[1-9]0?")
Values = dict[str, dict[str, Value]]


@dataclass(frozen=True)
class TryCell:
    """What one player has entered: a number, yes or no, or a name; ``rows`` are its players."""

    name: str
    label: str
    kind: str
    value: str
    options: Sequence[ChoiceKey]
    rows: int


@dataclass(frozen=True)
class TryRow:
    """A player, what is entered in this line, and the points; a dash where there are none."""

    name: str
    cells: Sequence[TryCell]
    points: str


@dataclass(frozen=True)
class TryView:
    """The whole trial, and why nothing can be counted."""

    heads: Sequence[str]
    rows: Sequence[TryRow]
    fault: str


def players_called(count: int) -> list[str]:
    """The names of the invented players."""
    known = [_("Ann"), _("Bo"), _("Cy"), _("Dee")]
    return [*known, *(_("Player %(n)s", n=n) for n in range(5, count + 1))][:count]


def sent_values(told: Draft, form: Mapping[str, str]) -> Values:
    """What the invented players have entered, as sent by the page."""
    found = read_values(told, form.get("try", ""))
    for at, ask in enumerate(told.get("ask", ())):
        name = str(ask.get("name"))
        for seat, value in found[name].items():
            sent = form.get(f"t.{at}.{seat}")
            if sent is not None:
                found[name][seat] = _value(sent, value, ask)
    return found


def read_values(told: Draft, text: str) -> Values:
    """The entries of an address; as at first where it says nothing that fits."""
    seats = seats_of(told)
    found = first_values(told, seats)
    for ask, part in zip(told.get("ask", ()), text.split(BETWEEN_ENTRIES), strict=False):
        name = str(ask.get("name"))
        for seat, sent in zip(seats, part.split(BETWEEN_SEATS), strict=False):
            found[name][seat] = _value(sent, found[name][seat], ask)
    return found


def _value(sent: str, before: Value, ask: Draft) -> Value:
    kind = ask.get("type", "number")
    if kind == "yes":
        return sent == YES if sent in (YES, NO) else before
    if kind == "who":
        return None if sent == NOBODY else sent if SEAT_ID.fullmatch(sent) else before
    return sent_number({"n": sent}, "n", int(before or 0))


def values_text(told: Draft, values: Values) -> str:
    """The entries as they are in the address; nothing if they are those at first."""
    if values == first_values(told, seats_of(told)):
        return ""
    return BETWEEN_ENTRIES.join(
        BETWEEN_SEATS.join(map(_text, values[str(ask.get("name"))].values()))
        for ask in told.get("ask", ())
    )


def _text(value: Value) -> str:
    if value is None:
        return NOBODY
    return (YES if value else NO) if isinstance(value, bool) else str(value)


def try_view(told: Draft, values: Values) -> TryView | None:
    """What would be scored; None as long as nothing is entered."""
    asks = told.get("ask", [])
    if not asks:
        return None
    fitting = {
        name: {seat: value if value in (None, *by_seat) or not isinstance(value, str) else None
               for seat, value in by_seat.items()}
        for name, by_seat in values.items()
    }  # fmt: skip
    tryout = tried_once(told, fitting)
    names = dict(zip(tryout.seats, players_called(len(tryout.seats)), strict=True))
    sides = sides_of(tryout.seats, told.get("teams", 0))
    order = [seat for side in sides for seat in side]
    return TryView(
        [said_in(ask.get("label", ask.get("name")), language()) for ask in asks],
        [_row(told, fitting, tryout, names, order, at) for at in range(len(order))],
        fault_text(tryout.uncounted, told) if tryout.uncounted else "",
    )


def _row(
    told: Draft,
    values: Values,
    tryout: Tryout,
    names: Mapping[str, str],
    order: Sequence[str],
    at: int,
) -> TryRow:
    seat = order[at]
    points = tryout.points.get(seat)
    return TryRow(
        names[seat],
        [
            _cell(number, ask, values, seat, names, rows)
            for number, ask in enumerate(told["ask"])
            if (rows := _rows(told, ask, len(order), at))
        ],
        "–" if points is None else plain_number(points),
    )


def _rows(told: Draft, ask: Draft, players: int, at: int) -> int:
    """Over how many lines an entry reaches that begins in this one; 0 if it began above."""
    per = ask.get("per", "player")
    of_one = {"player": 1, "table": players, "team": players // (told.get("teams", 0) or players)}
    reach = max(1, of_one[per])
    return reach if at % reach == 0 else 0


def _cell(
    number: int, ask: Draft, values: Values, seat: str, names: Mapping[str, str], rows: int
) -> TryCell:
    kind, value = ask.get("type", "number"), values[str(ask.get("name"))][seat]
    options = []
    if kind == "yes":
        options = [ChoiceKey(YES, _("yes"), bool(value)), ChoiceKey(NO, _("no"), not value)]
    elif kind == "who":
        options = [ChoiceKey(one, name, one == value) for one, name in names.items()]
        options.append(ChoiceKey(NOBODY, _("nobody"), value is None))
    called = said_in(ask.get("label", ask.get("name")), language())
    label = called if rows > 1 else _("%(entry)s of %(name)s", entry=called, name=names[seat])
    return TryCell(f"t.{number}.{seat}", label, kind, _text(value), options, rows)
