"""Who plays: one line a player, in seating order; a line without a name is *Player 2*."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import request

from referee.store.symbols import INKS, SHAPES, Sign, free_sign
from referee.store.values import PersonRow, TableRow
from referee.web.http import context
from referee.web.http.security import whole
from referee.web.http.words import gettext as _
from referee.web.people.naming import name_key, shown_names, tidy


@dataclass(frozen=True)
class PlayerLine:
    """A player's line, maybe empty; ``chosen`` if the symbol was tapped, ``error`` on the name."""

    name: str = ""
    sign: Sign | None = None
    chosen: bool = False
    error: str = ""


def typed_lines(most: int) -> list[PlayerLine]:
    """The lines of the form, at most ``most``."""
    return [
        _typed(at, name) for at, name in enumerate(shown_names(request.form.getlist("name"))[:most])
    ]


def _typed(at: int, name: str) -> PlayerLine:
    """A line of the form; a symbol still as the page drew it was not chosen."""
    inks, drawn = (request.form.getlist(part)[at : at + 1] for part in ("ink", "drawn"))
    shape, ink = request.form.get(f"shape-{at}", ""), next(iter(inks), "")
    sign = Sign(shape, ink) if shape in SHAPES and ink in INKS else None
    return PlayerLine(name, sign, sign is not None and [str(sign)] != drawn)


def player(at: int) -> str:
    """The default name of the player at place ``at``, from 0."""
    return _("Player %(n)s", n=at + 1)


def is_unnamed(name: str, most: int) -> bool:
    """Whether this is a default name."""
    return name in {player(at) for at in range(most)}


def called(lines: Sequence[PlayerLine]) -> list[PlayerLine]:
    """The lines, with default names that are still free where none was typed."""
    taken = {name_key(line.name) for line in lines if line.name}
    found = []
    for at, line in enumerate(lines):
        name = line.name or next(
            free for place in itertools.count(at) if name_key(free := player(place)) not in taken
        )
        taken.add(name_key(name))
        found.append(replace(line, name=name))
    return found


def line_count(lines: Sequence[PlayerLine], least: int, most: int) -> int:
    """The form's number of players within the game's limits, else the number of names."""
    asked = whole(request.form.get("players", ""), 0)
    return min(max(asked, least), most) if asked else sum(bool(line.name) for line in lines)


def rearranged(lines: Sequence[PlayerLine], step: str, most: int) -> list[PlayerLine]:
    """The lines after a tap: ``up-2``, ``down-0``, ``drop-1``, ``seat-Ann``; else unchanged."""
    order = list(lines)
    verb, _dash, rest = step.partition("-")
    at = whole(rest, -1)
    if verb == "seat":
        _seat(order, tidy(rest))
    elif verb == "drop" and 0 <= at < len(order):
        del order[at]
    elif verb in ("up", "down"):
        other = at - 1 if verb == "up" else at + 1
        if 0 <= at < len(order) and 0 <= other < len(order):
            order[at], order[other] = order[other], order[at]
    return order[:most]


def _seat(order: list[PlayerLine], name: str) -> None:
    """Put a player on the first line without a name, or on one more."""
    if name and name not in (line.name for line in order):
        free = next((place for place, line in enumerate(order) if not line.name), len(order))
        order[free : free + 1] = [PlayerLine(name)]


def new_seat_of(seat: str, before: Sequence[PlayerLine], after: Sequence[PlayerLine]) -> str:
    """The new seat of the player who had ``seat`` before; empty if that player left."""
    at = whole(seat[1:], 0) - 1
    name = before[at].name if 0 <= at < len(before) else ""
    return next(
        (f"s{place + 1}" for place, line in enumerate(after) if name and line.name == name), ""
    )


def with_signs(
    lines: Sequence[PlayerLine], known: Sequence[PersonRow], most: int
) -> list[PlayerLine]:
    """All possible lines, each with a symbol: the chosen, the person's known, or a free one."""
    own = {name_key(person.name): person.sign for person in known}
    shown = [*lines, *[PlayerLine()] * (most - len(lines))]
    signs = [_sign_of(line, own) for line in shown]
    others = [person.sign for person in known]
    for at, sign in enumerate(signs):
        signs[at] = sign or _unlike(list(filter(None, signs)), others)
    return [replace(line, sign=sign) for line, sign in zip(shown, signs, strict=True)]


def _sign_of(line: PlayerLine, own: Mapping[str, Sign]) -> Sign | None:
    """The chosen symbol, the person's known one, or the one drawn so far."""
    if not line.name:
        return None
    if line.chosen and line.sign:
        return line.sign
    return own.get(name_key(line.name)) or line.sign


def _unlike(taken: Sequence[Sign], others: Sequence[Sign]) -> Sign:
    """A symbol of free shape and ink, if any are left; given a choice, new to the group too."""
    shapes, inks = ({getattr(sign, part) for sign in taken} for part in ("shape", "ink"))
    fresh = free_sign((*taken, *others))
    left = (
        [shape for shape in SHAPES if shape not in shapes],
        [ink for ink in INKS if ink not in inks],
    )
    shape = fresh.shape if fresh.shape not in shapes else left[0][0]
    ink = fresh.ink if fresh.ink not in inks or not left[1] else left[1][0]
    return Sign(shape, ink)


def keep_signs(table: TableRow, lines: Iterable[PlayerLine], known: Sequence[PersonRow]) -> None:
    """Save the symbols: chosen ones for everybody, those the page drew for new people."""
    before = {person.id for person in known}
    for line, seat in zip(lines, context.store().seats(table.id), strict=True):
        if (
            line.sign
            and seat.person_id is not None
            and (line.chosen or seat.person_id not in before)
            and line.sign != seat.sign
        ):
            context.store().choose_sign(table.group_id, seat.person_id, line.sign)
