"""How a table treats the phones around it, as its host set it last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.history import Event

SETTING = "setting"
"""The type of event that sets something: ``data`` is ``{name: value}``."""

VALUES: Mapping[str, tuple[Any, ...]] = {
    "newcomers": ("link", "enter", "watch"),
    "calls": ("wait", "go"),
}
"""What each setting may be; the first value holds until another is set."""


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table.

    ``newcomers``: what a phone may do that was not here before: what its link says (the code lets
    watch), enter, or watch until the host lets it enter. ``calls``: whether entering waits while
    the referee is called, or goes on.
    """

    newcomers: str = "link"
    calls: str = "wait"


def table_settings(events: Iterable[Event]) -> TableSettings:
    """The settings as they stand; a name or a value that is not offered is passed over."""
    held = TableSettings()
    for event in events:
        if event.type == SETTING:
            held = replace(
                held,
                **{
                    name: value
                    for name, value in event.data.items()
                    if value in VALUES.get(name, ())
                },
            )
    return held
