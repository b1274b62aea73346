"""The switch for how much of a game is entered: on a new game, in the menu and in a band."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.kernel.detail import DEPTH
from referee.kernel.fields import Choice
from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.words import Translator

from .page_header import undo_button
from .view import View


@dataclass(frozen=True)
class DetailValue:
    """A level of detail: its name, its meaning in the game's words, and whether it is on."""

    value: str
    label: str
    means: str
    on: bool


@dataclass(frozen=True)
class Detail:
    """The switch, sent to `action` or part of a form; `later` says when it can be changed."""

    values: Sequence[DetailValue]
    action: str = ""
    key: str = ""
    later: str = ""

    @property
    def now(self) -> DetailValue:
        return next(value for value in self.values if value.on)


@dataclass(frozen=True)
class Switched:
    """The band after a switch: the current and previous level, and how a tap restores it."""

    now: DetailValue
    before: DetailValue
    action: str
    hidden: Mapping[str, int | str]


def detail_values(translator: Translator, values: Sequence[str], on: str) -> list[DetailValue]:
    """Return a game's levels of detail, Quick first."""
    names = {"quick": _("Quick"), "turns": _("Turns"), "full": _("Full")}
    means = {value: str(translator.say(f"field.{DEPTH}.{value}", default="")) for value in values}
    known = [value for value in names if value in values]
    return [DetailValue(value, names[value], means[value], value == on) for value in known]


def detail_of(view: View) -> Detail | None:
    """Return a table's switch; None if the phone may not enter or the game has no levels."""
    options = {option.field.name: option.field for option in view.history.game.info.options}
    choice = options.get(DEPTH)
    if not isinstance(choice, Choice) or not view.may_enter or view.over:
        return None
    is_asked = any(prompt.kind == DEPTH for prompt in view.prompts)
    later = "" if is_asked else view.plain.say(f"field.{DEPTH}.later")
    values = detail_values(view.plain, choice.values, _held(view, len(view.history.played)))
    return Detail(values, view.url("detail.switch"), context.new_key(), later)


def switched(view: View) -> Switched | None:
    """Return the band until the next entry; None if the level is back as before."""
    played = view.history.played
    if not played or played[-1].move.kind != DEPTH or not (detail := detail_of(view)):
        return None
    # Consecutive taps count as one change.
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
    told = (
        one.move.data[DEPTH]
        for one in reversed(view.history.played[:count])
        if one.move.kind == DEPTH
    )
    return str(next(told, view.history.options[DEPTH]))
