"""Tables that tell the truth are never refused, whenever they shuffle, and however often they change how much they enter."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.sample import sample_options
from tests.games.cracker.test_rules import GAME as CRACKER
from tests.games.cracker.test_rules import Dealer, table
from tests.games.dream_team import oracle as dream
from tests.oracles.shoe import Exhausted, Scribe, Shoe
from tests.tiers import in_tiers

SEATS = ("d", "a", "c", "b", "f", "e")


def scribe(game_id: str, seed: int, **fixed: Any) -> Scribe:
    """A table of a seed, clockwise, with random house rules."""
    game, rng = GAMES[game_id], random.Random(f"{game_id} {seed}")
    least, most = game.info.seats
    seats = SEATS[: rng.randint(least, most)]
    options = {**sample_options(game.info, seats, rng), "direction": "clockwise", "start": seats[0], **fixed}
    return Scribe(game, seats, options, rng)


class DreamTable:
    """Dream Team with real cards."""

    def __init__(self, seed: int, eager: bool) -> None:
        self.scribe = scribe("dream-team", seed, next_start="move_left")
        own = self.scribe.options
        self.rules = {
            "endAt": int(str(own["end_at"])),
            "endCheck": {"immediately": "immediately", "turn_end": "turnEnd"}[str(own["end_check"])],
            "leftover": {"last_round": "lastRoundRightmost", "overall": "overallRightmost"}[str(own["leftover"])],
            "secondPass": {"one": "one", "two": "twoAgain"}[str(own["second_pass"])],
            "rejoin": own["rejoin"],
        }
        self.seats, self.shoe = self.scribe.seats, Shoe(self.scribe.rng, eager)
        self.start, self.games = self.seats[0], list[dict[str, int]]()

    def play(self) -> None:
        """The match to its end."""
        while not dream.match(self.seats, self.games)[1]:
            self._game()
        sums = dream.match(self.seats, self.games)[2]
        assert totals(self.scribe.game.lines(self.scribe.state), self.seats) == sums
        assert self.scribe.game.result(self.scribe.state) is not None

    def _game(self) -> None:
        teams: dict[str, list[int]] = {seat: [] for seat in self.seats}
        depth = self.scribe.depth()
        while True:
            turn = self._turn(teams, depth)
            self.start = dream.next_start(self.seats, self.start)
            if dream.ends_game(turn):
                break
            # A game of which only the sums are told is told to its end.
            depth = depth if depth == "quick" else self.scribe.depth()
        sums = {seat: sum(team) for seat, team in teams.items()}
        if depth == "quick":
            self.scribe.tell("sums", None, **{f"sum_{seat}": total for seat, total in sums.items()})
        self.games.append(sums)
        if self.scribe.options["reshuffle"] == "full":
            self.shoe.start_over()
        else:
            self.shoe.discard([str(card) for team in teams.values() for card in team])

    def _turn(self, teams: dict[str, list[int]], depth: str) -> dream.Turn:
        if depth == "full" and "start" in self.scribe.kinds:
            self.scribe.tell("start", None, start=self.start)
        before = {seat: list(team) for seat, team in teams.items()}
        turn = dream.Turn(self.seats, self.start, [], teams, self.rules)
        for _ in range(len(self.seats) + 1):
            card = self.shoe.draw()
            turn.row = [*turn.row, int(card)]
            if depth == "full":
                self.scribe.tell("row", None, card=card)
        self._moves(turn, depth)
        if depth == "turns":
            self._gains(turn, before)
        return turn

    def _moves(self, turn: dream.Turn, depth: str) -> None:
        steps, thrown = dream.play_turn(turn), 0
        answer: Any = None
        while True:
            try:
                kind, seat, allowed = steps.send(answer)
            except StopIteration:
                break
            finally:
                self.shoe.discard([str(card) for card in turn.discarded[thrown:]])
                thrown = len(turn.discarded)
            answer = self.scribe.rng.choice(allowed) if kind == "nominate" else int(self.shoe.draw())
            if depth == "full":
                raw = {"place": str(answer + 1)} if kind == "nominate" else {"card": str(answer)}
                self.scribe.tell(kind, seat, **raw)

    def _gains(self, turn: dream.Turn, before: dict[str, list[int]]) -> None:
        """What everybody gained, in any order, and whether a team was full before its second card came (DT-A4)."""
        gained = {seat: [place for who, place in turn.gains if who == seat] for seat in self.seats}
        for seat in self.scribe.rng.sample(self.seats, len(self.seats)):
            self.scribe.tell("gain", seat, cards=[str(turn.row[place]) for place in gained[seat]])
        while asked := [prompt for prompt in self.scribe.game.prompts(self.scribe.state) if prompt.kind == "peak"]:
            seat = str(asked[0].seat)
            twice = turn.leftover[0] == seat and len(turn.leftover[1]) == 1
            held = twice and len(set(before[seat]) ^ {turn.row[gained[seat][0]]}) >= int(str(self.rules["endAt"]))
            self.scribe.tell("peak", seat, held="yes" if held else "no")


@in_tiers("matches", 15, 120)
@pytest.mark.parametrize("eager", [True, False], ids=["shuffled at once", "shuffled when needed"])
def test_dream_team(eager: bool, matches: int) -> None:
    """DT-19, DT-A11: whatever is true is believed, and the totals are those of the cards."""
    seen: Counter[str] = Counter()
    for seed in range(matches):
        match = DreamTable(seed, eager)
        try:
            match.play()
        except Exhausted:
            seen["no card left"] += 1
        seen["switched"] += match.scribe.switched
        seen["shuffled"] += any(line.code == "reshuffle" for line in match.scribe.game.lines(match.scribe.state))
    assert min(seen["switched"], seen["shuffled"]) > matches // 20, seen
    assert seen["no card left"] < matches // 4, seen


class DrawTable:
    """3-Draw with real cards."""

    def __init__(self, seed: int, eager: bool) -> None:
        rule = ("reshuffle", "most_points")[seed % 8 == 0]
        self.scribe = scribe("three-draw", seed, tie="discard", deck_out=rule)
        self.rules, self.seats = self.scribe.options, self.scribe.seats
        self.shoe = Shoe(self.scribe.rng, eager and rule == "reshuffle")
        self.burn()
        self.sums = dict.fromkeys(self.seats, 0)

    def burn(self) -> None:
        """TD-2, TD-A7."""
        for _ in range(5):
            card = self.shoe.deck.pop()
            self.shoe.discards.append(card)
            if "burn" in self.scribe.kinds:
                self.scribe.tell("burn", None, card=card)

    def play(self) -> None:
        """Rounds until the game is over; the points are those of the cards won."""
        start, number = self.seats[0], 0
        game = self.scribe.game
        while game.result(self.scribe.state) is None:
            number += 1
            start = str(self.scribe.state.start)
            self._round(start, self.scribe.depth())
            assert totals(game.lines(self.scribe.state), self.seats) == self.sums, (number, dict(self.rules))

    def _round(self, start: str, depth: str) -> None:
        rows: dict[str, list[str]] = {}
        at = self.seats.index(start)
        order = [*self.seats[at:], *self.seats[:at]]
        for seat in order:
            rows[seat] = []
            while self._may_draw(rows, seat, start):
                if not self._any_left():
                    break
                if (rows[seat] or seat != start) and self.scribe.rng.random() < 0.4:
                    if depth == "full":
                        self.scribe.tell("stop" if rows[seat] else "pass", seat)
                    break
                rows[seat].append(self._draw(depth, seat))
        self._score(order, rows, depth)

    def _may_draw(self, rows: dict[str, list[str]], seat: str, start: str) -> bool:
        most = 3 if seat == start else len(rows[start])
        return len(set(rows[seat])) == len(rows[seat]) < most

    def _any_left(self) -> bool:
        return bool(self.shoe.deck or (self.rules["deck_out"] == "reshuffle" and self.shoe.discards))

    def _draw(self, depth: str, seat: str) -> str:
        card = self.shoe.draw()
        if depth == "full":
            self.scribe.tell("draw", seat, card=card)
        return card

    def _score(self, order: list[str], rows: dict[str, list[str]], depth: str) -> None:
        """TD-10 to TD-14, TD-A1 as the house discards ties."""
        drawn = [card for cards in rows.values() for card in cards]
        zero = self.rules["zero_wins"] == "yes"
        sums = {seat: sum(map(int, rows[seat])) for seat in order if len(set(rows[seat])) == len(rows[seat]) and (rows[seat] or zero)}
        top = [seat for seat in order if sums.get(seat) == max(sums.values(), default=-1)]
        if depth == "quick":
            self.scribe.tell("round", None, winners=top, drawn=len(drawn))
        if len(top) == 1:
            self.sums[top[0]] += len(drawn)
        else:
            self.shoe.discard(drawn)


@in_tiers("matches", 40, 360)
@pytest.mark.parametrize("eager", [True, False], ids=["shuffled at once", "shuffled when needed"])
def test_three_draw(eager: bool, matches: int) -> None:
    """TD-A3: a table may shuffle as soon as the deck is empty or when it needs a card."""
    seen: Counter[str] = Counter()
    for seed in range(matches):
        match = DrawTable(seed, eager)
        match.play()
        seen["switched"] += match.scribe.switched
        seen["shuffled"] += any(line.code == "reshuffled" for line in match.scribe.game.lines(match.scribe.state))
    assert min(seen["switched"], seen["shuffled"]) > matches // 15, seen


@pytest.mark.parametrize("count", [3, 4, 5])
def test_cracker(count: int) -> None:
    """Rounds told in full and by their losses alone, in any order (CR-20)."""
    switched = 0
    for seed in range(20):
        rng = random.Random(seed)
        dealer = Dealer(rng, table("abcde"[:count], rounds=6, dealer="abcde"[seed % count]))
        expected: Counter[str] = Counter()
        for _ in range(6):
            if rng.random() < 0.4:
                switched += 1
                dealer.tell("depth", None, depth="quick" if dealer.state.depth == "full" else "full")
            expected.update(dealer.play_round() if dealer.state.depth == "full" else _losses(dealer))
        assert totals(CRACKER.lines(dealer.state), dealer.state.seats) == {seat: expected[seat] for seat in dealer.state.seats}
        assert CRACKER.result(dealer.state) is not None
    assert switched > 30


def _losses(dealer: Dealer) -> dict[str, int]:
    """A round of which only the end is told: who is out, and the highest cards of the others."""
    dealer.deal()
    winner = dealer.rng.choice(dealer.state.seats)
    dealer.tell("won", None, who=winner)
    return dealer.told(winner)
