"""The score sheet as the room sees it: as many rounds as a screen has room for, the newest ones, and those before them as one."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.web.http.rendering import text_width
from referee.web.sheet.score_sheet import ScoreSheet, SheetCell, SheetTotal, sheet_of
from referee.web.view.page_header import Column, scoreboard
from referee.web.view.view import View

MOST_ROWS = 8
WIDE = 60
"""So many letters stand side by side over the columns."""


@dataclass(frozen=True)
class ScreenRow:
    """A round: its label with a suit if it has one, and a cell for every seat; ``running`` while it is entered."""

    label: str
    suit: str
    cells: Sequence[SheetCell | None]
    running: bool


@dataclass(frozen=True)
class ScreenSheet:
    """Names, rounds and totals by seat; ``before`` are the sums of the rounds that are not shown, under their label."""

    names: Sequence[str]
    before: tuple[str, Sequence[int]] | None
    rows: Sequence[ScreenRow]
    totals: Sequence[SheetTotal]
    seats: Sequence[Column]
    ids: Sequence[str]


def screen_sheet(view: View) -> ScreenSheet:
    """The sheet of the whole table; secret entries show as ticks and rings alone."""
    sheet, scene = sheet_of(view), view.scene
    started = max([line.round for line in view.lines] + [scene.round])
    rows = _rows(view, sheet, scene.round if not view.over else 0)
    first = max(0, min(len(rows), started) - MOST_ROWS + 1) if len(rows) > MOST_ROWS else 0
    last = len(rows) if first == 0 and len(rows) <= MOST_ROWS else first + MOST_ROWS - (1 if first else 0)
    folded = [sum(cell.points for row in rows[:first] if (cell := row.cells[at])) for at in range(len(sheet.columns))]
    names = [column.name for column in sheet.columns]
    fits = sum(map(text_width, names)) <= WIDE - 2 * len(names) and len(names) < 7
    return ScreenSheet(
        names if fits else [column.short for column in sheet.columns],
        (f"{rows[0].label}–{rows[first - 1].label}" if first > 1 else rows[0].label, folded) if first else None,
        rows[first:last],
        sheet.totals,
        scoreboard(view, None),
        view.history.seats,
    )


def _rows(view: View, sheet: ScoreSheet, running: int) -> list[ScreenRow]:
    found, suit = [], ""
    for at, row in enumerate(sheet.rows, 1):
        suit = (row.band.icon_suit or "") if row.band else suit
        found.append(ScreenRow(row.label, suit, row.cells, at == running))
    return found

