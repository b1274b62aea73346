"""A person's statistics, from tables' outcomes: games, wins, counts. Pure functions."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.statistics import Sum, add

from .story import Person, TableSummary, streaks

# With fewer common games there is no head-to-head.
ENOUGH_COMMON = 3
# Averages over fewer games are not compared.
ENOUGH_GAMES = 5
# Averages this close are displayed alike, so neither is better.
ROUNDING = 0.05

# By person: the number of finished games with counts, and the sums by name.
Known = Mapping[Person, tuple[int, Mapping[str, Sum]]]


@dataclass(frozen=True)
class Count:
    """Games played and won, and how many of the wins were shared."""

    played: int = 0
    won: int = 0
    shared: int = 0

    @property
    def share(self) -> str:
        """The percentage of games won."""
        return f"{round(100 * self.won / self.played)}%"

    def __add__(self, other: "Count") -> "Count":
        return Count(self.played + other.played, self.won + other.won, self.shared + other.shared)


@dataclass(frozen=True)
class OfGame:
    """Games of one kind: best and average where numbers decide, current and best streak."""

    game: str
    count: Count
    best: int | None
    average: float | None
    row: int
    best_row: int


@dataclass(frozen=True)
class Opponent:
    """How often another person finished behind, ahead or level at finished tables."""

    person: Person
    behind: int
    ahead: int
    level: int

    @property
    def games(self) -> int:
        return self.behind + self.ahead + self.level


def count(table: TableSummary, person: Person) -> Count:
    """The finished games of a table, for a person who sat there."""
    return Count(len(table.games), table.won(person), table.shared(person))


def of_games(told: Iterable[TableSummary], person: Person) -> list[OfGame]:
    """The person's games by kind, most played first."""
    by_game: dict[str, list[TableSummary]] = {}
    for table in _finished(told, person):
        by_game.setdefault(table.game, []).append(table)
    return sorted(
        (_of_game(game, tables, person) for game, tables in by_game.items()),
        key=lambda one: (-one.count.played, one.game),
    )


def _of_game(game: str, tables: Sequence[TableSummary], person: Person) -> OfGame:
    numbers = [table.numbers[person] for table in tables if person in table.numbers]
    row, best_row = streaks(won for table in tables for won in table.in_order(person))
    best = (min if tables[0].low_wins else max)(numbers) if numbers else None
    counted = sum((count(table, person) for table in tables), Count())
    return OfGame(
        game, counted, best, sum(numbers) / len(numbers) if numbers else None, row, best_row
    )


def counts_by(
    told: Iterable[TableSummary], person: Person, key: Callable[[TableSummary], int]
) -> dict[int, Count]:
    """The person's games grouped by ``key`` of their table, in order of the key."""
    found: dict[int, Count] = {}
    for table in _finished(told, person):
        found[key(table)] = found.get(key(table), Count()) + count(table, person)
    return dict(sorted(found.items()))


def _finished(told: Iterable[TableSummary], person: Person) -> list[TableSummary]:
    return sorted(
        (table for table in told if table.games and person in table.sat),
        key=lambda table: table.began,
    )


def find_opponents(told: Iterable[TableSummary], person: Person) -> list[Opponent]:
    """People met at least ENOUGH_COMMON times: most often, then most even, then by id."""
    found: dict[Person, tuple[int, int, int]] = {}
    for table in told:
        own = table.place(person)
        if own < 0:
            continue
        for place, equal in enumerate(table.places):
            for other in equal - {person}:
                behind, ahead, level = found.get(other, (0, 0, 0))
                found[other] = behind + (place > own), ahead + (place < own), level + (place == own)
    all_met = [Opponent(other, *counted) for other, counted in found.items()]
    enough = [one for one in all_met if one.games >= ENOUGH_COMMON]
    return sorted(enough, key=lambda one: (-one.games, abs(one.behind - one.ahead), one.person))


def sum_statistics(told: Iterable[TableSummary], game: str) -> Known:
    """The counts of everybody over all finished games of one kind."""
    games, found = Counter[Person](), dict[Person, dict[str, Sum]]()
    for table in (table for table in told if table.game == game and table.games):
        for person, made in table.made.items():
            games[person] += 1
            own = found.setdefault(person, {})
            for name, numbers in made.items():
                add(own, name, numbers)
    return {person: (games[person], made) for person, made in found.items()}


def best_at(known: Known, person: Person, low: Container[str] = ()) -> frozenset[str]:
    """Names whose average beats all others with ENOUGH_GAMES; ``low``: where less is better."""
    compared = {one: made for one, (games, made) in known.items() if games >= ENOUGH_GAMES}
    own = compared.pop(person, {})
    others = list(compared.values())
    return frozenset(
        name
        for name in own
        if others and all(_better(own[name], made.get(name), name in low) for made in others)
    )


def _better(own: Sum, other: Sum | None, low: bool) -> bool:
    ahead = own.average - (other.average if other else 0)
    return (-ahead if low else ahead) > ROUNDING
