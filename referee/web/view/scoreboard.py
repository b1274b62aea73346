"""The scoreboard: one column per seat, with its number and whether it is awaited."""

from __future__ import annotations

from dataclasses import dataclass

from .view import View


@dataclass(frozen=True)
class Column:
    """One seat: its number and what that counts, its points of the round, and whether it is awaited, leads or deals.

    ``changed`` and ``gained`` mark the total and the points that another phone has changed.
    """

    id: str
    name: str
    short: str
    total: int
    unit: str
    plus: int | None
    state: str
    leads: bool
    dealer: bool
    href: str
    current: bool
    changed: bool = False
    gained: bool = False


def scoreboard(view: View, current: str | None, explained: bool = False) -> list[Column]:
    """One column per seat."""
    shown = view.scene.complete if explained else view.scene.complete + 1
    entering = view.scene.complete + 1
    hidden = view.unrevealed
    together = len(view.awaited) > 1 or any(prompt.form in ("pad", "row") or prompt.secret for prompt in view.prompts)
    busy = together and (any(line.round == entering for line in view.lines) or set(view.awaited) < {*view.history.seats})
    return [
        Column(
            id=seat,
            name=view.names[seat],
            short=view.short_names[seat],
            total=view.scene.shown[seat].value if seat in view.scene.shown else view.totals[seat],
            unit=_unit(view, seat),
            plus=view.points(shown, seat) if explained or (view.result is None and not hidden) else None,
            state="" if explained or view.over else _state(view, seat, current, busy),
            leads=seat in view.leaders,
            dealer=seat == view.scene.dealer,
            href=view.url("tables.table", seat=seat),
            current=not explained and seat == current,
        )
        for seat in view.history.seats
    ]


def _unit(view: View, seat: str) -> str:
    """What the number counts that a seat is shown with instead of its total."""
    found = view.scene.shown.get(seat)
    return view.speaker.say(f"say.{found.unit.code}", found.unit.params) if found and found.unit else ""


def _state(view: View, seat: str, current: str | None, busy: bool) -> str:
    if seat == current:
        return "entering"
    if seat in view.awaited or None in view.awaited:
        return "waiting" if seat in view.awaited else ""
    if any(prompt.seat == seat and prompt.kind in asked_kinds(view) for prompt in view.prompts):
        return ""
    return "ready" if busy and _has_answered(view, seat) else ""


def _has_answered(view: View, seat: str) -> bool:
    """Whether a seat has given in this round what others are asked for, or made one of the things everybody makes."""
    wanted = asked_kinds(view) | {slot.name for slot in view.history.game.info.slots}
    newest = (played for played in reversed(view.history.played) if played.move.seat == seat)
    last = next((played for played in newest if played.move.kind in wanted), None)
    return last is not None and last.round == view.scene.round


def asked_kinds(view: View) -> set[str]:
    """The kinds of answers waited for; whoever may give one of these later, in turn, has not entered yet."""
    return {prompt.kind for prompt in view.prompts if not prompt.aside}
