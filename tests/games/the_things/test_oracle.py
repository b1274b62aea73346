"""The Things: every fight, who dies, whose turn it is and who wins when hands are shown, beside the
oracle.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import Move, complete_options
from referee.kernel.game import AnyGame
from referee.kernel.history import History, Played
from tests.games.the_things import oracle as fight
from tests.oracles.tables import (
    FEW_GAMES,
    GAMES_EACH,
    awaited,
    golden_tables,
    random_tables,
    winners_of,
)
from tests.support.tiers import in_tiers
from tools.sample import sample_options

GAME = "the-things"
HAND = 5


def options_of(own: Mapping[str, Any]) -> dict[str, Any]:
    """The options in the words of the oracle."""
    return {
        "ace": own["ace"],
        "courts": {"rank": "11/12/13", "ten": "10"}[own["courts"]],
        "pairs": {"fight": "wholeFight", "play": "perPlay"}[own["pairs"]],
        "kind5": {"series": "k+1", "cap": "cap5"}[own["five_alike"]],
        "deadShare": own["dead_share"],
    }


def numbers_compared(game: AnyGame, state: Any) -> list[int]:
    """The numbers of both sides in the newest fight, as the sheet gives them."""
    codes = {"TT-47", "TT-48", "TT-50", "TT-51"}
    newest = [
        line for line in game.lines(state) if line.clause in codes and "attack" in line.params
    ][-1]
    return [newest.params["attack"], newest.params["defence"]]


class Follow:
    """A series of The Things followed move by move."""

    def __init__(self, name: str, history: History, seen: Counter[str]) -> None:
        self.name, self.history, self.seen = name, history, seen
        self.options, self.own = options_of(history.options), history.options
        self.games = 0
        self._deal(str(history.options["start"] or history.seats[0]))

    def _deal(self, dealer: str) -> None:
        self.hands = dict.fromkeys(self.history.seats, HAND)
        self.dead: list[str] = []
        self.active = self._left(dealer)  # TT-16
        self.target, self.loser = "", ""
        self.plays: dict[str, list[tuple[str, list[str]]]] = {"attack": [], "defence": []}
        self.proved: dict[str, bool] = {}
        self.known: dict[str, bool] = {}
        self.call: tuple[str, str] | None = None
        self.full = self.own["depth"] == "full"
        self.refilling = False

    def _left(self, seat: str) -> str:
        """TT-58: the left neighbour, over those who are dead."""
        seats = self.history.seats
        around = [seats[(seats.index(seat) + n) % len(seats)] for n in range(1, len(seats) + 1)]
        return next(each for each in around if each not in self.dead)

    def play(self) -> None:
        """Every move."""
        for played in self.history.played:
            getattr(self, f"_{played.move.kind}")(played)
            self._compare(played.state)

    def _again(self, played: Played) -> None:
        self._deal(str(played.move.data["start"]))

    def _depth(self, played: Played) -> None:
        self.full = played.move.data["depth"] == "full"

    def _search(self, played: Played) -> None:
        self._act(played)

    def _talk(self, played: Played) -> None:
        opens = self.full and self.own["search_discards"] == "face_up"
        if opens and not played.move.data.get(
            "partner"
        ):  # TT-63: a search instead, whose discard lies open (TT-66)
            assert [
                (prompt.kind, prompt.seat) for prompt in awaited(self.history, played.state)
            ] == [("search", self.active)], self.name
            self.seen["search instead"] += 1
            return
        self._act(played)

    def _act(self, played: Played) -> None:
        """TT-19: one action; afterwards everybody draws up to five (TT-54)."""
        assert played.move.seat == self.active, self.name
        if played.move.kind == "talk" and played.move.data.get(
            "partner"
        ):  # TT-A23, TT-A24: either may be a Thing now
            pair = {str(played.move.seat), str(played.move.data["partner"])}
            if not all(self.proved.get(seat) is False for seat in pair):
                self.proved = {
                    seat: thing for seat, thing in self.proved.items() if thing or seat not in pair
                }
        self._finish()

    def _finish(self) -> None:
        self.refilling = self.full
        if not self.full or all(self.hands[seat] == HAND for seat in self._alive()):
            self._next_turn()

    def _next_turn(self) -> None:
        self.refilling = False
        self.hands = {seat: 0 if seat in self.dead else HAND for seat in self.hands}
        self.active = self._left(self.active)

    def _alive(self) -> list[str]:
        return [seat for seat in self.history.seats if seat not in self.dead]

    def _test(self, played: Played) -> None:
        cards = played.move.data.get("card", ())
        assert all(map(fight.is_flame, cards)), self.name  # TT-33
        self._lay(str(played.move.seat), list(cards))
        self._act(played)

    def _lay(self, seat: str, cards: list[str]) -> None:
        self.hands[seat] -= len(cards)
        if any(map(fight.is_red, cards)):
            self.proved[seat] = True  # TT-11
        elif not self.hands[seat] and seat not in self.proved:
            self.proved[seat] = False  # TT-A16

    def _attack(self, played: Played) -> None:
        assert played.move.seat == self.active, self.name
        data, self.target = played.move.data, str(played.move.data["target"])
        if self.full:
            self._join(self.active, "attack", list(data["cards"] or ()))  # type: ignore[arg-type]
            return
        attack, defence = int(str(data["attack"])), int(str(data["defence"]))
        specials = data.get("by") == "specials"
        found = (
            fight.verdict(0, 0, attack, defence)
            if specials
            else fight.verdict(attack, defence, 0, 0)
        )
        self._ended(found, specials)

    def _play(self, played: Played) -> None:
        seat = str(played.move.seat)
        side = (
            "attack"
            if seat == self.active
            else "defence"
            if seat == self.target
            else str(played.move.data["joins"])
        )
        self._join(seat, side, list(played.move.data["cards"]))  # type: ignore[arg-type]

    def _join(self, seat: str, side: str, cards: list[str]) -> None:
        hand = self.hands[seat]
        if cards:
            self.plays[side].append((seat, cards))
        self._lay(seat, cards)
        laid = [
            card
            for plays in self.plays.values()
            for who, played in plays
            if who == seat
            for card in played
        ]
        assert not fight.plays_whole_thing_hand(laid, HAND if hand else 0), (
            self.name,
            laid,
        )  # TT-40
        if self.own["special_effect"] == "yes":
            assert not fight.plays_both_kinds(laid), (self.name, laid)  # TT-41

    def _attack_passes(self, played: Played) -> None:
        """TT-42: nothing is laid."""

    _defence_passes = _attack_passes

    def _judge(self, played: Played) -> None:
        attack, defence = self.plays["attack"], self.plays["defence"]
        specials = [
            fight.specials(side) if self.own["special_effect"] == "yes" else 0
            for side in (attack, defence)
        ]  # TT-67
        sums = [fight.strength(side, self.options) for side in (attack, defence)]
        found = fight.verdict(*sums, *specials)
        assert numbers_compared(self.history.game, played.state) == (
            specials if any(specials) else sums
        ), (self.name, self.plays, self.options)
        self._ended(found, any(specials))

    def _ended(self, found: str, by_specials: bool) -> None:
        self.seen[f"{found or 'nobody'} by {'specials' if by_specials else 'ranks'}"] += 1
        self.loser = {"target": self.target, "active": self.active, "": ""}[found]
        if self.loser and by_specials and self._may_be_spared(found):
            if not self.full or self.proved.get(self.loser) is not False:
                return
            self.loser = ""  # a proved human lives, and nobody need be asked
        self._after_fight()

    def _may_be_spared(self, found: str) -> bool:
        """TT-A3: where flames kill only Things, a loser not known to be one may live."""
        if self.own["specials"] == "together" or self.proved.get(self.loser):
            return False
        return not self.full or fight.only_flames(
            self.plays["attack" if found == "target" else "defence"]
        )

    def _fate(self, played: Played) -> None:
        assert played.move.seat == self.loser, self.name
        dies = played.move.data["fate"] == "dies"
        if self.full:
            self.proved[self.loser] = dies
        if not dies:
            self.loser = ""
        self.seen["fate"] += 1
        self._after_fight()

    def _after_fight(self) -> None:
        if self.loser:
            self.dead.append(self.loser)  # TT-47, TT-50 to TT-52
            self.hands[self.loser] = 0
        self.target, self.loser, self.plays = "", "", {"attack": [], "defence": []}
        self._finish()

    def _refill(self, played: Played) -> None:
        """TT-54: up to five, as far as the draw pile goes; the rest comes when it has been shuffled
        (TT-57).
        """
        assert played.move.seat in self._alive(), self.name
        asked = awaited(self.history, played.state)
        if not any(prompt.kind == "draw" for prompt in asked):
            self._next_turn()

    _draw = _red = _refill

    def _call(self, played: Played) -> None:
        self.call = (
            str(played.move.data["call"]),
            str(played.move.seat or played.move.data["caller"]),
        )

    def _hand(self, played: Played) -> None:
        self.known[str(played.move.seat)] = any(map(fight.is_red, played.move.data["hand"]))  # type: ignore[arg-type]

    def _sides(self, played: Played) -> None:
        for seat in self.history.seats:
            if f"side_{seat}" in played.move.data:
                self.known[seat] = played.move.data[f"side_{seat}"] == "thing"

    def _is_void(self) -> bool:
        """TT-A13: a false call that the house does not count."""
        assert self.call is not None
        thing = {**self.proved, **self.known}.get(self.call[1])
        return (
            self.own["false_call"] == "void"
            and thing is not None
            and thing == (self.call[0] == "rescue")
        )

    def _compare(self, state: Any) -> None:
        result = self.history.game.result(state)
        if self.call and result is None and self._is_void():
            self.proved |= {
                seat: thing for seat, thing in self.known.items() if seat == self.call[1]
            }
            self.call, self.known = None, {}
        if self.call is None:
            assert result is None, self.name
            self._compare_turn(state)
        elif result is not None:
            self.games = self.history.game.scene(state).complete
            thing = {**self.proved, **self.known}
            assert set(thing) == set(self.history.seats), (self.name, thing)
            wanted = fight.winners(*self.call, thing, self.dead, self.options)
            assert winners_of(self.history, self.games) == wanted, (
                self.name,
                self.call,
                thing,
                self.dead,
            )
            self.seen[fight.side_that_wins(*self.call, thing, self.dead)] += 1

    def _compare_turn(self, state: Any) -> None:
        asked = awaited(self.history, state)
        kinds = {prompt.kind for prompt in asked}
        if "call" in kinds:
            assert len(self._alive()) == 1, self.name
        elif self.loser:
            assert [(prompt.kind, prompt.seat) for prompt in asked] == [("fate", self.loser)], (
                self.name
            )
        elif self.target:
            assert {prompt.seat for prompt in asked if prompt.kind == "play"} == {
                seat for seat in self._alive() if self.hands[seat]
            }, self.name
        elif not self.refilling:
            assert {prompt.seat for prompt in asked} == {self.active}, (self.name, asked[0])
            assert "search" in kinds, self.name


@in_tiers("games", FEW_GAMES, GAMES_EACH)
@pytest.mark.parametrize("depth", ["full", "quick"])
def test_random_games_agree(depth: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for name, history in random_tables(GAME, depth, games):
        Follow(name, history, seen).play()
    fights = {
        "target by ranks",
        "nobody by ranks",
        "target by specials",
        "active by specials",
        "fate",
    }
    assert min(seen[what] for what in fights | {"human", "thing"}) > 0 or games < GAMES_EACH, seen
    assert games < GAMES_EACH or depth == "quick" or seen["search instead"], seen


def test_golden_records_agree() -> None:
    for name, history in golden_tables(GAME):
        Follow(name, history, Counter()).play()


def test_fights_of_many_equal_cards_agree() -> None:
    """Fights at a table of six with two packs, where equal ranks come up often, laid in one or two
    plays each.
    """
    game, rng = GAMES[GAME], random.Random(3)
    seats = tuple("abcdef")
    seen: Counter[str] = Counter()
    for _ in range(1500):
        options = complete_options(
            game.info,
            seats,
            sample_options(game.info, seats, rng) | {"start": "f", "depth": "full"},
        )
        state, plays = game.setup(seats, options), {"attack": [], "defence": []}
        for seat, side, cards in random_plays(rng):
            plays[side].append((seat, cards))
            if seat == "a" and len(plays["attack"]) == 1:
                move = Move("attack", "a", {"target": "b", "cards": tuple(cards)})
            else:
                move = Move(
                    "play",
                    seat,
                    {"cards": tuple(cards)} | ({"joins": side} if seat not in "ab" else {}),
                )
            state = game.advance(state, move)
        state = game.advance(state, Move("judge"))
        compare_fight(game, state, plays, options, seen)
    assert min(seen[what] for what in ("", "target", "active", "five alike", "fate")) > 20, seen


def random_plays(rng: random.Random) -> list[tuple[str, str, list[str]]]:
    """An attack of a on b with a helper on each side; everybody holds few different ranks."""
    sides = {"a": "attack", "b": "defence", "c": "attack", "d": "defence"}
    plays = []
    for seat, side in sides.items():
        ranks = rng.choices("A23456789TJQK", k=rng.choice((1, 1, 2, 3)))
        if rng.random() < 0.6:
            ranks = [name for name in ranks if name not in "JQK"] or ["A"]
        cards = [rng.choice(ranks) + rng.choice("SC") for _ in range(rng.randint(1, HAND))]
        cut = rng.randint(1, len(cards))
        plays += [(seat, side, part) for part in (cards[:cut], cards[cut:]) if part]
    return plays


def compare_fight(game: Any, state: Any, plays: Any, options: Any, seen: Counter[str]) -> None:
    """The numbers compared and who dies, by the oracle and by the lines."""
    own = options_of(options)
    specials = [
        fight.specials(plays[side]) if options["special_effect"] == "yes" else 0
        for side in ("attack", "defence")
    ]
    sums = [fight.strength(plays[side], own) for side in ("attack", "defence")]
    found = fight.verdict(*sums, *specials)
    assert numbers_compared(game, state) == (specials if any(specials) else sums), (plays, own)
    died = [line.seat for line in game.lines(state) if line.code == "died"]
    asked = [prompt.seat for prompt in game.prompts(state) if prompt.kind == "fate"]
    loser = {"target": ["b"], "active": ["a"], "": []}[found]
    spares = (
        any(specials) and options["specials"] == "flame_spares_humans"
    )  # all special cards here are flame cards
    laid = Counter(who for side in plays.values() for who, cards in side for _ in cards)
    unknown = [
        seat for seat in loser if laid[seat] < HAND
    ]  # who laid five black cards is human, and lives
    assert (died, asked) == (([], unknown) if spares else (loser, [])), (plays, options)
    seen[found] += 1
    seen["fate"] += bool(asked)
    by_seat = [
        [card[0] for who, cards in plays[side] if who == seat for card in cards]
        for seat in "abcd"
        for side in plays
    ]
    seen["five alike"] += any(len(ranks) == HAND and len(set(ranks)) == 1 for ranks in by_seat)
