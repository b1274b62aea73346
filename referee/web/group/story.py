"""Statistics of a group, from its tables' outcomes: sessions, wins, places. Pure functions."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from referee.kernel.statistics import Sum

Person = int
# Tables begun within this many seconds of the first one form one session.
SESSION_LENGTH = 14 * 3600


@dataclass(frozen=True)
class TableSummary:
    """A table's outcome: who ``sat`` at the end, who was ever ``there``, each game's winners.

    ``places`` groups the people by final place. ``numbers`` are their results where a number
    decided. ``made`` is what the game counts, by name; ``slots`` are those that everybody makes
    once a game. ``over``: the table takes no more entries.
    """

    code: str
    game: str
    began: float
    sat: frozenset[Person]
    there: frozenset[Person]
    games: tuple[frozenset[Person], ...] = ()
    places: tuple[frozenset[Person], ...] = ()
    numbers: Mapping[Person, int] = field(default_factory=dict)
    low_wins: bool = False
    made: Mapping[Person, Mapping[str, Sum]] = field(default_factory=dict)
    slots: frozenset[str] = frozenset()
    players: int = 0
    over: bool = True

    def won(self, person: Person) -> int:
        return sum(person in winners for winners in self.games)

    def in_order(self, person: Person) -> list[bool]:
        return [person in winners for winners in self.games]

    def shared(self, person: Person) -> int:
        """Games won together with others."""
        return sum(person in winners and len(winners) > 1 for winners in self.games)

    def place(self, person: Person) -> int:
        """The index of the person's group in ``places``, from 0; -1 for none."""
        return next((at for at, equal in enumerate(self.places) if person in equal), -1)


@dataclass(frozen=True)
class Session:
    """The tables of one session, in order."""

    tables: tuple[TableSummary, ...]

    @property
    def began(self) -> float:
        return self.tables[0].began

    @property
    def games(self) -> int:
        """The number of finished games."""
        return sum(len(table.games) for table in self.tables)

    @cached_property
    def there(self) -> frozenset[Person]:
        return frozenset().union(*(table.there for table in self.tables))

    def won(self, person: Person) -> int:
        return sum(table.won(person) for table in self.tables)

    def place(self, person: Person) -> int | None:
        """The rank by games won, then places; None without a finished game. Ties share it."""
        keys = {
            one: self._rank_key(one) for table in self.tables if table.games for one in table.sat
        }
        own = keys.get(person)
        return None if own is None else 1 + sum(other < own for other in keys.values())

    def _rank_key(self, person: Person) -> tuple[int, list[int]]:
        return -self.won(person), sorted(
            table.place(person) for table in self.tables if table.place(person) >= 0
        )


@dataclass(frozen=True)
class PlayerRecord:
    """Finished games played and won, the current winning streak (``row``) and the best."""

    person: Person
    played: int
    won: int
    row: int
    best_row: int

    @property
    def share(self) -> int:
        """The percentage of games won."""
        return round(100 * self.won / self.played) if self.played else 0


@dataclass(frozen=True)
class BestResult:
    """The best result of a game, and the first table that reached it."""

    table: TableSummary
    people: tuple[Person, ...]
    number: int
    # ``number`` counts the games won at one table.
    wins: bool = False
    # The item made, if ``number`` is the most that one item was worth.
    slot: str = ""


def split_sessions(tables: Iterable[TableSummary]) -> list[Session]:
    """Group the tables into sessions, oldest first."""
    found: list[list[TableSummary]] = []
    for table in sorted(tables, key=lambda table: table.began):
        if found and table.began - found[-1][0].began < SESSION_LENGTH:
            found[-1].append(table)
        else:
            found.append([table])
    return [Session(tuple(one)) for one in found]


def rank_players(told: Iterable[TableSummary]) -> list[PlayerRecord]:
    """Everybody seated at a table: by most games won, then share won, then games played."""
    tables = sorted(told, key=lambda table: table.began)
    people = sorted(frozenset().union(*(table.sat for table in tables)))
    return sorted(
        (_player_record(tables, person) for person in people),
        key=lambda one: (-one.won, -one.share, -one.played),
    )


def _player_record(tables: Sequence[TableSummary], person: Person) -> PlayerRecord:
    own = [table for table in tables if person in table.sat]
    row, best = streaks(won for table in own for won in table.in_order(person))
    return PlayerRecord(
        person,
        sum(len(table.games) for table in own),
        sum(table.won(person) for table in own),
        row,
        best,
    )


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """The winning streak at the end, and the longest."""
    row = best = 0
    for one in won:
        row = row + 1 if one else 0
        best = max(best, row)
    return row, best


def in_front(players: Sequence[PlayerRecord]) -> tuple[frozenset[Person], int]:
    """Those with most games won, and their lead; nobody before the first win."""
    most = max((one.won for one in players), default=0)
    first = frozenset(one.person for one in players if one.won == most and most)
    others = [one.won for one in players if one.person not in first]
    return first, most - max(others, default=0)


def records(told: Sequence[Session]) -> list[BestResult]:
    """Each game's best number, else 2+ wins at one table, and best item; last played first."""
    found: dict[str, BestResult] = {}
    for table in (table for session in told for table in session.tables if table.games):
        held = found.pop(table.game, None)
        if best := _better(_best_of(table), held):
            # The game last played comes last.
            found[table.game] = best
    return [one for game in reversed(found) for one in (found[game], _best_made(told, game)) if one]


def _better(record: BestResult | None, held: BestResult | None) -> BestResult | None:
    """The record of the two; a new one must beat the one held so far."""
    if record is None or (held is not None and not _beats(record, held)):
        return held
    return record


def _best_made(told: Iterable[Session], game: str) -> BestResult | None:
    """The most that one item was worth, of those that everybody makes once a game."""
    best = (
        BestResult(table, (person,), numbers.most, slot=slot)
        for table in (table for session in told for table in session.tables if table.game == game)
        for person, made in table.made.items()
        for slot, numbers in made.items()
        if slot in table.slots
    )
    return max(best, key=lambda record: record.number, default=None)


def _beats(record: BestResult, held: BestResult) -> bool:
    if record.wins or held.wins:
        return (held.wins and not record.wins) or (
            record.wins and held.wins and record.number > held.number
        )
    return record.number < held.number if record.table.low_wins else record.number > held.number


def _best_of(table: TableSummary) -> BestResult | None:
    if table.numbers:
        best = (min if table.low_wins else max)(table.numbers.values())
        return BestResult(table, _whoever(table.numbers, best), best)
    wins = {person: table.won(person) for person in table.sat}
    most = max(wins.values(), default=0)
    return BestResult(table, _whoever(wins, most), most, wins=True) if most > 1 else None


def _whoever(numbers: Mapping[Person, int], number: int) -> tuple[Person, ...]:
    return tuple(sorted(person for person, own in numbers.items() if own == number))


def missed(told: Sequence[Session], session: Session) -> list[Person]:
    """Those absent from ``session`` who attend at least half of all sessions."""
    often = Counter(person for one in told for person in one.there)
    return sorted(
        person
        for person, times in often.items()
        if times * 2 >= len(told) and person not in session.there
    )
