"""Dream Team by the words of the rules: a turn as a generator that asks for markers and cards, and
the match to 100.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

TARGET = 100

Ask = tuple[str, str, Any]
"""``("nominate", seat, allowed places)`` is answered by a place (from 0), ``("draw", seat, None)``
by a card.
"""


@dataclass
class Lottery:
    """What happened in one lottery: the place fought for, who drew what in turn, who won."""

    place: int
    draws: list[tuple[str, list[int]]] = field(default_factory=list)
    winner: str = ""


@dataclass
class Turn:
    """A turn that is over, or is being played: who gained which cards in which order, the teams
    after it, the lotteries.
    """

    seats: Sequence[str]
    start: str
    row: Sequence[int]
    teams: dict[str, list[int]]
    options: Mapping[str, Any]
    gains: list[tuple[str, int]] = field(default_factory=list)
    lotteries: list[Lottery] = field(default_factory=list)
    rounds: list[dict[str, int]] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)
    reached: bool = False
    leftover: tuple[str, tuple[int, ...]] = ("", ())


def from_start(seats: Sequence[str], start: str) -> list[str]:
    """DT-6: from the start player on, going to the left."""
    at = list(seats).index(start)
    return [*seats[at:], *seats[:at]]


def gain(turn: Turn, seat: str, *places: int) -> None:
    """DT-8 cards come to the team; DT-9, DT-10, DT-24 with their equals they go; DT-11 a third one
    stays.

    Cards gained in one act are in the team together before it is counted (DT-27, DT-A3, DT-A4).
    """
    team = turn.teams[seat]
    for place in places:
        card = turn.row[place]
        turn.gains.append((seat, place))
        if card in team:
            team.remove(card)
            turn.discarded += [card, card]
        else:
            team.append(card)
    if len(team) >= turn.options["endAt"]:
        turn.reached = True


def play_turn(turn: Turn) -> Generator[Ask, Any, Turn]:
    """Play a turn to its end: nominations, singles, lotteries from left to right, again for the
    losers, the leftover.
    """
    waiting = from_start(turn.seats, turn.start)
    taken: dict[int, str] = {}
    while True:
        if len(waiting) == 1:  # DT-23, DT-A7: the two remaining cards
            rest = [place for place in range(len(turn.row)) if place not in taken]
            gain(turn, waiting[0], *rest)
            turn.leftover = (waiting[0], tuple(rest))
            return turn
        markers = yield from nominate(turn, waiting, taken)
        turn.rounds.append(markers)
        winners = yield from resolve(turn, markers)
        taken |= winners
        waiting = [seat for seat in waiting if seat not in winners.values()]  # DT-13, DT-21
        if not waiting:
            last_card(turn, markers, taken)
            return turn


def nominate(
    turn: Turn, waiting: Sequence[str], taken: Mapping[int, str]
) -> Generator[Ask, Any, dict[str, int]]:
    """DT-6 one marker each in order, DT-7 anywhere, DT-21 but on no card somebody has; DT-A8
    perhaps not joining others.
    """
    markers: dict[str, int] = {}
    for seat in waiting:
        closed = set(taken)
        if turn.rounds and turn.options["rejoin"] == "no":
            closed |= set(markers.values())
        allowed = [place for place in range(len(turn.row)) if place not in closed]
        markers[seat] = yield ("nominate", seat, allowed)
    return markers


def resolve(turn: Turn, markers: Mapping[str, int]) -> Generator[Ask, Any, dict[int, str]]:
    """DT-8 first everyone alone on a card, DT-14, DT-20 then a lottery for each contested card,
    from left to right.
    """
    on = {
        place: [seat for seat, mark in markers.items() if mark == place]
        for place in sorted(set(markers.values()))
    }
    winners: dict[int, str] = {}
    for place, there in on.items():
        if len(there) == 1:
            winners[place] = there[0]
            gain(turn, there[0], place)
    for place, there in on.items():
        if len(there) > 1:
            winners[place] = yield from lottery(turn, place, there)
            gain(turn, winners[place], place)
    return winners


def lottery(turn: Turn, place: int, contestants: Sequence[str]) -> Generator[Ask, Any, str]:
    """DT-15 the first draws two, DT-17 the next ones one each and round again (DT-A6), until a
    number is there twice.
    """
    found = Lottery(place)
    turn.lotteries.append(found)
    order = [seat for seat in from_start(turn.seats, turn.start) if seat in contestants]
    open_cards: list[int] = []
    at = 0
    while True:
        seat = order[at % len(order)]
        first_of_pass = at % len(order) == 0
        two = at == 0 or (first_of_pass and turn.options["secondPass"] == "twoAgain")
        cards: list[int] = []
        while len(cards) < (2 if two else 1) and not found.winner:
            card = yield ("draw", seat, None)
            if card in open_cards:
                found.winner = seat
            cards.append(card)
            open_cards.append(card)  # DT-16
        found.draws.append((seat, cards))
        if found.winner:
            turn.discarded += open_cards  # DT-18
            return seat
        at += 1


def last_card(turn: Turn, markers: Mapping[str, int], taken: Mapping[int, str]) -> None:
    """DT-25, DT-A5: nobody clashed, so the one remaining card goes to the player whose card lay
    furthest right.
    """
    [left] = [place for place in range(len(turn.row)) if place not in taken]
    if turn.options["leftover"] == "overallRightmost":
        seat = taken[max(taken)]
    else:
        seat = next(seat for seat, place in markers.items() if place == max(markers.values()))
    gain(turn, seat, left)
    turn.leftover = (seat, (left,))


def ends_game(turn: Turn) -> bool:
    """DT-27, DT-A3, DT-A4: whether this turn is the last one of the game."""
    if turn.options["endCheck"] == "immediately":
        return turn.reached
    return any(len(team) >= turn.options["endAt"] for team in turn.teams.values())


def team_score(team: Iterable[int]) -> int:
    """DT-28."""
    return sum(team)


def next_start(seats: Sequence[str], start: str) -> str:
    """DT-26 one place to the left; DT-A9 also from game to game."""
    return from_start(seats, start)[1]


def lowest(seats: Sequence[str], totals: Mapping[str, int]) -> set[str]:
    """DT-A9: those with the lowest total."""
    return {seat for seat in seats if totals[seat] == min(totals.values())}


def match(
    seats: Sequence[str], games: Iterable[Mapping[str, int]]
) -> tuple[int, set[str], dict[str, int]]:
    """DT-30 to DT-32: games needed, the winners (empty: not over), the totals."""
    totals = dict.fromkeys(seats, 0)
    played = 0
    for sums in games:
        played += 1
        for seat in seats:
            totals[seat] += sums[seat]
        if max(totals.values()) >= TARGET:  # DT-A13
            return played, {seat for seat in seats if totals[seat] == max(totals.values())}, totals
    return played, set(), totals
