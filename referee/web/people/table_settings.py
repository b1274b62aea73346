"""Read table settings from a form or the API, and log them."""

from collections.abc import Mapping
from typing import Any

from referee.event import Event
from referee.kernel.history import History
from referee.service.settings import SETTING, VALUES, table_settings
from referee.web.http import context
from referee.web.view.access import entered_by
from referee.web.view.view import View


def read_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The valid settings in ``given``, compared as text because forms send text."""
    return {
        name: value
        for name, values in VALUES.items()
        for value in values
        if str(given.get(name)) == str(value)
    }


def change_settings(view: View, given: Mapping[str, Any], key: str) -> int:
    """Log the settings that differ from the current ones; return the newest revision."""
    by = entered_by(view)

    def differing(history: History) -> list[Event]:
        held = table_settings(history.table_events)
        changed = {name: value for name, value in given.items() if getattr(held, name) != value}
        return [Event(0, SETTING, data=changed, by=by)] if changed else []

    return context.service().write(view.table, key, differing).revision
