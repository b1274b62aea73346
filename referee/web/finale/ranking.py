"""The final ranking: a bar for each total, or a ring for each game won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.contract import SeatId, rank_by
from referee.store.symbols import Sign
from referee.web.view.seat_words import ordinal
from referee.web.view.view import View
from referee.words import plain_number

from .headline import side_of

Groups = Sequence[Sequence[SeatId]]


@dataclass(frozen=True)
class TotalBar:
    """A bar's start and length in percent of the room; ``minus`` if it goes left from zero."""

    at: float
    length: float
    minus: bool


@dataclass(frozen=True)
class Rank:
    """A side: place, symbols, number, and a bar, rings for games won, or its word of the game."""

    seat: SeatId
    place: str
    name: str
    signs: Sequence[Sign]
    number: str
    bar: TotalBar | None
    rings: int | None
    side: str
    first: bool
    href: str

    @property
    def sign(self) -> Sign | None:
        """The symbol whose ink it has."""
        return self.signs[0] if self.signs else None


def ranking(view: View) -> list[Rank]:
    """One row for every side, in final order."""
    groups, values = ranked(view), shown_values(view)
    tally = view.history.game.info.tally
    sides = {
        seat: view.plain.word(side) if (side := side_of(view, seat)) else ""
        for seat in view.history.seats
    }
    bars = {} if tally or any(sides.values()) else bars_of(values)
    winners = view.result.winners if view.result else ()
    rows = []
    placed = view.placed(groups)
    for group in groups:
        for seat in view.heads_of(group):
            rows.append(
                Rank(
                    seat=seat,
                    place=ordinal(*placed[seat]) if has_places(view) else "",
                    name=view.side_name(seat),
                    signs=view.side_signs(seat),
                    number=plain_number(view.totals[seat] if tally else values[seat]),
                    bar=bars.get(seat),
                    rings=view.totals[seat] if tally and not sides[seat] else None,
                    side=sides[seat],
                    first=seat in winners,
                    href=view.url("sheets.sheet", _anchor="sheet"),
                )
            )
    return rows


def ranked(view: View) -> Groups:
    """The seats by result; after several games by games won, ties as in the last game."""
    if view.result is None:
        return rank_by(shown_values(view), view.low_wins)
    if not view.history.game.info.tally or view.scene.complete <= 1:
        return view.result.ranking
    last = [seat for group in view.result.ranking for seat in group]
    return [sorted(group, key=last.index) for group in rank_by(view.totals)]


def has_places(view: View) -> bool:
    """Whether the seats have different places, rather than sharing one."""
    return view.ranked and len(ranked(view)) > 1 and (view.result is None or view.result.won)


def shown_values(view: View) -> Mapping[SeatId, int]:
    """The number shown for each seat: its total, or what the game counts instead."""
    return view.scene.numbers(view.totals)


def bars_of(values: Mapping[SeatId, int]) -> dict[SeatId, TotalBar]:
    """Bars on one scale, from the lowest number below zero to the highest above it."""
    low, high = min(0, *values.values()), max(0, *values.values())
    room = (high - low) or 1
    zero = -low / room * 100
    return {
        seat: TotalBar(
            round(zero if value >= 0 else zero + value / room * 100, 2),
            round(abs(value) / room * 100, 2),
            value < 0,
        )
        for seat, value in values.items()
    }
