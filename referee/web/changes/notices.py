"""Notices: what other phones changed, told once on each phone; what the host is asked; which numbers are marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.kernel.board import Spot
from referee.kernel.frozen import cached_property, replace
from referee.kernel.history import Event, History, Played
from referee.table_events.consent import DECLINED, PROPOSAL, Proposal, move_of
from referee.table_events.unseen import MOST_TOLD
from referee.web.desk.proposals import Outdated
from referee.web.desk.proposals import proposed as would_be
from referee.web.http import context
from referee.web.http.parts import Form, Notice
from referee.web.http.words import gettext as _
from referee.web.view.log_words import clock, reason_text, who
from referee.web.view.page_header import Column
from referee.web.view.score_changes import Cell, Change, cells, compare, moved, moving
from referee.web.view.view import View, capitalized
from referee.words import plain_number

from .before_after import breaks_text, moved_cards

MOST_MARKED, MOST_ASKED = 8, 8


@dataclass(frozen=True)
class TableChange:
    """An event with the table as it was before it and after it; ``move`` is the entry it is about.

    Of a proposal that is how the table would be, and whether it ``stands``: whether it could still be agreed to.
    """

    view: View
    event: Event
    before: History
    after: History
    stands: bool = True

    @cached_property
    def move(self) -> Event | None:
        """The entry it is about, as it stood before or else after it."""
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
        """The entry as it stands before and after."""
        seq = self.move.seq if self.move else 0
        return self.before.find(seq), self.after.find(seq)

    @property
    def cell(self) -> Cell:
        """The number its entry makes, if it makes one."""
        old, new = self.sides
        played = new or old
        return (played.round, played.move.seat or "") if played else (0, "")

    @property
    def hidden(self) -> bool:
        """Whether the entry is still secret to this reader."""
        return self.move is not None and self.view.hides(self.move)

    @cached_property
    def rows(self) -> list[Change]:
        """Every number that it changed; a plain entry that was let stand adds its own and changes none."""
        return [] if self.event.type == "move" else moving(compare(replace(self.view, history=self.before), self.after, self.cell))

    @cached_property
    def clauses(self) -> list[str]:
        """The rules that were let go."""
        played = self.sides[1] if self.event.accept and not self.hidden else None
        spoken = [ruling.clause for ruling in played.rulings if ruling.code in self.event.accept] if played else []
        return [clause for clause in dict.fromkeys(spoken) if clause]

    @property
    def hands(self) -> tuple[Sequence[Spot], Sequence[Spot]]:
        """The cards of the entry before and after, where another answer took its place."""
        old, new = self.sides
        if self.hidden or old is None or new is None or old.move == new.move:
            return (), ()
        return moved_cards(old), moved_cards(new, old)

    @property
    def by(self) -> str:
        """When it was, by whom, who had asked for it, and why."""
        event = self.event
        proposal = event.data["of"] if event.type == DECLINED else event.data.get("proposal", 0)
        why = [reason_text(event.reason)] if event.type != "move" and not self.hidden else []
        return " · ".join(filter(None, [clock(event.at), who(self.view, event.by), *asked_by(self.view, proposal), *why]))

    @cached_property
    def form(self) -> Form | None:
        """Where this phone may answer it, if it is proposed."""
        hidden = {"seen": self.view.history.revision, "key": context.new_key()}
        return Form(self.view.url("changes.answer", seq=self.event.seq), hidden) if self.view.hosts else None

    @property
    def breaks(self) -> str:
        """Which later entry no longer stands after it."""
        return breaks_text(self.view, self.after) if self.after.broken else ""

    @property
    def text(self) -> str:
        """The event in one line."""
        view, event = self.view, self.event
        by, what = capitalized(who(view, event.by)), view.entry_name(self.move) if self.move else ""
        if event.type == PROPOSAL:
            return _("%(who)s asks to correct %(what)s", who=by, what=what)
        if event.type == DECLINED:
            return _("The host did not agree to correct %(what)s", what=what)
        if event.type == "amend":
            agreed = "proposal" in event.data
            return _("The host agreed to correct %(what)s", what=what) if agreed else _("%(who)s corrected %(what)s", who=by, what=what)
        return _taken_back(view, event, by, what) if event.type == "retract" else _let_stand(self, what)

    @property
    def sentence(self) -> str:
        """The event in one line, with the number it is about before and after."""
        old, new = (cells(self.view, history).get(self.cell) for history in (self.before, self.after))
        if old == new or self.event.type == "move":
            return self.text
        return _("%(text)s: %(change)s", text=self.text, change=f"{plain_number(old)}\u00a0→\u00a0{plain_number(new)}")


def asked_by(view: View, proposal: int) -> list[str]:
    """Who had proposed what a host agreed to or declined."""
    asked = view.history.event(proposal)
    return [_("asked by %(who)s", who=who(view, asked.by))] if asked else []


def change_of(view: View, event: Event) -> TableChange:
    """What an event changed."""
    before, after = (context.desk().earlier(view.table.id, view.history, seq) for seq in (event.seq - 1, event.seq))
    return TableChange(view, event, before, after)


def proposed(view: View, proposal: Proposal) -> TableChange:
    """What a correction that waits for the host would change; nothing if its time has passed."""
    now = view.history
    try:
        return TableChange(view, proposal.event, now, would_be(context.desk(), now, proposal))
    except Outdated:
        return TableChange(view, proposal.event, now, now, stands=False)


@dataclass(frozen=True)
class Notices:
    """What is told once on this phone, and what waits for the host; ``unreasoned`` is the proposal that was declined without a reason."""

    changes: Sequence[TableChange]
    asked: Sequence[TableChange]
    more: Sequence[str]
    asked_title: str
    seen: Form | None
    unreasoned: int


def notices(view: View, back: str = "", unreasoned: int = 0) -> Notices | None:
    """What is to be told on this phone and what waits for the host; None if there is nothing."""
    if not view.unseen and not view.proposals:
        return None
    # A proposal that is told now stands below anyway, with its numbers.
    seen = Form(view.url("changes.see"), {"upto": view.history.revision, "back": back or view.url("tables.table")})
    return Notices(
        changes=[change_of(view, event) for event in view.unseen if event.type != PROPOSAL],
        asked=[proposed(view, proposal) for proposal in view.proposals[:MOST_ASKED]],
        more=_more(view),
        asked_title=_("You are asked") if view.hosts else _("The host is asked"),
        seen=seen if view.unseen else None,
        unreasoned=unreasoned,
    )


def _more(view: View) -> list[str]:
    """What of a long list is not shown."""
    left = len(view.proposals) - MOST_ASKED
    older = [_("Older changes are in the log.")] if len(view.unseen) >= MOST_TOLD else []
    return [*older, _("%(n)s more wait behind these.", n=left)] if left > 0 else older


def line(view: View) -> Notice | None:
    """One line above a pad in use: the oldest change, or what the host is asked."""
    href, number = view.url("changes.changes"), len(view.unseen)
    if number:
        first = view.unseen[0]
        change = proposed(view, Proposal(first)) if first.type == PROPOSAL else change_of(view, first)
        more = _(" and %(n)s more", n=number - 1) if 1 < number < MOST_TOLD else _(" and many more") if number > 1 else ""
        return Notice(change.sentence + more, href, _("Show"))
    if view.hosts and view.proposals:
        return Notice(proposed(view, view.proposals[0]).sentence, href, _("Decide"))
    return None


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


def _let_stand(change: TableChange, what: str) -> str:
    clauses, reason = ", ".join(change.clauses), reason_text(change.event.reason)
    if change.hidden or not reason:
        return _("Let stand: %(what)s", what=what)
    if not clauses:
        return _("Let stand: %(what)s, because: %(reason)s", what=what, reason=reason)
    return _("Let stand: %(what)s (%(clause)s), because: %(reason)s", what=what, clause=clauses, reason=reason)


# Marked numbers


def altered(view: View) -> frozenset[Cell]:
    """The numbers of the sheet that the changes still to be told have changed."""
    found: set[Cell] = set()
    for event in view.unseen[-MOST_MARKED:]:
        if event.type in ("amend", "retract"):
            change = change_of(view, event)
            found |= moved(view, change.before, change.after).keys()
    return frozenset(found)


def marked(view: View, columns: Sequence[Column], round_: int) -> list[Column]:
    """The scoreboard with its changed numbers marked; ``round_`` is the one whose points stand beside the totals."""
    if not view.unseen:
        return list(columns)
    changed, complete = altered(view), view.scene.complete
    totals = {seat for number, seat in changed if number <= complete}
    return [replace(column, changed=column.id in totals, gained=(round_, column.id) in changed) for column in columns]
