"""What is known of a game made of a sheet before it is played: its kinds, fields and limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.kernel.contract import Line, SeatId
from referee.kernel.fields import Field, Flag, Int, Many, Seat
from referee.kernel.game import Seats
from referee.kernel.info import SEAT as ANY
from referee.kernel.info import Asked, Info, Option, Statistic
from referee.kernel.info import Sheet as PrintedSheet
from referee.kernel.statistics import Counted

from .kinds import SEAT, TABLE
from .playing import NOBODY, STOP, field_name, rounds_in_all, setup
from .sheet import HIGHEST, PREFIX, VERSION, GameSheet, SheetEntry

USUAL_ROWS, MOST_ROWS = 12, 20


def info_of(sheet: GameSheet) -> Info:
    """Everything about the game that needs no table."""
    dealt = (Option(Seat(name="dealer"), sheet.clauses["players", 0]),)
    return Info(
        id=sheet.id,
        prefix=PREFIX,
        version=VERSION,
        seats=sheet.players,
        family="own",
        options=dealt if sheet.deal != "nobody" else (),
        teams=sheet.teams,
        low_wins=sheet.low_wins,
        explains=not _counts_as_entered(sheet),
        sheet=PrintedSheet(
            boxes=tuple(ask.name for ask in sheet.asks),
            shared=tuple(ask.name for ask in sheet.asks if ask.per != SEAT),
            rows=_rows(sheet),
        ),
        kinds=dict(_kinds(sheet)),
        statistics=tuple(
            Statistic(name, "times", clause, low=None)
            for name, clause in counted_rows(sheet).items()
        ),
    )


def counted_rows(sheet: GameSheet) -> dict[str, str]:
    """The rows that are counted over many games, with their clauses: those under a condition."""
    return {
        f"row_{at}": sheet.clauses["points", at] for at, row in enumerate(sheet.rows) if row.when
    }


def _counts_as_entered(sheet: GameSheet) -> bool:
    """Whether a round has nothing to explain: one number each, which are the points."""
    (ask, *more), (row, *others) = sheet.asks, sheet.rows
    return not more and not others and row.when is None and row.points.text == ask.name


def _rows(sheet: GameSheet) -> int:
    """How many rows a printed sheet has: for all rounds of a game, if that is known and fits."""
    seats = tuple(f"s{at + 1}" for at in range(sheet.players[0]))
    rounds = rounds_in_all(setup(sheet, seats, {}))
    return min(rounds, MOST_ROWS) if rounds else USUAL_ROWS


def _kinds(sheet: GameSheet) -> Iterator[tuple[str, Asked]]:
    """The steps of a round, and the end where the players decide it."""
    for at_step in sheet.steps:
        asked = [(at, ask) for at, ask in enumerate(sheet.asks) if ask.step == at_step]
        fields = tuple(_declared(ask) for _, ask in asked)
        clause = sheet.clauses["ask", asked[0][0]]
        yield f"step{at_step}", Asked(clause, fields, table=not sheet.is_secret(at_step))
    if not ends_itself(sheet):
        yield STOP, Asked(sheet.clauses["over", 0], table=True, aside=True)


def _declared(ask: SheetEntry) -> Field:
    """An entry's field as it may ever be asked."""
    name = ask.name if ask.per == TABLE or ask.secret else field_name(ask, ANY)
    return field_of(ask, name, None, (ANY,), (-HIGHEST, HIGHEST))


def field_of(
    ask: SheetEntry, name: str, about: SeatId | None, seats: Seats, limits: tuple[int, int]
) -> Field:
    """The field in which an entry is told."""
    of_side = ask.per not in (TABLE, SEAT)
    told: dict[str, Any] = {"name": name, "about": about, "of_side": of_side, "label": ask.name}
    if ask.type == "yes":
        return Flag(**told)
    if ask.type == "who":
        return Seat(values=(*seats, NOBODY) if ask.optional else seats, **told)
    if ask.type == "some":
        return Many(values=tuple(f"{ask.name}.{at}" for at in range(len(ask.of))), **told)
    return Int(low=limits[0], high=limits[1], **told)


def ends_itself(sheet: GameSheet) -> bool:
    """Whether rounds, points or a condition end a game."""
    over = sheet.over
    return bool(over.rounds or over.points is not None or over.when)


def counted(names: frozenset[str], lines: Sequence[Line]) -> Iterator[Counted]:
    """How often each row of points under a condition scored for a seat."""
    return ((line.seat, line.code, 1) for line in lines if line.points and line.code in names)
