"""Pairs: every illegal attempt is told with its clause, and who starts, points, loser and cards are
as a truthful game has them.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from referee.games import GAMES
from referee.games.pairs.playing import DECK, State, goal
from referee.kernel.contract import complete_options, totals
from referee.kernel.game import check, play
from referee.kernel.ledger import holders

GAME = GAMES["pairs"]
SEATS = ("ann", "bo", "cy")
BURNED = 5


def table(*seats: str, **options: str) -> State:
    state: State = GAME.setup(seats or SEATS, complete_options(GAME.info, seats or SEATS, options))
    return state


def after(text: str, state: State | None = None) -> State:
    """The table after cards dealt or taken such as "ann 6 bo 3 cy 9 bo 4"; a dot folds."""
    now, tokens = state or table(), text.split()
    for seat, token in zip(tokens[::2], tokens[1::2], strict=True):
        kind = "fold" if token == "." else "deal" if now.turn is None else "draw"
        now = play(GAME, now, kind, seat, {} if token == "." else {"card": token})
    return now


def objections(state: State, kind: str, seat: str | None, **raw: Any) -> list[str]:
    return [
        f"{ruling.code} {ruling.clause}"
        for ruling in check(GAME, state, kind, seat, raw).objections
    ]


# What is refused


@pytest.mark.parametrize(
    ("before", "kind", "seat", "card", "wanted"),
    [
        ("ann 6", "draw", "ann", "3", "deal_first PA-6"),
        ("ann 6", "fold", "ann", None, "deal_first PA-6"),
        ("ann 6", "deal", "ann", "3", "deal_first PA-6"),
        ("ann 3 bo 3 cy 9", "draw", "bo", "4", "deal_first PA-8"),
        ("ann 3 bo 3 cy 9", "deal", "cy", "4", "deal_first PA-8"),
        ("ann 3 bo 4 cy 9", "deal", "ann", "4", "not_now PA-6"),
        ("ann 3 bo 4 cy 9", "draw", "bo", "6", "not_on_turn PA-11"),
        ("ann 3 bo 4 cy 9", "fold", "cy", None, "not_on_turn PA-11"),
        ("ann 3 bo 4 cy 9 ann 3", "draw", "bo", "6", "round_over PA-12"),
        ("ann 3 bo 4 cy 9 ann 3", "fold", "ann", None, "round_over PA-12"),
        ("ann 3 bo 4 cy 9 ann .", "draw", "bo", "6", "round_over PA-14"),
        ("ann 1 bo 4 cy 9", "draw", "ann", "1", "no_copy_left PA-1"),
        ("ann 1 bo 4 cy 9 ann .", "deal", "ann", "1", "no_copy_left PA-1"),
        ("ann 2 bo 4 cy 9 ann 2", "deal", "ann", "3 4", "too_many_cards PA-6"),
        ("ann 2 bo 4 cy 9", "draw", "ann", "11", "card_not_in_deck PA-10"),
    ],
)
def test_every_illegal_try_is_told_with_its_clause(
    before: str, kind: str, seat: str, card: str | None, wanted: str
) -> None:
    assert objections(after(before), kind, seat, **({"card": card} if card else {})) == [wanted]


def test_a_card_that_is_not_there_is_told_with_where_its_copies_lie() -> None:
    (ruling,) = check(GAME, after("ann 2 bo 4 cy 9 ann 2"), "deal", "ann", {"card": "2"}).objections
    assert ruling.params["holders"] == [["ann", "kept"], [None, "discard"]]


@pytest.mark.parametrize(
    ("points", "wanted"),
    [("0", "out_of_range PA-13"), ("11", "out_of_range PA-13"), ("1", "no_copy_left PA-13")],
)
def test_a_score_that_nobodys_cards_can_give_is_refused(points: str, wanted: str) -> None:
    state = play(GAME, table(depth="quick"), "round", None, {"who": "bo", "points": "1"})
    assert objections(state, "round", None, who="ann", points=points) == [wanted]


# What is worked out


@pytest.mark.parametrize("players", range(2, 9))
def test_the_losing_score(players: int) -> None:
    share = Fraction(60, players) + 1
    seats = tuple("abcdefgh"[:players])
    assert goal(seats, {"many_players": "rounded_down"}) == share // 1
    assert goal(seats, {"many_players": "eleven"}) == (share if players < 7 else 11)


@pytest.mark.parametrize(
    ("dealt", "first"),
    [
        ("ann 6 bo 3 cy 9", "bo"),
        ("ann 3 bo 3 cy 9 ann 8 bo 5", "bo"),
        ("ann 3 bo 3 cy 3 ann 8 bo 5 cy 5 bo 9 cy 7", "cy"),
        ("ann 3 bo 3 cy 9 ann 3 ann 2 bo 5", "ann"),
        ("ann 3 bo 3 cy 9 ann 8", None),
    ],
)
def test_the_lowest_card_goes_first(dealt: str, first: str | None) -> None:
    assert after(dealt).turn == first


def test_who_scores_keeps_one_card_and_the_others_are_discarded() -> None:
    state = after("ann 6 bo 3 cy 9 bo 8 cy 10 ann 7 bo 8")
    assert [(line.seat, line.points, line.clause, line.cards) for line in GAME.lines(state)] == [
        ("bo", 8, "PA-12", ("8",))
    ]
    assert sorted(state.discards, key=int) == ["3", "6", "7", "8", "9", "10"]
    assert (state.turn, state.due, state.deck) == (None, SEATS, DECK.size - BURNED - 7)


def test_a_switch_to_quick_entry_lets_the_discards_be_and_the_way_back_shuffles_them() -> None:
    state = play(GAME, after("ann 1 bo 4 cy 9 ann 4 bo 5 cy 9"), "depth", None, {"depth": "quick"})
    assert "4" not in holders(GAME.scene(state).holdings)
    state = play(
        GAME,
        play(GAME, state, "round", None, {"who": "bo", "points": "5"}),
        "depth",
        None,
        {"depth": "full"},
    )
    assert (state.deck, state.effects[-1].code) == (DECK.size - BURNED - 2, "shuffled")
    assert "deal" in {prompt.kind for prompt in GAME.prompts(after("ann 4", state))}


# A truthful table


@dataclass
class Table:
    """A game dealt from a real deck by the booklet alone, with every card it shows told to the
    referee.
    """

    seats: tuple[str, ...]
    rng: random.Random
    state: State
    kept: dict[str, list[int]] = field(default_factory=dict)
    deck: list[int] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    stacks: dict[str, list[int]] = field(default_factory=dict)
    shuffles: int = 0

    def play(self) -> None:
        self.kept = {seat: [] for seat in self.seats}
        self.away = [number for number in range(1, 11) for _ in range(number)]
        limit = max(11, 60 // len(self.seats) + 1)
        self.shuffle()
        while all(sum(cards) < limit for cards in self.kept.values()):
            self.round()
        losers = [seat for seat, cards in self.kept.items() if sum(cards) >= limit]
        result = GAME.result(self.state)
        assert result is not None
        assert result.winners == ()
        assert [list(result.ranking[-1])] == [losers]

    def shuffle(self) -> None:
        self.rng.shuffle(self.away)
        self.deck, self.away = self.away[BURNED:], self.away[:BURNED]
        self.shuffles += 1

    def card(self, kind: str, seat: str) -> int:
        """The top card, told to the referee; the deck is shuffled as soon as it is used up, but
        after what the card has ended.
        """
        self.tell(kind, seat, card=str(self.deck[-1]))
        return self.deck.pop()

    def tell(self, kind: str, seat: str, **raw: str) -> None:
        self.state = play(GAME, self.state, kind, seat, raw)

    def refill(self) -> None:
        if not self.deck:
            self.shuffle()

    def round(self) -> None:
        self.stacks = {seat: [] for seat in self.seats}
        turn = self.seats.index(self.first())
        while True:
            seat = self.seats[turn]
            assert self.state.turn == seat
            if self.rng.random() < 0.15:
                self.tell("fold", seat)
                self.ends(seat, min(card for stack in self.stacks.values() for card in stack))
                return
            card = self.card("draw", seat)
            paired = card in self.stacks[seat]
            self.stacks[seat].append(card)
            if paired:
                self.ends(seat, card)
                return
            self.refill()
            turn = (turn + 1) % len(self.seats)

    def first(self) -> str:
        tied = list(self.seats)
        while True:
            newest = {seat: self.dealt(seat) for seat in tied}
            tied = [seat for seat in tied if newest[seat] == min(newest.values())]
            if len(tied) == 1:
                return tied[0]

    def dealt(self, seat: str) -> int:
        while True:
            assert self.state.due[0] == seat
            card = self.card("deal", seat)
            again = card in self.stacks[seat]
            (self.away if again else self.stacks[seat]).append(card)
            self.refill()
            if not again:
                return card

    def ends(self, seat: str, card: int) -> None:
        self.kept[seat].append(card)
        self.away += [one for stack in self.stacks.values() for one in stack]
        self.away.remove(card)
        self.stacks = {}
        assert totals(GAME.lines(self.state), self.seats) == {
            one: sum(cards) for one, cards in self.kept.items()
        }
        if GAME.result(self.state) is None:
            self.refill()
            self.counts()

    def counts(self) -> None:
        """The referee's deck, and the cards it knows to be out of play, against the real ones."""
        assert self.state.deck == len(self.deck)
        out = Counter(int(held.card) for held in GAME.scene(self.state).holdings)
        assert not out - Counter(
            [*self.away, *(card for cards in self.kept.values() for card in cards)]
        )
        assert sum(out.values()) == DECK.size - len(self.deck) - BURNED


def test_truthful_games_come_out_as_the_booklet_says() -> None:
    shuffles = 0
    for seed in range(200):
        rng = random.Random(seed)
        seats = tuple("abcdefgh"[: rng.randint(2, 8)])
        real = Table(seats, rng, table(*seats))
        real.play()
        shuffles += real.shuffles - 1
    assert shuffles > 50


# Properties of random games


def test_without_a_deck_a_card_out_of_turn_is_refused_by_the_turn() -> None:
    """PA-11 comes before PA-A3: even with a deck that seat could draw nothing."""
    state = replace(after("ann 5 bo 6 cy 7", table(deck_out="finish")), deck=0)
    assert state.turn == "ann"
    assert objections(state, "draw", "bo", card="10") == ["not_on_turn PA-11"]
    assert objections(state, "draw", "ann", card="10") == ["only_fold PA-A3"]


def test_a_deck_that_ends_with_the_deal_is_shuffled_anew() -> None:
    """PA-A3: only in the middle of a round do some tables go on without a deck."""
    begun = replace(table(deck_out="finish"), deck=len(SEATS))
    dealt = after("ann 5 bo 6 cy 7", begun)
    assert dealt.turn == "ann"
    assert dealt.deck > 0
    last = after("ann 9", replace(dealt, deck=1))
    assert last.deck == 0
