"""An evening: a game with a winner and no score of its own, played again and again at one table, with the tally of games won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from .contract import Closing, Game, Info, Line, Move, Prompt, Result, Ruling, Scene, Seated, SeatId, Step
from .fields import Seat, Value
from .frozen import replace

S = TypeVar("S", bound=Seated)


class Single(Game[S], Protocol[S]):
    """One such game: a Game with an option ``start``, all of whose lines are in round 1, and who starts the next one."""

    def next_start(self, state: S) -> SeatId: ...


@dataclass(frozen=True)
class Series(Generic[S]):
    """An evening so far: the running game ``now``, the ``past`` ones as they ended, and the lines of those."""

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    now: S
    past: tuple[S, ...] = ()
    done: tuple[Line, ...] = ()

    @property
    def before(self) -> int:
        """Games played before the running one."""
        return len(self.past)


class Evening(Generic[S]):
    """A single game as a Game: round n of the sheet is the n-th game, and ``again`` starts the next one.

    The depth of entry that the table has come to (a state's ``depth``) is kept.
    """

    def __init__(self, game: Single[S]) -> None:
        self.game = game
        start = game.info.clause_of("start") or ""
        self.info: Info = replace(game.info, kinds={**game.info.kinds, "again": start})

    def setup(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> Series[S]:
        """The table before its first game."""
        options = {**options, "start": options.get("start") or seats[0]}
        return Series(seats, options, self.game.setup(seats, options))

    def prompts(self, state: Series[S]) -> tuple[Prompt, ...]:
        """What the running game asks; once it is over, whether to play again and who starts."""
        asked = self.game.prompts(state.now)
        if self.game.result(state.now) is None:
            return asked
        start = Seat(name="start", values=state.seats, default=self.game.next_start(state.now))
        return (Prompt("again", None, (start,), self.info.kinds["again"], aside=True), *asked)

    def judge(self, state: Series[S], move: Move) -> tuple[Ruling, ...]:
        """Every objection the running game has."""
        return () if move.kind == "again" else self.game.judge(state.now, move)

    def closed(self, state: Series[S], kind: str, seat: SeatId | None) -> Ruling | None:
        """The running game's own word on a move that is not asked."""
        return self.game.closed(state.now, kind, seat) if isinstance(self.game, Closing) else None

    def advance(self, state: Series[S], move: Move) -> Series[S]:
        """The state after a move that stands."""
        if move.kind != "again":
            return replace(state, now=self.game.advance(state.now, move))
        kept = {"depth": state.now.depth} if hasattr(state.now, "depth") else {}
        fresh = self.game.setup(state.seats, {**state.options, **kept, "start": move.data["start"]})
        return replace(state, now=fresh, past=(*state.past, state.now), done=self.lines(state))

    def lines(self, state: Series[S]) -> tuple[Line, ...]:
        """The sheet: one round for each game."""
        return (*state.done, *(replace(line, round=line.round + state.before) for line in self.game.lines(state.now)))

    def see(self, state: Series[S], seat: SeatId | None) -> Series[S]:
        """The state as one seat may know it."""
        return replace(state, now=self.game.see(state.now, seat))

    def scene(self, state: Series[S]) -> Scene:
        """What the running game looks like."""
        scene = self.game.scene(state.now)
        return replace(scene, round=scene.round + state.before, complete=scene.complete + state.before)

    def result(self, state: Series[S]) -> Result | None:
        """How the newest game ended, if it has."""
        return self.game.result(state.now)

    def guide(self, seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> tuple[Step, ...]:
        """The setup guide."""
        return self.game.guide(seats, {**options, "start": options.get("start") or seats[0]})

    def paper(self, state: Series[S]) -> dict[str, Any]:
        """``rows``: what the sheet prints of each finished game, with the games won so far."""
        rows = [self.game.paper(each).get("row", []) for each in (*state.past, state.now)]
        won = dict.fromkeys(state.seats, 0)
        numbered = []
        for number, row in enumerate((row for row in rows if row), 1):
            for entry in row:
                won[entry["seat"]] += entry["points"]
            numbered.append([{**entry, "round": number, "total": won[entry["seat"]]} for entry in row])
        return {"rows": numbered}
