"""Notices: what other phones changed, told once on each phone; what the host is asked; which numbers are marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _

from referee.kernel.board import Spot
from referee.kernel.history import Event, History, Played
from referee.table_events.consent import DECLINED, PROPOSAL, Proposal, move_of
from referee.table_events.unseen import MOST_TOLD
from referee.web.desk.proposals import Outdated
from referee.web.desk.proposals import proposed as would_be
from referee.web.http import context
from referee.web.http.parts import Form, Notice
from referee.web.view.log_words import clock, reason_text, who
from referee.web.view.score_changes import Cell, Change, cells, compare
from referee.web.view.scoreboard import Column
from referee.web.view.view import View, leading
from referee.words import plain_number

from .before_after import breaks_text, moved_cards

SCORES = ("amend", "retract")
MOST_MARKED, MOST_ASKED = 8, 8


@dataclass(frozen=True)
class Told:
    """An event with the table as it was before it and after it; ``move`` is the entry it is about."""

    view: View
    event: Event
    before: History
    after: History
    move: Event | None

    @property
    def cell(self) -> Cell | None:
        """The number its entry makes."""
        played = self.played
        return (played.round, played.move.seat) if played and played.move.seat else None

    @property
    def played(self) -> Played | None:
        """The entry as it stands on either side of the event."""
        seq = self.move.seq if self.move else 0
        return self.after.find(seq) or self.before.find(seq)

    @property
    def hidden(self) -> bool:
        """Whether the entry is still secret to this reader."""
        return self.move is not None and self.view.hides(self.move)

    @property
    def numbers(self) -> tuple[int | None, int | None]:
        """The points of its entry before and after."""
        past, cell = replace(self.view, history=self.before), self.cell
        if cell is None:
            return None, None
        return cells(past, self.before).get(cell), cells(past, self.after).get(cell)

    @property
    def rows(self) -> list[Change]:
        """Every number that it changed; a plain entry that was let stand adds its own and changes none."""
        return [] if self.event.type == "move" else compare(replace(self.view, history=self.before), self.after, self.cell)

    @property
    def clauses(self) -> list[str]:
        """The rules that were let go."""
        played = self.after.find(self.move.seq) if self.move and self.event.accept and not self.hidden else None
        spoken = [ruling.clause for ruling in played.rulings if ruling.code in self.event.accept] if played else []
        return [clause for clause in dict.fromkeys(spoken) if clause]


def change_of(view: View, event: Event) -> Told:
    """What an event changed."""
    desk = context.desk()
    before, after = (desk.earlier(view.table, view.history, seq) for seq in (event.seq - 1, event.seq))
    return Told(view, event, before, after, _named(view, before, after, event.seq))


def _named(view: View, before: History, after: History, seq: int) -> Event | None:
    """The entry an event is about, as it stood before or else after it."""
    move = move_of(view.history.events, seq)
    if move is None:
        return None
    stood = before.find(move) or after.find(move)
    last = view.history.event(stood.changed if stood else move)
    assert last is not None
    return replace(last, seq=move, type="move", data=last.answer)


@dataclass(frozen=True)
class Item:
    """One change as the list shows it: by whom and why, the rules let go, the numbers, and the cards before and after."""

    text: str
    by: str
    rows: Sequence[Change]
    clauses: Sequence[str] = ()
    was: Sequence[Spot] = ()
    now: Sequence[Spot] = ()


@dataclass(frozen=True, kw_only=True)
class AskedItem(Item):
    """A correction that waits for the host; ``action`` where this phone may answer, ``error`` what is wrong with its answer."""

    seq: int
    outdated: bool
    note: str
    action: str | None
    hidden: dict[str, object]
    error: str = ""


@dataclass(frozen=True)
class Notices:
    """What is told once on this phone, and what waits for the host."""

    told: Sequence[Item]
    asked: Sequence[AskedItem]
    more: Sequence[str]
    asked_title: str
    seen: Form | None


def notices(view: View, back: str = "") -> Notices | None:
    """What is to be told on this phone and what waits for the host; None if there is nothing."""
    if not view.unseen and not view.proposals:
        return None
    # A proposal that is told now stands below anyway, with its numbers.
    seen = Form(view.url("changes.see"), {"upto": view.history.revision, "back": back or view.url("tables.table")})
    return Notices(
        told=[_item(change_of(view, event)) for event in view.unseen if event.type != PROPOSAL],
        asked=[proposed(view, proposal) for proposal in view.proposals[:MOST_ASKED]],
        more=_more(view),
        asked_title=_("You are asked") if view.hosts else _("The host is asked"),
        seen=seen if view.unseen else None,
    )


def _more(view: View) -> list[str]:
    """What of a long list is not shown."""
    left = len(view.proposals) - MOST_ASKED
    told = [_("Older changes are in the log.")] if len(view.unseen) >= MOST_TOLD else []
    return [*told, _("%(n)s more wait behind these.", n=left)] if left > 0 else told


def line(view: View) -> Notice | None:
    """One line above a pad in use: the oldest change, or what the host is asked."""
    href, number = view.url("changes.changes"), len(view.unseen)
    if number:
        more = _(" and %(n)s more", n=number - 1) if 1 < number < MOST_TOLD else _(" and many more") if number > 1 else ""
        return Notice(sentence(_told(view, view.unseen[0])) + more, href, _("Show"))
    if view.hosts and view.proposals:
        return Notice(sentence(_proposed(view, view.proposals[0])[0]), href, _("Decide"))
    return None


def _item(told: Told) -> Item:
    event, asked = told.event, _asked(told)
    by = [clock(event.at), who(told.view, event.by)]
    by += [_("asked by %(who)s", who=who(told.view, asked.by))] if asked else []
    by += [reason_text(event.reason)] if event.reason and event.type != "move" and not told.hidden else []
    return Item(said(told), " · ".join(filter(None, by)), told.rows, told.clauses, *_hands(told))


def _hands(told: Told) -> tuple[Sequence[Spot], Sequence[Spot]]:
    """The cards of the entry before and after, where another answer took its place."""
    seq = told.move.seq if told.move else 0
    old, new = told.before.find(seq), told.after.find(seq)
    if told.hidden or old is None or new is None or old.move == new.move:
        return (), ()
    return moved_cards(old), moved_cards(new, old)


def _asked(told: Told) -> Event | None:
    """The proposal that a correction or a refusal of it answers."""
    event = told.event
    seq = event.data.get("proposal") if event.type == "amend" else event.data.get("of") if event.type == DECLINED else None
    return told.view.history.event(seq) if isinstance(seq, int) else None


def _told(view: View, event: Event) -> Told:
    """What an event changed, or would change if it is a proposal."""
    return _proposed(view, Proposal(event))[0] if event.type == PROPOSAL else change_of(view, event)


def proposed(view: View, proposal: Proposal) -> AskedItem:
    """A correction that waits for the host: what it would change, or that its time has passed."""
    event = proposal.event
    told, stands = _proposed(view, proposal)
    by = [clock(event.at), who(view, event.by), reason_text(event.reason)]
    was, now = _hands(told)
    return AskedItem(
        text=said(told),
        by=" · ".join(filter(None, by)),
        rows=told.rows if stands else [],
        was=was,
        now=now,
        seq=event.seq,
        outdated=not stands,
        note=breaks_text(view, told.after) if told.after.broken else "",
        action=view.url("changes.answer", seq=event.seq) if view.hosts else None,
        hidden={"seen": view.history.revision, "key": context.new_key()},
    )


def _proposed(view: View, proposal: Proposal) -> tuple[Told, bool]:
    """A proposal with the table as it would be, and whether it could still be agreed to."""
    now, event = view.history, proposal.event
    try:
        after = would_be(context.desk(), now, proposal)
    except Outdated:
        return Told(view, event, now, now, _named(view, now, now, event.seq)), False
    return Told(view, event, now, after, _named(view, now, now, event.seq)), True


def sentence(told: Told) -> str:
    """An event in one line, with the number it is about before and after."""
    old, new = told.numbers
    text = said(told)
    if old == new or told.event.type == "move":
        return text
    return _("%(text)s: %(change)s", text=text, change=f"{_number(old)}\u00a0→\u00a0{_number(new)}")


def said(told: Told) -> str:
    """An event in one line."""
    view, event = told.view, told.event
    by, what = leading(who(view, event.by)), view.entry_name(told.move) if told.move else ""
    if event.type == PROPOSAL:
        return _("%(who)s asks to correct %(what)s", who=by, what=what)
    if event.type == DECLINED:
        return _("The host did not agree to correct %(what)s", what=what)
    if event.type == "amend":
        agreed = "proposal" in event.data
        return _("The host agreed to correct %(what)s", what=what) if agreed else _("%(who)s corrected %(what)s", who=by, what=what)
    if event.type == "retract":
        return _taken_back(view, event, by, what)
    return _let_stand(told, what)


def _taken_back(view: View, event: Event, by: str, what: str) -> str:
    """An undo, or the undo of an undo, of an entry or of a correction of it."""
    depth, target = 0, event
    while target.type == "retract":
        found = view.history.event(int(target.data["of"]))
        assert found is not None
        depth, target = depth + 1, found
    if target.type == "amend":
        redone = _("%(who)s put back the correction of %(what)s", who=by, what=what)
        return redone if depth % 2 == 0 else _("%(who)s took back the correction of %(what)s", who=by, what=what)
    return _("%(who)s put back %(what)s", who=by, what=what) if depth % 2 == 0 else _("%(who)s took back %(what)s", who=by, what=what)


def _let_stand(told: Told, what: str) -> str:
    clauses, reason = ", ".join(told.clauses), reason_text(told.event.reason)
    if told.hidden or not reason:
        return _("Let stand: %(what)s", what=what)
    if not clauses:
        return _("Let stand: %(what)s, because: %(reason)s", what=what, reason=reason)
    return _("Let stand: %(what)s (%(clause)s), because: %(reason)s", what=what, clause=clauses, reason=reason)


def _number(points: int | None) -> str:
    return "–" if points is None else plain_number(points)


# Marked numbers


def altered(view: View) -> frozenset[Cell]:
    """The numbers of the sheet that the changes still to be told have changed."""
    found: set[Cell] = set()
    for event in view.unseen[-MOST_MARKED:]:
        if event.type in SCORES:
            told = change_of(view, event)
            old, new = (cells(view, history) for history in (told.before, told.after))
            found |= {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}
    return frozenset(found)


def marked(view: View, columns: Sequence[Column], round_: int) -> list[Column]:
    """The scoreboard with its changed numbers marked; ``round_`` is the one whose points stand beside the totals."""
    changed, complete = altered(view) if view.unseen else frozenset(), view.scene.complete
    moved = {seat for number, seat in changed if number <= complete} if changed else set()
    return [replace(column, changed=column.id in moved, gained=(round_, column.id) in changed) for column in columns]
