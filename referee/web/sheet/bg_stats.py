"""A finished table for the app BG Stats: a link that opens it there, and a file that it takes in.

What the link holds is told at bgstatsapp.com/support; of the file, what its exports hold. Who starts has to be told of everybody.
"""

import json
from datetime import datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from referee.kernel.contract import SeatId, places
from referee.kernel.fields import Seat
from referee.web.http import rendering
from referee.web.view.view import View

from .files import standing

CREATE = "https://app.bgstatsapp.com/createPlay.html?data="
OURS = UUID("6d8a3c55-2b0e-5f4e-9f0b-1f7a62c1b9d4")
"""What the ids of games and people are made in."""


def play_link(view: View) -> str:
    """The address that makes a play of a finished table in BG Stats."""
    return CREATE + quote(json.dumps(play(view), ensure_ascii=False), safe="")


def play(view: View) -> dict[str, Any]:
    """A finished table as a play."""
    return {
        "sourceName": "Referee",
        "sourcePlayId": view.table.uid,
        "playDate": _date(view),
        "game": {"name": rendering.game_name(view.table.game), "highestWins": not view.low_wins, "sourceGameId": view.table.game},
        "players": [
            {"name": view.names[seat], "sourcePlayerId": _id(view.names[seat]), **_score(view, seat)} for seat in view.history.seats
        ],
    }


def play_file(view: View) -> str:
    """The same as a file of plays."""
    seats = view.history.seats
    names = [view.names[seat] for seat in seats]
    players = [{"id": at, "uuid": _id(name), "name": name, "isAnonymous": False} for at, name in enumerate(names, 1)]
    scores = [
        {**_score(view, seat), "score": str(_score(view, seat)["score"]), "playerRefId": at, "seatOrder": at, "newPlayer": False}
        for at, seat in enumerate(seats, 1)
    ]
    game = {"id": 1, "uuid": _id(view.table.game), "name": rendering.game_name(view.table.game), "highestWins": not view.low_wins}
    told = {"uuid": str(UUID(view.table.uid)), "playDate": _date(view), "gameRefId": 1, "ignored": False, "playerScores": scores}
    return json.dumps({"games": [game], "players": players, "locations": [], "plays": [told]}, ensure_ascii=False, indent=1) + "\n"


def _score(view: View, seat: SeatId) -> dict[str, Any]:
    """What a seat came to; where games are counted that is how many it won."""
    numbers, ranking = standing(view)
    rank = next(place for place, equal in places(ranking) if seat in equal)
    won = rank == 1 and (view.history.game.info.tally or (view.result is not None and view.result.won))
    return {"startPlayer": seat == _starts(view), "winner": won, "rank": rank, "score": numbers[seat]}


def _starts(view: View) -> SeatId:
    """Who started, as far as an option says so; else whoever sits first."""
    named = [view.history.options.get(option.field.name) for option in view.history.game.info.options if isinstance(option.field, Seat)]
    return next((str(seat) for seat in named if seat in view.history.seats), view.history.seats[0])


def _date(view: View) -> str:
    return datetime.fromtimestamp(view.table.created).strftime("%Y-%m-%d %H:%M:%S")


def _id(name: str) -> str:
    return str(uuid5(OURS, name))
