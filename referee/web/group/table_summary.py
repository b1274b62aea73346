"""Convert a table's outcome for the group's story."""

from collections.abc import Mapping
from functools import lru_cache

from referee.kernel.statistics import Sum
from referee.store.outcomes import Outcome, OutcomeRow, SeatOutcome

from .story import Person, TableSummary

MOST_HELD = 4096


@lru_cache(maxsize=MOST_HELD)
def summary_of(row: OutcomeRow, low_wins: bool, slots: frozenset[str]) -> TableSummary:
    """The outcome by person: those seated at the end get all its games, others only presence."""
    outcome = row.outcome
    assert outcome is not None, "it is counted"
    seats = {one.person: one for one in outcome.seats if one.person is not None}
    sat = frozenset(seats)
    places: dict[int, list[Person]] = {}
    for person, one in seats.items():
        if one.place is not None:
            places.setdefault(one.place, []).append(person)
    return TableSummary(
        code=row.code,
        game=row.game,
        began=row.created,
        sat=sat,
        there=sat.union(outcome.gone),
        games=_winners(outcome, seats),
        places=tuple(frozenset(places[place]) for place in sorted(places)),
        numbers={person: one.number for person, one in seats.items() if one.number is not None},
        low_wins=low_wins,
        made={
            person: {name: Sum(*numbers) for name, numbers in one.made.items()}
            for person, one in seats.items()
            if one.made
        },
        slots=slots,
        players=outcome.players,
        over=bool(outcome.ended),
    )


def _winners(
    outcome: Outcome, seats: Mapping[Person, SeatOutcome]
) -> tuple[frozenset[Person], ...]:
    """Those who won each game, in the order of play."""
    return tuple(
        frozenset(person for person, one in seats.items() if one.won[game] == "1")
        for game in range(len(outcome.seats[0].won))
    )
