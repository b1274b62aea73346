"""How much of a game is entered, as one switch: on the page of a new game, in the menu, and in the
band after a tap on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.depth import DEPTH
from referee.kernel.fields import Choice
from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.words import Speaker

from .page_header import undo_button
from .view import View


@dataclass(frozen=True)
class DetailValue:
    """One detail: its name, what is entered then in the game's own words, and whether it holds."""

    value: str
    label: str
    means: str
    on: bool


@dataclass(frozen=True)
class Detail:
    """The switch: at a table a tap is sent to ``action`` under ``key``; without one it is a part of
    a form.

    ``later`` says when it can be changed, where that is not now, in the game's own words where it
    is never in this game.
    """

    values: Sequence[DetailValue]
    action: str = ""
    key: str = ""
    later: str = ""

    @property
    def now(self) -> DetailValue:
        """The detail that holds."""
        return next(value for value in self.values if value.on)


@dataclass(frozen=True)
class Switched:
    """What the band says: the detail since the newest entry, and the one before, which a tap brings
    back: by the switch, or by Undo at a moment that does not ask for the detail.
    """

    now: DetailValue
    before: DetailValue
    action: str
    hidden: Mapping[str, int | str]


def detail_values(speaker: Speaker, values: Sequence[str], on: str) -> list[DetailValue]:
    """The details of a game, Quick first."""
    names = {"quick": _("Quick"), "turns": _("Turns"), "full": _("Full")}
    means = {value: str(speaker.say(f"field.{DEPTH}.{value}", default="")) for value in values}
    known = [value for value in names if value in values]
    return [DetailValue(value, names[value], means[value], value == on) for value in known]


def detail_of(view: View) -> Detail | None:
    """The switch of a table for a phone that enters; a game of one detail has none."""
    options = {option.field.name: option.field for option in view.history.game.info.options}
    choice = options.get(DEPTH)
    if not isinstance(choice, Choice) or not view.may_enter or view.over:
        return None
    is_asked = any(prompt.kind == DEPTH for prompt in view.prompts)
    later = "" if is_asked else view.plain.say(f"field.{DEPTH}.later")
    values = detail_values(view.plain, choice.values, _held(view, len(view.history.played)))
    return Detail(values, view.url("detail.switch"), context.new_key(), later)


def switched(view: View) -> Switched | None:
    """What to say after the detail was changed, until something else is entered; nothing where it
    is again as it was.
    """
    played = view.history.played
    if not played or played[-1].move.kind != DEPTH or not (detail := detail_of(view)):
        return None
    # Several taps in a row are one change.
    others = (at for at in range(len(played), 0, -1) if played[at - 1].move.kind != DEPTH)
    was = _held(view, next(others, 0))
    before = next(value for value in detail.values if value.value == was)
    if before.on:
        return None
    if not detail.later:
        hidden = {"key": detail.key, "value": before.value}
        return Switched(detail.now, before, detail.action, hidden)
    undo = undo_button(view)
    return Switched(detail.now, before, undo.action, undo.hidden) if undo else None


def _held(view: View, count: int) -> str:
    """The detail after so many entries."""
    told = (
        one.move.data[DEPTH]
        for one in reversed(view.history.played[:count])
        if one.move.kind == DEPTH
    )
    return str(next(told, view.history.options[DEPTH]))
