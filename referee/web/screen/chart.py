"""The totals over the rounds as a line chart: all coordinates are worked out here, the template only draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from referee.kernel.contract import SeatId
from referee.web.http.text_width import text_width
from referee.web.view.view import View

MOST_NAME = 9
MOST_LABELS = 8
STEPS = (1, 2, 5)
MARKS = (
    "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "M-5.5 -5.5h11v11h-11z",
    "M0 -7.5L7 5.5h-14z",
    "M0 -8L7 0L0 8L-7 0z",
    "M0 7.5L7 -5.5h-14z",
)


@dataclass(frozen=True)
class Frame:
    """The space of a chart in its own units: where the rounds from 0 to ``last`` and the totals ``low`` to ``high`` lie.

    Whoever leads is on top, also where the lowest total wins.
    """

    width: int
    height: int
    last: int
    low: int
    high: int
    left: int
    right: int
    top: int = 16
    bottom: int = 40
    line: int = 24
    """The height of one line of text."""
    low_wins: bool = False

    def x(self, round_: int) -> float:
        """Where a round is."""
        return round(self.left + (self.width - self.left - self.right) * round_ / self.last, 1)

    def y(self, total: int) -> float:
        """Where a total is."""
        behind = total - self.low if self.low_wins else self.high - total
        return round(self.top + (self.height - self.top - self.bottom) * behind / (self.high - self.low), 1)


def chart_of(view: View, *sizes: tuple[int, int]) -> dict[str, Any]:
    """A picture in each of the sizes, of which the style sheet shows the one that fits, and the same numbers as rows of a table."""
    running = running_totals(view)
    rows = [
        {"name": view.round_name(n), "totals": [running[seat][n] for seat in view.history.seats]} for n in range(1, view.scene.complete + 1)
    ]
    return {"pictures": [_picture(view, running, *size) for size in sizes], "rows": rows}


def _picture(view: View, running: Mapping[SeatId, Sequence[int]], width: int, height: int) -> dict[str, Any]:
    """Lines with a name at the end of each, and the grid behind them."""
    last = max(view.history.game.info.rounds, view.scene.complete)
    ticks = steps([total for series in running.values() for total in series], max(3, height // 80))
    longest = max(text_width(_end_name(view, seat)) for seat in running)
    left, right = 26 + max(len(str(tick)) for tick in ticks) * 10, 36 + longest * 11
    frame = Frame(width, height, last, ticks[0], ticks[-1], left, right, low_wins=view.low_wins)
    every = -(-last // MOST_LABELS)
    return {
        "frame": frame,
        "ticks": [{"n": tick, "y": frame.y(tick), "zero": tick == 0} for tick in ticks],
        "rounds": [{"label": view.round_label(n), "x": frame.x(n)} for n in range(1, last + 1) if n % every == 0],
        "lines": _lines(view, running, frame),
    }


def running_totals(view: View) -> dict[SeatId, list[int]]:
    """Every seat's total before the first round and after each complete one."""
    rounds = range(1, view.scene.complete + 1)
    return {seat: [*accumulate((view.points(n, seat) or 0 for n in rounds), initial=0)] for seat in view.history.seats}


def steps(values: Sequence[int], wanted: int) -> list[int]:
    """Round numbers at equal distances that take in all values and zero; at most ``wanted`` distances."""
    low, high = min(0, *values), max(1, *values)
    step = next(one * 10**power for power in range(9) for one in STEPS if _spread(low, high, one * 10**power) <= wanted)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def _spread(low: int, high: int, step: int) -> int:
    return -(-high // step) - low // step


def _lines(view: View, running: Mapping[SeatId, Sequence[int]], frame: Frame) -> list[dict[str, Any]]:
    places = spread([frame.y(series[-1]) for series in running.values()], frame.line, frame.top, frame.height - frame.bottom)
    return [
        {
            "seat": seat,
            "look": at % 10 + 1,
            "name": _end_name(view, seat),
            "points": [{"x": frame.x(n), "y": frame.y(total)} for n, total in enumerate(series)],
            "label": places[at],
            "mark": MARKS[at % len(MARKS)],
            "hollow": at >= len(MARKS),
        }
        for at, (seat, series) in enumerate(running.items())
    ]


def _end_name(view: View, seat: str) -> str:
    """A name for the end of a line; a long one is its beginning that tells the seats apart."""
    name = view.names[seat]
    return name if text_width(name) <= MOST_NAME else view.short_names[seat]


def spread(wanted: Sequence[float], line: float, top: float, bottom: float) -> list[float]:
    """Heights for labels as near to the wanted ones as may be, a line apart, between ``top`` and ``bottom``."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    found = list(wanted)
    least = top
    for at in order:
        found[at] = least = max(found[at], least)
        least += line
    most = bottom
    for at in reversed(order):
        found[at] = most = min(found[at], most)
        most -= line
    return [round(place, 1) for place in found]
