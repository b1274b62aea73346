"""Convert a table's outcome for the group's story."""

from functools import lru_cache

from referee.games import GAMES
from referee.kernel.statistics import Sum
from referee.store.outcomes import OutcomeRow

from .story import Person, Told

MOST_HELD = 4096


@lru_cache(maxsize=MOST_HELD)
def told_of(row: OutcomeRow) -> Told:
    """The outcome by person: those seated at the end get all its games, others only presence."""
    outcome = row.outcome
    assert outcome is not None, "it is counted"
    seats = {one.person: one for one in outcome.seats if one.person is not None}
    sat = frozenset(seats)
    places: dict[int, list[Person]] = {}
    winners: list[list[Person]] = [[] for _game in outcome.seats[0].won]
    for person, one in seats.items():
        if one.place is not None:
            places.setdefault(one.place, []).append(person)
        for won, game in zip(one.won, winners, strict=True):
            if won == "1":
                game.append(person)
    return Told(
        code=row.code,
        game=row.game,
        began=row.created,
        sat=sat,
        there=sat.union(outcome.gone),
        games=tuple(map(frozenset, winners)),
        places=tuple(frozenset(places[place]) for place in sorted(places)),
        numbers={person: one.number for person, one in seats.items() if one.number is not None},
        low_wins=GAMES[row.game].info.low_wins,
        made={
            person: {name: Sum(*numbers) for name, numbers in one.made.items()}
            for person, one in seats.items()
            if one.made
        },
        slots=GAMES[row.game].info.made,
        players=outcome.players,
        over=bool(outcome.ended),
    )
