"""What the store says when it cannot do what it was asked."""

from pathlib import Path
from typing import Literal

FailedBy = Literal["full", "readonly", "damaged", "failed", "moved"]


class StoreError(Exception):
    """The base of everything the store raises on its own account."""


class Stale(StoreError):
    """The table is at ``head`` by now and no more at the revision this entry was decided
    against.
    """

    def __init__(self, seen: int, head: int) -> None:
        super().__init__(
            f"This entry was made against revision {seen}, but the table is at {head} by now."
        )
        self.head = head


class StoreBusy(StoreError):
    """Another process held the database for the whole waiting time; nothing was written."""

    def __init__(self, waited: float) -> None:
        super().__init__(
            f"Another program kept the database for more than {waited:g} seconds. Nothing was"
            " recorded; try again."
        )


class StoreClosed(StoreError):
    """The store was closed; nothing was written."""


class StoreFailed(StoreError):
    """The database itself failed; nothing was written. ``cause`` are SQLite's own words, ``why``
    says which sort of failure.
    """

    def __init__(self, cause: str, why: FailedBy = "failed") -> None:
        super().__init__(f"The database could not do this, and nothing was recorded: {cause}.")
        self.cause, self.why = cause, why


class NewerDatabase(StoreError):
    """The file was migrated by a newer version of the program than this one."""

    def __init__(self, path: Path, steps: tuple[str, ...]) -> None:
        super().__init__(
            f"{path} was written by a newer version of this program (unknown steps:"
            f" {', '.join(steps)})."
        )


class Unknown(StoreError, LookupError):
    """The thing that was named is not in the store: ``what`` says which sort of thing; its name may
    be a secret.
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"There is no such {what}.")
        self.what = what


class SatTogether(StoreError):
    """Two people sat at one table, so they are two."""


class Unstorable(StoreError, ValueError):
    """The value cannot be kept: ``what`` names it, ``why`` says what is wrong with it."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"The {what} cannot be stored: {why}.")
        self.what = what


class TooLarge(Unstorable):
    """The value is over its limit, so many of ``unit``."""

    def __init__(self, what: str, size: int, limit: int, unit: str) -> None:
        super().__init__(what, f"{size} {unit}, where {limit} is the most")
        self.limit, self.unit = limit, unit


class SentAway(StoreError):
    """The host has sent this device away from the table."""


class LastHost(StoreError):
    """The change would leave the table without a host."""


class NameTaken(StoreError):
    """Somebody else at the table, or of the group, has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("Somebody else has this name.")
        self.name = name
