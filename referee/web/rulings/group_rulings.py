"""A group's rulings on points the rules leave open; the newest on each makes its own edition.

Event data: ``{"option", "value", "clause"}`` for an interpretation; ``{"clause"}`` with words as
reason without an option; ``{"clause", "option"?, "withdrawn": true}`` to withdraw.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.event import Event
from referee.kernel.contract import Option
from referee.kernel.fields import Value
from referee.kernel.question import choices
from referee.service.disputes import RULING, ruling_point
from referee.web.http import context, rendering
from referee.web.http.words import gettext as _
from referee.web.view.access import entered_by
from referee.web.view.log_words import chosen_text, clock
from referee.web.view.view import View


@dataclass(frozen=True)
class GroupRuling:
    """A group's ruling in a game: on an option, or on a clause in its own words."""

    game: str
    clause: str
    option: str
    value: Value
    words: str
    at: float
    table_id: int

    @property
    def text(self) -> str:
        return chosen_text(self.game, self.option, self.value) if self.option else self.words


def find_group_rulings(group_id: int, game: str) -> dict[str, GroupRuling]:
    """A group's rulings in a game by option or clause; the newest on each counts."""
    found: dict[str, GroupRuling] = {}
    for table_id, event in context.store().rulings(group_id, game):
        told = event.data
        clause, option = ruling_point(told)
        found.pop(option or clause, None)
        if not told.get("withdrawn"):
            found[option or clause] = GroupRuling(
                game, clause, option, told.get("value"), event.reason, event.at, table_id
            )
    return found


def when(view: View, known: GroupRuling) -> str:
    """The date of a ruling, or its time if it was made in this game."""
    return (
        _("in this game, %(time)s", time=clock(known.at))
        if known.table_id == view.table.id
        else rendering.day(known.at)
    )


def own_options(game: str, held: Mapping[str, GroupRuling]) -> dict[str, Value]:
    """The option values a group has ruled, as far as the game still offers them."""
    options = context.find_game(game).info.options
    offered = {option.field.name: choices(option) for option in options}
    return {
        name: known.value for name, known in held.items() if known.value in offered.get(name, ())
    }


def save_ruling(view: View, told: Mapping[str, Any], words: str, key: str) -> int:
    """Write a ruling into the table's log and return the revision; raises Stale."""
    event = Event(0, RULING, data=dict(told), reason=words, by=entered_by(view))
    return context.store().append(view.table.id, view.history.revision, [event], key).last


def says_nothing(told: Mapping[str, Any], words: str) -> bool:
    """Whether a ruling has no option, no words and no withdrawal."""
    return not (told.get("option") or told.get("withdrawn") or words)


def read_ruling(view: View, given: Mapping[str, Any], withdrawn: bool) -> dict[str, Any] | None:
    """The ruling in a form or body; None if it names nothing of this game."""
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
    """The option with this name, if it has choices."""
    return next(
        (
            option
            for option in view.history.game.info.options
            if option.field.name == name and choices(option)
        ),
        None,
    )
