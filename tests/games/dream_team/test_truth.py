"""Dream Team: tables that tell the truth are never refused, whenever they shuffle, and however
often they change how much they enter.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.kernel.contract import totals
from tests.games.dream_team import oracle as dream
from tests.games.dream_team.test_oracle import options_of
from tests.oracles.shoe import Exhausted, Shoe, scribe
from tests.support.tiers import in_tiers


class DreamTable:
    """Dream Team with real cards."""

    def __init__(self, seed: int, eager: bool) -> None:
        self.scribe = scribe("dream-team", seed, next_start="move_left")
        self.rules = options_of(self.scribe.options)
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
            answer = (
                self.scribe.rng.choice(allowed) if kind == "nominate" else int(self.shoe.draw())
            )
            if depth == "full":
                raw = {"place": str(answer + 1)} if kind == "nominate" else {"card": str(answer)}
                self.scribe.tell(kind, seat, **raw)

    def _gains(self, turn: dream.Turn, before: dict[str, list[int]]) -> None:
        """What everybody gained, in any order, and whether a team was full before its second card
        came (DT-A4).
        """
        gained = {seat: [place for who, place in turn.gains if who == seat] for seat in self.seats}
        for seat in self.scribe.rng.sample(self.seats, len(self.seats)):
            self.scribe.tell("gain", seat, cards=[str(turn.row[place]) for place in gained[seat]])
        while asked := [
            prompt
            for prompt in self.scribe.game.prompts(self.scribe.state)
            if prompt.kind == "peak"
        ]:
            seat = str(asked[0].seat)
            twice = turn.leftover[0] == seat and len(turn.leftover[1]) == 1
            reached = len(set(before[seat]) ^ {turn.row[gained[seat][0]]}) >= self.rules["endAt"]
            self.scribe.tell("peak", seat, held="yes" if twice and reached else "no")


@in_tiers("matches", 15, 60)
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
        seen["shuffled"] += any(
            line.code == "reshuffle" for line in match.scribe.game.lines(match.scribe.state)
        )
    assert min(seen["switched"], seen["shuffled"]) > matches // 20, seen
    assert seen["no card left"] < matches // 4, seen
