"""What one seat may see of a table's history."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from referee.event import Event
from referee.kernel.concurrent import is_unrevealed
from referee.kernel.contract import Line, Prompt, Result, Scene, rank_by, totals
from referee.kernel.history import History, together
from referee.kernel.info import Info
from referee.service.disputes import Dispute, read_disputes
from referee.service.join_requests import JoinRequest, open_join_requests
from referee.service.seats import Seats, fold_seats
from referee.service.visibility import Visible, visible_to


@dataclass(frozen=True, kw_only=True)
class SeenHistory:
    """A history as `seat` sees it (None: somebody without a seat, or who enters for all).

    `only` limits prompts to one seat while its entry is corrected. `so_far` counts the current
    round in totals.
    """

    history: History
    seat: str | None = None
    only: str | None = None
    so_far: bool = False

    @property
    def watched(self) -> Self:
        """What somebody without a seat sees."""
        return replace(self, seat=None)

    @cached_property
    def sight(self) -> Visible:
        """The visible state, the same value for all who see the same."""
        return visible_to(self.history, self.seat)

    @property
    def state(self) -> Any:
        return self.sight.state

    @property
    def scene(self) -> Scene:
        return self.sight.scene

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.sight.lines

    @property
    def secret(self) -> bool:
        """Whether entries stay hidden from other seats until the reveal."""
        return self.sight.secret

    @cached_property
    def unrevealed(self) -> bool:
        return bool(self.history.played) and self.history.played[-1].seq > self.sight.revealed

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        asked = self.history.prompts
        if self.only is None:
            return asked
        return tuple(prompt for prompt in asked if prompt.seat == self.only)

    @cached_property
    def awaited(self) -> tuple[str | None, ...]:
        """The seats whose answer is awaited, in seat order; None stands for the table."""
        asked = {prompt.seat for prompt in self.prompts if not prompt.aside}
        return tuple(seat for seat in (*self.history.seats, None) if seat in asked)

    @property
    def on_turn(self) -> bool:
        return self.seat is not None and self.seat in self.awaited

    # Sides: seats whose points count together; without teams each seat by itself

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The first seat of each side, in seat order; it stands for its side."""
        return tuple(side[0] for side in self.history.sides)

    def head(self, seat: str) -> str:
        return self.history.heads.get(seat, seat)

    def partners(self, seat: str) -> tuple[str, ...]:
        """The seats of a seat's side, itself among them."""
        return next((side for side in self.history.sides if seat in side), (seat,))

    def heads_of(self, seats: Iterable[str]) -> list[str]:
        """These seats with each side once, by its first seat."""
        return list(dict.fromkeys(map(self.head, seats)))

    def placed(self, ranking: Iterable[Sequence[str]]) -> dict[str, tuple[int, bool]]:
        """Each seat's place in a ranking, and whether another side shares it."""
        found: dict[str, tuple[int, bool]] = {}
        before = 1
        for group in ranking:
            sides = len(self.heads_of(group))
            found |= dict.fromkeys(group, (before, sides > 1))
            before += sides
        return found

    # Numbers and the result

    @property
    def result(self) -> Result | None:
        return self.history.result

    @cached_property
    def totals(self) -> dict[str, int]:
        """The points of each seat's side after the last complete round, or `so_far`."""
        through = None if self.so_far else self.scene.complete
        return totals(self.lines, self.history.seats, through, self.history.sides)

    @cached_property
    def leaders(self) -> frozenset[str]:
        if self.scene.ahead is not None:
            return frozenset(self.scene.ahead)
        numbers = {seat: shown.value for seat, shown in self.scene.shown.items()} or self.totals
        return leaders(numbers, self.history.game.info)

    @property
    def low_wins(self) -> bool:
        return self.history.game.info.low_wins

    @property
    def ranked(self) -> bool:
        return self.history.game.info.ranked

    def points(self, round_: int, seat: str) -> int | None:
        """The points of a seat's side in a round, or None if it has none yet."""
        scored = self.sight.scored.get((round_, self.head(seat)))
        return sum(line.points for line in scored) if scored else None

    # Events beside the game

    @cached_property
    def disputes(self) -> dict[int, Dispute]:
        return read_disputes(self.history.table_events)

    @cached_property
    def seats(self) -> Seats:
        return fold_seats(self.history.table_events)

    @cached_property
    def join_requests(self) -> tuple[JoinRequest, ...]:
        """Phones that wait to be admitted; none once the game is over."""
        return () if self.over else open_join_requests(self.history.table_events)

    @property
    def over(self) -> bool:
        """Whether the game is over, or the host ended it."""
        return self.seats.closed is not None or self.result is not None

    # Secrets

    def hides(self, event: Event) -> bool:
        """Whether another seat's entry is secret to this reader: unrevealed, or undone before."""
        if event.type not in ("move", "amend") or not self.secret or event.seat == self.seat:
            return False
        seq = int(event.data["of"]) if event.type == "amend" else event.seq
        return self.history.find(seq) is None or (
            seq > self.sight.revealed and is_unrevealed(self.history, seq)
        )

    @property
    def own_secret(self) -> Event | None:
        """This seat's last unrevealed entry, which can still be undone without trace."""
        if not self.seat:
            return None
        own = [
            played.seq
            for played in self.history.played
            if played.move.seat == self.seat and played.seq > self.sight.revealed
        ]
        if not own or not is_unrevealed(self.history, own[-1]):
            return None
        return self.history.event(own[-1])

    def undone_with(self, event: Event) -> list[int]:
        """Events undone together, as one tap stored them; secret entries go alone."""
        return [event.seq] if self.secret else together(self.history, event.seq)


def leaders(points: Mapping[str, int], info: Info) -> frozenset[str]:
    """Return the leading seats; empty while all are level or in an unranked game."""
    groups = rank_by(points, info.low_wins)
    return frozenset(groups[0]) if info.ranked and len(groups) > 1 else frozenset()
