"""Cracker: truthful games with real hands, which the referee must follow without objecting, and
everything it refuses.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from referee.games.cracker.game import GAME
from referee.games.cracker.state import DECK, Hand, State, is_due
from referee.kernel.contract import complete_options, totals
from referee.kernel.game import check, play, with_now
from tests.support.tiers import cases, property_test

Move = tuple[str, str | None, dict[str, Any]]


def table(seats: str = "abc", **options: object) -> State:
    """A table before its first round, in full entry."""
    return GAME.setup(
        tuple(seats), complete_options(GAME.info, seats, {"depth": "full", **options})
    )


def enter(state: State, moves: list[Move]) -> State:
    for kind, seat, raw in moves:
        state = play(GAME, state, kind, seat, raw)
    return state


def objections(state: State, kind: str, seat: str | None, raw: dict[str, Any]) -> list[str]:
    found = check(GAME, state, kind, seat, raw).objections
    return [f"{ruling.code} {ruling.clause}" for ruling in found]


def draw(seat: str, card: int) -> Move:
    return "draw", seat, {"card": str(card)}


def pass_(seat: str, card: int, **more: str) -> Move:
    return "pass", seat, {"card": str(card), **more}


def pair(seat: str) -> Move:
    return "pair", seat, {}


def change(seat: str, card: int) -> Move:
    return "change", seat, {"card": str(card)}


def out(seat: str, *cards: int) -> Move:
    return "out", seat, {"hand": [str(card) for card in cards]}


# Truthful games


@dataclass
class Dealer:
    """Real hands: plays a round by chance, tells the referee everything and keeps its own books."""

    rng: random.Random
    state: State
    hands: dict[str, list[str]] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    passes: list[str] = field(default_factory=list)
    """Numbers passed since the last pair or Change."""

    def deal(self) -> None:
        self.deck = [card for card, copies in DECK.counts.items() for _ in range(copies)]
        self.rng.shuffle(self.deck)
        self.hands = {seat: [self.deck.pop() for _ in range(10)] for seat in self.state.seats}
        self.discards, self.passes = [], []

    def tell(self, kind: str, seat: str | None, **raw: object) -> None:
        checked = check(GAME, self.state, kind, seat, raw)
        assert checked.objections == (), f"{kind} of {seat}, {raw}: {checked.objections}"
        assert checked.move is not None
        self.state = GAME.advance(self.state, checked.move)

    def play_round(self) -> dict[str, int]:
        """One round; what each seat should get for it."""
        self.deal()
        seat = self.state.now.dealer
        card = self.deck.pop()
        self.tell("draw", seat, card=card)
        while True:
            self.hands[seat].append(card)
            self.compare(seat, card)
            if (
                len(self.passes) >= len(self.hands)
                and len(set(self.passes[-len(self.hands) :])) == 1
            ):
                if not self.deck:
                    self.tell("stop", seat)
                    return self.told()
                card = self.change(seat, card)
            elif self.is_out(seat):
                return self.told(seat)
            elif self.hands[seat].count(card) > 1 and self.rng.random() < 0.8:
                self.pair(seat, card)
                if self.is_out(seat):
                    return self.told(seat)
            card = self.rng.choice(self.hands[seat])
            self.hands[seat].remove(card)
            self.passes.append(card)
            self.tell("pass", seat, card=card)
            if self.is_out(seat, card):
                return self.told(seat)
            seat = self.state.seats[(self.state.seats.index(seat) + 1) % len(self.hands)]

    def change(self, seat: str, card: str) -> str:
        self.hands[seat].remove(card)
        self.discards.append(card)
        drawn = self.deck.pop()
        self.hands[seat].append(drawn)
        self.passes = []
        self.tell("change", seat, card=drawn)
        return drawn

    def pair(self, seat: str, card: str) -> None:
        for _ in range(2):
            self.hands[seat].remove(card)
            self.discards.append(card)
        self.passes = []
        self.tell("pair", seat)

    def is_out(self, seat: str, passed: str = "") -> bool:
        """Tells it if the hand wins; a card passed is by then the left neighbour's."""
        hand = sorted(map(int, self.hands[seat]))
        if len(set(hand)) > 1 and any(b - a != 1 for a, b in pairwise(hand)):
            return False
        if passed:
            self.hands[self.state.now.active].append(passed)
        asked = next(
            prompt
            for prompt in GAME.prompts(self.state)
            if (prompt.kind, prompt.seat) == ("out", seat)
        )
        self.tell("out", seat, **({"hand": list(self.hands[seat])} if asked.fields else {}))
        return True

    def told(self, winner: str = "") -> dict[str, int]:
        """Tells the highest cards that are asked, if any; the points by the rules."""
        lost = {
            seat: max(map(int, hand), default=0)
            for seat, hand in self.hands.items()
            if seat != winner
        }
        asked = next(
            (prompt for prompt in GAME.prompts(self.state) if prompt.kind == "highs"), None
        )
        if asked:
            self.tell(
                "highs", None, **{wanted.name: lost[str(wanted.about)] for wanted in asked.fields}
            )
        return {seat: sum(lost.values()) if seat == winner else -lost[seat] for seat in self.hands}

    def tell_losses(self) -> dict[str, int]:
        """A round of which only the end is told: who is out, and the highest cards of the
        others.
        """
        self.deal()
        winner = self.rng.choice(self.state.seats)
        self.tell("won", None, who=winner)
        return self.told(winner)

    def compare(self, seat: str, card: str) -> None:
        """What the referee worked out is so."""
        now = self.state.now
        assert (now.active, now.received, now.deck) == (seat, card, len(self.deck))
        assert {seat: hand.size for seat, hand in now.hands.items()} == {
            seat: len(hand) for seat, hand in self.hands.items()
        }
        assert Counter(now.discards) == Counter(self.discards)
        for one, cards in self.hands.items():
            assert Counter(now.hands[one].known) <= Counter(cards)
            assert all(self.state.could[one][held] >= cards.count(held) for held in cards)
        assert (
            sum(hand.size for hand in now.hands.values()) + now.deck + len(now.discards)
            == DECK.size
        )


@property_test
@pytest.mark.parametrize("switching", [0, 0.4])
@pytest.mark.parametrize("count", [3, 4, 5])
def test_truthful_games_are_followed_without_objection(count: int, switching: float) -> None:
    """Rounds told in full and by their losses alone, in any order (CR-20)."""
    seen = Counter[str]()
    for seed in cases(20, 60):
        rng = random.Random(seed)
        dealer = Dealer(rng, table("abcde"[:count], rounds=6, dealer="abcde"[seed % count]))
        expected = Counter[str]()
        for number in range(1, 7):
            assert dealer.state.number == number
            full = dealer.state.depth == "full"
            if rng.random() < switching:
                seen["switched"] += 1
                full = not full
                dealer.tell("depth", None, depth="full" if full else "quick")
            points = dealer.play_round() if full else dealer.tell_losses()
            expected.update(points)
            seen["out"] += max(points.values()) > 0
        assert GAME.result(dealer.state) is not None
        assert totals(GAME.lines(dealer.state), dealer.state.seats) == {
            seat: expected[seat] for seat in dealer.state.seats
        }
    assert seen["out"] > len(cases(30, 100))
    assert seen["switched"] > 30 or not switching


# What is refused

GONE_ROUND: list[Move] = [draw("a", 9), pass_("a", 1), pass_("b", 1), pass_("c", 1)]
REFUSALS: list[tuple[str, dict[str, object], list[Move], Move, list[str]]] = [
    ("passing before the first card is drawn", {}, [], pass_("a", 5), ["draw_first CR-7"]),
    ("passing out of turn", {}, [draw("a", 9)], pass_("c", 5), ["out_of_turn CR-12"]),
    ("passing before a Change", {}, GONE_ROUND, pass_("a", 5), ["change_due CR-17"]),
    (
        "passing a number that is elsewhere",
        {},
        [draw("a", 9), pass_("a", 1), pass_("b", 5)],
        pass_("c", 1),
        ["no_copy_left CR-1"],
    ),
    (
        "another 1, where only one is in the deck",
        {},
        [draw("a", 1)],
        pair("a"),
        ["no_copy_left CR-1"],
    ),
    (
        "a pair twice in one turn",
        {},
        [draw("a", 9), pair("a")],
        pair("a"),
        ["nothing_received CR-10"],
    ),
    (
        "a pair of the card that came round",
        {},
        [draw("a", 9), pass_("a", 3), pass_("b", 3), pass_("c", 3)],
        pair("a"),
        ["change_not_pair CR-A5"],
    ),
    (
        "a pair of a card drawn in a Change",
        {},
        [*GONE_ROUND, change("a", 9)],
        pair("a"),
        ["drawn_not_received CR-A4"],
    ),
    ("a Change too early", {}, GONE_ROUND[:-1], change("c", 9), ["change_early CR-17"]),
    (
        "a Change after a pair",
        {},
        [draw("a", 9), pass_("a", 2), pass_("b", 2), pair("c")],
        change("c", 9),
        ["no_trip CR-19"],
    ),
    ("the same card drawn again", {}, GONE_ROUND, change("a", 1), ["no_copy_left CR-1"]),
    (
        "going out after a Change",
        {},
        [*GONE_ROUND, change("a", 9)],
        out("a", *[9] * 9, 8, 8),
        ["out_after_change CR-A4", "number_twice CR-13"],
    ),
    ("going out in another's turn", {}, [draw("a", 9)], out("b", *[10] * 10), ["out_late CR-A11"]),
    ("a gap", {}, [], out("a", *range(1, 10), 9), ["number_twice CR-13"]),
    ("fewer cards than were dealt", {}, [], out("a", 7, 8, 9), ["hand_size CR-3"]),
    (
        "without the card just drawn",
        {},
        [draw("a", 9)],
        out("a", *[10] * 11),
        ["hand_lacks CR-11", "no_copy_left CR-1"],
    ),
    (
        "a first card where none is drawn",
        {"opening_draw": "first_deal_only"},
        [out("a", *range(1, 11)), ("highs", None, {"high_b": 9, "high_c": 9})],
        draw("b", 9),
        ["no_draw CR-A13"],
    ),
]


@pytest.mark.parametrize(
    ("options", "before", "move", "codes"),
    [case[1:] for case in REFUSALS],
    ids=[case[0] for case in REFUSALS],
)
def test_what_everybody_saw_is_checked(
    options: dict[str, object], before: list[Move], move: Move, codes: list[str]
) -> None:
    assert objections(enter(table(**options), before), *move) == codes


@pytest.mark.parametrize(
    ("highs", "codes"),
    [
        ({"b": 9, "c": 9}, []),
        ({"b": 4, "c": 9}, ["too_low CR-3"]),
        ({"b": 10, "c": 4}, ["too_low CR-3"]),
    ],
)
def test_ten_cards_cannot_all_be_low(highs: dict[str, int], codes: list[str]) -> None:
    state = enter(table(), [out("a", *range(1, 11))])
    told = {f"high_{seat}": high for seat, high in highs.items()}
    assert objections(state, "highs", None, told) == codes


@pytest.mark.parametrize(
    ("a", "c", "codes"),
    [(2, 3, []), (2, 2, ["too_low_together CR-1"]), (1, 3, ["too_low CR-3"]), (3, 3, [])],
)
def test_low_cards_are_not_enough_for_two_hands(a: int, c: int, codes: list[str]) -> None:
    """Two hands of two unseen cards: there are only three cards up to 2."""
    received = enter(table(), [draw("a", 9), pass_("a", 8)])
    few = with_now(received, hands={"a": Hand(2), "b": Hand(3, ("8",)), "c": Hand(2)})
    told = {"high_a": a, "high_c": c}
    assert objections(enter(few, [out("b", 7, 8, 9)]), "highs", None, told) == codes


# What is known is not asked


def asked(state: State) -> list[tuple[str, str | None]]:
    return [(prompt.kind, prompt.seat) for prompt in GAME.prompts(state) if not prompt.aside]


def test_a_pair_that_cannot_be_is_not_offered() -> None:
    assert asked(enter(table(), [draw("a", 1)])) == [("pass", "a"), ("out", "a")]
    assert asked(enter(table(), [draw("a", 9)])) == [("pass", "a"), ("pair", "a"), ("out", "a")]


def test_a_pair_starts_the_count_again_from_two_cards_on() -> None:
    once = enter(table(), [draw("a", 9), pass_("a", 2), pair("b")])
    twice = enter(table(), [draw("a", 9), pass_("a", 2), pass_("b", 2), pair("c")])
    assert [said.code for said in once.effects] == ["paired"]
    assert [said.code for said in twice.effects] == ["paired", "count_again"]


def test_a_change_is_asked_for_by_itself() -> None:
    state = enter(table(), GONE_ROUND)
    assert is_due(state)
    assert asked(state) == [("change", "a"), ("out", "a")]
    assert [said.code for said in state.effects] == ["passed", "been_round"]


def test_whoever_passed_may_go_out_until_the_next_one_acts() -> None:
    def may(state: State) -> bool:
        return any(
            ruling.code == "out_late"
            for ruling in check(GAME, state, "out", "a", {"hand": ["5"] * 5 + ["6"] * 5}).rulings
        )

    passed = enter(table(), [draw("a", 9), pass_("a", 3)])
    assert not may(passed)
    assert may(enter(passed, [pair("b")]))
    assert may(enter(passed, [pass_("b", 4)]))


EMPTIED: list[Move] = [
    *(
        move
        for low, gone in ((2, 8), (7, 6), (2, 5), (7, 4))
        for move in (
            draw("a", 8) if gone == 8 else pass_("c", gone),
            pair("a"),
            pass_("a", 10),
            pass_("b", low),
        )
    ),
    pass_("c", 9),
    pair("a"),
    pass_("a", 6),
]


def test_going_out_is_awaited_of_whoever_passed_the_last_card() -> None:
    """Everybody sees that no card is left, so it is one button; where two cards are needed there is
    none.
    """
    assert ("out", "a") in asked(enter(table(), EMPTIED))
    assert ("out", "a") not in asked(enter(table(min_out="2"), EMPTIED))


def test_whoever_paired_the_last_card_away_goes_out_after_a_pair() -> None:
    """A hand can be odd where later dealers draw nothing; its last card may then leave as half of a
    pair (CR-14, CR-A13).
    """
    received = enter(table(), [draw("a", 9), pass_("a", 8)])
    last = with_now(received, hands={**received.now.hands, "b": Hand(2, ("8",))})
    gone = enter(last, [pair("b")])
    assert ("out", "b") in asked(gone)
    assert "out_paired" in [
        line.code
        for line in GAME.lines(
            enter(gone, [("out", "b", {}), ("highs", None, {"high_a": 9, "high_c": 9})])
        )
    ]


def test_the_very_same_card_is_asked_about_only_where_it_matters() -> None:
    def names(state: State) -> list[str]:
        return [
            wanted.name
            for prompt in GAME.prompts(state)
            if (prompt.kind, prompt.seat) == ("pass", "b")
            for wanted in prompt.fields
        ]

    before = [draw("a", 9), pass_("a", 2)]
    assert names(enter(table(), before)) == ["card"]
    assert names(enter(table(change_count="same_card"), before)) == ["which", "card"]
    assert names(enter(table(change_count="same_card"), [draw("a", 9), pass_("a", 1)])) == ["card"]


# The board


def test_the_board_tells_every_card_of_the_deck() -> None:
    dealer = Dealer(random.Random(3), table("abcd", rounds=1))
    dealer.deal()
    state = enter(
        dealer.state,
        [draw("a", 9), pair("a"), pass_("a", 3), pair("b"), pass_("b", 3), pass_("c", 7)],
    )
    board = GAME.scene(state).board
    hands = sum((row.backs or 0) + len(row.spots) for row in board if row.seat)
    middle = sum(
        (row.backs or 0) + sum(spot.note.params["n"] for spot in row.spots if spot.note)
        for row in board
        if row.title
    )
    assert hands + middle == DECK.size


def test_a_change_that_would_be_due_is_refused_by_the_missing_deck() -> None:
    """CR-18: not as something that does not come now."""
    state = with_now(enter(table(), GONE_ROUND), deck=0)
    assert is_due(state)
    (ruling,) = check(GAME, state, "change", "a", {"card": "9"}).rulings
    assert (ruling.code, ruling.clause) == ("deck_empty", "CR-18")
