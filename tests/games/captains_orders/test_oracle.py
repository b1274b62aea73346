"""Captain's Orders: turns, hand counts, winners of rounds and the match, beside the oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Move, complete_options
from referee.kernel.history import History, Played, replay
from tests.games.captains_orders import oracle as captain
from tests.games.captains_orders.test_rules import Dealer, table
from tests.oracles.tables import (
    FEW_GAMES,
    GAMES_EACH,
    awaited,
    golden_tables,
    numbers,
    points_of,
    random_tables,
    winners_of,
)
from tests.support.random_play import json_of
from tests.support.tiers import in_tiers
from tools.sample import sample_options

GAME = "captains-orders"
YES_NO = ("yes", "no")
NAMES = {
    "declareTie": "declare_tie",
    "falseDeclare": "false_declare",
    "undeclared": "undeclared",
    "askedEmpty": "asked_empty",
    "noMutineer": "no_mutineer",
    "doubleThree": "double_three",
    "lastPassDiscard": "last_pass_discard",
}
VALUES = {
    "auto_declare": "autoDeclare",
    "no_declare": "noDeclare",
    "captains_share": "captainsShare",
}


def options_of(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in the words of the oracle."""
    return {name: VALUES.get(options[own], options[own]) for name, own in NAMES.items()}


@dataclass
class Told:
    """What was told of one round."""

    play: captain.Round
    full: bool
    before: captain.Round | None = None
    end: captain.Emptied | None = None
    accused: tuple[str, str] | None = None
    declared: bool = False
    named: set[str] | None = None
    hands: dict[str, list[int]] = field(default_factory=dict)

    def winners(self, options: dict[str, Any]) -> set[str]:
        """Who wins by the oracle."""
        if self.named is not None:
            return self.named
        hands = {seat: self.hands.get(seat, []) for seat in self.play.seats}
        if self.accused:
            return captain.after_accusation(hands, *self.accused, options)
        assert self.end is not None
        return captain.after_empty(hands, self.end, self.declared, options)


def compare(name: str, history: History, seen: Counter[str]) -> None:
    """Follow a table move by move with the oracle."""
    options = options_of(history.options)
    dealers = iter(captain.dealers(history.seats, dealer_of(history, history.start)))
    full = history.options["depth"] == "full"
    told = Told(captain.Round(history.seats, next(dealers), options), full)
    results: list[set[str]] = []
    for played in history.played:
        follow(told, played, name)
        if history.game.scene(played.state).complete > len(results):
            results.append(told.winners(options))
            seen[ending_of(told)] += 1
            assert winners_of(history, len(results)) == results[-1], (name, len(results), told)
            check_points(history, len(results), told)
            check_hands(told, name, seen)
            told = Told(captain.Round(history.seats, next(dealers), options), told.full)
        if told.full and history.game.result(played.state) is None:
            check_turn(history, played.state, told, name)
        if history.game.result(played.state) is None:
            assert dealer_of(history, played.state) == told.play.dealer, name
    check_match(history, results, options, name)


def dealer_of(history: History, state: Any) -> str:
    """The dealer named by the scene."""
    scene = history.game.scene(state)
    assert scene.dealer == scene.where.params["seat"]
    return str(scene.dealer)


def ending_of(told: Told) -> str:
    """How a round ended, to see that all ways came up."""
    if told.named is not None:
        return "named"
    if told.accused:
        return "accused"
    assert told.end is not None
    return f"{told.end.by} {'declared' if told.declared else 'silent'}"


def follow(told: Told, played: Played, name: str) -> None:
    """One move told to the oracle."""
    move, data = played.move, played.move.data
    if move.kind in ("order", "pass", "ask", "obey", "accuse"):
        act(told, move, name)
    elif move.kind == "depth":
        told.full = data["depth"] == "full"
    elif move.kind == "challenge":
        assert told.before is not None, name
        assert numbers(data["card"])[0] < told.before.rank, name
        told.play, told.end = told.before, None
    elif (
        move.kind == "discard"
        and told.end
        and told.declared
        and told.end.card == numbers(data["card"])[0]
    ):
        told.end = captain.Emptied(told.end.seat, told.end.card, told.end.by)
    elif move.kind == "won":
        told.named = set(data["winners"])  # type: ignore[arg-type]
    elif move.kind == "hand":
        told.hands[str(move.seat)] = numbers(data["cards"])
    else:
        tell_end(told, move)


def act(told: Told, move: Move, name: str) -> None:
    """An action of full entry; afterwards the round may be over."""
    play, whom = told.play, str(move.data.get("whom"))
    assert move.seat == play.turn, (name, move)
    told.before = None
    if move.kind == "obey":
        told.before = deepcopy(play)
        play.obey()
    elif move.kind == "order":
        play.order(numbers(move.data["card"])[0])
    else:
        {"pass": play.pass_card, "ask": play.ask, "accuse": play.accuse}[move.kind](whom)
    told.accused = play.accused
    if play.emptied:
        told.end = captain.Emptied(
            play.emptied, play.rank if play.by == "order" else 0, play.by, play.keeper
        )


def tell_end(told: Told, move: Move) -> None:
    """How the round ended, by the table or by the player without cards."""
    data = move.data
    if move.kind == "accused":
        told.accused = (str(data["accuser"]), str(data["whom"]))
    elif move.kind == "declared":
        told.end = captain.Emptied(
            str(data["who"]), numbers(data["card"])[0], str(data["how"]), str(data["to"] or "")
        )
        told.declared = True
    elif (
        move.kind == "emptied"
    ):  # in quick entry nobody says how; silent in spite of CO-A5 only whoever was asked (CO-A6)
        told.end = captain.Emptied(
            str(data["who"]), 0, "ask" if told.play.options["askedEmpty"] == "noDeclare" else ""
        )
    elif move.kind == "declare":
        assert told.end is not None
        card = numbers(data["card"])[0] if "card" in data else told.end.card
        told.end, told.declared = (
            captain.Emptied(told.end.seat, card, told.end.by, told.end.keeper),
            True,
        )


def check_turn(history: History, state: Any, told: Told, name: str) -> None:
    """CO-10, CO-12, CO-31, CO-32: whose turn it is and what may be done; the number of cards in
    every hand.
    """
    asked = awaited(history, state)
    actions = {prompt.kind for prompt in asked} & {"order", "pass", "ask", "obey", "accuse"}
    if actions:
        assert not told.play.over, name
        assert actions == told.play.allowed(), name
        assert {prompt.seat for prompt in asked} == {told.play.turn}, name
        backs = {
            row.seat: row.backs for row in history.game.scene(state).board if row.backs is not None
        }
        assert not backs or backs == told.play.counts, (name, backs, told.play.counts)
    elif not {prompt.kind for prompt in asked} & {"discard"}:
        assert told.play.over or told.accused or told.end, name


def check_points(history: History, round_: int, told: Told) -> None:
    """CO-7: the points of every hand shown."""
    if told.named is None:
        sums = {
            line.seat: line.params["sum"]
            for line in history.lines
            if line.round == round_ and line.code == "hand"
        }
        assert sums == {seat: captain.points(hand) for seat, hand in told.hands.items()}


def check_hands(told: Told, name: str, seen: Counter[str]) -> None:
    """CO-16, CO-18, CO-27, CO-A17: in full entry every hand shown has as many cards as were
    counted.
    """
    if told.full and told.named is None:
        shown = {seat: len(told.hands.get(seat, ())) for seat in told.play.seats}
        assert shown == told.play.counts, (name, told)
        seen[
            f"counted {told.end.by if told.end else 'accused'}"
            f" {told.play.options['lastPassDiscard']}"
        ] += 1


def check_match(
    history: History, results: list[set[str]], options: dict[str, Any], name: str
) -> None:
    """CO-41, CO-A11."""
    played, first, won = captain.match(history.seats, results, options)
    found = history.game.result(history.state)
    assert played == len(results), name
    assert (set(found.winners) if found else set()) == first, name
    assert {
        seat: sum(points_of(history, n).get(seat, 0) for n in range(1, played + 1))
        for seat in history.seats
    } == won


@in_tiers("games", FEW_GAMES, GAMES_EACH)
@pytest.mark.parametrize("depth", ["full", "quick"])
def test_random_games_agree(depth: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for name, history in random_tables(GAME, depth, games):
        compare(name, history, seen)
    ways = {"accused", "order declared", "pass declared", "obey declared", "ask declared"}
    assert games < GAMES_EACH or ways <= set(seen), seen


@in_tiers("tables", 80, 240)
def test_truthful_tables_are_never_objected_to_and_agree(tables: int) -> None:
    """Real hands, told card by card; whoever is asked last, or passes last, sees whether its
    receiver still discards.
    """
    seen: Counter[str] = Counter()
    for seed in range(tables):
        rng = random.Random(seed)
        seats = tuple("abcdefgh")[: rng.randint(4, 8)]
        options = sample_options(GAMES[GAME].info, seats, rng)
        options = json_of(options | {"depth": "full", "captain_accuses": "failed"})
        dealer = Dealer(rng, table(seats, **options), accuses=rng.choice((0.01, 0.2)))
        for _ in range(3):
            if not dealer.state.over:
                dealer.round()
        start = Event(
            1, "start", data={"seats": list(seats), "edition": "page", "options": options}
        )
        moves = [
            Event(seq, "move", seat, kind, json_of(raw))
            for seq, (kind, seat, raw) in enumerate(dealer.told, 2)
        ]
        compare(f"truthful {seed}", replay(GAMES[GAME], [start, *moves]), seen)
    counted = {f"counted {by} {one}" for by in ("order", "pass", "ask", "obey") for one in YES_NO}
    assert tables < 240 or counted <= set(seen), seen


def test_golden_records_agree() -> None:
    for name, history in golden_tables(GAME):
        compare(name, history, Counter())


def test_endings_with_many_equal_cards_agree() -> None:
    """Small hands of few ranks, so that captains tie, mutineers tie, and sometimes everybody is a
    captain.
    """
    game, rng, seats = GAMES[GAME], random.Random(4), tuple("abcde")
    seen: Counter[Any] = Counter()
    for _ in range(4000):
        options = complete_options(
            game.info, seats, sample_options(game.info, seats, rng) | {"depth": "quick"}
        )
        hands = {
            seat: [rng.choice((4, 4, 4, 5, 6, 9)) for _ in range(rng.randint(1, 2))]
            for seat in seats
        }
        told = Told(captain.Round(seats, "e", options_of(options)), False)
        move = random_ending(rng, seats, hands)
        if move.data.get("how") == "ask":
            options["asked_empty"] = "may_declare"  # the other value refuses such a declaration
        tell_end(told, move)
        told.hands = {
            seat: hand for seat, hand in hands.items() if told.end is None or seat != told.end.seat
        }
        state = game.advance(game.setup(seats, options), move)
        for seat, hand in told.hands.items():
            state = game.advance(state, Move("hand", seat, {"cards": tuple(map(str, hand))}))
        found = {line.seat for line in game.lines(state) if line.counts and line.points}
        wanted = (
            told.winners(options_of(options))
            if told.accused or told.declared
            else silent(told, options_of(options))
        )
        assert found == wanted, (move, hands, options)
        seen[move.kind, min(2, len(wanted))] += 1
    assert ("emptied", 0) not in seen, (
        "an empty hand is a mutineer’s, so one can always win (CO-A5)"
    )
    assert len(seen) == 8, seen
    assert min(seen.values()) > 20, seen


def random_ending(rng: random.Random, seats: tuple[str, ...], hands: dict[str, list[int]]) -> Move:
    """An accusation, a declaration or silence; a card that was passed is in the hand of whoever has
    it.
    """
    one, other = rng.sample(seats, 2)
    kind = rng.choice(("accused", "declared", "emptied"))
    if kind == "accused":
        return Move(kind, None, {"accuser": one, "whom": other})
    if kind == "emptied":
        return Move(kind, None, {"who": one})
    how, card = rng.choice(("order", "pass", "ask", "obey")), rng.choice((3, 4, 5, 6))
    if how != "order":
        hands[other].append(card)
    return Move(
        kind,
        None,
        {"who": one, "how": how, "to": None if how == "order" else other, "card": (str(card),)},
    )


def silent(told: Told, options: dict[str, Any]) -> set[str]:
    """CO-A5: whoever keeps silent is only asked where the house lets them."""
    assert told.end is not None
    return captain.after_empty(
        told.hands | {told.end.seat: []}, told.end, False, options | {"undeclared": "best_mutineer"}
    )
