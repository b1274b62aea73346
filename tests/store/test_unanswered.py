"""Questions that found no rule: a few of each table, the newest, the words alone."""

from __future__ import annotations

from referee.event import Event
from referee.store import Store
from referee.store.unanswered import MOST, MOST_SIGNS
from tests.store.conftest import Clock

START = Event(0, "start", data={})


def test_the_newest_few_of_each_table_are_kept_once_until_they_are_cleared(
    store: Store, clock: Clock
) -> None:
    one, other = (store.create_table("cracker", START, [("s1", "Ann", None)]).id for _ in range(2))
    store.keep_unanswered(other, "why")
    for number in (*range(MOST + 5), MOST):
        clock.now += 1
        store.keep_unanswered(one, f"question {number}")
    kept = [MOST, *(number for number in reversed(range(5, MOST + 5)) if number != MOST)]
    assert store.unanswered(one) == [f"question {number}" for number in kept]
    for words in ("", "x" * (MOST_SIGNS + 1)):
        store.keep_unanswered(one, words)
    assert len(store.unanswered(one)) == MOST
    store.clear_unanswered(one)
    assert (store.unanswered(one), store.unanswered(other)) == ([], ["why"])
