"""Captain's Orders: truthful tables are never objected to, every refusal has its clause, and rounds
go to whom the rules say.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.games.captains_orders.game import GAME, State
from referee.kernel.contract import complete_options, totals
from referee.kernel.game import check, play

FOUR = ("a", "b", "c", "d")


def table(seats: Sequence[str] = FOUR, **options: object) -> State:
    """A table before its first round."""
    return GAME.setup(tuple(seats), complete_options(GAME.info, seats, options))


def move(
    state: State, kind: str, seat: str | None = None, accept: Sequence[str] = (), **raw: object
) -> State:
    """Any move, by the names of its fields."""
    return play(GAME, state, kind, seat, raw, accept)


def moves(state: State, *entries: tuple[Any, ...]) -> State:
    """Several moves: kind, seat and fields."""
    for kind, seat, raw in entries:
        state = move(state, kind, seat, **raw)
    return state


def objections(
    state: State, kind: str, seat: str | None = None, **raw: object
) -> list[tuple[str, str]]:
    """Codes and clauses of everything that keeps a move from standing."""
    return [
        (ruling.code, ruling.clause) for ruling in check(GAME, state, kind, seat, raw).objections
    ]


def winners(state: State, round_: int = 1) -> set[str]:
    """Who got a round."""
    return {
        seat
        for seat, points in totals(
            [line for line in GAME.lines(state) if line.round == round_], state.seats
        ).items()
        if points
    }


# Every refusal

FULL = table(depth="full")
ORDERED = move(FULL, "order", "b", card="6")
OBEYED = move(ORDERED, "obey", "c")
ROUNDED = moves(OBEYED, ("obey", "d", {}), ("obey", "a", {}))
ACCUSED = move(table(), "accused", accuser="a", whom="b")
PASSED = moves(FULL, ("pass", "b", {"whom": "d"}), ("accuse", "c", {"whom": "d"}))
ASKED = moves(FULL, ("ask", "b", {"whom": "d"}), ("accuse", "c", {"whom": "d"}))
OWNED = move(OBEYED, "accuse", "d", whom="b")
DECLARED = move(table(), "declared", who="a", how="pass", to="b", card="6")
LAST = moves(
    FULL,
    *(("ask", seat, {"whom": "d"}) for seat in "bc"),
    ("pass", "d", {"whom": "a"}),
    *(("ask", seat, {"whom": "d"}) for seat in "ab"),
)
UNDER = moves(LAST, ("order", "c", {"card": "5"}), ("obey", "d", {}))

REFUSALS: tuple[tuple[State, str, str | None, dict[str, object], str], ...] = (
    (FULL, "order", "a", {"card": "5"}, "not_your_turn CO-10"),
    (FULL, "order", "b", {"card": "5 5"}, "too_many_cards CO-13"),
    (FULL, "obey", "b", {}, "no_order CO-12"),
    (FULL, "pass", "b", {"whom": "b"}, "pass_self CO-15"),
    (FULL, "ask", "b", {"whom": "b"}, "ask_self CO-17"),
    (FULL, "accuse", "b", {"whom": "b"}, "accuse_self CO-19"),
    (FULL, "accuse", "c", {"whom": "b"}, "not_your_turn CO-10"),
    (FULL, "declare", "b", {"card": "1"}, "cards_left CO-34"),
    (ORDERED, "pass", "c", {"whom": "d"}, "order_lies CO-12"),
    (ORDERED, "ask", "c", {"whom": "d"}, "order_lies CO-12"),
    (ORDERED, "order", "c", {"card": "6"}, "order_not_lower CO-28"),
    (ORDERED, "order", "c", {"card": "10"}, "order_not_lower CO-28"),
    (ORDERED, "order", "b", {"card": "2"}, "not_your_turn CO-10, own_order CO-31"),
    (ORDERED, "obey", "b", {}, "not_your_turn CO-10, own_order CO-31"),
    (
        move(FULL, "order", "b", card="1"),
        "order",
        "c",
        {"card": "1"},
        "order_not_lower CO-28, no_copy_left CO-1",
    ),
    (OBEYED, "challenge", "b", {"card": "6"}, "obeyed_well CO-26"),
    (ORDERED, "challenge", "b", {"card": "6"}, "not_on_turn CO-10"),
    (ROUNDED, "order", "b", {"card": "2"}, "turn_used CO-32"),
    (UNDER, "declare", "d", {"card": "4"}, "obeyed_below CO-26"),
    (UNDER, "order", "a", {"card": "4"}, "not_on_turn CO-10"),
    (ACCUSED, "hand", "a", {"cards": "1 1"}, "no_copy_left CO-1"),
    (ACCUSED, "hand", "a", {"cards": ""}, "too_few_cards CO-20"),
    (ACCUSED, "won", None, {"winners": ["a", "b"]}, "finder_alone CO-22"),
    (ACCUSED, "won", None, {"winners": list("abcd")}, "all_win CO-2, finder_alone CO-22"),
    (PASSED, "hand", "d", {"cards": "2 3 4 5 6 7 8"}, "hand_too_large CO-16"),
    (PASSED, "hand", "a", {"cards": "2 3 4 5 6 7 8"}, "hand_size CO-9"),
    (ASKED, "hand", "b", {"cards": "2 3 4 5 6 7 8"}, "hand_too_large CO-18"),
    (OWNED, "hand", "b", {"cards": "2 3 4 5 7"}, "hand_too_small CO-27"),
    (OWNED, "hand", "b", {"cards": "1 2 3 4 5 5"}, "obey_contradicted CO-26"),
    (DECLARED, "hand", "b", {"cards": "9"}, "passed_card_missing CO-36"),
    (DECLARED, "won", None, {"winners": ["a", "b"]}, "declarer_alone CO-35"),
    (table(), "accused", None, {"accuser": "a", "whom": "a"}, "accuse_self CO-19"),
    (table(), "declared", None, {"who": "a", "how": "pass", "card": "2"}, "to_whom CO-34"),
    (
        table(),
        "declared",
        None,
        {"who": "a", "how": "obey", "to": "a", "card": "2"},
        "pass_self CO-15",
    ),
    (
        table(),
        "declared",
        None,
        {"who": "a", "how": "order", "to": "b", "card": "2"},
        "order_to_nobody CO-13",
    ),
    (
        table(asked_empty="no_declare"),
        "declared",
        None,
        {"who": "a", "how": "ask", "to": "b", "card": "2"},
        "asked_no_declare CO-A6",
    ),
    (table(undeclared="auto_declare"), "emptied", None, {"who": "a"}, "not_now CO-33"),
)


@pytest.mark.parametrize(
    ("state", "kind", "seat", "raw", "expected"),
    REFUSALS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_refusal(
    state: State, kind: str, seat: str | None, raw: dict[str, object], expected: str
) -> None:
    found = objections(state, kind, seat, **raw)
    assert ", ".join(f"{code} {clause}" for code, clause in found) == expected


def test_what_is_asked_is_what_may_be_done() -> None:
    def awaited(state: State) -> list[tuple[str, str | None]]:
        return [(prompt.kind, prompt.seat) for prompt in GAME.prompts(state) if not prompt.aside]

    assert awaited(FULL) == [(kind, "b") for kind in ("order", "pass", "ask", "accuse")]
    assert awaited(ORDERED) == [(kind, "c") for kind in ("order", "obey", "accuse")]
    assert awaited(UNDER) == [("declare", "d"), ("silent", "d")]
    assert awaited(ACCUSED) == [("hand", seat) for seat in "abcd"]


def test_an_overruled_turn_goes_on_from_whoever_took_it() -> None:
    state = move(FULL, "order", "d", accept=["not_your_turn"], card="5")
    assert (state.now.turn, state.now.counts["d"]) == ("a", 5)


# Truthful tables with real cards


@dataclass
class Dealer:
    """Real hands behind a table in full entry: whatever is legal is done, and told as it
    happened.
    """

    rng: random.Random
    state: State
    hands: dict[str, list[int]] = field(default_factory=dict)
    seen: list[int] = field(default_factory=list)
    accuses: float = 0.2
    told: list[tuple[str, str | None, dict[str, object]]] = field(default_factory=list)

    def deal(self) -> None:
        """Six cards each."""
        pool = [rank for rank in range(1, 11) for _ in range(rank)]
        self.rng.shuffle(pool)
        self.hands = {seat: [pool.pop() for _ in range(6)] for seat in self.state.seats}

    def tell(self, kind: str, seat: str | None, **raw: object) -> None:
        """A move that must stand."""
        assert objections(self.state, kind, seat, **raw) == [], (kind, seat, raw)
        self.state = move(self.state, kind, seat, **raw)
        self.told.append((kind, seat, raw))

    def take(self, seat: str, least: int = 0) -> int:
        """A card out of a hand, of a rank at least."""
        card = self.rng.choice([card for card in self.hands[seat] if card >= least])
        self.hands[seat].remove(card)
        return card

    def turn(self) -> tuple[str, int] | None:
        """One legal action; a last card that changed hands or was played is returned with its
        player.
        """
        now, seat = self.state.now, self.state.now.turn
        other = self.rng.choice([other for other in self.state.seats if other != seat])
        rank = int(now.order.card) if now.order else 11
        able = [card for card in self.hands[seat] if card < rank]
        kinds = ["order"] * 3 * bool(able) + (
            ["obey"] * 3 * (max(self.hands[seat]) >= rank) if now.order else ["pass", "ask"] * 2
        )
        kind = (
            self.rng.choice([*kinds, "accuse"])
            if self.rng.random() < self.accuses
            else self.rng.choice(kinds)
        )
        if kind == "accuse":
            self.tell("accuse", seat, whom=other)
            return None
        if kind == "order":
            card = self.rng.choice(able)
            self.hands[seat].remove(card)
            self.tell("order", seat, card=str(card))
            return seat, card
        giver, taker = (
            (other, seat)
            if kind == "ask"
            else (seat, now.order.owner if kind == "obey" and now.order else other)
        )
        card = self.take(giver, rank if kind == "obey" else 0)
        self.hands[taker].append(card)
        self.tell(kind, seat, **({} if kind == "obey" else {"whom": other}))
        if kind != "obey" and (
            self.hands[giver] or self.state.options["last_pass_discard"] == "yes"
        ):
            self.discard(taker, ask=bool(self.hands[giver]))
        return giver, card

    def discard(self, seat: str, ask: bool) -> None:
        """A discard, told at once where discards are open; after a last card it waits for the
        declaration.
        """
        gone = self.take(seat)
        self.seen = [gone]
        if ask and self.state.options["discards_open"] == "yes":
            self.tell("discard", seat, card=str(gone))

    def round(self) -> None:
        """A whole round, and the hands that are left, shown in any order."""
        self.deal()
        last = None
        while self.state.now.ending is None:
            last = self.turn()
        ending = self.state.now.ending
        if self.state.phase == "declare":
            assert last is not None
            declared = self.rng.random() < 0.6 or self.state.options["undeclared"] == "auto_declare"
            fields = {} if ending.card or not declared else {"card": str(last[1])}
            self.tell("declare" if declared else "silent", last[0], **fields)
        if self.state.phase == "discard":
            self.tell("discard", self.state.now.discarder, card=str(self.seen[0]))
        for seat in self.rng.sample(self.state.seats, len(self.state.seats)):
            if self.hands[seat]:
                self.tell("hand", seat, cards=" ".join(map(str, self.hands[seat])))


@pytest.mark.parametrize("rank", range(2, 10))
def test_a_card_handed_over_too_low_comes_out_at_the_show(rank: int) -> None:
    """The owner keeps what was handed over for the order: two cards at least as high must be
    there.
    """
    state = moves(
        move(FULL, "order", "b", card=str(rank)),
        ("obey", "c", {}),
        ("obey", "d", {}),
        ("accuse", "a", {"whom": "b"}),
    )
    hands = {
        high: " ".join(["1", *["10"] * high, *map(str, [rank - 1] * (6 - high))]) for high in (1, 2)
    }
    found = {
        high: [code for code, _ in objections(state, "hand", "b", cards=hand)]
        for high, hand in hands.items()
    }
    assert "obey_contradicted" in found[1]
    assert "obey_contradicted" not in found[2]


def test_what_was_handed_over_may_have_left_the_hand_again() -> None:
    state = moves(ROUNDED, ("ask", "c", {"whom": "b"}), ("accuse", "d", {"whom": "b"}))
    assert objections(state, "hand", "b", cards="1 2 3 4 5 5 7") == [("obey_contradicted", "CO-26")]
    assert objections(state, "hand", "b", cards="1 2 3 4 5 6 7") == []


FEW = (
    ("pass", "b", {"whom": "c"}),
    ("ask", "c", {"whom": "b"}),
    ("ask", "d", {"whom": "b"}),
    ("ask", "a", {"whom": "b"}),
)
ONE_HIGH = (
    *FEW,
    *(
        ("order", "b", {"card": "7"}),
        ("obey", "c", {}),
        ("order", "d", {"card": "6"}),
        ("obey", "a", {}),
        ("order", "b", {"card": "3"}),
    ),
)
LOW_OUT = moves(
    FULL,
    *ONE_HIGH,
    ("order", "c", {"card": "2"}),
    ("order", "d", {"card": "1"}),
    ("obey", "a", {}),
    ("obey", "b", {}),
)
ROUND_AGAIN = moves(
    FULL,
    *ONE_HIGH,
    *(("obey", seat, {}) for seat in "cda"),
    ("ask", "c", {"whom": "d"}),
    ("ask", "d", {"whom": "c"}),
    ("ask", "a", {"whom": "c"}),
)


def test_a_hand_of_received_cards_alone_gives_no_lower_one() -> None:
    """B kept one card, which C handed over for the 7: it is neither shown as a lower last card nor
    followed by a lower order.
    """
    contradicted = [("obey_contradicted", "CO-26")]
    assert (LOW_OUT.now.counts["b"], ROUND_AGAIN.now.counts["b"]) == (0, 4)
    assert objections(LOW_OUT, "declare", "b", card="5") == contradicted
    assert objections(LOW_OUT, "declare", "b", card="7") == []
    assert objections(ROUND_AGAIN, "order", "b", card="2") == contradicted
    assert objections(ROUND_AGAIN, "order", "b", card="3") == []


def test_an_open_discard_takes_nothing_above_it() -> None:
    """B has four cards of 3 or more, one of them a 7 or more, gets another and discards a 2 where
    all see it.
    """
    state = table(depth="full", discards_open="yes")
    for kind, seat, raw in (
        *ONE_HIGH,
        *(("obey", seat, {}) for seat in "cda"),
        ("pass", "c", {"whom": "b"}),
    ):
        state = move(state, kind, seat, **raw)
        if state.now.discarder:
            state = move(
                state,
                "discard",
                state.now.discarder,
                card="2" if state.now.discarder == "b" else "10",
            )
    state = move(state, "accuse", "d", whom="b")
    assert objections(state, "hand", "b", cards="3 4 5 6") == [("obey_contradicted", "CO-26")]
    assert objections(state, "hand", "b", cards="3 4 5 7") == []


def test_news_of_a_round_stay_until_the_next_entry() -> None:
    state = moves(
        ACCUSED,
        *(
            ("hand", seat, {"cards": cards})
            for seat, cards in zip("abcd", ("9 8", "3", "7", "6"), strict=True)
        ),
    )
    assert [one.code for one in state.effects] == ["told_won", "told_found", "told_captain"]
    assert GAME.scene(state).board == ()
    assert [one.code for one in move(state, "accused", accuser="b", whom="c").effects] != [
        "told_won",
        "told_found",
        "told_captain",
    ]


@pytest.mark.parametrize(("cards", "clause"), [("4", "CO-A9"), ("7", "CO-A4")])
def test_nobody_wins_for_want_of_a_mutineer_or_by_the_rule_of_the_table(
    cards: str, clause: str
) -> None:
    state = move(table(false_declare="nobody"), "declared", who="a", how="order", card="5")
    state = moves(
        state,
        *(
            ("hand", seat, {"cards": hand})
            for seat, hand in (("b", "4"), ("c", "4 9"), ("d", cards))
        ),
    )
    assert [(one.code, one.clause) for one in state.effects][:1] == [("told_nobody", clause)]
    assert winners(state) == set()
