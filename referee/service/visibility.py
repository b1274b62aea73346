"""The visible state of a table, computed once per revision for all who may see the same."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.kernel.concurrent import revealed
from referee.kernel.contract import Line, Prompt, Scene, SeatId
from referee.kernel.history import History


@dataclass(frozen=True)
class Visible:
    """A table as `seat` sees it while entries are secret (None: no seat), else as all do."""

    history: History
    secret: bool
    seat: SeatId | None

    @cached_property
    def state(self) -> Any:
        return (
            self.history.game.see(self.history.state, self.seat)
            if self.secret
            else self.history.state
        )

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        return self.history.game.prompts(self.state) if self.secret else self.history.prompts

    @cached_property
    def scene(self) -> Scene:
        return self.history.game.scene(self.state)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        return self.history.lines_of(self.state) if self.secret else self.history.lines

    @cached_property
    def scored(self) -> dict[tuple[int, str], list[Line]]:
        """The lines behind each number of the sheet, by round and the first seat of the side."""
        found: dict[tuple[int, str], list[Line]] = {}
        for line in self.lines:
            if line.counts:
                found.setdefault((line.round, self.history.heads[line.seat]), []).append(line)
        return found

    @cached_property
    def revealed(self) -> int:
        """The number of the last entry after which nothing was hidden."""
        return revealed(self.history) if self.secret else self.history.revision


def visible_to(history: History, seat: SeatId | None) -> Visible:
    """Return what a device with this seat sees; cached with the history."""
    secret = history.options.get("entry") == "secret"
    key = ("sight", seat if secret else None)
    found: Visible = history.kept.setdefault(key, Visible(history, secret, key[1]))
    return found
