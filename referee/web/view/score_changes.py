"""What a correction changes: every number before and after, the cause first, totals next, the result last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel.contract import Line, totals
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


def lines_for(view: View, history: History) -> tuple[Line, ...]:
    """The score sheet of a history as this reader may see it."""
    if history.options.get("entry") != "secret":
        return history.lines
    return history.game.lines(history.game.see(history.state, view.seat))


def cells(view: View, history: History) -> dict[Cell, int]:
    """Points of every round and seat."""
    points: dict[Cell, int] = {}
    for line in lines_for(view, history):
        if line.counts:
            points[line.round, line.seat] = points.get((line.round, line.seat), 0) + line.points
    return points


def corrections(view: View) -> dict[Cell, list[Correction]]:
    """Every number that one of the newest standing corrections changed, and that of the seat whose entry it was, oldest first."""
    found: dict[Cell, list[Correction]] = {}
    retracted = taken_back(view.history.events)
    stand = [event for event in view.history.events if event.type == "amend" and event.seq not in retracted]
    for event in stand[-MOST_CORRECTIONS:]:
        histories = [context.desk().earlier(view.table, view.history, seq) for seq in (event.seq - 1, event.seq)]
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
    return [*_changed_cells(view, after, first), *_changed_totals(view, after), *_changed_result(view, after)]


def _changed_cells(view: View, after: History, first: Cell | None) -> Iterator[Change]:
    old, new = cells(view, view.history), cells(view, after)
    changed = [cell for cell in dict.fromkeys([*old, *new]) if old.get(cell) != new.get(cell)]
    for round_, seat in sorted(changed, key=lambda cell: (cell != first, cell[0])):
        line = next((line for line in lines_for(view, after) if (line.round, line.seat) == (round_, seat) and line.counts), None)
        label = _("%(name)s, %(round)s", name=view.names[seat], round=view.round_name(round_))
        why, clause = (line_sentence(view.speaker, line), line.clause) if line else (None, "")
        yield Change(label, old.get((round_, seat)), new.get((round_, seat), "–"), "cell", why, clause)


def _changed_totals(view: View, after: History) -> Iterator[Change]:
    old, new = totals(view.lines, view.history.seats), totals(lines_for(view, after), after.seats)
    for seat in view.history.seats:
        if old[seat] != new[seat]:
            yield Change(_("%(name)s, total", name=view.names[seat]), old[seat], new[seat], "total")


def _changed_result(view: View, after: History) -> Iterator[Change]:
    old, new = view.result, after.game.result(after.state)
    before, now = _winner(view, old, view.history), _winner(view, new, after)
    if before != now:
        yield Change(_("Winner"), before or "–", now or "–", "result", crown=bool(now))


def _winner(view: View, result: Any, history: History) -> Markup | str:
    if result is None:
        return ""
    points = totals(history.lines, history.seats)
    return Markup(", ").join(Markup("{} {}").format(view.names[seat], points[seat]) for seat in result.winners)
