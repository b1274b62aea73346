"""A game of a sheet beside its oracle, which is told every round as a table would say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.kernel.history import History, Played
from referee.own.playing import NOBODY
from tests.oracles.samples import ScorePad


def check_by_oracle(history: History, pad: ScorePad) -> None:
    """Every round counts alike, and both know when the game is over and who has won."""
    sides = len(pad.totals)
    rounds = [*told_rounds(history)]
    for number, told in enumerate(rounds, 1):
        assert not pad.over, number
        assert points_of_sides(history, number, sides) == pad.enter(told), (number, told)
    scores = [*history.state.scores.values()]
    assert scores == [pad.totals[at % sides] for at in range(pad.players)]
    assert bool(history.state.ended) == pad.over
    result = history.game.result(history.state)
    assert (result is not None) == pad.over
    if result is not None:
        assert sides_among(history, result.winners, sides) == pad.winners()


def told_rounds(history: History) -> Iterator[dict[str, Any]]:
    """What was told in each round that is over."""
    assert history.game.sheet is not None
    asks, told = history.game.sheet["ask"], dict[str, Any]()
    for played in history.played:
        told |= {ask["name"]: one for ask in asks for one in _answers(ask, played, history.seats)}
        if len(played.state.rounds) > len(played.before.rounds):
            yield told
            told = {}


def _answers(ask: Mapping[str, Any], played: Played, seats: Sequence[str]) -> Iterator[Any]:
    """What a step told of one entry, if it was asked there: of all players, or of the table."""
    (prompt,) = (one for one in played.game.prompts(played.before) if not one.aside)
    names, data = [field.name for field in prompt.fields], played.move.data
    if ask["name"] in names:
        yield _said(ask, data.get(ask["name"]), seats)
    elif own := [name for name in names if name.startswith(f"{ask['name']}-")]:
        yield [_said(ask, data.get(name), seats) for name in own]


def _said(ask: Mapping[str, Any], value: Any, seats: Sequence[str]) -> Any:
    """A value as a table would say it: a player by place, things by their English names."""
    match ask.get("type"):
        case "who":
            return None if value == NOBODY else seats.index(value)
        case "some":
            return [ask["of"][int(one.rpartition(".")[2])]["name"]["en"] for one in value or ()]
        case "yes":
            return bool(value)
    return value


def points_of_sides(history: History, round_: int, sides: int) -> list[int]:
    """The points of each player in a round, or of each team, whose members sit opposite."""
    points = [0] * sides
    for line in history.lines:
        if line.round == round_:
            points[history.seats.index(line.seat) % sides] += line.points
    return points


def sides_among(history: History, seats: Sequence[str], sides: int) -> set[int]:
    """The players or teams to which these seats belong; all of a team or none of it."""
    found = {history.seats.index(seat) % sides for seat in seats}
    whole = [seat for at, seat in enumerate(history.seats) if at % sides in found]
    assert {*seats} == {*whole}
    return found
