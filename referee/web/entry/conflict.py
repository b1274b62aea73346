"""An offline entry that another phone overtook: identical ones are accepted, others compared."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Response

from referee.event import Event
from referee.kernel.contract import Move
from referee.kernel.game import find_prompt
from referee.kernel.history import History, Played
from referee.service.draft import Draft
from referee.service.errors import Breaks, Closed, HostMustAllow, Refused
from referee.web.http import rendering
from referee.web.http.parts import Header, Page
from referee.web.http.words import gettext as _
from referee.web.view.access import amend_entry
from referee.web.view.log_words import who
from referee.web.view.pages import capitalized
from referee.web.view.verdict import checked_now
from referee.web.view.view import View
from referee.words import plain_number

from .card_entry import lines_after
from .entry_form import as_before, entries_of

# The reason recorded when the saved entry replaces the other.
OFFLINE = "offline"


@dataclass(frozen=True)
class Side:
    """One of the two entries: whose phone, its state, its cards and its value."""

    name: str
    note: str
    cards: Sequence[str]
    what: str


@dataclass(frozen=True, kw_only=True)
class ConflictPart(Page):
    """Both entries and the question which is right; ``of`` is the number of the recorded one."""

    title: str
    why: str
    sides: Sequence[Side]
    keep: str
    use: str
    of: int


def quicker_entry(view: View, seat: str | None, seen: int, known: Collection[int]) -> Played | None:
    """Another phone's first entry for a seat since ``seen``, if this reader may see it.

    ``known`` are entries the sender's phone made or already matched with one it had saved.
    """
    since = (
        played for played in view.history.played if played.seq > seen and played.seq not in known
    )
    newer = (played for played in since if played.move.seat == seat)
    first = next(newer, None) if seat else None
    event = view.history.event(first.seq) if first else None
    return first if event and not view.hides(event) else None


def settled(view: View, draft: Draft, quicker: Played, key: str, replaces: int) -> bool | Response:
    """Settle a saved entry: True if it equals ``quicker`` or replaces it as decided.

    Returns the question to ask if it could replace that; False if it would be refused there.
    """
    before = as_before(view, quicker)
    entries = entries_of(before, draft)
    move = _legal_move(before, entries)
    if move is None:
        return False
    # If the seat is asked the same again at once (card after card), this may be the next entry.
    # People decide that.
    if _alike(move, quicker.move):
        return not asked_again(quicker)
    if replaces != quicker.seq:
        return _question(view, before, quicker, move)
    try:
        amend_entry(view, view.history.revision, key, OFFLINE, quicker.seq, entries[0])
    except (Breaks, Closed, HostMustAllow, Refused):
        return False
    return True


def asked_again(played: Played) -> bool:
    """Whether a seat gets the same prompt again right after an entry."""
    return (
        find_prompt(played.game.prompts(played.state), played.move.kind, played.move.seat)
        is not None
    )


def _alike(one: Move, other: Move) -> bool:
    return (one.kind, one.seat, _in_order(one.data)) == (
        other.kind,
        other.seat,
        _in_order(other.data),
    )


def _in_order(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: sorted(value) if isinstance(value, tuple) else value for name, value in data.items()
    }


def _question(view: View, before: View, quicker: Played, move: Move) -> Response:
    name, by = view.names[str(move.seat)], view.history.events[quicker.changed - 1].by
    stands, mine = _points(before, quicker.move), _points(before, move)
    differ = None not in (stands, mine) and stands != mine
    other = (
        _("%(name)s’s phone", name=view.names[by])
        if by in view.names
        else capitalized(who(view, by))
    )
    asks = {
        "who": view.names.get(by, who(view, by)),
        "name": name,
        "round": view.round_name(quicker.round),
    }
    model = ConflictPart(
        header=Header(),
        title=_("%(name)s’s cards are already in", name=name),
        why=_(
            "While you were offline, %(who)s entered %(name)s’s %(round)s. Which is right?", **asks
        ),
        sides=[
            Side(other, _("recorded"), quicker.cards, _what(view, quicker.move, stands)),
            Side(_("This phone"), _("saved here"), _cards(move), _what(view, move, mine)),
        ],
        keep=_("Keep %(points)s", points=plain_number(stands or 0))
        if differ
        else _("Keep what is recorded"),
        use=_("Use %(points)s", points=plain_number(mine or 0)) if differ else _("Use mine"),
        of=quicker.seq,
    )
    return rendering.page("entry/conflict.html", model, 409)


def _points(before: View, move: Move) -> int | None:
    lines = lines_after(before, move)
    return sum(line.points for line in lines) if lines else None


def _cards(move: Move) -> tuple[str, ...]:
    return next((value for value in move.data.values() if isinstance(value, tuple)), ())


def _what(view: View, move: Move, points: int | None) -> str:
    number = [plain_number(points)] if points is not None else []
    return view.plain.marks.worth.join([view.kind_name(move.kind), *number])


# An entry of a page that others overtook


def anyway_text(view: View, then: History, entries: Sequence[Event]) -> str:
    """The button to record an entry from history ``then`` anyway, with the same or new points."""
    both = (view, replace(view, history=then))
    moves = [(seen, _legal_move(seen, entries)) for seen in both]
    points, before = (_points(seen, move) if move else None for seen, move in moves)
    if points is None:
        return _("Record anyway")
    number = plain_number(points)
    return (
        _("Record anyway, still %(points)s", points=number)
        if points == before
        else _("Record anyway, now %(points)s", points=number)
    )


def _legal_move(view: View, entries: Sequence[Event]) -> Move | None:
    """The move of a single legal entry; None without one."""
    checked = checked_now(view, entries[0]) if len(entries) == 1 else None
    return checked.move if checked and not checked.objections else None


def overtaking(view: View, seat: str | None, seen: int) -> Played | None:
    """The entry of another phone for a seat since ``seen``, if that seat is asked no more."""
    if seat is None or any(prompt.seat == seat and not prompt.aside for prompt in view.prompts):
        return None
    newer = [
        played for played in view.history.played if played.seq > seen and played.move.seat == seat
    ]
    event = view.history.event(newer[-1].seq) if newer else None
    return newer[-1] if event and not view.hides(event) else None
