"""What old logs hold of things that are gone: it stays in the log, nothing counts it and no page
tells of it.
"""

from referee.kernel.history import Event

from .settings import SETTING, VALUES

TYPES = ("proposal", "declined")
"""A correction that waited for the host, and the host's no; of a yes the ``amend`` is left, which
counts as any.
"""


def is_former(event: Event) -> bool:
    """Whether an event is of a kind that is no longer made, or sets only what can no longer be
    set.
    """
    return event.type in TYPES or (event.type == SETTING and not event.data.keys() & VALUES.keys())
