"""A table as CSV (rounds or lines) and as a message, in a watcher's view without covered cards."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from referee.exchange.export_csv import Cell, csv_text
from referee.kernel.contract import Line, SeatId, rank_by, totals
from referee.web.http import rendering
from referee.web.http.words import gettext as _
from referee.web.view.seat_words import early_end, ordinal, result_text
from referee.web.view.view import View
from referee.words import line_sentence, plain_number


def rounds_csv(view: View) -> str:
    """Rounds by players or teams; the last row has the totals, including the running round."""
    seats, last = (
        view.heads,
        max((line.round for line in view.lines if line.counts), default=0),
    )
    rows = [
        [view.round_label(round_), *(_points(view, round_, seat) for seat in seats)]
        for round_ in range(1, last + 1)
    ]
    sums = totals(view.lines, view.history.seats, sides=view.history.sides)
    return csv_text(
        [
            [_("Round"), *map(view.side_name, seats)],
            *rows,
            [_("Total"), *(sums[seat] for seat in seats)],
        ]
    )


def lines_csv(view: View) -> str:
    """Every line of the score sheet; points inside a single game have their own column."""
    head = [
        _("Round"),
        _("Player"),
        _("Points"),
        _("Points inside the game"),
        _("Rule"),
        _("Reason"),
        _("Cards"),
    ]
    return csv_text([head, *(_line(view, line) for line in view.lines)])


def result_message(view: View) -> str:
    """A message: game and day, the result or the progress, and each rank and total."""
    head = [f"{rendering.game_name(view.table.game)} · {view.table.day}", _state(view)]
    return "\n".join([*filter(None, head), *_ranks(view)]) + "\n"


def _points(view: View, round_: int, seat: str) -> Cell:
    points = view.points(round_, seat)
    return "" if points is None else points


def _line(view: View, line: Line) -> list[Cell]:
    player = "" if line.nobody and not line.counts else view.names_of(line)
    points: tuple[Cell, Cell] = (
        line.points if line.counts else "",
        line.points if line.part == "game" else "",
    )
    return [
        line.round,
        player,
        *points,
        line.clause,
        line_sentence(view.plain, line),
        " ".join(line.cards),
    ]


def _state(view: View) -> str:
    last = view.scene.complete
    return (
        _result(view)
        or early_end(view)
        or (_("after %(round)s", round=view.round_name(last)) if last else "")
    )


def _result(view: View) -> str:
    told = result_text(view)
    return told.striptags() if isinstance(told, Markup) else told


def _ranks(view: View) -> list[str]:
    """Players by result, or by totals until then; no ranks while all are equal."""
    numbers, ranking = totals_and_ranking(view)
    placed = view.placed(ranking)
    ranks = view.ranked and len(ranking) > 1
    return [
        f"{ordinal(*placed[seat]) + ' ' if ranks else ''}{view.side_name(seat)} "
        f"{plain_number(numbers[seat])}"
        for group in ranking
        for seat in view.heads_of(group)
    ]


def totals_and_ranking(view: View) -> tuple[Mapping[SeatId, int], Sequence[Sequence[SeatId]]]:
    """Each seat's number and the ranking, by result or totals; for a tally game, by games won."""
    if view.history.game.info.tally:
        return view.totals, rank_by(view.totals)
    numbers = view.scene.numbers(view.totals)
    return numbers, view.result.ranking if view.result else rank_by(numbers, view.low_wins)
