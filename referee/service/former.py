"""Obsolete events of old logs: they stay in the log, but nothing counts or shows them."""

from referee.event import Event

from .settings import SETTING, VALUES

TYPES = ("proposal", "declined")
"""A correction waiting for the host, and a refusal; an approved one is a normal ``amend``."""


def is_former(event: Event) -> bool:
    """Whether an event has an obsolete type or sets only obsolete settings."""
    return event.type in TYPES or (event.type == SETTING and not event.data.keys() & VALUES.keys())
