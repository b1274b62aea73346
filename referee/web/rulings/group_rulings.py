"""What a group holds to: its rulings on what the rules leave open, the newest word on each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games import GAMES
from referee.kernel.contract import Option
from referee.kernel.fields import Value
from referee.kernel.question import choices
from referee.rulebook import Rulebook
from referee.store import NewEvent, StoredEvent
from referee.web.http import context, rendering
from referee.web.view.access import entered_by
from referee.web.view.option_words import chosen_text
from referee.web.view.view import View

RULING = "ruling"


@dataclass(frozen=True)
class Precedent:
    """A reading a group holds to: of an option, or of a clause in its own words."""

    clause: str
    option: str
    value: Value
    words: str
    at: float
    table_id: int


def precedents_of(group_id: int, game: str) -> dict[str, Precedent]:
    """What a group holds to in a game, by option or clause; the newest ruling on a point counts."""
    found: dict[str, Precedent] = {}
    for event in context.store().rulings(group_id, game):
        name = event.data.get("option") or event.data.get("clause", "")
        found.pop(name, None)
        if not event.data.get("withdrawn"):
            found[name] = _precedent(event)
    return found


def _precedent(event: StoredEvent) -> Precedent:
    told = event.data
    return Precedent(
        told.get("clause", ""), told.get("option", ""), told.get("value"), event.reason or "", event.at, event.table_id
    )


def own_options(game: str, held: Mapping[str, Precedent]) -> dict[str, Value]:
    """The options a group's precedents decide, as far as the game still offers them so."""
    offered = {option.field.name: choices(option) for option in GAMES[game].info.options}
    return {name: known.value for name, known in held.items() if known.value in offered.get(name, ())}


def sentence(game: str, known: Precedent) -> str:
    """A precedent in words."""
    return chosen_text(game, known.option, known.value) if known.option else known.words


def keep(view: View, told: Mapping[str, Any], words: str, key: str) -> int:
    """Write a ruling into the table's log: its revision; raises Stale."""
    event = NewEvent(RULING, None, None, dict(told), (), words or None, entered_by(view))
    return context.store().append(view.table.id, view.history.revision, [event], key).last


def says_nothing(told: Mapping[str, Any], words: str) -> bool:
    """Whether a ruling neither chooses a reading nor gives one up nor says anything."""
    return not (told.get("option") or told.get("withdrawn") or words)


def read_ruling(view: View, given: Mapping[str, Any], withdrawn: bool) -> dict[str, Any] | None:
    """The ruling that a form or a body holds; None if it names nothing of this game."""
    book, clause = rendering.book(view.table.game), str(given.get("clause", ""))[:20]
    if not has_entry(book, clause):
        return None
    told: dict[str, Any] = {"clause": clause} | ({"withdrawn": True} if withdrawn else {})
    if name := given.get("option"):
        option = find_option(view, str(name))
        value = _value(option, str(given.get("value", ""))) if option else None
        if option is None or (value is None and not withdrawn):
            return None
        told |= {"option": str(name)} | ({} if withdrawn else {"value": value})
    return told


def has_entry(book: Rulebook, clause: str) -> bool:
    """Whether the rulebook has this clause or open point."""
    try:
        book.entry(clause)
    except KeyError:
        return False
    return True


def find_option(view: View, name: str) -> Option | None:
    """The option of a game with this name, if it has it."""
    return next((option for option in view.history.game.info.options if option.field.name == name and choices(option)), None)


def _value(option: Option, text: str) -> Value:
    return next((value for value in choices(option) if str(value) == text), None)
