"""What a table, or a result without one, tells of its group."""

from functools import lru_cache

from referee.games import GAMES
from referee.kernel.info import Info
from referee.kernel.statistics import Sum
from referee.store.outcomes import OutcomeRow
from referee.store.results import Result

from .story import Person, Told

MOST_HELD = 4096
PLAIN = "result-"
"""What the code of a result without a table begins with; its ``uid`` follows."""


@lru_cache(maxsize=MOST_HELD)
def told_of(row: OutcomeRow) -> Told:
    """What a table came to, by person: whoever sat there at the end has all its games, and whoever was there has been there."""
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
        made={person: {name: Sum(*numbers) for name, numbers in one.made.items()} for person, one in seats.items() if one.made},
        slots=GAMES[row.game].info.made,
        players=outcome.players,
        over=bool(outcome.ended),
    )


def told_of_result(result: Result) -> Told:
    """The same of what was played without a log; numbers are told of it where they decided, as of a table."""
    info = GAMES[result.game].info
    people = {one.person: one for one in result.people if one.person is not None}
    places: dict[int, list[Person]] = {}
    for person, one in people.items():
        if one.place is not None:
            places.setdefault(one.place, []).append(person)
    return Told(
        code=PLAIN + result.uid,
        game=result.game,
        began=result.at,
        sat=frozenset(people),
        there=frozenset(people),
        games=tuple(frozenset(person for person, one in people.items() if one.won > at) for at in range(result.games)),
        places=tuple(frozenset(places[place]) for place in sorted(places)),
        numbers=_deciding(result, info),
        low_wins=info.low_wins,
        players=len(result.people),
        plain=True,
    )


def _deciding(result: Result, info: Info) -> dict[Person, int]:
    """The scores by which a game was won; none where one is missing, something else decided, or games are counted."""
    scores = {one.person: one.score for one in result.people if one.person is not None and one.score is not None}
    won = [one.score for one in result.people if one.won]
    best = (min if info.low_wins else max)(scores.values(), default=None)
    return scores if not info.tally and len(scores) == len(result.people) and won and set(won) == {best} else {}
