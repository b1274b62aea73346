"""Compute a table's outcome from its history and seats, without secrets from watchers."""

from collections.abc import Iterator, Mapping, Sequence

from referee.kernel.contract import SeatId, places, rank_by, totals
from referee.kernel.detail import DEPTH
from referee.kernel.history import History
from referee.kernel.info import Info
from referee.kernel.statistics import count_game, sums, to_partners
from referee.service.seats import fold_seats
from referee.store.outcomes import Ended, Outcome, OutcomeRow, SeatOutcome
from referee.store.values import SeatRow

from .supported_games import KnownGames
from .visibility import Visible, visible_to

COUNTING = 3  # Version of this computation; a change recomputes every table


def rules_of(info: Info) -> str:
    """Return the version of the game's rules and of this computation."""
    return f"{info.version} {COUNTING}"


def is_stale(row: OutcomeRow, games: KnownGames) -> bool:
    """Whether to recompute a table: its log or rules changed and its game still exists."""
    if not games.has(row.game):
        return False
    return row.outcome is None or row.outcome.rules != rules_of(games.find(row.game).info)


def outcome_of(history: History, rows: Sequence[SeatRow]) -> Outcome:
    """Return a table's outcome; the person in a seat at the end gets all its games."""
    sight, became = visible_to(history, None), fold_seats(history.table_events)
    ended: Ended = (
        "over" if history.result is not None else "closed" if became.closed is not None else ""
    )
    person = {row.seat: row.person_id for row in rows}
    return Outcome(
        revision=history.revision,
        rules=rules_of(history.game.info),
        ended=ended,
        begun=bool(sight.scene.complete or (ended and history.played)),
        depth=depth_of(history),
        gone=tuple(sorted({taken.was for taken in became.handovers if taken.was is not None})),
        seats=tuple(_seat_outcomes(sight, person)),
    )


def _seat_outcomes(sight: Visible, person: Mapping[SeatId, int | None]) -> Iterator[SeatOutcome]:
    history, games = sight.history, _games(sight)
    points = totals(sight.lines, history.seats, sight.scene.complete, history.sides)
    ranking = places(_ranking(sight, points), history.sides)
    place = {seat: at for at, equal in ranking for seat in equal}
    full = depth_of(history) == "full"
    numbers = _deciding(sight, points) if games else {}
    lines = [*to_partners(sight.lines, history.sides)]
    made = sums(count_game(history.game, lines, full)) if games else {}
    for seat in sorted(history.seats):
        yield SeatOutcome(
            seat,
            person.get(seat),
            place.get(seat),
            points[seat],
            numbers.get(seat),
            "".join(str(int(seat in winners)) for winners in games),
            {name: [*counts] for name, counts in made.get(seat, {}).items()},
        )


def _games(sight: Visible) -> list[Sequence[SeatId]]:
    """The winners of each finished game; in a game with tally, each round is a game."""
    history = sight.history
    if not history.game.info.tally:
        return [history.result.winners] if history.result else []
    points = {place: sum(line.points for line in lines) for place, lines in sight.scored.items()}
    return [
        [seat for seat in history.seats if points.get((n, seat), 0) > 0]
        for n in range(1, sight.scene.complete + 1)
    ]


def _ranking(sight: Visible, points: dict[SeatId, int]) -> Sequence[Sequence[SeatId]]:
    history = sight.history
    if not history.game.info.ranked:
        return ()
    if history.game.info.tally:
        return rank_by(points) if sight.scene.complete else ()
    return history.result.ranking if history.result else ()


def _deciding(sight: Visible, points: dict[SeatId, int]) -> dict[SeatId, int]:
    """The numbers that decided a finished game; empty if something else decided, or with tally."""
    result, info = sight.history.result, sight.history.game.info
    if result is None or info.tally or not result.won:
        return {}
    shown = sight.scene.numbers(points)
    return shown if set(result.winners) <= set(rank_by(shown, info.low_wins)[0]) else {}


def depth_of(history: History) -> str:
    """Return the depths entered, in order and joined by `+`; full if the game has no choice."""
    depths = [
        getattr(played.before, DEPTH, "full")
        for played in history.played
        if played.move.kind != DEPTH
    ]
    return "+".join(dict.fromkeys(depths))
