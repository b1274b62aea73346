"""Totals by round as a line chart; the template only draws these coordinates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.contract import SeatId
from referee.web.http.rendering import text_width
from referee.web.sheet.score_sheet import axis_label, running_totals
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
    """A chart's space: rounds 0 to ``last``, totals ``low`` to ``high``, leaders on top."""

    width: int
    height: int
    last: int
    low: int
    high: int
    left: int
    right: int
    top: int = 16
    bottom: int = 40
    # The height of one line of text.
    line: int = 24
    low_wins: bool = False

    def x(self, round_: int) -> float:
        return round(self.left + (self.width - self.left - self.right) * round_ / self.last, 1)

    def y(self, total: int) -> float:
        behind = total - self.low if self.low_wins else self.high - total
        return round(
            self.top + (self.height - self.top - self.bottom) * behind / (self.high - self.low), 1
        )


@dataclass(frozen=True)
class TvChartLine:
    """A side's line; ``label`` is the height of its name, ``look`` its colour and dashes."""

    seat: SeatId
    look: int
    name: str
    points: Sequence[tuple[float, float]]
    label: float
    mark: str
    hollow: bool


@dataclass(frozen=True)
class Picture:
    """The lines at one size, and the grid: numbers and rounds with their positions."""

    frame: Frame
    ticks: Sequence[tuple[int, float]]
    rounds: Sequence[tuple[str, float]]
    lines: Sequence[TvChartLine]


@dataclass(frozen=True)
class Chart:
    """The chart at several sizes, of which CSS shows one, and the same totals by round."""

    pictures: Sequence[Picture]
    rows: Sequence[tuple[str, Sequence[int]]]


def chart_of(view: View, *sizes: tuple[int, int]) -> Chart:
    """The chart with a picture at each size."""
    running = running_totals(view)
    rows = [
        (view.round_name(n), [totals[n] for totals in running.values()])
        for n in range(1, view.scene.complete + 1)
    ]
    return Chart([_picture(view, running, *size) for size in sizes], rows)


def _picture(
    view: View, running: Mapping[SeatId, Sequence[int]], width: int, height: int
) -> Picture:
    last = max(view.history.game.info.rounds, view.scene.complete)
    ticks = axis_steps(
        [total for series in running.values() for total in series], max(3, height // 80)
    )
    longest = max(text_width(_end_name(view, seat)) for seat in running)
    left, right = 26 + max(len(str(tick)) for tick in ticks) * 10, 36 + longest * 13
    frame = Frame(width, height, last, ticks[0], ticks[-1], left, right, low_wins=view.low_wins)
    every = -(-last // MOST_LABELS)
    return Picture(
        frame=frame,
        ticks=[(tick, frame.y(tick)) for tick in ticks],
        rounds=[(axis_label(view, n), frame.x(n)) for n in range(1, last + 1) if n % every == 0],
        lines=_lines(view, running, frame),
    )


def axis_steps(values: Sequence[int], wanted: int) -> list[int]:
    """Round numbers at equal steps that cover all values and zero; at most ``wanted`` steps."""
    low, high = min(0, *values), max(1, *values)
    every = (one * 10**power for power in range(9) for one in STEPS)
    step = next(one for one in every if -(-high // one) - low // one <= wanted)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def _lines(view: View, running: Mapping[SeatId, Sequence[int]], frame: Frame) -> list[TvChartLine]:
    places = spread(
        [frame.y(series[-1]) for series in running.values()],
        frame.line,
        frame.top,
        frame.height - frame.bottom,
    )
    return [
        TvChartLine(
            seat=seat,
            look=at % 10 + 1,
            name=_end_name(view, seat),
            points=[(frame.x(n), frame.y(total)) for n, total in enumerate(series)],
            label=places[at],
            mark=MARKS[at % len(MARKS)],
            hollow=at >= len(MARKS),
        )
        for at, (seat, series) in enumerate(running.items())
    ]


def _end_name(view: View, seat: str) -> str:
    """The name at a line's end; a long one is cut, but still tells the sides apart."""
    name = view.side_name(seat)
    return name if text_width(name) <= MOST_NAME else view.short_side_name(seat)


def spread(wanted: Sequence[float], line: float, top: float, bottom: float) -> list[float]:
    """Heights for labels near the wanted ones, ``line`` apart, from ``top`` to ``bottom``."""
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
