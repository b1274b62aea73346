"""What a table shows to all who may see the same of it, worked out once for them at each
revision.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.kernel.concurrent import revealed
from referee.kernel.contract import Line, Prompt, Scene, SeatId
from referee.kernel.history import History


@dataclass(frozen=True)
class Sight:
    """A table without words: as ``seat`` sees it where entries are secret (None: who has no seat),
    else as everybody does.
    """

    history: History
    secret: bool
    seat: SeatId | None

    @cached_property
    def state(self) -> Any:
        """What may be seen of the state."""
        return (
            self.history.game.see(self.history.state, self.seat)
            if self.secret
            else self.history.state
        )

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """What is asked now, as far as may be seen."""
        return self.history.game.prompts(self.state) if self.secret else self.history.prompts

    @cached_property
    def scene(self) -> Scene:
        """The table as it looks now."""
        return self.history.game.scene(self.state)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The score sheet."""
        return self.history.lines_of(self.state) if self.secret else self.history.lines

    @cached_property
    def scored(self) -> dict[tuple[int, str], list[Line]]:
        """The lines that count, by round and seat."""
        found: dict[tuple[int, str], list[Line]] = {}
        for line in self.lines:
            if line.counts:
                found.setdefault((line.round, line.seat), []).append(line)
        return found

    @cached_property
    def revealed(self) -> int:
        """The number of the newest entry after which nothing was hidden from anybody."""
        return revealed(self.history) if self.secret else self.history.revision


def sight_of(history: History, seat: SeatId | None) -> Sight:
    """What a device with this seat sees."""
    secret = history.options.get("entry") == "secret"
    key = ("sight", seat if secret else None)
    found: Sight = history.kept.setdefault(key, Sight(history, secret, key[1]))
    return found
