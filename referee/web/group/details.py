"""Statistics other than wins: averages with bars, how often something happened, maxima."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.info import Statistic
from referee.kernel.statistics import ROUND, Sum
from referee.web.http import context, rendering
from referee.web.http.words import gettext as _
from referee.web.view.page_header import short_name
from referee.words import MARKS, Translator, plain_number

from .figures import Known, best_at, sum_statistics
from .story import Person, TableSummary

BAR, EDGE = 120, 2


@dataclass(frozen=True)
class AverageBar:
    """An average as a bar from zero, and the maximum, on a line ``BAR`` long."""

    zero: float
    begins: float
    length: float
    most: float


@dataclass(frozen=True)
class StatisticRow:
    """One statistic; only an average has a ``bar``; ``best``: better than everybody else's."""

    label: str
    number: str
    more: str
    bar: AverageBar | None
    best: bool


@dataclass(frozen=True)
class Details:
    """The statistics of one game; ``any_best``: some average is underlined."""

    name: str
    note: str
    rows: Sequence[StatisticRow]
    any_best: bool


def details(told: Sequence[TableSummary], person: Person) -> list[Details]:
    """The person's statistics, the games with most of them first."""
    known = {
        game: sum_statistics(told, game)
        for game in {table.game for table in told if person in table.made}
    }
    of = {game: found for game, found in known.items() if person in found}
    return [
        _of_game(game, of[game], person)
        for game in sorted(of, key=lambda game: (-of[game][person][0], game))
    ]


def _of_game(game: str, known: Known, person: Person) -> Details:
    info, (games, made) = context.find_game(game).info, known[person]
    slots = [Statistic(slot.name, "average", slot.clause, info.low_wins) for slot in info.slots]
    wanted = [one for one in (*slots, *info.statistics) if one.name in made]
    averages = [one for one in wanted if one.shows == "average"]
    best = best_at(known, person, {one.name for one in wanted if one.low})
    best &= {one.name for one in averages if one.low is not None}
    words = rendering.make_translator(game, {}, html=False)
    scale = _scale([made[one.name] for one in averages])
    rows = [_row(one, made, words, scale, one.name in best) for one in wanted]
    return Details(short_name(game), _games(games), rows, bool(best))


def _games(n: int) -> str:
    return _("1 game") if n == 1 else _("%(n)s games", n=n)


def _scale(sums: Sequence[Sum]) -> tuple[float, float]:
    """The lowest value drawn, and the span to the highest."""
    least = min((0.0, *(one.average for one in sums)))
    return least, max((0.0, *(one.most for one in sums))) - least or 1.0


def _row(
    one: Statistic,
    made: Mapping[str, Sum],
    words: Translator,
    scale: tuple[float, float],
    best: bool,
) -> StatisticRow:
    own = made[one.name]
    label = words.say(f"statistic.{one.name}", default="") or words.word(one.name)
    if one.shows != "average":
        return StatisticRow(
            label, plain_number(own.total if one.shows == "times" else own.most), "", None, best
        )
    more = MARKS[context.language()].between.join(_beside(own, made.get(one.name + ROUND)))
    return StatisticRow(label, decimal(own.average), more, _bar(own, *scale), best)


def _beside(own: Sum, rounds: Sum | None) -> Iterator[str]:
    yield _("highest %(n)s", n=plain_number(own.most))
    if rounds:
        yield _("average round %(n)s", n=decimal(rounds.average))


def _bar(own: Sum, least: float, span: float) -> AverageBar:
    zero, end, most = (
        round(EDGE + (BAR - 2 * EDGE) * (value - least) / span, 1)
        for value in (0, own.average, own.most)
    )
    return AverageBar(zero, min(zero, end), round(abs(end - zero), 1), most)


def decimal(number: float) -> str:
    """A number with one decimal place and a true minus sign."""
    return f"{number:.1f}".replace("-", "−")
