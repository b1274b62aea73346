"""The story of a group on made histories: what is one session, who won, who was next to whom, what
is a record.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.statistics import Sum
from referee.web.group.figures import (
    Count,
    OfGame,
    Opponent,
    best_at,
    counts_by,
    find_opponents,
    of_games,
    sum_statistics,
)
from referee.web.group.story import (
    SESSION_LENGTH,
    Session,
    TableSummary,
    in_front,
    missed,
    rank_players,
    records,
    split_sessions,
)

ANN, BO, CY, DEE = 1, 2, 3, 4
DAY = 24 * 3600


def told(
    day: float,
    *places: Iterable[int],
    game: str = "chief",
    hour: float = 20,
    numbers: dict[int, int] | None = None,
    low_wins: bool = False,
) -> TableSummary:
    """A table of one game that ended with the people in these places."""
    ranking = tuple(frozenset(equal) for equal in places)
    sat = frozenset().union(*ranking)
    code, at, won = f"T{day}-{hour}", day * DAY + hour * 3600, ranking[:1]
    return TableSummary(code, game, at, sat, sat, won, ranking, numbers or {}, low_wins)


def again(day: float, sat: Iterable[int], *winners: Iterable[int]) -> TableSummary:
    """A table at which one game followed another."""
    games = tuple(frozenset(won) for won in winners)
    people = frozenset(sat)
    wins = {person: sum(person in won for won in games) for person in people}
    places = tuple(
        frozenset(person for person in people if wins[person] == n)
        for n in sorted({*wins.values()}, reverse=True)
    )
    return TableSummary(
        f"S{day}", "pairs", day * DAY + 21 * 3600, people, people, games, places if games else ()
    )


def unfinished(day: float, sat: Iterable[int], there: Iterable[int] = ()) -> TableSummary:
    """A table that was ended early, or still runs."""
    people = frozenset(sat)
    return TableSummary(
        f"U{day}", "chief", day * DAY + 19 * 3600, people, people | frozenset(there)
    )


def test_games_of_one_night_are_one_session_past_midnight_too() -> None:
    night = [told(1, [ANN], [BO]), told(2, [BO], [ANN], hour=1.5), told(2, [ANN], [BO])]
    found = split_sessions(reversed(night))
    codes = [[table.code for table in one.tables] for one in found]
    assert codes == [["T1-20", "T2-1.5"], ["T2-20"]]


@given(st.lists(st.floats(0, 40 * DAY), max_size=20))
def test_every_table_is_in_one_session_none_longer_than_a_night(times: list[float]) -> None:
    tables = [
        TableSummary(str(at), "chief", began, frozenset([ANN]), frozenset([ANN]))
        for at, began in enumerate(times)
    ]
    found = split_sessions(tables)
    codes = [table.code for one in found for table in one.tables]
    assert sorted(codes) == sorted(table.code for table in tables)
    assert all(one.tables[-1].began - one.began < SESSION_LENGTH for one in found)
    assert all(later.began - one.began >= SESSION_LENGTH for one, later in pairwise(found))


def test_games_played_and_won_in_a_row_over_games_of_all_kinds() -> None:
    night = [
        told(4, [ANN, CY]),
        again(2, [ANN, BO], [BO], [ANN], [BO]),
        told(1, [BO], [ANN], [CY]),
        unfinished(2, [ANN, BO]),
        told(3, [ANN, BO], [CY]),
    ]
    ranked = rank_players(night)
    counts = [(one.person, one.played, one.won, one.row, one.best_row) for one in ranked]
    assert counts == [(BO, 5, 4, 2, 2), (ANN, 6, 3, 2, 2), (CY, 3, 1, 1, 1)]
    assert [one.share for one in ranked] == [80, 50, 33]
    assert in_front(ranked) == (frozenset([BO]), 1)
    assert in_front(rank_players([unfinished(1, [ANN])])) == (frozenset(), 0)


def test_a_session_knows_who_was_there_and_in_which_place() -> None:
    first, second = told(1, [BO], [ANN], [CY]), told(1, [ANN], [BO, CY], hour=22)
    (session,) = split_sessions([first, second, unfinished(1, [ANN, DEE], there=[5])])
    assert session.there == {ANN, BO, CY, DEE, 5}
    assert (session.games, session.won(BO), session.won(CY), session.won(DEE)) == (2, 1, 0, 0)
    assert [session.place(one) for one in (ANN, BO, CY, DEE)] == [1, 1, 3, None]


def test_whoever_took_over_a_seat_has_its_games_and_both_were_there() -> None:
    table = replace(told(1, [BO], [ANN]), there=frozenset([ANN, BO, CY]))
    night = split_sessions([table])
    assert [one.person for one in rank_players([table])] == [BO, ANN]
    assert night[0].there == {ANN, BO, CY}
    assert night[0].place(CY) is None


def test_who_beats_whom_is_told_from_three_common_games_on() -> None:
    night = [
        told(1, [ANN], [BO], [CY]),
        told(2, [BO], [ANN], [CY]),
        told(3, [ANN], [BO], [CY]),
        told(4, [ANN, BO], [DEE]),
    ]
    assert find_opponents(night, ANN) == [
        Opponent(BO, behind=2, ahead=1, level=1),
        Opponent(CY, behind=3, ahead=0, level=0),
    ]
    assert [(one.person, one.games) for one in find_opponents(night, CY)] == [(ANN, 3), (BO, 3)]
    assert find_opponents(night, DEE) == find_opponents(night[:2], ANN) == []


def made(day: int, game: str = "chief", **points: int) -> TableSummary:
    """A game of Ann, who made so much of everything, and Bo, who made ten."""
    both = {
        person: {name: Sum(1, n, n) for name, n in own.items()}
        for person, own in ((ANN, points), (BO, dict.fromkeys(points, 10)))
    }
    places = (frozenset([ANN]), frozenset([BO]))
    sat, slots = frozenset(both), frozenset(["poor", "thief"])
    return TableSummary(
        f"M{day}", game, day * DAY, sat, sat, places[:1], places, made=both, slots=slots
    )


def test_averages_are_over_games_and_compared_only_with_enough_of_them() -> None:
    few = [made(day, poor=10 + day, thief=day) for day in range(1, 5)]
    games, own = sum_statistics(few, "chief")[ANN]
    assert (games, own["poor"].average, own["thief"].average) == (4, 12.5, 2.5)
    assert own["poor"].most == 14
    assert best_at(sum_statistics(few, "chief"), ANN) == frozenset()
    many = [*few, made(5, poor=15, thief=5), made(9, "other", poor=99)]
    enough = sum_statistics(many, "chief")
    assert enough[ANN][0] == 5
    assert best_at(enough, ANN) == {"poor"}
    assert best_at(enough, ANN, low=("thief",)) == {"poor", "thief"}
    assert best_at({ANN: (5, {"poor": Sum(1, 9, 9)})}, ANN) == frozenset()
    level = {ANN: (5, {"poor": Sum(50, 451, 9)}), BO: (5, {"poor": Sum(5, 45, 9)})}
    assert best_at(level, ANN) == frozenset()


def test_records_are_of_each_game_the_lowest_where_that_wins() -> None:
    night = split_sessions(
        [
            told(1, [ANN], [BO], numbers={ANN: 90, BO: 80}),
            told(2, [BO], [ANN], numbers={ANN: 60, BO: 120}),
            told(3, [BO], [ANN], numbers={ANN: 120, BO: 120}),
            told(4, [CY], [ANN], game="low", numbers={CY: 7, ANN: 30}, low_wins=True),
            told(5, [ANN], [CY], game="low", numbers={CY: 9, ANN: 8}, low_wins=True),
            again(6, [ANN, BO], [BO], [BO], [ANN]),
            again(7, [ANN, BO], [ANN]),
        ]
    )
    found = {
        one.table.game: (one.table.code, one.people, one.number, one.wins) for one in records(night)
    }
    assert found == {
        "pairs": ("S6", (BO,), 2, True),
        "low": ("T4-20", (CY,), 7, False),
        "chief": ("T2-20", (BO,), 120, False),
    }
    assert [one.table.game for one in records(night)] == ["pairs", "low", "chief"]


def test_the_best_thing_made_is_a_record_too() -> None:
    first, second = made(1, poor=20, thief=3), made(2, poor=25, thief=25)
    night = split_sessions([replace(table, numbers={ANN: 50, BO: 20}) for table in (first, second)])
    assert [(one.slot, one.number, one.table.code, one.people) for one in records(night)] == [
        ("", 50, "M1", (ANN,)),
        ("poor", 25, "M2", (ANN,)),
    ]


def test_game_by_game() -> None:
    night = [
        told(1, [ANN], [BO], numbers={ANN: 90, BO: 80}),
        told(2, [BO], [ANN], numbers={ANN: 60, BO: 120}),
        again(3, [ANN, BO], [BO], [ANN], [ANN]),
        told(4, [CY], [BO]),
    ]
    assert of_games(night, ANN) == [
        OfGame("pairs", Count(3, 2), None, None, 2, 2),
        OfGame("chief", Count(2, 1), 90, 75.0, 0, 1),
    ]
    assert counts_by(night, ANN, lambda table: len(table.sat)) == {2: Count(5, 3)}


def test_missed_is_who_comes_often() -> None:
    night = split_sessions([told(day, [ANN], [BO]) for day in range(1, 4)] + [told(5, [ANN], [CY])])
    assert missed(night, night[-1]) == [BO]
    assert missed(night, night[0]) == []


def test_nothing_played_is_no_story() -> None:
    nothing: list[Session] = []
    told_of = (split_sessions([]), rank_players([]), records(nothing), of_games([], ANN))
    assert not any(told_of)
