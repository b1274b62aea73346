"""What a correction changes: every number before and after, the cause first, totals next, the result last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel.contract import totals
from referee.kernel.frozen import replace
from referee.kernel.history import Event, History, Played, taken_back
from referee.web.http import context
from referee.words import line_sentence

from .view import View

Cell = tuple[int, str]
MOST_CORRECTIONS = 40
"""How many corrections the sheet tells of; what is older stands in the log alone."""


@dataclass(frozen=True)
class Correction:
    """A correction as one number shows it: the number before and after, and the entry as it ``was`` and ``now`` is.

    The number of the corrected seat itself has it even where it stays what it was.
    """

    old: int | None
    new: int | None
    event: Event
    was: Played | None
    now: Played | None

    @property
    def moved(self) -> bool:
        """Whether the number became another one."""
        return self.old != self.new


def cells(view: View, history: History) -> dict[Cell, int]:
    """Points of every round and seat in a history, as this reader may see it."""
    scored = replace(view, history=history).scored
    return {cell: sum(line.points for line in lines) for cell, lines in scored.items()}


def moved(view: View, before: History, after: History) -> dict[Cell, tuple[int | None, int | None]]:
    """Every number that is another one in another history: by it, and by the other."""
    old, new = cells(view, before), cells(view, after)
    return {cell: (old.get(cell), new.get(cell)) for cell in dict.fromkeys([*old, *new]) if old.get(cell) != new.get(cell)}


def corrections(view: View) -> dict[Cell, list[Correction]]:
    """Every number that one of the newest standing corrections changed, and that of the seat whose entry it was, oldest first."""
    found: dict[Cell, list[Correction]] = {}
    retracted = taken_back(view.history.events)
    stand = [event for event in view.history.events if event.type == "amend" and event.seq not in retracted]
    for event in stand[-MOST_CORRECTIONS:]:
        histories = [context.desk().earlier(view.table.id, view.history, seq) for seq in (event.seq - 1, event.seq)]
        was, now = (history.find(int(event.data["of"])) for history in histories)
        before, after = (cells(view, history) for history in histories)
        own = (was.round, was.move.seat) if was and not view.hides(event) else None
        for cell in after:
            if before.get(cell) != after[cell] or cell == own:
                found.setdefault(cell, []).append(Correction(before.get(cell), after[cell], event, was, now))
    return found


def last_number(changed: Sequence[Correction]) -> int | None:
    """What a number was before the newest correction that moved it."""
    return next((correction.old for correction in reversed(changed) if correction.moved), None)


@dataclass(frozen=True)
class Change:
    """A number, total or result that becomes another, with the reason of the new one; ``kind`` is cell, total or result."""

    label: str
    old: int | str | None
    new: int | str
    kind: str
    why: str | None = None
    clause: str = ""
    crown: bool = False


def compare(view: View, after: History, first: Cell | None = None) -> list[Change]:
    """Everything that would change; ``first`` is the corrected cell itself."""
    return list(_changed(view, replace(view, history=after), first))


def _changed(was: View, now: View, first: Cell | None) -> Iterator[Change]:
    changed = moved(was, was.history, now.history)
    for cell in sorted(changed, key=lambda cell: (cell != first, cell[0])):
        line = next(iter(now.scored.get(cell, ())), None)
        label = _("%(name)s, %(round)s", name=was.names[cell[1]], round=was.round_name(cell[0]))
        why, clause = (line_sentence(was.speaker, line), line.clause) if line else (None, "")
        old, new = changed[cell]
        yield Change(label, old, "–" if new is None else new, "cell", why, clause)
    before, after = (totals(view.lines, view.history.seats) for view in (was, now))
    for seat in was.history.seats:
        if before[seat] != after[seat]:
            yield Change(_("%(name)s, total", name=was.names[seat]), before[seat], after[seat], "total")
    if (lost := _winner(was)) != (won := _winner(now)):
        yield Change(_("Winner"), lost or "–", won or "–", "result", crown=bool(won))


def _winner(view: View) -> Markup | str:
    points = totals(view.history.lines, view.history.seats)
    return Markup(", ").join(Markup("{} {}").format(view.names[seat], points[seat]) for seat in view.result.winners) if view.result else ""
