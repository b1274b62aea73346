"""How it went: each player's line in their ink, ending in symbol and total."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from referee.kernel.contract import SeatId
from referee.store.symbols import Sign
from referee.web.http.words import gettext as _
from referee.web.sheet.score_sheet import axis_label, running_totals
from referee.web.tv.chart import Frame, axis_steps, spread
from referee.web.view.view import View
from referee.words import plain_number

from .decided import changes_of_lead

MOST_LABELS, GRID = 8, 3
# From CROWD seats on, only the FOREMOST and the reader's own seat have their ink.
CROWD, FOREMOST = 7, 3


# The frame without its rounds and totals; ``line`` is the distance of labels at the ends of lines.
PAGE = partial(Frame, 332, 178, left=26, right=48, top=10, bottom=22, line=20)


@dataclass(frozen=True)
class ChartLine:
    """A side's line; a ``faint`` one has no symbols; ``label`` is the height of its total."""

    seat: SeatId
    name: str
    signs: Sequence[Sign]
    faint: bool
    first: bool
    points: Sequence[tuple[float, float]]
    label: float
    total: str

    @property
    def sign(self) -> Sign | None:
        """The symbol whose ink it has."""
        return self.signs[0] if self.signs else None


@dataclass(frozen=True)
class Course:
    """The chart with its grid, the same totals round by round, and a sentence."""

    frame: Frame
    ticks: Sequence[tuple[int, float]]
    rounds: Sequence[tuple[str, float]]
    lines: Sequence[ChartLine]
    names: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int]]]
    text: str


def course(view: View, frame_of: Callable[..., Frame] = PAGE) -> Course | None:
    """The totals after each round; None for fewer than two rounds."""
    last = view.scene.complete
    if last < 2:
        return None
    running = running_totals(view)
    totals = [total for series in running.values() for total in series]
    ticks, highest = axis_steps(totals, GRID), max(1, *totals)
    frame = frame_of(last=last, low=ticks[0], high=highest, low_wins=view.low_wins)
    every = -(-last // MOST_LABELS)
    return Course(
        frame=frame,
        ticks=[(tick, frame.y(tick)) for tick in ticks if tick <= highest],
        rounds=[(axis_label(view, n), frame.x(n)) for n in range(1, last + 1) if n % every == 0],
        lines=_lines(view, running, frame),
        names=[view.side_name(seat) for seat in running],
        rows=[
            (view.round_name(n), [series[n] for series in running.values()])
            for n in range(1, last + 1)
        ],
        text=_lead_text(changes_of_lead(view)),
    )


def _lead_text(changes: int) -> str:
    if not changes:
        return ""
    return (
        _("The lead changed once.")
        if changes == 1
        else _("The lead changed %(n)s times.", n=changes)
    )


def _lines(view: View, running: Mapping[SeatId, Sequence[int]], frame: Frame) -> list[ChartLine]:
    """The lines; the leaders come last, so that they are drawn on top."""
    ranking = view.result.ranking if view.result else [view.history.seats]
    order = view.heads_of(seat for group in ranking for seat in group)
    winners = view.result.winners if view.result else ()
    inked = set(order) if len(order) < CROWD else {*order[:FOREMOST], view.head(view.seat or "")}
    labelled = [seat for seat in order if seat in inked]
    heights = spread(
        [frame.y(running[seat][-1]) for seat in labelled], frame.line, frame.top, frame.height - 12
    )
    labels = dict(zip(labelled, heights, strict=True))
    return [
        ChartLine(
            seat=seat,
            name=view.side_name(seat),
            signs=view.side_signs(seat),
            faint=seat not in inked,
            first=seat in winners,
            points=[(frame.x(n), frame.y(total)) for n, total in enumerate(running[seat])],
            label=labels.get(seat, 0),
            total=plain_number(running[seat][-1]),
        )
        for seat in sorted(order, key=lambda seat: (seat in inked, -order.index(seat)))
    ]
