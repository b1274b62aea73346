"""Errors that the store raises."""

from pathlib import Path
from typing import Literal

FailedBy = Literal["full", "readonly", "damaged", "failed", "moved"]


class StoreError(Exception):
    """Base class of the store's errors."""


class Stale(StoreError):
    """The table is already at revision `head`, newer than the one this entry was based on."""

    def __init__(self, seen: int, head: int) -> None:
        super().__init__(
            f"This entry was made against revision {seen}, but the table is at {head} by now."
        )
        self.head = head


class StoreBusy(StoreError):
    """Another process locked the database for the whole timeout; nothing was written."""

    def __init__(self, waited: float) -> None:
        super().__init__(
            f"Another program kept the database for more than {waited:g} seconds. Nothing was"
            " recorded; try again."
        )


class StoreClosed(StoreError):
    """The store was closed; nothing was written."""


class StoreFailed(StoreError):
    """SQLite failed, nothing was written; `cause` is its message, `why` the kind of failure."""

    def __init__(self, cause: str, why: FailedBy = "failed") -> None:
        super().__init__(f"The database could not do this, and nothing was recorded: {cause}.")
        self.cause, self.why = cause, why


class NewerDatabase(StoreError):
    """A newer version of the program migrated this file."""

    def __init__(self, path: Path, steps: tuple[str, ...]) -> None:
        super().__init__(
            f"{path} was written by a newer version of this program (unknown steps:"
            f" {', '.join(steps)})."
        )


class Unknown(StoreError, LookupError):
    """The store has no such thing; `what` is its kind, as its name may be a secret."""

    def __init__(self, what: str) -> None:
        super().__init__(f"There is no such {what}.")
        self.what = what


class PlayedTogether(StoreError):
    """Two people sat at the same table, so they cannot be merged."""


class Unstorable(StoreError, ValueError):
    """The store refuses the value named `what`; `why` gives the reason."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"The {what} cannot be stored: {why}.")
        self.what = what


class TooLarge(Unstorable):
    """The value exceeds its `limit`, counted in `unit`."""

    def __init__(self, what: str, size: int, limit: int, unit: str) -> None:
        super().__init__(what, f"{size} {unit}, where {limit} is the most")
        self.limit, self.unit = limit, unit


class GameMoved(StoreError):
    """The game goes on elsewhere; nothing was written."""


class PhoneRemoved(StoreError):
    """The host has sent this device away from the table."""


class LastHost(StoreError):
    """The change would leave the table without a host."""


class NameTaken(StoreError):
    """Somebody else at the table, or of the group, has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("Somebody else has this name.")
        self.name = name
