"""A series: the same game again and again at one table, with who won which."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.event import Event
from referee.games import GAMES
from referee.kernel.cards import pairs
from referee.kernel.contract import (
    Info,
    Line,
    Message,
    Move,
    Option,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Step,
    complete_options,
    rank_by,
    totals,
)
from referee.kernel.fields import Int, Seat, Value
from referee.kernel.game import Game, check, play
from referee.kernel.history import History, extend, replay, undoable_event
from referee.kernel.record import dump, loads
from referee.kernel.series import Series, as_series
from tests.support.examples import plays
from tests.support.toy import as_game

SEATS = ("b", "a", "c")


@dataclass(frozen=True)
class Throws:
    """Who began, and what each threw."""

    seats: tuple[SeatId, ...]
    start: SeatId
    thrown: tuple[tuple[SeatId, int], ...] = ()


class Dice:
    """Everybody throws once, from the start player on; the highest throw wins."""

    info = Info(
        "dice", "DI", "1", (2, 4), "numbers", (Option(Seat(name="start"), "DI-1"),), tally=True
    )

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> Throws:
        return Throws(seats, str(options["start"]))

    def prompts(self, state: Throws) -> tuple[Prompt, ...]:
        first, done = state.seats.index(state.start), len(state.thrown)
        if done == len(state.seats):
            return ()
        return (
            Prompt(
                "throw",
                state.seats[(first + done) % len(state.seats)],
                (Int(name="n", low=1, high=6),),
                "DI-1",
            ),
        )

    def judge(self, state: Throws, move: Move) -> tuple[Ruling, ...]:
        return (Ruling("no_six", "DI-2"),) if move.data["n"] == 6 else ()

    def advance(self, state: Throws, move: Move) -> Throws:
        return replace(state, thrown=(*state.thrown, (str(move.seat), int(str(move.data["n"])))))

    def lines(self, state: Throws) -> tuple[Line, ...]:
        best = max((n for _, n in state.thrown), default=0)
        if len(state.thrown) < len(state.seats):
            return ()
        return tuple(
            line
            for seat, n in state.thrown
            for line in (
                Line(seat, 1, int(n == best), "DI-1", "won", {"n": n}),
                Line(seat, 1, n, "DI-1", "threw", part="game"),
            )
        )

    def see(self, state: Throws, seat: SeatId | None) -> Throws:
        return state

    def scene(self, state: Throws) -> Scene:
        return Scene(
            1, Message("game"), pairs(), complete=int(len(state.thrown) == len(state.seats))
        )

    def result(self, state: Throws) -> Result | None:
        return (
            Result(rank_by(dict(state.thrown)), (Message("highest", {}, "DI-1"),))
            if len(state.thrown) == len(state.seats)
            else None
        )

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        return (Step(Message("begin", {"who": options["start"]})),)

    def paper(self, state: Throws) -> dict[str, Any]:
        best = max((n for _, n in state.thrown), default=0)
        row = [
            {"seat": seat, "boxes": [n], "points": int(n == best), "won": n == best}
            for seat, n in sorted(state.thrown)
        ]
        return {"rows": [row] if len(row) == len(state.seats) else []}

    def next_start(self, state: Throws) -> SeatId:
        return state.seats[(state.seats.index(state.start) + 1) % len(state.seats)]


GAME: Game[Series[Throws]] = as_series(as_game(Dice()), Dice().next_start)


def played(*moves: tuple[str, SeatId | None, dict[str, Any]], start: str = "") -> History:
    """A table at which these moves were made."""
    first = Event(
        1, "start", data={"seats": list(SEATS), "options": {"start": start} if start else {}}
    )
    return replay(
        GAME,
        [
            first,
            *(
                Event(at, "move", seat, kind, data)
                for at, (kind, seat, data) in enumerate(moves, 2)
            ),
        ],
    )


FIRST = (("throw", "b", {"n": 2}), ("throw", "a", {"n": 5}), ("throw", "c", {"n": 3}))
SECOND = (("throw", "a", {"n": 1}), ("throw", "c", {"n": 4}), ("throw", "b", {"n": 4}))


def test_the_first_seat_starts_unless_another_is_named() -> None:
    assert [prompt.seat for prompt in GAME.prompts(played().state)] == ["b"]
    assert [prompt.seat for prompt in GAME.prompts(played(start="c").state)] == ["c"]


def test_a_running_game_cannot_be_started_again() -> None:
    history = played(*FIRST[:2])
    assert [ruling.code for ruling in check(GAME, history.state, "again", None, {}).objections] == [
        "not_now"
    ]
    assert history.game.result(history.state) is None


def test_a_finished_game_offers_the_next_and_who_starts_it() -> None:
    state = played(*FIRST).state
    (prompt,) = GAME.prompts(state)
    assert (prompt.kind, prompt.seat, prompt.aside, prompt.fields[0].default) == (
        "again",
        None,
        True,
        "a",
    )
    assert GAME.result(state) == Result((("a",), ("c",), ("b",)), (Message("highest", {}, "DI-1"),))


def test_the_table_may_let_somebody_else_start() -> None:
    state = played(*FIRST, ("again", None, {"start": "c"})).state
    assert [prompt.seat for prompt in GAME.prompts(state)] == ["c"]


def test_every_game_is_a_round_and_the_total_is_the_games_won() -> None:
    history = played(*FIRST, ("again", None, {}), *SECOND)
    assert history.broken is None
    assert [(line.round, line.seat, line.points) for line in history.lines if line.counts] == [
        (1, "b", 0),
        (1, "a", 1),
        (1, "c", 0),
        (2, "a", 0),
        (2, "c", 1),
        (2, "b", 1),
    ]
    assert totals(history.lines, SEATS) == {"b": 1, "a": 1, "c": 1}
    assert totals(history.lines, SEATS, 1) == {"b": 0, "a": 1, "c": 0}
    scene = GAME.scene(history.state)
    assert (scene.round, scene.complete) == (2, 2)


def test_the_sheet_prints_finished_games_with_the_tally() -> None:
    rows = GAME.paper(played(*FIRST, ("again", None, {}), *SECOND).state)["rows"]
    assert [
        [
            (entry["seat"], entry["round"], entry["boxes"], entry["points"], entry["total"])
            for entry in row
        ]
        for row in rows
    ] == [
        [("a", 1, [5], 1, 1), ("b", 1, [2], 0, 0), ("c", 1, [3], 0, 0)],
        [("a", 2, [1], 0, 1), ("b", 2, [4], 1, 1), ("c", 2, [4], 1, 1)],
    ]
    assert GAME.paper(played(*FIRST[:2]).state) == {"rows": []}


def test_the_games_own_refusals_hold_in_every_game() -> None:
    state = played(*FIRST, ("again", None, {})).state
    assert [ruling.code for ruling in check(GAME, state, "throw", "a", {"n": 6}).objections] == [
        "no_six"
    ]


def test_undo_reaches_back_over_the_start_of_a_game() -> None:
    history = played(*FIRST, ("again", None, {}))
    last = undoable_event(history.events)
    assert last is not None
    back = extend(history, [Event(6, "retract", data={"of": last.seq})])
    assert back.state == played(*FIRST).state
    assert isinstance(back.state, Series)


def test_a_correction_in_an_earlier_game_moves_the_tally() -> None:
    history = played(*FIRST, ("again", None, {}), *SECOND)
    amended = extend(history, [Event(9, "amend", "b", "throw", {"of": 2, "entry": {"n": 5}})])
    assert totals(amended.lines, SEATS) == {"b": 2, "a": 1, "c": 1}


def test_a_record_brings_the_whole_series_back() -> None:
    history = played(*FIRST, ("again", None, {}), *SECOND)
    again, names = loads(json.dumps(dump(history, {"a": "Ann"})), {"dice": GAME})
    assert again.state == history.state
    assert names == {"b": "b", "a": "Ann", "c": "c"}


def test_the_guide_knows_who_starts() -> None:
    assert GAME.guide(SEATS, {}) == (Step(Message("begin", {"who": "b"})),)


@plays("long-seat")
def test_the_depth_that_the_table_has_come_to_is_kept() -> None:
    game = GAMES["long-seat"]
    seats = ("a", "b")
    state = game.setup(seats, complete_options(game.info, seats, {}))
    state = play(game, state, "depth", None, {"depth": "quick"})
    for seat in seats:
        state = play(game, state, "counts", seat, {"up": 10, "down": 13})
    state = play(game, state, "again", None, {})
    assert {prompt.kind for prompt in game.prompts(state) if not prompt.aside} == {"counts"}
