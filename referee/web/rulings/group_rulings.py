"""What a group holds to: its rulings on what the rules leave open, the newest word on each, which
are its own edition of a game.

A ruling is an event of a table's log: ``{"option", "value", "clause"}`` for a reading of an open
point, ``{"clause"}`` with the words in its reason where no option decides it, ``{"clause",
"option"?, "withdrawn": true}`` for one that no longer holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games import GAMES
from referee.kernel.contract import Option
from referee.kernel.fields import Value
from referee.kernel.question import choices
from referee.store.values import NewEvent
from referee.table_events.calls import RULING, ruling_point
from referee.web.http import context, rendering
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by
from referee.web.view.log_words import chosen_text, clock
from referee.web.view.view import View


@dataclass(frozen=True)
class Precedent:
    """A reading a group holds to in a game: of an option, or of a clause in its own words."""

    game: str
    clause: str
    option: str
    value: Value
    words: str
    at: float
    table_id: int

    @property
    def text(self) -> str:
        """The reading in words."""
        return chosen_text(self.game, self.option, self.value) if self.option else self.words


def precedents_of(group_id: int, game: str) -> dict[str, Precedent]:
    """What a group holds to in a game, by option or clause; the newest ruling on a point counts."""
    found: dict[str, Precedent] = {}
    for event in context.store().rulings(group_id, game):
        told, words = event.data, event.reason or ""
        clause, option = ruling_point(told)
        found.pop(option or clause, None)
        if not told.get("withdrawn"):
            found[option or clause] = Precedent(
                game, clause, option, told.get("value"), words, event.at, event.table_id
            )
    return found


def when(view: View, known: Precedent) -> str:
    """Since when a group holds to something, as it is told at a table."""
    return (
        _("in this game, %(time)s", time=clock(known.at))
        if known.table_id == view.table.id
        else rendering.day(known.at)
    )


def own_options(game: str, held: Mapping[str, Precedent]) -> dict[str, Value]:
    """The options a group's precedents decide, as far as the game still offers them so."""
    offered = {option.field.name: choices(option) for option in GAMES[game].info.options}
    return {
        name: known.value for name, known in held.items() if known.value in offered.get(name, ())
    }


def keep(view: View, told: Mapping[str, Any], words: str, key: str) -> int:
    """Write a ruling into the table's log: its revision; raises Stale."""
    event = NewEvent(RULING, data=dict(told), reason=words or None, by=entered_by(view))
    return context.store().append(view.table.id, view.history.revision, [event], key).last


def says_nothing(told: Mapping[str, Any], words: str) -> bool:
    """Whether a ruling neither chooses a reading nor gives one up nor says anything."""
    return not (told.get("option") or told.get("withdrawn") or words)


def read_ruling(view: View, given: Mapping[str, Any], withdrawn: bool) -> dict[str, Any] | None:
    """The ruling that a form or a body holds; None if it names nothing of this game."""
    clause, name = str(given.get("clause", ""))[:20], str(given.get("option") or "")
    if not rendering.book(view.table.game).has(clause):
        return None
    told: dict[str, Any] = {"clause": clause} | ({"withdrawn": True} if withdrawn else {})
    if not name:
        return told
    option = find_option(view, name)
    if option is None or withdrawn:
        return told | {"option": name} if option else None
    text = str(given.get("value", ""))
    return next(
        (
            told | {"option": name, "value": value}
            for value in choices(option)
            if str(value) == text
        ),
        None,
    )


def find_option(view: View, name: str) -> Option | None:
    """The option of a game with this name, if it has it."""
    return next(
        (
            option
            for option in view.history.game.info.options
            if option.field.name == name and choices(option)
        ),
        None,
    )
