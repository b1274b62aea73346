"""How a table treats its phones, by the host's latest settings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.event import Event

SETTING = "setting"
"""An event type; its ``data`` is ``{name: value}``."""

VALUES: Mapping[str, tuple[Any, ...]] = {
    "newcomers": ("link", "enter", "watch"),
    "calls": ("wait", "go"),
}
"""The values of each setting; the first is the default."""


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table.

    ``newcomers``: a new phone may do what its link says (the code allows watching), enter, or watch
    until the host admits it. ``calls``: whether a dispute pauses entering.
    """

    newcomers: str = "link"
    calls: str = "wait"


def table_settings(events: Iterable[Event]) -> TableSettings:
    """The current settings; unknown names and values are ignored."""
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
