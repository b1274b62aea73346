"""One round of a sheet under way with invented players: what each of them would score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.contract import totals
from referee.kernel.game import Seats

from .draft import Draft
from .game import own
from .kinds import TABLE, TEAM
from .part import BadSheet, SheetFault
from .playing import scored, sides_of
from .reading import read_sheet
from .sheet import FORMAT, MOST_PLAYERS, SheetEntry
from .values import NoValue, Value

FEWEST, ROUND = 2, 5
"""As many players as are invented if a sheet does not ask for teams, in a round amid a game."""
_KEPT = ("name", "type", "per", "of")
_SCORING = ("teams", "let", "points")


@dataclass(frozen=True)
class Tryout:
    """The points of each seat; none where a formula cannot be read, or not be counted.

    ``uncounted`` is the fault that only these entries show.
    """

    seats: Sequence[str]
    points: Mapping[str, int]
    faults: Sequence[SheetFault] = ()
    uncounted: SheetFault | None = None


def seats_of(told: Draft) -> tuple[str, ...]:
    """The invented players: two, or as many as teams need."""
    least = told.get("players", [FEWEST])[0] if told.get("teams") else FEWEST
    return tuple(f"s{at + 1}" for at in range(min(max(least, FEWEST), MOST_PLAYERS)))


def first_values(told: Draft, seats: Sequence[str]) -> dict[str, dict[str, Value]]:
    """What the invented players have entered at first: not all the same, not all alike."""
    found: dict[str, dict[str, Value]] = {}
    for number, ask in enumerate(told.get("ask", ())):
        kind = ask.get("type", "number")
        found[str(ask.get("name"))] = {
            seat: (at == 0)
            if kind == "yes"
            else seats[0]
            if kind == "who"
            else max(0, 2 - at + 2 * number * min(at, 1))
            for at, seat in enumerate(seats)
        }
    return found


def tried_once(told: Draft, values: Mapping[str, Mapping[str, Value]]) -> Tryout:
    """What a round with these entries would score, as far as the sheet can be read."""
    seats = seats_of(told)
    bare: dict[str, Any] = {
        "format": FORMAT,
        "name": "–",
        "players": [len(seats), len(seats)],
        "ask": [_bare(ask) for ask in told.get("ask", ())],
    }
    try:
        sheet = read_sheet(bare | {key: told[key] for key in _SCORING if key in told})
    except BadSheet as bad:
        return Tryout(seats, {}, bad.faults)
    game = own(sheet)
    state = game.setup(seats, {"dealer": seats[0]})
    sides = sides_of(sheet, seats)
    entries = {ask.name: _shared(ask, sides, values) for ask in sheet.asks}
    try:
        lines = [*scored(replace(state, round=ROUND), entries)]
    except NoValue as none:
        params = {"round": ROUND, **none.params}
        return Tryout(seats, {}, uncounted=SheetFault(none.code, ("points",), params))
    gained = totals(lines, seats)
    return Tryout(
        seats, {seat: sum(gained[one] for one in side) for side in sides for seat in side}
    )


def _bare(ask: Draft) -> Draft:
    """An entry without what only matters when it is entered."""
    return {key: ask[key] for key in _KEPT if key in ask}


def _shared(
    ask: SheetEntry, sides: Sequence[Seats], values: Mapping[str, Mapping[str, Value]]
) -> dict[str, Value]:
    """The values of an entry by seat; what a team or the table tells stands for all of them."""
    told = values.get(ask.name, {})
    empty: Value = None if ask.type == "who" else False if ask.type == "yes" else 0
    teller = {seat: side[0] if ask.per == TEAM else seat for side in sides for seat in side}
    return {
        seat: told.get(sides[0][0] if ask.per == TABLE else teller[seat], empty) for seat in teller
    }
