"""The games of the sample sheets by their published rules: a round counted player by player, what
must be remembered of it, when the game is over, and who has won.

Nothing here knows a sheet or a formula. A round is told as a table would say it: a list by player
where everybody tells something, a list by team where teams do, players by their place at the
table, and things by their English names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

Told = Mapping[str, Any]


class Impossible(Exception):
    """What was told can never happen at a table that plays by the rules."""


@dataclass
class ScorePad:
    """The points of a game with so many players; each of them, or each team, is a side."""

    players: int
    rounds: int = 0
    totals: list[int] = field(default_factory=list)

    teams: ClassVar[int] = 0
    few_win: ClassVar[bool] = False

    def __post_init__(self) -> None:
        self.totals = [0] * (self.teams or self.players)

    def enter(self, told: Told) -> list[int]:
        """The points of each side in a round that is over."""
        gained = self.count(told)
        self.rounds += 1
        self.totals = [had + got for had, got in zip(self.totals, gained, strict=True)]
        return gained

    def count(self, told: Told) -> list[int]:
        """The points of each side in this round."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        raise NotImplementedError

    def winners(self) -> set[int]:
        """The sides that have won, once it is over: those with most points, or with fewest."""
        best = min(self.totals) if self.few_win else max(self.totals)
        return {side for side, total in enumerate(self.totals) if total == best}


class HeartsPad(ScorePad):
    """A point for each heart, 13 for the queen of spades; all of them for one player are 26 for
    everybody else. Until somebody has 100.
    """

    few_win = True

    def count(self, told: Told) -> list[int]:
        if sum(told["hearts"]) != 13:
            raise Impossible("13 hearts")
        for player, hearts in enumerate(told["hearts"]):
            if hearts == 13 and told["queen"] == player:
                return [0 if one == player else 26 for one in range(self.players)]
        points = list(told["hearts"])
        points[told["queen"]] += 13
        return points

    @property
    def over(self) -> bool:
        return any(total >= 100 for total in self.totals)


@dataclass
class SpadesPad(ScorePad):
    """Partners sit opposite. 10 for each trick bid if all are made, else they are lost; a point for
    each bag, and at the tenth 100 are lost. Nil: 100 without a trick, else they are lost, and the
    tricks are bags. Until a team has 500.
    """

    bags: list[int] = field(default_factory=lambda: [0, 0])

    teams = 2

    def count(self, told: Told) -> list[int]:
        if sum(told["won"]) != 13:
            raise Impossible("13 tricks")
        return [self._of_team(team, told["bid"], told["won"]) for team in (0, 1)]

    def _of_team(self, team: int, bids: list[int], tricks: list[int]) -> int:
        points = new_bags = contract = made = 0
        for player in (team, team + 2):
            if bids[player]:
                contract += bids[player]
                made += tricks[player]
            elif tricks[player]:
                points -= 100
                new_bags += tricks[player]
            else:
                points += 100
        if made >= contract:
            points += 10 * contract
            new_bags += made - contract
        else:
            points -= 10 * contract
        return points + new_bags - 100 * self._filled(team, new_bags)

    def _filled(self, team: int, new_bags: int) -> int:
        """How often ten bags are together now; the rest is kept for later rounds."""
        filled = 0
        for _bag in range(new_bags):
            self.bags[team] += 1
            if self.bags[team] == 10:
                self.bags[team] = 0
                filled += 1
        return filled

    @property
    def over(self) -> bool:
        return max(self.totals) >= 500


class OhHellPad(ScorePad):
    """As many cards as can be dealt, at most ten, then one fewer each round down to one, and up
    again. 10 and a point for each trick for whoever has bid right; the bids must not come out even.
    """

    MOST: ClassVar[Mapping[int, int]] = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}

    def hands(self) -> list[int]:
        """How many cards are dealt in each round."""
        most = self.MOST[self.players]
        return [*range(most, 0, -1), *range(2, most + 1)]

    def count(self, told: Told) -> list[int]:
        hand = self.hands()[self.rounds]
        if sum(told["won"]) != hand or sum(told["bid"]) == hand:
            raise Impossible("tricks")
        return [
            10 + won if won == bid else 0 for bid, won in zip(told["bid"], told["won"], strict=True)
        ]

    @property
    def over(self) -> bool:
        return self.rounds == len(self.hands())


class WizardPad(ScorePad):
    """A card more each round until all 60 are dealt. 20 and 10 for each trick for whoever has bid
    right; otherwise 10 are lost for each trick between.
    """

    def count(self, told: Told) -> list[int]:
        if sum(told["won"]) != self.rounds + 1:
            raise Impossible("tricks")
        return [
            20 + 10 * won if won == bid else -10 * len(range(min(bid, won), max(bid, won)))
            for bid, won in zip(told["bid"], told["won"], strict=True)
        ]

    @property
    def over(self) -> bool:
        return self.rounds == {3: 20, 4: 15, 5: 12, 6: 10}[self.players]


class SkatPad(ScorePad):
    """As in tournaments, by Seeger and Fabian: the value and 50 for a game won; lost, twice the
    value and 50 less, and 40 for each opponent, or 30 with four. 36 deals for three, 48 for four.
    """

    def count(self, told: Told) -> list[int]:
        points = [0] * self.players
        if not told["lost"]:
            points[told["declarer"]] = told["game"] + 50
            return points
        for player in range(self.players):
            if player == told["declarer"]:
                points[player] = -(told["game"] + told["game"] + 50)
            else:
                points[player] = {3: 40, 4: 30}[self.players]
        return points

    @property
    def over(self) -> bool:
        return self.rounds == {3: 36, 4: 48}[self.players]


class RummyPad(ScorePad):
    """What lies on the table counts, what is left in the hand is taken off. Until one has 500."""

    def count(self, told: Told) -> list[int]:
        return [laid - left for laid, left in zip(told["laid"], told["left"], strict=True)]

    @property
    def over(self) -> bool:
        return any(total >= 500 for total in self.totals)


@dataclass
class PhasesPad(ScorePad):
    """The cards left count against a player; who has done a phase plays the next one. Over in the
    round in which the tenth is done: of those who did it the one with fewest points wins.
    """

    phases: list[int] = field(default_factory=list)
    """The phase that each player has to do now."""

    few_win = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.phases = [1] * self.players

    def count(self, told: Told) -> list[int]:
        if 0 not in told["left"]:
            raise Impossible("nobody is out")
        for player, done in enumerate(told["done"]):
            if told["left"][player] == 0 and not done:
                raise Impossible("out without the phase")
            self.phases[player] += done
        return list(told["left"])

    @property
    def over(self) -> bool:
        return 11 in self.phases

    def winners(self) -> set[int]:
        through = [player for player, phase in enumerate(self.phases) if phase == 11]
        fewest = min(self.totals[player] for player in through)
        return {player for player in through if self.totals[player] == fewest}


class FarklePad(ScorePad):
    """What is kept counts, the first time from 500. Until the round in which one has 10,000."""

    def count(self, told: Told) -> list[int]:
        for had, kept in zip(self.totals, told["kept"], strict=True):
            if kept % 50 or (had == 0 and 0 < kept < 500):
                raise Impossible("kept")
        return list(told["kept"])

    @property
    def over(self) -> bool:
        return any(total >= 10_000 for total in self.totals)


class GolfPad(ScorePad):
    """Everybody counts their own cards; fewest after nine deals."""

    few_win = True

    def count(self, told: Told) -> list[int]:
        return list(told["cards"])

    @property
    def over(self) -> bool:
        return self.rounds == 9


class TichuPad(ScorePad):
    """Partners sit opposite. The cards of both teams are 100; two partners out first have 200 in
    their place. A call is won by whoever is out first, and lost by all others. Until 1000.
    """

    CALLS: ClassVar[Mapping[str, int]] = {"Tichu": 100, "Grand Tichu": 200}

    teams = 2

    def count(self, told: Told) -> list[int]:
        points = [0, 0]
        first = told["first"]
        if told["double"]:
            points[first % 2] = 200
        elif sum(told["cards"]) == 100:
            points = list(told["cards"])
        else:
            raise Impossible("cards")
        for player, calls in enumerate(told["call"]):
            if len(calls) > 1:
                raise Impossible("two calls")
            for call in calls:
                worth = self.CALLS[call]
                points[player % 2] += worth if player == first else -worth
        return points

    @property
    def over(self) -> bool:
        return max(self.totals) >= 1000


class KoiKoiPad(ScorePad):
    """Who stops has the yaku and a point for each card more: twice from 7 points, and twice if the
    other had said koi-koi. Twelve rounds.
    """

    YAKU: ClassVar[Mapping[str, int]] = {
        "Five Brights": 10,
        "Four Brights": 8,
        "Rainy Four": 7,
        "Three Brights": 5,
        "Flower viewing": 5,
        "Moon viewing": 5,
        "Boar, Deer, Butterfly": 5,
        "Poetry ribbons": 5,
        "Blue ribbons": 5,
        "Five animals": 1,
        "Five ribbons": 1,
        "Ten plain cards": 1,
    }

    def count(self, told: Told) -> list[int]:
        winner, points = told["winner"], [0, 0]
        if winner is None:
            if told["yaku"] or told["more"]:
                raise Impossible("a yaku of nobody")
            return points
        if not told["yaku"]:
            raise Impossible("no yaku")
        worth = sum(self.YAKU[name] for name in told["yaku"]) + told["more"]
        if worth >= 7:
            worth += worth
        if told["koi"]:
            worth += worth
        points[winner] = worth
        return points

    @property
    def over(self) -> bool:
        return self.rounds == 12


class DaifugoPad(ScorePad):
    """Two points for the first, one for the second, and as many are lost at the other end. Ten
    rounds.
    """

    def count(self, told: Told) -> list[int]:
        order = sorted(range(self.players), key=lambda player: told["place"][player])
        if any(told["place"][one] == told["place"][next_] for one, next_ in pairwise(order)):
            raise Impossible("the same place")
        points = [0] * self.players
        points[order[0]], points[order[1]] = 2, 1
        points[order[-2]], points[order[-1]] = -1, -2
        return points

    @property
    def over(self) -> bool:
        return self.rounds == 10


PADS: Mapping[str, type[ScorePad]] = {
    "hearts": HeartsPad,
    "spades": SpadesPad,
    "oh-hell": OhHellPad,
    "wizard": WizardPad,
    "skat": SkatPad,
    "rummy-500": RummyPad,
    "phase-10": PhasesPad,
    "farkle": FarklePad,
    "golf": GolfPad,
    "tichu": TichuPad,
    "koi-koi": KoiKoiPad,
    "daifugo": DaifugoPad,
}
