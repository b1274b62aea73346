"""The changes a correction makes: scores before and after, then totals, then the result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.event import Event
from referee.kernel.history import History, Played, all_undone
from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.words import plain_number

from .view import View

Cell = tuple[int, str]
MOST_CORRECTIONS = 40  # Most corrections marked on the sheet; older ones are only in the log


@dataclass(frozen=True)
class Correction:
    """A number before and after a correction; the corrected seat's own even if unchanged."""

    old: int | None
    new: int | None
    event: Event
    was: Played | None
    now: Played | None

    @property
    def moved(self) -> bool:
        return self.old != self.new


def points_by_cell(view: View, history: History) -> dict[Cell, int]:
    """Return points by round and seat in a history, as the reader may see it."""
    scored = replace(view, history=history).sight.scored
    return {cell: sum(line.points for line in lines) for cell, lines in scored.items()}


def changed_cells(
    view: View, before: History, after: History
) -> dict[Cell, tuple[int | None, int | None]]:
    """Return the numbers that differ between two histories, as (before, after)."""
    old, new = points_by_cell(view, before), points_by_cell(view, after)
    return {
        cell: (old.get(cell), new.get(cell))
        for cell in dict.fromkeys([*old, *new])
        if old.get(cell) != new.get(cell)
    }


def corrections(view: View) -> dict[Cell, list[Correction]]:
    """Return current corrections by cell, oldest first, for changed cells and the entry's own."""
    found: dict[Cell, list[Correction]] = {}
    retracted = all_undone(view.history.events)
    amends = [event for event in view.history.events if event.type == "amend"]
    stand = [event for event in amends if event.seq not in retracted]
    for event in stand[-MOST_CORRECTIONS:]:
        for cell, correction in _corrected(view, event):
            found.setdefault(cell, []).append(correction)
    return found


def _corrected(view: View, event: Event) -> Iterator[tuple[Cell, Correction]]:
    histories = [
        context.service().earlier(view.table.id, view.history, seq)
        for seq in (event.seq - 1, event.seq)
    ]
    was, now = (history.find(int(event.data["of"])) for history in histories)
    before, after = (points_by_cell(view, history) for history in histories)
    own = (was.round, view.head(was.move.seat or "")) if was and not view.hides(event) else None
    for cell in after:
        if before.get(cell) != after[cell] or cell == own:
            yield cell, Correction(before.get(cell), after[cell], event, was, now)


def last_number(changed: Sequence[Correction]) -> int | None:
    """Return the number before the last correction that changed it, or None."""
    return next((correction.old for correction in reversed(changed) if correction.moved), None)


@dataclass(frozen=True)
class NumberChange:
    """A number before and after; `kind`: own (of the corrected entry), cell, total or lead."""

    label: str
    old: int | str | None
    new: int | str
    kind: str
    seat: str = ""
    why: str | None = None
    clause: str = ""
    crown: bool = False

    @property
    def stays(self) -> bool:
        return self.old == self.new


def compare(view: View, after: History, first: Cell | None = None) -> list[NumberChange]:
    """Return all changed numbers and the lead; the corrected cell `first` even if unchanged."""
    was, now = replace(view, so_far=True), replace(view, history=after, so_far=True)
    first = first and (first[0], view.head(first[1]))
    return [*_cells(was, now, first), *_totals(was, now), *_lead(was, now)]


def _cells(was: View, now: View, first: Cell | None) -> Iterator[NumberChange]:
    old, new = points_by_cell(was, was.history), points_by_cell(now, now.history)
    own = [first] if first and (first in old or first in new) else []
    others = sorted(
        (cell for cell in changed_cells(was, was.history, now.history) if cell != first),
        key=lambda cell: cell[0],
    )
    for cell in (*own, *others):
        line = next(iter(now.sight.scored.get(cell, ())), None)
        label = _("%(name)s, %(round)s", name=was.side_name(cell[1]), round=was.round_name(cell[0]))
        why, clause = (was.line_text(was.translator, line), line.clause) if line else (None, "")
        yield NumberChange(
            label,
            old.get(cell),
            new.get(cell, "–"),
            "own" if cell == first else "cell",
            cell[1],
            why,
            clause,
        )


def _totals(was: View, now: View) -> Iterator[NumberChange]:
    before, after = was.totals, now.totals
    for seat in was.heads:
        if before[seat] != after[seat]:
            label = _("%(name)s, total", name=was.side_name(seat))
            yield NumberChange(label, before[seat], after[seat], "total", seat)


def _lead(was: View, now: View) -> Iterator[NumberChange]:
    """Who leads or has won; with the same seats, the old number is not shown."""
    before, after = _ahead(was), _ahead(now)
    if not before and not after:
        return
    label = _("Who wins") if now.result else _("Who leads")
    same = before == after and bool(was.result) == bool(now.result)
    new = _with_number(now, after) or _("nobody")
    yield NumberChange(
        label,
        new if same else _with_number(was, before) or _("nobody"),
        new,
        "lead",
        crown=bool(after),
    )


def _ahead(view: View) -> tuple[str, ...]:
    return (
        view.result.winners
        if view.result
        else tuple(seat for seat in view.history.seats if seat in view.leaders)
    )


def _with_number(view: View, seats: Sequence[str]) -> str:
    if not seats:
        return ""
    shown = view.scene.shown.get(seats[0])
    number = plain_number(shown.value if shown else view.totals[seats[0]])
    return _(
        "%(names)s, %(n)s",
        names=view.plain.marks.between.join(map(view.side_name, view.heads_of(seats))),
        n=number,
    )
