"""The deck ledger: what is left, who has it, and why it cannot be shown twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.cards import french, pairs
from referee.kernel.contract import Holding, Level
from referee.kernel.ledger import clash, holders, left

ONE, TWO = french(1), french(2)
LAID = (Holding("QS", "ann", "chief"), Holding("QS", "bo", "hand"), Holding("7H", None, "out"))


def test_what_is_left_counts_copies_wherever_they_are() -> None:
    available = left(TWO, LAID)
    assert (available["QS"], available["7H"], available["KS"]) == (0, 1, 2)
    assert sum(available.values()) == TWO.size - 3


def test_a_seat_may_show_what_is_in_its_own_hand() -> None:
    assert left(TWO, LAID, "bo")["QS"] == 1
    assert left(TWO, LAID, "ann")["QS"] == 0
    assert holders(LAID, "bo")["QS"] == [LAID[0]]
    assert holders(LAID)["QS"] == [LAID[0], LAID[1]]


def test_a_count_is_never_negative() -> None:
    assert left(ONE, LAID)["QS"] == 0


def test_a_clash_names_the_card_the_copies_and_who_has_them() -> None:
    (ruling,) = clash(TWO, LAID, "cy", ["QS", "KS", "KS"], "IC-2", "cards")
    assert (ruling.code, ruling.clause, ruling.level, ruling.field) == (
        "no_copy_left",
        "IC-2",
        Level.IMPOSSIBLE,
        "cards",
    )
    assert ruling.params == {
        "card": "QS",
        "copies": 2,
        "found": 3,
        "holders": [["ann", "chief"], ["bo", "hand"]],
    }


def test_an_entry_may_clash_with_itself() -> None:
    (ruling,) = clash(ONE, (), "cy", ["QS", "QS"], "IC-2", "cards")
    assert ruling.params == {"card": "QS", "copies": 1, "found": 2, "holders": []}


def test_a_pairs_deck_has_its_own_numbers_of_copies() -> None:
    lying = [Holding("3", "ann", "row")] * 2
    assert left(pairs(), lying)["3"] == 1
    assert clash(pairs(), lying, "bo", ["3"], "PA-1", "card") == ()
    assert clash(pairs(), lying, "bo", ["3", "3"], "PA-1", "card")[0].params["found"] == 4


HOLDING = st.builds(
    Holding,
    st.sampled_from(["AS", "KS", "QS"]),
    st.sampled_from(["ann", "bo", None]),
    st.sampled_from(["hand", "chief"]),
)


@given(
    st.lists(HOLDING, max_size=8),
    st.lists(st.sampled_from(["AS", "KS", "QS"]), max_size=5),
    st.sampled_from(["ann", "bo", None]),
)
def test_there_is_a_clash_exactly_when_more_is_shown_than_is_left(
    laid: list[Holding], cards: list[str], seat: str | None
) -> None:
    available = left(TWO, laid, seat)
    over = {card for card in cards if cards.count(card) > available[card]}
    rulings = clash(TWO, laid, seat, cards, "X-1", "cards")
    assert {ruling.params["card"] for ruling in rulings} == over
    assert len(rulings) == len(over)
    for ruling in rulings:
        assert ruling.params["holders"] == [
            [h.seat, h.place] for h in holders(laid, seat).get(ruling.params["card"], [])
        ]
