"""The last entry as the end shows it, so that a wrong last tap is noticed."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from referee.store.symbols import Sign
from referee.web.http.words import gettext as _
from referee.web.view.log_words import clock, points_made
from referee.web.view.view import View
from referee.words import plain_number

# Seconds during which an entry was made a moment ago.
MOMENT = 120


@dataclass(frozen=True)
class LastEntry:
    """The last entry: whose, what and when, cards and points."""

    name: str
    sign: Sign | None
    when: str
    cards: Sequence[str]
    points: str


def last_entry(view: View) -> LastEntry | None:
    """The entry that ended the game; None if the table was ended early."""
    if view.result is None or not view.history.played:
        return None
    played = view.history.played[-1]
    event = view.history.events[played.changed - 1]
    made, at = points_made(view, event), view.history.events[played.seq - 1].at
    now = 0 <= time.time() - at <= MOMENT
    return LastEntry(
        name=view.entry_name(event),
        sign=view.signs.get(played.move.seat or ""),
        when=view.plain.marks.between.join(
            (view.round_name(played.round), _("a moment ago") if now else clock(at))
        ),
        cards=played.cards,
        points=plain_number(made) if made is not None else "",
    )
