"""Export a finished table for the app BG Stats, which requires a start player."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from referee.kernel.contract import SeatId
from referee.kernel.fields import Seat
from referee.web.http import rendering
from referee.web.view.view import View

from .files import totals_and_ranking

# The UUID namespace of games and people.
OURS = UUID("6d8a3c55-2b0e-5f4e-9f0b-1f7a62c1b9d4")


def play(view: View) -> dict[str, Any]:
    """A finished table as a play."""
    return {
        "sourceName": "Referee",
        "sourcePlayId": view.table.uid,
        "playDate": datetime.fromtimestamp(view.table.created).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": rendering.game_name(view.table.game),
            "highestWins": not view.low_wins,
            "sourceGameId": view.table.game,
        },
        "players": [*_players(view)],
    }


def play_file(view: View) -> str:
    """A finished table as a file of plays."""
    told = play(view)
    people = told["players"]
    players = [
        {"id": at, "uuid": one["sourcePlayerId"], "name": one["name"], "isAnonymous": False}
        for at, one in enumerate(people, 1)
    ]
    scores = [
        {name: one[name] for name in ("startPlayer", "winner", "rank")}
        | {"score": str(one["score"]), "playerRefId": at, "seatOrder": at, "newPlayer": False}
        for at, one in enumerate(people, 1)
    ]
    game = {
        "id": 1,
        "uuid": play_id(view.table.game),
        "name": told["game"]["name"],
        "highestWins": told["game"]["highestWins"],
    }
    one_play = {
        "uuid": str(UUID(view.table.uid)),
        "playDate": told["playDate"],
        "gameRefId": 1,
        "ignored": False,
        "playerScores": scores,
    }
    if view.history.game.info.tally:
        one_play["rounds"] = view.scene.complete
    return (
        json.dumps(
            {"games": [game], "players": players, "locations": [], "plays": [one_play]},
            ensure_ascii=False,
            indent=1,
        )
        + "\n"
    )


def play_id(name: str) -> str:
    """The UUID of a game or person in these files."""
    return str(uuid5(OURS, name))


def _players(view: View) -> Iterator[dict[str, Any]]:
    """Each player with score, rank and win; for a tally game the score is games won."""
    numbers, ranking = totals_and_ranking(view)
    rank = {seat: place for seat, (place, _shared) in view.placed(ranking).items()}
    won, starts = (
        view.history.game.info.tally or (view.result is not None and view.result.won),
        _starts(view),
    )
    for seat in view.history.seats:
        score = {
            "startPlayer": seat == starts,
            "winner": won and rank[seat] == 1,
            "rank": rank[seat] if view.ranked else 0,
            "score": numbers[seat],
        }
        yield {"name": view.names[seat], "sourcePlayerId": play_id(view.names[seat]), **score}


def _starts(view: View) -> SeatId:
    named = [
        view.history.options.get(option.field.name)
        for option in view.history.game.info.options
        if isinstance(option.field, Seat)
    ]
    return next((str(seat) for seat in named if seat in view.history.seats), view.history.seats[0])
