"""Notifications: what other phones changed, shown once on each phone; and marked numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from referee.event import Event
from referee.kernel.board import Spot
from referee.kernel.history import History, Played
from referee.service.unread import MOST_TOLD, move_of
from referee.web.http import context
from referee.web.http.parts import Form, Notice
from referee.web.http.words import gettext as _
from referee.web.view.log_words import clock, reason_text, who
from referee.web.view.page_header import ScoreColumn
from referee.web.view.pages import capitalized
from referee.web.view.score_changes import (
    Cell,
    NumberChange,
    changed_cells,
    compare,
    points_by_cell,
)
from referee.web.view.view import View
from referee.words import plain_number

from .before_after import moved_cards

MOST_MARKED = 8


@dataclass(frozen=True)
class TableChange:
    """An event with the table before and after it; ``move`` is the entry it is about."""

    view: View
    event: Event
    before: History
    after: History

    @cached_property
    def move(self) -> Event | None:
        """The entry it is about, as it stood before, else after; None if there is none."""
        history = self.view.history
        seq = move_of(history.events, self.event.seq)
        if seq is None:
            return None
        stood = self.before.find(seq) or self.after.find(seq)
        last = history.event(stood.changed if stood else seq)
        assert last is not None
        return replace(last, seq=seq, type="move", data=last.answer)

    @property
    def sides(self) -> tuple[Played | None, Played | None]:
        """The entry before and after; None where it does not stand."""
        seq = self.move.seq if self.move else 0
        return self.before.find(seq), self.after.find(seq)

    @property
    def cell(self) -> Cell:
        """The (round, seat) of the entry's number; (0, "") if it makes none."""
        old, new = self.sides
        played = new or old
        return (played.round, played.move.seat or "") if played else (0, "")

    @property
    def hidden(self) -> bool:
        """Whether the entry is still secret to this reader."""
        return self.move is not None and self.view.hides(self.move)

    @cached_property
    def rows(self) -> list[NumberChange]:
        """The changed numbers; none for an allowed entry, which only adds its own."""
        if self.event.type == "move":
            return []
        changes = compare(replace(self.view, history=self.before), self.after, self.cell)
        return [change for change in changes if not change.stays]

    @cached_property
    def clauses(self) -> list[str]:
        """The rules against which the entry was allowed."""
        played = self.sides[1] if self.event.accept and not self.hidden else None
        rulings = played.rulings if played else ()
        spoken = [ruling.clause for ruling in rulings if ruling.code in self.event.accept]
        return [clause for clause in dict.fromkeys(spoken) if clause]

    @property
    def hands(self) -> tuple[Sequence[Spot], Sequence[Spot]]:
        """The entry's cards before and after, if its answer was replaced."""
        old, new = self.sides
        if self.hidden or old is None or new is None or old.move == new.move:
            return (), ()
        return moved_cards(old), moved_cards(new, old)

    @property
    def by(self) -> str:
        event = self.event
        why = [reason_text(event.reason)] if event.type != "move" and not self.hidden else []
        return " · ".join(filter(None, [clock(event.at), who(self.view, event.by), *why]))

    @property
    def text(self) -> str:
        view, event = self.view, self.event
        by, what = capitalized(who(view, event.by)), view.entry_name(self.move) if self.move else ""
        if event.type == "amend":
            return _("%(who)s corrected %(what)s", who=by, what=what)
        return (
            _undo_text(view, event, by, what)
            if event.type == "retract"
            else _allowed_text(self, what)
        )

    @property
    def sentence(self) -> str:
        """The event in one line, with its number before and after."""
        old, new = (
            points_by_cell(self.view, history).get(self.cell)
            for history in (self.before, self.after)
        )
        if old == new or self.event.type == "move":
            return self.text
        return _(
            "%(text)s: %(change)s",
            text=self.text,
            change=f"{plain_number(old)}\u00a0→\u00a0{plain_number(new)}",
        )


def change_of(view: View, event: Event) -> TableChange:
    """The event with the table before and after it."""
    before, after = (
        context.service().earlier(view.table.id, view.history, seq)
        for seq in (event.seq - 1, event.seq)
    )
    return TableChange(view, event, before, after)


@dataclass(frozen=True)
class Notifications:
    """The notifications on this phone."""

    changes: Sequence[TableChange]
    more: str
    seen: Form


def read_notifications(view: View, back: str = "") -> Notifications | None:
    """The notifications on this phone; None if there are none."""
    if not view.unread_events:
        return None
    hidden = {"upto": view.history.revision, "back": back or view.url("tables.table")}
    return Notifications(
        changes=[change_of(view, event) for event in view.unread_events],
        more=_("Older changes are in the list of entries.")
        if len(view.unread_events) >= MOST_TOLD
        else "",
        seen=Form(view.url("changes.see"), hidden),
    )


def line(view: View) -> Notice | None:
    """One line above a pad in use: the oldest change, and how many more there are."""
    number = len(view.unread_events)
    if not number:
        return None
    more = (
        _(" and %(n)s more", n=number - 1)
        if 1 < number < MOST_TOLD
        else _(" and many more")
        if number > 1
        else ""
    )
    return Notice(
        change_of(view, view.unread_events[0]).sentence + more,
        view.url("changes.changes"),
        _("Show"),
    )


def _undo_text(view: View, event: Event, by: str, what: str) -> str:
    """An undo or redo, of an entry or of its correction."""
    depth, target = 0, event
    while target.type == "retract":
        found = view.history.event(int(target.data["of"]))
        assert found is not None
        depth, target = depth + 1, found
    if target.type == "amend":
        redone = _("%(who)s redid the correction of %(what)s", who=by, what=what)
        return (
            redone
            if depth % 2 == 0
            else _("%(who)s undid the correction of %(what)s", who=by, what=what)
        )
    return (
        _("%(who)s redid %(what)s", who=by, what=what)
        if depth % 2 == 0
        else _("%(who)s undid %(what)s", who=by, what=what)
    )


def _allowed_text(change: TableChange, what: str) -> str:
    clauses, reason = ", ".join(change.clauses), reason_text(change.event.reason)
    if change.hidden or not reason:
        return _("Allowed: %(what)s", what=what)
    if not clauses:
        return _("Allowed: %(what)s. Reason: %(reason)s", what=what, reason=reason)
    return _(
        "Allowed: %(what)s (%(clause)s). Reason: %(reason)s",
        what=what,
        clause=clauses,
        reason=reason,
    )


# Marked numbers


def altered(view: View) -> frozenset[Cell]:
    """The numbers of the sheet changed by the newest unseen corrections and undos."""
    found: set[Cell] = set()
    for event in view.unread_events[-MOST_MARKED:]:
        if event.type in ("amend", "retract"):
            change = change_of(view, event)
            found |= changed_cells(view, change.before, change.after).keys()
    return frozenset(found)


def marked(view: View, columns: Sequence[ScoreColumn], round_: int) -> list[ScoreColumn]:
    """The scoreboard with changed numbers marked; ``round_``'s points stand beside the totals."""
    if not view.unread_events:
        return list(columns)
    changed, complete = altered(view), view.scene.complete
    totals = {seat for number, seat in changed if number <= complete}
    return [
        replace(column, changed=column.id in totals, gained=(round_, column.id) in changed)
        for column in columns
    ]
