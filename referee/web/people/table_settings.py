"""The settings of a table in words: for its host's page and for the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.history import History
from referee.store import NewEvent
from referee.table_events.settings import SETTING, VALUES, TableSettings, table_settings
from referee.web.forms.fields import Choice, FieldView
from referee.web.http import context
from referee.web.view.access import entered_by
from referee.web.view.option_words import settings_words
from referee.web.view.view import View, leading


def setting_fields(held: TableSettings) -> list[FieldView]:
    """The settings as fields, each value with one sentence."""
    told = settings_words()
    return [
        FieldView(
            "choice",
            name,
            told[name][0],
            options=[
                Choice(str(value), leading(label), getattr(held, name) == value, text) for value, (label, text) in told[name][1].items()
            ],
        )
        for name in VALUES
    ]


def read_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are given and offered; a form sends their values as texts."""
    return {name: value for name, values in VALUES.items() for value in values if str(given.get(name)) == str(value)}


def change(view: View, wanted: Mapping[str, Any], key: str) -> int:
    """Write the settings that differ from those that hold into the log; the table's newest revision."""
    by = entered_by(view)

    def differing(history: History) -> list[NewEvent]:
        changed = _differing(history, wanted)
        return [NewEvent(SETTING, data=changed, by=by)] if changed else []

    return context.desk().write(view.table, key, differing).revision


def _differing(history: History, wanted: Mapping[str, Any]) -> dict[str, Any]:
    held: TableSettings = table_settings(history.table_events)
    return {name: value for name, value in wanted.items() if getattr(held, name) != value}
