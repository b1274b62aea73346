"""Who reads: a device's rights at a table, and what it has been told."""

from dataclasses import dataclass

from referee.store.values import Role
from referee.web.http.permissions import AccessLevel, Least, access_level, reaches


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A device at a table.

    `let_in`: more than the code admitted it; `held`: the host fixed its role. `number` names it at
    this table (0: a program). `seen` is the revision up to which it saw changes (None: it gets no
    notifications); `made` are its own later events.
    """

    role: Role
    let_in: bool = False
    held: bool = False
    number: int = 0
    seen: int | None = None
    made: frozenset[int] = frozenset()

    @property
    def access_level(self) -> AccessLevel:
        return access_level(self.role, self.let_in)

    def stands(self, least: Least) -> bool:
        return reaches(self.access_level, least)

    @property
    def is_player(self) -> bool:
        """Whether this device's role allows entries."""
        return self.stands("seat")

    @property
    def hosts(self) -> bool:
        return self.stands("host")
